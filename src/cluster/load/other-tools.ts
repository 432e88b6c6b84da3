import { isUnreadableToKubectl } from "./chart.js";
import { textIn, type DocumentReading } from "../../source/manifest/document.js";
import type { Problem } from "../problems/problem.js";
import type { SourceFile } from "../../source/manifest/source.js";

/**
 * True for a document that has actions of a template and that kubectl cannot read either, so that nobody applies it as it
 * stands. What is refused here alone may be applied, whatever a template's comment hides of it.
 */
export function isTemplate({ document, problem }: DocumentReading): boolean {
  if (problem === undefined || !isUnreadableToKubectl(problem.code)) return false;
  const text = textIn(document);
  return text.includes("{{") || JINJA.test(text);
}

/** A line of Jinja that writes nothing itself, `{% raw %}`: the tools of documentation take it away. */
const JINJA = /^[ \t]*\{%.{0,400}?%\}/m;

/** True for a key that is written twice and says nothing of what an object is. */
export function isOfOtherTools(problem: Problem): boolean {
  if (problem.code !== "duplicate-key") return false;
  return !OBJECT_KEYS.has(problem.facts.key.toLowerCase());
}

/** Keys without which, or with which, something is no object. */
const OBJECT_KEYS: ReadonlySet<string> = new Set(["apiversion", "kind", "items"]);

/**
 * True for a file of which some document does not parse, and that is no manifest by any reading: mkdocs.yml, tsconfig.json …
 * UTF-16 and UTF-32 without a byte-order mark are read with zeros between their letters. Of escapes, only those for a character by its
 * number can spell a key, and one at the end of a line can cut it in two.
 */
export function speaksOfNoObject({ text }: SourceFile): boolean {
  return !/apiVersion|binary|\\[xuU\r\n\u0085\u2028\u2029]/.test(text.replaceAll("\0", ""));
}
