import { groupBy } from "../../base/collections/group-by.js";
import { nodeRelations, type EndNodes, type NodeRelation } from "./node-relations.js";
import type { Family } from "../../base/net/address.js";
import type { Decider } from "../evaluate/decider.js";
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
  /** True where one end of all flows that it stands for is the other's own node, or on its network. */
  readonly isOwnNode: boolean;
  readonly flow: ClassFlow;
  /** All flows that it stands for, the one above among them: other rules may decide them. */
  readonly flows: readonly ClassFlow[];
}

/** True for two rows of which some end can send something to the other that policies have a say in. */
export function isPair(from: Row, to: Row): boolean {
  if (from === to && !from.isSeveral) return false;
  return isPairOfClasses(from.endClass, to.endClass);
}

/** The same for two classes, whatever members they have. */
export function isPairOfClasses(from: EndClass, to: EndClass): boolean {
  if (from.toName !== undefined || from.representative.type === "domain") return false;
  return isOfCluster(from) || isOfCluster(to);
}

/** Traffic between two ends outside of the cluster is nobody's. */
function isOfCluster({ representative }: EndClass): boolean {
  return representative.type === "pod" || representative.type === "node";
}

/**
 * What all traffic from one row to another comes to: one answer, or one for each family and node relation that differs.
 * @param isSame says which flows are one answer; by default those that come to the same for the same reasons
 */
export function connectionsBetween(
  reach: Reach,
  from: Row,
  to: Row,
  isSame: (a: ClassFlow, b: ClassFlow) => boolean = haveSameParts,
): Connection[] {
  const families = commonFamilies(from.endClass, to.endClass);
  const relations = relationsOf(from, to);
  const [family] = families;
  if (family === undefined) return [];
  if (families.length === 1 && relations.length === 1)
    return [onlyConnection(reach, from, to, family, relations[0] ?? "other")];
  const all = families.flatMap((each) =>
    relations.map((node): RelatedFlow => {
      return { family: each, node, flow: flowOf(reach, from, to, each, node) };
    }),
  );
  const [first] = all;
  if (first === undefined) return [];
  const areSame = (some: readonly RelatedFlow[]): boolean =>
    some.every(({ flow }, _i, [one]) => one !== undefined && isSame(flow, one.flow));
  const connection = (
    some: readonly RelatedFlow[],
    { flow }: RelatedFlow,
    { family, node }: Partial<RelatedFlow>,
  ): Connection => {
    const isOwnNode = some.every((each) => each.node === "own");
    return { from, to, family, node, isOwnNode, flow, flows: some.map((each) => each.flow) };
  };
  if (areSame(all)) return [connection(all, first, {})];
  const byFamily = groupBy(all, ({ family }) => family);
  if ([...byFamily.values()].every(areSame))
    return [...byFamily].map(([family, some]) => connection(some, some[0] ?? first, { family }));
  const byNode = groupBy(all, ({ node }) => node);
  if ([...byNode.values()].every(areSame))
    return [...byNode].map(([node, some]) => connection(some, some[0] ?? first, { node }));
  return all.map((each) => connection([each], each, each));
}

/** A flow between two classes over one family, for pods that are or are not on the node of the other end. */
interface RelatedFlow {
  readonly family: Family;
  readonly node: NodeRelation;
  readonly flow: ClassFlow;
}

/** What most pairs have: one family, and no node that matters. */
function onlyConnection(
  reach: Reach,
  from: Row,
  to: Row,
  family: Family,
  node: RelatedFlow["node"],
): Connection {
  const flow = flowOf(reach, from, to, family, node);
  return { from, to, family: undefined, node: undefined, isOwnNode: node === "own", flow, flows: [flow] };
}

function flowOf(
  reach: Reach,
  { endClass: a }: Row,
  { endClass: b }: Row,
  family: Family,
  node: RelatedFlow["node"],
): ClassFlow {
  return node === "own"
    ? reach.flow(a.asOwnNode ?? a.index, b.asOwnNode ?? b.index, family)
    : reach.flow(a.index, b.index, family);
}

/** The families over which two classes can talk. */
function commonFamilies({ families: a }: EndClass, { families: b }: EndClass): readonly Family[] {
  if (a.length === 1 && b.length === 1) return a[0] === b[0] ? a : [];
  return a.filter((family) => b.includes(family));
}

/** Flows are judged once per pair of shapes: those that come to the same are mostly the same list. */
function haveSameParts(a: ClassFlow, b: ClassFlow): boolean {
  return a.parts === b.parts;
}

/** Whether a pod of one row can be on a node of the other one, and on another one. */
function relationsOf(from: Row, to: Row): readonly NodeRelation[] {
  return nodeRelations(nodesIn(from), nodesIn(to));
}

function nodesIn({ nodes, endClass }: Row): EndNodes<string> {
  return { nodes, hasOwn: endClass.asOwnNode !== undefined };
}

/** The entries that decided a part of a flow, per direction: rules, isolation, default; several where it is not definite. */
export function decidersOf(
  { egress, ingress }: ClassFlow,
  part: Part,
): {
  readonly egress: readonly Decider[];
  readonly ingress: readonly Decider[];
} {
  return {
    egress: decidersIn(egress, part.egress.leaves),
    ingress: decidersIn(ingress, part.ingress.leaves),
  };
}

/** The entries that decided some leaves of a part: those are of the shape, and the cell has its own at the same places. */
export function decidersIn(cell: ClassFlow["egress"], leaves: Part["egress"]["leaves"]): Decider[] {
  const found = new Set(leaves.map((leaf) => (cell.leaves[cell.shape.leaves.indexOf(leaf)] ?? leaf).by));
  return [...found];
}
