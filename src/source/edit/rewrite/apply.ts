import { cutStream, type Cut } from "../../manifest/stream.js";
import { fileStyle } from "../style.js";
import { keepPassing } from "./keep-passing.js";
import { layoutOf } from "../read-layout.js";
import { newDocument } from "./new-document.js";
import { Refused, type RefusalCode } from "../edit.js";
import { refusalOf } from "../cuts.js";
import { rewrittenDocument } from "./document.js";
import { withDocuments, type NewTexts } from "./with-documents.js";
import type { FileStyle, Layout } from "../layout.js";
import type { Rewrite } from "./rewriting.js";
import type { SourceFile } from "../../manifest/source.js";

/** A rewrite that is not made, and why. */
export interface RefusedRewrite {
  readonly rewrite: Rewrite;
  readonly code: RefusalCode;
}

/** The text of a file with objects rewritten. */
export interface Rewritten {
  readonly text: string;
  readonly refused: readonly RefusedRewrite[];
}

/**
 * Writes objects of a file anew. What they keep stays as it is written, with its comments, and moves with them; no comment
 * is lost: where its part is gone, it stays near. Every document that changes is read again and compared, and an object
 * that cannot be written safely is left as it is.
 */
export function applyRewrites(file: SourceFile, rewrites: readonly Rewrite[]): Rewritten {
  const code = refusalOf(file);
  if (code !== undefined) return { text: file.text, refused: refusedAll(rewrites, code) };
  const cuts = cutStream(file);
  const style = fileStyle(file.text);
  const refused: RefusedRewrite[] = [];
  const documents: RewrittenTexts[] = [];
  for (const [index, own] of byDocument(file, rewrites)) {
    const layout = readableLayout(file, cuts[index], style);
    if (layout === undefined) {
      refused.push(...refusedAll(own, "unreadable"));
      continue;
    }
    const isBeforeYaml = cuts[index + 1]?.syntax === "yaml";
    const make = (some: readonly Rewrite[]): NewTexts => newTexts(layout, index, some, isBeforeYaml);
    const { kept, result, failed } = keepPassing(own, make);
    for (const { item, code: why } of failed) refused.push({ rewrite: item, code: why });
    if (result !== undefined) documents.push({ ...result, rewrites: kept });
  }
  const { result, failed } = keepPassing(documents, (some) => withDocuments(file, cuts, some));
  for (const { item, code: why } of failed) refused.push(...refusedAll(item.rewrites, why));
  return { text: result ?? file.text, refused };
}

interface RewrittenTexts extends NewTexts {
  readonly rewrites: readonly Rewrite[];
}

function refusedAll(rewrites: readonly Rewrite[], code: RefusalCode): RefusedRewrite[] {
  return rewrites.map((rewrite) => ({ rewrite, code }));
}

function byDocument(file: SourceFile, rewrites: readonly Rewrite[]): Map<number, Rewrite[]> {
  const documents = new Map<number, Rewrite[]>();
  for (const rewrite of rewrites) {
    const { document } = rewrite.at;
    if (document.file !== file)
      throw new Error("invariant: an object is rewritten in the file that it is in");
    const own = documents.get(document.index);
    if (own === undefined) documents.set(document.index, [rewrite]);
    else own.push(rewrite);
  }
  return documents;
}

function readableLayout(file: SourceFile, cut: Cut | undefined, style: FileStyle): Layout | undefined {
  if (cut === undefined || cut.problem !== undefined) return undefined;
  try {
    return layoutOf(file.text.slice(cut.start, cut.end), style);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function newTexts(
  layout: Layout,
  index: number,
  rewrites: readonly Rewrite[],
  isBeforeYaml: boolean,
): NewTexts {
  const text = rewrittenDocument(layout, rewrites);
  const roots = rewrites.filter(({ at }) => at.parent === undefined);
  const behind = roots.flatMap(({ also }) => also.map((object) => newDocument(layout, object, isBeforeYaml)));
  return { index, text, behind };
}
