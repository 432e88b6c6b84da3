import { readDocuments } from "../../src/source/manifest/read.js";
import type { Input, StoredFacts } from "../../src/cluster/load/input.js";
import type { Value } from "../../src/source/manifest/value.js";

/** Manifests as objects that the server of a context has stored. */
export function storedInput(text: string, name = "context prod"): Input {
  const objects = [...readDocuments({ name: "stored.yaml", text })].map(({ value }): Value => {
    if (value === undefined || value === null) throw new Error("a stored object cannot be read");
    return value;
  });
  return { type: "stored", name, objects };
}

/** What a cluster tells beside its objects: all that it has, unless something else is said. */
export function clusterInput(facts: Partial<StoredFacts> = {}, name = "context prod"): Input {
  return {
    type: "cluster",
    name,
    facts: { serverVersion: undefined, knowsEveryPod: true, forbidden: [], ...facts },
  };
}

/** Manifests of a file; an overlay replaces what stands elsewhere under its names. */
export function fileInput(text: string, name: string, is: { isOverlay?: true; isStored?: true } = {}): Input {
  return { type: "file", file: { name, text }, isNamed: true, ...is };
}

/** Manifests as `kubectl get -o json` prints them, or as `anp snapshot` does with what else the cluster tells. */
export function listJson(text: string, trailer?: unknown): string {
  const items = [...readDocuments({ name: "stored.yaml", text })].map(({ value }) => value);
  const list = { apiVersion: "v1", kind: "List", items };
  return JSON.stringify(trailer === undefined ? list : { ...list, snapshot: trailer });
}
