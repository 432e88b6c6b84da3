import { originJson, policyJson, serviceJson } from "./json-parts.js";
import type { Decider } from "../semantics/evaluate/decider.js";
import type { Origin } from "../source/manifest/origin.js";

/**
 * What decided or was asked, as every JSON format has it.
 * @param at the place; of what is written nowhere there is none
 * @param more members of one format; they stand in front of the place, and win over those that all have
 */
export function deciderJson(
  decider: Decider,
  at: Origin | undefined,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const tier = "tier" in decider ? { tier: decider.tier } : {};
  const place = { at: at === undefined ? null : originJson(at) };
  switch (decider.type) {
    case "rule": {
      const { policy, rule, action, failsClosed } = decider;
      return {
        ...tier,
        policy: policyJson(policy),
        rule: { index: rule.index, name: rule.name ?? null },
        outcome: failsClosed ? "failed-closed" : action.toLowerCase(),
        ...more,
        ...place,
      };
    }
    case "isolation": {
      const policies = decider.policies.map(policyJson);
      const [policy = null] = policies;
      return { ...tier, policy, policies, outcome: "isolated", ...more, ...place };
    }
    case "namespace-isolation":
      return { ...tier, namespace: decider.namespace.name, outcome: "isolated", ...more, ...place };
    case "own-node":
      return { ...tier, outcome: "own-node-exempt", ...more };
    case "refused": {
      const { refused } = decider;
      const policy = refused === undefined ? null : policyJson(refused);
      return { ...tier, policy, outcome: refused?.cause ?? "not-analysed", ...more, ...place };
    }
    case "service": {
      const { service, why } = decider;
      const because = { code: why };
      return { outcome: "not-led", service: serviceJson(service), because, ...more, ...place };
    }
    case "not-carried":
      return { outcome: "not-carried", protocol: decider.protocol, ...more };
    case "own-node-closed":
      return { outcome: "own-node-closed", ...more };
    case "exempt":
      return { outcome: "not-subject", because: { code: decider.why }, ...more };
    case "limit":
      return { outcome: "limit", ...more };
    case "default-deny":
      return { tier: "default", outcome: "deny", ...more };
    case "default":
      return { tier: "default", outcome: "allow", ...more };
  }
}
