import { compareTexts } from "../../base/collections/compare-texts.js";
import { groupBy } from "../../base/collections/group-by.js";
import { nodeOf } from "../../cluster/model/endpoint.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { End, EndClass } from "../../semantics/reach/classes.js";
import type { Reach } from "../../semantics/reach/reach.js";

/** An end with its class in one of two clusters. */
export interface PlacedEnd {
  readonly end: End;
  readonly of: EndClass;
}

/** An end that stands in both clusters. */
export interface JointEnd {
  readonly before: PlacedEnd;
  readonly after: PlacedEnd;
  /** The workload of a pod, as it stands after. */
  readonly workload: Workload | undefined;
  /** True for a pod that stands for another one of its workload, which had another name. */
  readonly isReplaced: boolean;
  /** The node that it was on, or was; of what cannot have moved, for it is a new pod or in another cluster, the one of now. */
  readonly nodeBefore: string | undefined;
}

/** Pods of a workload, or a node, that only one of two clusters has. */
export interface SingleEnd {
  readonly workload: Workload | undefined;
  readonly ends: readonly PlacedEnd[];
}

/** The ends of two clusters side by side: those that both have, and those that one has alone. */
export interface MatchedEnds {
  readonly joint: readonly JointEnd[];
  readonly removed: readonly SingleEnd[];
  readonly added: readonly SingleEnd[];
}

/**
 * Finds the ends of two clusters that are the same, by their names. Pods whose workload stands in both while their names
 * do not are compared with the pods that they replace; what is neither joint nor replaced is in one of the two only. A workload
 * that only one of them has is both there and compared with the one that it replaces: who renames it opens nothing unseen.
 */
export function matchEnds(before: Reach, after: Reach): MatchedEnds {
  const [first, second] = [endsIn(before), endsIn(after)];
  const areElsewhere = areOtherNodes(first, second);
  const joint: JointEnd[] = [];
  const gone = [...first.pods].flatMap(([id, pods]) => (second.pods.has(id) ? [] : [pods]));
  const fresh = [...second.pods].flatMap(([id, pods]) => (first.pods.has(id) ? [] : [pods]));
  const removed: SingleEnd[] = [...gone];
  const added: SingleEnd[] = [...fresh];
  for (const [id, pods] of first.pods) {
    const others = second.pods.get(id);
    if (others !== undefined) {
      const matched = matchPods(pods.ends, others, areElsewhere);
      joint.push(...matched.joint);
      if (matched.removed.length > 0) removed.push({ ...pods, ends: matched.removed });
      if (matched.added.length > 0) added.push({ ...others, ends: matched.added });
    }
  }
  for (const [, pairs] of groupBy(replacedWorkloads(gone, fresh), ([, after]) => after)) {
    const [[, { ends, workload }]] = pairs;
    joint.push(
      ...replacements(
        pairs.flatMap(([before]) => before.ends),
        ends,
        workload,
      ),
    );
  }
  for (const [key, end] of first.others) {
    const other = second.others.get(key);
    if (other !== undefined) joint.push({ ...stayed(end, other), workload: undefined });
  }
  removed.push(...nodesWithout(first, second));
  added.push(...nodesWithout(second, first));
  return { joint, removed, added };
}

/** True for two clusters that have no node in common: their pods have not moved, they are others. */
function areOtherNodes(before: EndsOfCluster, after: EndsOfCluster): boolean {
  const [first, second] = [nodesIn(before), nodesIn(after)];
  return first.size > 0 && second.size > 0 && [...first].every((name) => !second.has(name));
}

function nodesIn({ pods, others }: EndsOfCluster): ReadonlySet<string> {
  const ends = [...[...pods.values()].flatMap((each) => each.ends), ...others.values()];
  return new Set(ends.flatMap(({ end }) => nodeOf(end.endpoint) ?? []));
}

/** An end of one name in both. */
function stayed(before: PlacedEnd, after: PlacedEnd): Omit<JointEnd, "workload"> {
  return { before, after, isReplaced: false, nodeBefore: nodeOf(before.end.endpoint) };
}

/**
 * Nodes of a cluster that another one does not have. That addresses and names come and go is no news: they are what is
 * left outside of a cluster.
 */
function nodesWithout(own: EndsOfCluster, other: EndsOfCluster): SingleEnd[] {
  const ids = new Set([...other.others.values()].filter(isNode).map(({ end }) => end.endpoint.id));
  const single = [...own.others.values()].filter((each) => isNode(each) && !ids.has(each.end.endpoint.id));
  const nodes = groupBy(single, ({ end }) => end.endpoint.id).values();
  return [...nodes].map((ends) => ({ workload: undefined, ends }));
}

function isNode({ end }: PlacedEnd): boolean {
  return end.endpoint.type === "node" && end.toName === undefined;
}

/** The pods of a workload. */
interface WorkloadEnds extends SingleEnd {
  readonly workload: Workload;
}

interface EndsOfCluster {
  readonly pods: ReadonlyMap<string, WorkloadEnds>;
  readonly others: ReadonlyMap<string, PlacedEnd>;
}

