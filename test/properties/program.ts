import {
  explainFlow,
  loadSources,
  type Explanation,
  type Loaded,
  type Profile,
  type Result,
  type Source,
} from "../../src/index.js";
import { parseAddress, parseBlock, type Address } from "../../src/base/net/address.js";
import { Mismatch } from "./run.js";
import { toText } from "./generate/text.js";
import type { Atom, End } from "./questions.js";
import type { GivenFacts } from "../../src/cluster/model/cluster.js";
import type { LoadOptions } from "../../src/cluster/load/options.js";
import type { Scenario } from "./generate/scenario.js";
import type { Traffic } from "../../src/base/net/traffic.js";

/** Loads a scenario from texts, one object each. */
export async function load(scenario: Scenario): Promise<Loaded> {
  return loadSources(sourcesOf(scenario), optionsOf(scenario));
}

/** The texts of a scenario, one object each. */
export function sourcesOf({ objects, spelling, facts }: Scenario): Source[] {
  // The places of nulls are those of the newest shape.
  const origin = facts.bundle === undefined ? facts.origin : "stored";
  return objects.map((object, index) => {
    const own = spelling === 0 ? 0 : spelling + index;
    return { name: `${index}.yaml`, text: toText(object, own, origin) };
  });
}

/** How a scenario is read. */
export function optionsOf({ facts, hypothetical }: Scenario): Omit<LoadOptions, "isLate"> {
  return {
    purpose: "flows",
    namespace: "default",
    bundles: facts.bundle === undefined ? [] : [facts.bundle],
    kubernetesVersion: facts.isOldServer ? [1, 15] : [1, 36],
    isLegacy: facts.isLegacy,
    isStored: facts.origin === "stored",
    // The namespace of a pod that does not exist yet may be new.
    facts: {
      ...givenFacts(facts),
      ...(hypothetical === undefined ? {} : { newNamespaces: [hypothetical.namespace] }),
    },
  };
}

/** What is generated is what a server takes: whatever is refused would go uncompared. @throws {Mismatch} */
export function requireAccepted({ cluster, problems }: Loaded): void {
  const unread = problems.filter(({ code }) => code === "not-analysed" || code === "duplicate-key");
  if (cluster.refused.length > 0 || unread.length > 0)
    throw new Mismatch(
      `refused or not read: ${JSON.stringify(problems.map(({ code, facts }) => [code, facts]))}`,
    );
}

function givenFacts({ podCidrs, nodeCidrs, dns }: Scenario["facts"]): GivenFacts {
  const blocks = (texts: readonly string[]) => texts.map((text) => parseBlock(text)!);
  const given = { podBlocks: blocks(podCidrs), nodeBlocks: blocks(nodeCidrs) };
  if (dns === undefined) return given;
  const addresses = (texts: readonly string[]): Address[] => texts.map((text) => parseAddress(text)!);
  return { ...given, dns: new Map(Object.entries(dns).map(([name, texts]) => [name, addresses(texts)])) };
}

/** All traffic between two ends, asked for at once: every port of TCP, UDP and SCTP, and what has no ports. */
export function askAll(loaded: Loaded, from: End, to: End, profile: Profile): Result[] {
  const question = { from: from.text, to: to.text, profile };
  return [explainFlow(loaded, question), explainFlow(loaded, { ...question, protocol: "other" })].flatMap(
    ({ results }) => results,
  );
}

/** A single port, as `--port` asks for it. */
export function askOne(
  loaded: Loaded,
  from: End,
  to: End,
  profile: Profile,
  { protocol, port }: Atom,
): Explanation {
  return explainFlow(loaded, {
    from: from.text,
    to: to.text,
    profile,
    protocol: protocol.toLowerCase(),
    ...(port === undefined ? {} : { port: String(port) }),
  });
}

/** True where a set of traffic holds an atom; one that holds only some of it cuts where nothing does. */
export function holds(traffic: Traffic, atom: Atom): boolean {
  if (atom.protocol === "other") return traffic.other;
  const { port, last } = atom;
  const [first, end] = [port, last].map((each) =>
    traffic[atom.protocol].some((range) => range[0] <= each && each <= range[1]),
  );
  if (first !== end) throw new Mismatch(`${atom.protocol} ${port}-${last} is cut`);
  return first === true;
}

interface Judged {
  readonly verdict: string;
  readonly outcomes: readonly string[];
}

/** Verdict and outcomes of the connection and of both directions. */
export function verdictText({
  verdict,
  outcomes,
  egress,
  ingress,
}: Judged & { readonly egress: Judged; readonly ingress: Judged }): string {
  const text = (each: Judged): string => `${each.verdict}${each.outcomes.length > 1 ? " (either)" : ""}`;
  return `${text({ verdict, outcomes })}, egress ${text(egress)}, ingress ${text(ingress)}`;
}
