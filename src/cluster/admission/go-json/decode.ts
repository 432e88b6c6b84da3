import { timeFault } from "./time.js";
import { child, keyOf, type Origin } from "../../../source/manifest/origin.js";
import {
  emptyMapping,
  isList,
  isMapping,
  jsonType,
  type Mapping,
  type Value,
} from "../../../source/manifest/value.js";
import { fieldPath } from "../validation/field-error.js";
import { integerOf } from "./number.js";
import { keysAsSent } from "./keys.js";
import { STRING, typeName, type GoField, type GoStruct, type GoType } from "./type.js";
import type { Node } from "../../../source/manifest/node.js";

/** What decoding gives. */
export interface Decoded {
  /** The value as it is stored: nulls and empty values gone where Go leaves them out; undefined after an error. */
  readonly value: Mapping | undefined;
  /** Fields that the type does not have, in the server's order; none after an error, which comes first. */
  readonly unknown: readonly UnknownField[];
  /** The first error of a type. The server reports no other one beside it. */
  readonly error?: DecodeError;
}

/** A field that a type, or a schema, does not have. */
export interface UnknownField {
  /** The key. */
  readonly at: Origin;
  readonly name: string;
  /** The fields that could stand there, each with the fields below it. */
  readonly known: ReadonlyMap<string, readonly string[]>;
  /** Those of them that are lists: the fields below are of their entries. */
  readonly lists: ReadonlySet<string>;
  /** The mapping that it stands in, as it is written. */
  readonly parent: Mapping;
}

/** One value that the decoder of Go cannot put into the type of its field. */
export interface DecodeError {
  readonly at: Origin;
  /** The server's words. */
  readonly message: string;
  readonly expected: GoType;
  readonly actual: Value;
}

/** How many unknown fields the server counts. */
const MAX_UNKNOWN = 100;

/**
 * Decodes JSON into a Go struct as Kubernetes does (sigs.k8s.io/json, case-sensitive, strict): the first wrong type
 * wins, the keys of a mapping come in sorted order, null means missing, and a type's own decoder ends everything.
 */
export function decode(type: GoStruct, node: Node): Decoded {
  const decoder = new Decoder(node.origin);
  const value = decoder.decode(type, node);
  if (decoder.error !== undefined) return { value: undefined, unknown: [], error: decoder.error };
  return { value, unknown: decoder.unknown };
}

/** The field that is being decoded, with what Go's errors name it by: its struct, and the fields that it stands in. */
interface FieldContext {
  readonly struct: GoStruct;
  readonly field: string;
  readonly outer: FieldContext | undefined;
}

/** Thrown where a type decodes itself: unlike a wrong type it ends the decoding, and replaces an earlier error. */
class DecodingEnds extends Error {
  readonly reason: DecodeError;

  constructor(reason: DecodeError) {
    super(reason.message);
    this.reason = reason;
  }
}

class Decoder {
  error: DecodeError | undefined;
  readonly unknown: UnknownField[] = [];
  readonly #root: Origin;
  /** Paths that are noted: the server takes two fields whose paths read alike for one. */
  readonly #seen = new Set<string>();

  constructor(root: Origin) {
    this.#root = root;
  }

  decode(type: GoStruct, node: Node): Mapping | undefined {
    try {
      const value = this.#value(type, node.value, node.origin, undefined);
      return value === undefined ? emptyStruct(type) : (value as Mapping);
    } catch (error) {
      if (!(error instanceof DecodingEnds)) throw error;
      this.error = error.reason;
      return undefined;
    }
  }

