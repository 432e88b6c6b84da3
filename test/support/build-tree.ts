import { build, type KustomizeBuild } from "../../src/source/kustomize/build.js";
import { parentOf } from "../../src/source/kustomize/paths.js";
import { BuildBudget, type FoundAt } from "../../src/source/kustomize/options.js";
import type { Value } from "../../src/source/manifest/value.js";

/** Builds the kustomization in the folder `o` of some files. */
export function buildTree(
  files: Readonly<Record<string, string>>,
  budget = new BuildBudget(),
): KustomizeBuild {
  const found = new Map<string, FoundAt>();
  for (const [path, text] of Object.entries(files)) {
    found.set(path, { type: "file", file: { name: path, text } });
    for (let folder = path; folder.includes("/");) {
      folder = folder.slice(0, folder.lastIndexOf("/"));
      found.set(folder, { type: "folder" });
    }
  }
  const path = Object.keys(files).find((name) => /^o\/kustomization/i.test(name)) ?? "";
  return build(path, {
    at: (each) => found.get(each) ?? { type: "missing" },
    namesIn: (folder) =>
      [...found.keys()].flatMap((each) =>
        parentOf(each) === folder ? [each.slice(each.lastIndexOf("/") + 1)] : [],
      ),
    budget,
    isClusterScoped: (_apiVersion, kind) => kind === "ClusterNetworkPolicy",
  });
}

/** Plain objects with sorted keys; empty annotations are none. */
export function plain(value: Value | undefined): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each: Value) => plain(each));
  const mapping = value as Readonly<Record<string, Value>>;
  return Object.fromEntries(
    Object.keys(mapping)
      .toSorted()
      .map((key) => [key, plain(mapping[key])]),
  );
}
