import { child, type Origin } from "../../../source/manifest/origin.js";
import type { DocumentEdit, Json } from "../../../source/edit/edit.js";
import type { ShapedField } from "./older-shapes.js";
import type { UnknownField } from "../go-json/decode.js";

/**
 * How a field of another shape is written in this one, where both say the same and nothing stands beside it (S-OBJ-3,
 * S-ANP-1).
 */
export function shapeFix(
  { name, at, parent: written }: UnknownField,
  { field, holds, instead }: ShapedField,
): readonly DocumentEdit[] | undefined {
  const { parent } = at;
  if (parent === undefined) return undefined;
  const value = child(parent, name);
  const isAlone = Object.keys(written).length === 1;
  if (instead !== undefined)
    return [
      { type: "set", at: value, value: instead.keys },
      { type: "rename", at: value, key: instead.field },
    ];
  switch (`${String(parent.step)} ${field}`) {
    case "subject namespaceSelector":
      return isAlone ? [{ type: "rename", at: value, key: "namespaces" }] : undefined;
    case "namespaces namespaceSelector":
      return isAlone ? [{ type: "unwrap", at: parent }] : undefined;
    case "namespaces matchLabels":
    case "namespaces matchExpressions":
      return [{ type: "set", at: parent, value: { namespaceSelector: written as Json } }];
    case "pods namespaces":
      if (holds !== "namespaceSelector" || written["namespaceSelector"] !== undefined) return undefined;
      return [
        { type: "unwrap", at: value },
        { type: "rename", at: value, key: "namespaceSelector" },
      ];
    case "pods namespaceSelector":
      return written["namespaces"] === undefined ? nested(value, written[name] as Json) : undefined;
    default:
      return undefined;
  }
}

/** A selector below a field of its own. */
function nested(at: Origin, selector: Json): readonly DocumentEdit[] {
  return [
    { type: "set", at, value: { namespaceSelector: selector } },
    { type: "rename", at, key: "namespaces" },
  ];
}
