import type { ProblemOf } from "../../problems/problem.js";

/** Why a text is no domain name that a policy may have (S-FQ-2). */
export function domainNameFault(name: string): ProblemOf<"invalid-domain-name">["facts"]["fault"] {
  if (name.startsWith("**")) return "double-wildcard";
  const rest = name.startsWith("*.") ? name.slice(2) : name;
  if (rest.includes("*")) return "inner-wildcard";
  const labels = rest.replace(/\.$/, "").split(".");
  return labels.length === 1 && /^[\w-]+$/.test(rest) ? "single-label" : "characters";
}
