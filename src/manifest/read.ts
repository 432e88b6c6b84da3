import { EVENT_ID, getScalarValue, parseEvents, YAMLException, type Event } from "js-yaml";
import { compose, ReadError } from "./compose.js";
import { readStream, type Cut } from "./stream.js";
import { emptyMapping, isMapping, type Value } from "./value.js";
import { flowOrQuoteRootEnd } from "./flow-regions.js";
import { isHarmless, reindent } from "./reindent.js";
import { originalOffset } from "./reindentation.js";
import { sourceComment } from "./source-comment.js";
import { ALIAS_BUDGET, MAX_DEPTH, MAX_DUPLICATES } from "./limits.js";
import {
  HEADER,
  KEEP_ALL,
  textIn,
  type Content,
  type Document,
  type DocumentReading,
  type Keeping,
} from "./document.js";
import type { Composed } from "./composed.js";
import type { JsonScan } from "./json.js";
import type { DuplicateKey, ReadProblem } from "./problem.js";
import type { SourceFile, Span } from "./source.js";

/** Collections deeper than this end the parser's recursion; the composer's own, lower bound makes the message. */
const PARSER_OPTIONS = { maxDepth: MAX_DEPTH + 16 };

/**
 * Reads the documents of a file as kubectl would. A broken document is in the answer with its problem and without a
 * value; the others are read all the same.
 */
export function* readDocuments(file: SourceFile, keeping: Keeping = KEEP_ALL): Generator<DocumentReading> {
  // What is checked for keys that are written twice is built in full.
  const { cuts, scans } = readStream(file, keeping.checksTheRest ? undefined : keeping.parts);
  const task = { keeping, budget: { left: ALIAS_BUDGET.file as number } };
  const together = parseTogether(file, cuts);
  for (const [index, cut] of cuts.entries()) {
    const scan = scans[index];
    const objects = scan?.problem === undefined ? scan?.objects : undefined;
    const document: Document = {
      file,
      index,
      cut,
      restoredKeys: [],
      ...(objects === undefined ? {} : { objects }),
    };
    yield scan === undefined
      ? readDocument(document, task, together?.[index])
      : readJson(document, scan, task);
  }
}

/** What reading the documents of one file shares. */
interface Task {
  readonly keeping: Keeping;
  /** Nodes that aliases may still add in this file. */
  readonly budget: { left: number };
}

interface Parsed {
  readonly events: readonly Event[];
  readonly from: number;
}

function readDocument(document: Document, task: Task, parsed: Parsed | "empty" | undefined): DocumentReading {
  const { cut, file } = document;
  if (cut.problem !== undefined) {
    const { code, at } = cut.problem;
    return unreadable(document, { code, at: { start: at, end: endOfLine(file.text, at) } });
  }
  if (parsed === "empty") return emptyReading(document);
  if (parsed === undefined) return readYaml(document, task);
  return composeInto(document, { text: file.text, ...parsed }, (offset) => offset, task);
}

function unreadable(document: Document, problem: ReadProblem): DocumentReading {
  return { document, value: undefined, problem, duplicates: [], collisions: [] };
}

function emptyReading(document: Document): DocumentReading {
  return { document, value: null, duplicates: [], collisions: [] };
}

function readJson(document: Document, scan: JsonScan, { keeping }: Task): DocumentReading {
  if (scan.problem !== undefined) {
    const { code, at } = scan.problem;
    return unreadable(document, { code, at: { start: at, end: at + 1 } });
  }
  const { value, duplicates, oneTooMany } = scan;
  if (oneTooMany !== undefined) return { ...unreadable(document, tooManyDuplicates(oneTooMany)), duplicates };
  const kept = isMapping(value) ? keeping.parts(textOf(value["apiVersion"]), textOf(value["kind"])) : true;
  return { document, value: kept === "nothing" ? headerOnly(value) : value, duplicates, collisions: [] };
}

/** Parses and composes a document by itself; lines that are indented too little are mended once. */
function readYaml(document: Document, task: Task): DocumentReading {
  const { file, cut } = document;
  const refused = refusedCharacter(file.text, cut);
  if (refused !== undefined) return unreadable(document, refused);
  const text = textIn(document);
  const first = tryParse(text);
  if ("events" in first) return composeAlone(document, text, first.events, task);
  const repaired = first.deficientIndentation ? reindent(text) : undefined;
  const second = repaired === undefined ? undefined : tryParse(repaired.text);
  if (
    repaired === undefined ||
    second === undefined ||
    !("events" in second) ||
    !isHarmless(repaired, second.events)
  ) {
    const problem = shiftProblem(first.problem, (offset) => offset + cut.start);
    return readRootOnly(document, text, task) ?? unreadable(document, problem);
  }
  return composeAlone({ ...document, reindented: repaired }, repaired.text, second.events, task);
}

