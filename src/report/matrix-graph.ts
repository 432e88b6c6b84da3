import { defuse, encode } from "./encode.js";
import { graphOf, type Graph, type GraphNode } from "../questions/matrix/graph.js";
import { RowNames } from "./matrix-words.js";
import { wordedTable } from "./matrix-table.js";
import type { MatrixReport } from "./matrix-report.js";
import type { PairContent } from "./matrix-words.js";

/** A map that is drawn: nodes by where they stand, each with a name of ours and a label. */
export interface DrawnGraph {
  readonly clusters: readonly DrawnCluster[];
  readonly edges: readonly DrawnEdge[];
}

/** The nodes of a namespace, which Graphviz and Mermaid frame. */
export interface DrawnCluster {
  /** The namespace; undefined for what is in none. Like all labels, it is encoded. */
  readonly label: string | undefined;
  readonly nodes: readonly { readonly id: string; readonly label: string }[];
}

/** An arrow between two nodes, by their ids in the drawing. */
export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly isMutual: boolean;
  /** False where all of it is undefined, unknown or denied. */
  readonly isSure: boolean;
}

/** The map as a graph: what reaches and is reached alike is one node, what goes both ways alike one edge. */
export function drawnGraph(report: MatrixReport): DrawnGraph {
  const { table } = wordedTable(report);
  const graph = graphOf(table);
  const ids = new Map(graph.nodes.map((node, i) => [node, `n${i}`]));
  return {
    clusters: clustersOf(graph, ids, new RowNames(report.matrix, report.matrix.rows)),
    edges: graph.edges.map(({ from, to, content, isMutual }) => ({
      from: ids.get(from) ?? "",
      to: ids.get(to) ?? "",
      label: defuse(content.text),
      isMutual,
      isSure: content.verdict === "allowed",
    })),
  };
}

function clustersOf(
  { nodes }: Graph<PairContent>,
  ids: ReadonlyMap<GraphNode, string>,
  names: RowNames,
): DrawnCluster[] {
  const namespaces = [...new Set(nodes.map(({ namespace }) => namespace))];
  return namespaces.map((namespace) => ({
    label: namespace === undefined ? undefined : defuse(encode(namespace)),
    nodes: nodes
      .filter((node) => node.namespace === namespace)
      .map((node) => ({ id: ids.get(node) ?? "", label: defuse(names.of(node.rows)) })),
  }));
}
