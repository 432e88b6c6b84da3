import type { Value } from "../../manifest/value.js";

/**
 * A structural schema, ready to be walked: what Kubernetes keeps of a CustomResourceDefinition's `openAPIV3Schema`, with
 * references resolved and patterns compiled.
 */
export interface Schema {
  readonly type: SchemaType;
  readonly isInt32: boolean;
  readonly properties: ReadonlyMap<string, Schema>;
  /** The schema of every value of a map. */
  readonly values?: Schema;
  readonly items?: Schema;
  readonly required: readonly string[];
  /** What is filled in for properties that are missing. */
  readonly defaults: ReadonlyMap<string, Value>;
  readonly default?: Value;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** In code points, whatever the server's words say. */
  readonly maxLength?: number;
  readonly pattern?: { readonly text: string; readonly expression: RegExp };
  /** True for a list whose items must differ. */
  readonly isSet: boolean;
  readonly rules: readonly RuleText[];
  /** True where this schema, or one below it, has rules. */
  readonly hasRules: boolean;
}

export type SchemaType = "object" | "array" | "string" | "integer";

/** A rule in CEL, with what the server says where it fails. */
export interface RuleText {
  readonly rule: string;
  readonly message: string;
}

/** A schema as it stands in `schemas/`. */
export interface SchemaFile {
  readonly [keyword: string]: unknown;
}
