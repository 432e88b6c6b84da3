import { isList, isMapping, type Value } from "../../source/manifest/value.js";
import { isWithoutPolicy, mayBePolicy } from "../kinds/without-policy.js";
import { oncePer } from "../../base/collections/once-per.js";
import { readDocuments } from "../../source/manifest/read.js";
import { readTemplates, type TemplateFile } from "../../source/template/read-templates.js";
import type { RenderDoubt } from "../problems/not-read.js";
import type { ReadProblemCode } from "../../source/manifest/problem.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** A folder of a chart, as it stands on the disk: nothing of it is rendered. */
export interface ChartFolder {
  /** Every file below `templates`. */
  readonly templates: readonly TemplateFile[];
  /** What templates print from: `values.yaml` and its like. */
  readonly values: readonly SourceFile[];
  /** `Chart.yaml` and `requirements.yaml`. */
  readonly metadata: readonly SourceFile[];
  /** The charts in `charts`. */
  readonly vendored: readonly ChartFolder[];
  /** Why the folder is not all that it was read for: an archive, a link. */
  readonly doubt?: RenderDoubt;
}

/**
 * Why a chart may hold a policy, or what policies hang on; undefined where it holds none whatever its values are, as long as
 * those are in one line each.
 */
export function chartDoubt(chart: ChartFolder): RenderDoubt | undefined {
  const folders = [...foldersOf(chart)];
  // What the templates write tells most.
  return (
    doubtOfAll(folders.flatMap(({ templates }) => templates)) ??
    firstOf(folders, ({ templates }) => asTheyStandDoubt(templates)) ??
    firstOf(folders, ({ doubt }) => doubt) ??
    firstOf(folders, dependencyDoubt) ??
    firstOf(folders, ({ values, metadata }) => valuesDoubt([...values, ...metadata]))
  );
}

function firstOf(
  folders: readonly ChartFolder[],
  doubtOf: (folder: ChartFolder) => RenderDoubt | undefined,
): RenderDoubt | undefined {
  for (const each of folders) {
    const doubt = doubtOf(each);
    if (doubt !== undefined) return doubt;
  }
  return undefined;
}

/** Why the templates of a chart may write a policy; where one of them names a policy, that tells most. */
function doubtOfAll(files: readonly TemplateFile[]): RenderDoubt | undefined {
  const doubt = templatesDoubt(files);
  if (doubt === undefined || !VAGUE.has(doubt.code)) return doubt;
  for (const { name: file, text } of files) {
    const [, kind] = NAMED_POLICY.exec(text) ?? [];
    if (kind !== undefined) return { code: "kind", text: kind, file };
  }
  return doubt;
}

/** What some template does somewhere, and what it may write besides. */
const VAGUE: ReadonlySet<RenderDoubt["code"]> = new Set(["function", "missing-template", "kind"]);

