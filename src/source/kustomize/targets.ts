import { effectiveNamespace, firstIdOf, idOf, type Resource } from "./resource.js";
import { entries, fieldAt } from "../manifest/node.js";
import { PatchFault } from "./strategic-merge.js";
import type { PatchSelector } from "./kustomization.js";

/** A part of a pattern: a character, or any one (`undefined`), once or as often as it takes. */
interface Atom {
  readonly character: string | undefined;
  readonly times: "once" | "any" | "some";
}

/**
 * The alternatives of a pattern: names, `.`, `.*`, `.+`, `a|b`, with or without anchors. It is read here and never
 * compiled: it comes with the input.
 * @returns undefined for a pattern that takes more
 */
function readPattern(pattern: string): readonly (readonly Atom[])[] | undefined {
  if (pattern.length > LONGEST_PATTERN) return undefined;
  const [, inParentheses, bare] = /^\^?(?:\((?:\?:)?([^()]*)\)|([^()]*?))\$?$/.exec(pattern) ?? [];
  const plain = inParentheses ?? bare;
  if (plain === undefined || (pattern.includes("|") && /^\^|\$$/.test(pattern) && !pattern.includes("(")))
    return undefined;
  const alternatives = plain.split("|").map(readAtoms);
  return alternatives.some((each) => each === undefined)
    ? undefined
    : alternatives.flatMap((each) => (each === undefined ? [] : [each]));
}

/** Longer than any list of names that somebody writes; matching takes time by its length and that of the text, squared. */
const LONGEST_PATTERN = 500;

/** No name that a server takes is longer. */
const LONGEST_TEXT = 300;

function readAtoms(text: string): readonly Atom[] | undefined {
  const atoms: Atom[] = [];
  for (let i = 0; i < text.length; i++) {
    const escaped = text[i] === "\\";
    const character = escaped ? text[++i] : text[i];
    if (character === undefined) return undefined;
    if (escaped ? !/[.\-/_]/.test(character) : !/[\w.\-/]/.test(character)) return undefined;
    const next = text[i + 1];
    const times = next === "*" ? "any" : next === "+" ? "some" : "once";
    if (times !== "once") i++;
    if (/[*+?]/.test(text[i + 1] ?? "") && times !== "once") return undefined;
    atoms.push({ character: character === "." && !escaped ? undefined : character, times });
  }
  return atoms;
}

/** True where a text is one of the alternatives, from its beginning to its end. */
function matchesPattern(alternatives: readonly (readonly Atom[])[], text: string): boolean {
  if (text.length > LONGEST_TEXT) throw new PatchFault("a target for an object with a name of any length");
  return alternatives.some((atoms) => {
    // The offsets that the atoms until now may end at.
    let ends = new Set([0]);
    for (const { character, times } of atoms) {
      const next = new Set<number>(times === "any" ? ends : []);
      const last = times === "once" ? 1 : text.length;
      for (const end of ends)
        for (let at = end; at - end < last && isAt(text, at, character); at++) next.add(at + 1);
      ends = next;
    }
    return ends.has(text.length);
  });
}

function isAt(text: string, at: number, character: string | undefined): boolean {
  return at < text.length && (character === undefined || text[at] === character);
}

/** Decides which objects a target selects; undefined where it cannot be told here. */
export function targetMatcher(target: PatchSelector): ((resource: Resource) => boolean) | undefined {
  const patterns = new Map<string, readonly (readonly Atom[])[]>();
  for (const key of ["group", "version", "kind", "name", "namespace"] as const) {
    const written = target[key];
    if (written === undefined) continue;
    const pattern = readPattern(written);
    if (pattern === undefined) return undefined;
    patterns.set(key, pattern);
  }
  const labels = readSelector(target.labelSelector);
  const annotations = readSelector(target.annotationSelector);
  if (labels === undefined || annotations === undefined) return undefined;
  const matches = (key: string, text: string): boolean => {
    const pattern = patterns.get(key);
    return pattern === undefined || matchesPattern(pattern, text);
  };
  return (resource) => {
    const [first, now] = [firstIdOf(resource), idOf(resource.node)];
    return (
      (matches("namespace", effectiveNamespace(first)) || matches("namespace", effectiveNamespace(now))) &&
      (matches("name", first.name) || matches("name", now.name)) &&
      matches("group", now.group) &&
      matches("version", now.version) &&
      matches("kind", now.kind) &&
      labels(pairsIn(resource, "labels")) &&
      annotations(pairsIn(resource, "annotations"))
    );
  };
}

function pairsIn({ node }: Resource, key: string): ReadonlyMap<string, string> {
  return new Map(
    entries(fieldAt(node, "metadata", key)).flatMap(([name, { value }]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    ),
  );
}

type PairTest = (pairs: ReadonlyMap<string, string>) => boolean;

/** Reads `a=b,c!=d,e,!f,g in (h,i)`; undefined for what is none of these. */
function readSelector(text: string | undefined): PairTest | undefined {
  const tests: PairTest[] = [];
  if (/^\s*,|,\s*(?:,|$)/.test(text ?? "")) return undefined;
  for (const each of (text ?? "").match(/(?:[^,(]|\([^)]*\))+/g) ?? []) {
    const test = readRequirement(each.trim());
    if (test === undefined) return undefined;
    tests.push(test);
  }
  return (pairs) => tests.every((test) => test(pairs));
}

function readRequirement(text: string): PairTest | undefined {
  const set = /^([\w./-]+)\s+(in|notin)\s+\(([^()]*)\)$/.exec(text);
  if (set !== null) {
    const [, key = "", operator, list = ""] = set;
    const values = new Set(list.split(",").map((value) => value.trim()));
    return (pairs) => values.has(pairs.get(key) ?? "\0") === (operator === "in");
  }
  const equals = /^([\w.-]+(?:\/[\w.-]+)?)\s*(==?|!=)\s*((?:\w(?:[\w.-]*\w)?)?)$/.exec(text);
  if (equals !== null) {
    const [, key = "", operator, value] = equals;
    return (pairs) => (pairs.get(key) === value) === (operator !== "!=");
  }
  const exists = /^(!?)\s*([\w./-]+)$/.exec(text);
  if (exists === null) return undefined;
  const [, not, key = ""] = exists;
  return (pairs) => pairs.has(key) === (not === "");
}
