import { isList, isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import { marshal } from "../go-json/marshal.js";
import type { Pattern, RuleText, Schema, SchemaType } from "./schema.js";

/** Patterns and rules of our own schemas, by their text: they run in this process, wherever they stand. */
export interface OwnChecks {
  readonly patterns: ReadonlyMap<string, RegExp>;
  readonly rules: ReadonlySet<string>;
}

/**
 * Makes the `openAPIV3Schema` of somebody else's CRD ready to be walked. What a keyword says that is not known here, or
 * does not have the form that it should have, is left open wherever a value meets it ({@link Schema.unevaluated}).
 */
export function foreignSchema(written: Value, own: OwnChecks): Schema {
  if (!isMapping(written)) return { ...ANYTHING, unevaluated: ["openAPIV3Schema"] };
  const keywords = new Keywords(written);
  const type = typeOf(keywords);
  const properties = new Map<string, Schema>();
  const defaults = new Map<string, Value>();
  for (const [key, value] of keywords.entries("properties")) {
    const property = foreignSchema(value, own);
    properties.set(key, property);
    if (property.default !== undefined) defaults.set(key, property.default);
  }
  const values = schemaIn(keywords, "additionalProperties", own);
  const items = schemaIn(keywords, "items", own);
  const pattern = patternOf(keywords, own);
  const rules = rulesOf(keywords, own);
  const below = [...properties.values(), values, items];
  return {
    type,
    isInt32: formatOf(keywords, type) === "int32",
    isNullable: keywords.flag("nullable"),
    keepsUnknown: keywords.flag("x-kubernetes-preserve-unknown-fields"),
    properties,
    defaults,
    ...(values === undefined ? {} : { values }),
    ...(items === undefined ? {} : { items }),
    required: keywords.texts("required"),
    ...limitsOf(keywords),
    ...(pattern === undefined ? {} : { pattern }),
    ...listOf(keywords),
    rules,
    hasRules: rules.length > 0 || below.some((schema) => schema?.hasRules === true),
    unevaluated: keywords.unevaluated(),
  };
}

const ANYTHING: Schema = {
  type: "any",
  isInt32: false,
  isNullable: false,
  keepsUnknown: true,
  properties: new Map(),
  defaults: new Map(),
  required: [],
  isSet: false,
  keys: [],
  rules: [],
  hasRules: false,
  unevaluated: [],
};

/** The keywords of one schema; those that nobody has asked for in the form that they have are not evaluated. */
class Keywords {
  readonly #written: Mapping;
  readonly #open: Set<string>;

  constructor(written: Mapping) {
    this.#written = written;
    const meant = (key: string): boolean => written[key] !== null && written[key] !== false;
    this.#open = new Set(Object.keys(written).filter((key) => meant(key) && !WITHOUT_MEANING.has(key)));
  }

  /** Takes the value of a keyword; undefined where it is missing. A null says nothing. */
  take(key: string): Value | undefined {
    const value = this.#written[key];
    if (value === undefined) return undefined;
    this.#open.delete(key);
    return value ?? undefined;
  }

  /** What is left open after all. */
  leave(key: string): void {
    this.#open.add(key);
  }

  unevaluated(): string[] {
    return [...this.#open];
  }

  text(key: string): string | undefined {
    return this.#taken(key, (value): value is string => typeof value === "string");
  }

  number(key: string): number | undefined {
    return this.#taken(key, (value): value is number => typeof value === "number");
  }

  flag(key: string): boolean {
    return this.#taken(key, (value): value is boolean => typeof value === "boolean") ?? false;
  }

  texts(key: string): readonly string[] {
    return (
      this.#taken(
        key,
        (value): value is readonly string[] =>
          isList(value) && value.every((each) => typeof each === "string"),
      ) ?? []
    );
  }

  list(key: string): readonly Value[] | undefined {
    return this.#taken(key, isList);
  }

  entries(key: string): [string, Value][] {
    const map = this.#taken(key, isMapping);
    return map === undefined ? [] : Object.keys(map).map((name) => [name, map[name] as Value]);
  }

  #taken<T extends Value>(key: string, has: (value: Value) => value is T): T | undefined {
    const value = this.take(key);
    if (value === undefined || has(value)) return value;
    this.leave(key);
    return undefined;
  }
}

/** Keywords that describe, and one that tells only how a mapping is merged. */
const WITHOUT_MEANING: ReadonlySet<string> = new Set([
  "title",
  "description",
  "example",
  "externalDocs",
  "x-kubernetes-map-type",
]);

const TYPES: ReadonlySet<string> = new Set(["object", "array", "string", "integer", "number", "boolean"]);

function typeOf(keywords: Keywords): SchemaType {
  const type = keywords.text("type");
  const isEither = keywords.flag("x-kubernetes-int-or-string");
  if (isEither) {
    takeBothTypes(keywords);
    return "integer,string";
  }
  if (type !== undefined && TYPES.has(type)) return type as SchemaType;
  if (type !== undefined) keywords.leave("type");
  return "any";
}

