import { describe, expect, it } from "vitest";
import { adminEgress, CART_FROM_WEB, namespace, pod, stream, webEgress } from "../../cli/manifests.js";
import { judgeMutants } from "../../../src/questions/mutate/mutate.js";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { mutantsOf } from "../../../src/questions/mutate/mutants.js";
import { mutationText } from "../../../src/report/mutant-words.js";
import { parseAddress, parseBlock, type Address } from "../../../src/base/net/address.js";
import { readTestFile } from "../../../src/questions/expect/read-test-file.js";
import { EVERYTHING } from "../../../src/cluster/model/selector.js";
import { Work } from "../../../src/base/limits/work.js";
import type { Cluster } from "../../../src/cluster/model/cluster.js";

const PODS = stream(
  namespace("shop", "{ team: a }"),
  namespace("ops", "{ team: b }"),
  pod("shop", "web"),
  pod("shop", "cart", "[{ name: grpc, containerPort: 7070 }]"),
  pod("shop", "mail"),
  pod("ops", "web"),
);

async function clusterOf(...manifests: readonly string[]): Promise<Cluster> {
  return clusterWith({}, ...manifests);
}

async function clusterWith(
  known: { dns?: Map<string, Address[]> },
  ...manifests: readonly string[]
): Promise<Cluster> {
  const facts = { podBlocks: [parseBlock("10.0.0.0/8")!], serviceBlocks: [], nodeBlocks: [], ...known };
  const { cluster } = await loadSources([{ name: "a.yaml", text: stream(PODS, ...manifests) }], { facts });
  return cluster;
}

const ADMIN_DENY = `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: wall }
spec: { priority: 1, subject: { namespaces: {} }, egress: [{ action: Deny, to: [{ namespaces: {} }] }] }
`;

describe("the small changes", () => {
  it.each([
    [
      "of a NetworkPolicy: an only peer or port that is gone is any",
      [CART_FROM_WEB],
      [
        "drop-policy without the policy",
        "drop-label without podSelector.matchLabels.app",
        "negate-label podSelector.matchLabels.app: NotIn",
        "drop-rule without ingress[0]",
        "drop-peer without ingress[0].from[0]",
        "drop-label without ingress[0].from[0].podSelector.matchLabels.app",
        "negate-label ingress[0].from[0].podSelector.matchLabels.app: NotIn",
        "drop-port without ingress[0].ports[0]",
        "widen-ports ingress[0].ports[0].port: 7070-7071",
      ],
    ],
    [
      "of both directions",
      [CART_FROM_WEB.replace("[Ingress]", "[Ingress, Egress]").replace(/ {2}ingress:[^]*/, "")],
      [
        "drop-policy without the policy",
        "drop-label without podSelector.matchLabels.app",
        "negate-label podSelector.matchLabels.app: NotIn",
        "drop-direction without egress",
        "drop-direction without ingress",
      ],
    ],
    [
      "of blocks, ranges and selectors of both kinds",
      [
        webEgress(
          "{ to: [{ ipBlock: { cidr: 10.2.0.0/15, except: [10.2.3.0/24] } }, { namespaceSelector: { matchExpressions: [{ key: team, operator: Exists }] }, podSelector: { matchLabels: { app: web } } }], ports: [{ port: 65534, endPort: 65535 }, { port: grpc }] }",
        ),
      ],
      [
        "drop-policy without the policy",
        "drop-label without podSelector.matchLabels.app",
        "negate-label podSelector.matchLabels.app: NotIn",
        "drop-rule without egress[0]",
        "drop-peer without egress[0].to[0]",
        "widen-block egress[0].to[0].ipBlock.cidr: 10.0.0.0/14",
        "drop-except without egress[0].to[0].ipBlock.except[0]",
        "drop-peer without egress[0].to[1]",
        "drop-label without egress[0].to[1].namespaceSelector.matchExpressions[0].key",
        "negate-label egress[0].to[1].namespaceSelector.matchExpressions[0].key: DoesNotExist",
        "drop-label without egress[0].to[1].podSelector.matchLabels.app",
        "negate-label egress[0].to[1].podSelector.matchLabels.app: NotIn",
        "and-to-or egress[0].to[1] as two peers",
        "drop-port without egress[0].ports[0]",
        "widen-ports egress[0].ports[0].port: 65533-65535",
        "drop-port without egress[0].ports[1]",
      ],
    ],
    [
      "of ordered policies: actions, and priorities of neighbours; a rule has to keep a peer",
      [
        adminEgress("first", "{ action: Accept, to: [{ namespaces: {} }] }"),
        adminEgress("second", "{ action: Pass, to: [{ namespaces: {} }] }").replace(
          "priority: 7",
          "priority: 9",
        ),
      ],
      [
        "drop-policy without the policy",
        "drop-rule without egress[0]",
        "swap-action egress[0].action: Deny",
        "swap-action egress[0].action: Pass",
        "drop-policy without the policy",
        "drop-rule without egress[0]",
        "swap-action egress[0].action: Accept",
        "swap-action egress[0].action: Deny",
        "swap-priority with priority 9",
      ],
    ],
    [
      "of an older kind: actions in its own words",
      [ADMIN_DENY],
      [
        "drop-policy without the policy",
        "drop-rule without egress[0]",
        "swap-action egress[0].action: Allow",
        "swap-action egress[0].action: Pass",
      ],
    ],
  ])("%s", async (_, manifests, changes) => {
    const { policies } = await clusterOf(...manifests);
    expect([...mutantsOf(policies)].map((each) => `${each.mutator} ${mutationText(each)}`)).toEqual(changes);
  });
});

