import { encode } from "./encode.js";
import { exemptionText } from "./explain-words.js";
import { policiesText, policyText, ruleText } from "./describe.js";
import { unreachableText } from "./service-words.js";
import type { Direction } from "../model/policy.js";
import type { Entry } from "../evaluate/entry.js";
import type { Origin } from "../manifest/origin.js";

/** What decided one direction, in a few words: `NetworkPolicy shop/cart-from-web rule 1, from app=web, TCP 7070`. */
export function deciderText(entry: Entry, direction: Direction): string {
  switch (entry.type) {
    case "rule": {
      const { policy, rule, tier } = entry;
      const name = rule.name === undefined ? "" : ` "${encode(rule.name)}"`;
      const action = tier === "NetworkPolicy" ? "" : ` ${entry.action}`;
      return `${policyText(policy.ref)} rule ${rule.index + 1}${name}${action}, ${ruleText(rule, direction)}`;
    }
    case "policy":
      return policyText(entry.policy.ref);
    case "isolation": {
      const names = policiesText(entry.policies.map(({ ref }) => ref));
      return entry.policies.length === 1
        ? `${names} isolates it for ${direction}, no rule matches`
        : `${names} isolate it for ${direction}, no rule matches`;
    }
    case "namespace-isolation":
      return `namespace ${encode(entry.namespace.name)} isolates its pods (2016 design), no rule matches`;
    case "own-node":
      return "traffic between a pod and its own node is always let through";
    case "refused": {
      const { refused } = entry;
      if (refused === undefined) return "documents that could not be read may hold policies";
      if (refused.cause === "forbidden")
        return `policies of kind ${encode(refused.ref.kind)}, which the cluster does not let you list`;
      return `${policyText(refused.ref)} ${WHY_MISSING[refused.cause]}`;
    }
    case "exempt":
      return exemptionText(entry.why);
    case "service":
      return unreachableText(entry);
    case "limit":
      return "it was not decided within the limits of the run";
    case "default":
      return `no policy restricts its ${direction}`;
  }
}

const WHY_MISSING = {
  refused: "is refused by the API server",
  undecided: "has a CRD with a check that was not evaluated",
  repeated: "has copies that differ",
} as const;

/** Where it is written, as far as it is. */
export function deciderPlace(entry: Entry, direction: Direction): Origin | undefined {
  switch (entry.type) {
    case "rule":
      return entry.rule.origin;
    case "policy":
      return entry.policy.origin;
    case "isolation":
      return entry.policies[0]?.rules[direction]?.origin ?? entry.policies[0]?.origin;
    case "namespace-isolation":
      return entry.namespace.origin;
    case "refused":
      return entry.refused?.origin;
    default:
      return undefined;
  }
}
