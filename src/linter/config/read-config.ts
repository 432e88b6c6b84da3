import { BUNDLE_NAMES, parseBundle } from "../../cluster/admission/bundles.js";
import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { ignoreFault, readLevels, ruleFault } from "./levels.js";
import { isList } from "../../source/manifest/value.js";
import { ASSUMPTIONS } from "../../cluster/problems/condition.js";
import { emptyDocument } from "../../source/manifest/document.js";
import { keyOf } from "../../source/manifest/origin.js";
import { isDay } from "../../base/text/day.js";
import type { Accepted, Config, Ignored } from "./config.js";
import { readFacts } from "../../cluster/problems/read-facts.js";
import { patternFault } from "./path-patterns.js";
import { parsePlugin } from "../../semantics/plugins/parse.js";
import { rootNode, StrictReader, type FileMistake } from "../../cluster/problems/strict-reader.js";
import { entries, type Node } from "../../source/manifest/node.js";
import type { SourceFile } from "../../source/manifest/source.js";

const KEYS = [
  "sources",
  "roots",
  "exclude",
  "rules",
  "overrides",
  "cluster",
  "assume",
  "bundles",
  "kubernetesVersion",
  "plugin",
  "complete",
  "ignore",
  "accept",
] as const;

/** Each entry may be compared with every file. */
const LONGEST_LIST = 500;

const COMMAND_LINE_ONLY = "only the command line says that";

/** What a config must not say: whoever writes it may be a stranger. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...[
    "kubeconfig",
    "context",
    "snapshot",
    "output",
    "fix",
    "unsafeFixes",
    "render",
    "baseline",
    "failOn",
    "followSymlinks",
  ].map((key) => [key, COMMAND_LINE_ONLY] as const),
  ["extends", "a config stands alone"],
  ["plugins", "there are none"],
]);

/** Reads a config as manifests are read, and refuses whatever it does not know: a misspelt key would silently do nothing. */
export function readConfig(file: SourceFile): Attempt<Config, readonly FileMistake[]> {
  const reader = new StrictReader(LONGEST_LIST);
  const root = rootNode(file, reader);
  const fields = reader.fields(root, KEYS, ELSEWHERE);
  const config: Config = {
    file,
    places: new Map([
      ...[...fields].map(([key, { origin }]) => [key, keyOf(origin)] as const),
      ...entries(fields.get("rules")).map(([id, { origin }]) => [`rules.${id}`, keyOf(origin)] as const),
    ]),
    start: { document: emptyDocument(file), span: { start: 0, end: 0 } },
    sources: reader.texts(fields.get("sources"), "path", sourceFault),
    roots: reader.list(fields.get("roots"), "paths, or lists of paths").map((each) => readRoot(each, reader)),
    exclude: reader.texts(fields.get("exclude"), "pattern", patternFault),
    rules: readLevels(fields.get("rules"), reader),
    overrides: reader.list(fields.get("overrides"), "mappings with paths and rules").map((each) => {
      const of = reader.fields(each, ["paths", "rules"]);
      return {
        paths: requiredTexts(of.get("paths"), each, reader),
        rules: readLevels(of.get("rules"), reader),
      };
    }),
    cluster: readFacts(fields.get("cluster"), reader),
    assume: readAssumptions(fields.get("assume"), reader),
    bundles: reader.texts(fields.get("bundles"), "release", bundleFault),
    kubernetesVersion: reader.text(
      fields.get("kubernetesVersion"),
      'a version in quotes: "1.36"',
      versionFault,
    ),
    plugin: reader.text(fields.get("plugin"), "a network plugin: cilium@1.18", pluginFault),
    complete: reader.isTrue(fields.get("complete"), false),
    ignore: reader
      .list(fields.get("ignore"), "mappings with rule, path and reason")
      .flatMap((each) => readIgnored(each, reader)),
    accept: reader
      .list(fields.get("accept"), "mappings with path, sha256 and reason")
      .flatMap((each) => readAccepted(each, reader)),
  };
  return reader.mistakes.length === 0 ? succeeded(config) : failed(reader.mistakes);
}

/** `none`, or a list. */
function readAssumptions(node: Node | undefined, reader: StrictReader): readonly string[] {
  if (node?.value === "none") return ["none"];
  return reader.texts(node, "part of a cluster", (text) =>
    (ASSUMPTIONS as readonly string[]).includes(text)
      ? undefined
      : `expected none or a list of ${ASSUMPTIONS.join(", ")}, not ${JSON.stringify(text)}`,
  );
}

