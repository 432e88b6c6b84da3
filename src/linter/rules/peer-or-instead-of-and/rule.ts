import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { inNamespaces } from "../words/selection.js";
import { splitPeers } from "../../../questions/mistakes/split-peers.js";
import { splitTogether } from "./together.js";

/** Compares neighbouring peers of a rule, one of namespaces and one of pods, with the pods that each reading selects (S-SEL-4). */
export const peerOrInsteadOfAnd = defineRule({
  id: "peer-or-instead-of-and",
  level: "warning",
  category: "misleading",
  summary: "a `namespaceSelector` and a `podSelector` as two peers where one was meant",
  rationale:
    "Each `-` starts another peer, and peers are alternatives: `- namespaceSelector` and `- podSelector` mean every pod of those namespaces, or such pods of the policy's own namespace. One peer with both fields means such pods of those namespaces. anp reports two only where the second reading makes sense and the first does not: no pod of the own namespace has the labels, and pods of the other namespaces have them, or may. Without any pods in the input, it reports those of cluster DNS, and those that are called as their namespace.",
  reference: "S-SEL-4",
  examples: { bad, good },
  check: splitPeers,
  together: splitTogether,
  fix: { kind: "unsafe" },
  word({ direction, namespaces, pods, own, elsewhere, isEveryNamespace }, { related = [] }) {
    const side = direction === "ingress" ? "from" : "to";
    return {
      message: `these are two peers: ${side} every pod of ${isEveryNamespace ? "every namespace" : `namespaces with ${code(namespaces)}`}, or ${side} pods with ${code(pods)} in ${code(own)}`,
      label:
        elsewhere.length === 0
          ? "a peer of its own"
          : `no such pod in ${code(own)}; they are ${inNamespaces(elsewhere)}`,
      related: related.map(({ role }) => (role === "too" ? "here too" : "every pod of these namespaces")),
      help: "remove the `-` before `podSelector`, if you mean these pods in those namespaces",
    };
  },
});