/**
 * Kubernetes' reader stops behind a root that is a flow collection or a quoted scalar, and drops what follows in
 * silence: it is read here too, and what is dropped is a problem.
 */
function readRootOnly(document: Document, text: string, task: Task): DocumentReading | undefined {
  const end = flowOrQuoteRootEnd(text);
  if (end === undefined) return undefined;
  const parsed = tryParse(text.slice(0, end));
  if (!("events" in parsed)) return undefined;
  return {
    ...composeAlone(document, text.slice(0, end), parsed.events, task),
    rest: dropped(document.cut.start + end),
  };
}

function dropped(start: number): ReadProblem {
  return { code: "text-after-document", at: { start, end: start + 1 } };
}

function tryParse(
  text: string,
): { events: Event[] } | { events?: never; problem: ReadProblem; deficientIndentation: boolean } {
  try {
    return { events: parseEvents(text, PARSER_OPTIONS) };
  } catch (error) {
    if (error instanceof RangeError) {
      // A pattern of the parser that ran out of stack: a token of millions of characters.
      const problem: ReadProblem = {
        code: "yaml-syntax",
        at: { start: 0, end: 1 },
        detail: "a token is too long",
      };
      return { problem, deficientIndentation: false };
    }
    if (!(error instanceof YAMLException)) throw error;
    const start = error.mark?.position ?? 0;
    const code = error.reason.startsWith("nesting exceeded") ? "depth" : "yaml-syntax";
    const problem: ReadProblem = { code, at: { start, end: start + 1 }, detail: shortened(error.reason) };
    return { problem, deficientIndentation: error.reason === "deficient indentation" };
  }
}

/** Composes the one document that the events of a cut should hold. */
function composeAlone(
  document: Document,
  text: string,
  events: readonly Event[],
  task: Task,
): DocumentReading {
  const { cut, reindented } = document;
  const toFile = (offset: number): number =>
    cut.start + (reindented === undefined ? offset : originalOffset(reindented, offset));
  if (events.length === 0) return emptyReading(document);
  const extra = secondDocument(events);
  const reading = composeInto(document, { text, events, from: 0 }, toFile, task);
  return extra === undefined ? reading : { ...reading, rest: dropped(toFile(extra)) };
}

function composeInto(
  document: Document,
  { text, events, from }: Parsed & { readonly text: string },
  toFile: (offset: number) => number,
  { keeping, budget }: Task,
): DocumentReading {
  const { cut, file } = document;
  const comment = sourceComment(file.text, cut, firstTokenOf(events, from, toFile));
  const named = comment === undefined ? document : { ...document, sourceComment: comment };
  try {
    const header = headerOf(text, events, from);
    const keep = header === undefined ? true : keeping.parts(header.apiVersion, header.kind);
    const composed = compose(text, events, from, keep === "nothing" ? HEADER : keep, keeping.checksTheRest);
    budget.left -= composed.expanded;
    if (budget.left < 0)
      return unreadable(named, { code: "alias-budget", at: { start: cut.start, end: cut.end } });
    const { value, duplicates, collisions, restoredKeys } = shiftContent(composed, toFile);
    const reading = { document: { ...named, restoredKeys }, duplicates, collisions };
    if (composed.oneTooMany === undefined) return { ...reading, value };
    const problem = shiftProblem(tooManyDuplicates(composed.oneTooMany), toFile);
    return { ...reading, value: undefined, problem };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return unreadable(named, shiftProblem(error.problem, toFile));
  }
}

function tooManyDuplicates(at: Span): ReadProblem {
  return { code: "too-many-duplicates", at, detail: String(MAX_DUPLICATES) };
}

function headerOnly(value: Value): Value {
  if (!isMapping(value)) return value;
  const header = emptyMapping();
  for (const key of Object.keys(HEADER)) if (value[key] !== undefined) header[key] = value[key];
  return header;
}

/**
 * The root's `apiVersion` and `kind`, decoded, from the events.
 * @returns undefined where the root is no mapping, or an alias or merge may hold them
 */
function headerOf(
  text: string,
  events: readonly Event[],
  from: number,
): { apiVersion: string | undefined; kind: string | undefined } | undefined {
  if (events[from + 1]?.type !== EVENT_ID.MAPPING) return undefined;
  const header: { apiVersion: string | undefined; kind: string | undefined } = {
    apiVersion: undefined,
    kind: undefined,
  };
  for (let i = from + 2, depth = 0; ; i++) {
    const event = events[i];
    if (event === undefined) return undefined;
    if (event.type === EVENT_ID.POP) {
      if (depth-- === 0) return header;
    } else if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) depth++;
    else if (depth === 0) {
      // A key: the event behind it is its value.
      if (event.type !== EVENT_ID.SCALAR || event.tagStart !== -1) return undefined;
      const key = getScalarValue(text, event);
      if (key === "<<") return undefined;
      const value = events[++i];
      if (value?.type === EVENT_ID.MAPPING || value?.type === EVENT_ID.SEQUENCE) depth++;
      if (key !== "apiVersion" && key !== "kind") continue;
      if (value?.type !== EVENT_ID.SCALAR || value.tagStart !== -1) return undefined;
      header[key] = getScalarValue(text, value);
    }
  }
}

