import { kindAndName } from "../../cluster/model/object-ref.js";
import type { Attempt } from "../../base/attempt/attempt.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Explanation } from "./result.js";
import type { Problem } from "../../cluster/problems/problem.js";
import type { RefusedPolicy } from "../../cluster/model/objects.js";

/** What an answer that hangs on refused policies comes to if each of them is read in one way. */
export interface OtherReading {
  /** The policies are not there at all; or a server stores them without strict checking, dropping fields that it does not know. */
  readonly reading: "left-out" | "stored-unchecked";
  /** `NetworkPolicy shop/web`: those on which the answer hangs. */
  readonly policies: readonly string[];
  /** The names of the fields that are dropped, each once; none where the policies are left out. */
  readonly dropped: readonly string[];
  readonly explanation: Explanation;
}

/**
 * Answers a question once more for each way in which what a server refuses may be read. An answer is never one of these: which
 * one holds depends on how the objects came to the server.
 * @param problems what is wrong with the input, from which the dropped fields are named
 * @param ask asks the same question of another cluster
 */
export function otherReadings(
  cluster: Cluster,
  { results }: Explanation,
  problems: readonly Problem[],
  ask: (cluster: Cluster) => Attempt<Explanation, unknown>,
): OtherReading[] {
  const names = new Set(results.flatMap(({ reasons }) => reasons).flatMap(refusedIn));
  if (names.size === 0) return [];
  const hung = cluster.refused.filter((each) => each.cause === "refused" && names.has(kindAndName(each.ref)));
  const others = cluster.refused.filter((each) => !hung.includes(each));
  const read = (
    reading: OtherReading["reading"],
    policies: Cluster["policies"],
    dropped: readonly string[],
  ): OtherReading[] => {
    const asked = ask({ ...cluster, policies, refused: others });
    return asked.ok ? [{ reading, policies: [...names], dropped, explanation: asked.value }] : [];
  };
  const stored = hung.flatMap(({ storedUnchecked }) => storedUnchecked ?? []);
  return [
    ...read("left-out", cluster.policies, []),
    ...(stored.length < hung.length
      ? []
      : read("stored-unchecked", [...cluster.policies, ...stored], droppedOf(hung, problems))),
  ];
}

function refusedIn(reason: Explanation["results"][number]["reasons"][number]): readonly string[] {
  return reason.code === "refused-policy" ? reason.policies : [];
}

function droppedOf(refused: readonly RefusedPolicy[], problems: readonly Problem[]): string[] {
  const own = new Set(refused.map(({ ref }) => kindAndName(ref)));
  const names = problems.flatMap((problem) => {
    if (problem.code !== "unknown-field" && problem.code !== "wrong-case-field") return [];
    return problem.object !== undefined && own.has(kindAndName(problem.object)) ? [problem.facts.name] : [];
  });
  return [...new Set(names)];
}
