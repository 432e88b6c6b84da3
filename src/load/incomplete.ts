import type { Loaded } from "./load.js";
import type { ObjectRef } from "../model/object-ref.js";
import type { Problem } from "../diagnostics/problem.js";

/** What keeps the answers from being whole: the first problem of each refused policy, and of what could not be read. */
export interface Incompleteness {
  readonly refused: readonly { readonly ref: ObjectRef; readonly problem: Problem | undefined }[];
  readonly unread: readonly Problem[];
}

/** Finds what is missing from a cluster that was loaded. */
export function incompletenessOf({ cluster, problems }: Loaded): Incompleteness {
  return {
    refused: cluster.refused.map(({ ref, origin }) => ({
      ref,
      problem:
        problems.find(
          ({ object, server }) => object !== undefined && server !== undefined && isSame(object, ref),
        ) ?? problems.find(({ code, at }) => code === "duplicate-key" && at.document === origin.document),
    })),
    unread: problems.filter(({ code }) => code === "not-analysed"),
  };
}

/** True where nothing is missing. */
export function isComplete({ refused, unread }: Incompleteness): boolean {
  return refused.length === 0 && unread.length === 0;
}

function isSame(a: ObjectRef, b: ObjectRef): boolean {
  return (
    a.kind === b.kind && a.name === b.name && a.namespace === b.namespace && a.apiVersion === b.apiVersion
  );
}
