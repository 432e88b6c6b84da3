import { describe, expect, it } from "vitest";
import { everywhere, type Doubt, type Everywhere } from "../../../src/questions/convert/everywhere.js";
import { kindAndName } from "../../../src/cluster/model/object-ref.js";
import { loadSources, type SourceOptions } from "../../../src/index.js";
import type { Policy } from "../../../src/cluster/model/policy.js";

const GROUP = "policy.networking.k8s.io";

/** An AdminNetworkPolicy; what is not said is the same in every one, and in every ClusterNetworkPolicy. */
function older(spec: string, name = "web", priority = 40): string {
  return `{apiVersion: ${GROUP}/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: ${name}}, spec: {priority: ${priority}, ${withSubject(spec)}}}`;
}

function baseline(spec: string): string {
  return `{apiVersion: ${GROUP}/v1alpha1, kind: BaselineAdminNetworkPolicy, metadata: {name: default}, spec: {${withSubject(spec)}}}`;
}

function newer(spec: string, name = "web", priority = 40, tier = "Admin"): string {
  return `{apiVersion: ${GROUP}/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: ${name}}, spec: {tier: ${tier}, priority: ${priority}, ${withSubject(spec)}}}`;
}

function withSubject(spec: string): string {
  return spec.includes("subject:") ? spec : `subject: {namespaces: {}}, ${spec}`;
}

function isolating(apiVersion: string, spec: string, name = "web"): string {
  return `{apiVersion: ${apiVersion}, kind: NetworkPolicy, metadata: {name: ${name}, namespace: shop}, spec: ${spec}}`;
}

const EXTENSIONS = "extensions/v1beta1";
const NETWORKING = "networking.k8s.io/v1";

const A = "{namespaces: {matchLabels: {team: a}}}";
const B = "{namespaces: {matchLabels: {team: b}}}";
/** Of team b, in a selector that cannot be built: one of its operators takes values. */
const BROKEN = "{namespaces: {matchLabels: {team: b}, matchExpressions: [{key: env, operator: In}]}}";
const SHOP_WEB =
  "{pods: {namespaceSelector: {matchLabels: {team: shop}}, podSelector: {matchLabels: {app: web}}}}";

const STORED: SourceOptions = { isStored: true };

interface Row {
  readonly name: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Empty where the proof holds. */
  readonly because?: readonly string[];
  readonly options?: SourceOptions;
}

