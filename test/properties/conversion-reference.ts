import { atomsOf, endsOf, FAMILIES, pairsOf, servicesOf } from "./questions.js";
import { evaluate, evaluateService, type Answer } from "../reference/reference.js";
import { Mismatch } from "./run.js";
import { readCluster } from "../reference/objects.js";
import { REFERENCE } from "../../src/index.js";
import { referenceOptions } from "./reference-options.js";
import type { Cluster } from "../reference/cluster.js";
import type { Scenario } from "./generate/scenario.js";

/** Holds that the reference decides every flow of two scenarios alike, those through Services included. */
export function expectSameInReference(made: Scenario, converted: Scenario): void {
  const [before, after] = [clusterOf(made), clusterOf(converted)];
  const atoms = atomsOf(made, converted);
  for (const [from, to] of pairsOf(made)) {
    for (const family of FAMILIES) {
      for (const { protocol, port } of atoms) {
        const asked = { protocol, ...(port === undefined ? {} : { port }) };
        const query = { from: from.query, to: to.query, family, ...asked };
        expectSame(`${from.text} -> ${to.text} ${protocol} ${port ?? ""} ${family}`, [
          evaluate(before, query),
          evaluate(after, query),
        ]);
      }
    }
  }
  for (const from of endsOf(made).sources) {
    for (const to of servicesOf(made)) {
      for (const port of to.ports) {
        for (const family of FAMILIES) {
          const query = { from: from.query, to: to.query, family, port };
          const answers = evaluateService(after, query);
          for (const [index, { backend, answer }] of evaluateService(before, query).entries())
            expectSame(`${from.text} -> ${to.text} ${port.port} ${family}, ${backend}`, [
              answer,
              answers[index]!.answer,
            ]);
        }
      }
    }
  }
}

function clusterOf(made: Scenario): Cluster {
  return readCluster(made.objects, referenceOptions(made, REFERENCE));
}

function expectSame(flow: string, [before, after]: readonly [Answer, Answer]): void {
  const [first, second] = [before, after].map(
    ({ verdict, outcomes }) => `${verdict} ${outcomes.join(" or ")}`,
  );
  if (first !== second) throw new Mismatch(`${flow}: the reference says ${first}, then ${second}`);
}
