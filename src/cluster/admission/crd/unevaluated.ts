import type { ApiObject } from "../request.js";
import type { InputProblem } from "../../problems/not-read.js";
import type { Problem } from "../../problems/problem.js";
import type { Unevaluated, UnevaluatedReason } from "../structural/foreign-checks.js";

const REASONS: Readonly<Record<UnevaluatedReason, InputProblem>> = {
  unsupported: "crd-check-unsupported",
  "too-slow": "crd-check-too-slow",
  "too-large": "crd-check-too-large",
  "not-run": "crd-check-not-run",
};

/** What of a CRD was not evaluated on an object: one problem for each check, at the first place that it is about. */
export function unevaluatedProblems({ ref }: ApiObject, unevaluated: readonly Unevaluated[]): Problem[] {
  const first = new Map<string, Problem>();
  for (const { at, check, reason } of unevaluated) {
    const key = `${reason} ${check}`;
    const facts = { reason: REASONS[reason], detail: check };
    if (!first.has(key)) first.set(key, { code: "not-analysed", facts, at, object: ref });
  }
  return [...first.values()];
}
