import type { Problem } from "./problem.js";

/** What an answer rests on, because somebody said so: nothing here could check it. */
export type StatedCondition = AcceptedCondition | AssumedCondition;

/** What input may be assumed to be there: the DNS of most clusters, that of OpenShift, the namespaces of the system. */
export const ASSUMPTIONS = ["dns", "openshift-dns", "system-namespaces"] as const;

/** A part of a cluster that may be assumed. */
export type Assumption = (typeof ASSUMPTIONS)[number];

/** A part of the cluster that the input lacks, and that was taken to be as it is in most. */
export interface AssumedCondition {
  readonly type: "assumed";
  readonly assumption: Assumption;
}

/** A part of the input that was not read or not rendered, and that somebody accepts as it is. */
export interface AcceptedCondition {
  readonly type: "accepted";
  /** The file, or the folder of the chart or the kustomization, as it is shown. */
  readonly path: string;
  /** Of its content. */
  readonly sha256: string;
  /** Missing where only the command line says it. */
  readonly reason?: string;
  /** The last day, `2027-01-31`. */
  readonly until?: string;
  readonly by: "config" | "command line";
  /** True where the command line or a reviewed revision says it: a gate may rest on it. */
  readonly isReviewed: boolean;
}

/** What is wrong with an acceptance: its content is another one, its last day is over, or nothing needs it. */
export type AcceptanceFault =
  | { readonly fault: "changed"; readonly path: string; readonly sha256: string }
  | { readonly fault: "expired"; readonly path: string; readonly until: string }
  | { readonly fault: "no-content"; readonly path: string; readonly why: string }
  | { readonly fault: "unused"; readonly path: string };

/** True for what a gate must not rest on: whoever changes the input can say it too. */
export function isUnreviewed(condition: StatedCondition): condition is AcceptedCondition {
  return condition.type === "accepted" && !condition.isReviewed;
}

/** The conditions of several parts of an input, each once, in the order of their paths. */
export function distinctConditions(all: Iterable<StatedCondition>): readonly StatedCondition[] {
  const nameOf = (each: StatedCondition): string =>
    each.type === "assumed" ? `assumed ${each.assumption}` : `in ${each.path}`;
  const byName = new Map<string, StatedCondition>();
  for (const each of all) byName.set(nameOf(each), byName.get(nameOf(each)) ?? each);
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** What is said of an input by whoever accepts that it is not read. */
export type AcceptanceJudgement =
  | { readonly type: "accepted"; readonly condition: AcceptedCondition }
  /** Somebody accepts another content of it, or did until yesterday. */
  | { readonly type: "void"; readonly problem: Problem };
