import { AddressSet } from "../../src/base/net/address-set.js";
import { check, Mismatch } from "./run.js";
import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { endsOf } from "./questions.js";
import { explainFlow, loadSources, REFERENCE } from "../../src/index.js";
import { FAMILIES } from "../../src/base/net/address.js";
import {
  intersectTraffic,
  isNoTraffic,
  NO_TRAFFIC,
  subtractTraffic,
  trafficKey,
  unionTraffic,
  type Traffic,
} from "../../src/base/net/traffic.js";
import { isLoopback, isOfCluster, namesIn, pairsNamed, partsBetween, type Pair } from "./diff.js";
import { loadToReload } from "../../src/cluster/load/load.js";
import { optionsOf, requireAccepted, sourcesOf } from "./program.js";
import { patched } from "./patched.js";
import { Random } from "./generate/random.js";
import { reachableFamilies } from "../../src/cluster/model/endpoint.js";
import { readTraffic } from "../../src/questions/query/traffic.js";
import { smaller } from "./generate/smaller.js";
import { suggest } from "../../src/questions/suggest/suggest.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { OtherFlow } from "../../src/questions/suggest/effects.js";
import type { Row } from "../../src/semantics/reach/rows.js";
import type { Effects } from "../../src/questions/suggest/effects.js";

/** What a run has met. */
export interface Met {
  suggestions: number;
  /** Those of which it takes too much work to say what else they open and close. */
  uncounted: number;
  otherFlows: number;
  readonly kinds: Map<string, number>;
}

/** How many flows of a cluster are asked for, and how many suggestions of each are looked at. */
const FLOWS = 3;
const LOOKED_AT = 4;

const PORTS = ["80", "81", "79-81", "443", "80/udp", "81/sctp"] as const;

/** Holds that every suggestion does what it says, and nothing else than it says. */
export async function checkSuggestions(runs: number): Promise<Met> {
  const met: Met = { suggestions: 0, uncounted: 0, otherFlows: 0, kinds: new Map() };
  await check({
    name: "suggestions",
    arbitrary: scenario,
    runs,
    isSlow: true,
    part: 300,
    holds: async (made) => {
      const random = new Random(made.spelling);
      for (let i = 0; i < FLOWS; i++) {
        const flow = flowOf(made, random);
        if (flow !== undefined) await checkFlow(made, flow, met);
      }
    },
    smaller,
    show: describe,
  });
  return met;
}

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly port: string;
}

function flowOf(made: Scenario, random: Random): Asked | undefined {
  const { sources, destinations } = endsOf(made);
  const from = sources[random.below(sources.length)];
  const to = destinations[random.below(destinations.length)];
  if (from === undefined || to === undefined) return undefined;
  if (from.isPod !== true && to.isPod !== true) return undefined;
  return { from: from.text, to: to.text, port: PORTS[random.below(PORTS.length)]! };
}

async function checkFlow(made: Scenario, asked: Asked, met: Met): Promise<void> {
  const sources = sourcesOf(made);
  const options = optionsOf(made);
  const inputs = sources.map((file) => ({ type: "file" as const, file, isNamed: true }));
  const input = await loadToReload(inputs, options);
  const traffic = readTraffic(asked.port, undefined);
  if (!traffic.ok) throw new Error(asked.port);
  const { suggestions } = await suggest({
    input,
    question: {
      from: asked.from,
      to: asked.to,
      namespace: undefined,
      traffic: traffic.value,
      profile: REFERENCE,
    },
    isNameless: () => false,
    isLate: () => false,
    isWanted: () => true,
  });
  for (const suggestion of suggestions.slice(0, LOOKED_AT)) {
    const { patch, effects } = suggestion;
    if (patch === undefined) throw new Mismatch("what is wanted was not written");
    met.suggestions++;
    for (const { kind } of suggestion.amendments) met.kinds.set(kind, (met.kinds.get(kind) ?? 0) + 1);
    const title = `${asked.from} -> ${asked.to} ${asked.port}\n${patch.text}`;
    const after = await loadSources(patched(sources, patch.text), options);
    requireAccepted(after);
    const { results } = explainFlow(after, asked);
    for (const { verdict } of results)
      if (verdict !== suggestion.verdict) throw new Mismatch(`${title}\nis ${verdict} afterwards`);
    if (effects === undefined) met.uncounted++;
    else compareEffects(made, asked, [input.loaded.cluster, after.cluster], effects, title, met);
  }
}

