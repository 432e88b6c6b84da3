import type { Json } from "../../source/edit/edit.js";

/** The JSON type of a value, in words for people. */
export type TypeName = "text" | "number" | "integer" | "boolean" | "list" | "mapping" | "null";

/** What is wrong with a name: of an object, a label, a port. */
export type NameFault =
  | "too-long"
  | "characters"
  | "empty"
  | "prefix-empty"
  | "prefix"
  | "slashes"
  | "dots"
  | "no-letter"
  | "hyphens";

/** What kind of name it should be. */
export type NameKind =
  | "object name"
  | "namespace name"
  | "label key"
  | "label value"
  | "annotation key"
  | "finalizer"
  | "port name";

/** How a value breaks the structure of its kind, with what a message needs to be specific. */
export type Violation =
  | { readonly type: "missing"; readonly name: string }
  | {
      readonly type: "wrong-type";
      readonly expected: readonly TypeName[];
      readonly actual: TypeName;
      /** A scalar as it is written in the file. */
      readonly written?: string;
      /** The value that was meant, where that is clear. */
      readonly meant?: Json;
    }
  | {
      readonly type: "out-of-range";
      readonly value: string;
      readonly minimum: number;
      readonly maximum: number;
    }
  | {
      readonly type: "not-one-of";
      readonly value: string;
      readonly allowed: readonly string[];
      readonly nearest?: string;
    }
  | { readonly type: "not-a-multiple"; readonly value: string; readonly of: number }
  | {
      readonly type: "too-few";
      readonly count: number;
      readonly minimum: number;
      readonly unit: "items" | "fields" | "characters";
    }
  | { readonly type: "empty-list" }
  /** One of these must be set, and none is. */
  | {
      readonly type: "no-member";
      readonly members: readonly string[];
      /** How an empty mapping of another shape is written in this one: for every namespace. */
      readonly meant?: Json;
    }
  /** At most one of these may be set. */
  | { readonly type: "several-members"; readonly members: readonly string[] }
  | { readonly type: "duplicate"; readonly value: string }
  | { readonly type: "pattern"; readonly value: string; readonly pattern: string }
  | {
      readonly type: "name";
      readonly what: NameKind;
      readonly name: string;
      readonly faults: readonly NameFault[];
    }
  /** A peer of a NetworkPolicy with `ipBlock` beside a selector. */
  | { readonly type: "block-with-selector"; readonly selectors: readonly string[] }
  | { readonly type: "timestamp"; readonly value: string }
  | { readonly type: "forbidden-owner"; readonly kind: string }
  | { readonly type: "two-controllers"; readonly first: string; readonly second: string }
  | { readonly type: "orphan-and-foreground" };

/** How a label selector cannot be built. */
export type SelectorFault =
  | { readonly type: "operator"; readonly operator: string; readonly nearest?: string }
  | { readonly type: "key"; readonly key: string; readonly faults: readonly NameFault[] }
  | {
      readonly type: "value";
      readonly key: string;
      readonly value: string;
      readonly faults: readonly NameFault[];
    }
  | { readonly type: "values-missing"; readonly operator: string }
  | { readonly type: "values-forbidden"; readonly operator: string };

/** What becomes of an object when a field that the server does not know is dropped, as a server without strictness does. */
export type DropEffect =
  | "selects-every-pod-of-namespace"
  | "selector-selects-everything"
  | "matches-every-peer"
  | "matches-everything"
  | "matches-every-port"
  | "selects-only-own-namespace"
  | "no-rules"
  | "is-ignored"
  /** What is left is refused too. */
  | "is-refused";