/** `killed by test 0 drop-policy without the policy`, of each mutant. */
async function fates(cluster: Cluster, tests: readonly string[]): Promise<string[]> {
  const text = `apiVersion: anp.dev/v1alpha1\nkind: PolicyTest\ntests:\n${tests.map((each, i) => `- { name: test ${i}, ${each} }\n`).join("")}`;
  const read = readTestFile({ name: "a.anp-test.yaml", text });
  if (!read.ok) throw new Error(read.problem.map(({ message }) => message).join("; "));
  const judged = judgeMutants(cluster, read.value.tests, { profile: REFERENCE, namespace: undefined });
  return judged.map(({ mutant, fate }) => {
    const flow = "flow" in fate ? fate.flow : undefined;
    const by = fate.status === "killed" ? ` by ${fate.test}` : "";
    const change =
      flow === undefined
        ? ""
        : `: ${flow.from.row.shownAs} to ${flow.to.row.shownAs} ${flow.slice.before.verdict} ${flow.slice.after.verdict}`;
    return `${mutant.mutator} ${fate.status}${by}${change}`;
  });
}

describe("what tests make of them", () => {
  it("a test about the flow notices, others do not", async () => {
    const tests = [
      'from: shop/web, allowed: ["shop/cart:7070"]',
      'from: shop/mail, denied: ["shop/cart:7070"]',
    ];
    expect(await fates(await clusterOf(CART_FROM_WEB), tests)).toEqual([
      "drop-policy killed by test 1",
      "drop-label survived: shop/cart to shop/mail allowed denied",
      "negate-label killed by test 1",
      "drop-rule killed by test 0",
      "drop-peer killed by test 1",
      "drop-label killed by test 1",
      "negate-label killed by test 0",
      "drop-port survived: shop/web to shop/cart denied allowed",
      "widen-ports survived: shop/web to shop/cart denied allowed",
    ]);
  });

  it("what is proved of everything else notices them all", async () => {
    const tests = [
      "to: shop/cart, port: 7070, only: [shop/web]",
      'from: "*", to: shop/cart, port: 1-7069, expect: denied',
      'from: "*", to: shop/cart, port: 7071-65535, expect: denied',
      'from: "ops/*", to: [shop/web, shop/mail], expect: allowed',
    ];
    const all = await fates(await clusterOf(CART_FROM_WEB), tests);
    expect(all.filter((each) => !each.includes("killed"))).toEqual([]);
  });

  it("a change that changes nothing is proved to, and is nobody's to notice", async () => {
    const twice = stream(CART_FROM_WEB, CART_FROM_WEB.replace("cart-from-web", "same-again"));
    const all = await fates(await clusterOf(twice), ['from: shop/web, allowed: ["shop/cart:7070"]']);
    expect(all.filter((each) => each === "drop-policy equivalent")).toHaveLength(2);
    expect(all.filter((each) => each === "drop-rule equivalent")).toHaveLength(2);
  });

  it("of a rule by name whose action changes, a Deny is left open (U-22), though its peers were asked of an Accept", async () => {
    const allow = '{ action: Accept, to: [{ domainNames: ["api.example.com"] }] }';
    const dns = new Map([["api.example.com", [parseAddress("203.0.113.7")!]]]);
    const all = await fates(await clusterWith({ dns }, adminEgress("names", allow)), [
      'from: ops/web, allowed: ["shop/cart:7070"]',
    ]);
    expect(all.filter((each) => each.startsWith("swap-action"))).toEqual([
      "swap-action survived: ops/web to 203.0.113.7/32 allowed undefined",
      "swap-action equivalent",
    ]);
  });

  it("a test of a pod by its labels, which is none of the input's, notices what no flow of the input shows", async () => {
    const closed = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: new }
spec: { podSelector: {}, policyTypes: [Egress] }
`;
    const cluster = await clusterOf(namespace("new"), closed);
    const tests = ['from: new/app=a, to: "*", port: grpc, expect: denied'];
    expect((await fates(cluster, tests)).slice(0, 1)).toEqual(["drop-policy killed by test 0"]);
    const others = ["from: shop/web, to: shop/mail, expect: allowed"];
    expect((await fates(cluster, others)).slice(0, 1)).toEqual(["drop-policy equivalent"]);
  });

  it("a test of what a rule does not match hangs on it where its policy's subject cannot be built (U-20)", async () => {
    const toCart =
      "{ action: Pass, to: [{ pods: { namespaceSelector: {}, podSelector: { matchLabels: { app: cart } } } }] }";
    const cluster = await clusterOf(adminEgress("broken", toCart));
    const policies = cluster.policies.map((policy) => {
      const namespaces = { selector: { ...EVERYTHING, unbuildable: true as const } };
      return { ...policy, subject: { ...policy.subject, namespaces } };
    });
    const all = await fates({ ...cluster, policies }, ["from: shop/web, to: shop/mail, expect: undefined"]);
    expect(all.filter((each) => each.startsWith("drop-"))).toEqual([
      "drop-policy killed by test 0",
      "drop-rule killed by test 0",
      // Closed, the rule denies whatever its labels are.
      "drop-label equivalent",
    ]);
  });

  it("a policy that no test can hang on has no coverage", async () => {
    const all = await fates(await clusterOf(CART_FROM_WEB), [
      'from: "ops/*", to: shop/mail, expect: allowed',
    ]);
    expect(all[0]).toBe("drop-policy no-coverage: ops/web to shop/cart denied allowed");
  });

  it("a test that fails, or may fail, notices nothing", async () => {
    const failing = ['from: shop/web, denied: ["shop/cart:7070"]'];
    const todo = ['from: shop/mail, denied: ["shop/cart:7070"], todo: { why: later }'];
    for (const tests of [failing, todo])
      expect(
        (await fates(await clusterOf(CART_FROM_WEB), tests)).some((each) => each.includes("killed")),
      ).toBe(false);
  });

  it("a policy that is named and gone is noticed", async () => {
    const tests = ["from: shop/mail, to: shop/cart, expect: denied, by: netpol/shop/cart-from-web"];
    const cluster = await clusterOf(
      stream(CART_FROM_WEB, CART_FROM_WEB.replace("cart-from-web", "same-again")),
    );
    expect((await fates(cluster, tests))[0]).toBe("drop-policy killed by test 0");
  });

  it("what a limit leaves unknown is not noticed by a test", async () => {
    const tests = [
      "to: shop/cart, port: 7070, only: [shop/web]",
      'from: shop/mail, denied: ["shop/cart:22"]',
    ];
    const whole = await fates(await clusterOf(CART_FROM_WEB), tests);
    expect(whole.some((each) => each.includes("killed"))).toBe(true);
    expect(whole.some((each) => !each.includes("killed"))).toBe(true);
    const undecided = new Set<number>();
    for (let steps = 250; steps < 256_000; steps *= 1.25) {
      const cluster = { ...(await clusterOf(CART_FROM_WEB)), work: new Work(Math.round(steps)) };
      const limited = await fates(cluster, tests);
      for (const [i, each] of limited.entries()) {
        if (each.endsWith("undecided")) undecided.add(i);
        else expect(each).toBe(whole[i]);
      }
    }
    expect(undecided.size).toBe(whole.length);
  });

  it("behind a limit nothing is said to be proved", async () => {
    const cluster = { ...(await clusterOf(CART_FROM_WEB)), work: new Work(2000) };
    const all = await fates(cluster, ['from: shop/mail, denied: ["shop/cart:7070"]']);
    expect(all.some((each) => each.endsWith("undecided"))).toBe(true);
    expect(all.some((each) => each.endsWith("equivalent"))).toBe(false);
  });
});
