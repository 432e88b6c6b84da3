import { byPlugin, knownPlugin, rowAmong, rowReading, type KnownPlugin } from "./known-plugin.js";
import { hostNetworkSelections } from "../../../questions/mistakes/host-network.js";
import { lostSources } from "../connections/lost-sources.js";
import { provenBy } from "../proofs/proofs.js";
import { reopenedExceptions } from "../proofs/reopening.js";
import { serviceAddressPeers } from "../../../questions/mistakes/service-addresses.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { PluginRow } from "../../../semantics/plugins/row.js";
import type { Problem, ProblemCode } from "../../../cluster/problems/problem.js";

/**
 * Findings that the linter words with care where no plugin is known, and exactly where one is. A cause is told once: what is
 * asked here silences the other rule.
 */
export type Restated =
  | "host-pod-peer"
  | "client-ip-hidden"
  | "ip-block-covers-services"
  | "except-cancels-allow";

/** The row of the known plugin by which a rule speaks; undefined where it does not. */
export function restating(code: Restated, cluster: Cluster): PluginRow | undefined {
  const known = knownPlugin(cluster);
  return known === undefined ? undefined : rowFor(code, known);
}

function rowFor(code: Restated, known: KnownPlugin): PluginRow | undefined {
  switch (code) {
    case "host-pod-peer":
      return rowReading(known, "host-peer") ?? rowReading(known, "host-network");
    case "client-ip-hidden":
      return rowAmong(known, ["CAL-13", "CIL-26", "KR-10"]);
    case "ip-block-covers-services": {
      const isAfter = known.profile.readings["address-rewriting"] === true;
      return isAfter ? rowReading(known, "address-rewriting") : undefined;
    }
    case "except-cancels-allow":
      return rowAmong(known, ["AWS-8"]);
  }
}

/** Peers that select host pods alone. */
export function hostPodPeers(cluster: Cluster): readonly Problem[] {
  return restated("host-pod-peer", "host-network-peer", cluster, () => [
    ...hostNetworkSelections(cluster, "peer"),
  ]).map((problem) =>
    problem.code === "host-pod-peer"
      ? { ...problem, facts: { ...problem.facts, takesNodes: takesNodes(cluster) } }
      : problem,
  );
}

function takesNodes(cluster: Cluster): boolean {
  return knownPlugin(cluster)?.profile.readings["host-peer"] === "with-pod-selector";
}

/** CIDRs of clients whose addresses Services hide. */
export function hiddenClients(cluster: Cluster): readonly Problem[] {
  return restated("client-ip-hidden", "load-balancer-source-lost", cluster, () => [...lostSources(cluster)]);
}

/** CIDRs of Services, whose addresses policy does not see. */
export function coveredServices(cluster: Cluster): readonly Problem[] {
  return restated("ip-block-covers-services", "service-address-as-peer", cluster, () => [
    ...serviceAddressPeers(cluster),
  ]);
}

/** Exceptions that take away what other rules allow. */
export function cancellingExceptions(cluster: Cluster): readonly Problem[] {
  return restated("except-cancels-allow", "except-reopened", cluster, () => [
    ...provenBy(reopenedExceptions)(cluster),
  ]);
}

/** Problems of another rule under a code that says more. */
function restated(
  code: Restated,
  instead: ProblemCode,
  cluster: Cluster,
  find: () => readonly Problem[],
): readonly Problem[] {
  const known = knownPlugin(cluster);
  const row = restating(code, cluster);
  if (known === undefined || row === undefined) return [];
  return find()
    .filter((problem) => problem.code === instead)
    .map(
      (problem) => ({ ...problem, code, facts: { ...problem.facts, ...byPlugin(known, row) } }) as Problem,
    );
}
