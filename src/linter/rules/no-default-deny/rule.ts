import bad from "./bad.yaml";
import good from "./good.yaml";
import { nameOrigin, namespaceOrigin } from "../../../cluster/problems/object-places.js";
import type { Origin } from "../../../source/manifest/origin.js";
import { code } from "../words/code.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import {
  deniesByDefault,
  hasWidePolicies,
  judgedNamespaces,
  policiesIn,
  restricts,
  restrictsIngressOnly,
} from "../isolation/default-deny.js";
import { idleNotes } from "../words/selection.js";
import { forgottenIn, idlePoliciesFor, isToldAtLabels, unselectedIn } from "../isolation/forgotten.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { oncePerAsked } from "../../../base/collections/once-per.js";
import { isOfFronts } from "../isolation/entry-points.js";
import { isWritten } from "../../../source/manifest/locate.js";
import { nearlyNamed } from "../../../questions/mistakes/nearly-named.js";
import { someText } from "../words/selection.js";
import { DIRECTIONS, type Direction } from "../../../cluster/model/policy.js";
import type { Cluster, Namespace, Workload } from "../../../cluster/model/cluster.js";
import { howMany, firstFew } from "../../../cluster/problems/selection.js";
import type { Some } from "../../../cluster/problems/selection.js";
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
    "A pod that no policy selects is open in both directions. A NetworkPolicy with `podSelector: {}` and no rules denies everything for all current and future pods; other policies then allow what is needed. A Baseline or Admin rule that denies everything works too. anp reports a namespace without one only where your manifests suggest that it was meant: other namespaces have one for the direction (at least two, if nothing is known to be open); the namespace has one for the other direction, and policies for this one leave workloads open; or a policy that selects nothing may be meant for the open workloads. `--rule no-default-deny=info` reports all. anp doesn't report namespaces without any policy, those whose open pods another finding names (`workload-unprotected`, by default `absent-from-input`), or, for ingress, those of ingress controllers and gateways.",
  reference: "S-EV-14",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    const meant = nearlyNamed(cluster);
    const open = judgedNamespaces(cluster).flatMap((namespace) => {
      const at = placeOf(cluster, namespace);
      if (at === undefined) return [];
      const judged = openIn(cluster, namespace).map((direction) => ({
        direction,
        workloads: openWorkloads(cluster, namespace, direction).filter((name) => !meant.has(name)),
      }));
      const isClosedElsewhere =
        closedIn(
          cluster,
          judged.map(({ direction }) => direction),
        ).length > 0;
      // A direction in which nothing is open now is nothing to act on, unless other namespaces show what is meant: it is told apart.
      const isToAct = ({ workloads }: (typeof judged)[number]): boolean =>
        workloads.length > 0 || isClosedElsewhere;
      return [...groupBy(judged, isToAct).values()].map((same) => ({
        namespace,
        directions: same.map(({ direction }) => direction),
        workloads: [...new Set(same.flatMap(({ workloads }) => workloads))],
        at,
      }));
    });
    // Those that are open in the same directions are told together.
    const keyOf = ({ directions, workloads }: (typeof open)[number]): string =>
      `${directions.join()} ${workloads.length > 0}`;
    for (const alike of groupBy(open, keyOf).values()) {
      const sorted = alike.toSorted((a, b) => (a.namespace.name < b.namespace.name ? -1 : 1));
      const [first] = sorted;
      if (first === undefined) continue;
      const { directions } = first;
      const facts = {
        namespaces: firstFew(sorted.map(({ namespace }) => namespace.name)),
        directions,
        others: firstFew(closedIn(cluster, directions).map(({ name }) => name)),
        open: firstFew(sorted.flatMap(({ workloads }) => workloads)),
        idle: idleFor(cluster, first),
        isToldAtLabels: sorted.every((each) => isToldElsewhere(cluster, each)),
      };
      yield {
        code: "no-default-deny",
        facts: {
          ...facts,
          isClosedOtherwise: sorted.some((each) => isClosedOtherwise(cluster, each)),
          isUnset: sorted.length === 1 && !isWritten(first.at),
        },
        at: first.at,
      };
    }
  },
  noFix:
    "A default-deny cuts every connection that no policy allows: write the policies first, and check them with `anp diff`.",
  // One other namespace that is closed is no pattern, unless something is open here.
  levelOf: ({ others, open, idle, isToldAtLabels: isTold, isClosedOtherwise: isHalf }) =>
    howMany(others) > (howMany(open) > 0 ? 0 : 1) ||
    (howMany(open) > 0 && !isTold && (isHalf || howMany(idle) > 0))
      ? "info"
      : "off",
  word({ namespaces, directions, others, open, idle, isUnset }) {
    const inOrder = (["ingress", "egress"] as const).filter((each) => directions.includes(each));
    const types = inOrder.map((direction) => TYPE[direction]).join(", ");
    const count = howMany(namespaces);
    const which = isUnset
      ? "the policies here, which name no namespace, have"
      : count === 1
        ? `namespace ${someText(namespaces, "and")} has policies, but`
        : `${count} namespaces have policies, but`;
    return {
      message: `${which} no default-deny for ${conjunction(inOrder, "or")}${count === 1 ? "" : `: ${someText(namespaces, "and")}`}`,
      label: `${conjunction(inOrder)} that no policy restricts ${inOrder.length === 1 ? "is" : "are"} open`,
      notes: [
        ...(howMany(open) === 0 ? [] : [`open now: ${someText(open, "and")}`]),
        ...idleNotes(idle, howMany(open)),
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

/** True where a namespace is closed by default in the other direction: then it isn't that nobody wanted it closed. */
function isClosedOtherwise(
  cluster: Cluster,
  { namespace, directions }: { readonly namespace: Namespace; readonly directions: readonly Direction[] },
): boolean {
  return DIRECTIONS.some(
    (direction) => !directions.includes(direction) && deniesByDefault(cluster, namespace, direction),
  );
}

/** The directions in which pods of a namespace are open that no policy selects, now or later. */
function openIn(cluster: Cluster, namespace: Namespace): readonly Direction[] {
  if (!hasWidePolicies(cluster) && policiesIn(cluster, namespace).length === 0) return [];
  return DIRECTIONS.filter(
    (direction) =>
      !deniesByDefault(cluster, namespace, direction) &&
      !(direction === "ingress" && isOfFronts(namespace.name)) &&
      !(direction === "egress" && restrictsIngressOnly(cluster, namespace)) &&
      forgottenIn(cluster, namespace, direction) === undefined,
  );
}

/** What is open in a direction that policies of the namespace restrict too: where none of them does, that is meant. */
function openWorkloads(cluster: Cluster, namespace: Namespace, direction: Direction): readonly string[] {
  if (!policiesIn(cluster, namespace).some((policy) => restricts(policy, direction))) return [];
  return unselectedIn(cluster, namespace, direction).map(({ name }) => `${namespace.name}/${name}`);
}

interface Open {
  readonly namespace: Namespace;
  readonly directions: readonly Direction[];
  /** By `namespace/name`. */
  readonly workloads: readonly string[];
}

/** The policies of a namespace that may be meant for what is open there. */
function idleFor(cluster: Cluster, { namespace, directions, workloads }: Open): Some {
  return idlePoliciesFor(cluster, namespace, called(cluster, workloads), directions);
}

/** True where a finding at the labels of these policies asks about all that is open. */
function isToldElsewhere(cluster: Cluster, open: Open): boolean {
  const { namespace, workloads } = open;
  return isToldAtLabels(cluster, namespace, called(cluster, workloads), idleFor(cluster, open));
}

/** Workloads by `namespace/name`. */
function called(cluster: Cluster, names: readonly string[]): readonly Workload[] {
  const wanted = new Set(names);
  return cluster.workloads.filter(({ namespace, name }) => wanted.has(`${namespace}/${name}`));
}

const TYPE = { egress: "Egress", ingress: "Ingress" } as const;

/** The namespaces in which every pod is isolated in some directions, new ones too; it is asked for each namespace that is open. */
const closedIn = oncePerAsked(
  (directions: readonly Direction[]) => directions.join(),
  (cluster: Cluster, directions: readonly Direction[]): readonly Namespace[] =>
    judgedNamespaces(cluster).filter(
      (namespace) =>
        policiesIn(cluster, namespace).length > 0 &&
        directions.every((direction) => deniesByDefault(cluster, namespace, direction)),
    ),
);

/** The namespace's name: in its own manifest, else in the first policy or workload that is in it. */
function placeOf(cluster: Cluster, namespace: Namespace): Origin | undefined {
  const { origin: own } = namespace;
  if (own !== undefined) return nameOrigin({ origin: own });
  const [policy] = policiesIn(cluster, namespace);
  const workload = cluster.workloads.find((each) => each.namespace === namespace.name);
  const origin = policy?.origin ?? workload?.origin;
  if (origin === undefined) return undefined;
  const named = namespaceOrigin({ origin });
  // Where a kustomization puts the policy into its namespace, what is missing is missing beside the policy, in each overlay.
  return named.document === origin.document ? named : nameOrigin({ origin });
}
