import { qualifiedName, typedPath } from "../../../cluster/model/object-ref.js";
import { BitSet } from "../../../base/collections/bit-set.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { isHostPod } from "../../../semantics/match/party.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { reachOf, type Reach } from "../../../semantics/reach/reach.js";
import { rowsOf, type Row } from "../../../semantics/reach/rows.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { Concerned } from "../../../cluster/problems/exposure.js";
import type { EndClass } from "../../../semantics/reach/classes.js";

/** Pods that policies can select and do not tell apart, with the workloads that they belong to. */
export interface SubjectRows {
  readonly of: EndClass;
  readonly rows: readonly [Row, ...Row[]];
}

/** All flows of a cluster as rules ask about them. */
export interface Flows {
  readonly reach: Reach;
  /** The lines of the map, by the number of their class. */
  readonly rows: ReadonlyMap<number, readonly [Row, ...Row[]]>;
  readonly subjects: readonly SubjectRows[];
  /** The numbers of the subjects' classes. */
  readonly pods: BitSet;
  /** The workloads by their ids. */
  readonly workloads: ReadonlyMap<string, Workload>;
}

/** The flows of a cluster, put together once. */
export const flowsOf = oncePer((cluster: Cluster): Flows => {
  const reach = reachOf(cluster);
  const rows = groupBy(rowsOf(cluster, reach.classes), ({ endClass }) => endClass.index);
  const subjects = reach.classes.flatMap((of): SubjectRows[] => {
    const { representative, toName, isOwnNode, index } = of;
    if (representative.type !== "pod" || isHostPod(representative)) return [];
    if (toName !== undefined || isOwnNode) return [];
    const own = rows.get(index);
    return own === undefined ? [] : [{ of, rows: own }];
  });
  const indexes = subjects.map(({ of }) => of.index);
  const pods = BitSet.of(reach.classes.length, indexes);
  const workloads = new Map(cluster.workloads.map((workload) => [workload.id, workload]));
  return { reach, rows, subjects, pods, workloads };
});

/** The workload that a line of the map is about, as `ns/kind/name`: parts of one workload have the same. */
export function workloadId(row: Row): string {
  return typedPath(row);
}

/** A line of the map that stands for an end; undefined where there is none. */
export function rowOf({ rows }: Pick<Flows, "rows">, end: EndClass | undefined): Row | undefined {
  return end === undefined ? undefined : rows.get(end.index)?.[0];
}

/** Pods without those of some of their workloads; undefined where none is left. */
export function withoutWorkloads(
  { of, rows }: SubjectRows,
  ids: ReadonlySet<string>,
): SubjectRows | undefined {
  const [first, ...others] = rows.filter((row) => !ids.has(workloadId(row)));
  return first === undefined ? undefined : { of, rows: [first, ...others] };
}

/** How many workloads some rows are about, and one of them. @throws where there are none */
export function concernedBy(rows: readonly Row[]): Concerned {
  const [first] = rows;
  if (first === undefined) throw new Error("invariant: a finding is about some workload");
  const count = new Set(rows.map(workloadId)).size;
  return { first: qualifiedName(first), count };
}
