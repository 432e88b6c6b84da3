import bad from "./bad.yaml";
import good from "./good.yaml";
import { all, code } from "../words/code.js";
import { withMore } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { unlabelledNotDenied } from "../shapes/unlabelled.js";

/**
 * Judges denies by `notSameLabels` of the older shapes, and names the namespaces of the input that lack the labels
 * (S-TEN-4).
 */
export const unlabelledNamespacesNotDenied = defineRule({
  id: "unlabelled-namespaces-not-denied",
  level: "info",
  category: "portability",
  summary: "tenants that are isolated from each other, but not from namespaces without a tenant",
  rationale:
    "KEP-2091 shows two ways to isolate tenants as equivalent: Deny of `notSameLabels`, and Pass of `sameLabels` before a Deny of everything. They aren't. In the releases, `notSameLabels` means namespaces whose labels have other values, so namespaces without the labels are not denied. In the KEP it means only namespaces without the labels.",
  reference: "S-TEN-4",
  examples: {
    bad,
    good,
    reading: { bundle: "v0.1.1" },
  },
  check: unlabelledNotDenied,
  word({ keys, isContested, direction, unlabelled: { first, more } }) {
    const peers = direction === "ingress" ? "from" : "to";
    const which = first.length === 0 ? "" : `: ${withMore(first.map(code), more)}`;
    return {
      message: `this doesn't deny traffic ${peers} namespaces without ${all(keys)}${isContested ? " (by the text of the releases)" : ""}${which}`,
      label: "only namespaces that have the labels, with other values",
      ...(isContested ? { notes: [KEP_NOTE] } : {}),
      help: `to deny them too, write ${code("Pass")} with ${code(`sameLabels: [${keys.join(", ")}]`)} and behind it ${code("Deny")} with ${code(`${peers}: [{namespaces: {namespaceSelector: {}}}]`)}; later AdminNetworkPolicies then don't apply to the tenant's own traffic`,
    };
  },
});

const KEP_NOTE = "by the text of the KEP it is the opposite: only namespaces without the labels are denied";
