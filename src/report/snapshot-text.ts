import { defuse, encode } from "./encode.js";
import { forbiddenText } from "./incomplete-text.js";
import { objectsText } from "./summary.js";
import { placeText } from "./place.js";
import { RULES } from "../linter/rules/index.js";
import type { ForbiddenKind } from "../cluster/model/cluster.js";
import type { Problem } from "../cluster/problems/problem.js";

/** What a snapshot that was written holds, and what it does not. */
export interface WrittenSnapshot {
  readonly file: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly leftOut: ReadonlyMap<string, number>;
  /** Kinds on which answers depend, and that were not listed. */
  readonly forbidden: readonly ForbiddenKind[];
  /** Kinds that were not listed, and without which every answer is whole. */
  readonly spare: readonly ForbiddenKind[];
  readonly knowsEveryPod: boolean;
  readonly isAnonymised: boolean;
}

/** What was written, and what is not in it. */
export function* snapshotText(written: WrittenSnapshot): Generator<string> {
  const { file, counts, leftOut, forbidden, spare, knowsEveryPod, isAnonymised } = written;
  yield defuse(`wrote ${encode(file)}  ${objectsText(counts)}`);
  if (leftOut.size > 0) yield defuse(`omitted  ${objectsText(leftOut)}, which snapshots never contain`);
  if (forbidden.length > 0)
    yield defuse(`not listed  ${forbiddenText(forbidden)}: anything that depends on it is unknown`);
  if (spare.length > 0)
    yield defuse(`not listed  ${forbiddenText(spare)}: an audit lacks the ways round policy that it shows`);
  if (isAnonymised && counts.has("CustomResourceDefinition"))
    yield "not anonymized  field names, enum values, patterns and rules of CRDs";
  if (!knowsEveryPod)
    yield "not every pod  a private address missing from the snapshot may still belong to a pod";
}

/** What could not be read, and where, a line each. */
export function* unreadText(problems: readonly Problem[]): Generator<string> {
  for (const problem of problems) {
    const rule = RULES.find(({ id }) => id === problem.code);
    const { message = problem.code, help } = rule?.word(problem.facts, problem) ?? {};
    yield defuse(`${placeText(problem.at)}: ${encode(message)}`);
    if (help !== undefined) yield defuse(`     ${encode(help)}`);
  }
}
