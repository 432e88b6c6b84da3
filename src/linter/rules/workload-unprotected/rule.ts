import bad from "./bad.yaml";
import good from "./good.yaml";
import { count } from "../../../base/text/count.js";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { DIRECTIONS } from "../../../cluster/model/policy.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { forgottenIn, idlePoliciesFor, isToldAtLabels } from "../isolation/forgotten.js";
import { judgedNamespaces } from "../isolation/default-deny.js";
import { nameOrigin } from "../../../cluster/problems/object-places.js";
import { idleNotes, someText } from "../words/selection.js";
import { howMany, firstFew } from "../../../cluster/problems/selection.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** One finding for each namespace, or for each direction where it is about other workloads; silent where policies may be missing from the input (S-EV-14). */
export const workloadUnprotected = defineRule({
  id: "workload-unprotected",
  level: "info",
  category: "risky",
  summary: "workloads that no policy selects, beside others that policies select one by one",
  rationale:
    "A pod that no policy selects is open. Where policies isolate most workloads of a namespace one by one, the few that none of them selects have probably been forgotten. anp doesn't report namespaces that have a default-deny policy, or in which more than a third of the workloads are open. It doesn't report pods that a rule of the Admin or Baseline tier closes, or pods on their node's network. For ingress it doesn't report workloads behind an Ingress, a Gateway route or a published Service, or those that nothing calls and that a policy for egress selects. By default it leaves out those that `absent-from-input` names, at the labels of policies that select nothing.",
  reference: "S-EV-14",
  needs: ["pods"],
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    for (const namespace of judgedNamespaces(cluster)) {
      const found = DIRECTIONS.flatMap((direction) => {
        const forgotten = forgottenIn(cluster, namespace, direction);
        return forgotten === undefined ? [] : [{ direction, ...forgotten }];
      });
      const alike = groupBy(found, ({ workloads, selected, isDeniedInPart }) =>
        JSON.stringify([selected, isDeniedInPart, ...workloads.map(({ id }) => id)]),
      );
      for (const same of alike.values()) {
        const [{ workloads, selected, isDeniedInPart }] = same as [(typeof found)[number]];
        const [first] = workloads;
        if (first?.origin === undefined) continue;
        const directions = same.map(({ direction }) => direction);
        const idle = idlePoliciesFor(cluster, namespace, workloads, directions);
        yield {
          code: "workload-unprotected",
          facts: {
            namespace: namespace.name,
            directions,
            workloads: firstFew(workloads.map(({ name }) => name)),
            selected,
            isDeniedInPart,
            idle,
            isToldAtLabels: isToldAtLabels(cluster, namespace, workloads, idle),
          },
          at: nameOrigin({ origin: first.origin }),
        };
      }
    }
  },
  levelOf: ({ isToldAtLabels: isTold }) => (isTold ? "off" : "info"),
  noFix: "What the workload needs to be reached by is not in the manifests.",
  word({ namespace, directions, workloads, selected, isDeniedInPart, idle }) {
    const which = directions.length === 1 ? String(directions[0]) : "ingress or egress";
    const isOne = howMany(workloads) === 1;
    const who = isDeniedInPart ? "NetworkPolicy" : "policy";
    const open = isDeniedInPart ? "open but for what other tiers deny" : "open";
    return {
      message: `no ${who} restricts ${which} of ${someText(workloads, "and")} in namespace ${code(namespace)}`,
      label: isOne ? open : "the first of them",
      notes: [
        `policies restrict ${directions.join(" and ")} of ${count(selected, "other workload")} there, one by one`,
        ...idleNotes(idle, howMany(workloads)),
      ],
      help: `add a policy that selects ${isOne ? "it" : "them"}, or a default-deny for the namespace: \`podSelector: {}\` and no rules`,
    };
  },
});
