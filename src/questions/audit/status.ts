import { distinctBypasses, type BrokenBlock } from "./reasons.js";
import { isAllowedSomewhere, type Chunk } from "./chunks.js";
import { originOf } from "../../semantics/evaluate/decider.js";
import type { AuditStatus, Bypass, Missing } from "./result.js";

/** What all of it comes to (S-AUD-1): nothing that is undefined or unknown counts as blocked. */
export function statusOf(
  chunks: readonly Chunk[],
  around: readonly Bypass[],
  { isUnblocked, bypasses }: BrokenBlock,
  missing: readonly Missing[],
): AuditStatus {
  if (isAllowedSomewhere(chunks)) return isUnblocked || bypasses.length === 0 ? "reachable" : "bypassed";
  if (around.some(leadsThere)) return "bypassed";
  if (around.length > 0 || missing.length > 0 || chunks.some(({ verdict }) => verdict !== "denied"))
    return "undecided";
  return chunks.length > 0 && chunks.every(({ isByAdmin }) => isByAdmin) ? "blocked" : "overridable";
}

function leadsThere(bypass: Bypass): boolean {
  if (bypass.id === "B-8") return !bypass.isOpen;
  return !("verdict" in bypass) || bypass.verdict === "allowed" || bypass.verdict === "outside";
}

/** Of what comes to a status, the part that shows it best. */
export function decisiveOf(chunks: readonly Chunk[], status: AuditStatus): Chunk | undefined {
  const is = (...verdicts: readonly Chunk["verdict"][]): Chunk | undefined =>
    chunks.find(({ verdict }) => verdicts.includes(verdict));
  switch (status) {
    case "reachable":
    case "bypassed":
      return is("allowed") ?? is("denied") ?? chunks[0];
    case "undecided":
      return is("undefined", "unknown") ?? is("denied") ?? chunks[0];
    case "overridable":
      return chunks.find(({ verdict, isByAdmin }) => verdict === "denied" && !isByAdmin);
    case "blocked":
      return chunks[0];
  }
}

/** B-15: what is denied by NetworkPolicies or in the Baseline tier can be allowed by others. */
export function overridesOf(chunks: readonly Chunk[]): Bypass[] {
  const found = chunks.flatMap(({ isByAdmin, by: { decider, direction } }): Bypass[] => {
    if (isByAdmin) return [];
    const at = originOf(decider, direction);
    switch (decider.type) {
      case "isolation":
        return [{ id: "B-15", at, tier: "NetworkPolicy", policies: decider.policies }];
      case "namespace-isolation":
      case "default-deny":
        return [{ id: "B-15", at, tier: "NetworkPolicy", policies: [] }];
      case "rule":
        return decider.tier === "Baseline"
          ? [{ id: "B-15", at, tier: "Baseline", policies: [decider.policy] }]
          : [];
      default:
        return [];
    }
  });
  return distinctBypasses(found);
}
