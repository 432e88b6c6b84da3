import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { byPlace } from "../../../cluster/problems/object-places.js";
import { count } from "../../../base/text/count.js";
import { defineRule } from "../define.js";
import { otherKey } from "../../../questions/mistakes/dead-values.js";
import { firstFew } from "../../../cluster/problems/selection.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { labelText, someText } from "../words/selection.js";
import { NAMESPACE_NAME_LABEL } from "../../../cluster/model/labels.js";
import { reviewOf } from "../../../questions/mistakes/review.js";
import { spanOf } from "../../../cluster/problems/span-of.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** One finding for each key, at the first selector that has it, unless some Namespace of the input has such a label (S-NS-1). */
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
    const sorted = reviewOf(cluster)
      .unsetNames.toSorted((a, b) => inText(a.at, b.at))
      // What a base says is written once, however many namespaces it is applied to.
      .filter(({ at }, index, all) => index === 0 || inText(all[index - 1]?.at ?? at, at) !== 0);
    for (const [key, uses] of groupBy(sorted, ({ requirement }) => requirement.key)) {
      const [first, ...others] = uses;
      const { namespace } = first;
      const names = uses.map((each) => each.namespace).filter((each) => each !== namespace);
      yield {
        code: "namespace-label-not-automatic",
        facts: { key, namespace, others: firstFew(names), selectors: uses.length },
        at: first.at,
        related: others.slice(0, SHOWN).map(({ at }) => ({ at, role: "too" })),
        object: first.policy.ref,
      };
    }
  },
  fix: {
    kind: "unsafe",
    // What has another name is the first one when this is mended.
    edits: ({ at, facts: { key, namespace } }) =>
      "step" in at ? otherKey(at, [key, namespace], NAMESPACE_NAME_LABEL)?.edits : undefined,
  },
  word({ key, namespace, others, selectors }, { related = [] }) {
    const hidden = selectors - 1 - related.length;
    const isOne = others.first.length === 0;
    const names = someText({ first: [namespace, ...others.first], more: others.more }, "and");
    return {
      message: isOne
        ? `namespace ${code(namespace)} has no label ${labelText(key, namespace)} unless somebody sets it`
        : `namespaces ${names} have no label ${code(key)} unless somebody sets it`,
      label: "nothing sets this label by itself",
      related: related.map(() => "here too"),
      ...(hidden > 0 ? { notes: [count(hidden, "more selector has it", "more selectors have it")] } : {}),
      help: isOne
        ? `write ${code(`${NAMESPACE_NAME_LABEL}: ${namespace}`)}, which the API server sets`
        : `write ${code(NAMESPACE_NAME_LABEL)} instead of ${code(key)}: the API server sets it to the namespace's name`,
    };
  },
});

/** As they are read: by file, and from top to bottom. */
function inText(a: Origin, b: Origin): number {
  return byPlace({ origin: a }, { origin: b }) || spanOf(a).start - spanOf(b).start;
}

/** How many selectors beside the first are shown. */
const SHOWN = 3;
