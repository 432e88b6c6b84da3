import { formatAddress, type Family } from "../../base/net/address.js";
import { groupBy } from "../../base/collections/group-by.js";
import { nodeOf } from "../../cluster/model/endpoint.js";
import { oncePer } from "../../base/collections/once-per.js";
import { typedName } from "../../semantics/reach/witness.js";
import type { ExampleFlow } from "./group.js";
import type { JointEnd } from "./joint-ends.js";
import type { JointRow } from "./joint-rows.js";
import type { PairSlice } from "./compare.js";
import type { Relation } from "./node-pairs.js";

/** Two ends of a flow that has changed, as `anp explain` takes them: where nodes matter, two that stand to each other as they do. */
export function exampleEnds(
  from: JointRow,
  to: JointRow,
  { family, node }: Pick<PairSlice, "family" | "node">,
): Pick<ExampleFlow, "from" | "to"> {
  const pair = node === undefined ? undefined : pairRelated(from, to, node);
  return { from: typedEndOf(from, pair?.[0], family), to: typedEndOf(to, pair?.[1], family) };
}

function pairRelated(
  from: JointRow,
  to: JointRow,
  relation: Relation,
): readonly [JointEnd, JointEnd] | undefined {
  for (const source of from.ends) {
    const node = nodeOf(source.after.end.endpoint);
    const others = relation.after === "own" ? (endsByNode(to).get(node) ?? []) : to.ends;
    const found = others.find((each) => isRelated(source, each, relation));
    if (found !== undefined) return [source, found];
  }
  return undefined;
}

const endsByNode = oncePer(({ ends }: JointRow) => groupBy(ends, ({ after }) => nodeOf(after.end.endpoint)));

/** A node that is unknown is nobody's own. */
function isRelated(a: JointEnd, b: JointEnd, { before, after }: Relation): boolean {
  const [nodeA, nodeB] = [nodeOf(a.after.end.endpoint), nodeOf(b.after.end.endpoint)];
  const wasOwn = a.nodeBefore !== undefined && a.nodeBefore === b.nodeBefore;
  const isOwn = nodeA !== undefined && nodeA === nodeB;
  return wasOwn === (before === "own") && isOwn === (after === "own");
}

function typedEndOf({ row }: JointRow, end: JointEnd | undefined, family: Family | undefined): string {
  const endpoint = end?.after.end.endpoint;
  if (endpoint?.type === "node") {
    const address = endpoint.addresses.find((each) => family === undefined || each.family === family);
    if (address !== undefined) return formatAddress(address);
  }
  const [pod] = endpoint?.type === "pod" && row.names.length > 1 ? endpoint.pods : [];
  return pod === undefined ? typedName(row, family) : `${row.namespace}/pod/${pod}`;
}
