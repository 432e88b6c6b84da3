import type { Schema } from "../../src/cluster/admission/structural/schema.js";

/** A schema that says nothing, but for its type. */
export const BARE_SCHEMA: Omit<Schema, "type"> = {
  isInt32: false,
  isNullable: false,
  keepsUnknown: false,
  properties: new Map(),
  defaults: new Map(),
  required: [],
  isSet: false,
  keys: [],
  rules: [],
  hasRules: false,
  unevaluated: [],
};
