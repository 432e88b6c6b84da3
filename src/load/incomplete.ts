import type { Loaded } from "./load.js";
import type { ObjectRef } from "../model/object-ref.js";
import type { RefusedPolicy } from "../model/objects.js";
import type { Problem } from "../diagnostics/problem.js";

/** What keeps the answers from being whole: the first problem of each refused policy, and of what could not be read. */
export interface Incompleteness {
  readonly refused: readonly MissingPolicy[];
  /** Policies that the input has several times and differently. */
  readonly repeated: readonly MissingPolicy[];
  readonly unread: readonly Problem[];
}

export interface MissingPolicy {
  readonly ref: ObjectRef;
  readonly problem: Problem | undefined;
}

/** Finds what is missing from a cluster that was loaded. */
export function incompletenessOf({ cluster, problems }: Loaded): Incompleteness {
  const missing = (cause: RefusedPolicy["cause"]): readonly RefusedPolicy[] =>
    cluster.refused.filter((policy) => policy.cause === cause);
  return {
    refused: missing("refused").map(({ ref, origin }) => ({
      ref,
      problem:
        problems.find(
          ({ object, server }) => object !== undefined && server !== undefined && isSameRef(object, ref),
        ) ?? problems.find(({ code, at }) => code === "duplicate-key" && at.document === origin.document),
    })),
    repeated: missing("repeated").map(({ ref }) => ({
      ref,
      problem: problems.find(
        ({ code, object }) => code === "duplicate-object" && object !== undefined && isSameRef(object, ref),
      ),
    })),
    unread: problems.filter(({ code }) => code === "not-analysed"),
  };
}

/** True where nothing is missing. */
export function isComplete({ refused, repeated, unread }: Incompleteness): boolean {
  return refused.length === 0 && repeated.length === 0 && unread.length === 0;
}

/** True where two references name the same object. */
export function isSameRef(a: ObjectRef, b: ObjectRef): boolean {
  return (
    a.kind === b.kind && a.name === b.name && a.namespace === b.namespace && a.apiVersion === b.apiVersion
  );
}