  /** @returns undefined for null and for a wrong type */
  #value(type: GoType, value: Value, at: Origin, context: FieldContext | undefined): Value | undefined {
    if (value === null) return undefined;
    switch (type.kind) {
      case "raw":
        return value;
      case "string":
        return typeof value === "string" ? value : this.#wrongType(type, value, at, context);
      case "bool":
        return typeof value === "boolean" ? value : this.#wrongType(type, value, at, context);
      case "int":
        return this.#integer(type, value, at, context);
      case "int-or-string":
        return decodeIntOrString(type, value, at, context);
      case "time":
        return decodeTime(type, value, at, context);
      case "list":
        return isList(value)
          ? this.#list(type.of, value, at, context)
          : this.#wrongType(type, value, at, context);
      case "string-map":
        return isMapping(value)
          ? this.#stringMap(value, at, context)
          : this.#wrongType(type, value, at, context);
      case "struct":
        return isMapping(value)
          ? this.#struct(type, value, at, context)
          : this.#wrongType(type, value, at, context);
    }
  }

  #integer(
    type: GoType & { kind: "int" },
    value: Value,
    at: Origin,
    context: FieldContext | undefined,
  ): Value | undefined {
    if (typeof value !== "number" && typeof value !== "bigint")
      return this.#wrongType(type, value, at, context);
    if (integerOf(value, type.bits) !== undefined) return value;
    this.error ??= typeError(type, value, at, context, `number ${value}`);
    return undefined;
  }

  #list(type: GoType, list: readonly Value[], at: Origin, context: FieldContext | undefined): Value {
    return list.map((item, i) => {
      const decoded = this.#value(type, item, child(at, i), context);
      return decoded ?? zeroOf(type);
    });
  }

  #stringMap(map: Mapping, at: Origin, context: FieldContext | undefined): Value {
    const decoded = emptyMapping();
    for (const key of keysAsSent(map)) {
      const value = map[key] as Value;
      if (typeof value !== "string" && value !== null)
        this.#wrongType(STRING, value, child(at, key), context);
      decoded[key] = typeof value === "string" ? value : "";
    }
    return decoded;
  }

  #struct(type: GoStruct, map: Mapping, at: Origin, context: FieldContext | undefined): Value {
    const decoded = emptyStruct(type);
    for (const key of keysAsSent(map)) {
      const field = type.fields.get(key);
      if (field === undefined) {
        const of = { known: knownFields(type), lists: listFields(type) };
        this.#noteUnknown({ at: keyOf(child(at, key)), name: key, ...of, parent: map });
        continue;
      }
      const inside: FieldContext = { struct: type, field: key, outer: context };
      const value = this.#value(field.type, map[key] as Value, child(at, key), inside);
      if (value !== undefined && isStored(field, value)) decoded[key] = value;
    }
    return decoded;
  }

  #noteUnknown(field: UnknownField): void {
    const path = fieldPath(this.#root, field.at);
    if (this.unknown.length >= MAX_UNKNOWN || this.#seen.has(path)) return;
    this.#seen.add(path);
    this.unknown.push(field);
  }

  #wrongType(type: GoType, value: Value, at: Origin, context: FieldContext | undefined): undefined {
    this.error ??= typeError(type, value, at, context);
  }
}

function typeError(
  type: GoType,
  value: Value,
  at: Origin,
  context: FieldContext | undefined,
  written: string = jsonType(value),
): DecodeError {
  const into = context === undefined ? "Go value" : `Go struct field ${contextText(context)}`;
  const message = `json: cannot unmarshal ${written} into ${into} of type ${typeName(type)}`;
  return { at, message, expected: type, actual: value };
}

/** `NetworkPolicyPort.spec.ingress.ports.port`: the struct without its package, then the fields without indices. */
function contextText({ struct, field, outer }: FieldContext): string {
  const fields = [field];
  for (let each = outer; each !== undefined; each = each.outer) fields.unshift(each.field);
  return [struct.name.slice(struct.name.indexOf(".") + 1), ...fields].join(".");
}

function decodeIntOrString(type: GoType, value: Value, at: Origin, context: FieldContext | undefined): Value {
  if (typeof value === "string") return value;
  if (typeof value !== "number" && typeof value !== "bigint")
    throw new DecodingEnds(typeError(type, value, at, context));
  if (integerOf(value, 32) !== undefined) return value;
  throw new DecodingEnds(typeError(type, value, at, context, `number ${value}`));
}

function decodeTime(type: GoType, value: Value, at: Origin, context: FieldContext | undefined): Value {
  if (typeof value !== "string") throw new DecodingEnds(typeError(type, value, at, context));
  const fault = timeFault(value);
  if (fault === undefined) return value;
  throw new DecodingEnds({ at, message: fault, expected: type, actual: value });
}

/** Go leaves out empty lists, maps and texts, and numbers that are 0, unless a pointer says that they were written. */
function isStored({ type, isPointer }: GoField, value: Value): boolean {
  if (isPointer || type.kind === "struct") return true;
  if (isList(value)) return value.length > 0;
  if (isMapping(value)) return Object.keys(value).length > 0;
  return value !== "" && value !== 0 && value !== false;
}

function knownFields(type: GoStruct): ReadonlyMap<string, readonly string[]> {
  const below = ({ type: each }: GoField): readonly string[] => {
    const inner = each.kind === "list" ? each.of : each;
    return inner.kind === "struct" ? [...inner.fields.keys()] : [];
  };
  return new Map([...type.fields].map(([key, field]) => [key, below(field)]));
}

function listFields(type: GoStruct): ReadonlySet<string> {
  return new Set([...type.fields].flatMap(([key, field]) => (field.type.kind === "list" ? [key] : [])));
}

/** What a null item of a list becomes. */
function zeroOf(type: GoType): Value {
  switch (type.kind) {
    case "struct":
      return emptyStruct(type);
    case "string":
      return "";
    default:
      return null;
  }
}

/** A struct without fields, but for the structs in it, which are never missing. */
function emptyStruct(type: GoStruct): Record<string, Value> {
  const empty = emptyMapping();
  for (const [key, field] of type.fields) {
    if (field.type.kind === "struct" && !field.isPointer) empty[key] = emptyStruct(field.type);
  }
  return empty;
}