const SAME: readonly Row[] = [
  {
    name: "a policy field by field",
    before: [
      older(
        `subject: ${SHOP_WEB}, ingress: [{name: in, action: Allow, from: [${A}, ${SHOP_WEB}], ports: [{portNumber: {protocol: UDP, port: 53}}, {portRange: {start: 80, end: 90}}, {namedPort: http}]}, {action: Pass, from: [${B}]}], egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}, {nodes: {matchLabels: {role: edge}}}]}]`,
      ),
    ],
    after: [
      newer(
        `subject: ${SHOP_WEB}, ingress: [{name: in, action: Accept, from: [${A}, ${SHOP_WEB}], protocols: [{udp: {destinationPort: {number: 53}}}, {tcp: {destinationPort: {range: {start: 80, end: 90}}}}, {destinationNamedPort: http}]}, {action: Pass, from: [${B}]}], egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}, {nodes: {matchLabels: {role: edge}}}]}]`,
      ),
    ],
  },
  {
    name: "a selector in other words",
    before: [older(`ingress: [{action: Deny, from: [{namespaces: {matchLabels: {team: a}}}]}]`)],
    after: [
      newer(
        `ingress: [{action: Deny, from: [{pods: {namespaceSelector: {matchExpressions: [{key: team, operator: In, values: [a]}, {key: team, operator: Exists}]}, podSelector: {}}}]}]`,
      ),
    ],
  },
  {
    name: "a rule whose peers are split",
    before: [older(`ingress: [{action: Deny, from: [${A}, ${B}], ports: [{namedPort: http}]}]`)],
    after: [
      newer(
        `ingress: [{action: Deny, from: [${A}], protocols: [{destinationNamedPort: http}]}, {action: Deny, from: [${B}], protocols: [{destinationNamedPort: http}]}]`,
      ),
    ],
  },
  {
    name: "a rule whose ports are split",
    before: [
      older(
        `ingress: [{action: Pass, from: [${A}, ${B}], ports: [{portNumber: {port: 80}}, {portNumber: {port: 81}}]}]`,
      ),
    ],
    after: [
      newer(
        `ingress: [{action: Pass, from: [${A}, ${B}], protocols: [{tcp: {destinationPort: {number: 81}}}]}, {action: Pass, from: [${A}, ${B}], protocols: [{tcp: {destinationPort: {number: 80}}}]}]`,
      ),
    ],
  },
  {
    name: "a reversed range beside another port",
    before: [
      older(
        `ingress: [{action: Deny, from: [${A}], ports: [{portRange: {start: 90, end: 80}}, {portNumber: {port: 443}}]}]`,
      ),
    ],
    after: [
      newer(`ingress: [{action: Deny, from: [${A}], protocols: [{tcp: {destinationPort: {number: 443}}}]}]`),
    ],
  },
  {
    name: "a rule that matches nothing",
    before: [
      older(
        `ingress: [{action: Deny, from: [${A}], ports: [{portNumber: {protocol: ICMP, port: 1}}]}, {action: Pass, from: [${B}]}]`,
      ),
    ],
    after: [newer(`ingress: [{action: Pass, from: [${B}]}]`)],
    options: STORED,
  },
  {
    name: "a network that is no CIDR",
    before: [older(`egress: [{action: Deny, to: [{networks: [10.9.0.0, 10.0.0.0/8]}]}]`)],
    after: [newer(`egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}]}]`)],
    options: STORED,
  },
  {
    name: "a port name beside a network, which resolves to nothing",
    before: [
      older(
        `egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}, ${A}], ports: [{namedPort: http}, {portNumber: {port: 80}}]}]`,
      ),
    ],
    after: [
      newer(
        `egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}], protocols: [{tcp: {destinationPort: {number: 80}}}]}, {action: Deny, to: [${A}], protocols: [{destinationNamedPort: http}, {tcp: {destinationPort: {number: 80}}}]}]`,
      ),
    ],
    options: STORED,
  },
  {
    name: "no ports, which are all",
    before: [older(`ingress: [{action: Deny, from: [${A}], ports: []}]`)],
    after: [newer(`ingress: [{action: Deny, from: [${A}]}]`)],
    options: STORED,
  },
  {
    name: "an empty protocol, which is TCP",
    before: [
      older(`ingress: [{action: Deny, from: [${A}], ports: [{portNumber: {protocol: "", port: 80}}]}]`),
    ],
    after: [
      newer(`ingress: [{action: Deny, from: [${A}], protocols: [{tcp: {destinationPort: {number: 80}}}]}]`),
    ],
    options: STORED,
  },
  {
    name: "a peer that cannot be built, as it is written",
    before: [
      older(
        `ingress: [{action: Pass, from: [{namespaces: {matchExpressions: [{key: team, operator: In}]}}]}]`,
      ),
    ],
    after: [
      newer(
        `ingress: [{action: Pass, from: [{namespaces: {matchExpressions: [{key: team, operator: In}]}}]}]`,
      ),
    ],
    options: STORED,
  },
  {
    name: "a name that is denied",
    before: [older(`egress: [{action: Deny, to: [{domainNames: [example.com]}]}]`)],
    after: [newer(`egress: [{action: Deny, to: [{domainNames: [example.com]}]}]`)],
    options: STORED,
  },
  {
    name: "rules that are split over two priorities",
    before: [older(`ingress: [{action: Pass, from: [${A}]}, {action: Deny, from: [${B}]}]`)],
    after: [
      newer(`ingress: [{action: Pass, from: [${A}]}]`),
      newer(`ingress: [{action: Deny, from: [${B}]}]`, "web-2", 41),
    ],
  },
  {
    name: "other numbers in the same order",
    before: [
      older(`ingress: [{action: Pass, from: [${A}]}]`, "first", 1),
      older(`ingress: [{action: Deny, from: [${A}]}]`, "second", 2),
      older(`ingress: [{action: Allow, from: [${A}]}]`, "third", 2),
    ],
    after: [
      newer(`ingress: [{action: Pass, from: [${A}]}]`, "first", 10),
      newer(`ingress: [{action: Deny, from: [${A}]}]`, "second", 30),
      newer(`ingress: [{action: Accept, from: [${A}]}]`, "third", 30),
    ],
  },
  {
    name: "the one Baseline policy, with a priority",
    before: [baseline(`ingress: [{action: Deny, from: [${A}]}]`)],
    after: [newer(`ingress: [{action: Deny, from: [${A}]}]`, "default", 100, "Baseline")],
  },
  {
    name: "a new order of policies that never select one pod",
    before: [
      older(`subject: ${A}, ingress: [{action: Deny, from: [${B}]}]`, "first", 1),
      older(`subject: ${B}, ingress: [{action: Allow, from: [${B}]}]`, "second", 2),
    ],
    after: [
      newer(`subject: ${A}, ingress: [{action: Deny, from: [${B}]}]`, "first", 2),
      newer(`subject: ${B}, ingress: [{action: Accept, from: [${B}]}]`, "second", 2),
    ],
  },
  {
    name: "a new order of policies that only deny",
    before: [
      older(`ingress: [{action: Deny, from: [${A}]}]`, "first", 1),
      older(`ingress: [{action: Deny, from: [${B}]}]`, "second", 2),
    ],
    after: [
      newer(`ingress: [{action: Deny, from: [${A}]}]`, "first", 2),
      newer(`ingress: [{action: Deny, from: [${B}]}]`, "second", 2),
    ],
  },
  {
    name: "one of two APIs, where no flow meets both",
    before: [
      older(`ingress: [{action: Deny, from: [${A}]}]`),
      newer(`egress: [{action: Accept, to: [${A}]}]`, "other"),
    ],
    after: [
      newer(`ingress: [{action: Deny, from: [${A}]}]`),
      newer(`egress: [{action: Accept, to: [${A}]}]`, "other"),
    ],
  },
  {
    name: "extensions/v1beta1 as released",
    before: [
      isolating(
        EXTENSIONS,
        "{podSelector: {matchLabels: {app: web}}, ingress: [{from: [{podSelector: {}}], ports: [{port: http}]}], egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8, except: [10.1.0.0/16]}}]}]}",
      ),
    ],
    after: [
      isolating(
        NETWORKING,
        "{podSelector: {matchLabels: {app: web}}, policyTypes: [Ingress, Egress], ingress: [{from: [{podSelector: {}}], ports: [{port: http, protocol: TCP}]}], egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8, except: [10.1.0.0/16]}}]}]}",
      ),
    ],
    options: { kubernetesVersion: [1, 15] },
  },
  {
    name: "rules of a NetworkPolicy in another order",
    before: [
      isolating(
        EXTENSIONS,
        "{podSelector: {}, ingress: [{from: [{podSelector: {}}]}, {ports: [{port: 80}]}]}",
      ),
    ],
    after: [
      isolating(
        NETWORKING,
        "{podSelector: {}, ingress: [{ports: [{port: 80}]}, {from: [{podSelector: {}}]}]}",
      ),
    ],
    options: { kubernetesVersion: [1, 15] },
  },
  {
    name: "compared peers that are left as they are",
    before: [older(`ingress: [{action: Deny, from: [{namespaces: {sameLabels: [team]}}]}]`)],
    after: [older(`ingress: [{action: Deny, from: [{namespaces: {sameLabels: [team]}}]}]`)],
    options: { bundles: ["v0.1.1"] },
  },
];