/** What the listed flows say, against the flows of all pairs of ends one by one. */
function compareEffects(
  made: Scenario,
  asked: Asked,
  clusters: readonly [Cluster, Cluster],
  effects: Effects,
  title: string,
  met: Met,
): void {
  const { sources, destinations } = endsOf({
    ...made,
    domains: namesIn(made.objects),
    hypothetical: undefined,
  });
  const isSource = new Set(sources.map(({ text }) => text));
  const ends = [...new Set(destinations.map(({ text }) => text))].flatMap((text) =>
    pairsNamed(text, clusters),
  );
  const askedTraffic = readTraffic(asked.port, undefined);
  const [askedFrom, askedTo] = [asked.from, asked.to].map(
    (text) => new Set(pairsNamed(text, clusters).map(keyOf)),
  );
  const expected = { opens: new Map<string, Expected>(), closes: new Map<string, Expected>() };
  for (const from of ends) {
    if (!isSource.has(from.text) || from.after.endpoint.type === "domain") continue;
    for (const to of ends) {
      if (isLoopback(from, to) || !(isOfCluster(from) || isOfCluster(to))) continue;
      const isAsked = askedFrom!.has(keyOf(from)) && askedTo!.has(keyOf(to));
      const but = isAsked && askedTraffic.ok ? askedTraffic.value.ranges : NO_TRAFFIC;
      for (const [effect, traffic] of turnedBetween(clusters, from, to)) {
        const rest = subtractTraffic(traffic, but);
        if (isNoTraffic(rest)) continue;
        const listed = effects[effect].filter((flow) => isIn(from, flow.from) && isIn(to, flow.to));
        const [only] = listed;
        if (only === undefined || listed.length > 1)
          throw new Mismatch(`${title}\n${effect} ${from.text} -> ${to.text}, listed ${listed.length} times`);
        const key = String(effects[effect].indexOf(only));
        const known = expected[effect].get(key)?.traffic ?? NO_TRAFFIC;
        expected[effect].set(key, { flow: only, traffic: unionTraffic(known, rest) });
        met.otherFlows++;
      }
    }
  }
  // A node that only pods tell of has no name to be asked by.
  const isNamed = (row: Row): boolean => ends.some((end) => isIn(end, row));
  for (const effect of ["opens", "closes"] as const) {
    for (const [i, flow] of effects[effect].entries()) {
      const found = expected[effect].get(String(i))?.traffic ?? NO_TRAFFIC;
      if (!isNamed(flow.from) || !isNamed(flow.to)) continue;
      // Blocks of addresses hold more than the few that are asked for.
      if (isOutside(flow) && isNoTraffic(subtractTraffic(found, flow.traffic))) continue;
      if (trafficKey(found) !== trafficKey(flow.traffic))
        throw new Mismatch(
          `${title}\n${effect} ${flow.from.id} -> ${flow.to.id}: listed ${trafficKey(flow.traffic)}, one by one ${trafficKey(found)}`,
        );
    }
  }
}

interface Expected {
  readonly flow: OtherFlow;
  readonly traffic: Traffic;
}

function keyOf({ after: { endpoint, toName } }: Pair): string {
  const addresses = endpoint.type === "addresses" ? endpoint.addresses.key : "";
  return JSON.stringify([toName ?? "", endpoint.id, addresses]);
}

/** The traffic between two ends that opens and that closes, in any family. */
function turnedBetween(
  [before, after]: readonly [Cluster, Cluster],
  from: Pair,
  to: Pair,
): (readonly ["opens" | "closes", Traffic])[] {
  const turned = { opens: NO_TRAFFIC, closes: NO_TRAFFIC };
  for (const family of FAMILIES) {
    const isCommon = (["before", "after"] as const).every((side) =>
      [from, to].every((end) =>
        reachableFamilies(side === "before" ? before : after, end[side].endpoint).includes(family),
      ),
    );
    if (!isCommon) continue;
    for (const first of partsBetween(before, from.before, to.before, family, REFERENCE)) {
      for (const second of partsBetween(after, from.after, to.after, family, REFERENCE)) {
        const effect = EFFECTS[`${first.verdict} ${second.verdict}`];
        if (effect === undefined) continue;
        turned[effect] = unionTraffic(turned[effect], intersectTraffic(first.traffic, second.traffic));
      }
    }
  }
  return (["opens", "closes"] as const)
    .filter((effect) => !isNoTraffic(turned[effect]))
    .map((effect) => [effect, turned[effect]] as const);
}

const EFFECTS: Readonly<Record<string, "opens" | "closes">> = {
  "denied allowed": "opens",
  "undefined allowed": "opens",
  "unknown allowed": "opens",
  "denied undefined": "opens",
  "denied unknown": "opens",
  "allowed denied": "closes",
  "undefined denied": "closes",
  "unknown denied": "closes",
  "allowed undefined": "closes",
  "allowed unknown": "closes",
};

function isOutside({ from, to }: OtherFlow): boolean {
  return [from, to].some(({ kind }) => kind === "addresses" || kind === "domain");
}

/** True where an end is one of those that a line of the map stands for. */
function isIn({ after: { endpoint, toName } }: Pair, row: Row): boolean {
  if (row.kind === "domain" || toName !== undefined) return row.kind === "domain" && row.name === toName;
  switch (endpoint.type) {
    case "pod":
      if (row.kind === "addresses" || row.kind === "Node") return false;
      return endpoint.pods.length === 0
        ? row.id.split("#")[0] === endpoint.id
        : row.namespace === endpoint.namespace && endpoint.pods.every((name) => row.names.includes(name));
    case "node": {
      const own = AddressSet.ofEach(endpoint.addresses);
      const isSame = own.isEmpty ? row.addresses.isEmpty : own.meets(row.addresses);
      return row.kind === "Node" && row.names.includes(endpoint.name) && isSame;
    }
    case "addresses": {
      const { sample } = endpoint.addresses;
      return row.kind === "addresses" && sample !== undefined && row.addresses.has(sample);
    }
    case "domain":
      return false;
  }
}
