import { conditionsText } from "./conditions.js";
import { defuse } from "./encode.js";
import { drawnGraph, type DrawnCluster } from "./matrix-graph.js";
import type { MatrixReport } from "./matrix-report.js";

/** The map as a graph for Graphviz. */
export function* matrixDot(report: MatrixReport): Generator<string> {
  const { clusters, edges } = drawnGraph(report);
  const conditions = conditionsText(report.incompleteness.conditions);
  yield "digraph anp {";
  if (conditions !== undefined) yield `  // on condition: ${defuse(conditions)}`;
  yield "  rankdir=LR;";
  yield "  node [shape=box];";
  for (const [i, cluster] of clusters.entries()) yield* clusterLines(cluster, i);
  for (const { from, to, label, isMutual, isSure } of edges) {
    const attributes = [
      `label=${quoted(label)}`,
      ...(isMutual ? ["dir=both"] : []),
      ...(isSure ? [] : ["style=dashed"]),
    ];
    yield `  ${from} -> ${to} [${attributes.join(", ")}];`;
  }
  yield "}";
}

function* clusterLines({ label: name, nodes }: DrawnCluster, i: number): Generator<string> {
  const margin = name === undefined ? "  " : "    ";
  if (name !== undefined) {
    yield `  subgraph cluster_${i} {`;
    yield `    label=${quoted(name)};`;
  }
  for (const { id, label } of nodes) yield `${margin}${id} [label=${quoted(label)}];`;
  if (name !== undefined) yield "  }";
}

/** A string of the DOT language; `\N` and the like would be replaced by Graphviz. */
function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