const ACCEPT_A = `ingress: [{action: Accept, from: [${A}]}]`;
const ALLOW_A = `ingress: [{action: Allow, from: [${A}]}]`;

const DIFFERENT: readonly Row[] = [
  {
    name: "another action",
    before: [older(ALLOW_A)],
    after: [newer(`ingress: [{action: Pass, from: [${A}]}]`)],
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "another peer",
    before: [older(ALLOW_A)],
    after: [newer(`ingress: [{action: Accept, from: [${B}]}]`)],
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "one peer more",
    before: [older(ALLOW_A)],
    after: [newer(`ingress: [{action: Accept, from: [${A}, ${B}]}]`)],
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "one peer less",
    before: [older(`ingress: [{action: Allow, from: [${A}, ${B}]}]`)],
    after: [newer(ACCEPT_A)],
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "another direction",
    before: [older(ALLOW_A)],
    after: [newer(`egress: [{action: Accept, to: [${A}]}]`)],
    because: ["rules web egress - web 0", "rules web ingress 0 -"],
  },
  {
    name: "another protocol",
    before: [older(`ingress: [{action: Deny, from: [${A}], ports: [{portNumber: {port: 53}}]}]`)],
    after: [
      newer(`ingress: [{action: Deny, from: [${A}], protocols: [{udp: {destinationPort: {number: 53}}}]}]`),
    ],
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "a range that ends earlier",
    before: [older(`ingress: [{action: Deny, from: [${A}], ports: [{portRange: {start: 80, end: 90}}]}]`)],
    after: [
      newer(
        `ingress: [{action: Deny, from: [${A}], protocols: [{tcp: {destinationPort: {range: {start: 80, end: 89}}}}]}]`,
      ),
    ],
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "ports left out of a rule that had only a reversed range",
    before: [older(`ingress: [{action: Deny, from: [${A}], ports: [{portRange: {start: 90, end: 80}}]}]`)],
    after: [newer(`ingress: [{action: Deny, from: [${A}]}]`)],
    because: ["rules web ingress - web 0"],
  },
  {
    name: "a split that loses one peer with one port",
    before: [older(`ingress: [{action: Deny, from: [${A}, ${B}], ports: [{namedPort: a}, {namedPort: b}]}]`)],
    after: [
      newer(
        `ingress: [{action: Deny, from: [${A}], protocols: [{destinationNamedPort: a}, {destinationNamedPort: b}]}, {action: Deny, from: [${B}], protocols: [{destinationNamedPort: a}]}]`,
      ),
    ],
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "a port name for pods, beside a network for which it resolves to nothing, left out",
    before: [
      older(
        `egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}, ${A}], ports: [{namedPort: http}]}, {action: Pass, to: [${B}]}]`,
      ),
    ],
    after: [newer(`egress: [{action: Pass, to: [${B}]}]`)],
    options: STORED,
    because: ["rules web egress 0 web 0"],
  },
  {
    name: "a network with another prefix",
    before: [older(`egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}]}]`)],
    after: [newer(`egress: [{action: Deny, to: [{networks: [10.0.0.0/9]}]}]`)],
    because: ["rules web egress 0 web 0"],
  },
  {
    name: "two halves of a network, of which behind a Service each may see another address",
    before: [older(`egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}]}]`)],
    after: [newer(`egress: [{action: Deny, to: [{networks: [10.0.0.0/9, 10.128.0.0/9]}]}]`)],
    because: ["rules web egress 0 web 0"],
  },
  {
    name: "a part of a network beside the network",
    before: [older(`egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}]}]`)],
    after: [newer(`egress: [{action: Deny, to: [{networks: [10.0.0.0/8, 10.0.0.0/9]}]}]`)],
    because: ["rules web egress 0 web 0"],
  },
  {
    name: "a port name for sources with some addresses, which is the subject's own",
    before: [
      isolating(
        EXTENSIONS,
        "{podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/8}}], ports: [{port: 80}, {port: http}]}]}",
      ),
    ],
    after: [
      isolating(
        NETWORKING,
        "{podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/8}}], ports: [{port: 80}]}]}",
      ),
    ],
    options: { kubernetesVersion: [1, 15] },
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "rules of different actions in another order",
    before: [older(`ingress: [{action: Allow, from: [${A}]}, {action: Deny, from: [${B}]}]`)],
    after: [newer(`ingress: [{action: Deny, from: [${B}]}, {action: Accept, from: [${A}]}]`)],
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "another subject",
    before: [older(`subject: ${A}, ${ALLOW_A}`)],
    after: [newer(`subject: ${B}, ${ACCEPT_A}`)],
    because: ["subject web web"],
  },
  {
    name: "a wider subject",
    before: [older(`subject: ${SHOP_WEB}, ${ALLOW_A}`)],
    after: [newer(`subject: {namespaces: {matchLabels: {team: shop}}}, ${ACCEPT_A}`)],
    because: ["subject web web"],
  },
  {
    name: "a narrower subject",
    before: [older(`subject: {namespaces: {matchLabels: {team: shop}}}, ${ALLOW_A}`)],
    after: [newer(`subject: ${SHOP_WEB}, ${ACCEPT_A}`)],
    because: ["subject web web"],
  },
  {
    name: "another tier",
    before: [older(ALLOW_A)],
    after: [newer(ACCEPT_A, "web", 40, "Baseline")],
    because: ["tier web web"],
  },
  {
    name: "a subject that cannot be built, and a rule less, which failed closed",
    before: [
      older(
        `subject: {namespaces: {matchExpressions: [{key: team, operator: In}]}}, ingress: [{action: Deny, from: [${A}], ports: [{portRange: {start: 2, end: 1}}]}]`,
      ),
    ],
    after: [newer(`subject: {namespaces: {matchExpressions: [{key: team, operator: In}]}}, ingress: []`)],
    options: STORED,
    because: ["rules web ingress 0 -"],
  },
  {
    name: "a peer that cannot be built, split from one that can",
    before: [
      older(
        `ingress: [{action: Pass, from: [${A}, {namespaces: {matchExpressions: [{key: team, operator: In}]}}]}]`,
      ),
    ],
    after: [
      newer(
        `ingress: [{action: Pass, from: [${A}]}, {action: Pass, from: [{namespaces: {matchExpressions: [{key: team, operator: In}]}}]}]`,
      ),
    ],
    options: STORED,
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "an unknown action, which denies",
    before: [older(`ingress: [{action: deny, from: [${A}]}]`)],
    after: [newer(`ingress: [{action: Deny, from: [${A}]}]`)],
    options: STORED,
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "a rule that fails closed",
    before: [older(`ingress: [{action: Deny, from: [{serviceAccounts: {}}]}]`)],
    after: [newer(`ingress: [{action: Deny, from: [${A}]}]`)],
    options: STORED,
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "a tie that is lost",
    before: [older(ALLOW_A), older(`ingress: [{action: Deny, from: [${A}]}]`, "other")],
    after: [newer(ACCEPT_A), newer(`ingress: [{action: Deny, from: [${A}]}]`, "other", 41)],
    because: ["order Admin ingress web other: web other"],
  },
  {
    name: "a tie that is new",
    before: [older(ALLOW_A), older(`ingress: [{action: Deny, from: [${A}]}]`, "other", 41)],
    after: [newer(ACCEPT_A), newer(`ingress: [{action: Deny, from: [${A}]}]`, "other")],
    because: ["order Admin ingress web other: web other"],
  },
  {
    name: "a split over two priorities of which another policy has one",
    before: [
      older(`ingress: [{action: Pass, from: [${A}]}, {action: Deny, from: [${B}]}]`),
      older(ALLOW_A, "other", 41),
    ],
    after: [
      newer(`ingress: [{action: Pass, from: [${A}]}]`),
      newer(`ingress: [{action: Deny, from: [${B}]}]`, "web-2", 41),
      newer(ACCEPT_A, "other", 41),
    ],
    because: ["order Admin ingress web other: web-2 other"],
  },
  {
    name: "a split whose later rules come first",
    before: [older(`ingress: [{action: Pass, from: [${A}]}, {action: Deny, from: [${B}]}]`)],
    after: [
      newer(`ingress: [{action: Pass, from: [${A}]}]`),
      newer(`ingress: [{action: Deny, from: [${B}]}]`, "web-2", 39),
    ],
    because: ["order Admin ingress web web: web web-2"],
  },
  {
    name: "a new order of policies that only pass, of which one may fail closed",
    before: [
      older(`ingress: [{action: Pass, from: [${A}]}]`, "first", 1),
      older(`ingress: [{action: Pass, from: [${BROKEN}]}]`, "second", 2),
    ],
    after: [
      newer(`ingress: [{action: Pass, from: [${A}]}]`, "first", 2),
      newer(`ingress: [{action: Pass, from: [${BROKEN}]}]`, "second", 1),
    ],
    options: STORED,
    because: ["order Admin ingress first second: first second"],
  },
  {
    name: "a new order of policies of which one has a subject that may be anything",
    before: [
      older(`subject: ${A}, ${ALLOW_A}`, "first", 1),
      older(`subject: ${BROKEN}, ingress: [{action: Deny, from: [${A}]}]`, "second", 2),
    ],
    after: [
      newer(`subject: ${A}, ${ACCEPT_A}`, "first", 2),
      newer(`subject: ${BROKEN}, ingress: [{action: Deny, from: [${A}]}]`, "second", 1),
    ],
    options: STORED,
    because: ["order Admin ingress first second: first second"],
  },
  {
    name: "one of two APIs in one tier",
    before: [older(ALLOW_A), newer(`ingress: [{action: Deny, from: [${A}]}]`, "other", 50)],
    after: [newer(ACCEPT_A), newer(`ingress: [{action: Deny, from: [${A}]}]`, "other", 50)],
    because: ["generations Admin ingress web other: web other"],
  },
  {
    name: "a Baseline policy beside one that was there",
    before: [
      baseline(`ingress: [{action: Deny, from: [${A}]}]`),
      newer(`ingress: [{action: Accept, from: [${A}]}]`, "other", 50, "Baseline"),
    ],
    after: [
      newer(`ingress: [{action: Deny, from: [${A}]}]`, "default", 40, "Baseline"),
      newer(`ingress: [{action: Accept, from: [${A}]}]`, "other", 50, "Baseline"),
    ],
    because: ["generations Baseline ingress default other: default other"],
  },
  {
    name: "one of two policies",
    before: [older(ALLOW_A), older(`ingress: [{action: Deny, from: [${A}]}]`, "other", 50)],
    after: [newer(ACCEPT_A), older(`ingress: [{action: Deny, from: [${A}]}]`, "other", 50)],
    because: ["generations Admin ingress web other: web other"],
  },
  {
    name: "a policy that is gone",
    before: [older(ALLOW_A)],
    after: [],
    because: ["missing web"],
  },
  {
    name: "a policy in the place of none",
    before: [older(ALLOW_A)],
    after: [newer(ACCEPT_A), newer(`ingress: [{action: Deny, from: [${A}]}]`, "other", 50)],
    because: ["added other"],
  },
  {
    name: "peers that compared namespaces",
    before: [
      older(
        `ingress: [{action: Deny, from: [{namespaces: {sameLabels: [team, env]}}, {namespaces: {notSameLabels: [team]}}]}]`,
      ),
    ],
    after: [
      newer(`subject: ${A}, ingress: [{action: Deny, from: [${A}]}]`, "web-1"),
      newer(`subject: ${B}, ingress: [{action: Deny, from: [${B}]}]`, "web-2"),
    ],
    options: { bundles: ["v0.1.1"] },
    because: ["tenants web env team"],
  },
  {
    name: "the 2016 design",
    before: [isolating(EXTENSIONS, "{podSelector: {}, ingress: [{}]}")],
    after: [isolating(NETWORKING, "{podSelector: {}, policyTypes: [Ingress], ingress: [{}]}")],
    options: { isLegacy: true },
    because: ["isolation-2016 web"],
  },
  {
    name: "a NetworkPolicy that isolates in one direction less",
    before: [isolating(EXTENSIONS, "{podSelector: {}, ingress: [{}], egress: [{}]}")],
    after: [isolating(NETWORKING, "{podSelector: {}, policyTypes: [Ingress], ingress: [{}], egress: [{}]}")],
    options: { kubernetesVersion: [1, 15] },
    because: ["isolation web egress"],
  },
  {
    name: "a namespace by its name, and by the label that servers give it",
    before: [isolating(EXTENSIONS, "{podSelector: {}, ingress: [{from: [{podSelector: {}}]}]}")],
    after: [
      isolating(
        NETWORKING,
        "{podSelector: {}, ingress: [{from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}}]}]}",
      ),
    ],
    options: { kubernetesVersion: [1, 15] },
    because: ["rules web ingress 0 web 0"],
  },
  {
    name: "a policy that a server refuses",
    before: [older(ALLOW_A), older(`ingress: [{action: Dney, from: [${A}]}]`, "other", 50)],
    after: [newer(ACCEPT_A), older(`ingress: [{action: Dney, from: [${A}]}]`, "other", 50)],
    because: ["incomplete before other", "incomplete after other"],
  },
];

