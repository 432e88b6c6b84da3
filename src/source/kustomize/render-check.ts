import { entries, field, items, textOf, type Node } from "../manifest/node.js";
import { HARMLESS_FIELDS, READ_FIELDS } from "./kustomization.js";
import { isList, isMapping } from "../manifest/value.js";
import { isRemote } from "./paths.js";
import { readDocuments } from "../manifest/read.js";
import { rootOrigin } from "../manifest/origin.js";
import type { SourceFile } from "../manifest/source.js";

/** What a kustomization names, for somebody who lets kustomize itself render it; or why that is refused. */
export type RenderCheck =
  | {
      readonly refusal?: never;
      /** Files or folders of kustomizations. */
      readonly resources: readonly string[];
      /** Files that are read for other reasons. */
      readonly files: readonly string[];
      /** Files of those that say what generators and transformers do. */
      readonly plugins: readonly string[];
    }
  | { readonly refusal: string };

/** Ends the reading of one kustomization: its message is why it is refused. */
class RenderRefusal extends Error {}

/** Fields that run or fetch something, or that nobody needs who has policies rendered. */
const REFUSED: ReadonlySet<string> = new Set(["helmCharts", "helmChartInflationGenerator", "helmGlobals"]);

const PLUGIN_FIELDS: readonly string[] = ["generators", "transformers", "validators"];

const PATH_FIELDS: readonly string[] = ["crds", "configurations"];

/**
 * Reads all that a kustomization has kustomize open, and refuses what is not a plain path: kustomize fetches whatever looks like an
 * address, wherever a path may stand. Also refused are charts, and generators, transformers and validators that are not
 * kustomize's own.
 */
export function renderCheck(file: SourceFile): RenderCheck {
  return orRefusal(() => {
    const [root, ...others] = rootsOf(file);
    if (root === undefined || others.length > 0)
      throw new RenderRefusal("its kustomization is not one document");
    for (const [key, { value }] of entries(root)) {
      const isEmpty = value === null || (isList(value) && value.length === 0);
      if (REFUSED.has(key) && !isEmpty) throw new RenderRefusal(`it has ${key}`);
      const isKnown =
        REFUSED.has(key) ||
        HARMLESS_FIELDS.has(key) ||
        READ_FIELDS.has(key) ||
        PLUGIN_FIELDS.includes(key) ||
        key === "openapi";
      if (!isKnown) throw new RenderRefusal(`it has the unknown field ${key}`);
    }
    const list = (key: string): readonly Node[] => items(field(root, key));
    const plugins: string[] = [];
    for (const key of PLUGIN_FIELDS)
      for (const each of list(key)) {
        const text = textIn(each, key);
        if (isInline(text)) for (const object of rootsOf({ name: file.name, text })) checkPlugin(object);
        else plugins.push(pathIn(text));
      }
    return {
      resources: ["resources", "bases", "components"].flatMap((key) =>
        list(key).map((each) => pathIn(textIn(each, key))),
      ),
      plugins,
      files: [
        ...PATH_FIELDS.flatMap((key) => list(key).map((each) => pathIn(textIn(each, key)))),
        ...list("patchesStrategicMerge").flatMap((each) => {
          const text = textIn(each, "patchesStrategicMerge");
          return isInline(text) ? [] : [pathIn(text)];
        }),
        ...["patches", "patchesJson6902", "replacements"].flatMap((key) =>
          list(key).flatMap((each) => pathsAt(each, "path")),
        ),
        ...pathsAt(field(root, "openapi"), "path"),
        ...["configMapGenerator", "secretGenerator"].flatMap((key) => list(key).flatMap(generatorPaths)),
      ],
    };
  });
}

/** Why a file that says what generators or transformers do is refused; undefined for kustomize's own. */
export function pluginRefusal(file: SourceFile): string | undefined {
  const checked = orRefusal(() => {
    for (const each of rootsOf(file)) checkPlugin(each);
    return {};
  });
  return "refusal" in checked ? checked.refusal : undefined;
}

function orRefusal<T extends object>(read: () => T): T | { readonly refusal: string } {
  try {
    return read();
  } catch (error) {
    if (error instanceof RenderRefusal) return { refusal: error.message };
    throw error;
  }
}

