import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { inNamespaces, whyNoPods } from "../words/selection.js";
import { NAMESPACE_NAME_LABEL } from "../../../cluster/model/labels.js";
import { selectionProblems } from "../../../questions/mistakes/findings.js";

/** Asks each peer without a namespaceSelector of the pods of all namespaces (S-SEL-4). */
export const peerPodsOnlyElsewhere = defineRule({
  id: "peer-pods-only-elsewhere",
  level: "warning",
  category: "misleading",
  summary: "a peer whose pods are only in another namespace",
  rationale:
    "A `podSelector` without a `namespaceSelector` selects only pods in the policy's own namespace. If the pods with these labels are in another one, the peer allows nothing. Only pods whose manifest names a namespace count: whoever applies the others says where they go.",
  reference: "S-SEL-4",
  needs: ["pods"],
  examples: { bad, good },
  check: (cluster) => selectionProblems(cluster, "peer-pods-only-elsewhere"),
  word(facts) {
    const [only, ...more] = facts.elsewhere;
    return {
      message: `the peer selects no pod: pods with these labels are ${inNamespaces(facts.elsewhere)}`,
      label: whyNoPods({ ...facts, condition: facts.hasPods ? facts.condition : undefined }),
      help:
        only === undefined || more.length > 0
          ? "add a `namespaceSelector` to this peer"
          : `add \`namespaceSelector\` with ${code(`${NAMESPACE_NAME_LABEL}: ${only}`)} to this peer, in the same list item`,
    };
  },
});
