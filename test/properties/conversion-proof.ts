import { check, Mismatch } from "./run.js";
import { convertedByHand, type ConvertedByHand } from "./change/convert.js";
import { convertibleScenario, describe, type Scenario } from "./generate/scenario.js";
import { diff } from "../../src/questions/diff/diff.js";
import { everywhere, type Everywhere } from "../../src/questions/convert/everywhere.js";
import { isPolicy } from "./change/objects.js";
import { load } from "./program.js";
import { Random } from "./generate/random.js";
import { REFERENCE } from "../../src/index.js";
import { expectSameInReference } from "./conversion-reference.js";
import { smaller } from "./generate/smaller.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { KubernetesObject } from "../reference/kubernetes.js";
import type { Policy } from "../../src/cluster/model/policy.js";
import { Shares } from "./shares.js";

/** One of so many conversions that are shown to change nothing is asked of the reference too. */
const PROOFS_PER_REFERENCE = 5;

/** How often a conversion is shown to change nothing, and what stands against it where it is not. */
export interface Proved {
  holds: number;
  /** Of those that are not shown to change nothing, those that change something in the cluster at hand. */
  differs: number;
  readonly because: Shares;
}

const REQUIRED: readonly string[] = [
  "generations",
  "incomplete",
  "isolation-2016",
  "missing",
  "order",
  "rules",
  "subject",
];

/** Holds that no flow is decided differently where a conversion is shown to change nothing in any cluster. */
export async function checkProof(runs: number): Promise<Proved> {
  const proved: Proved = {
    holds: 0,
    differs: 0,
    because: new Shares("doubts", REQUIRED, ["added", "isolation"]),
  };
  await check({
    name: "conversion, proof",
    arbitrary: convertibleScenario.filter(hasPolicies),
    runs,
    part: 300,
    holds: async (made) => {
      const converted = convertedByHand(made, new Random(made.spelling));
      try {
        await compare(made, converted, proved);
      } catch (error) {
        if (!(error instanceof Mismatch)) throw error;
        throw new Mismatch(`after the conversion:\n${describe(converted.after)}\n${error.message}`);
      }
    },
    smaller,
    show: describe,
  });
  return proved;
}

function hasPolicies({ objects }: Scenario): boolean {
  return objects.some((object) => isPolicy(object) && object.kind !== "ClusterNetworkPolicy");
}

async function compare(
  made: Scenario,
  { after: scenarioAfter, replaced }: ConvertedByHand,
  proved: Proved,
): Promise<void> {
  const [before, after] = await Promise.all([load(made), load(scenarioAfter)]);
  const result = everywhere(
    before.cluster,
    after.cluster,
    replacementsIn(before.cluster, after.cluster, replaced),
  );
  const { changes } = diff(before.cluster, after.cluster, REFERENCE);
  if (!result.holds) {
    proved.because.add(codesOf(result), 1);
    if (changes.length > 0) proved.differs++;
    return;
  }
  proved.holds++;
  const [change] = changes;
  if (change !== undefined) {
    const { from, to } = change.witness;
    throw new Mismatch(`shown to change nothing, but ${from} -> ${to} is ${change.change}`);
  }
  if (proved.holds % PROOFS_PER_REFERENCE === 0) expectSameInReference(made, scenarioAfter);
}

function codesOf(result: Everywhere): string[] {
  return result.holds ? [] : result.because.map(({ code }) => code);
}

function replacementsIn(before: Cluster, after: Cluster, replaced: ConvertedByHand["replaced"]) {
  return [...replaced].flatMap(([object, others]) => {
    const old = find(before, object);
    return old === undefined ? [] : [{ old, by: others.flatMap((other) => find(after, other) ?? []) }];
  });
}

function find({ policies }: Cluster, { kind, apiVersion, metadata }: KubernetesObject): Policy | undefined {
  const namespace = kind === "NetworkPolicy" ? (metadata?.namespace ?? "default") : undefined;
  return policies.find(
    ({ ref }) =>
      ref.kind === kind &&
      ref.apiVersion === apiVersion &&
      ref.name === metadata?.name &&
      ref.namespace === namespace,
  );
}
