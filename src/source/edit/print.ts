import { Document, Scalar, visit, type ToStringOptions } from "yaml";
import { resolvePlain } from "../manifest/scalar.js";
import { indented } from "./lines.js";
import type { Json } from "./edit.js";

/** How block collections are indented. */
export interface BlockStyle {
  /** Columns from a key to the keys below it. */
  readonly step: number;
  /** Columns from a key to the dashes below it. */
  readonly listOffset: number;
}

/** How flow collections are written. */
export interface FlowStyle {
  /** Blanks inside of the brackets of mappings, and of lists: many write `[{ a: b }]`. */
  readonly isPadded: { readonly mapping: boolean; readonly list: boolean };
  /** Keys and texts in double quotes, as in JSON. */
  readonly isJson: boolean;
  /** No blanks behind commas and colons: JSON only. */
  readonly isMinified: boolean;
}

/** The quotes of a text. */
export type Quotes = typeof Scalar.QUOTE_DOUBLE | typeof Scalar.QUOTE_SINGLE;

/** A value as lines in block style; scalars and empty collections take one. */
export function blockLines(value: Json, style: BlockStyle): string[] {
  if (!takesLines(value)) return [printed(value)];
  if (isJsonList(value)) {
    return value.flatMap((item) => {
      const [first = "", ...rest] = blockLines(item, style);
      return [`- ${first}`, ...indented(rest, "  ")];
    });
  }
  return Object.entries(value).flatMap(([key, field]) => {
    const name = printed(key);
    const lines = blockLines(field, style);
    if (!takesLines(field)) return [`${name}: ${lines.join("")}`];
    return [`${name}:`, ...indented(lines, " ".repeat(isJsonList(field) ? style.listOffset : style.step))];
  });
}

/** True for a collection that has entries: in block style it takes lines of its own. */
export function takesLines(value: Json): value is readonly Json[] | { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** True for a list. */
export function isJsonList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Lines as comments. */
export function commentLines(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? "#" : `# ${line}`));
}

/** A value on one line, as it may stand in a flow collection. */
export function flowStyleText(value: Json, style: FlowStyle): string {
  if (style.isMinified) return JSON.stringify(value, withoutBigInt);
  if (!takesLines(value)) return flowScalar(value, style);
  if (isJsonList(value)) {
    const padding = style.isPadded.list ? " " : "";
    return `[${padding}${value.map((item) => flowStyleText(item, style)).join(", ")}${padding}]`;
  }
  const padding = style.isPadded.mapping ? " " : "";
  const entries = Object.entries(value).map(
    ([key, field]) => `${flowScalar(key, style)}: ${flowStyleText(field, style)}`,
  );
  return `{${padding}${entries.join(", ")}${padding}}`;
}

/** A scalar or an empty collection, which may hold what would end it in brackets. */
function flowScalar(value: Json, { isJson }: FlowStyle): string {
  if (typeof value === "string" && !isJson && isWord(value)) return value;
  const options: ToStringOptions = { collectionStyle: "flow", flowCollectionPadding: false };
  return printed([value], isJson ? { ...options, ...AS_JSON } : options).slice(1, -1);
}

/** A text in the quotes that an older one had. */
export function quotedText(value: string, quotes: Quotes): string {
  return printed(value, { defaultStringType: quotes });
}

/** A value as lines of JSON. */
export function jsonLines(value: Json, unit: string): string[] {
  return JSON.stringify(value, withoutBigInt, unit).split("\n");
}

/** JSON cannot be made of a whole number beyond 2^53: what it is rounded to is noticed when the text is read again. */
function withoutBigInt(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

const AS_JSON: ToStringOptions = {
  defaultKeyType: Scalar.QUOTE_DOUBLE,
  defaultStringType: Scalar.QUOTE_DOUBLE,
};

function printed(value: Json, options: ToStringOptions = {}): string {
  // Most keys are such words, and a document for each of them takes its time.
  if (typeof value === "string" && options.defaultStringType === undefined && isWord(value)) return value;
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === "string" && needsQuotes(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0, doubleQuotedAsJSON: true, ...options }).trimEnd();
}

function isWord(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_./]*$/.test(text) && !needsQuotes(text);
}

/** Kubernetes takes more words and numbers for something else than YAML 1.2 does; a text of several lines goes on one. */
function needsQuotes(text: string): boolean {
  return text === "<<" || text.includes("\n") || resolvePlain(text).type !== "string";
}
