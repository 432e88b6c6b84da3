import { isMapping, type Value } from "../../../source/manifest/value.js";
import { NAMESPACE_NAME_LABEL } from "../../model/labels.js";
import { nearest } from "../../../base/text/nearest.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { UnknownField } from "../go-json/decode.js";

/** The releases whose peers have their namespaces in members, in words. */
export const SHAPE_A = "v0.1.0 to v0.1.2";

/** The text of KEP-2091. */
export const SHAPE_KEP = "the KEP's text, which no release had";

const SHAPE_B = "v0.1.3 and later";

/** A field of another shape, and the releases that have that, in words. */
export interface ShapedField {
  readonly field: string;
  readonly releases: string;
  /** The one member that is written below it. */
  readonly holds?: string;
  /** The field of this shape that says the same with these keys of labels. */
  readonly instead?: { readonly field: string; readonly keys: readonly string[] };
}

/** Fields by which a shape of AdminNetworkPolicy is known, under the field that they stand in (S-OBJ-1). */
const MARKS: readonly (ShapedField & { readonly under: string })[] = [
  { under: "namespaces", field: "namespaceSelector", releases: SHAPE_A },
  { under: "namespaces", field: "sameLabels", releases: SHAPE_A },
  { under: "namespaces", field: "notSameLabels", releases: SHAPE_A },
  { under: "pods", field: "namespaces", releases: SHAPE_A },
  { under: "namespaces", field: "related", releases: SHAPE_KEP },
  { under: "subject", field: "namespaceSelector", releases: SHAPE_KEP },
  { under: "namespaces", field: "matchLabels", releases: SHAPE_B },
  { under: "namespaces", field: "matchExpressions", releases: SHAPE_B },
  { under: "pods", field: "namespaceSelector", releases: SHAPE_B },
];

/** The field of another shape that an unknown field is, or nearly is; undefined where none is like it. */
export function shapeOfField({ name, at, known, parent }: UnknownField): ShapedField | undefined {
  const under: Origin["step"] = at.parent?.step;
  const marks = MARKS.filter((mark) => mark.under === under && !known.has(mark.field));
  const [near] = nearest(
    name,
    marks.map(({ field }) => field),
  );
  const mark = marks.find(({ field }) => field === name) ?? marks.find(({ field }) => field === near);
  const value = parent[name];
  const [member, ...others] = isMapping(value) ? Object.keys(value) : [];
  const holds = member === undefined || others.length > 0 ? {} : { holds: member };
  const instead = mark?.field === "related" ? comparedByName(value, known) : {};
  return mark && { field: mark.field, releases: mark.releases, ...holds, ...instead };
}

/** A namespace is the same one where its name is: every namespace has that as a label (S-NS-3). */
function comparedByName(
  related: Value | undefined,
  known: UnknownField["known"],
): Pick<ShapedField, "instead"> {
  const field = typeof related === "string" ? COMPARISONS.get(related.toLowerCase()) : undefined;
  if (field === undefined || !known.has(field)) return {};
  return { instead: { field, keys: [NAMESPACE_NAME_LABEL] } };
}

const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ["self", "sameLabels"],
  ["notself", "notSameLabels"],
]);

/** True for a field that only an older shape has. */
export function isOfOlderShape(field: UnknownField): boolean {
  const shape = shapeOfField(field);
  return shape?.field === field.name && shape.releases !== SHAPE_B;
}
