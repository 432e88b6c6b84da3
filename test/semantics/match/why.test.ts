import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import { askOne } from "../../support/flow.js";
import { parseBlock } from "../../../src/base/net/address.js";
import { pathOf } from "../../../src/source/manifest/origin.js";
import { REFERENCE, STRICT, type Profile, type Step } from "../../../src/index.js";

/** A rule of one peer and one port, each part of which may miss the flow. */
interface Rule {
  readonly peer: keyof typeof PEERS;
  readonly protocol: "TCP" | "UDP";
  readonly port: 443 | 8003;
}

/** The flow: TCP 8003 from a pod at 10.0.0.1 to one at 10.0.0.2 with `app: api`, in a namespace with `team: blue`. */
const FLOW = "shop/web -> payments/api tcp 8003";
const PEERS = {
  all: undefined,
  right: "{podSelector: {matchLabels: {app: api}}, namespaceSelector: {matchLabels: {team: blue}}}",
  "pod-label": "{podSelector: {matchLabels: {app: db}}, namespaceSelector: {matchLabels: {team: blue}}}",
  "namespace-label":
    "{podSelector: {matchLabels: {app: api}}, namespaceSelector: {matchLabels: {team: red}}}",
  "namespace-name": "{podSelector: {matchLabels: {app: api}}}",
  address: "{ipBlock: {cidr: 192.0.2.0/24}}",
  "address-excepted": "{ipBlock: {cidr: 0.0.0.0/0, except: [10.0.0.0/8]}}",
} as const;

const CLUSTER = `---
{apiVersion: v1, kind: Namespace, metadata: {name: shop}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: payments, labels: {team: blue}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: web}}, status: {phase: Running, podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: api, namespace: payments, labels: {app: api}}, status: {phase: Running, podIP: 10.0.0.2}}`;

function ruleText({ peer, protocol, port }: Rule): string {
  const to = PEERS[peer] === undefined ? "" : `to: [${PEERS[peer]}], `;
  return `{${to}ports: [{protocol: ${protocol}, port: ${port}}]}`;
}

