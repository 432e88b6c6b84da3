import { file, type PluginRow } from "./row.js";

const MASTER = { date: "2026-08-21" } as const;
const source = (path: string, line?: number): string =>
  file("ovn-kubernetes/ovn-kubernetes", "8871cd9", path, line);
const ADMIN = "go-controller/pkg/ovn/controller/admin_network_policy/admin_network_policy.go";
const BASE = "go-controller/pkg/ovn/base_network_controller_policy.go";
const OPENSHIFT =
  "https://docs.redhat.com/en/documentation/openshift_container_platform/4.18/html/network_security/network-policy";

const row = (rest: Omit<PluginRow, "plugin">): PluginRow => ({ plugin: "ovn-kubernetes", ...rest });

/** Also the default plugin of OpenShift. */
export const OVN_KUBERNETES: readonly PluginRow[] = [
  row({
    ...MASTER,
    id: "OVN-1",
    about: ["B-21"],
    does: "ClusterNetworkPolicy is not read: there is no code for policy.networking.k8s.io/v1alpha2",
    effect: "no policy",
    reading: { "unenforced-kinds": ["ClusterNetworkPolicy"] },
    sources: [source("go-controller/go.mod", 73)],
    confidence: "code-read",
  }),
  row({
    ...MASTER,
    id: "OVN-2",
    about: ["U-2", "S-EV-11"],
    does: "no rule of an AdminNetworkPolicy with a priority above 99 is installed",
    effect: "no policy",
    reading: { "last-priority": 99 },
    sources: [source(ADMIN, 112)],
    confidence: "code-read",
  }),
  row({
    ...MASTER,
    id: "OVN-3",
    about: ["U-1"],
    does: "policies of one priority are both installed, in no fixed order, with an event",
    effect: "same",
    sources: [source(ADMIN)],
    confidence: "code-read",
  }),
  row({
    ...MASTER,
    id: "OVN-5",
    about: ["S-NODE-L1"],
    does: "traffic from the node's management port to its pods is allowed",
    effect: "same",
    sources: [source(BASE, 333)],
    confidence: "code-read",
  }),
  row({
    ...MASTER,
    id: "OVN-6",
    about: ["U-6", "S-LOOP-2"],
    does: "a pod that reaches itself through a Service is let in whatever NetworkPolicies say",
    effect: "settles",
    reading: { "hairpin-ingress": "allowed" },
    sources: [source(BASE, 241)],
    confidence: "code-read",
  }),
  row({
    ...MASTER,
    id: "OVN-7",
    feature: { name: "allow-icmp", isOn: false },
    about: ["U-7", "S-ICMP-3"],
    does: "an isolated pod gets ICMP only by a rule without ports, unless allow-icmp-network-policy is on",
    effect: "settles",
    reading: { "other-protocol": "by-rules" },
    sources: [source(BASE, 398), source("go-controller/pkg/config/config.go", 1340)],
    confidence: "code-read",
  }),
  row({
    ...MASTER,
    id: "OVN-8",
    about: ["U-3", "S-HOST-1"],
    does: "a peer with a podSelector also lets in the nodes of the host-network pods that it selects, one without doesn't",
    effect: "opens",
    reading: { "host-peer": "with-pod-selector", "host-network": false },
    sources: [
      source(BASE, 1147),
      source("go-controller/pkg/ovn/address_set/addresssetmanager/addressset_manager.go", 65),
      OPENSHIFT,
    ],
    confidence: "code-read",
  }),
  row({
    ...MASTER,
    id: "OVN-9",
    about: ["S-HOST-1"],
    does: "on OpenShift, the namespace label `policy-group.network.openshift.io/host-network` selects host traffic",
    effect: "note",
    sources: [OPENSHIFT],
    confidence: "documented",
  }),
  row({
    id: "OVN-11",
    about: ["U-11"],
    does: "established connections are cut when a policy changes",
    effect: "note",
    sources: ["kubernetes-sigs/network-policy-api#305"],
    date: "2025-07-01",
    confidence: "issue-only",
  }),
  row({
    ...MASTER,
    id: "OVN-12",
    about: ["S-EV-7"],
    does: "the annotation `k8s.ovn.org/acl-stateless` makes rules stateless, where the flag allows it: replies need rules of their own",
    effect: "note",
    sources: [source(BASE, 986)],
    confidence: "code-read",
  }),
  row({
    ...MASTER,
    id: "OVN-13",
    about: ["S-IN-10"],
    does: "an EgressFirewall has to allow what NetworkPolicies allow, too",
    effect: "note",
    sources: [source("go-controller/pkg/ovn/controller/egressfirewall/egressfirewall.go", 824)],
    confidence: "inferred",
  }),
  row({
    ...MASTER,
    id: "OVN-14",
    about: ["U-4", "S-IP-1"],
    does: "ipBlock matches by address, pods and nodes included",
    effect: "same",
    reading: { "in-cluster-address": true },
    sources: [source("go-controller/pkg/ovn/gress_policy.go", 177)],
    confidence: "code-read",
  }),
  row({
    ...MASTER,
    id: "OVN-15",
    about: ["U-7"],
    does: "on OpenShift, protocols other than TCP, UDP, ICMP and SCTP are not affected by policy",
    effect: "note",
    sources: [OPENSHIFT],
    confidence: "documented",
  }),
  row({
    ...MASTER,
    id: "OVN-16",
    about: ["U-5", "S-VIP-1"],
    does: "egress rules are judged after the load balancer: a rule on a Service's address matches nothing",
    effect: "settles",
    reading: { "address-rewriting": true, "other-rewriting": true },
    sources: [source("go-controller/pkg/libovsdb/util/acl.go")],
    confidence: "code-read",
  }),
];
