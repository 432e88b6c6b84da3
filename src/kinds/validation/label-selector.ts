import { child, keyOf, type Origin } from "../../manifest/origin.js";
import { entries, field, items, textOf, type Node } from "../node.js";
import { labelKeyErrors, labelValueErrors, type NameError } from "./names.js";
import { nearest } from "../../text/nearest.js";
import { quote } from "../go-json/quote.js";
import { marshal } from "../go-json/marshal.js";
import type { FieldError } from "./field-error.js";
import type { SelectorFault } from "../../diagnostics/violation.js";
import type { ServerVersion } from "./words.js";

const OPERATORS: readonly string[] = ["In", "NotIn", "Exists", "DoesNotExist"];

/** What is wrong with a selector: the server's error for one that it checks, without the finding. */
export type SelectorError = Omit<FieldError, "finding"> & { readonly fault: SelectorFault };

/** Everything that keeps a label selector from being built (V-LS-1…9). `path` is the selector in the server's notation. */
export function selectorErrors(selector: Node, path: string, version: ServerVersion): SelectorError[] {
  const labels = entries(field(selector, "matchLabels")).flatMap(([key, value]) =>
    labelErrors(key, value, `${path}.matchLabels`, version),
  );
  const expressions = items(field(selector, "matchExpressions")).flatMap((expression, i) =>
    expressionErrors(expression, `${path}.matchExpressions[${i}]`, version),
  );
  return [...labels, ...expressions];
}

function labelErrors(key: string, value: Node, path: string, version: ServerVersion): SelectorError[] {
  const text = textOf(value) ?? "";
  return [
    ...keyErrors(key, keyOf(value.origin), path, version),
    ...valueErrors(key, text, value.origin, path, version),
  ];
}

function expressionErrors(expression: Node, path: string, version: ServerVersion): SelectorError[] {
  const key = textOf(field(expression, "key")) ?? "";
  const values = items(field(expression, "values"));
  return [
    ...operatorErrors(expression, values.length, path),
    ...keyErrors(key, child(expression.origin, "key"), `${path}.key`, version),
    ...values.flatMap((value, i) =>
      valueErrors(key, textOf(value) ?? "", value.origin, `${path}.values[${i}]`, version),
    ),
  ];
}

function operatorErrors(expression: Node, valueCount: number, path: string): SelectorError[] {
  const operator = textOf(field(expression, "operator")) ?? "";
  const values = child(expression.origin, "values");
  switch (operator) {
    case "In":
    case "NotIn": {
      if (valueCount > 0) return [];
      const detail = "must be specified when `operator` is 'In' or 'NotIn'";
      return [
        { at: values, field: `${path}.values`, type: "required", detail, fault: { type: "values-missing", operator } },
      ];
    }
    case "Exists":
    case "DoesNotExist": {
      if (valueCount === 0) return [];
      const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      return [
        { at: values, field: `${path}.values`, type: "forbidden", detail, fault: { type: "values-forbidden", operator } },
      ];
    }
    default: {
      const [meant] = nearest(operator, OPERATORS);
      const fault: SelectorFault = { type: "operator", operator, ...(meant === undefined ? {} : { nearest: meant }) };
      const at = child(expression.origin, "operator");
      return [
        { at, field: `${path}.operator`, type: "invalid", value: marshal(operator), detail: "not a valid selector operator", fault },
      ];
    }
  }
}

function keyErrors(key: string, at: Origin, path: string, version: ServerVersion): SelectorError[] {
  const errors = labelKeyErrors(key, version);
  return nameErrors(key, errors, at, path, { type: "key", key, faults: errors.map(({ fault }) => fault) });
}

function valueErrors(key: string, value: string, at: Origin, path: string, version: ServerVersion): SelectorError[] {
  const errors = labelValueErrors(value, version);
  return nameErrors(value, errors, at, path, { type: "value", key, value, faults: errors.map(({ fault }) => fault) });
}

function nameErrors(
  text: string,
  errors: readonly NameError[],
  at: Origin,
  path: string,
  fault: SelectorFault,
): SelectorError[] {
  return errors.map(({ words }) => ({ at, field: path, type: "invalid", value: quote(text), detail: words, fault }));
}
