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
import { forgottenIn, unselectedIn } from "../isolation/forgotten.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { reviewOf } from "../../../questions/mistakes/findings.js";
import { someText } from "../words/selection.js";
import { DIRECTIONS, type Direction } from "../../../cluster/model/policy.js";
import type { Cluster, Namespace } from "../../../cluster/model/cluster.js";
import { howMany, firstFew } from "../../../cluster/problems/selection.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * One note for each direction: the namespaces that have policies, without those of the system; silent where policies may be
 * missing from the input (S-EV-14).
 */
export const noDefaultDeny = defineRule({
  id: "no-default-deny",
  level: "info",
  category: "risky",
  summary: "a namespace with policies, but without a default-deny",
  rationale:
    "A pod that no policy selects is open in both directions. A NetworkPolicy with `podSelector: {}` and no rules denies everything for all current and future pods; other policies then allow what is needed. A Baseline or Admin rule that denies everything works too. It is reported where workloads are open now, or other namespaces have a default-deny: policies that select all pods of a namespace one by one are mostly meant so. With a level of your own (`--rule no-default-deny=info`), each is reported. anp doesn't report namespaces without any policy, or those of which `workload-unprotected` names the open pods.",
  reference: "S-EV-14",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    const meant = nearlySelected(cluster);
    const open = judgedNamespaces(cluster).flatMap((namespace) => {
      const directions = openIn(cluster, namespace);
      const at = placeOf(cluster, namespace);
      return directions.length === 0 || at === undefined ? [] : [{ namespace, directions, at }];
    });
    // Those that are open in the same directions are told together.
    for (const alike of groupBy(open, ({ directions }) => directions.join()).values()) {
      const sorted = alike.toSorted((a, b) => (a.namespace.name < b.namespace.name ? -1 : 1));
      const [first] = sorted;
      if (first === undefined) continue;
      const { directions } = first;
      const facts = {
        namespaces: firstFew(sorted.map(({ namespace }) => namespace.name)),
        directions,
        others: firstFew(closedIn(cluster, directions).map(({ name }) => name)),
        open: firstFew(
          sorted.flatMap(({ namespace }) =>
            directions.flatMap((direction) =>
              unselectedIn(cluster, namespace, direction)
                .map(({ name }) => `${namespace.name}/${name}`)
                .filter((name) => !meant.has(name)),
            ),
          ),
        ),
      };
      yield { code: "no-default-deny", facts, at: first.at };
    }
  },
  noFix:
    "A default-deny cuts every connection that no policy allows: write the policies first, and check them with `anp diff`.",
  levelOf: ({ others, open }) => (howMany(others) + howMany(open) > 0 ? "info" : "off"),
  word({ namespaces, directions, others, open }) {
    const inOrder = (["ingress", "egress"] as const).filter((each) => directions.includes(each));
    const types = inOrder.map((direction) => TYPE[direction]).join(", ");
    const count = howMany(namespaces);
    const which =
      count === 1
        ? `namespace ${someText(namespaces, "and")} has policies, but`
        : `${count} namespaces have policies, but`;
    return {
      message: `${which} no default-deny for ${conjunction(inOrder, "or")}${count === 1 ? "" : `: ${someText(namespaces, "and")}`}`,
      label: "pods that no policy selects are open",
      notes: [
        ...(howMany(open) === 0 ? [] : [`open now: ${someText(open, "and")}`]),
        ...(howMany(others) === 0
          ? []
          : [
              `${howMany(others) === 1 ? "namespace" : "namespaces"} ${someText(others, "and")} ${howMany(others) === 1 ? "has" : "have"} one`,
            ]),
      ],
      help: `add a NetworkPolicy with \`podSelector: {}\`, ${code(`policyTypes: [${types}]`)} and no rules`,
    };
  },
});

/** The directions in which pods of a namespace are open that no policy selects, now or later. */
function openIn(cluster: Cluster, namespace: Namespace): readonly Direction[] {
  const isWide = cluster.policies.some(({ tier }) => tier !== "NetworkPolicy");
  if (!isWide && policiesIn(cluster, namespace).length === 0) return [];
  return DIRECTIONS.filter(
    (direction) =>
      !deniesByDefault(cluster, namespace, direction) &&
      !(direction === "egress" && restrictsIngressOnly(cluster, namespace)) &&
      forgottenIn(cluster, namespace, direction) === undefined,
  );
}

const TYPE = { egress: "Egress", ingress: "Ingress" } as const;

/** Workloads that some policy is meant for, and misses by a label: that is what is told of them. */
function nearlySelected(cluster: Cluster): ReadonlySet<string> {
  const missed = reviewOf(cluster).problems.flatMap((problem) =>
    problem.code === "selects-no-pods" ? (problem.facts.almost ?? []) : [],
  );
  return new Set(missed);
}

/** The namespaces in which every pod is isolated in some directions, new ones too. */
function closedIn(cluster: Cluster, directions: readonly Direction[]): readonly Namespace[] {
  return judgedNamespaces(cluster).filter(
    (namespace) =>
      policiesIn(cluster, namespace).length > 0 &&
      directions.every((direction) => deniesByDefault(cluster, namespace, direction)),
  );
}

/** The namespace's name: in its own manifest, else in the first policy or workload that is in it. */
function placeOf(cluster: Cluster, namespace: Namespace): Origin | undefined {
  const { origin: own } = namespace;
  if (own !== undefined) return nameOrigin({ origin: own });
  const [policy] = policiesIn(cluster, namespace);
  const workload = cluster.workloads.find((each) => each.namespace === namespace.name);
  const origin = policy?.origin ?? workload?.origin;
  return origin === undefined ? undefined : namespaceOrigin({ origin });
}