describe("what changes in no cluster", () => {
  it.each(SAME)("$name", async (row) => {
    expect(await proved(row)).toEqual([]);
  });
});

describe("what may change in some cluster", () => {
  it.each(DIFFERENT)("$name", async (row) => {
    expect(await proved(row)).toEqual(row.because);
  });
});

describe("what changes in no cluster, if", () => {
  const split = [
    newer(`ingress: [{action: Pass, from: [${A}]}]`),
    newer(`ingress: [{action: Deny, from: [${B}]}]`, "web-2", 41),
  ];
  const whole = older(`ingress: [{action: Pass, from: [${A}]}, {action: Deny, from: [${B}]}]`);
  const alike = newer(ACCEPT_A, "alike", 50);

  it.each([
    [
      "its Admin tier has no policies beside those of another API and other priorities",
      [whole],
      split,
      ["Admin"],
    ],
    [
      "its Baseline tier has none",
      [baseline(ALLOW_A)],
      [newer(ACCEPT_A, "default", 100, "Baseline")],
      ["Baseline"],
    ],
    [
      "nothing: NetworkPolicies have no order",
      [isolating(EXTENSIONS, "{podSelector: {}}")],
      [isolating(NETWORKING, "{podSelector: {}, policyTypes: [Ingress]}")],
      [],
    ],
    ["nothing, where all stays as it is", [alike], [alike], []],
  ])("%s", async (_, before, after, aloneIn) => {
    expect(await proof({ before, after, options: { kubernetesVersion: [1, 15] } })).toEqual({
      holds: true,
      aloneIn,
    });
  });

  it("another one does change there", async () => {
    const other = older(ALLOW_A, "other", 41);
    expect(await proof({ before: [whole, other], after: [...split, other] })).toMatchObject({ holds: false });
  });
});

