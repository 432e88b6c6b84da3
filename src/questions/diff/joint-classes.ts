import type { AddressSet } from "../../base/net/address-set.js";
import { groupBy } from "../../base/collections/group-by.js";
import { nodeOf } from "../../cluster/model/endpoint.js";
import type { EndClass } from "../../semantics/reach/classes.js";
import type { JointEnd } from "./joint-ends.js";

/** Ends that nothing tells apart in either of two clusters, as they stand after; with their classes in both. */
export interface JointClass extends EndClass {
  readonly before: EndClass;
  readonly after: EndClass;
  readonly ends: readonly JointEnd[];
  /** True where they have moved from one node to another. */
  readonly hasMoved: boolean;
}

/** Groups ends by what tells them apart. Ends that share no family before and after have no flow to compare. */
export function jointClassesOf(joint: readonly JointEnd[]): JointClass[] {
  const common = joint.flatMap(inBoth);
  const groups = [...groupBy(common, groupKey).values()];
  return groups
    .flatMap((ends): Omit<JointClass, "index">[] => {
      const [first] = ends;
      const [before, after] = [first.before.of, first.after.of];
      const families = after.families.filter((family) => before.families.includes(family));
      if (families.length === 0) return [];
      const { endpoint, toName } = first.after.end;
      return [
        {
          ...after,
          representative: endpoint,
          toName,
          members: ends.map((each) => each.after.end),
          families,
          before,
          after,
          ends,
          hasMoved: hasMoved(first),
        },
      ];
    })
    .map((each, index) => ({ ...each, index }));
}

/** Of addresses, those that are outside of both clusters. */
function inBoth(each: JointEnd): JointEnd[] {
  const [before, after] = [each.before.end.endpoint, each.after.end.endpoint];
  if (before.type !== "addresses" || after.type !== "addresses") return [each];
  const addresses: AddressSet = before.addresses.intersect(after.addresses);
  if (addresses.isEmpty) return [];
  return [
    { ...each, after: { ...each.after, end: { ...each.after.end, endpoint: { ...after, addresses } } } },
  ];
}

function groupKey(each: JointEnd): string {
  const { before, after, nodeBefore } = each;
  const classes = `${before.of.index} ${after.of.index}`;
  if (!hasMoved(each)) return classes;
  return `${classes} ${JSON.stringify([nodeBefore ?? null, nodeOf(after.end.endpoint) ?? null])}`;
}

function hasMoved({ after, nodeBefore }: JointEnd): boolean {
  return nodeBefore !== nodeOf(after.end.endpoint);
}
