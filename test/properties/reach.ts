import { check, Mismatch } from "./run.js";
import { classIndex, type Ends } from "./reach-ends.js";
import { endsOf } from "./questions.js";
import { evaluate, type Part } from "../../src/evaluate/evaluate.js";
import { load, requireAccepted } from "./program.js";
import {
  ALL_TRAFFIC,
  intersectTraffic,
  isNoTraffic,
  PROTOCOLS,
  type Traffic,
} from "../../src/net/traffic.js";
import { Reach } from "../../src/reach/reach.js";
import { REFERENCE, STRICT, type Profile } from "../../src/index.js";
import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { smaller } from "./generate/smaller.js";
import type { Cluster } from "../../src/model/cluster.js";
import type { End } from "../../src/reach/classes.js";
import type { Family } from "../../src/net/address.js";

/** What a run has compared. */
export interface Compared {
  clusters: number;
  flows: number;
  readonly verdicts: Map<string, number>;
}

/**
 * Holds the map of all flows equal to the evaluation of each one, for every pair of ends of generated clusters and all of
 * their traffic.
 */
export async function checkReach(part: number, runs: number): Promise<Compared> {
  const compared: Compared = { clusters: 0, flows: 0, verdicts: new Map() };
  await check({
    name: `map of all flows, part ${part}`,
    arbitrary: scenario,
    runs,
    part: part + 100,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      compared.clusters++;
      for (const profile of [REFERENCE, STRICT]) compareAll(made, loaded.cluster, profile, compared);
    },
    smaller,
    show: describe,
  });
  return compared;
}

function compareAll(made: Scenario, cluster: Cluster, profile: Profile, compared: Compared): void {
  const ends = classIndex(made, cluster, endsOf(made));
  const reach = new Reach(cluster, profile, [...ends.all]);
  const classOf = new Map<End, number>();
  for (const { index, members, isOwnNode } of reach.classes)
    if (!isOwnNode) for (const member of members) classOf.set(member, index);
  for (const from of ends.sources) for (const to of ends.all) compareEnds(reach, classOf, from, to, compared);
}

function compareEnds(
  reach: Reach,
  classOf: ReadonlyMap<End, number>,
  from: End,
  to: End,
  compared: Compared,
): void {
  const [a, b] = [from.endpoint, to.endpoint];
  if (a.type === "pod" && b.type === "pod" && a.id === b.id && (a.replicas === 1 || a.pods.length > 0))
    return;
  if (a.type === "domain") return;
  const [source, destination] = [from, to].map((end) => reach.classes[classOf.get(end)!]!);
  const families = source!.families.filter((family) => destination!.families.includes(family));
  const isOwn = onNode(from) !== undefined && onNode(from) === onNode(to);
  for (const family of families) {
    const index = (each: typeof source): number => (isOwn ? (each!.asOwnNode ?? each!.index) : each!.index);
    const { parts } = reach.flow(index(source), index(destination), family);
    const flow = { from: a, to: b, family, traffic: ALL_TRAFFIC };
    const decision = evaluate(
      reach.cluster,
      to.toName === undefined ? flow : { ...flow, toName: to.toName },
      reach.profile,
    );
    compareParts(`${a.id} -> ${b.id} ${family} ${reach.profile.name}`, decision.parts, parts);
    compared.flows++;
    for (const { verdict } of parts)
      compared.verdicts.set(verdict, (compared.verdicts.get(verdict) ?? 0) + 1);
  }
}

/** The node that an end is or is on. */
function onNode({ endpoint }: End): string | undefined {
  if (endpoint.type === "node") return endpoint.name;
  return endpoint.type === "pod" ? endpoint.node : undefined;
}

function compareParts(flow: string, expected: readonly Part[], found: readonly Part[]): void {
  for (const one of expected) {
    for (const other of found) {
      const common = intersectTraffic(one.traffic, other.traffic);
      if (isNoTraffic(common) || partText(one) === partText(other)) continue;
      if (!one.isExact || !other.isExact) continue;
      throw new Mismatch(
        `${flow} ${trafficText(common)}\n  one by one: ${partText(one)}\n  the map:    ${partText(other)}`,
      );
    }
  }
}

function partText({ verdict, outcomes, egress, ingress, reasons }: Part): string {
  const codes = [...new Set(reasons.map(({ code }) => code))].toSorted();
  return `${verdict} ${outcomes.join("|")}, egress ${egress.verdict}, ingress ${ingress.verdict} ${codes.join()}`;
}

function trafficText(traffic: Traffic): string {
  return JSON.stringify(
    PROTOCOLS.map((protocol) => traffic[protocol]).concat([[traffic.other ? [1, 1] : [0, 0]]]),
  );
}

export type { Ends, Family };
