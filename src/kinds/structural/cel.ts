import { Environment, EvaluationError } from "@marcbachmann/cel-js";
import { celCidrFault } from "../validation/cidr.js";
import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../manifest/value.js";
import type { Schema } from "./schema.js";

/** What evaluating a rule gives: whether it holds, or why that cannot be told, in Kubernetes' words. */
type RuleResult = { readonly holds: boolean } | { readonly holds?: never; readonly error: string };

/** A rule that has been parsed. `self` is made by {@link celValue}. */
export type CelRule = (self: unknown) => RuleResult;

const ENVIRONMENT = new Environment({ unlistedVariablesAreDyn: true }).registerFunction(
  "isCIDR(string): bool",
  (text: string) => celCidrFault(text) === undefined,
);

const PARSED = new Map<string, CelRule>();

/** Parses a rule, once. @throws for text that is no CEL */
export function celRule(text: string): CelRule {
  const known = PARSED.get(text);
  if (known !== undefined) return known;
  const evaluate = ENVIRONMENT.parse(text);
  const rule: CelRule = (self) => {
    try {
      return { holds: evaluate({ self }) === true };
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      return { error: errorWords(error) };
    }
  };
  PARSED.set(text, rule);
  return rule;
}

function errorWords({ code, summary }: EvaluationError): string {
  if (code === "index_out_of_bounds")
    return `index out of bounds: ${/index (-?\d+)/.exec(summary)?.[1] ?? ""}`;
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}

/** A value as a rule sees it: integers are integers, and fields have names that CEL can write. */
export function celValue(value: Value, schema: Schema): unknown {
  if (isList(value))
    return value.map((item) => (schema.items === undefined ? item : celValue(item, schema.items)));
  if (isMapping(value)) return schema.values?.type === "string" ? value : celMapping(value, schema);
  return schema.type === "integer" && typeof value === "number" ? BigInt(value) : value;
}

function celMapping(map: Mapping, schema: Schema): unknown {
  const { values, properties } = schema;
  // The names are the schema's own, and escaped: none of them is special to a plain object.
  const seen: Record<string, unknown> = values === undefined ? {} : emptyMapping();
  for (const key of Object.keys(map)) {
    const below = properties.get(key) ?? values;
    const name = values === undefined ? celName(key) : key;
    if (below !== undefined && name !== undefined) seen[name] = celValue(map[key] as Value, below);
  }
  return seen;
}

const RESERVED: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

const ESCAPES: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

const NAMES = new Map<string, string | undefined>();

/** The name under which a rule finds a field of a schema; undefined for a name that Kubernetes cannot escape. */
export function celName(field: string): string | undefined {
  if (!NAMES.has(field)) NAMES.set(field, escapedName(field));
  return NAMES.get(field);
}

function escapedName(field: string): string | undefined {
  if (RESERVED.has(field)) return `__${field}__`;
  if (!/^[A-Za-z_./-][\w./-]*$/.test(field)) return undefined;
  return field.replaceAll(/__|[./-]/g, (part) => ESCAPES[part] ?? part);
}
