/** The four answers. Definite is `allowed` and `denied`; neither of the others ever counts as a pass. */
export type Verdict = "allowed" | "denied" | "undefined" | "unknown";

/** All of them, the definite ones first. */
export const VERDICTS = ["allowed", "denied", "undefined", "unknown"] as const satisfies readonly Verdict[];

/** True for what is known: `allowed` and `denied`. */
export function isDefinite(verdict: Verdict | undefined): verdict is "allowed" | "denied" {
  return verdict === "allowed" || verdict === "denied";
}
