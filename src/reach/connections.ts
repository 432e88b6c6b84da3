import { FAMILIES, type Family } from "../net/address.js";
import type { Entry } from "../evaluate/entry.js";
import type { Part } from "../evaluate/evaluate.js";
import type { ClassFlow, Reach } from "./reach.js";
import type { EndClass } from "./classes.js";
import type { Row } from "./rows.js";

/** All traffic from one row to another, for the pairs of its members that are alike. */
export interface Connection {
  readonly from: Row;
  readonly to: Row;
  /** Set where the families that both have come to different things. */
  readonly family: Family | undefined;
  /** Set where it matters whether a pod is on the node that is the other end, or that the other end is on (S-NODE-L4). */
  readonly node: "own" | "other" | undefined;
  readonly flow: ClassFlow;
}

/** True for two rows of which some end can send something to the other that policies have a say in. */
export function isPair(from: Row, to: Row): boolean {
  if (from === to && !from.isSeveral) return false;
  if (from.of.toName !== undefined || from.of.representative.type === "domain") return false;
  return isOfCluster(from) || isOfCluster(to);
}

/** Traffic between two ends outside of the cluster is nobody's. */
function isOfCluster({ of }: Row): boolean {
  return of.representative.type === "pod" || of.representative.type === "node";
}

/** What all traffic from one row to another comes to: one answer, or one for each family and node relation that differs. */
export function connectionsBetween(reach: Reach, from: Row, to: Row): Connection[] {
  const families = from.of.families.filter((family) => to.of.families.includes(family));
  const relations = relationsOf(from, to);
  const all = families.flatMap((family) =>
    relations.map((node): Connection => {
      const index = (of: EndClass): number => (node === "own" ? (of.asOwnNode ?? of.index) : of.index);
      return { from, to, family, node, flow: reach.flow(index(from.of), index(to.of), family) };
    }),
  );
  const [first] = all;
  if (first === undefined) return [];
  if (all.every(({ flow }) => isSame(flow, first.flow)))
    return [{ ...first, family: undefined, node: undefined }];
  const sameInFamilies = FAMILIES.every((family) =>
    all
      .filter((each) => each.family === family)
      .every(({ flow }, _i, [one]) => one !== undefined && isSame(flow, one.flow)),
  );
  if (sameInFamilies) {
    return families.flatMap((family) => {
      const one = all.find((each) => each.family === family);
      return one === undefined ? [] : [{ ...one, node: undefined }];
    });
  }
  const sameInRelations = relations.every((node) =>
    all
      .filter((each) => each.node === node)
      .every(({ flow }, _i, [one]) => one !== undefined && isSame(flow, one.flow)),
  );
  if (!sameInRelations) return all;
  return relations.flatMap((node) => {
    const one = all.find((each) => each.node === node);
    return one === undefined ? [] : [{ ...one, family: undefined }];
  });
}

/** Flows are judged once per pair of shapes: those that come to the same are mostly the same list. */
function isSame(a: ClassFlow, b: ClassFlow): boolean {
  return a.parts === b.parts;
}

/** Whether a pod of one row can be on a node of the other one, and on another one. */
function relationsOf(from: Row, to: Row): ("own" | "other")[] {
  const [a, b] = [from.nodes, to.nodes];
  const hasNode = from.of.asOwnNode !== undefined || to.of.asOwnNode !== undefined;
  if (!hasNode || a === "unknown" || b === "unknown") return ["other"];
  const common = [...a].some((each) => b.has(each));
  if (!common) return ["other"];
  return a.size === 1 && b.size === 1 ? ["own"] : ["own", "other"];
}

/** The entries that decided a part of a flow, per direction: rules, isolation, default; several where it is not definite. */
export function decidersOf(
  { egress, ingress }: ClassFlow,
  part: Part,
): {
  readonly egress: readonly Entry[];
  readonly ingress: readonly Entry[];
} {
  return {
    egress: entriesOf(egress, part.egress.leaves),
    ingress: entriesOf(ingress, part.ingress.leaves),
  };
}

/** A part's leaves are those of the shape; the cell has its own at the same places. */
function entriesOf(cell: ClassFlow["egress"], leaves: Part["egress"]["leaves"]): Entry[] {
  const found = new Set(leaves.map((leaf) => (cell.leaves[cell.shape.leaves.indexOf(leaf)] ?? leaf).by));
  return [...found];
}
