import { assumedBeside } from "./assumed-beside.js";
import { clusterOf } from "../model/build.js";
import { distinctConditions } from "../problems/condition.js";
import { inOneOrder } from "./one-order.js";
import { isOnlyListed } from "../kinds/stored-kinds.js";
import { notRenderedProblems } from "./not-rendered.js";
import { withoutDeleted } from "./deleted.js";
import { withoutDuplicates, type ReadObject } from "./duplicates.js";
import type { LoadOptions, Loaded } from "./options.js";
import type { LoadRecord } from "./load-record.js";
import type { LoadSummary } from "./summary.js";
import type { ObjectReader } from "./read-objects.js";

/** What was read so far. */
export function loadSummary({ clusters, counts }: ObjectReader, record: LoadRecord): LoadSummary {
  return {
    clusters: clusters.names,
    taken: clusters.facts?.taken,
    files: record.files,
    documents: record.documents,
    objects: counts,
    other: record.other,
  };
}

/**
 * Puts together what was loaded.
 * @param read what counts as read
 * @param objects who has read it, and what it has met beside
 */
export function loadedFrom(
  read: readonly ReadObject[],
  objects: ObjectReader,
  record: LoadRecord,
  options: LoadOptions,
): Loaded {
  const { facts, work } = options;
  const { clusters, foreignPolicies, version } = objects;
  const [major, minor] = version;
  const assumed = assumedBeside(read, options, clusters.names.length > 0);
  const { kept, notDeleted } = withoutDeleted([...inOneOrder(read), ...assumed.read], options.deleted ?? []);
  const { objects: unique, problems, repeated } = withoutDuplicates(kept);
  const cluster = clusterOf([...unique, ...clusters.missing], {
    facts: {
      ...facts,
      isLegacy: options.isLegacy,
      mayMissPolicies: record.mayMissPolicies,
      foreignPolicies,
      repeated,
      knowsEveryPod: clusters.facts?.knowsEveryPod ?? false,
      forbidden: (clusters.facts?.forbidden ?? []).filter(({ kind }) => !isOnlyListed(kind)),
    },
    labelsNamespaces: major > 1 || minor >= 21,
  });
  return {
    cluster: work === undefined ? cluster : { ...cluster, work },
    problems: [
      ...record.problems,
      ...(options.isStrict === true ? notRenderedProblems(record.other) : []),
      ...clusters.problems,
      ...problems,
    ],
    summary: loadSummary(objects, record),
    notDeleted,
    suppressions: [...record.suppressions, ...objects.suppressions],
    conditions: distinctConditions([...record.conditions, ...assumed.conditions]),
    objects:
      options.keepsObjects === true
        ? kept.filter(({ isPatch, isSpare }) => isPatch !== true && isSpare !== true)
        : [],
  };
}
