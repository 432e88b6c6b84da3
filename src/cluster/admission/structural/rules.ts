import { celRule, celValue, type RuleResult } from "./cel.js";
import { child, type Origin } from "../../../source/manifest/origin.js";
import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import { ForeignChecks } from "./foreign-checks.js";
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
export function ruleErrors(
  value: Value,
  schema: Schema,
  at: Origin,
  showsValues: boolean,
  checks = new ForeignChecks(),
): RuleError[] {
  const errors: RuleError[] = [];
  evaluate(value, schema, at, "", { showsValues, errors, checks });
  return errors;
}

/** What a walk finds. */
interface RuleFindings {
  readonly showsValues: boolean;
  readonly errors: RuleError[];
  readonly checks: ForeignChecks;
}

function evaluate(value: Value, schema: Schema, at: Origin, path: string, walk: RuleFindings): void {
  if (!schema.hasRules || value === null) return;
  if (schema.rules.length > 0) {
    const self = path === "" ? celRoot(value, schema) : celValue(value, schema);
    for (const rule of schema.rules) {
      const result = rule.isForeign === true ? foreignResult(rule, self, at, walk) : celRule(rule.rule)(self);
      const error = result && ruleError(rule, result, value, schema, walk.showsValues);
      if (error !== undefined) {
        const blamed = [...(path === "" ? [] : [path]), ...(rule.path ?? [])].join(".");
        const field = blamed === "" ? "<nil>" : blamed;
        walk.errors.push({ at: child(at, ...(rule.path ?? [])), field, ...error, rule, actual: value });
      }
    }
  }
  if (isList(value)) {
    const { items } = schema;
    if (items !== undefined)
      value.forEach((item, i) => evaluate(item, items, child(at, i), `${path}[${i}]`, walk));
  } else if (isMapping(value)) {
    for (const key of Object.keys(value)) {
      const field = schema.properties.get(key);
      const below = field ?? schema.values;
      const dotted = path === "" ? key : `${path}.${key}`;
      const inner = field === undefined ? `${path}[${key}]` : dotted;
      if (below !== undefined) evaluate(value[key] as Value, below, child(at, key), inner, walk);
    }
  }
}

function foreignResult(
  { rule, messageExpression }: RuleText,
  self: unknown,
  at: Origin,
  { checks }: RuleFindings,
): RuleResult | undefined {
  const made = messageExpression === undefined ? {} : { messageExpression };
  const update = checks.isUpdate ? { isUpdate: true as const } : {};
  return checks.ask({ type: "rule", rule, ...made, ...update, self }, at);
}

function ruleError(
  { message: written, reason }: RuleText,
  result: RuleResult,
  value: Value,
  schema: Schema,
  showsValues: boolean,
): Pick<ServerError, "type" | "value" | "detail"> | undefined {
  const type = "invalid";
  if ("error" in result)
    return { type, value: quote(schema.type), detail: `${result.error} evaluating rule: ${written}` };
  if (result.holds) return undefined;
  const message = result.message ?? written;
  if (reason === "duplicate") return { type: reason, value: printed(value) };
  if (reason !== undefined) return { type: reason, detail: message };
  if (!showsValues) return { type, value: quote(schema.type), detail: message };
  const isScalar = schema.type !== "object" && schema.type !== "array";
  return isScalar ? { type, value: printed(value), detail: message } : { type, detail: message };
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