/** What stands against the proof. */
async function proved(row: Row): Promise<string[]> {
  const result = await proof(row);
  return result.holds ? [] : result.because.map(words);
}

/** The proof: each old policy has become those with its name, a number behind it or not. */
async function proof({ before, after, options = {} }: Omit<Row, "name">): Promise<Everywhere> {
  const [first, second] = await Promise.all(
    [before, after].map((texts) =>
      loadSources([{ name: "policies.yaml", text: texts.join("\n---\n") }], options),
    ),
  );
  const [was, is] = [first!.cluster, second!.cluster];
  const isLeft = (old: Policy): boolean =>
    is.policies.some(
      ({ ref }) => ref.apiVersion === old.ref.apiVersion && kindAndName(ref) === kindAndName(old.ref),
    );
  const replaced = was.policies
    .filter((old) => !isLeft(old))
    .map((old) => ({
      old,
      by: is.policies.filter(({ ref }) => ref.name.replace(/-\d$/, "") === old.ref.name),
    }));
  return everywhere(was, is, replaced);
}

function words(doubt: Doubt): string {
  const names = (policies: readonly Policy[]): string => policies.map(({ ref }) => ref.name).join(" ");
  switch (doubt.code) {
    case "incomplete":
      return [doubt.code, doubt.side, ...doubt.refused.map(({ ref }) => ref.name)].join(" ");
    case "tenants":
      return [doubt.code, doubt.policy.ref.name, ...doubt.keys].join(" ");
    case "isolation-2016":
      return `${doubt.code} ${names(doubt.policies)}`;
    case "missing":
    case "added":
      return `${doubt.code} ${doubt.policy.ref.name}`;
    case "tier":
    case "subject":
      return `${doubt.code} ${names([doubt.policy, doubt.by])}`;
    case "isolation":
      return `${doubt.code} ${doubt.policy.ref.name} ${doubt.direction}`;
    case "rules": {
      const { policy, direction, before, after } = doubt;
      const by = after === undefined ? "-" : `${after.policy.ref.name} ${after.rule.index}`;
      return `${doubt.code} ${policy.ref.name} ${direction} ${before?.rule.index ?? "-"} ${by}`;
    }
    case "order":
    case "generations":
      return `${doubt.code} ${doubt.tier} ${doubt.direction} ${names(doubt.before)}: ${names(doubt.after)}`;
  }
}
