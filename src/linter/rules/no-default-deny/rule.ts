import bad from "./bad.yaml";
import good from "./good.yaml";
import { nameOrigin, namespaceOrigin } from "../../../cluster/problems/object-places.js";
import type { Origin } from "../../../source/manifest/origin.js";
import { code } from "../words/code.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import {
  deniesByDefault,
  judgedNamespaces,
  policiesIn,
  restrictsIngressOnly,
} from "../isolation/default-deny.js";
import { DIRECTIONS } from "../../../cluster/model/policy.js";
import type { Cluster, Namespace } from "../../../cluster/model/cluster.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Judged by namespace that has pods or policies, without those of the system; silent where policies may be missing
 * from the input (S-EV-14).
 */
export const noDefaultDeny = defineRule({
  id: "no-default-deny",
  level: "info",
  category: "risky",
  summary: "a namespace without a default-deny policy",
  rationale:
    "A pod that no policy selects is open in both directions. A NetworkPolicy with `podSelector: {}` and no rules denies everything for all current and future pods; other policies then allow what is needed. A Baseline or Admin rule that denies everything works too.",
  reference: "S-EV-14",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    for (const namespace of judgedNamespaces(cluster)) {
      const directions = DIRECTIONS.filter(
        (direction) =>
          !deniesByDefault(cluster, namespace, direction) &&
          !(direction === "egress" && restrictsIngressOnly(cluster, namespace)),
      );
      const at = placeOf(cluster, namespace);
      if (directions.length === 0 || at === undefined) continue;
      yield { code: "no-default-deny", facts: { namespace: namespace.name, directions }, at };
    }
  },
  word({ namespace, directions }) {
    const inOrder = (["ingress", "egress"] as const).filter((each) => directions.includes(each));
    const types = inOrder.map((direction) => TYPE[direction]).join(", ");
    return {
      message: `namespace ${code(namespace)} has no default-deny for ${conjunction(inOrder, "or")}`,
      label: "pods that no policy selects are open",
      help: `add a NetworkPolicy with \`podSelector: {}\`, ${code(`policyTypes: [${types}]`)} and no rules`,
    };
  },
});

const TYPE = { egress: "Egress", ingress: "Ingress" } as const;

/** The namespace's name: in its own manifest, else in the first policy or workload that is in it. */
function placeOf(cluster: Cluster, namespace: Namespace): Origin | undefined {
  const { origin: own } = namespace;
  if (own !== undefined) return nameOrigin({ origin: own });
  const [policy] = policiesIn(cluster, namespace);
  const workload = cluster.workloads.find((each) => each.namespace === namespace.name);
  const origin = policy?.origin ?? workload?.origin;
  return origin === undefined ? undefined : namespaceOrigin({ origin });
}