/** A folder, or several that are applied together. */
function readRoot(node: Node, reader: StrictReader): readonly string[] {
  const fault = (path: string): string | undefined =>
    /[*?]|^!/.test(path) ? `${JSON.stringify(path)} is a pattern: name folders` : sourceFault(path);
  if (isList(node.value)) return reader.texts(node, "path", fault);
  const path = reader.text(node, "a path, or a list of paths", fault);
  return path === undefined ? [] : [path];
}

/** Rule, path and reason are required: an exception that nobody explains is none. */
function readIgnored(node: Node, reader: StrictReader): Ignored[] {
  const fields = reader.fields(node, ["rule", "path", "reason", "until"]);
  for (const key of ["rule", "path", "reason"])
    if (!fields.has(key)) reader.wrong(node.origin, `${JSON.stringify(key)} is missing`);
  const rule = reader.text(fields.get("rule"), "a rule's id", (id) => ruleFault(id) ?? ignoreFault(id));
  const path = reader.text(fields.get("path"), "a path", patternFault);
  const reason = reader.text(fields.get("reason"), "a reason", reasonFault);
  const until = reader.text(fields.get("until"), "a day", dayFault);
  if (rule === undefined || path === undefined || reason === undefined) return [];
  return [{ rule, path, reason, until, at: fields.get("rule")?.origin ?? node.origin }];
}

/** All but the last day is required: whoever accepts something says what, in which state, and why. */
function readAccepted(node: Node, reader: StrictReader): Accepted[] {
  const fields = reader.fields(node, ["path", "sha256", "reason", "until"]);
  for (const key of ["path", "sha256", "reason"])
    if (!fields.has(key)) reader.wrong(node.origin, `${JSON.stringify(key)} is missing`);
  const path = reader.text(fields.get("path"), "a path", acceptedFault);
  const sha256 = reader.text(fields.get("sha256"), "a SHA-256 in quotes", hashFault);
  const reason = reader.text(fields.get("reason"), "a reason", reasonFault);
  const until = reader.text(fields.get("until"), "a day", dayFault);
  if (path === undefined || sha256 === undefined || reason === undefined) return [];
  return [{ path, sha256, reason, until, at: fields.get("path")?.origin ?? node.origin }];
}

function requiredTexts(node: Node | undefined, parent: Node, reader: StrictReader): string[] {
  if (node === undefined) reader.wrong(parent.origin, '"paths" is missing');
  return reader.texts(node, "pattern", patternFault);
}

/** A source is a path below the config's folder. */
function sourceFault(path: string): string | undefined {
  if (path === "-") return "standard input is named on the command line alone";
  if (/^[/\\~]|^[A-Za-z]:|\0/.test(path))
    return `${JSON.stringify(path)} is no path from the config's folder`;
  return path.split(/[/\\]/).includes("..")
    ? `${JSON.stringify(path)} leaves the config's folder`
    : undefined;
}

/** It names one thing: a pattern would accept what nobody has seen. */
function acceptedFault(path: string): string | undefined {
  if (/[*?]|^!/.test(path)) return `${JSON.stringify(path)} is a pattern: name one file or folder`;
  return sourceFault(path);
}

function hashFault(text: string): string | undefined {
  return /^[0-9a-f]{64}$/.test(text) ? undefined : "expected a SHA-256: 64 digits from 0 to f";
}

function bundleFault(name: string): string | undefined {
  if (parseBundle(name) !== undefined) return undefined;
  return `unknown release of the policy CRDs ${JSON.stringify(name)}: releases are ${BUNDLE_NAMES.join(", ")}`;
}

function versionFault(text: string): string | undefined {
  return /^v?\d{1,3}\.\d{1,3}(?:\.\d+)?$/.test(text) ? undefined : 'expected a version in quotes: "1.36"';
}

function pluginFault(text: string): string | undefined {
  if (text === "auto" || parsePlugin(text).ok) return undefined;
  return `${JSON.stringify(text)} is no network plugin: anp plugins lists those that are known`;
}

function dayFault(text: string): string | undefined {
  return isDay(text) ? undefined : `expected a day such as 2027-01-31, not ${JSON.stringify(text)}`;
}

function reasonFault(text: string): string | undefined {
  return /[\p{L}\p{N}]/u.test(text) ? undefined : "expected a reason in words";
}
