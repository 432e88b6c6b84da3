import { kubeconfigFiles } from "../input/api/kubeconfig.js";
import { loadFromOptions } from "./load-sources.js";
import { readDocuments } from "../source/manifest/read.js";
import { readFileSync, statSync } from "node:fs";
import { sourcesOrConfigured } from "./found-config.js";
import { withConfig } from "./config.js";
import type { OfferedWord } from "./complete.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { Io } from "./io.js";

/** Whoever waits for a completion does not wait longer. */
const LIMITS = {
  timeout: "2",
  maxWork: "100000000",
  maxFileSize: "5000000",
  maxFiles: "2000",
  maxTotalSize: "20000000",
} as const;

/** More names than these help nobody. */
const MOST_NAMES = 2000;

/** Bytes of a kubeconfig. */
const LARGEST_KUBECONFIG = 1_000_000;

/** The names of namespaces, or of workloads too, of the files that a line names, else of those that a config does. A cluster is not asked. */
export async function loadSourceNames(
  words: readonly string[],
  io: Io,
  what: "namespaces" | "ends" = "ends",
): Promise<readonly OfferedWord[]> {
  const [filename, snapshot] = [valuesOf(words, "-f", "--filename"), valuesOf(words, "--snapshot")];
  const given: CommandSourceOptions = {
    ...LIMITS,
    ...(filename === undefined ? {} : { filename }),
    ...(snapshot === undefined ? {} : { snapshot }),
  };
  const options = withConfig(given, io);
  const sources = sourcesOrConfigured(options, io);
  if (sources.base?.type === "context" || sources.paths.includes("-")) return [];
  const { cluster } = await loadFromOptions(options, sources, { purpose: "flows" }, io);
  const namespaces = [...cluster.namespaces.keys()].map((word) => ({ word, text: "namespace" }));
  if (what === "namespaces") return namespaces;
  const workloads = cluster.workloads
    .slice(0, MOST_NAMES)
    .map(({ namespace, name, kind }) => ({ word: `${namespace}/${name}`, text: kind }));
  return [...workloads, { word: "internet", text: "all outside addresses" }];
}

/** The values that some names of an option have on a line; undefined for none, as where nothing is named. */
function valuesOf(words: readonly string[], ...names: readonly string[]): readonly string[] | undefined {
  const values = words.flatMap((word, i) => (names.includes(words[i - 1] ?? "") ? [word] : []));
  return values.length === 0 ? undefined : values;
}

/** The contexts of the kubeconfig, read here: nothing is run. */
export function contextNames({ env, ...io }: Io): readonly string[] {
  return kubeconfigFiles(undefined, io.cwd(), env).flatMap((path) => {
    const text = readSmall(path);
    return [...readDocuments({ name: path, text })].flatMap(({ value }) => namesIn(value));
  });
}

function readSmall(path: string): string {
  try {
    const { size } = statSync(path);
    return size > LARGEST_KUBECONFIG ? "" : readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function namesIn(value: unknown): string[] {
  const contexts = isRecord(value) ? value["contexts"] : undefined;
  return Array.isArray(contexts)
    ? contexts.flatMap((each: unknown) =>
        isRecord(each) && typeof each["name"] === "string" ? [each["name"]] : [],
      )
    : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
