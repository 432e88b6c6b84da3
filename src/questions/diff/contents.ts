import {
  DIRECTIONS,
  type Peer,
  type Peers,
  type PodSelection,
  type Policy,
} from "../../cluster/model/policy.js";
import { openPodFamilies } from "../../cluster/model/pod-blocks.js";
import type {
  AddressRange,
  NamespaceComparison,
  PortMatch,
  Ports,
  Rule,
} from "../../cluster/model/policy.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Namespace } from "../../cluster/model/cluster.js";
import type { RefusedPolicy } from "../../cluster/model/objects.js";

/*
 * What objects say, as texts without places: equal texts mean the same wherever they were written.
 */

/** Everything of a policy that a verdict can hang on; the names of its rules are for people. */
export function policyContent({ ref, tier, generation, priority, subject, rules }: Policy): string {
  return JSON.stringify([
    ref.apiVersion,
    ref.kind,
    ref.namespace,
    ref.name,
    tier,
    generation,
    priority,
    selectionContent(subject),
    DIRECTIONS.map((direction) => rules[direction]?.rules.map(ruleContent)),
  ]);
}

/**
 * What a policy does, whatever it is called: equal texts decide the same of every pod. NetworkPolicies add up, in any order and under any
 * name; in the other tiers both may count.
 */
export function policyEffect(policy: Policy): string {
  const { ref, tier, generation, subject, rules } = policy;
  if (tier !== "NetworkPolicy") return policyContent(policy);
  return JSON.stringify([
    tier,
    ref.namespace,
    generation,
    selectionContent(subject),
    DIRECTIONS.map((direction) => {
      const own = rules[direction]?.rules.map((rule) => JSON.stringify(ruleContent(rule)));
      return own === undefined ? null : [...new Set(own)].toSorted();
    }),
  ]);
}

function ruleContent({ action, peers, ports, failsClosed, unknownAction }: Rule): unknown {
  return [action, peersContent(peers), portsContent(ports), failsClosed !== undefined, unknownAction];
}

function peersContent(peers: Peers): unknown {
  return peers.all ? "all" : peers.items.map(peerContent);
}

function peerContent(peer: Peer): unknown {
  switch (peer.type) {
    case "pods":
      return [peer.type, selectionContent(peer)];
    case "compared":
      return [peer.type, comparisonContent(peer.comparison), peer.pods?.key];
    case "addresses":
      return [peer.type, rangeContent(peer.block)];
    case "nodes":
      return [peer.type, peer.selector.key];
    case "domains":
      return [peer.type, peer.pattern];
    case "nothing":
      return [peer.type];
  }
}

function selectionContent({ namespaces, pods }: PodSelection): unknown {
  return [namespaces.own ?? [namespaces.selector?.key], pods?.key];
}

function comparisonContent(comparison: NamespaceComparison): unknown {
  if (comparison.of === "names") return [comparison.of, comparison.isSame];
  const isContested = comparison.of === "other-labels" && comparison.isContested;
  return [comparison.of, comparison.keys.toSorted(), isContested];
}

function rangeContent({ block, except }: AddressRange): unknown {
  return [block, ...except.map((each) => each.block)].map(
    ({ family, first, prefix }) => `${family} ${first}/${prefix}`,
  );
}

function portsContent(ports: Ports): unknown {
  return ports.all ? ["all", ports.emptyList !== undefined] : ports.items.map(portContent);
}

function portContent(port: PortMatch): unknown {
  switch (port.type) {
    case "range":
      return [port.protocol, port.first, port.last, port.emptyProtocol];
    case "name":
      return [port.protocol, port.name];
    case "nothing":
      return [];
  }
}

/** Everything that is known of a policy that is missing. */
export function refusedContent({ cause, ref, tiers, priority, subject, directions }: RefusedPolicy): string {
  const selection = subject === undefined ? null : selectionContent(subject);
  return JSON.stringify([cause, ref, tiers, priority, selection, directions]);
}

/** What selectors and the 2016 design see of a namespace; the same for each that is not there at all. */
export function namespaceContent(namespace: Namespace | undefined): string {
  if (namespace === undefined) return "";
  const { labels, isKnown, isolation2016 } = namespace;
  return JSON.stringify([Object.entries(labels).toSorted(byFirst), isKnown, isolation2016]);
}

/** The nodes with their labels and addresses, whoever tells of them. */
export function nodesContent({ nodes, nodeAddresses }: Cluster): string {
  const listed = [...nodes.values()].map(({ name, labels }) => [
    name,
    JSON.stringify(Object.entries(labels).toSorted(byFirst)),
  ]);
  const addresses = nodeAddresses.all.map(([name, of]) => [
    name,
    of.map(({ family, value }) => `${family} ${value}`).join(),
  ]);
  return JSON.stringify([listed.toSorted(byFirst), addresses.toSorted(byFirst)]);
}

/** Where pods have addresses. */
export function podBlocksContent(cluster: Cluster): string {
  const blocks = cluster.facts.podBlocks.map(({ family, first, prefix }) => `${family} ${first}/${prefix}`);
  return [...blocks, ...openPodFamilies(cluster)].toSorted().join();
}

/** The Services whose names stand for their pods. */
export function headlessContent({ services }: Cluster): string {
  const headless = services.filter(({ isHeadless }) => isHeadless);
  return JSON.stringify(headless.map(({ ref }) => `${ref.namespace ?? ""}/${ref.name}`).toSorted());
}

/** What holds for every flow. */
export function settingContent({ facts }: Cluster): string {
  const { nodeBlocks, dns, labelsNamespaces, isLegacy, mayMissPolicies } = facts;
  const names = [...(dns ?? [])].map(([name, addresses]) => [name, addresses.map(({ value }) => `${value}`)]);
  const blocks = nodeBlocks.map(({ family, first, prefix }) => `${family} ${first}/${prefix}`);
  return JSON.stringify([blocks, dns === undefined, names, labelsNamespaces, isLegacy, mayMissPolicies]);
}

function byFirst([a = ""]: readonly string[], [b = ""]: readonly string[]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