/** A line that makes a document a policy, whatever stands around it. */
const NAMED_POLICY = /^kind:[ \t]*["']?(\w{0,40}NetworkPolicy)["']?[ \t\r]*(?:#.*)?$/m;

/** Why some templates may write a policy, or what policies hang on. */
export function templatesDoubt(files: readonly TemplateFile[]): RenderDoubt | undefined {
  for (const { name: file, headers, doubt } of readTemplates(files)) {
    if (doubt !== undefined) return { ...doubt, file };
    const apiVersions = [...headers.apiVersions];
    for (const kind of headers.kinds) {
      // Which version goes with which kind hangs on the branches that are taken.
      const isKnown = apiVersions.some((apiVersion) => isWithoutPolicy(apiVersion, kind));
      if (!isKnown || apiVersions.some((apiVersion) => mayBePolicy(apiVersion, kind)))
        return { code: "kind", text: kind, file };
    }
  }
  return undefined;
}

const MANIFEST = /\.(?:ya?ml|json)$/i;

/** Why templates may hold a policy if somebody applies them as they stand: to kubectl, a template's comment is text. */
function asTheyStandDoubt(files: readonly TemplateFile[]): RenderDoubt | undefined {
  for (const file of files) {
    if (!MANIFEST.test(file.name)) continue;
    for (const { value, problem, rest } of readDocuments(file)) {
      const isUnreadable = problem !== undefined && !isUnreadableToKubectl(problem.code);
      if (isUnreadable || rest !== undefined) return { code: "chart-file", text: "", file: file.name };
      if (!isMapping(value)) continue;
      const { apiVersion, kind } = value;
      const isPlain =
        typeof apiVersion === "string" && typeof kind === "string" && isWithoutPolicy(apiVersion, kind);
      const isObject = kind !== undefined || apiVersion !== undefined || value["items"] !== undefined;
      if (isObject && (!isPlain || value["items"] !== undefined))
        return { code: "kind", text: typeof kind === "string" ? kind : "", file: file.name };
    }
  }
  return undefined;
}

/** True for what is wrong with a text that holds actions, and what keeps kubectl from reading it as well. */
export function isUnreadableToKubectl(code: ReadProblemCode): boolean {
  return code === "yaml-syntax" || code === "map-key";
}

function* foldersOf(chart: ChartFolder): Generator<ChartFolder> {
  yield chart;
  for (const each of chart.vendored) yield* foldersOf(each);
}

function dependencyDoubt({ metadata, vendored }: ChartFolder): RenderDoubt | undefined {
  if (!metadata.some(({ name }) => /(?:^|\/)Chart\.yaml$/.test(name)))
    return { code: "chart-file", text: "", file: "Chart.yaml" };
  const names = new Set(vendored.flatMap((each) => each.metadata.flatMap((file) => nameIn(file) ?? [])));
  for (const file of metadata) {
    const value = valueOf(file);
    if (!isMapping(value)) return { code: "chart-file", text: "", file: file.name };
    const dependencies = value["dependencies"] ?? null;
    if (dependencies !== null && !isList(dependencies))
      return { code: "chart-file", text: "", file: file.name };
    for (const each of dependencies ?? []) {
      const name = isMapping(each) ? each["name"] : undefined;
      if (typeof name !== "string" || !names.has(name))
        return { code: "chart-dependency", text: typeof name === "string" ? name : "", file: file.name };
    }
  }
  return undefined;
}

function nameIn(file: SourceFile): string | undefined {
  const value = valueOf(file);
  const name = isMapping(value) ? value["name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

/** The one value of a file; undefined where it cannot be read. */
function valueOf(file: SourceFile): Value | undefined {
  return readWhole(file).value;
}

/** Names, dependencies and line breaks are all looked for in the same files. */
const readWhole = oncePer((file: SourceFile): { readonly value: Value | undefined } => {
  const [only, ...others] = readDocuments(file);
  const isOne = only !== undefined && others.length === 0 && only.rest === undefined;
  return { value: isOne && only.duplicates.length + only.collisions.length === 0 ? only.value : undefined };
});

/** A text of several lines may end the line that it is written on, and begin a document of its own. */
function valuesDoubt(files: readonly SourceFile[]): RenderDoubt | undefined {
  for (const file of files) {
    const value = valueOf(file);
    if (value === undefined) return { code: "chart-file", text: "", file: file.name };
    const lines = textOfLines(value);
    if (lines !== undefined) return { code: "chart-lines", text: lines, file: file.name };
  }
  return undefined;
}

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;

/** The first line of a text of several lines, keys too. */
function textOfLines(value: Value): string | undefined {
  const open: Value[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string" && LINE_BREAK.test(next)) return next.split(LINE_BREAK, 1)[0] ?? "";
    if (isList(next)) open.push(...next);
    else if (isMapping(next)) for (const key of Object.keys(next)) open.push(key, next[key] as Value);
  }
  return undefined;
}
