import { BASELINE_VERSION, type Baseline, type BaselineEntry } from "./baseline.js";
import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { rootNode, StrictReader, type FileMistake } from "../../cluster/problems/strict-reader.js";
import { emptyDocument } from "../../source/manifest/document.js";
import type { Node } from "../../source/manifest/node.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** Reads a baseline, and refuses what it does not know. */
export function readBaseline(file: SourceFile): Attempt<Baseline, readonly FileMistake[]> {
  const reader = new StrictReader(MOST_ENTRIES);
  const root = rootNode(file, reader);
  const fields = reader.fields(root, ["version", "sets", "findings"]);
  const version = fields.get("version");
  if (version?.value !== BASELINE_VERSION)
    reader.wrong(
      (version ?? root)?.origin ?? { document: emptyDocument(file), span: { start: 0, end: 0 } },
      `expected a baseline of version ${BASELINE_VERSION}`,
    );
  const entries = reader
    .list(fields.get("findings"), "findings")
    .flatMap((each) => readEntry(each, reader) ?? []);
  const sets = setsOf(fields, reader);
  return reader.mistakes.length === 0 ? succeeded({ entries, ...sets }) : failed(reader.mistakes);
}

/** As many as a run reports. */
const MOST_ENTRIES = 20_000;

function readEntry(node: Node, reader: StrictReader): BaselineEntry | undefined {
  const fields = reader.fields(node, ["rule", "object", "path", "snippet", "count", "sets"]);
  const text = (key: string): string => {
    const value = fields.get(key)?.value;
    if (typeof value === "string") return value;
    reader.wrong(fields.get(key)?.origin ?? node.origin, `expected a text as ${key}`);
    return "";
  };
  const fingerprint = {
    rule: text("rule"),
    object: text("object"),
    path: text("path"),
    snippet: text("snippet"),
  };
  const count = fields.get("count")?.value;
  if (typeof count === "number" && Number.isInteger(count) && count > 0)
    return { fingerprint, count, ...setsOf(fields, reader), at: fields.get("rule")?.origin ?? node.origin };
  reader.wrong(fields.get("count")?.origin ?? node.origin, "expected a count from 1");
  return undefined;
}

/** The names of sets of manifests, where they are written. */
function setsOf(
  fields: ReadonlyMap<string, Node>,
  reader: StrictReader,
): { readonly sets?: readonly string[] } {
  const node = fields.get("sets");
  return node === undefined ? {} : { sets: reader.texts(node, "name of a set of manifests") };
}
