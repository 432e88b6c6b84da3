import { field, textOf, type Node } from "../../../source/manifest/node.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { readDirective } from "./directive.js";
import type { Keep } from "../../../source/manifest/composed.js";
import type { Suppression } from "../../problems/suppression.js";

/** The annotation that has findings of its object not count: `"[rule-id] reason"`, a line for each reason. */
const IGNORE_ANNOTATION = "anp/ignore";

/** More than anybody writes. */
const MOST_LINES = 100;

/**
 * The suppressions in an object's annotation, for where a comment would be lost: rendered charts, live clusters.
 * @param subjectOf what the object is called: asked only where there is such an annotation, for it takes reading the file again
 */
export function* suppressingAnnotation(object: Node, subjectOf: () => string): Generator<Suppression> {
  const node = field(field(field(object, "metadata"), "annotations"), IGNORE_ANNOTATION);
  const text = textOf(node);
  if (node === undefined || text === undefined) return;
  const at = node.origin;
  const subject = subjectOf();
  const lines = text.split("\n", MOST_LINES).filter((line) => line.trim() !== "");
  for (const line of lines.length === 0 ? [""] : lines) {
    const directive = readDirective(line.replace(/^\s{0,100}ignore(?=\[)/, ""), 0);
    yield {
      by: "annotation",
      rules: (directive?.rules ?? []).map(({ id }) => ({ id, at })),
      reason: directive?.reason ?? "",
      ...(directive?.until === undefined ? {} : { until: directive.until }),
      at,
      covers: { type: "object", origin: object.origin },
      subject,
    };
  }
}

/** The parts of an object that are kept, and the annotation, where the object has metadata at all. */
export const withIgnoreAnnotation = oncePer((keep: Keep): Keep => {
  const { metadata } = keep;
  if (metadata === undefined || metadata === true) return keep;
  const { annotations = {} } = metadata;
  if (annotations === true) return keep;
  return {
    ...keep,
    metadata: { ...metadata, annotations: { ...annotations, [IGNORE_ANNOTATION]: true } },
  };
});
