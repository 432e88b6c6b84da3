import { file, type PluginRow } from "./row.js";

const kind = (path: string, line?: number): string => file("kubernetes-sigs/kind", "fed2688", path, line);
const flannel = (path: string, line?: number): string => file("flannel-io/flannel", "cdf7605", path, line);
const weave = (path: string, line?: number): string => file("weaveworks/weave", "8c84763", path, line);
const azure = (path: string, line?: number): string =>
  file("MicrosoftDocs/azure-aks-docs", "fb060ab", `articles/aks/${path}`, line);
const npm = (path: string, line?: number): string =>
  file("Azure/azure-container-networking", "cbd7560", `npm/pkg/${path}`, line);

const EVERY_ORDERED = ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy", "ClusterNetworkPolicy"] as const;

const KINDNET: readonly PluginRow[] = [
  {
    id: "KND-1",
    plugin: "kindnet",
    about: ["B-21"],
    does: "kindnetd of kind enforces NetworkPolicy alone, and lets traffic pass while it can't",
    effect: "no policy",
    reading: { "unenforced-kinds": EVERY_ORDERED },
    sources: [kind("images/kindnetd/cmd/kindnetd/main.go", 225)],
    date: "2026-08-21",
    confidence: "code-read",
  },
  {
    id: "KND-3",
    plugin: "kindnet",
    about: ["U-7"],
    does: "ICMP matches rules without ports, and none with, as in kube-network-policies, whose evaluator it embeds",
    effect: "settles",
    reading: { "other-protocol": "by-rules", "own-node-ingress": "open", "host-network": false },
    sources: [
      kind("images/kindnetd/cmd/kindnetd/main.go", 225),
      file("kubernetes-sigs/kube-network-policies", "5f81cc3", "pkg/dataplane/controller.go", 550),
    ],
    date: "2026-08-21",
    confidence: "code-read",
  },
];

const FLANNEL: readonly PluginRow[] = [
  {
    id: "FLA-1",
    plugin: "flannel",
    feature: { name: "netpol", isOn: false },
    about: ["B-21"],
    does: "flanneld enforces no policy at all; netpol.enabled adds kube-network-policies since 0.25.5",
    effect: "no policy",
    reading: { "unenforced-kinds": ["NetworkPolicy", ...EVERY_ORDERED] },
    sources: [flannel("README.md", 23), flannel("Documentation/netpol.md")],
    date: "2026-08-14",
    confidence: "documented",
  },
  {
    id: "FLA-2",
    plugin: "flannel",
    feature: { name: "netpol", isOn: true },
    about: ["B-21"],
    does: "with netpol.enabled, the standard image of kube-network-policies enforces NetworkPolicy alone",
    effect: "no policy",
    reading: {
      "unenforced-kinds": EVERY_ORDERED,
      "other-protocol": "by-rules",
      "own-node-ingress": "open",
      "host-network": false,
    },
    sources: [flannel("Documentation/netpol.md")],
    date: "2026-08-14",
    confidence: "documented",
  },
];

const AZURE: readonly PluginRow[] = [
  {
    id: "AZ-0",
    plugin: "azure-npm",
    about: ["B-21"],
    does: "NetworkPolicy alone is read",
    effect: "no policy",
    reading: { "unenforced-kinds": EVERY_ORDERED },
    sources: [npm("controlplane/translation/translatePolicy.go", 23)],
    date: "2026-08-20",
    confidence: "code-read",
  },
  {
    id: "AZ-1",
    plugin: "azure-npm",
    about: ["S-VIP-3", "U-5"],
    does: "traffic of a load balancer or node port with externalTrafficPolicy Cluster is subject to no ingress policy, deny-all included",
    effect: "opens",
    reading: { "node-port-ingress": false },
    sources: [azure("migrate-from-npm-to-cilium-network-policy.md", 198)],
    date: "2026-02-13",
    confidence: "documented",
  },
  {
    id: "AZ-2",
    plugin: "azure-npm",
    about: ["U-8"],
    does: "egress to the pod's own node is allowed whatever the rules say",
    effect: "same",
    reading: { "own-node-egress": true },
    sources: [azure("migrate-from-npm-to-cilium-network-policy.md", 171)],
    date: "2026-02-13",
    confidence: "documented",
  },
  {
    id: "AZ-3",
    plugin: "azure-npm",
    about: ["S-EV-6"],
    does: "IPv6 is not supported, and policies with more than four ipBlocks may be without some rules for seconds",
    effect: "note",
    sources: [azure("use-network-policies.md")],
    date: "2026-08-21",
    confidence: "documented",
  },
  {
    id: "AZ-4",
    plugin: "azure-npm",
    about: ["U-13", "U-15", "S-SEL-1"],
    does: "on Windows, a policy with a port name, SCTP, a negative selector or except is not applied at all",
    effect: "note",
    sources: [npm("controlplane/translation/translatePolicy.go", 23)],
    date: "2026-08-20",
    confidence: "documented",
  },
  {
    id: "AZ-5",
    plugin: "azure-npm",
    about: ["U-11"],
    does: "established connections are kept when a policy changes",
    effect: "note",
    sources: [npm("dataplane/policies/chain-management_linux.go", 41)],
    date: "2026-08-20",
    confidence: "code-read",
  },
  {
    id: "AZ-6",
    plugin: "azure-npm",
    about: ["B-21"],
    does: "support ends on 2026-09-30 on Windows, on 2028-09-30 on Linux",
    effect: "note",
    sources: [azure("includes/azure-network-policy-manager-linux-retirement.md")],
    date: "2026-01-14",
    confidence: "documented",
  },
];

const WEAVE: readonly PluginRow[] = [
  {
    id: "WEA-0",
    plugin: "weave",
    about: ["B-21"],
    does: "NetworkPolicy alone is read; the last release is of 2021",
    effect: "no policy",
    reading: { "unenforced-kinds": EVERY_ORDERED },
    sources: [weave("npc/analyser.go")],
    date: "2022-11-23",
    confidence: "code-read",
  },
  {
    id: "WEA-1",
    plugin: "weave",
    about: ["U-13"],
    does: "a policy with any port name is rejected as a whole",
    effect: "no policy",
    reading: { "port-name": false },
    sources: [weave("npc/analyser.go", 56)],
    date: "2022-11-23",
    confidence: "code-read",
  },
  {
    id: "WEA-2",
    plugin: "weave",
    about: ["U-14"],
    does: "endPort is not known: only port counts",
    effect: "closes",
    reading: { "end-port": false },
    sources: [weave("npc/analyser.go")],
    date: "2022-11-23",
    confidence: "code-read",
  },
  {
    id: "WEA-3",
    plugin: "weave",
    about: ["U-8", "U-11"],
    does: "egress to the pod's own node is allowed whatever the rules say, and established connections are kept",
    effect: "same",
    reading: { "own-node-egress": true },
    sources: [weave("prog/weave-npc/main.go", 163), "weaveworks/weave#2618"],
    date: "2022-11-23",
    confidence: "code-read",
  },
];

/** Plugins of which a few rows say all: kindnet, Flannel, Azure NPM, Weave Net. */
export const OTHER_PLUGINS: readonly PluginRow[] = [...KINDNET, ...FLANNEL, ...AZURE, ...WEAVE];
