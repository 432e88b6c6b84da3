import { compose } from "./compose.js";
import { emptyMapping, isMapping, type Value } from "./value.js";
import { parseCut, readStraightCut } from "./parse-cut.js";
import { TooDeep } from "./yaml/parser.js";
import { ReadError } from "./read-error.js";
import { readStream, type Cut } from "./stream.js";
import { refusedCharacter } from "./refused-character.js";
import { sourceComment } from "./source-comment.js";
import { ALIAS_BUDGET, MAX_DUPLICATES } from "./limits.js";
import { HEADER, KEEP_ALL, type Document, type DocumentReading, type Keeping } from "./document.js";
import { YamlSyntaxError } from "./yaml/syntax-error.js";
import type { Events } from "./yaml/events.js";
import { scanJson, type JsonScan } from "./json.js";
import type { ReadProblem } from "./problem.js";
import type { SourceFile, Span } from "./source.js";

/**
 * Reads the documents of a file as kubectl would. A broken document is in the answer with its problem and without a
 * value; the others are read all the same.
 */
export function* readDocuments(file: SourceFile, keeping: Keeping = KEEP_ALL): Generator<DocumentReading> {
  const { cuts, scans } = readStream(file, keeping);
  const task = { keeping, budget: { left: ALIAS_BUDGET.file as number } };
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
    const { left } = task.budget;
    const reading = scan === undefined ? readYaml(document, task) : readJson(document, scan, task);
    if (!lacksMetadata(reading.value, keeping)) {
      yield withDroppedLine(reading);
      continue;
    }
    const whole = { keeping: KEEP_ALL, budget: { left } };
    yield withDroppedLine(
      scan === undefined
        ? readYaml(document, whole)
        : readJson(document, scanJson(file.text, cut.start, KEEP_ALL.parts), whole),
    );
  }
}

function withDroppedLine(reading: DocumentReading): DocumentReading {
  const { dropped } = reading.document.cut;
  if (dropped === undefined || reading.problem !== undefined || reading.rest !== undefined) return reading;
  return { ...reading, rest: { code: "last-line-dropped", at: { start: dropped, end: dropped + 1 } } };
}

/**
 * True for what has `items` and of which not all is built. To kubectl it is a list, of which it looks at the metadata; no
 * kind says so beforehand.
 */
function lacksMetadata(value: Value | undefined, { parts }: Keeping): boolean {
  if (value === undefined || !isMapping(value) || value["items"] === undefined) return false;
  return parts(textOf(value["apiVersion"]), textOf(value["kind"])) !== true;
}

/** What reading the documents of one file shares. */
interface Task {
  readonly keeping: Keeping;
  /** Nodes that aliases may still add in this file. */
  readonly budget: { left: number };
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
  const { value, duplicates, oneTooMany, notFinite, fraction } = scan;
  if (notFinite !== undefined) return unreadable(document, { code: "number-not-finite", at: notFinite });
  if (fraction !== undefined)
    return unreadable(document, {
      code: "metadata-fraction",
      at: fraction,
      detail: document.file.text.slice(fraction.start, fraction.end),
    });
  if (oneTooMany !== undefined) return { ...unreadable(document, tooManyDuplicates(oneTooMany)), duplicates };
  const kept = isMapping(value) ? keeping.parts(textOf(value["apiVersion"]), textOf(value["kind"])) : true;
  return { document, value: kept === "nothing" ? headerOnly(value) : value, duplicates, collisions: [] };
}

function readYaml(document: Document, task: Task): DocumentReading {
  const { cut, file } = document;
  if (cut.problem !== undefined) {
    const { code, at } = cut.problem;
    return unreadable(document, { code, at: { start: at, end: endOfLine(file.text, at) } });
  }
  const refused = refusedCharacter(file, cut);
  if (refused !== undefined) return unreadable(document, refused);
  const straight = readStraightCut(file, cut, task.keeping.parts);
  if (straight !== undefined)
    return {
      document: withSource(document, straight.start),
      value: straight.value,
      duplicates: [],
      collisions: [],
    };
  let events: Events;
  try {
    events = parseCut(file, cut);
  } catch (error) {
    return unreadable(document, problemOf(error, file.text, cut));
  }
  return events.length === 0 ? emptyReading(document) : composed(document, events, task);
}

/** A document with the path that helm wrote in front of its first token. */
function withSource(document: Document, firstToken: number | undefined): Document {
  const comment = sourceComment(document.file.text, document.cut, firstToken);
  return comment === undefined ? document : { ...document, sourceComment: comment };
}

/** What the parser found wrong. */
function problemOf(error: unknown, text: string, { body }: Cut): ReadProblem {
  if (error instanceof TooDeep) return { code: "depth", at: { start: error.at, end: error.at + 1 } };
  if (!(error instanceof YamlSyntaxError)) throw error;
  const { reason, fault } = error;
  // The parser is given a last line break that the text may lack.
  const at = Math.min(error.at, text.length);
  switch (fault.code) {
    case "version":
      return { code: "yaml-version", at: { start: body, end: body }, detail: fault.version };
    case "escape-of-json": {
      const { end } = fault;
      return { code: "surrogate-escape", at: { start: at, end }, detail: text.slice(at, end) };
    }
    case "syntax":
      return { code: "yaml-syntax", at: { start: at, end: at + 1 }, detail: reason };
  }
}

function composed(document: Document, events: Events, { keeping, budget }: Task): DocumentReading {
  const { cut } = document;
  const named = withSource(document, events.starts[0]);
  const { rest } = events;
  try {
    const { expanded, oneTooMany, restoredKeys, ...content } = compose(events, keeping.parts);
    budget.left -= expanded;
    if (budget.left < 0)
      return unreadable(named, { code: "alias-budget", at: { start: cut.start, end: cut.end } });
    const reading = {
      ...content,
      document: { ...named, restoredKeys },
      ...(rest === undefined ? {} : { rest: dropped(rest) }),
    };
    if (oneTooMany === undefined) return reading;
    return { ...reading, value: undefined, problem: tooManyDuplicates(oneTooMany) };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return unreadable(named, error.problem);
  }
}

/** Kubernetes' reader stops behind the first document of a text, and drops what follows in silence. */
function dropped(start: number): ReadProblem {
  return { code: "text-after-document", at: { start, end: start + 1 } };
}

function tooManyDuplicates(at: Span): ReadProblem {
  return { code: "too-many-duplicates", at, detail: String(MAX_DUPLICATES) };
}

/** What says what an object is, and what it holds where it is a list. */
function headerOnly(value: Value): Value {
  if (!isMapping(value)) return value;
  const header = emptyMapping();
  for (const key of [...Object.keys(HEADER), "items"]) if (value[key] !== undefined) header[key] = value[key];
  return header;
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
