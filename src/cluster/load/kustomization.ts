import { isList, isMapping, type Mapping, type Value } from "../../source/manifest/value.js";
import { isTemplate } from "./other-tools.js";
import { firstDocument } from "../../source/manifest/first-document.js";
import { textOfField, type BuildDoubt } from "../../source/kustomize/unbuildable.js";
import type { RenderDoubt } from "../problems/not-read.js";
import type { SourceFile, Span } from "../../source/manifest/source.js";

/** What a patch is applied to; undefined where the patch itself says it. */
export interface PatchTarget {
  /** As it is written: a kind, or a pattern. */
  readonly kind: string | undefined;
}

/** The files that a kustomization names, by their paths as they are written, relative to its folder. */
export interface NamedByKustomization {
  readonly patches: readonly { readonly path: string; readonly target: PatchTarget | undefined }[];
  /** Patches that stand in the kustomization itself. */
  readonly inline: readonly { readonly text: string; readonly target: PatchTarget | undefined }[];
  readonly resources: readonly string[];
}

const NOTHING: NamedByKustomization = { patches: [], inline: [], resources: [] };

/** Reads which files of a kustomization are patches, and no objects; of one that cannot be read, nothing is known. */
export function namedByKustomization(file: SourceFile): NamedByKustomization {
  const value = firstDocument(file).first?.value;
  if (value === undefined || !isMapping(value)) return NOTHING;
  const targeted = [...listOf(value, "patches"), ...listOf(value, "patchesJson6902")];
  const strategic = listOf(value, "patchesStrategicMerge").filter((each) => typeof each === "string");
  return {
    inline: [
      ...targeted.flatMap(inlineIn),
      ...strategic.flatMap((text) => (isPath(text) ? [] : [{ text, target: undefined }])),
    ],
    patches: [
      ...targeted.flatMap(patchIn),
      ...strategic.flatMap((path) => (isPath(path) ? [{ path, target: undefined }] : [])),
    ],
    resources: ["resources", "bases", "components", "crds", "configurations", "generators", "transformers"]
      .flatMap((key) => listOf(value, key))
      .filter((each) => typeof each === "string"),
  };
}

function listOf(mapping: Mapping, key: string): readonly Value[] {
  const list = mapping[key];
  return isList(list) ? list : [];
}

function patchIn(value: Value): NamedByKustomization["patches"][number][] {
  const path = isMapping(value) ? value["path"] : undefined;
  return typeof path === "string" && isPath(path) ? [{ path, target: targetOf(value) }] : [];
}

function inlineIn(value: Value): NamedByKustomization["inline"][number][] {
  const text = isMapping(value) ? value["patch"] : undefined;
  return typeof text === "string" && text !== "" ? [{ text, target: targetOf(value) }] : [];
}

function targetOf(value: Value): PatchTarget | undefined {
  const target = isMapping(value) ? value["target"] : undefined;
  if (!isMapping(target)) return undefined;
  const { kind } = target;
  return { kind: typeof kind === "string" ? kind : undefined };
}

/** A patch may stand in the kustomization itself, as text. */
function isPath(text: string): boolean {
  return text !== "" && !/\n|:\s/.test(text);
}

/**
 * True for a file that is a kustomization by what its first document holds, too: not a manifest under that name. One that kustomize
 * could not read is one all the same, so that it is told; a template is none.
 */
export function isKustomization(file: SourceFile): boolean {
  const { first, later } = firstDocument(file);
  if (first === undefined || isTemplate(first)) return false;
  const { value } = first;
  if (value === null) return later.some((each) => !isTemplate(each));
  // Where links are not checked out as links, the text of one is its target.
  if (value === undefined || !isMapping(value)) return true;
  if (value["items"] !== undefined) return false;
  const { apiVersion = "kustomize.config.k8s.io/", kind = "Kustomization" } = value;
  const isOfKustomize = typeof apiVersion === "string" && apiVersion.startsWith("kustomize.config.k8s.io/");
  return isOfKustomize && (kind === "Kustomization" || kind === "Component");
}

/** What is told of a doubt: its place is told by the finding's. */
export function toldDoubt({ code, text, file, meant }: BuildDoubt): RenderDoubt {
  return { code, text, file, ...(meant === undefined ? {} : { meant }) };
}

/** Where a kustomization writes what keeps it from being built; its beginning where another file does, or nobody can say. */
export function entryOf({ name, text }: SourceFile, doubt: BuildDoubt): Span {
  if (doubt.file === name && doubt.at !== undefined) return doubt.at;
  const [word, from] = doubt.file === name ? wordOf(doubt, text) : [doubt.via, 0];
  if (word === undefined || word === "") return { start: 0, end: 0 };
  const start = from === undefined ? undefined : placeOfWord(text, word, from);
  return start === undefined ? { start: 0, end: 0 } : { start, end: start + word.length };
}

/** What a kustomization writes that a doubt is about, and from where on. */
function wordOf({ code, text: what, entry = what }: BuildDoubt, text: string): [string, number | undefined] {
  if (code === "build-no-target") return [lastWord(entry), PATCHES.exec(text)?.index];
  return [code === "build-list" ? textOfField(entry) : entry, 0];
}

/** From where on a kustomization may write what it changes. */
const PATCHES = /^["']?(?:patch\w*|replicas)["']?\s*:/m;

/** The name of `Deployment shop/web` or `replicas web`. */
function lastWord(text: string): string {
  return /[^\s/]*$/.exec(text)?.[0] ?? text;
}

/** The first place of a text that stands by itself and in no comment: `a.yaml`, but not in `base/a.yaml`. */
function placeOfWord(text: string, word: string, from: number): number | undefined {
  for (let at = text.indexOf(word, from); at !== -1; at = text.indexOf(word, at + 1)) {
    const [before = "", after = ""] = [text[at - 1], text[at + word.length]];
    const isAlone = !/[^\s"'[{,]/.test(before) && !/[^\s"'\]},:#]/.test(after);
    if (isAlone && !text.slice(text.lastIndexOf("\n", at) + 1, at).includes("#")) return at;
  }
  return undefined;
}
