import { compareTexts } from "../../base/collections/compare-texts.js";
import { areSeveral, podRow, rowsOfOthers, type Row } from "../../semantics/reach/rows.js";
import { groupBy } from "../../base/collections/group-by.js";
import { isPair } from "../../semantics/reach/connections.js";
import { nodeOf } from "../../cluster/model/endpoint.js";
import type { JointClass } from "./joint-classes.js";
import { oncePer } from "../../base/collections/once-per.js";
import { NodePairs, ON_OTHER_NODES, type Relation } from "./node-pairs.js";
import type { AddressClasses } from "../../semantics/reach/address-classes.js";
import type { AddressSet } from "../../base/net/address-set.js";
import type { JointEnd } from "./joint-ends.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";

/** A workload, or the part of one that is alike in both clusters; nodes, addresses, a name. */
export interface JointRow {
  /** Its number in the list of rows. */
  readonly index: number;
  readonly of: JointClass;
  readonly ends: readonly JointEnd[];
  /** As it stands after. */
  readonly row: Row;
  /** Those that it is about: of addresses outside of the cluster also what some pod has of the block. */
  readonly addresses: AddressSet;
  /** True where it stands for two pods or more before and after. */
  readonly isSeveral: boolean;
}

/** The rows of some classes, by their ids. @param blocks what addresses outside of the cluster are cut into */
export function jointRowsOf(classes: readonly JointClass[], blocks: AddressClasses): JointRow[] {
  const parts = new Map<string, number>();
  for (const of of classes)
    for (const id of new Set(of.ends.flatMap(({ workload }) => workload?.id ?? [])))
      parts.set(id, (parts.get(id) ?? 0) + 1);
  const numbered = new Map<string, number>();
  const rows = classes.flatMap((of) =>
    [...groupBy(of.ends, rowKey).values()].map((ends): Omit<JointRow, "index"> => {
      const id = ends[0]?.workload?.id ?? "";
      const part = (numbered.get(id) ?? 0) + 1;
      numbered.set(id, part);
      const row = rowOf(of, ends, parts.get(id) === 1 ? undefined : part);
      return { ...row, addresses: wholeBlock(row, blocks) };
    }),
  );
  return rows.toSorted((a, b) => compareTexts(a.row.id, b.row.id)).map((each, index) => ({ ...each, index }));
}

function wholeBlock({ of, row }: Unnumbered, blocks: AddressClasses): AddressSet {
  if (of.representative.type !== "addresses" || of.toName !== undefined) return row.addresses;
  const { sample } = row.addresses;
  if (sample === undefined) return row.addresses;
  return blocks.of(sample.family).find((block) => block.has(sample)) ?? row.addresses;
}

/** Nodes that are alike are one row. */
function rowKey({ workload, after: { end, of } }: JointEnd): unknown {
  if (workload !== undefined) return workload.id;
  return end.endpoint.type === "node" && end.toName === undefined ? of : end;
}

type Unnumbered = Omit<JointRow, "index" | "addresses">;

function rowOf(of: JointClass, ends: readonly JointEnd[], part: number | undefined): Unnumbered {
  const workload = ends[0]?.workload;
  if (workload === undefined) {
    const [row] = rowsOfOthers(
      of,
      ends.map(({ after }) => after.end),
    );
    if (row === undefined) throw new Error("invariant: what is no pod is a row");
    return { of, ends, row, isSeveral: row.isSeveral };
  }
  const pods = ends.map(({ after }) => after.end.endpoint as PodEndpoint);
  const podsBefore = new Set(ends.map(({ before }) => before.end.endpoint as PodEndpoint));
  const row = podRow(of, [...new Set(pods)], { workload, part });
  // Pods that replace others are as many as they are, of which one stands for all.
  const isReplaced = ends.some((each) => each.isReplaced);
  return { of, ends, row, isSeveral: row.isSeveral && (isReplaced || areSeveral([...podsBefore])) };
}

/** Made where they are asked for: of most rows they make no difference. */
const nodePairsOf = oncePer(({ ends }: JointRow) => new NodePairs(ends.map(nodesOf)));

function nodesOf({ nodeBefore, after }: JointEnd): readonly [string | undefined, string | undefined] {
  return [nodeBefore, nodeOf(after.end.endpoint)];
}

/** True for two rows of which some end can send something to the other, before and after. */
export function isJointPair(from: JointRow, to: JointRow): boolean {
  if (from.index === to.index && !from.isSeveral) return false;
  return isPair(from.row, to.row) && !isLoopback(from, to);
}

/** A name may stand for the pod that asks for it. */
function isLoopback(from: JointRow, to: JointRow): boolean {
  if (to.of.toName === undefined || from.ends.length > 1) return false;
  return from.ends[0]?.after.end.endpoint.id === to.of.representative.id;
}

/** Each way in which an end of a row can stand to one of another row, where nodes make a difference at all. */
export function relationsBetween(from: JointRow, to: JointRow): readonly Relation[] {
  return hasNode(from.of) || hasNode(to.of)
    ? nodePairsOf(from).relationsTo(nodePairsOf(to))
    : [ON_OTHER_NODES];
}

/** True where being on the same node makes a difference. */
export function hasNode({ before, after }: JointClass): boolean {
  return before.asOwnNode !== undefined || after.asOwnNode !== undefined;
}
