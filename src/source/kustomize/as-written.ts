import { entries, field, type Node } from "../manifest/node.js";
import { emptyMapping, isList, isMapping, type Value } from "../manifest/value.js";
import { withField, withFields, withParts } from "./parts.js";
import { locate, textAt } from "../manifest/locate.js";
import { oncePer } from "../../base/collections/once-per.js";
import { textIn } from "../manifest/document.js";
import type { Origin } from "../manifest/origin.js";
import type { Count } from "./strategic-merge.js";
import type { Document } from "../manifest/document.js";

/** The words that kubectl takes for booleans, and kustomize for texts. */
const WORD = /^(?:[yn]|yes|no|on|off)$/i;

/** True for any text that may hold what is read differently: where in a document it is takes a second pass. */
const MAY_DIFFER = /(?<![\w.-])(?:[yn]|yes|no|on|off)(?![\w.-])/i;

/**
 * The value of a document as kustomize reads objects and strategic merge patches, by YAML 1.2: `yes` and its like are texts, as
 * values and as keys.
 * @returns undefined where it has a key that is no text: kustomize refuses it
 */
export function asKustomizeReads(node: Node): Node | undefined {
  const { document } = node.origin;
  if (document.cut.syntax === "json") return node;
  const keys = renamedKeys(document);
  if (keys === undefined) return undefined;
  return keys.size > 0 || MAY_DIFFER.test(textIn(document)) ? read(node, keys) : node;
}

/** The keys of each mapping that are stored under another text than the one that is written. */
type RenamedKeys = ReadonlyMap<Value, ReadonlyMap<string, string>>;

function renamedKeys({ restoredKeys }: Document): RenamedKeys | undefined {
  const renamed = new Map<Value, Map<string, string>>();
  for (const { mapping, key, written } of restoredKeys) {
    if (key !== "true" && key !== "false") return undefined;
    if (!WORD.test(written)) continue;
    const known = renamed.get(mapping) ?? new Map<string, string>();
    renamed.set(mapping, known.set(key, written));
  }
  return renamed;
}

function read(node: Node, keys: RenamedKeys): Node {
  const { value, origin } = node;
  if (typeof value === "boolean") {
    const text = textAt(origin, 4);
    return WORD.test(text) ? { value: text, origin } : node;
  }
  const renamed = keys.get(value);
  const after = withParts(node, (part) => read(part, keys));
  if (renamed === undefined) return after;
  return withFields(
    { value: emptyMapping(), origin },
    entries(after).map(([key, inner]) => [renamed.get(key) ?? key, inner]),
  );
}

/** An object as kustomize prints it: a value that nothing is written for in braces (`{app: }`) is an empty text. */
export function asKustomizePrints(node: Node, count: Count): Node {
  return bracesIn(node.origin.document).mayMiss ? printed(node, count) : node;
}

const bracesIn = oncePer((document: Document) => ({ mayMiss: /:\s*[,}]/.test(textIn(document)) }));

function printed(node: Node, count: Count): Node {
  count(1);
  const { value, origin } = node;
  if (value === null) return isMissingInBraces(origin) ? { value: "", origin } : node;
  return withParts(node, (part) => printed(part, count));
}

function isMissingInBraces(origin: Origin): boolean {
  const { start, end } = locate(origin);
  return start === end && /^\s*[,}]/.test(origin.document.file.text.slice(end, end + 100));
}

/**
 * A patch whose labels are all texts, as they are written. Kustomize reads the labels of some patches so: `app: null` takes no label
 * away then, but is a label with that value.
 */
export function withWrittenLabels(patch: Node): Node {
  const metadata = field(patch, "metadata");
  const labels = field(metadata, "labels");
  if (metadata === undefined || labels === undefined || !isMapping(labels.value)) return patch;
  const texts = entries(labels).flatMap(([key, { value, origin }]): [string, Node][] =>
    isMapping(value) || isList(value) || typeof value === "string"
      ? []
      : [[key, { value: textAt(origin), origin }]],
  );
  if (texts.length === 0) return patch;
  return withField(patch, "metadata", withField(metadata, "labels", withFields(labels, texts)));
}