async function missesOf(
  rules: readonly Rule[],
  cluster = CLUSTER,
): Promise<Extract<Step, { type: "rule" }>[]> {
  const spec = `{podSelector: {}, policyTypes: [Egress], egress: [${rules.map(ruleText).join(", ")}]}`;
  const policy = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: p, namespace: shop}, spec: ${spec}}`;
  const { egress } = await askOne([cluster, policy], FLOW);
  return egress.steps.flatMap((step) => (step.type === "rule" && step.outcome === "missed" ? [step] : []));
}

/** Every mismatch of a rule, by the flow and the rule alone. */
function mismatchesOf({ peer, protocol, port }: Rule): string[] {
  return [
    ...(protocol === "TCP" ? [] : ["protocol"]),
    ...(port === 8003 ? [] : ["port"]),
    ...(peer === "all" || peer === "right" ? [] : [peer]),
  ];
}

/** The rule with the part alone mended that a mismatch names. */
function mended(rule: Rule, code: string): Rule {
  if (code === "protocol") return { ...rule, protocol: "TCP" };
  if (code === "port") return { ...rule, port: 8003 };
  return { ...rule, peer: "right" };
}

const RULE: fc.Arbitrary<Rule> = fc.record({
  peer: fc.constantFrom(...(Object.keys(PEERS) as (keyof typeof PEERS)[])),
  protocol: fc.constantFrom("TCP", "UDP"),
  port: fc.constantFrom(443, 8003),
});

describe("why a rule does not match", () => {
  it("is a mismatch that is one, the first of protocol, port and peer; mended, what is named next was one before", async () => {
    await fc.assert(
      fc.asyncProperty(RULE, async (rule) => {
        const all = mismatchesOf(rule);
        const [miss] = await missesOf([rule]);
        expect(miss?.because.code).toBe(all[0]);
        if (miss === undefined) return;
        const [next] = await missesOf([mended(rule, miss.because.code)]);
        expect(next?.because.code).toBe(all[1]);
      }),
      { numRuns: 60, seed: 20261121 },
    );
  });

  it("marks the rule with the fewest mismatches as nearest; of as many, protocol before port before peer", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(RULE, { minLength: 2, maxLength: 4 }), async (rules) => {
        const missing = rules.filter((rule) => mismatchesOf(rule).length > 0);
        if (missing.length < rules.length) return;
        const rank = (rule: Rule): number => {
          const all = mismatchesOf(rule);
          return (
            all.length * 10 +
            ["protocol", "port"].indexOf(all[0] ?? "") +
            (all[0] === "protocol" || all[0] === "port" ? 0 : 3)
          );
        };
        const best = Math.min(...rules.map(rank));
        const nearest = rules.flatMap((rule, index) => (rank(rule) === best ? [index + 1] : []));
        const marked = (await missesOf(rules)).flatMap(({ nearest: isNearest, rule }) =>
          isNearest ? [rule.index] : [],
        );
        // Rules that miss alike are none of them nearest.
        if (nearest.length > 1 && marked.length === 0) return;
        expect(marked.map((index) => rank(rules[index] ?? rules[0]!))).toEqual([best]);
      }),
      { numRuns: 40, seed: 20261121 },
    );
  });

  it("never says of an address that nothing tells that a CIDR does not hold it, where only its exception may", async () => {
    const unknown = CLUSTER.replace(", status: {phase: Running, podIP: 10.0.0.2}", "");
    const [miss] = await missesOf([{ peer: "address-excepted", protocol: "TCP", port: 443 }], unknown);
    expect(miss?.because.code).toBe("port");
  });

  it("is the peer of which one thing is wrong, not the one that is for something else altogether", async () => {
    const near = "{pods: {namespaceSelector: {}, podSelector: {matchLabels: {app: db}}}}";
    const rules = `egress: [{action: Deny, to: [{nodes: {}}, {domainNames: [db.example.com]}, ${near}]}]`;
    const policy = `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: p}, spec: {tier: Admin, priority: 1, subject: {namespaces: {}}, ${rules.replace("{domainNames: [db.example.com]}, ", "")}}}`;
    const { egress } = await askOne([CLUSTER, policy], FLOW);
    const codes = egress.steps.flatMap((step) => (step.type === "rule" ? [step.because.code] : []));
    expect(codes).toEqual(["pod-label"]);
  });

  it("is that it has no ports, where an empty list of them is read so (U-31)", async () => {
    const rules = "egress: [{action: Deny, to: [{namespaces: {}}], ports: []}]";
    const policy = `{apiVersion: policy.networking.k8s.io/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: p}, spec: {priority: 1, subject: {namespaces: {}}, ${rules}}}`;
    const profile: Profile = {
      ...REFERENCE,
      readings: { ...REFERENCE.readings, "empty-ports-list": false },
    };
    const { egress } = await askOne([CLUSTER, policy], FLOW, { isStored: true, profile });
    const codes = egress.steps.flatMap((step) => (step.type === "rule" ? [step.because.code] : []));
    expect(codes).toEqual(["no-ports"]);
  });

  it("does not point at a rule for DNS where TCP is asked about", async () => {
    const misses = await missesOf([
      { peer: "all", protocol: "UDP", port: 443 },
      { peer: "address-excepted", protocol: "TCP", port: 8003 },
    ]);
    expect(misses.map(({ nearest }) => nearest)).toEqual([false, true]);
  });
});

it("names the address and the port that were sent to, where a rule matches those and not the backend (S-VIP-1)", async () => {
  const manifests = [
    CLUSTER,
    "{apiVersion: v1, kind: Service, metadata: {name: front, namespace: payments}, spec: {type: ClusterIP, clusterIP: 10.96.0.7, externalIPs: [192.0.2.7], selector: {app: api}, ports: [{port: 443, targetPort: 8003}]}}",
    `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: p, namespace: shop}, spec: {podSelector: {}, policyTypes: [Egress], egress: [
      {to: [{ipBlock: {cidr: 192.0.2.0/24}}], ports: [{port: 80}, {port: 443}]}]}}`,
  ];
  const { verdict, egress } = await askOne(manifests, "shop/web -> 192.0.2.7 tcp 443");
  expect(verdict).toBe("undefined");
  const [because] = egress.steps.flatMap((step) => (step.type === "rule" ? [step.because] : []));
  expect(because?.code).toBe("matched");
  expect(because !== undefined && pathOf(because.at)).toEqual(["spec", "egress", 0, "ports", 1, "port"]);
  expect(because?.code === "matched" && because.peer?.type).toBe("addresses");
});

const TENANTS = `---
{apiVersion: v1, kind: Namespace, metadata: {name: red, labels: {team: red, env: live}}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: blue, labels: {team: blue, zone: north}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: red, labels: {app: web}}, status: {phase: Running, podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: job, namespace: red, labels: {app: job}}, status: {phase: Running, podIP: 10.0.0.3}}
---
{apiVersion: v1, kind: Pod, metadata: {name: api, namespace: blue, labels: {app: api}}, status: {phase: Running, podIP: 10.0.0.2}}
---
{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {role: edge}}, status: {addresses: [{type: InternalIP, address: 192.168.0.2}]}}`;

/** Why the one rule of an AdminNetworkPolicy misses: its peer by itself. */
describe("why a peer does not match that compares namespaces with the subject's (S-TEN-1…3)", () => {
  const miss = async (from: string, peer: string, bundle: string): Promise<unknown> => {
    const spec = `{priority: 1, subject: {namespaces: {}}, ingress: [{action: Deny, from: [${peer}]}]}`;
    const policy = `{apiVersion: policy.networking.k8s.io/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: p}, spec: ${spec}}`;
    const { ingress } = await askOne([TENANTS, policy], `${from} -> red/web tcp 80`, { bundles: [bundle] });
    const because = ingress.steps.flatMap((step) => (step.type === "rule" ? [step.because] : []));
    return because.map((each) => {
      if (each.code === "namespace-comparison") return [each.label, each.subject, each.actual];
      return each.code === "pod-label" ? [each.code, each.wanted.key, each.actual] : [each.code];
    })[0];
  };

  it.each<[string, string, string, string, readonly unknown[]]>([
    ["a node is no pod", "node/n1", "v0.1.1", "{namespaces: {sameLabels: [team]}}", ["not-a-pod"]],
    ["another name", "blue/api", "kep", "{namespaces: {related: Self}}", [undefined, "red", "blue"]],
    ["the same name", "red/job", "kep", "{namespaces: {related: NotSelf}}", [undefined, "red", "red"]],
    ["another value", "blue/api", "v0.1.1", "{namespaces: {sameLabels: [team]}}", ["team", "red", "blue"]],
    [
      "a label that the other namespace lacks, before one with another value",
      "blue/api",
      "v0.1.1",
      "{namespaces: {sameLabels: [team, env]}}",
      ["env", "live", undefined],
    ],
    [
      "a label that the subject's namespace lacks, before one with another value",
      "blue/api",
      "v0.1.1",
      "{namespaces: {sameLabels: [team, zone]}}",
      ["zone", undefined, "north"],
    ],
    [
      "a label that one lacks, where one has to differ",
      "blue/api",
      "v0.1.1",
      "{namespaces: {notSameLabels: [team, env]}}",
      ["env", "live", undefined],
    ],
    [
      "a label that both lack, where one has to differ",
      "blue/api",
      "v0.1.1",
      "{namespaces: {notSameLabels: [team, tier]}}",
      ["tier", undefined, undefined],
    ],
    ["the same value", "red/job", "v0.1.1", "{namespaces: {notSameLabels: [team]}}", ["team", "red", "red"]],
    [
      "another pod of a namespace that compares as it should",
      "red/job",
      "v0.1.1",
      "{pods: {namespaces: {sameLabels: [team]}, podSelector: {matchLabels: {app: api}}}}",
      ["pod-label", "app", "job"],
    ],
    [
      "another pod of a namespace that differs as it should",
      "blue/api",
      "v0.1.1",
      "{pods: {namespaces: {notSameLabels: [team]}, podSelector: {matchLabels: {app: db}}}}",
      ["pod-label", "app", "api"],
    ],
  ])("%s", async (_name, from, bundle, peer, expected) => {
    expect(await miss(from, peer, bundle)).toEqual(expected);
  });

  /** Nothing tells in which namespace an address would be that may be a pod's: what compares with it is not named. */
  it.each<[string, string, readonly unknown[]]>([
    [
      "the pod's label",
      "{pods: {namespaces: {sameLabels: [team]}, podSelector: {matchLabels: {app: db}}}}",
      ["pod-label", "app", "api"],
    ],
    ["that nothing matches", "{namespaces: {sameLabels: [tier]}}", ["matches-nothing"]],
  ])("names %s where the subject is an address that may be a pod's", async (_name, peer, expected) => {
    const spec = `{priority: 1, subject: {namespaces: {}}, egress: [{action: Deny, to: [${peer}]}]}`;
    const policy = `{apiVersion: policy.networking.k8s.io/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: p}, spec: ${spec}}`;
    const facts = { podBlocks: [parseBlock("10.0.0.0/8")!] };
    const { egress } = await askOne([TENANTS, policy], "10.0.0.77 -> blue/api tcp 80", {
      bundles: ["v0.1.1"],
      facts,
    });
    const because = egress.steps.flatMap((step) => (step.type === "rule" ? [step.because] : []));
    expect(
      because.map((each) =>
        each.code === "pod-label" ? [each.code, each.wanted.key, each.actual] : [each.code],
      ),
    ).toEqual([expected]);
  });
});

/** No release of a server read what a protocol is that is none: v0.1.1 took any text. */
it("names the protocol where a port has one that nothing is sent by, and never as what came nearest", async () => {
  const ports = ["{portNumber: {protocol: ICMP, port: 80}}", "{portNumber: {protocol: UDP, port: 81}}"];
  const rules = ports.map(
    (port) => `{action: Allow, from: [{namespaces: {namespaceSelector: {}}}], ports: [${port}]}`,
  );
  const spec = `{priority: 1, subject: {namespaces: {}}, ingress: [${rules.join(", ")}]}`;
  const policy = `{apiVersion: policy.networking.k8s.io/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: p}, spec: ${spec}}`;
  const { ingress } = await askOne([TENANTS, policy], "red/job -> red/web tcp 80", { bundles: ["v0.1.1"] });
  const because = ingress.steps.flatMap((step) => (step.type === "rule" ? [step.because] : []));
  expect(because.map(({ code }) => code)).toEqual(["protocol", "protocol"]);
  const [none, other] = because.map((each) => ("nearness" in each ? each.nearness : 0)) as [number, number];
  expect(none).toBeLessThan(other);
});

/** Names are looked up on pods that a selector finds (S-PORT-9): to say that a port is called otherwise would be wrong elsewhere. */
describe("why a port name does not match", () => {
  const PODS = `---
{apiVersion: v1, kind: Namespace, metadata: {name: shop}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: web}}, status: {phase: Running, podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: api, namespace: shop, labels: {app: api}}, spec: {containers: [{name: c, ports: [{name: http, containerPort: 8003}]}]}, status: {phase: Running, podIP: 10.0.0.2}}`;

  const lookedUp = async (rules: string, flow: string): Promise<readonly unknown[]> => {
    const spec = `{podSelector: {}, policyTypes: [Ingress, Egress], ${rules}}`;
    const policy = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: p, namespace: shop}, spec: ${spec}}`;
    const { egress, ingress } = await askOne([PODS, policy], flow);
    return [...egress.steps, ...ingress.steps].flatMap((step) =>
      step.type === "rule" && step.because.code === "port-name"
        ? [[step.because.name, step.because.resolvesOn]]
        : [],
    );
  };

  it.each<readonly [what: string, rules: string, flow: string, expected: readonly unknown[]]>([
    [
      "through a selector: the pod calls no port so",
      "egress: [{to: [{podSelector: {}}], ports: [{port: grpc}]}], ingress: [{}]",
      "shop/web -> shop/api tcp 8003",
      [["grpc", "destination"]],
    ],
    [
      "through an ipBlock: nothing is looked up, though the pod has the name",
      "egress: [{to: [{ipBlock: {cidr: 10.0.0.0/24}}], ports: [{port: http}]}], ingress: [{}]",
      "shop/web -> shop/api tcp 8003",
      [["http", "selected-pods"]],
    ],
    [
      "an address outside is no pod",
      "egress: [{to: [{ipBlock: {cidr: 192.0.2.0/24}}], ports: [{port: http}]}]",
      "shop/web -> 192.0.2.7 tcp 8003",
      [["http", "pods"]],
    ],
    [
      "without peers, an address outside",
      "egress: [{ports: [{port: http}]}]",
      "shop/web -> 192.0.2.7 tcp 8003",
      [["http", "pods"]],
    ],
    [
      "ingress from an ipBlock: the name is the subject's own",
      "egress: [{}], ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/24}}], ports: [{port: grpc}]}]",
      "shop/web -> shop/api tcp 8003",
      [["grpc", "destination"]],
    ],
  ])("%s", async (_, rules, flow, expected) => {
    expect(await lookedUp(rules, flow)).toEqual(expected);
  });
});

