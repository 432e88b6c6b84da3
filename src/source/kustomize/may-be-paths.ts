import { isList, isMapping, type Value } from "../manifest/value.js";
import { isRemote } from "./paths.js";
import { readDocuments } from "../manifest/read.js";
import type { SourceFile } from "../manifest/source.js";

/** Texts of a file that may be paths. */
export interface PathTexts {
  readonly paths: readonly string[];
  /** Those of them that name files of generators, transformers and validators: these may name further ones. */
  readonly plugins: readonly string[];
}

/** Kustomize takes its keys in any case. */
const PLUGIN_FIELD = /^(?:generators|transformers|validators)$/i;

/** Texts in texts in texts: a plugin may be written in a kustomization, and a patch in that. */
const MOST_NESTED = 3;

/** The documents of a file; undefined where some of it is no YAML, or may be read otherwise: of keys written twice one counts. */
export function documentValues(file: SourceFile): readonly Value[] | undefined {
  const documents = [...readDocuments(file)];
  if (documents.some(({ duplicates }) => duplicates.length > 0)) return undefined;
  const values = documents.map(({ value }) => value);
  return values.every((each) => each !== undefined) ? values : undefined;
}

/**
 * All texts of a kustomization that may be paths, or of what its plugins are told, whichever field has them: what is not built here
 * has fields that are not known here.
 */
export function pathTexts(values: readonly Value[]): PathTexts {
  const plugins = values.flatMap((value) =>
    isMapping(value)
      ? Object.keys(value).flatMap((key) => (PLUGIN_FIELD.test(key) ? [value[key] ?? null] : []))
      : [],
  );
  return {
    paths: values.flatMap((each) => pathsIn(each)),
    plugins: plugins.flatMap((each) => pathsIn(each)),
  };
}

/** The folders of charts that a chart names by their paths. */
export function chartPaths(values: readonly Value[]): readonly string[] {
  return values
    .flatMap(textsIn)
    .flatMap((text) => (text.startsWith("file://") ? [text.slice("file://".length)] : []));
}

function pathsIn(value: Value, depth = 0): readonly string[] {
  return textsIn(value).flatMap((text) => {
    if (/[\r\n]/.test(text)) {
      const nested = depth < MOST_NESTED ? (documentValues({ name: "", text }) ?? []) : [];
      return nested.flatMap((each) => (typeof each === "string" ? [] : pathsIn(each, depth + 1)));
    }
    // `key=path`, as generators of ConfigMaps have it
    return [text, text.slice(text.indexOf("=") + 1)].filter((path) => path !== "" && !isRemote(path));
  });
}

/** All texts below a value. */
function textsIn(value: Value): readonly string[] {
  const texts: string[] = [];
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string") texts.push(next);
    else if (isList(next)) open.push(...next);
    else if (isMapping(next)) for (const key of Object.keys(next)) open.push(next[key] ?? null);
  }
  return texts;
}
