import { file, type PluginRow } from "./row.js";

const AGENT = { date: "2026-07-23" } as const;
const agent = (path: string, line?: number): string =>
  file("aws/aws-network-policy-agent", "v1.4.1", path, line);
const controller = (path: string, line?: number): string =>
  file("aws/amazon-network-policy-controller-k8s", "ecc7e6a", path, line);
const cni = (path: string, line?: number): string => file("aws/amazon-vpc-cni-k8s", "b521883", path, line);
const DOCS = "https://docs.aws.amazon.com/eks/latest/userguide/cni-network-policy.html";

const row = (rest: Omit<PluginRow, "plugin">): PluginRow => ({ plugin: "aws", ...rest });

/** The network policy agent of the VPC CNI, where it is enabled. */
export const AWS: readonly PluginRow[] = [
  row({
    ...AGENT,
    id: "AWS-1",
    feature: { name: "no-policy", isOn: false },
    about: ["B-21"],
    does: "the agent is off unless it is enabled, and works on Linux EC2 nodes alone; this profile takes it to be on",
    effect: "note",
    sources: [DOCS, cni("docs/network-policy-faq.md")],
    confidence: "documented",
  }),
  row({
    ...AGENT,
    id: "AWS-1n",
    feature: { name: "no-policy", isOn: true },
    about: ["B-21"],
    does: "where network policy is not enabled, no NetworkPolicy is enforced",
    effect: "no policy",
    reading: { "unenforced-kinds": ["NetworkPolicy"] },
    sources: [DOCS, cni("docs/network-policy-faq.md")],
    confidence: "documented",
  }),
  row({
    ...AGENT,
    id: "AWS-2",
    feature: { name: "strict", isOn: false },
    about: ["U-12"],
    does: "in standard mode a new pod is open until its policies are in place, a second or two; replies to connections of that time may be denied then",
    effect: "note",
    sources: [cni("README.md", 738), "aws/aws-network-policy-agent#83"],
    confidence: "documented",
  }),
  row({
    ...AGENT,
    id: "AWS-3",
    feature: { name: "strict", isOn: true },
    about: ["U-26"],
    does: "in strict mode a pod is denied everything until its policies are in place, and every pod needs one",
    effect: "note",
    sources: [cni("README.md", 738), "aws/aws-network-policy-agent#319"],
    confidence: "documented",
  }),
  row({
    id: "AWS-4",
    about: ["U-5", "S-VIP-1"],
    does: "egress is judged before the Service's address is translated: a Service is allowed only where its own selector has the labels that the rule asks for",
    effect: "closes",
    reading: { "address-rewriting": false, "other-rewriting": false, "service-peer": "selector" },
    sources: [
      controller("pkg/resolvers/endpoints.go", 451),
      "aws/amazon-network-policy-controller-k8s#224",
      "aws/amazon-network-policy-controller-k8s#207",
    ],
    date: "2026-05-18",
    confidence: "code-read",
  }),
  row({
    id: "AWS-5",
    about: ["S-PORT-6", "S-VIP-4"],
    does: "the port of a Service has to be the port of its containers, or a rule for the one doesn't allow the other",
    effect: "closes",
    reading: { "service-port": "same-as-pods" },
    sources: [DOCS, controller("pkg/resolvers/endpoints.go", 527)],
    date: "2026-05-18",
    confidence: "documented",
  }),
  row({
    ...AGENT,
    id: "AWS-6",
    about: ["S-WL-2", "S-SEL-5"],
    does: "pods without an owner are not supported, and pods whose names differ only behind the last dash share their rules",
    effect: "note",
    sources: [DOCS, agent("pkg/utils/utils.go", 176), "aws/aws-network-policy-agent#327"],
    confidence: "documented",
  }),
  row({
    ...AGENT,
    id: "AWS-7",
    about: ["S-PORT-1"],
    does: "a CIDR may have 24 ports and protocols",
    effect: "note",
    sources: [DOCS, agent("pkg/ebpf/c/tc.v4egress.bpf.c", 15)],
    confidence: "documented",
  }),
  row({
    ...AGENT,
    id: "AWS-8",
    about: ["S-IP-1"],
    does: "an except of any rule of a pod denies its addresses also where another rule allows a wider block",
    effect: "note",
    sources: [agent("pkg/fwruleprocessor/fw_rule_processor.go", 125), "aws/aws-network-policy-agent#180"],
    confidence: "inferred",
  }),
  row({
    ...AGENT,
    id: "AWS-9",
    about: ["S-NODE-L1", "U-8"],
    does: "the pod's own node is always allowed, in both directions",
    effect: "same",
    reading: { "own-node-egress": true },
    sources: [agent("pkg/fwruleprocessor/fw_rule_processor.go", 80)],
    confidence: "code-read",
  }),
  row({
    id: "AWS-10",
    about: ["U-3"],
    does: "a pod on its node's network is selected as a peer by its node's address: all of the node is let in",
    effect: "note",
    sources: [controller("pkg/resolvers/endpoints.go", 230)],
    date: "2026-05-18",
    confidence: "inferred",
  }),
  row({
    ...AGENT,
    id: "AWS-11",
    about: ["S-EV-6"],
    does: "rules of the cluster's other address family are ignored, and an IPv6 pod's IPv4 egress is not policed",
    effect: "note",
    sources: [DOCS, agent("README.md")],
    confidence: "documented",
  }),
  row({
    id: "AWS-12",
    about: ["B-21", "S-IN-10"],
    does: "ClusterNetworkPolicy is a kind of its own, of networking.k8s.aws: those of policy.networking.k8s.io are not read",
    effect: "no policy",
    reading: {
      "unenforced-kinds": ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy", "ClusterNetworkPolicy"],
    },
    sources: [controller("api/v1alpha1"), controller("go.mod")],
    date: "2026-05-18",
    confidence: "code-read",
  }),
  row({
    ...AGENT,
    id: "AWS-13",
    about: ["U-11"],
    does: "established connections are kept until the pod's policies change",
    effect: "note",
    sources: [agent("pkg/ebpf/c/tc.v4egress.bpf.c", 441)],
    confidence: "code-read",
  }),
];
