import type { Origin } from "../../manifest/origin.js";
import type { UnknownField } from "../go-json/decode.js";

const SHAPE_A = "v0.1.0 to v0.1.2";
const SHAPE_KEP = "the KEP's text, which no release had";

/** Fields by which an older shape of AdminNetworkPolicy is known, under the field that they stand in (semantics 1.2). */
const MARKS: readonly { readonly under: string; readonly name: string; readonly shape: string }[] = [
  { under: "namespaces", name: "namespaceSelector", shape: SHAPE_A },
  { under: "namespaces", name: "sameLabels", shape: SHAPE_A },
  { under: "namespaces", name: "notSameLabels", shape: SHAPE_A },
  { under: "pods", name: "namespaces", shape: SHAPE_A },
  { under: "namespaces", name: "related", shape: SHAPE_KEP },
  { under: "subject", name: "namespaceSelector", shape: SHAPE_KEP },
];

/** The release whose shape has an unknown field; undefined where none has. */
export function olderShape({ name, at }: UnknownField): string | undefined {
  const under: Origin["step"] = at.parent?.step;
  return MARKS.find((mark) => mark.name === name && mark.under === under)?.shape;
}
