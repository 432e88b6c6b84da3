import bad from "./bad.yaml";
import good from "./good.yaml";
import type { Place } from "../../../cluster/problems/problem.js";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { replacementEdits } from "../../../questions/mistakes/dead-values.js";
import { inNamespaces, whyNoPods } from "../words/selection.js";
import { NAMESPACE_NAME_LABEL } from "../../../cluster/model/labels.js";
import { placeKey, type Origin } from "../../../source/manifest/origin.js";
import { splitPeers } from "../../../questions/mistakes/split-peers.js";
import { selectionProblems } from "../../../questions/mistakes/review.js";

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
  check(cluster) {
    // A peer that was cut in two is told as that.
    const told = new Set(splitPeers(cluster).flatMap(({ at }) => ("span" in at ? [] : placeKey(at))));
    return selectionProblems(cluster, "peer-pods-only-elsewhere").filter(({ at }) => !isInside(at, told));
  },
  fix: { kind: "unsafe", edits: (problem) => replacementEdits(problem) },
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

/** True for a place inside of one of some peers. */
function isInside(at: Place, peers: ReadonlySet<string>): boolean {
  let each: Origin | undefined = "span" in at ? undefined : at;
  while (each !== undefined && !peers.has(placeKey(each))) each = each.parent;
  return each !== undefined;
}
