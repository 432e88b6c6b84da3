/**
 * A Go type as data, as far as JSON decoding depends on it. Type names are those that Go prints in its errors:
 * `v1.LabelSelector`, `[]string`.
 */
export type GoType =
  | { readonly kind: "string"; readonly name: string }
  | { readonly kind: "bool" }
  | { readonly kind: "int"; readonly bits: 32 | 64 }
  | GoStruct
  | { readonly kind: "list"; readonly of: GoType }
  | { readonly kind: "string-map" }
  /** A number of 32 bits or a text: its own decoder ends the decoding at the first error. */
  | { readonly kind: "int-or-string" }
  /** RFC 3339; its own decoder, too. */
  | { readonly kind: "time" }
  /** Any JSON. */
  | { readonly kind: "raw" };

/** A struct of Go's types for Kubernetes, with its fields by their names in JSON. */
export interface GoStruct {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: ReadonlyMap<string, GoField>;
}

/** A field of such a struct. */
export interface GoField {
  readonly type: GoType;
  /** A pointer tells an empty value from a missing one; other empty values are not stored. */
  readonly isPointer: boolean;
}

/** Go's `string`, as the error messages call it. */
export const STRING: GoType = { kind: "string", name: "string" };

/** Go's `bool`. */
export const BOOL: GoType = { kind: "bool" };

/** Go's `int32`: ports, replicas. A number outside of its range is refused. */
export const INT32: GoType = { kind: "int", bits: 32 };

/** Go's `int64`: generations, seconds. */
export const INT64: GoType = { kind: "int", bits: 64 };

/** Go's `map[string]string`: labels, annotations. */
export const STRING_MAP: GoType = { kind: "string-map" };

/** `intstr.IntOrString`: a number or a text, such as a port or its name. */
export const INT_OR_STRING: GoType = { kind: "int-or-string" };

/** `metav1.Time`: a text in RFC 3339. */
export const TIME: GoType = { kind: "time" };

/** `json.RawMessage`: any value, kept as it is and not looked into. */
export const RAW: GoType = { kind: "raw" };

/** A string type with a name of its own. */
export function namedString(name: string): GoType {
  return { kind: "string", name };
}

/** A slice of one type. */
export function listOf(type: GoType): GoType {
  return { kind: "list", of: type };
}

/** A struct from its JSON names; a name that ends in `*` is a pointer's. */
export function struct(name: string, fields: Readonly<Record<string, GoType>>): GoStruct {
  const entries = Object.entries(fields).map(([key, type]): [string, GoField] => {
    const isPointer = key.endsWith("*");
    return [isPointer ? key.slice(0, -1) : key, { type, isPointer }];
  });
  return { kind: "struct", name, fields: new Map(entries) };
}

/** A type's name as Go prints it. */
export function typeName(type: GoType): string {
  switch (type.kind) {
    case "string":
    case "struct":
      return type.name;
    case "bool":
      return "bool";
    case "int":
      return `int${type.bits}`;
    case "list":
      return `[]${typeName(type.of)}`;
    case "string-map":
      return "map[string]string";
    case "int-or-string":
      return "int32";
    case "time":
      return "string";
    case "raw":
      return "interface {}";
  }
}
