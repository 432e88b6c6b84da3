import { keyText, type Scalar } from "./scalar.js";
import { ReadError } from "./read-error.js";
import type { Span } from "./source.js";
import type { Value } from "./value.js";

/** A key as it is met: its stored text, and what tells `true` from `"true"`. */
export interface Key {
  readonly text: string;
  readonly written: string;
  readonly kind: Scalar["type"] | "merge";
  /** The number that it is, of which its text has only the first digits. */
  readonly number?: number;
  readonly span: Span;
}

/** The key that a scalar is stored as. @throws {ReadError} for one that Kubernetes refuses */
export function storedKey(scalar: Scalar, written: string, span: Span): Key {
  const text = keyText(scalar);
  if (text !== undefined) {
    const key = { text, written: scalar.type === "string" ? text : written, kind: scalar.type, span };
    return scalar.type === "float" ? { ...key, number: scalar.value } : key;
  }
  throw new ReadError(scalar.type === "null" ? "null-key" : "number-key", span, written);
}

/** A scalar as JSON has it. @throws {ReadError} for infinities and NaN, which JSON does not have */
export function jsonValue(scalar: Scalar, at: Span): Value {
  switch (scalar.type) {
    case "null":
      return null;
    case "int":
      return scalar.value >= BigInt(Number.MIN_SAFE_INTEGER) &&
        scalar.value <= BigInt(Number.MAX_SAFE_INTEGER)
        ? Number(scalar.value)
        : scalar.value;
    case "float":
      if (!Number.isFinite(scalar.value)) throw new ReadError("number-not-finite", at);
      // Go's JSON writes -0 and 80.0 as 0 and 80.
      return scalar.value === 0 ? 0 : scalar.value;
    default:
      return scalar.value;
  }
}
