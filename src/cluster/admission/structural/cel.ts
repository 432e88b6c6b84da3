import { Environment, EvaluationError } from "@marcbachmann/cel-js";
import { celCidr, celCidrFault, type WrittenCidr } from "../validation/cidr.js";
import { isList, isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import type { CheckResult } from "./foreign-checks.js";
import type { Schema } from "./schema.js";

/** What evaluating a rule gives: whether it holds, or why that cannot be told, in Kubernetes' words. */
export type RuleResult = Exclude<CheckResult, { readonly unevaluated: unknown }>;

/** A rule that has been parsed. `self` is made by {@link celValue}. */
export type CelRule = (self: unknown) => RuleResult;

/** A CIDR as rules compare it: by an address, host bits and all, and by the length of its prefix. */
class CelCidr {
  readonly #written: WrittenCidr;
  readonly #value: bigint;

  constructor(written: WrittenCidr, value = written.address.value) {
    this.#written = written;
    this.#value = value;
  }

  get masked(): CelCidr {
    return new CelCidr(this.#written, this.#written.block.first);
  }

  isSame(other: CelCidr): boolean {
    const [{ address, prefix }, theirs] = [this.#written, other.#written];
    return (
      this.#value === other.#value && address.family === theirs.address.family && prefix === theirs.prefix
    );
  }
}

/** Where rules are evaluated: with what Kubernetes adds to CEL, as far as the policy CRDs use it. */
export function celEnvironment(): Environment {
  return new Environment({ unlistedVariablesAreDyn: true, enableOptionalTypes: true })
    .registerFunction("isCIDR(string): bool", (text: string) => celCidrFault(text) === undefined)
    .registerType("net.CIDR", { ctor: CelCidr, fields: {} })
    .registerFunction("cidr(string): net.CIDR", (text: string) => new CelCidr(celCidr(text)))
    .registerFunction("net.CIDR.masked(): net.CIDR", (each: CelCidr) => each.masked)
    .registerOperator("net.CIDR == net.CIDR", (a: CelCidr, b: CelCidr) => a.isSame(b));
}

const ENVIRONMENT = celEnvironment();

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

/** A rule's failure in Kubernetes' words. */
export function errorWords({ code, summary }: EvaluationError): string {
  if (code === "index_out_of_bounds")
    return `index out of bounds: ${/index (-?\d+)/.exec(summary)?.[1] ?? ""}`;
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}

/** A value as a rule sees it: integers are integers, and fields have names that CEL can write. */
export function celValue(value: Value, schema: Schema): unknown {
  if (isList(value))
    return value.map((item) => (schema.items === undefined ? item : celValue(item, schema.items)));
  if (isMapping(value)) return celMapping(value, schema);
  if (schema.type === "number") return typeof value === "bigint" ? Number(value) : value;
  const isInteger = schema.type === "integer" || schema.type === "integer,string";
  return isInteger && typeof value === "number" ? BigInt(value) : value;
}

/** Maps are maps, for their keys may be what every object of JavaScript has; names of fields are escaped. */
function celMapping(map: Mapping, { values, properties }: Schema): unknown {
  if (values !== undefined)
    return new Map(Object.keys(map).map((key) => [key, celValue(map[key] as Value, values)]));
  const seen: Record<string, unknown> = {};
  for (const key of Object.keys(map)) {
    const below = properties.get(key);
    const name = celName(key);
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
