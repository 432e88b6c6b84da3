import { isSameValue } from "./same-value.js";
import { readDocuments } from "../../src/source/manifest/read.js";
import type { Answer } from "./decoder.js";

/** A document that the program does not read. */
export interface Refusal {
  readonly code: string;
  /** The whole stream, decoded. */
  readonly text: string;
  /** Which document of the stream it is, counted from 0, empty ones too. */
  readonly index: number;
  /** The place that it is refused for, in the text. */
  readonly at: { readonly start: number; readonly end: number };
  /** How many more places of it may be put in doubt. */
  readonly left?: number;
}

/** What Kubernetes reads in place of a document that is refused here. */
export interface Theirs {
  /** Undefined where it finds nothing in the document. */
  readonly value: unknown;
  readonly answer: Answer;
}

/** Something that is read more strictly, with what has to be so for it to be no mistake. */
interface Strictness {
  readonly why: string;
  readonly isSo: (refusal: Refusal, theirs: Theirs) => boolean;
}

/**
 * True where the program refuses on purpose what Kubernetes reads. The code alone is no excuse: the text has to hold what
 * is refused, and wherever the document can be read without it, Kubernetes has to read that.
 */
export function isStricterOnPurpose(refusal: Refusal, theirs: Theirs): boolean {
  return STRICTER.get(refusal.code)?.isSo(refusal, theirs) ?? false;
}

/** Stands for what is refused, so that it can be told whether Kubernetes has dropped it: in no text is this. */
const WORD = "stands-for-it";
const NUMBER = "48271.40014";

/**
 * Where the program is stricter than Kubernetes on purpose: it refuses to say what a text means that Kubernetes reads, so
 * that nothing is taken for green. Each is described in docs/reading.md; nothing may be allowed in the other direction.
 */
export const STRICTER: ReadonlyMap<string, Strictness> = new Map<string, Strictness>([
  [
    "unicode-line-break",
    {
      why: "a line break that editors and reviewers do not see",
      isSo: ({ text, at }) => /[\x85\u2028\u2029]/.test(text.charAt(at.start)),
    },
  ],
  [
    "control-character",
    {
      why: "a control character anywhere in a document, or a byte-order mark that Kubernetes loses text behind",
      isSo: (refusal, theirs) => {
        const { text, at } = refusal;
        const refused = text.charAt(at.start);
        if (refused === "\ufeff") return at.start > 0;
        if (!CONTROL.test(refused)) return false;
        const rest = text.slice(at.end).replace(EVERY_CONTROL, "x");
        return isReadWithout({ ...refusal, text: text.slice(0, at.end) + rest }, theirs, ["x", " "]);
      },
    },
  ],
  [
    "null-key",
    {
      why: "a null key in a value that a later key replaces: Kubernetes drops it before it looks",
      isSo: (refusal, theirs) => isReadWithout(refusal, theirs, [WORD, ` ${WORD}`, ` ${WORD} `]),
    },
  ],
  [
    "number-key",
    {
      why: "a key that is no number of JSON, replaced in the same way",
      isSo: (refusal, theirs) => isReadWithout(refusal, theirs, [WORD]),
    },
  ],
  [
    "number-not-finite",
    {
      why: "an infinite number that is replaced in the same way, or that makes Kubernetes refuse an object of JSON",
      isSo: (refusal, theirs) => refusesNumber(refusal, theirs) || isReadWithout(refusal, theirs, [NUMBER]),
    },
  ],
  [
    "metadata-fraction",
    {
      why: "1.0 for a whole number in metadata of JSON: Kubernetes refuses the object alone",
      isSo: ({ text, at }, { answer }) =>
        /^-?[0-9]+[.eE][-+.0-9eE]+$/.test(text.slice(at.start, at.end)) && answer.refused.length > 0,
    },
  ],
  [
    "depth",
    {
      why: "collections deeper than 64, which no object of Kubernetes has",
      isSo: (_, { value }) => depthOf(value) > 64,
    },
  ],
  [
    "alias-budget",
    {
      why: "aliases that add more than 100,000 nodes",
      isSo: ({ text }, { answer }) => /\*|<</.test(text) && nodesIn(answer.documents) > 20_000,
    },
  ],
  [
    "invalid-utf-8",
    {
      why: "bytes that are no UTF-8 anywhere in a file: Kubernetes reads the documents in front of them",
      isSo: ({ text }) => text.includes("\ufffd"),
    },
  ],
  [
    "invalid-utf-16",
    {
      why: "bytes that are no UTF-16",
      isSo: ({ text }) => text.includes("\ufffd"),
    },
  ],
  [
    "too-many-duplicates",
    {
      why: "more than 20 keys of one document written twice",
      isSo: ({ text }, { value }) => value !== undefined && text.split(":").length - 1 > 21,
    },
  ],
]);

// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;
const EVERY_CONTROL = new RegExp(CONTROL, "g");

/** How many places of one document may be refused, one behind the other. */
const MOST = 60;

/** True where the document, with other text at the places that are refused, is read as Kubernetes reads it as it is. */
function isReadWithout(refusal: Refusal, theirs: Theirs, substitutes: readonly string[]): boolean {
  const left = (refusal.left ?? MOST) - 1;
  if (left === 0) return false;
  for (const { start, substitute } of placesOf(refusal, substitutes)) {
    const changed = refusal.text.slice(0, start) + substitute + refusal.text.slice(refusal.at.end);
    const reading = [...readDocuments({ name: "text.yaml", text: changed })][refusal.index];
    if (reading === undefined) continue;
    const { problem, value, collisions } = reading;
    if (problem === undefined) {
      // Kubernetes keeps one of two values then, now this, now that.
      if (collisions.length > 0) return true;
      return isSameValue(value ?? undefined, theirs.value);
    }
    // What the other text has made of the place tells nothing.
    const isOfPlace = problem.at.start <= start + substitute.length && problem.at.end >= start;
    if (!isOfPlace && STRICTER.has(problem.code))
      return isStricterOnPurpose(
        { ...refusal, code: problem.code, text: changed, at: problem.at, left },
        theirs,
      );
  }
  return false;
}

/** Ways to put other text in: in place of the value, and of its tag too, which may fit no other. */
function* placesOf(
  { text, at }: Refusal,
  substitutes: readonly string[],
): Generator<{ readonly start: number; readonly substitute: string }> {
  const tag = /![^\s,]*\s*$/.exec(text.slice(0, at.start));
  for (const start of tag === null ? [at.start] : [at.start, tag.index])
    for (const substitute of substitutes) yield { start, substitute };
}

/** True for a number of JSON that no float of 64 bits holds: Kubernetes refuses the object that it is in, and reads on. */
function refusesNumber({ text, at }: Refusal, { answer }: Theirs): boolean {
  return Math.abs(Number(text.slice(at.start, at.end))) === Infinity && answer.refused.length > 0;
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function nodesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  let nodes = 1;
  for (const each of Object.values(value)) nodes += nodesIn(each);
  return nodes;
}
