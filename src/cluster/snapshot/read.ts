import { allowedObject, partsToAllow } from "../kinds/allow-list.js";
import { collisionProblems, duplicateKeyProblems } from "../load/contradictions.js";
import { child, rootOrigin } from "../../source/manifest/origin.js";
import { isMapping, type Mapping, type Value } from "../../source/manifest/value.js";
import { expand, listProblem, type RawObject } from "../load/expand.js";
import { namelessReason } from "../load/nameless-policy.js";
import { readDocuments } from "../../source/manifest/read.js";
import { insteadOfObject, missingItems } from "../load/server-answer.js";
import { snapshotFacts, type SnapshotFacts } from "../load/snapshot-facts.js";
import {
  emptyDocument,
  type Document,
  type DocumentReading,
  type Keeping,
} from "../../source/manifest/document.js";
import type { Input } from "../load/input.js";
import type { Problem } from "../problems/problem.js";
import type { ProblemFacts } from "../problems/facts.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** What an input has for a snapshot. */
export type SnapshotPart =
  /** An object, reduced to what may leave its cluster. */
  | { readonly type: "object"; readonly object: Mapping }
  /** An object of a kind that no snapshot holds. */
  | { readonly type: "left-out"; readonly kind: string }
  | { readonly type: "facts"; readonly facts: SnapshotFacts }
  /** What was not read may be what a verdict depends on: a snapshot without it would look whole. */
  | { readonly type: "problem"; readonly problem: Problem };

/** The parts of an input. */
export function* snapshotParts(input: Input): Generator<SnapshotPart> {
  switch (input.type) {
    case "file":
      return yield* partsOfFile(input.file);
    case "stored":
      for (const object of input.objects) if (isMapping(object)) yield { type: "object", object };
      return;
    case "cluster":
      return yield { type: "facts", facts: { ...input.facts, taken: undefined } };
    case "other":
      return;
    case "unreadable": {
      const { name, reason, detail, place = { text: "", at: 0 } } = input;
      const at = {
        document: emptyDocument({ name, text: place.text }),
        span: { start: place.at, end: place.at },
      };
      yield { type: "problem", problem: { code: "not-analysed", facts: factsOf(reason, detail), at } };
    }
  }
}

function factsOf(
  reason: ProblemFacts["not-analysed"]["reason"],
  detail: string | undefined,
): ProblemFacts["not-analysed"] {
  return detail === undefined ? { reason } : { reason, detail };
}

const KEEPING: Keeping = {
  parts: (apiVersion, kind) => {
    if (apiVersion === undefined || kind === undefined || kind.endsWith("List")) return true;
    return partsToAllow(apiVersion, kind) ?? "nothing";
  },
};

function* partsOfFile(file: SourceFile): Generator<SnapshotPart> {
  for (const reading of readDocuments(file, KEEPING)) {
    for (const problem of problemsOf(reading)) yield { type: "problem", problem };
    const { document, value } = reading;
    if (!isMapping(value)) continue;
    const broken = listProblem(document, value);
    if (broken !== undefined) {
      yield notRead(factsOf(broken.code, broken.detail), broken.at);
      continue;
    }
    const missing = missingItems(document, value);
    if (missing !== undefined) yield notRead({ reason: "list-page" }, missing.at);
    for (const raw of expand(document, value)) yield partOf(raw);
    const trailer = value["snapshot"];
    if (trailer !== undefined) yield factsPart(trailer, document);
  }
}

function problemsOf(reading: DocumentReading): Problem[] {
  const { document, problem, rest } = reading;
  const unread = [problem, rest].flatMap((each): Problem[] =>
    each === undefined
      ? []
      : [{ code: "not-analysed", facts: factsOf(each.code, each.detail), at: { document, span: each.at } }],
  );
  return [...unread, ...duplicateKeyProblems(reading), ...collisionProblems(reading)];
}

function partOf(raw: RawObject): SnapshotPart {
  const { apiVersion, kind, node } = raw;
  if (apiVersion === undefined || kind === undefined) {
    const reason = namelessReason(raw);
    return reason === undefined
      ? { type: "left-out", kind: kind ?? "without a kind" }
      : notRead({ reason }, node.origin);
  }
  const answer = insteadOfObject(raw);
  if (answer !== undefined) return notRead(factsOf(answer.reason, answer.detail), answer.at);
  const object = allowedObject(apiVersion, kind, node.value);
  return object === undefined ? { type: "left-out", kind } : { type: "object", object };
}

function notRead(facts: ProblemFacts["not-analysed"], at: Problem["at"]): SnapshotPart {
  return { type: "problem", problem: { code: "not-analysed", facts, at } };
}

function factsPart(trailer: Value, document: Document): SnapshotPart {
  const reading = snapshotFacts(trailer);
  if (reading.facts !== undefined) return { type: "facts", facts: reading.facts };
  const { problem: reason, detail } = reading;
  return notRead({ reason, detail }, child(rootOrigin(document), "snapshot"));
}
