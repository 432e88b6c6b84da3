import type { Origin } from "../../../source/manifest/origin.js";

/**
 * A check of somebody else's schema that is a program of theirs: it may run for ever, so that it runs where it can be
 * stopped.
 */
export type ForeignCheck =
  | { readonly type: "pattern"; readonly pattern: string; readonly text: string }
  | {
      readonly type: "rule";
      readonly rule: string;
      readonly messageExpression?: string;
      /** Set where the object takes the place of another one, with which a rule may compare it. */
      readonly isUpdate?: true;
      /** The value as CEL sees it; it can be cloned. */
      readonly self: unknown;
    };

/** What a check says of its value. */
export type CheckResult =
  | { readonly holds: true }
  /** `message` is what the rule's own expression makes of it. */
  | { readonly holds: false; readonly message?: string }
  /** The rule fails on this value, in Kubernetes' words. */
  | { readonly error: string }
  | { readonly unevaluated: UnevaluatedReason };

/** Why a check was not evaluated: it cannot be, it took too long or too much memory, or nobody was there to run it. */
export type UnevaluatedReason = "unsupported" | "too-slow" | "too-large" | "not-run";

/** A check that was not evaluated: what it says of the value is not known. */
export interface Unevaluated {
  readonly at: Origin;
  /** The rule, pattern or keyword as the schema has it. */
  readonly check: string;
  readonly reason: UnevaluatedReason;
}

/**
 * The foreign checks that an object asks for while its schema is walked. A walk is done twice: the first one lists them,
 * the second one has their results, in the same order.
 */
export class ForeignChecks {
  readonly asked: ForeignCheck[] = [];
  readonly unevaluated: Unevaluated[] = [];
  readonly isUpdate: boolean;
  readonly #results: readonly CheckResult[];

  /** @param isUpdate true where the object takes the place of one that is stored */
  constructor(results: readonly CheckResult[] = [], isUpdate = false) {
    this.#results = results;
    this.isUpdate = isUpdate;
  }

  /** The result of a check; undefined where it was not evaluated, which is noted. */
  ask(check: ForeignCheck, at: Origin): Exclude<CheckResult, { readonly unevaluated: unknown }> | undefined {
    const result = this.#results[this.asked.length] ?? { unevaluated: "not-run" };
    this.asked.push(check);
    if (!("unevaluated" in result)) return result;
    const text = check.type === "pattern" ? check.pattern : check.rule;
    this.unevaluated.push({ at, check: text, reason: result.unevaluated });
    return undefined;
  }

  /** Notes what nobody can evaluate. */
  leaveOut(keyword: string, at: Origin): void {
    this.unevaluated.push({ at, check: keyword, reason: "unsupported" });
  }
}
