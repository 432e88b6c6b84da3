import { groupBy } from "../../base/collections/group-by.js";
import type { MatrixTable } from "./table.js";
import type { Row } from "../../semantics/reach/rows.js";

/** Rows of one namespace that nothing in the map tells apart. */
export interface GraphNode {
  readonly namespace: string | undefined;
  readonly rows: readonly Row[];
}

/** What one node of the drawn map sends to another one. */
export interface GraphEdge<T> {
  readonly from: GraphNode;
  readonly to: GraphNode;
  readonly content: T;
  /** Set where the way back comes to the same: one edge stands for both. */
  readonly isMutual: boolean;
}

/** A map to be drawn; the content of edges is compared by identity. */
export interface Graph<T> {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge<T>[];
}

/** A map as a graph with as few nodes and edges as say the same. */
export function graphOf<T extends object>(table: MatrixTable<T>): Graph<T> {
  const { sources, destinations, rows } = table.matrix;
  const groups = groupBy(rows, (row) => JSON.stringify([placeOf(row), table.likeness(row)]));
  const nodes = [...groups.values()].map((some) => ({ namespace: (some[0] as Row).namespace, rows: some }));
  const isSource = nodesAmong(nodes, sources);
  const isDestination = nodesAmong(nodes, destinations);
  const edges: GraphEdge<T>[] = [];
  for (const [i, from] of nodes.entries()) {
    for (const [j, to] of nodes.entries()) {
      const there = isSource.has(from) && isDestination.has(to) ? contentBetween(table, from, to) : undefined;
      if (there === undefined) continue;
      const back = isSource.has(to) && isDestination.has(from) ? contentBetween(table, to, from) : undefined;
      const isMutual = i !== j && there === back;
      if (!isMutual || i < j) edges.push({ from, to, content: there, isMutual });
    }
  }
  return { nodes, edges };
}

/** Pods stand with their namespace, nodes and outside addresses each with their kind. */
function placeOf({ namespace, kind }: Row): string {
  return namespace === undefined ? `kind ${kind}` : `namespace ${namespace}`;
}

function nodesAmong(nodes: readonly GraphNode[], rows: readonly Row[]): ReadonlySet<GraphNode> {
  const some = new Set(rows);
  return new Set(nodes.filter((node) => some.has(node.rows[0] as Row)));
}

function contentBetween<T extends object>(
  table: MatrixTable<T>,
  { rows: from }: GraphNode,
  { rows: to }: GraphNode,
): T | undefined {
  const [first] = from as [Row];
  const isAlone = from === to && from.length === 1 && !first.isSeveral;
  return isAlone ? undefined : table.content(first, to[0] as Row);
}
