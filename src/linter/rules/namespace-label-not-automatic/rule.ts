import bad from "./bad.yaml";
import good from "./good.yaml";
import { byPlace } from "../../../cluster/problems/object-places.js";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { otherKey } from "../../../questions/mistakes/dead-values.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { labelText } from "../words/selection.js";
import { NAMESPACE_NAME_LABEL } from "../../../cluster/model/labels.js";
import { reviewOf } from "../../../questions/mistakes/findings.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** One finding for each label, at the first selector that has it, unless some Namespace of the input has such a label (S-NS-1). */
export const namespaceLabelNotAutomatic = defineRule({
  id: "namespace-label-not-automatic",
  level: "warning",
  category: "misleading",
  summary: "a namespace selected by a label that nothing sets by itself",
  rationale:
    "Namespaces are selected by label, not by name, and the API server sets exactly one label: `kubernetes.io/metadata.name`. A label such as `name: kube-system` is there only if somebody ran `kubectl label namespace`; until then the selector matches nothing. anp doesn't report it if any Namespace in the same set of manifests has such a label, unless it is asked of a namespace that an installer makes, such as `kube-system`; or if one elsewhere in the tree has exactly this one.",
  reference: "S-NS-1",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    const sorted = reviewOf(cluster).unsetNames.toSorted((a, b) => byPlace(a.policy, b.policy));
    const byLabel = groupBy(sorted, ({ requirement, namespace }) =>
      JSON.stringify([requirement.key, namespace]),
    );
    for (const uses of byLabel.values()) {
      const [first, ...others] = uses;
      if (first === undefined) continue;
      yield {
        code: "namespace-label-not-automatic",
        facts: { key: first.requirement.key, namespace: first.namespace, selectors: uses.length },
        at: first.at,
        related: others.slice(0, SHOWN).map(({ at }) => ({ at, role: "too" })),
        object: first.policy.ref,
      };
    }
  },
  fix: {
    kind: "unsafe",
    edits: ({ at, facts: { key, namespace } }) =>
      "step" in at ? otherKey(at, [key, namespace], NAMESPACE_NAME_LABEL)?.edits : undefined,
  },
  word({ key, namespace, selectors }, { related = [] }) {
    const others = selectors - 1 - related.length;
    return {
      message: `namespace ${code(namespace)} has no label ${labelText(key, namespace)} unless somebody sets it`,
      label: "nothing sets this label by itself",
      related: related.map(() => "here too"),
      ...(others > 0 ? { notes: [`${others} more selectors have it`] } : {}),
      help: `write ${code(`${NAMESPACE_NAME_LABEL}: ${namespace}`)}, which the API server sets`,
    };
  },
});

/** How many selectors beside the first are shown. */
const SHOWN = 3;
