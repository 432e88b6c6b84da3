import {
  explainFlow,
  loadSources,
  type Explanation,
  type Loaded,
  type Profile,
  type Result,
} from "../../src/index.js";
import { parseAddress, parseBlock, type Address } from "../../src/net/address.js";
import { toText } from "./generate/text.js";
import type { Atom, End } from "./questions.js";
import type { GivenFacts } from "../../src/model/cluster.js";
import type { Scenario } from "./generate/scenario.js";
import type { Traffic } from "../../src/net/traffic.js";

/** Loads a scenario from texts, one object each. */
export async function load({ objects, spelling, facts }: Scenario): Promise<Loaded> {
  const sources = objects.map((object, index) => {
    const own = spelling === 0 ? 0 : spelling + index;
    return { name: `${index}.yaml`, text: toText(object, own, facts.origin) };
  });
  return loadSources(sources, {
    kubernetesVersion: facts.isOldServer ? [1, 15] : [1, 36],
    isLegacy: facts.isLegacy,
    isStored: facts.origin === "stored",
    facts: givenFacts(facts),
  });
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

/** True where a set of traffic holds an atom. */
export function holds(traffic: Traffic, { protocol, port }: Atom): boolean {
  return protocol === "other"
    ? traffic.other
    : traffic[protocol].some(([first, last]) => first <= port && port <= last);
}
