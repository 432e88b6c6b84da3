import { items, textOf, type Node } from "../../../source/manifest/node.js";
import { keyOf } from "../../../source/manifest/origin.js";
import { labelKeyErrors } from "../validation/names.js";
import { marshal } from "../go-json/marshal.js";
import { quote } from "../go-json/quote.js";
import type { FieldError } from "../validation/field-error.js";
import type { MetadataRules } from "./rules.js";

const PATH = "metadata.finalizers";
const STANDARD: ReadonlySet<string> = new Set(["kubernetes", "orphan", "foregroundDeletion"]);

/** Finalizers are named like label keys, with a domain in built-in kinds (V-META-9, V-META-10). */
export function finalizerErrors(list: Node | undefined, { isBuiltIn, version }: MetadataRules): FieldError[] {
  const finalizers = items(list);
  const names = finalizers.map((finalizer) => textOf(finalizer) ?? "");
  const errors = finalizers.flatMap(({ origin }, i): FieldError[] => {
    const name = names[i] ?? "";
    const faults = labelKeyErrors(name, version);
    const isUnqualified = isBuiltIn && !name.includes("/") && !STANDARD.has(name);
    const violation = { type: "name", what: "finalizer", name } as const;
    const error = (path: string, detail: string): FieldError => ({
      at: origin,
      field: path,
      type: "invalid",
      value: quote(name),
      detail,
      finding: {
        code: "schema",
        facts: {
          field: `${PATH}[${i}]`,
          violation: { ...violation, faults: faults.map(({ fault }) => fault) },
        },
      },
    });
    const unqualified = "name is neither a standard finalizer name nor is it fully qualified";
    return [
      ...faults.map(({ words }) => error(PATH, words)),
      ...(isUnqualified ? [error(`${PATH}[${i}]`, unqualified)] : []),
    ];
  });
  if (list === undefined || !names.includes("orphan") || !names.includes("foregroundDeletion")) return errors;
  errors.push({
    at: keyOf(list.origin),
    field: PATH,
    type: "invalid",
    value: marshal(names),
    detail: "finalizer orphan and foregroundDeletion cannot be both set",
    finding: { code: "schema", facts: { field: PATH, violation: { type: "orphan-and-foreground" } } },
  });
  return errors;
}