it("does not name a port name that may match, where a host pod may be a pod like any other (U-3, S-PORT-9)", async () => {
  const host = CLUSTER.replace(
    "labels: {app: api}}",
    "labels: {app: api}}, spec: {hostNetwork: true, containers: [{name: c, ports: [{name: http, containerPort: 8003}]}]}",
  );
  const rules = ["http", "grpc"].map((port) => `{to: [${PEERS["pod-label"]}], ports: [{port: ${port}}]}`);
  const policy = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: p, namespace: shop}, spec: {podSelector: {}, policyTypes: [Egress], egress: [${rules.join(", ")}]}}`;
  const { egress } = await askOne([host, policy], FLOW, { profile: STRICT });
  const because = egress.steps.flatMap((step) => (step.type === "rule" ? [step.because.code] : []));
  expect(because.map((code) => code === "port-name")).toEqual([false, true]);
});

/** Node peers of the Admin tier: what is no node, and a node with another label. */
describe("why a peer of nodes does not match", () => {
  it.each<readonly [what: string, to: string, expected: readonly unknown[]]>([
    ["a node that has another value", "node/n1", ["node-label", "role", "edge"]],
    ["a node that lacks the label", "node/n2", ["node-label", "role", undefined]],
    ["a pod", "red/web", ["not-a-node"]],
  ])("%s", async (_, to, expected) => {
    const other =
      "{apiVersion: v1, kind: Node, metadata: {name: n2, labels: {zone: z7}}, status: {addresses: [{type: InternalIP, address: 192.168.0.3}]}}";
    const spec =
      "{priority: 4, subject: {namespaces: {}}, egress: [{action: Deny, to: [{nodes: {matchLabels: {role: core}}}]}]}";
    const policy = `{apiVersion: policy.networking.k8s.io/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: p}, spec: ${spec}}`;
    const { egress } = await askOne([TENANTS, other, policy], `blue/api -> ${to} tcp 6443`);
    const because = egress.steps.flatMap((step) => (step.type === "rule" ? [step.because] : []));
    expect(
      because.map((each) =>
        each.code === "node-label" ? [each.code, each.wanted.key, each.actual] : [each.code],
      ),
    ).toEqual([expected]);
  });
});
