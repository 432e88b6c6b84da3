import { conditionsText } from "./conditions.js";
import { defuse } from "./encode.js";
import { drawnGraph, type DrawnCluster, type DrawnEdge } from "./matrix-graph.js";
import type { MatrixReport } from "./matrix-report.js";

/** How many edges Mermaid draws where its configuration says nothing else. */
const MOST_EDGES = 500;

/** The map as a flowchart for Mermaid. */
export function* matrixMermaid(report: MatrixReport): Generator<string> {
  const { clusters, edges } = drawnGraph(report);
  if (edges.length > MOST_EDGES)
    yield `%% ${edges.length} edges: Mermaid draws ${MOST_EDGES} unless maxEdges is raised; anp matrix --from NAME gives fewer`;
  const conditions = conditionsText(report.incompleteness.conditions);
  if (conditions !== undefined) yield `%% on condition: ${defuse(conditions).replaceAll(/[{}]/g, "")}`;
  yield "flowchart LR";
  for (const [i, cluster] of clusters.entries()) yield* clusterLines(cluster, i);
  for (const { from, to, label, ...edge } of edges) yield `  ${from} ${arrow(edge)}|${quoted(label)}| ${to}`;
}

function* clusterLines({ label: name, nodes }: DrawnCluster, i: number): Generator<string> {
  const margin = name === undefined ? "  " : "    ";
  if (name !== undefined) yield `  subgraph s${i} [${quoted(name)}]`;
  for (const { id, label } of nodes) yield `${margin}${id}[${quoted(label)}]`;
  if (name !== undefined) yield "  end";
}

function arrow({ isMutual, isSure }: Pick<DrawnEdge, "isMutual" | "isSure">): string {
  if (isSure) return isMutual ? "<-->" : "-->";
  return isMutual ? "<-.->" : "-.->";
}

/** A label of which every character is only itself: all that may be syntax or HTML becomes a code. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[^\p{L}\p{N} .,:/_()-]/gu, (each) => `#${each.codePointAt(0)};`)}"`;
}
