import { describe, expect, it } from "vitest";
import { execFileSync } from "node:child_process";
import { buildTree, plain } from "../../support/build-tree.js";
import { folderWith } from "../../support/folder.js";
import { needsKubectl } from "../../support/needs-kubectl.js";
import { readDocuments } from "../../../src/source/manifest/read.js";
import { NOT_BUILT, REFUSED, TREES } from "./trees.js";
import type { Value } from "../../../src/source/manifest/value.js";

/** What `kubectl kustomize` makes of the folder `o`; undefined where it refuses. */
function kubectl(files: Readonly<Record<string, string>>): readonly Value[] | undefined {
  const cwd = folderWith(files);
  const { PATH = "" } = process.env;
  try {
    const text = execFileSync("kubectl", ["kustomize", "o"], {
      cwd,
      encoding: "utf8",
      env: { PATH, HOME: cwd },
      stdio: ["ignore", "pipe", "ignore"],
    });
    return [...readDocuments({ name: "kubectl", text })].flatMap(({ value }) =>
      value === undefined || value === null ? [] : [value],
    );
  } catch {
    return undefined;
  }
}

interface Plain {
  kind?: string;
  metadata?: { name?: string; namespace?: string };
  spec?: { template?: { spec?: { containers?: { image?: string; args?: unknown }[] } } };
}

/** What traffic hangs on, in one order. */
function compared(values: readonly Value[]): unknown {
  return values
    .map((value) => plain(value) as Plain)
    .filter(({ kind }) => kind !== "ConfigMap" && kind !== "Secret")
    .map((each) => {
      // The server drops it, and so does the program.
      if (each.kind === "ClusterNetworkPolicy") delete each.metadata?.namespace;
      for (const container of each.spec?.template?.spec?.containers ?? []) {
        delete container.image;
        delete container.args;
      }
      return each;
    })
    .toSorted((a, b) => (`${a.kind} ${a.metadata?.name}` < `${b.kind} ${b.metadata?.name}` ? -1 : 1));
}

function codeOf(what: string): string {
  return what.split(":")[0] ?? "";
}

describe("a kustomization is built as kubectl builds it", () => {
  it.each(Object.entries(TREES))("%s", (_what, files) => {
    needsKubectl();
    const { objects, doubts } = buildTree(files);
    expect(doubts).toEqual([]);
    const theirs = kubectl(files);
    expect(theirs?.length).toBeGreaterThan(0);
    expect(compared((objects ?? []).map(({ value }) => value))).toEqual(compared(theirs ?? []));
  });

  it.each(Object.entries(REFUSED))("%s: what kubectl refuses is not built", (what, files) => {
    needsKubectl();
    expect(kubectl(files)).toBe(undefined);
    expect(buildTree(files).doubts.map((doubt) => doubt.code)).toEqual([codeOf(what)]);
  });

  it.each(Object.entries(NOT_BUILT))("%s: kubectl builds it, and it is not built here", (what, files) => {
    needsKubectl();
    expect(kubectl(files)).not.toBe(undefined);
    expect(buildTree(files).doubts.map((doubt) => doubt.code)).toEqual([codeOf(what)]);
  });
});