function endsIn({ cluster, classes }: Reach): EndsOfCluster {
  const placed = classes
    .filter(({ isOwnNode }) => !isOwnNode)
    .flatMap((of) => of.members.map((end): PlacedEnd => ({ end, of })));
  const [pods, others] = [placed.filter(isPod), placed.filter((each) => !isPod(each))];
  const byPod = new Map(pods.map((each) => [each.end.endpoint.id, each]));
  return {
    pods: new Map(cluster.workloads.map((workload) => [workload.id, endsOfWorkload(workload, byPod)])),
    others: new Map(others.map((each) => [keyOf(each), each])),
  };
}

function isPod({ end }: PlacedEnd): boolean {
  return end.endpoint.type === "pod" && end.toName === undefined;
}

function endsOfWorkload(
  workload: Cluster["workloads"][number],
  byPod: ReadonlyMap<string, PlacedEnd>,
): WorkloadEnds {
  return { workload, ends: workload.members.flatMap(({ id }) => byPod.get(id) ?? []) };
}

/** Names an end that is no pod, in both clusters alike. */
function keyOf({ end: { endpoint, toName }, of }: PlacedEnd): string {
  const name = toName ?? null;
  if (endpoint.type === "addresses" || endpoint.type === "domain") return JSON.stringify([name, of.key]);
  const addresses = (endpoint.addresses ?? []).map(({ family, value }) => `${family} ${value}`);
  return JSON.stringify([name, endpoint.id, ...addresses]);
}

/**
 * The pods of a workload that stands in both clusters.
 * @param areElsewhere true where the clusters have other nodes
 */
function matchPods(
  before: readonly PlacedEnd[],
  { workload, ends: after }: WorkloadEnds,
  areElsewhere: boolean,
): { readonly joint: JointEnd[]; readonly removed: PlacedEnd[]; readonly added: PlacedEnd[] } {
  const idOf = ({ end }: PlacedEnd): string => end.endpoint.id;
  const byId = new Map(after.map((each) => [idOf(each), each]));
  const ids = new Set(before.map(idOf));
  const joint = before.flatMap((each): JointEnd[] => {
    const same = byId.get(idOf(each));
    if (same === undefined) return [];
    const nodes = areElsewhere ? { nodeBefore: nodeOf(same.end.endpoint) } : {};
    return [{ ...stayed(each, same), ...nodes, workload }];
  });
  const gone = before.filter((each) => !byId.has(idOf(each)));
  const fresh = after.filter((each) => !ids.has(idOf(each)));
  if (gone.length === 0 || fresh.length === 0) {
    // One more or one less of the same kind is no news.
    const seen = new Set(joint.flatMap((each) => [each.before.of, each.after.of]));
    const isNews = ({ of }: PlacedEnd): boolean => !seen.has(of);
    return { joint, removed: gone.filter(isNews), added: fresh.filter(isNews) };
  }
  return { joint: [...joint, ...replacements(gone, fresh, workload)], removed: [], added: [] };
}

/** Each new pod stands for each kind of those that are gone. */
function replacements(
  gone: readonly PlacedEnd[],
  fresh: readonly PlacedEnd[],
  workload: Workload,
): readonly JointEnd[] {
  const kinds = [...groupBy(gone, ({ of }) => of).values()].map(([first]) => first);
  return fresh.flatMap((after) => {
    const nodeBefore = nodeOf(after.end.endpoint);
    return kinds.map((before): JointEnd => ({ before, after, workload, isReplaced: true, nodeBefore }));
  });
}

/**
 * Workloads that are gone, each with a new one that stands for it: of one name in a namespace, whatever their kinds; of those
 * without such a one, each two whose pods have the same labels.
 */
function replacedWorkloads(
  gone: readonly WorkloadEnds[],
  fresh: readonly WorkloadEnds[],
): readonly WorkloadPair[] {
  const named = pairsBy(gone, fresh, ({ name }) => name);
  const paired = new Set(named.flat());
  const isLeft = (each: WorkloadEnds): boolean => !paired.has(each);
  return [...named, ...pairsBy(gone.filter(isLeft), fresh.filter(isLeft), labelsOf)];
}

type WorkloadPair = readonly [before: WorkloadEnds, after: WorkloadEnds];

/** Each two of one namespace that a key says to be one. */
function pairsBy(
  gone: readonly WorkloadEnds[],
  fresh: readonly WorkloadEnds[],
  keyOfWorkload: (workload: Workload) => string,
): WorkloadPair[] {
  const key = ({ workload }: WorkloadEnds): string => `${workload.namespace} ${keyOfWorkload(workload)}`;
  const before = groupBy(gone, key);
  return fresh.flatMap((after) => (before.get(key(after)) ?? []).map((each): WorkloadPair => [each, after]));
}

/** What selectors see of a workload's pods. */
function labelsOf({ members }: Workload): string {
  const texts = members.map(({ labels }) =>
    JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => compareTexts(a, b))),
  );
  return [...new Set(texts)].toSorted(compareTexts).join(" ");
}
