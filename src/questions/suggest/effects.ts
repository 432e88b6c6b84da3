import { endAddresses } from "./ends.js";
import { changedFlows, type ChangedFlow } from "../diff/diff.js";
import { scopesOf } from "./affected.js";
import type { Amendment } from "./amendment.js";
import {
  isNoTraffic,
  NO_TRAFFIC,
  OTHER_TRAFFIC,
  subtractTraffic,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import { nodeOf } from "../../cluster/model/endpoint.js";
import type { JointEnd } from "../diff/joint-ends.js";
import type { Relation } from "../diff/node-pairs.js";
import type { JointRow } from "../diff/joint-rows.js";
import type { Profile } from "../../semantics/match/profile.js";
import type { Resolved } from "../query/resolution.js";
import type { Row } from "../../semantics/reach/rows.js";
import type { Slice } from "../diff/slices.js";
import type { Leg, Legs } from "./scene.js";
import type { Work } from "../../base/limits/work.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/** Traffic between two rows of the map. */
export interface OtherFlow {
  readonly from: Row;
  readonly to: Row;
  readonly traffic: Traffic;
}

/** The flows beside the one that was asked for whose verdicts edits change */
export interface Effects {
  /** What is allowed afterwards, or is denied no more. */
  readonly opens: readonly OtherFlow[];
  /** What is denied afterwards, or is allowed no more. */
  readonly closes: readonly OtherFlow[];
}

/** What is compared to find what edits open and close. */
export interface Compared {
  readonly before: Cluster;
  readonly after: Cluster;
  /** What was asked for. */
  readonly legs: Legs;
  readonly profile: Profile;
  /** What makes the difference. */
  readonly amendments: readonly Amendment[];
}

/**
 * Finds what else edits open and close: among all that the cluster has, and the addresses and names outside of it.
 * @param work what that may take
 * @throws {LimitReached}
 */
export function effectsOf(compared: Compared, work: Work): Effects {
  const { before, after, legs, profile, amendments } = compared;
  const { connection, name } = legs;
  const asked = name === undefined ? [connection] : [connection, name];
  const flows = { opens: new Map<string, EffectPair>(), closes: new Map<string, EffectPair>() };
  work.take(FIXED * before.workloads.reduce((sum, { members }) => sum + members.length, 0));
  const scopes = scopesOf(amendments, legs);
  for (const changed of changedFlows({ ...before, work }, { ...after, work }, profile, scopes))
    addFlow(flows, changed, asked);
  return { opens: inOrder(flows.opens), closes: inOrder(flows.closes) };
}

/** What it takes to tell a pod from the others, in steps. */
const FIXED = 100;

function addFlow(
  flows: Readonly<Record<keyof Effects, Map<string, EffectPair>>>,
  { from, to, slice }: ChangedFlow,
  legs: readonly Leg[],
): void {
  const asked = legs
    .filter((leg) => isAskedFor(from, to, slice.node, leg))
    .map((leg) => leg.traffic)
    .reduce(unionTraffic, NO_TRAFFIC);
  for (const each of turnsOf(slice)) {
    const traffic = subtractTraffic(each.traffic, asked);
    if (isNoTraffic(traffic)) continue;
    const pairs = flows[each.effect];
    const key = `${from.index} ${to.index}`;
    const known = pairs.get(key)?.traffic ?? NO_TRAFFIC;
    pairs.set(key, { from, to, traffic: unionTraffic(known, traffic) });
  }
}

/** The traffic of a slice, protocols without ports included, by what becomes of it. */
function turnsOf(slice: Slice): { readonly effect: keyof Effects; readonly traffic: Traffic }[] {
  const turns = [
    { turned: slice, traffic: slice.traffic },
    ...(slice.other === undefined ? [] : [{ turned: slice.other, traffic: OTHER_TRAFFIC }]),
  ];
  return turns.flatMap(({ turned, traffic }) => {
    const effect = effectOf(turned.before.verdict, turned.after.verdict);
    return effect === undefined ? [] : [{ effect, traffic }];
  });
}

interface EffectPair {
  readonly from: JointRow;
  readonly to: JointRow;
  readonly traffic: Traffic;
}

function effectOf(before: Verdict, after: Verdict): keyof Effects | undefined {
  if (after === "allowed" || (before === "denied" && after !== "denied")) return "opens";
  return after === "denied" || before === "allowed" ? "closes" : undefined;
}

function inOrder(pairs: ReadonlyMap<string, EffectPair>): OtherFlow[] {
  return [...pairs.values()]
    .toSorted((a, b) => outsideOf(a) - outsideOf(b) || a.from.index - b.from.index || a.to.index - b.to.index)
    .map(({ from, to, traffic }) => ({ from: from.row, to: to.row, traffic }));
}

/** What goes to or comes from outside of the cluster stands behind the rest. */
function outsideOf({ from, to }: EffectPair): number {
  return from.of.representative.type === "addresses" || to.of.representative.type === "addresses" ? 1 : 0;
}

/** True where all flows from a row to another were asked for; of those that nodes tell apart, the ones that are meant. */
function isAskedFor(from: JointRow, to: JointRow, relation: Relation | undefined, asked: Leg): boolean {
  const isPair = (source: JointEnd, destination: JointEnd): boolean =>
    isPartOf(source, from.of.toName, asked.from) && isPartOf(destination, to.of.toName, asked.to);
  if (relation === undefined) {
    const [source, destination] = [from.ends, to.ends];
    return (
      source.every((end) => isPartOf(end, from.of.toName, asked.from)) &&
      destination.every((end) => isPartOf(end, to.of.toName, asked.to))
    );
  }
  return from.ends.every((source) =>
    to.ends.every((destination) => !isRelated(source, destination, relation) || isPair(source, destination)),
  );
}

function isRelated(source: JointEnd, destination: JointEnd, relation: Relation): boolean {
  return (["before", "after"] as const).every((side) => {
    const [a, b] = [source, destination].map((end) => nodeOf(end[side].end.endpoint));
    return (a !== undefined && a === b ? "own" : "other") === relation[side];
  });
}

/** True where an end was asked for, whole. */
function isPartOf({ after }: JointEnd, toName: string | undefined, asked: Resolved): boolean {
  const { endpoint } = after.end;
  const name =
    asked.domain ?? asked.endpoints.flatMap((each) => (each.type === "domain" ? [each.name] : []))[0];
  if (toName !== undefined) return toName === name;
  // A pod is what its name leads to; to an address outside, other names may lead as well.
  if (name !== undefined && endpoint.type !== "pod") return false;
  if (endpoint.type !== "addresses") return asked.endpoints.some(({ id }) => id === endpoint.id);
  const addresses = endAddresses(asked);
  return addresses !== undefined && endpoint.addresses.subtract(addresses).isEmpty;
}