/**
 * Parses all documents of a file in one call, where every cut is one that YAML makes too (a call has a fixed cost, more
 * than that of a small document).
 * @returns per cut where its events begin, or undefined where the cuts must be parsed one by one
 */
function parseTogether(file: SourceFile, cuts: readonly Cut[]): (Parsed | "empty")[] | undefined {
  const { text } = file;
  if (cuts.some((cut) => cut.syntax === "json" || cut.problem !== undefined)) return undefined;
  if (NOT_TOGETHER.test(text)) return undefined;
  const result = tryParse(text);
  if (!("events" in result)) return undefined;
  const { events } = result;
  const starts = documentStarts(events);
  // A first cut of nothing but blanks and comments gives no event: the parser goes on to the next `---`.
  const first = events[0];
  const hasFirst = first?.type === EVENT_ID.DOCUMENT && (!first.explicitStart || /^\uFEFF?---/.test(text));
  const expected = hasFirst ? cuts.length : cuts.length - 1;
  if (starts.length !== expected) return undefined;
  const parsed: (Parsed | "empty")[] = starts.map((from) => ({ events, from }));
  if (!hasFirst) parsed.unshift("empty");
  return parsed;
}

/**
 * A text that is better read document by document: characters that Kubernetes refuses (the place must be found), lone
 * CRs, which only YAML takes for line breaks, end markers, directives, and a byte-order mark inside.
 */
const NOT_TOGETHER =
  // eslint-disable-next-line no-control-regex
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\r(?!\n)|(?:^|\n)(?:\.\.\.|%)/;

function documentStarts(events: readonly Event[]): number[] {
  const starts: number[] = [];
  for (let i = 0; i < events.length; i++) if (events[i]?.type === EVENT_ID.DOCUMENT) starts.push(i);
  return starts;
}

/** Where a second document's text begins, or undefined: kubectl reads only the first of a cut and drops the rest in silence. */
function secondDocument(events: readonly Event[]): number | undefined {
  const second = documentStarts(events)[1];
  if (second === undefined) return undefined;
  // An empty document behind `...` has no token: nothing is lost.
  return firstTokenOf(events, second, (offset) => offset);
}

function firstTokenOf(
  events: readonly Event[],
  from: number,
  toFile: (offset: number) => number,
): number | undefined {
  const event = events[from + 1];
  switch (event?.type) {
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return toFile(event.start);
    case EVENT_ID.SCALAR:
      return event.valueStart === -1 ? undefined : toFile(event.valueStart);
    case EVENT_ID.ALIAS:
      return toFile(event.anchorStart - 1);
    default:
      return undefined;
  }
}

// eslint-disable-next-line no-control-regex
const REFUSED_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/;

/**
 * Finds a character that Kubernetes' reader refuses, or that it takes for a line break and JavaScript's readers do not
 * (U+0085, U+2028, U+2029: what looks like a comment to a reviewer would be a key to the server).
 */
function refusedCharacter(text: string, cut: Cut): ReadProblem | undefined {
  const match = REFUSED_CHARACTER.exec(text.slice(cut.start, cut.end));
  if (match === null) return undefined;
  const start = cut.start + match.index;
  const isLineBreak = /[\x85\u2028\u2029]/.test(match[0]);
  const codePoint = (match[0].charCodeAt(0) & 0xffff).toString(16).toUpperCase().padStart(4, "0");
  return {
    code: isLineBreak ? "unicode-line-break" : "control-character",
    at: { start, end: start + 1 },
    detail: `U+${codePoint}`,
  };
}

function shiftSpan(span: Span, shift: (offset: number) => number): Span {
  return { start: shift(span.start), end: shift(span.end) };
}

function shiftProblem(problem: ReadProblem, shift: (offset: number) => number): ReadProblem {
  return { ...problem, at: shiftSpan(problem.at, shift) };
}

function shiftContent(composed: Composed, shift: (offset: number) => number): Content {
  const pair = (key: DuplicateKey): DuplicateKey => ({
    key: key.key,
    first: shiftSpan(key.first, shift),
    second: shiftSpan(key.second, shift),
  });
  return {
    value: composed.value,
    duplicates: composed.duplicates.map(pair),
    collisions: composed.collisions.map(pair),
    restoredKeys: composed.restoredKeys.map((key) => ({ ...key, at: shiftSpan(key.at, shift) })),
  };
}

/** The parser quotes the text in some of its reasons, whatever its length. */
function shortened(reason: string): string {
  return reason.length <= LONGEST_REASON ? reason : `${reason.slice(0, LONGEST_REASON)}…`;
}

const LONGEST_REASON = 200;

function textOf(value: Value | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