/** `int-or-string` is most often written with both types below `anyOf`, which says nothing more. */
function takeBothTypes(keywords: Keywords): void {
  const any = keywords.take("anyOf");
  if (any !== undefined && marshal(any) !== '[{"type":"integer"},{"type":"string"}]') keywords.leave("anyOf");
}

/** Formats of texts that the server holds values to; it knows no others (and says nothing of `password`). */
const FORMATS: ReadonlySet<string> = new Set(
  "bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn hexcolor rgbcolor byte date duration datetime k8s-short-name k8s-long-name".split(
    " ",
  ),
);

function formatOf(keywords: Keywords, type: SchemaType): string | undefined {
  const format = keywords.text("format");
  if (format === undefined) return undefined;
  // Servers compare the names without hyphens; what is to be a number has other formats.
  const isKnown = FORMATS.has(format) || FORMATS.has(format.replaceAll("-", ""));
  if (isKnown && type !== "integer" && type !== "number") keywords.leave("format");
  return format;
}

function schemaIn(
  keywords: Keywords,
  key: "additionalProperties" | "items",
  own: OwnChecks,
): Schema | undefined {
  const value = keywords.take(key);
  if (value === undefined || value === false) return undefined;
  if (isMapping(value)) return foreignSchema(value, own);
  keywords.leave(key);
  return undefined;
}

function patternOf(keywords: Keywords, own: OwnChecks): Pattern | undefined {
  const text = keywords.text("pattern");
  if (text === undefined) return undefined;
  const expression = own.patterns.get(text);
  return expression === undefined ? { text } : { text, expression };
}

function rulesOf(keywords: Keywords, own: OwnChecks): RuleText[] {
  const written = keywords.list("x-kubernetes-validations") ?? [];
  return written.flatMap((each) => {
    const rule = isMapping(each) ? ruleOf(new Keywords(each), own) : undefined;
    if (rule === undefined) keywords.leave("x-kubernetes-validations");
    return rule ?? [];
  });
}

/** Undefined for what is no rule. */
function ruleOf(keywords: Keywords, own: OwnChecks): RuleText | undefined {
  const rule = keywords.text("rule")?.trim();
  const message = keywords.text("message")?.trim();
  const messageExpression = keywords.text("messageExpression");
  const reason = REASONS.get(keywords.text("reason") ?? "");
  const path = keywords.text("fieldPath");
  const mayHaveOld = keywords.flag("optionalOldSelf");
  if (rule === undefined || mayHaveOld) return undefined;
  return {
    rule,
    message: message === undefined || message === "" ? `failed rule: ${rule}` : message,
    ...(own.rules.has(rule) ? {} : { isForeign: true }),
    ...(reason === undefined ? {} : { reason }),
    ...(path === undefined ? {} : { path: stepsOf(path) }),
    ...(messageExpression === undefined ? {} : { messageExpression, isForeign: true }),
  };
}

const REASONS: ReadonlyMap<string, RuleText["reason"]> = new Map([
  ["FieldValueRequired", "required"],
  ["FieldValueForbidden", "forbidden"],
  ["FieldValueDuplicate", "duplicate"],
]);

/** The names in a path such as `.spec.tier` or `['spec'].tier`; what cannot be read so names no field below. */
function stepsOf(path: string): string[] {
  const steps = path.match(/\.[A-Za-z_]\w*|\['[^'\\]+'\]/g) ?? [];
  if (steps.join("") !== path) return [];
  return steps.map((step) => (step.startsWith(".") ? step.slice(1) : step.slice(2, -2)));
}

const NUMBERS = [
  "minimum",
  "maximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minProperties",
  "maxProperties",
] as const;

function limitsOf(keywords: Keywords): Partial<Schema> {
  const numbers = NUMBERS.flatMap((key) => {
    const number = keywords.number(key);
    return number === undefined ? [] : [[key, number] as const];
  });
  const allowed = keywords.list("enum");
  const filled = keywords.take("default");
  return {
    ...Object.fromEntries(numbers),
    ...(keywords.flag("exclusiveMinimum") ? { isAboveMinimum: true } : {}),
    ...(keywords.flag("exclusiveMaximum") ? { isBelowMaximum: true } : {}),
    ...(filled === undefined ? {} : { default: filled }),
    ...(allowed === undefined
      ? {}
      : { enum: allowed.map((each) => (typeof each === "string" ? each : marshal(each))) }),
  };
}

function listOf(keywords: Keywords): Pick<Schema, "isSet" | "keys"> {
  const type = keywords.text("x-kubernetes-list-type");
  const keys = keywords.texts("x-kubernetes-list-map-keys");
  if (keywords.flag("uniqueItems")) keywords.leave("uniqueItems");
  return { isSet: type === "set", keys: type === "map" ? keys : [] };
}