/** Kinds that are built into kustomize, and neither run nor fetch anything. */
const BUILT_IN: ReadonlySet<string> = new Set([
  "AnnotationsTransformer",
  "ConfigMapGenerator",
  "HashTransformer",
  "IAMPolicyGenerator",
  "ImageTagTransformer",
  "LabelTransformer",
  "LegacyOrderTransformer",
  "NamespaceTransformer",
  "PatchJson6902Transformer",
  "PatchStrategicMergeTransformer",
  "PatchTransformer",
  "PrefixSuffixTransformer",
  "PrefixTransformer",
  "ReplacementTransformer",
  "ReplicaCountTransformer",
  "SecretGenerator",
  "SortOrderTransformer",
  "SuffixTransformer",
  "ValueAddTransformer",
]);

/** @throws {RenderRefusal} */
function checkPlugin(object: Node): void {
  const [apiVersion = "", kind = ""] = ["apiVersion", "kind"].map((key) => textOf(field(object, key)));
  if (apiVersion !== "builtin" || !BUILT_IN.has(kind))
    throw new RenderRefusal(`it has the plugin ${apiVersion} ${kind}`.trimEnd());
  if (field(field(object, "metadata"), "annotations") !== undefined)
    throw new RenderRefusal(`its plugin ${kind} has annotations, which may name a program`);
  for (const text of textsIn(object)) failForRemote(text.replace(/^[^=]*=/, ""), text);
}

/** @throws {RenderRefusal} for a text that may be an address */
function failForRemote(path: string, shown: string): void {
  if (isRemote(path) || /:\/\//.test(path)) throw new RenderRefusal(`it names ${shown}, which is remote`);
}

/** All texts below a node. */
function* textsIn(node: Node): Generator<string> {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const text = textOf(next);
    if (text !== undefined) yield text;
    open.push(...items(next), ...entries(next).map(([, value]) => value));
  }
}

function generatorPaths(generator: Node): readonly string[] {
  const files = items(field(generator, "files")).map((each) => textIn(each, "files"));
  const others = ["envs", "env"].flatMap((key) => {
    const value = field(generator, key);
    return value === undefined || value.value === null ? [] : isList(value.value) ? items(value) : [value];
  });
  return [
    ...files.map((text) => pathIn(text.slice(text.indexOf("=") + 1))),
    ...others.map((each) => pathIn(textIn(each, "envs"))),
  ];
}

function pathsAt(node: Node | undefined, key: string): readonly string[] {
  const path = field(node, key);
  return path === undefined || path.value === null || path.value === "" ? [] : [pathIn(textIn(path, key))];
}

/** @throws {RenderRefusal} */
function textIn(node: Node, key: string): string {
  if (typeof node.value === "string" && node.value !== "") return node.value;
  throw new RenderRefusal(`${key} holds something else than a path`);
}

/** @throws {RenderRefusal} for what is no path in the tree: kustomize reads more as an address than one would think */
function pathIn(text: string): string {
  failForRemote(text, text);
  if (/^(?:[/\\~]|[A-Za-z]:)/.test(text)) throw new RenderRefusal(`it names the absolute path ${text}`);
  if (/[:@?\\\p{Cc}]|\/\/|\.git(?:\/|$)|_git(?:\/|$)/u.test(text))
    throw new RenderRefusal(`it names ${text}, which kustomize may read as an address`);
  return text;
}

/** A patch, or what a plugin does, may stand in the kustomization itself. */
function isInline(text: string): boolean {
  return /\n|:\s/.test(text) || text.startsWith("{");
}

/** The documents of a file that hold something. @throws {RenderRefusal} where one cannot be read, or says something twice */
function rootsOf(file: SourceFile): readonly Node[] {
  return [...readDocuments(file)].flatMap(({ document, value, problem, rest, duplicates, collisions }) => {
    if (problem !== undefined || rest !== undefined || duplicates.length + collisions.length > 0)
      throw new RenderRefusal(`${file.name} can't be read`);
    if (value === null) return [];
    if (!isMapping(value)) throw new RenderRefusal(`${file.name} holds something else than objects`);
    return [{ value, origin: rootOrigin(document) }];
  });
}
