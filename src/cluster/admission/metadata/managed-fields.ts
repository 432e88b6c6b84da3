import { child } from "../../../source/manifest/origin.js";
import { field, items, textOf, type Node } from "../../../source/manifest/node.js";
import { marshal } from "../go-json/marshal.js";
import type { FieldError } from "../validation/field-error.js";

const OPERATIONS: readonly string[] = ["Apply", "Update"];

/** Each entry must say how its fields were set (V-META-12). */
export function managedFieldsErrors(list: Node | undefined): FieldError[] {
  return items(list).flatMap((entry, i): FieldError[] => {
    const operation = textOf(field(entry, "operation")) ?? "";
    if (OPERATIONS.includes(operation)) return [];
    const path = `metadata.managedFields[${i}].operation`;
    const violation = { type: "not-one-of", value: operation, allowed: OPERATIONS } as const;
    return [
      {
        at: child(entry.origin, "operation"),
        field: path,
        type: "invalid",
        value: marshal(operation),
        detail: "must be `Apply` or `Update`",
        finding: { code: "schema", facts: { field: path, violation } },
      },
    ];
  });
}
