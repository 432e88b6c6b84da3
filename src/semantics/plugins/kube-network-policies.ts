import { file, type PluginRow } from "./row.js";

const V11 = { date: "2026-08-03" } as const;
const source = (path: string, line?: number): string =>
  file("kubernetes-sigs/kube-network-policies", "5f81cc3", path, line);
const FLAVOURS = source("site/content/docs/user/flavors-and-architectures.md", 19);

const row = (rest: Omit<PluginRow, "plugin">): PluginRow => ({ plugin: "kube-network-policies", ...rest });

/** What the reference implementation of the API group does. */
export const KUBE_NETWORK_POLICIES: readonly PluginRow[] = [
  row({
    ...V11,
    id: "KNP-1",
    feature: { name: "cluster-network-policy", isOn: false },
    about: ["B-21"],
    does: "the standard image reads no ClusterNetworkPolicy; the one called npa-v1alpha2 does",
    effect: "no policy",
    reading: { "unenforced-kinds": ["ClusterNetworkPolicy"] },
    sources: [FLAVOURS],
    confidence: "documented",
  }),
  row({
    ...V11,
    id: "KNP-1a",
    feature: { name: "admin-network-policy", isOn: false },
    about: ["B-21"],
    does: "the standard image reads no AdminNetworkPolicy and BaselineAdminNetworkPolicy; the one of install-anp.yaml does",
    effect: "no policy",
    reading: { "unenforced-kinds": ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy"] },
    sources: [FLAVOURS],
    confidence: "documented",
  }),
  row({
    ...V11,
    id: "KNP-2",
    about: ["U-12"],
    does: "traffic is allowed while the agent is down, and packets that it can't parse are (`--fail-open`, on by default)",
    effect: "note",
    sources: [source("pkg/cmd/cmd.go", 39), source("pkg/dataplane/controller.go", 263)],
    confidence: "code-read",
  }),
  row({
    ...V11,
    id: "KNP-3",
    from: [1, 0],
    about: ["U-11"],
    does: "established connections are judged again when a policy changes (`--strict-mode`, on by default)",
    effect: "note",
    sources: [source("pkg/cmd/cmd.go", 45), source("pkg/dataplane/controller.go", 370)],
    confidence: "code-read",
  }),
  row({
    ...V11,
    id: "KNP-4",
    about: ["S-NODE-L1", "U-9"],
    does: "of the processes on a pod's own node, those that run as root reach it whatever policies say; others are judged by the node's address",
    effect: "closes",
    reading: { "own-node-ingress": "open" },
    sources: [source("pkg/dataplane/controller.go", 633)],
    confidence: "code-read",
  }),
  row({
    ...V11,
    id: "KNP-5",
    about: ["U-3"],
    does: "pods on their node's network are ignored by selectors",
    effect: "same",
    reading: { "host-network": false },
    sources: [source("pkg/podinfo/ipresolver.go", 33), source("pkg/networkpolicy/networkpolicy.go", 178)],
    confidence: "code-read",
  }),
  row({
    ...V11,
    id: "KNP-6",
    about: ["U-7"],
    does: "ICMP matches rules without ports, and none with",
    effect: "settles",
    reading: { "other-protocol": "by-rules" },
    sources: [source("pkg/network/packet.go", 151), source("pkg/dataplane/controller.go", 550)],
    confidence: "code-read",
  }),
  row({
    ...V11,
    id: "KNP-7",
    about: ["U-10", "S-EV-18"],
    does: "a NetworkPolicy that selects a pod keeps the Baseline tier from it in both directions",
    effect: "opens and closes",
    reading: { "baseline-fallthrough-direction": false },
    sources: [source("pkg/networkpolicy/networkpolicy.go", 187)],
    confidence: "code-read",
  }),
  row({
    ...V11,
    id: "KNP-8",
    about: ["U-1", "U-20", "U-21"],
    does: "policies of one priority apply in the order of their names",
    effect: "settles",
    reading: { "equal-priority": "by-name" },
    sources: [source("plugins/npa-v1alpha2/clusternetworkpolicy.go")],
    confidence: "code-read",
  }),
];
