import { pathOf, type Origin } from "../../../source/manifest/origin.js";
import type { Finding } from "../../problems/problem.js";

/** The kinds of errors that the server tells apart, with how it prints them. */
const PRINTED = {
  required: "Required value",
  invalid: "Invalid value",
  type: "Invalid value",
  unsupported: "Unsupported value",
  duplicate: "Duplicate value",
  forbidden: "Forbidden",
  "too-long": "Too long",
  "too-many": "Too many",
} as const;

/** One error of the server about one field. */
export interface ServerError {
  /** The smallest place that is wrong; the server often names a larger one. */
  readonly at: Origin;
  /** The field as the server prints it. */
  readonly field: string;
  readonly type: keyof typeof PRINTED;
  /** The value as the server prints it; undefined where it prints none. */
  readonly value?: string;
  readonly detail?: string;
}

/** A server's error with what our own message needs. */
export interface FieldError extends ServerError {
  readonly finding: Finding;
}

/** The server's line: `spec.tier: Unsupported value: "admin": supported values: "Admin", "Baseline"`. */
export function serverLine({ field, type, value, detail }: ServerError): string {
  return [field, PRINTED[type], value, detail].filter((part) => part !== undefined).join(": ");
}

/** A place below an object in the server's notation: `spec.ingress[0].from`. */
export function fieldPath(object: Origin, at: Origin): string {
  let text = "";
  for (const step of pathOf(at).slice(pathOf(object).length)) {
    if (typeof step === "number") text += `[${step}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}
