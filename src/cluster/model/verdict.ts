/** The four answers. Definite is `allowed` and `denied`; neither of the others ever counts as a pass. */
export type Verdict = "allowed" | "denied" | "undefined" | "unknown";
