import type { Family } from "../../base/net/address.js";
import { groupBy } from "../../base/collections/group-by.js";
import { oncePer } from "../../base/collections/once-per.js";
import { nodeOf } from "../../cluster/model/endpoint.js";
import { NO_TRAFFIC, trafficKey, unionTraffic, type Traffic } from "../../base/net/traffic.js";
import type { AuditDestination, DestinationClass } from "./destinations.js";
import type { AuditedClasses } from "./audited-ends.js";
import type { AuditSource } from "./sources.js";
import type { End, EndClass } from "../../semantics/reach/classes.js";

/** A class with its destinations as classes of ends. */
export interface TargetClass {
  readonly of: DestinationClass;
  readonly targets: readonly Target[];
}

/** Destinations that nothing tells apart. */
export interface Target {
  /** Its number in the class. */
  readonly number: number;
  readonly endClass: EndClass;
  /** Over which it can be reached. */
  readonly families: readonly Family[];
  readonly destinations: readonly AuditDestination[];
  /** One of them, which stands for all. */
  readonly first: AuditDestination;
  /** The same text for the same traffic that is asked about. */
  readonly trafficKey: string;
  /** How many addresses it has. */
  readonly size: Readonly<Record<Family, number>>;
}

/** The classes of ends that a class of destinations is made of; those that are meant differently are apart. */
export function targetsOf(
  of: DestinationClass,
  { classes, classesToday }: AuditedClasses,
  destinations: ReadonlyMap<End, AuditDestination> | undefined,
): TargetClass {
  const targets = classes.flatMap((endClass): Omit<Target, "number">[] => {
    if (endClass.isOwnNode) return [];
    const own = endClass.members.flatMap((end) => destinations?.get(end) ?? []);
    const groups = groupBy(own, ({ certainty, traffic }) => `${certainty} ${trafficKey(traffic)}`);
    const { families } = classesToday[endClass.index] as EndClass;
    return [...groups.values()].map((each) => ({
      endClass,
      families,
      destinations: each,
      first: each[0] as AuditDestination,
      trafficKey: trafficKey((each[0] as AuditDestination).traffic),
      size: { IPv4: sizeOf(each, "IPv4"), IPv6: sizeOf(each, "IPv6") },
    }));
  });
  const order = new Map(of.destinations.map((each, i) => [each, i]));
  const placeOf = ({ first }: Pick<Target, "first">): number => order.get(first) ?? 0;
  const sorted = targets.toSorted((a, b) => placeOf(a) - placeOf(b));
  return { of, targets: sorted.map((each, number) => ({ ...each, number })) };
}

/** How many addresses some destinations have; what has a name, or a place in the cluster, counts as one. */
function sizeOf(destinations: readonly AuditDestination[], family: Family): number {
  return destinations.reduce((sum, { endpoint }) => {
    if (endpoint.type !== "addresses") return sum + 1;
    const runs = endpoint.addresses.runs(family);
    return runs.reduce((all, { first, last }) => all + Number(last - first + 1n), sum);
  }, 0);
}

/** What is asked about some part of a class. */
export const askedOf = oncePer(({ destinations }: DestinationClass): Traffic =>
  destinations.reduce((all, { traffic }) => unionTraffic(all, traffic), NO_TRAFFIC),
);

/** True for an end that may have any address. */
export function isUnplaced(certainty: AuditDestination["certainty"]): boolean {
  return certainty === "guess" || certainty === "name" || isLaterNode({ certainty });
}

/** True for a node that does not exist yet. */
export function isLaterNode({ certainty }: Pick<AuditDestination, "certainty">): boolean {
  return certainty === "later-node" || certainty === "control-plane-node";
}

/** True for a node that does not exist yet among others that do. */
export function isLaterAmong(
  { first }: Pick<Target, "first">,
  targets: readonly Pick<Target, "first">[],
): boolean {
  return isLaterNode(first) && targets.some((each) => each.first.certainty === "settled");
}

/** The nodes that a target stands for. */
export const nodesOf = oncePer(({ destinations }: Target): readonly string[] => [
  ...new Set(destinations.flatMap(({ endpoint }) => nodeOf(endpoint) ?? [])),
]);

const nodesAmong = oncePer((target: Target): ReadonlySet<string> => new Set(nodesOf(target)));

/** True where a pod may be on one of the nodes that a target stands for. */
export function isOnOneOf(target: Target, nodes: ReadonlySet<string> | "unknown"): boolean {
  if (target.endClass.asOwnNode === undefined) return false;
  if (nodes === "unknown") return true;
  // Pods of one row are on few of the nodes.
  const own = nodesAmong(target);
  for (const node of nodes) if (own.has(node)) return true;
  return false;
}

/** True for a pod as its own destination: it reaches itself whatever policies say. */
export function isSentToItself(source: AuditSource, { destinations }: Target): boolean {
  if (source.type === "new" || source.row.isSeveral) return false;
  const own = new Set(source.row.names);
  return destinations.every(
    ({ endpoint }) =>
      endpoint.type === "pod" &&
      (own.size === 0 ? endpoint.id === source.row.id : endpoint.pods.some((name) => own.has(name))) &&
      endpoint.namespace === source.row.namespace,
  );
}

/** True for targets that are every part of a class. */
export function isWholeClass({ targets }: TargetClass, some: readonly Target[]): boolean {
  return some.length === targets.length;
}

/** Equal texts for the same targets of a class. */
export function targetsKey(targets: readonly Target[]): string {
  if (targets.length < MANY_TARGETS) return joinedNumbers(targets);
  let key = KEYS.get(targets);
  if (key === undefined) KEYS.set(targets, (key = joinedNumbers(targets)));
  return key;
}

/** The texts of as many are kept: they are long, and each is asked for several times. */
const MANY_TARGETS = 8;

const KEYS = new WeakMap<readonly Target[], string>();

function joinedNumbers(targets: readonly Target[]): string {
  return targets.map((each) => each.number).join();
}

/** The targets of some lists, each once and in their order. */
export function targetsTogether(lists: readonly (readonly Target[])[]): readonly Target[] {
  const byNumber: Target[] = [];
  for (const list of lists) for (const each of list) byNumber[each.number] = each;
  return Object.values(byNumber);
}
