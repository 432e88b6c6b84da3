import { actionName } from "./action-name.js";
import { encode } from "./encode.js";
import { exemptionText } from "./explain-words.js";
import { policiesText, policyText, ruleConditionText, ruleText } from "./describe.js";
import { unreachableText } from "./service-words.js";
import type { Decider } from "../semantics/evaluate/decider.js";
import type { Direction } from "../cluster/model/policy.js";
import type { Matched } from "./describe.js";

/**
 * What decided one direction, in a few words: `NetworkPolicy shop/cart-from-web rule 1, from app=web, TCP 7070`.
 * @param end the pods that the direction is about, as they are shown
 * @param only the peer and the port that matched, where one traffic is spoken of
 */
export function deciderText(decider: Decider, direction: Direction, end = "it", only?: Matched): string {
  switch (decider.type) {
    case "rule": {
      const { policy, rule, tier } = decider;
      const action = tier === "NetworkPolicy" ? "" : ` ${actionName(decider.action, policy)}`;
      const condition = ruleConditionText(rule, direction, only);
      return `${policyText(policy.ref)} ${ruleText(rule)}${action}, ${condition}`;
    }
    case "isolation": {
      const names = policiesText(decider.policies.map(({ ref }) => ref));
      const verb = decider.policies.length === 1 ? "isolates" : "isolate";
      return `${names} ${verb} ${end} for ${direction}, no rule matches`;
    }
    case "namespace-isolation":
      return `namespace ${encode(decider.namespace.name)} isolates its pods (2016 design), no rule matches`;
    case "own-node":
      return "the pod's own node is exempt from isolation";
    case "refused": {
      const { refused } = decider;
      if (refused === undefined) return "documents that could not be read may contain policies";
      if (refused.cause === "forbidden" || refused.cause === "unlisted")
        return `policies of kind ${encode(refused.ref.kind)}, ${WHY_MISSING[refused.cause]}`;
      return `${policyText(refused.ref)} ${WHY_MISSING[refused.cause]}`;
    }
    case "not-carried":
      return `the network plugin carries no ${decider.protocol}`;
    case "own-node-closed":
      return `the network plugin drops what ${end} sends to its own node, whatever policies allow`;
    case "exempt":
      return exemptionText(decider.why);
    case "service":
      return unreachableText(decider);
    case "limit":
      return `${direction} was not decided within the limits of the run`;
    case "default-deny":
      return `no policy allows ${direction} of ${end}, and the network plugin denies what no policy restricts`;
    case "default":
      return `no policy restricts its ${direction}`;
  }
}

const WHY_MISSING = {
  refused: "is refused by the API server",
  undecided: "was not checked, or not read in full",
  repeated: "has several different copies",
  forbidden: "which you may not list",
  unlisted: "which could not be listed",
} as const;
