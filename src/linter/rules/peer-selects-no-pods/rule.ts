import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { helpForNoPods, whyNoPods } from "../words/selection.js";
import { selectionProblems } from "../../../questions/mistakes/findings.js";

/** Asks each peer of the pods of the input; silent where it may mean pods that the input lacks (S-SEL-4). */
export const peerSelectsNoPods = defineRule({
  id: "peer-selects-no-pods",
  level: "warning",
  category: "never-works",
  summary: "a peer that selects none of the pods",
  rationale:
    "A rule matches the pods that its peers select. A peer that selects none allows, denies or passes nothing. A `podSelector` without a `namespaceSelector` beside it looks in the namespace of the policy only. Nothing is said where the peer may mean pods that the input does not hold, such as those of `kube-system`.",
  reference: "S-SEL-4",
  needs: ["pods"],
  examples: { bad, good },
  check: (cluster) => selectionProblems(cluster, "peer-selects-no-pods"),
  word(facts) {
    const help = helpForNoPods(facts);
    return {
      message: "the peer selects no pod",
      label: whyNoPods(facts),
      ...(help === undefined ? {} : { help }),
    };
  },
});
