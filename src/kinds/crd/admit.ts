import { acceptingBundles, judge, keepsRulesFromRunning } from "./judge.js";
import { bundleFor, type CrdKind } from "../bundles.js";
import { labelKeyProblems } from "../label-keys.js";
import { namespaceProblems } from "./cluster-scoped.js";
import { olderShape } from "./older-shapes.js";
import { problemsOf } from "../refusal.js";
import { serverVersion } from "../validation/words.js";
import { uncheckedProblems } from "./unchecked.js";
import type { Admission } from "../admission.js";
import type { ApiObject, ReadOptions } from "../kind.js";
import type { Problem } from "../../diagnostics/problem.js";
import type { Value } from "../../manifest/value.js";
import type { UnknownField } from "../go-json/decode.js";

const SKIPPED_RULES =
  "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";

/**
 * Says whether a server with the bundle that counts takes a ClusterNetworkPolicy, AdminNetworkPolicy or
 * BaselineAdminNetworkPolicy. What a server has stored already is not validated again.
 */
export function admit(object: ApiObject, options: ReadOptions): Admission {
  const kind = object.ref.kind as CrdKind;
  const version = serverVersion(options.kubernetesVersion);
  const asWritten = [...labelKeyProblems(object), ...namespaceProblems(object)];
  const accepted = (stored: Value): Admission => {
    const node = { value: stored, origin: object.node.origin };
    return {
      stored,
      problems: [...uncheckedProblems({ ref: object.ref, node }, kind, version), ...asWritten],
    };
  };
  if (options.isStored) return accepted(object.node.value);
  const bundle = bundleFor(kind, options.bundles);
  const verdict = judge(object.node, kind, bundle, version);
  if (verdict.isAccepted && verdict.stored !== undefined) return accepted(verdict.stored);
  const refused = problemsOf(object, {
    ...verdict,
    quotePath: (path) => `"${path}"`,
    skipped: verdict.hasSkippedRules ? { line: SKIPPED_RULES, isCausedBy: keepsRulesFromRunning } : undefined,
  });
  const acceptedBy = acceptingBundles(object.node, kind, bundle, version);
  const problems = refused.map((problem) => withReleases(problem, acceptedBy, verdict.unknown));
  return { stored: undefined, problems: [...problems, ...asWritten] };
}

/** Adds which releases take the object as it is, or had its shape: what is wrong is then only a question of the release. */
function withReleases(
  problem: Problem,
  acceptedBy: readonly string[],
  unknown: readonly UnknownField[],
): Problem {
  const isField = problem.code === "unknown-field" || problem.code === "wrong-case-field";
  const field = isField ? unknown.find(({ at }) => at === problem.at) : undefined;
  const shapeOf = field === undefined ? undefined : olderShape(field);
  const facts = {
    ...problem.facts,
    ...(acceptedBy.length === 0 ? {} : { acceptedBy }),
    ...(shapeOf === undefined ? {} : { shapeOf }),
  };
  return { ...problem, facts } as Problem;
}
