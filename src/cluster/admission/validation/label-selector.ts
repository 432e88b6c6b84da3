import { child, keyOf, type Origin } from "../../../source/manifest/origin.js";
import { entries, field, items, textOf, type Node } from "../../../source/manifest/node.js";
import { labelKeyErrors, labelValueErrors, type NameError } from "./names.js";
import { nearest } from "../../../base/text/nearest.js";
import { quote } from "../go-json/quote.js";
import { marshal } from "../go-json/marshal.js";
import type { ServerError } from "./field-error.js";
import type { SelectorFault } from "../../problems/violation.js";
import type { ServerVersion } from "./words.js";

const OPERATORS: readonly string[] = ["In", "NotIn", "Exists", "DoesNotExist"];

/** What is wrong with a selector: the server's error for one that it checks, without the finding. */
export interface SelectorError extends ServerError {
  readonly fault: SelectorFault;
}

/** Everything that keeps a label selector from being built (V-LS-1…9). `path` is the selector in the server's notation. */
export function selectorErrors(selector: Node, path: string, version: ServerVersion): SelectorError[] {
  const errors: SelectorError[] = [];
  for (const [key, value] of entries(field(selector, "matchLabels"))) {
    errors.push(...keyErrors(key, keyOf(value.origin), `${path}.matchLabels`, version));
    errors.push(...valueErrors(key, value, `${path}.matchLabels`, version));
  }
  for (const [i, expression] of items(field(selector, "matchExpressions")).entries()) {
    errors.push(...expressionErrors(expression, `${path}.matchExpressions[${i}]`, version));
  }
  return errors;
}

function expressionErrors(expression: Node, path: string, version: ServerVersion): SelectorError[] {
  const key = textOf(field(expression, "key")) ?? "";
  const values = items(field(expression, "values"));
  return [
    ...operatorErrors(expression, values.length, path),
    ...keyErrors(key, child(expression.origin, "key"), `${path}.key`, version),
    ...values.flatMap((value, i) => valueErrors(key, value, `${path}.values[${i}]`, version)),
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
        {
          at: values,
          field: `${path}.values`,
          type: "required",
          detail,
          fault: { type: "values-missing", operator },
        },
      ];
    }
    case "Exists":
    case "DoesNotExist": {
      if (valueCount === 0) return [];
      const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      return [
        {
          at: values,
          field: `${path}.values`,
          type: "forbidden",
          detail,
          fault: { type: "values-forbidden", operator },
        },
      ];
    }
    default: {
      const [meant] = nearest(operator, OPERATORS);
      const fault: SelectorFault = {
        type: "operator",
        operator,
        ...(meant === undefined ? {} : { nearest: meant }),
      };
      const at = child(expression.origin, "operator");
      return [
        {
          at,
          field: `${path}.operator`,
          type: "invalid",
          value: marshal(operator),
          detail: "not a valid selector operator",
          fault,
        },
      ];
    }
  }
}

function keyErrors(key: string, at: Origin, path: string, version: ServerVersion): readonly SelectorError[] {
  const errors = labelKeyErrors(key, version);
  if (errors.length === 0) return NONE;
  return nameErrors(key, errors, at, path, { type: "key", key, faults: errors.map(({ fault }) => fault) });
}

function valueErrors(
  key: string,
  node: Node,
  path: string,
  version: ServerVersion,
): readonly SelectorError[] {
  const value = textOf(node) ?? "";
  const errors = labelValueErrors(value, version);
  if (errors.length === 0) return NONE;
  const faults = errors.map(({ fault }) => fault);
  return nameErrors(value, errors, node.origin, path, { type: "value", key, value, faults });
}

const NONE: readonly SelectorError[] = [];

function nameErrors(
  text: string,
  errors: readonly NameError[],
  at: Origin,
  path: string,
  fault: SelectorFault,
): SelectorError[] {
  return errors.map(({ words }) => ({
    at,
    field: path,
    type: "invalid",
    value: quote(text),
    detail: words,
    fault,
  }));
}
