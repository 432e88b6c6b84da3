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
  return textIn(document).includes("{{");
}

/** True for a key that is written twice and says nothing of what an object is. */
export function isOfOtherTools(problem: Problem): boolean {
  if (problem.code !== "duplicate-key") return false;
  return !OBJECT_KEYS.has(problem.facts.key.toLowerCase());
}

/** Keys without which, or with which, something is no object. */
const OBJECT_KEYS: ReadonlySet<string> = new Set(["apiversion", "kind", "items"]);

/**
 * True for a file of which some document does not parse, and that is no manifest by any reading: mkdocs.yml, tsconfig.json …
 * UTF-16 and UTF-32 without a byte-order mark are read with zeros between their letters.
 */
export function speaksOfNoObject({ text }: SourceFile): boolean {
  return !/apiVersion|binary|\\/.test(text.replaceAll("\0", ""));
}
