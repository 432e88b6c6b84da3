import type { Document } from "../../source/manifest/document.js";
import type { ForbiddenKind } from "../model/cluster.js";
import type { Loaded } from "./options.js";
import { isUnreviewed, type AcceptedCondition, type StatedCondition } from "../problems/condition.js";
import { refKey, type ObjectRef } from "../model/object-ref.js";
import type { RefusedObject, RefusedPolicy } from "../model/objects.js";
import type { Limit } from "../../base/limits/work.js";
import type { Place, Problem } from "../problems/problem.js";
import { pathOf, pointer } from "../../source/manifest/origin.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** What keeps the answers from being whole: the first problem of each refused policy, and of what could not be read. */
export interface Incompleteness {
  readonly refused: readonly MissingPolicy[];
  /** Pods, Services and other objects that are no policies: the first problem of each. */
  readonly refusedObjects: readonly MissingObject[];
  /** Policies of which nobody knows whether the server takes them. */
  readonly undecided: readonly MissingPolicy[];
  /** Policies that the input has several times and differently. */
  readonly repeated: readonly MissingPolicy[];
  readonly unread: readonly Problem[];
  /** Documents that were meant as policies, of kinds that no server has: they decide nothing. */
  readonly unserved: readonly Problem[];
  /** Kinds that the cluster has and does not show. */
  readonly forbidden: readonly ForbiddenKind[];
  /** Policies that differ between two states without a pod: what they change is not known. */
  readonly uncompared: readonly ObjectRef[];
  /** What the answers rest on, because somebody said so. */
  readonly conditions: readonly StatedCondition[];
  /** Those of them that a gate must not rest on, where one asks. */
  readonly unreviewed: readonly AcceptedCondition[];
  /** The limit that has left something undecided until now. */
  readonly limit: Limit | undefined;
}

/** Of answers that nothing is missing from. */
export const COMPLETE: Incompleteness = {
  refused: [],
  refusedObjects: [],
  undecided: [],
  repeated: [],
  unread: [],
  unserved: [],
  forbidden: [],
  uncompared: [],
  conditions: [],
  unreviewed: [],
  limit: undefined,
};

/**
 * A policy that is missing from the cluster and may decide, with the problem that says why, as far as one was raised.
 */
export interface MissingPolicy {
  readonly policy: RefusedPolicy;
  readonly problem: Problem | undefined;
}

/** An object that is no policy and is missing from the cluster, with the problem that says why, as far as one was raised. */
export interface MissingObject {
  readonly object: RefusedObject;
  readonly problem: Problem | undefined;
}

/** True for an object that is missing since its dump doesn't tell its namespace: no server refuses it. */
export function isPlaceless({ problem }: MissingObject): boolean {
  return problem?.code === "not-analysed";
}

/**
 * What any of several answers lacks. A document that several sets of manifests share is counted once.
 * @param limit of what was asked beside them
 */
export function joinedIncompleteness(
  all: readonly Incompleteness[],
  limit: Limit | undefined,
): Incompleteness {
  const keyOf = placeKeys();
  const policies = (of: (each: Incompleteness) => readonly MissingPolicy[]): readonly MissingPolicy[] =>
    distinctBy(all.flatMap(of), ({ policy }) => `${refKey(policy.ref)} ${keyOf(policy.origin)}`);
  const problems = (of: (each: Incompleteness) => readonly Problem[]): readonly Problem[] =>
    distinctBy(all.flatMap(of), ({ code, at }) => `${code} ${keyOf(at)}`);
  return {
    refused: policies(({ refused }) => refused),
    refusedObjects: distinctBy(
      all.flatMap(({ refusedObjects }) => refusedObjects),
      ({ object }) => `${refKey(object.ref)} ${keyOf(object.origin)}`,
    ),
    undecided: policies(({ undecided }) => undecided),
    repeated: policies(({ repeated }) => repeated),
    unread: problems(({ unread }) => unread),
    unserved: problems(({ unserved }) => unserved),
    forbidden: all.flatMap(({ forbidden }) => forbidden),
    uncompared: all.flatMap(({ uncompared }) => uncompared),
    conditions: all.flatMap(({ conditions }) => conditions),
    unreviewed: all.flatMap(({ unreviewed }) => unreviewed),
    limit: limit ?? all.find((each) => each.limit !== undefined)?.limit,
  };
}

