import { encode } from "../encode.js";
import { oncePer } from "../../base/collections/once-per.js";

/** A piece of HTML: every value in it that is no HTML itself was encoded when it was put there. */
export class Html {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** Text of our own that is HTML already: a style sheet, a program. */
  static ofOurs(text: string): Html {
    return new Html(text);
  }
}

/** What may stand in a template; nothing for undefined. */
export type HtmlValue = Html | string | number | undefined | readonly HtmlValue[];

/**
 * Makes HTML of a template of ours. Strings among its values are text, whatever they hold: what would command a screen is a
 * visible escape, and nothing in them is markup, between tags as in quoted attributes.
 */
export function html(template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const strings = withoutIndents(template);
  const pieces = [strings[0] ?? ""];
  for (const [i, value] of values.entries()) pieces.push(textOf(value), strings[i + 1] ?? "");
  return Html.ofOurs(pieces.join(""));
}

/** Templates are laid out for whoever reads the program: a page needs no more of that than the line breaks. */
const withoutIndents = oncePer((template: TemplateStringsArray) =>
  template.map((text) => text.replaceAll(/\s*\n\s*/g, "\n")),
);

/** An element of which the text is a program, a style sheet or data of ours, to the last character. */
export function ofOurs(tag: "script" | "style", text: string, attributes = ""): Html {
  return Html.ofOurs(`<${tag}${attributes}>${text}</${tag}>`);
}

function textOf(value: HtmlValue): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return markupFree(encode(value));
  return value instanceof Html ? value.text : value.map(textOf).join("");
}

/** A sentence in which names stand between backticks, as findings have them: those as code. A backtick without its pair stays. */
export function sentence(text: string): HtmlValue {
  const pieces = text.split("`");
  return pieces.length % 2 === 0
    ? text
    : pieces.map((each, i) => (i % 2 === 0 ? each : html`<code>${each}</code>`));
}

/** Pieces with a line break between them: for text that is laid out by its lines. */
export function inRows(pieces: readonly HtmlValue[]): Html {
  return Html.ofOurs(pieces.map(textOf).join("\n"));
}

const MARKUP: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function markupFree(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => MARKUP[character] ?? "");
}

/** Data for a program as JSON: every string in it is encoded as text of a page is, so that it may be shown as it is. */
export function pageJson(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) => (typeof value === "string" ? encode(value) : value));
}
