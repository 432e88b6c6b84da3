import { byPlugin, knownPlugin, rowAmong, rowReading } from "./known-plugin.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { isEnforced } from "../../../semantics/match/enforced.js";
import { kindOrigin, priorityOrigin } from "../../../cluster/problems/object-places.js";
import type { Cluster, ForeignPolicies } from "../../../cluster/model/cluster.js";
import type { PluginRow } from "../../../semantics/plugins/row.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Kinds of policy that the plugin does not enforce, one finding each. */
export function* unenforcedKinds(cluster: Cluster): Generator<Problem> {
  const known = knownPlugin(cluster);
  if (known === undefined) return;
  const idle = cluster.policies.filter(({ ref }) => !isEnforced(ref.kind, known.profile));
  for (const [kind, policies] of groupBy(idle, ({ ref }) => ref.kind)) {
    const [first] = policies;
    const row = rowReading(
      known,
      "unenforced-kinds",
      ({ reading }) => reading?.["unenforced-kinds"]?.includes(kind) === true,
    );
    if (first === undefined || row === undefined) continue;
    const facts = { ...byPlugin(known, row), kind, count: policies.length };
    yield { code: "policy-kind-not-enforced", facts, at: kindOrigin(first), object: first.ref };
  }
}

/** Policies of an ordered tier behind the last priority that the plugin installs. */
export function* prioritiesOutOfRange(cluster: Cluster): Generator<Problem> {
  const known = knownPlugin(cluster);
  const row = known && rowReading(known, "last-priority");
  if (known === undefined || row === undefined) return;
  const last = known.profile.readings["last-priority"];
  for (const policy of cluster.policies) {
    const { priority, ref } = policy;
    if (priority === undefined || priority <= last || !isEnforced(ref.kind, known.profile)) continue;
    const facts = { ...byPlugin(known, row), priority, last };
    yield { code: "priority-out-of-plugin-range", facts, at: priorityOrigin(policy), object: ref };
  }
}

/** Where the plugin's own kinds come in the order of evaluation, by the groups of those kinds. */
const ORDER: readonly (readonly [group: RegExp, rows: readonly string[]])[] = [
  [/^(crd\.)?projectcalico\.org\//, ["CAL-1", "CAL-6"]],
  [/^cilium\.io\//, ["CIL-15"]],
  [/^crd\.antrea\.io\//, ["ANT-3"]],
  [/^k8s\.ovn\.org\//, ["OVN-13"]],
  [/^networking\.k8s\.aws\//, ["AWS-12"]],
];

/** The row that says where the plugin's own kinds come in the order, for a kind that is one of them. */
export function orderRow(cluster: Cluster, { apiVersion }: ForeignPolicies): PluginRow | undefined {
  const known = knownPlugin(cluster);
  const ids = ORDER.find(([group]) => group.test(apiVersion))?.[1] ?? [];
  return known && rowAmong(known, ids);
}

/** Kinds of the plugin's own that decide before or behind those which are evaluated: one finding for all of them. */
export function* foreignOrders(cluster: Cluster): Generator<Problem> {
  const known = knownPlugin(cluster);
  const own = cluster.facts.foreignPolicies.filter((each) => orderRow(cluster, each) !== undefined);
  const [first] = own;
  const row = first && orderRow(cluster, first);
  if (known === undefined || first === undefined || row === undefined) return;
  const kinds = own.map(({ kind }) => kind);
  const facts = { ...byPlugin(known, row), kinds, count: own.reduce((sum, { count }) => sum + count, 0) };
  yield { code: "foreign-policy-order", facts, at: kindOrigin(first) };
}

/** What becomes of connections that are open when a policy changes. */
const ESTABLISHED = ["CAL-12", "ANT-6", "KR-6", "CIL-14", "KNP-3", "AWS-13", "AZ-5"];

/** What a pod may do before its policies are in place. */
const START = ["AWS-2", "KR-7"];

/** Said once: what a change of policies does to connections that are open. */
export function* establishedConnections(cluster: Cluster): Generator<Problem> {
  yield* saidOnce(cluster, "existing-connections", ESTABLISHED);
}

/** Said once: pods are open for a moment when they start. */
export function* startWindows(cluster: Cluster): Generator<Problem> {
  yield* saidOnce(cluster, "pod-start-window", START);
}

/** Only of a plugin that is named: it is about no policy in particular. */
function* saidOnce(
  cluster: Cluster,
  code: "existing-connections" | "pod-start-window",
  ids: readonly string[],
): Generator<Problem> {
  const known = knownPlugin(cluster);
  const row = known && rowAmong(known, ids);
  if (known === undefined || row === undefined || !known.isNamed) return;
  const isolating = cluster.policies.find(
    ({ isolates, ref }) => isolates && isEnforced(ref.kind, known.profile),
  );
  if (isolating === undefined) return;
  yield { code, facts: byPlugin(known, row), at: kindOrigin(isolating), object: isolating.ref };
}