/** The same text for the same place: files of one name in two states of the input are two. */
function placeKeys(): (at: Place) => string {
  const files = new Map<SourceFile, number>();
  return (at) => {
    const { file, index } = at.document;
    const number = files.get(file) ?? files.size;
    files.set(file, number);
    const where = "span" in at ? String(at.span.start) : pointer(pathOf(at));
    return `${number} ${index} ${where}`;
  };
}

/** The first of those with each key. */
function distinctBy<T>(all: readonly T[], keyOf: (each: T) => string): readonly T[] {
  const first = new Map<string, T>();
  for (const each of all) {
    const key = keyOf(each);
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}

/**
 * Finds what is missing from a cluster that was loaded.
 * @param isGate true where something is to fail unless the answer is good
 * @param spare kinds without which the answer is whole
 */
export function incompletenessOf(
  { cluster, problems, conditions }: Loaded,
  isGate = false,
  spare: readonly string[] = [],
): Incompleteness {
  const refusals = byObject(problems.filter(({ server }) => server !== undefined));
  const open = byObject(problems.filter(({ code }) => code === "not-analysed"));
  const repetitions = byObject(problems.filter(({ code }) => code === "duplicate-object"));
  // Keys that are written twice belong to a document, not yet to an object.
  const keys = new Map<Document, Problem>();
  for (const problem of problems) if (KEY_PROBLEMS.has(problem.code)) keys.set(problem.at.document, problem);
  const refusedKeys = new Set(cluster.refused.map(({ ref }) => refKey(ref)));
  const missing = (cause: RefusedPolicy["cause"]): readonly RefusedPolicy[] =>
    cluster.refused.filter((policy) => policy.cause === cause);
  return {
    refused: missing("refused").map((policy) => ({
      policy,
      problem: refusals.get(refKey(policy.ref)) ?? keys.get(policy.origin.document),
    })),
    refusedObjects: cluster.refusedObjects.map((object) => ({
      object,
      problem:
        refusals.get(refKey(object.ref)) ?? open.get(refKey(object.ref)) ?? keys.get(object.origin.document),
    })),
    undecided: missing("undecided").map((policy) => ({ policy, problem: open.get(refKey(policy.ref)) })),
    repeated: missing("repeated").map((policy) => ({
      policy,
      problem: repetitions.get(refKey(policy.ref)),
    })),
    unread: problems.filter(
      ({ code, facts, object }) =>
        code === "not-analysed" &&
        object === undefined &&
        !("reason" in facts && facts.reason === "forbidden"),
    ),
    unserved: problems.filter(
      ({ code, object }) =>
        code === "unserved-kind" && (object === undefined || !refusedKeys.has(refKey(object))),
    ),
    forbidden: cluster.facts.forbidden.filter(({ kind }) => !spare.includes(kind)),
    uncompared: [],
    conditions,
    unreviewed: isGate ? conditions.filter(isUnreviewed) : [],
    get limit() {
      return cluster.work?.limit;
    },
  };
}

const KEY_PROBLEMS: ReadonlySet<string> = new Set(["duplicate-key", "label-key-not-string"]);

/** The first problem of each object. */
function byObject(problems: readonly Problem[]): ReadonlyMap<string, Problem> {
  const first = new Map<string, Problem>();
  for (const problem of problems) {
    if (problem.object === undefined) continue;
    const key = refKey(problem.object);
    if (!first.has(key)) first.set(key, problem);
  }
  return first;
}

/** True where nothing is missing. */
export function isComplete(incompleteness: Incompleteness): boolean {
  const { conditions: _, limit, ...missing } = incompleteness;
  return limit === undefined && Object.values(missing).every((each) => each.length === 0);
}
