/** Whether a pod is on the node that is the other end, or that the other end is on (S-NODE-L4). */
export type NodeRelation = "own" | "other";

/** What is known of the nodes that some ends are, or are on. */
export interface EndNodes<N> {
  readonly nodes: ReadonlySet<N> | "unknown";
  /** True for ends that a pod on the same node sees otherwise: nodes, and pods on their network. */
  readonly hasOwn: boolean;
}

const OTHER: readonly NodeRelation[] = ["other"];

/** Whether some end of one side can be on a node of the other side, and on another one. */
export function nodeRelations<N>(a: EndNodes<N>, b: EndNodes<N>): readonly NodeRelation[] {
  if ((!a.hasOwn && !b.hasOwn) || a.nodes === "unknown" || b.nodes === "unknown") return OTHER;
  const { nodes } = b;
  const common = [...a.nodes].some((each) => nodes.has(each));
  if (!common) return OTHER;
  return a.nodes.size === 1 && nodes.size === 1 ? ["own"] : ["own", "other"];
}
