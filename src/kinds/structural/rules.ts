import { celRule, celValue } from "./cel.js";
import { child, type Origin } from "../../manifest/origin.js";
import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../manifest/value.js";
import { printed } from "./violations.js";
import { quote } from "../go-json/quote.js";
import type { ServerError } from "../validation/field-error.js";
import type { RuleText, Schema } from "./schema.js";

/** A rule of a schema that a value breaks: the server's error, with the value that the rule is about. */
export interface RuleError extends ServerError {
  readonly rule: RuleText;
  readonly actual: Value;
}

/**
 * Evaluates the rules of a schema over a value without errors of structure (V-CR-11…16).
 * @param showsValues false for servers before 1.35, which show the type of a value instead (V-CR-13)
 */
export function ruleErrors(value: Value, schema: Schema, at: Origin, showsValues: boolean): RuleError[] {
  const errors: RuleError[] = [];
  evaluate(value, schema, at, "", showsValues, errors);
  return errors;
}

function evaluate(
  value: Value,
  schema: Schema,
  at: Origin,
  path: string,
  showsValues: boolean,
  errors: RuleError[],
): void {
  if (!schema.hasRules || value === null) return;
  if (schema.rules.length > 0) {
    const self = path === "" ? celRoot(value, schema) : celValue(value, schema);
    for (const rule of schema.rules) {
      const error = ruleError(rule, self, value, schema, showsValues);
      if (error !== undefined)
        errors.push({
          at,
          field: path === "" ? "<nil>" : path,
          type: "invalid",
          ...error,
          rule,
          actual: value,
        });
    }
  }
  if (isList(value)) {
    const { items } = schema;
    if (items !== undefined)
      value.forEach((item, i) => evaluate(item, items, child(at, i), `${path}[${i}]`, showsValues, errors));
  } else if (isMapping(value)) {
    for (const key of Object.keys(value)) {
      const field = schema.properties.get(key);
      const below = field ?? schema.values;
      const dotted = path === "" ? key : `${path}.${key}`;
      const inner = field === undefined ? `${path}[${key}]` : dotted;
      if (below !== undefined)
        evaluate(value[key] as Value, below, child(at, key), inner, showsValues, errors);
    }
  }
}

function ruleError(
  { rule, message }: RuleText,
  self: unknown,
  value: Value,
  schema: Schema,
  showsValues: boolean,
): Pick<ServerError, "value" | "detail"> | undefined {
  const result = celRule(rule)(self);
  if (result.holds === undefined)
    return { value: quote(schema.type), detail: `${result.error} evaluating rule: ${message}` };
  if (result.holds) return undefined;
  if (!showsValues) return { value: quote(schema.type), detail: message };
  const isScalar = schema.type !== "object" && schema.type !== "array";
  return isScalar ? { value: printed(value), detail: message } : { detail: message };
}

/** A rule at the root sees of the metadata only the two names. */
function celRoot(root: Value, schema: Schema): unknown {
  const seen = celValue(root, schema) as Record<string, unknown>;
  const metadata = (root as Mapping)["metadata"];
  const names = emptyMapping();
  for (const key of ["name", "generateName"]) {
    const name = isMapping(metadata) ? metadata[key] : undefined;
    if (name !== undefined) names[key] = name;
  }
  seen["metadata"] = names;
  return seen;
}
