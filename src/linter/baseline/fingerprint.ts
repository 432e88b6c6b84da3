import { kindAndName } from "../../cluster/model/object-ref.js";
import { spanOf } from "../../cluster/problems/span-of.js";
import { pathOf, pointer } from "../../source/manifest/origin.js";
import type { Diagnostic } from "../../cluster/problems/diagnostic.js";

/**
 * What a finding is known by when files are renamed and lines move: its rule, its object, where in the object it is, without the
 * positions in lists, and what is written there. It is no hash, so that whoever reviews a baseline can read it.
 */
export interface Fingerprint {
  readonly rule: string;
  /** `NetworkPolicy shop/web`; empty for what is in no object. */
  readonly object: string;
  /** `/spec/ingress/*\/from`; empty where no value is meant. */
  readonly path: string;
  /** The first line of what is there, without what only lays it out. */
  readonly snippet: string;
}

/** Characters of a line that tell it from others. */
const LONGEST_SNIPPET = 200;

/** The same for what is the same finding in another state of the files. */
export function fingerprintOf({ rule, problem: { at, object } }: Diagnostic): Fingerprint {
  const { start, end } = spanOf(at);
  const path = "span" in at ? [] : pathOf(at);
  const text = at.document.file.text.slice(
    start,
    Math.min(Math.max(end, start + 1), start + 4 * LONGEST_SNIPPET),
  );
  return {
    rule,
    object: object === undefined ? "" : kindAndName(object),
    path: pointer(path.map((step) => (typeof step === "number" ? "*" : step))),
    snippet: normalised(text),
  };
}

/** A trailing comment says nothing of the finding: one that suppresses others may come and go. */
function normalised(text: string): string {
  const [line = ""] = text.split(/[\r\n]/, 1);
  return line
    .replace(/(^|\s)#.*$/, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST_SNIPPET)
    .toWellFormed();
}

/** Equal for equal fingerprints. */
export function fingerprintKey({ rule, object, path, snippet }: Fingerprint): string {
  return JSON.stringify([rule, object, path, snippet]);
}
