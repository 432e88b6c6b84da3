import { decode, type DecodeError } from "../admission/go-json/decode.js";
import { emptyMapping, type Mapping, type Value } from "../../source/manifest/value.js";
import { jsonKey } from "../../source/manifest/json-cursor.js";
import { jsonMembers, scanJson } from "../../source/manifest/json.js";
import { METADATA_ONLY } from "../admission/metadata/object-meta.js";
import type { Document } from "../../source/manifest/document.js";
import type { Node } from "../../source/manifest/node.js";

/**
 * Why kubectl refuses a document for its metadata: it decodes that of whatever it reads as an object's, that of lists too.
 * Of keys that JSON has twice it decodes both values, though the later one counts.
 */
export function metadataError(root: Node): DecodeError | undefined {
  const { document } = root.origin;
  if (document.cut.syntax !== "json") return decode(METADATA_ONLY, root).error;
  for (const value of headersIn(document)) {
    const { error } = decode(METADATA_ONLY, { ...root, value });
    if (error !== undefined) return error;
  }
  return undefined;
}

/** What a document of JSON says of itself, one thing at a time. */
function* headersIn({ file: { text }, cut, objects }: Document): Generator<Value> {
  for (const { key, value } of jsonMembers(text, cut.start, objects)) {
    const name = key === undefined ? "" : jsonKey(text, key);
    if (!METADATA_ONLY.fields.has(name)) continue;
    for (const each of valuesAt(text, value.start)) yield alone(name, each);
  }
}

/** A value; of one that has keys twice, each thing that is in it by itself. */
function* valuesAt(text: string, start: number): Generator<Value> {
  const scan = scanJson(text, start);
  if (scan.problem !== undefined || scan.duplicates.length === 0) {
    yield scan.problem === undefined ? scan.value : null;
    return;
  }
  for (const { key, value } of jsonMembers(text, start, undefined))
    for (const each of valuesAt(text, value.start))
      yield key === undefined ? [each] : alone(jsonKey(text, key), each);
}

function alone(key: string, value: Value): Mapping {
  const mapping = emptyMapping();
  mapping[key] = value;
  return mapping;
}
