import { convert, type ConversionSettings } from "../../../src/questions/convert/convert.js";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import { readDocuments } from "../../../src/source/manifest/read.js";
import { rewrittenValue } from "../../../src/source/edit/rewrite/rewriting.js";
import type { Dropped } from "../../../src/cluster/kinds/conversion/outcome.js";
import type { LoadOptions } from "../../../src/cluster/load/options.js";
import type { Value } from "../../../src/source/manifest/value.js";

/** What becomes of manifests, as values. */
export interface ConvertedText {
  /** Every object that is converted or made, in its order. */
  readonly objects: readonly Value[];
  readonly left: readonly string[];
  readonly notes: readonly string[];
  /** What is left out: `reversed-range in egress rule 0 (Deny)`, with `, whole` where nothing is left of the rule. */
  readonly dropped: readonly string[];
}

/**
 * Converts manifests, without writing them.
 * @param around what they stand among, and what is not converted
 */
export async function converted(
  text: string,
  around = "",
  options: Partial<LoadOptions> & Partial<ConversionSettings> = {},
): Promise<ConvertedText> {
  const { target, ...reading } = options;
  const files = [
    { name: "policies.yaml", text },
    { name: "around.yaml", text: around },
  ] as const;
  const loaded = await load(
    files.map((file) => ({ type: "file", file, isNamed: true })),
    { ...READ_OPTIONS, purpose: "flows", keepsObjects: true, readsEveryRelease: true, ...reading },
  );
  const own = loaded.objects.filter(({ object }) => object.node.origin.document.file === files[0]);
  const { conversions, left } = convert(own, loaded.cluster, { target });
  return {
    objects: conversions.flatMap(({ to, also }) => [
      rewrittenValue(to),
      ...also.map(({ value }) => value as Value),
    ]),
    left: left.map(({ ref, reason }) => `${ref.kind} ${ref.name}: ${reason.code}`),
    notes: conversions.flatMap(({ notes }) => notes.map(({ code }) => code)),
    dropped: conversions.flatMap(({ notes }) =>
      notes.flatMap((note) => (note.code === "dropped" ? [droppedText(note.dropped)] : [])),
    ),
  };
}

function droppedText({ code, direction, rule, action, isWholeRule }: Dropped): string {
  return `${code} in ${direction} rule ${rule} (${action})${isWholeRule ? ", whole" : ""}`;
}

/** The values of a stream of documents. */
export function valuesOf(text: string): readonly (Value | undefined)[] {
  return [...readDocuments({ name: "expected.yaml", text })].map(({ value }) => value);
}
