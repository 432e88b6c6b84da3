import type { Value } from "../../../source/manifest/value.js";

/**
 * A structural schema, ready to be walked: what Kubernetes keeps of a CustomResourceDefinition's `openAPIV3Schema`, with
 * references resolved and patterns compiled.
 */
export interface Schema {
  readonly type: SchemaType;
  readonly isInt32: boolean;
  readonly isNullable: boolean;
  /** True where fields that the schema does not have are kept. */
  readonly keepsUnknown: boolean;
  readonly properties: ReadonlyMap<string, Schema>;
  /** The schema of every value of a map. */
  readonly values?: Schema;
  readonly items?: Schema;
  readonly required: readonly string[];
  /** What is filled in for properties that are missing. */
  readonly defaults: ReadonlyMap<string, Value>;
  readonly default?: Value;
  /** Texts, and other values as JSON. */
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isAboveMinimum?: boolean;
  readonly isBelowMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minLength?: number;
  /** In code points, whatever the server's words say. */
  readonly maxLength?: number;
  readonly pattern?: Pattern;
  /** True for a list whose items must differ. */
  readonly isSet: boolean;
  /** The fields in which the items of a list must differ together; none where it is no such list. */
  readonly keys: readonly string[];
  readonly rules: readonly RuleText[];
  /** True where this schema, or one below it, has rules. */
  readonly hasRules: boolean;
  /** Keywords that are not evaluated: what they say of a value is not known. */
  readonly unevaluated: readonly string[];
}

/** The values of `type` in a structural schema; a CRD must give one for every field (V-CR-1). */
export type SchemaType =
  | "object"
  | "array"
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "integer,string"
  /** Whatever is written there. */
  | "any";

/** A regular expression; without one that is compiled it is of somebody else and runs elsewhere. */
export interface Pattern {
  readonly text: string;
  readonly expression?: RegExp;
}

/** A rule in CEL, with what the server says where it fails. */
export interface RuleText {
  readonly rule: string;
  readonly message: string;
  /** The rule is of somebody else and runs elsewhere. */
  readonly isForeign?: true;
  /** The kind of error that breaking it is, where it is not `invalid`. */
  readonly reason?: "required" | "forbidden" | "duplicate";
  /** The field below the value that is to be blamed. */
  readonly path?: readonly string[];
  /** Makes the message, in CEL. */
  readonly messageExpression?: string;
}

/** A schema as it stands in `schemas/`. */
export interface SchemaFile {
  readonly [keyword: string]: unknown;
}
