import { file, type PluginRow } from "./row.js";

const V211 = { date: "2026-08-16" } as const;
const source = (path: string, line?: number): string =>
  file("cloudnativelabs/kube-router", "v2.11.1", path, line);
const NETPOL = "pkg/controllers/netpol";

const row = (rest: Omit<PluginRow, "plugin">): PluginRow => ({ plugin: "kube-router", ...rest });

/** Also what k3s and k0s embed. */
export const KUBE_ROUTER: readonly PluginRow[] = [
  row({
    ...V211,
    id: "KR-1",
    about: ["B-21"],
    does: "NetworkPolicy alone is read",
    effect: "no policy",
    reading: {
      "unenforced-kinds": ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy", "ClusterNetworkPolicy"],
    },
    sources: [source(NETPOL)],
    confidence: "code-read",
  }),
  row({
    ...V211,
    id: "KR-2",
    before: [1, 3],
    about: ["U-14"],
    does: "endPort is read since 1.3",
    effect: "closes",
    reading: { "end-port": false },
    sources: [source(`${NETPOL}/policy.go`, 747), "cloudnativelabs/kube-router#1080"],
    confidence: "code-read",
  }),
  row({
    ...V211,
    id: "KR-3",
    about: ["U-7"],
    does: "ping is accepted before any policy, and so are the ICMP errors of a connection",
    effect: "settles",
    reading: { "other-protocol": "not-subject" },
    sources: [source("pkg/utils/iptables.go", 219), source(`${NETPOL}/npc_iptables.go`, 783)],
    confidence: "code-read",
  }),
  row({
    ...V211,
    id: "KR-4",
    about: ["S-NODE-L1"],
    does: "traffic from a host to its own pods is accepted",
    effect: "same",
    sources: [source(`${NETPOL}/pod.go`, 250)],
    confidence: "code-read",
  }),
  row({
    ...V211,
    id: "KR-5",
    about: ["U-3", "S-SEL-7"],
    does: "pods on their node's network are skipped by selectors, on purpose",
    effect: "same",
    reading: { "host-network": false },
    sources: [source(`${NETPOL}/utils.go`, 35), "cloudnativelabs/kube-router#1135"],
    confidence: "code-read",
  }),
  row({
    ...V211,
    id: "KR-6",
    about: ["U-11"],
    does: "established connections are kept when a policy changes",
    effect: "note",
    sources: [source(`${NETPOL}/npc_iptables.go`, 774)],
    confidence: "code-read",
  }),
  row({
    ...V211,
    id: "KR-7",
    about: ["U-12"],
    does: "a new pod is open until its rules are in place, and connections that it opens then live on, unless `--netpol-default-deny` is on",
    effect: "note",
    sources: [source("docs/user-guide.md", 464), "cloudnativelabs/kube-router#873", "k3s-io/k3s#947"],
    confidence: "documented",
  }),
  row({
    ...V211,
    id: "KR-8",
    about: ["S-VIP-1", "U-17"],
    does: "Service addresses are judged after they are translated: a rule on one matches nothing",
    effect: "settles",
    reading: { "address-rewriting": true, "other-rewriting": true },
    sources: [source(`${NETPOL}/npc_nftables.go`, 1347), source(`${NETPOL}/npc_iptables.go`, 370)],
    confidence: "code-read",
  }),
  row({
    ...V211,
    id: "KR-9",
    about: ["S-EV-6"],
    does: "an ipBlock of a family that is switched off is dropped",
    effect: "note",
    sources: [source("docs/ipv6.md", 99)],
    confidence: "documented",
  }),
  row({
    ...V211,
    id: "KR-10",
    about: ["S-VIP-3"],
    does: "clients outside of the cluster are seen with a node's address behind a Service",
    effect: "note",
    sources: [source("docs/user-guide.md")],
    confidence: "documented",
  }),
  row({
    ...V211,
    id: "KR-11",
    about: ["S-IP-1"],
    does: "an except of one ipBlock can beat a wider ipBlock of the same rule",
    effect: "note",
    sources: [source(`${NETPOL}/policy.go`, 786)],
    confidence: "inferred",
  }),
  row({
    ...V211,
    id: "KR-12",
    about: ["U-4"],
    does: "ipBlock matches by address, pods and nodes included",
    effect: "same",
    reading: { "in-cluster-address": true },
    sources: [source(`${NETPOL}/policy.go`, 786)],
    confidence: "code-read",
  }),
];
