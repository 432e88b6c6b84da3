import type { RuleText, Schema, SchemaFile, SchemaType } from "./schema.js";
import type { Value } from "../../../source/manifest/value.js";

/** Where a schema's references lead: files by the name that `$ref` gives. */
export type SchemaFiles = ReadonlyMap<string, SchemaFile>;

/** The keywords that are read; every other one is a mistake in `schemas/`. */
interface Keywords {
  readonly $ref?: string;
  readonly type?: SchemaType;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Keywords>>;
  /** A schema makes it a map; false says that the properties are all that there is, which they are in any case. */
  readonly additionalProperties?: Keywords | false;
  readonly items?: Keywords;
  readonly required?: readonly string[];
  readonly default?: Value;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-validations"?: readonly WrittenRule[];
}

interface WrittenRule extends RuleText {
  /** The proposal that a rule comes from, where no release has it yet. */
  readonly proposal?: string;
}

/** Makes a schema of our own `schemas/` ready to be walked. Each definition is compiled once. */
export class SchemaCompiler {
  readonly #files: SchemaFiles;
  readonly #withProposals: boolean;
  readonly #definitions = new Map<string, Schema>();

  constructor(files: SchemaFiles, { withProposals }: { readonly withProposals: boolean }) {
    this.#files = files;
    this.#withProposals = withProposals;
  }

  /** The schema of a file. */
  compile(name: string): Schema {
    return this.#definition(name, "");
  }

  #definition(file: string, pointer: string): Schema {
    const id = `${file}#${pointer}`;
    const known = this.#definitions.get(id);
    if (known !== undefined) return known;
    const schema = this.#schema(this.#find(file, pointer), file);
    this.#definitions.set(id, schema);
    return schema;
  }

  #find(file: string, pointer: string): Keywords {
    let node: unknown = this.#files.get(file);
    for (const step of pointer.split("/").slice(1)) node = (node as SchemaFile | undefined)?.[step];
    if (node === undefined) throw new Error(`invariant: no schema at ${file}#${pointer}`);
    return node as Keywords;
  }

  #schema(keywords: Keywords, file: string): Schema {
    if (keywords.$ref !== undefined) {
      const [target = "", pointer = ""] = keywords.$ref.split("#");
      return this.#definition(target === "" ? file : target, pointer);
    }
    const properties = new Map<string, Schema>();
    for (const [key, value] of Object.entries(keywords.properties ?? {}))
      properties.set(key, this.#schema(value, file));
    const defaults = new Map<string, Value>();
    for (const [key, property] of properties)
      if (property.default !== undefined) defaults.set(key, property.default);
    const { additionalProperties } = keywords;
    const values = additionalProperties ? this.#schema(additionalProperties, file) : undefined;
    const items = keywords.items && this.#schema(keywords.items, file);
    const written = keywords["x-kubernetes-validations"] ?? [];
    const rules = written.filter(({ proposal }) => this.#withProposals || proposal === undefined);
    const below = [...properties.values(), values, items];
    const { type, pattern } = keywords;
    if (type === undefined) throw new Error(`invariant: a schema without a type in ${file}`);
    return {
      ...limits(keywords),
      type,
      isInt32: keywords.format === "int32",
      isNullable: false,
      keepsUnknown: false,
      properties,
      defaults,
      ...(values === undefined ? {} : { values }),
      ...(items === undefined ? {} : { items }),
      required: keywords.required ?? [],
      ...(pattern === undefined ? {} : { pattern: { text: pattern, expression: new RegExp(pattern) } }),
      isSet: keywords["x-kubernetes-list-type"] === "set",
      keys: [],
      rules,
      hasRules: rules.length > 0 || below.some((schema) => schema?.hasRules === true),
      unevaluated: [],
    };
  }
}

const LIMITS = [
  "default",
  "enum",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "maxLength",
] as const;

function limits(keywords: Keywords): Pick<Schema, (typeof LIMITS)[number]> {
  return Object.fromEntries(
    LIMITS.filter((key) => keywords[key] !== undefined).map((key) => [key, keywords[key]]),
  );
}
