import { describe, expect, it } from "vitest";
import { askOne, askWithCluster, stepText } from "../../support/flow.js";
import { verdictInMap } from "../../support/in-map.js";
import { clusterInput, storedInput } from "../../support/stored.js";
import { explainFlow, loadSources, type Result } from "../../../src/index.js";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import { trafficText } from "../../../src/base/text/traffic.js";

const CLUSTER = `
{apiVersion: v1, kind: Namespace, metadata: {name: shop}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: ops}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: web}}, spec: {containers: [{}]}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop, labels: {app: db}}, spec: {containers: [{}]}, status: {podIP: 10.0.0.2}}`;

function networkPolicy(name: string, namespace: string, spec: string): string {
  return `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: ${name}, namespace: ${namespace}}, spec: ${spec}}`;
}

function clusterNetworkPolicy(name: string, tier: string, priority: number, rules: string): string {
  const spec = `{tier: ${tier}, priority: ${priority}, subject: {namespaces: {}}, ${rules}}`;
  return `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: ${name}}, spec: ${spec}}`;
}

const DB = "podSelector: {matchLabels: {app: db}}";
/** A port that no server takes (V-NP-4): the policy is refused, but whom it selects is clear. */
const BAD_PORT = "ingress: [{ports: [{port: 70000}]}]";
const NO_ACTION = "ingress: [{from: [{namespaces: {}}]}]";
const DENY_ALL = "ingress: [{action: Deny, from: [{namespaces: {}}]}]";

interface Row {
  readonly name: string;
  readonly policies: readonly string[];
  readonly verdict: string;
  readonly reasons?: readonly string[];
  /** The verdict if what is missing did nothing; missing where it is the verdict itself. */
  readonly withoutMissing?: string;
}

/** What the author of a policy meant is missing from the cluster: where it could decide, nobody knows the verdict. */
const ROWS: readonly Row[] = [
  {
    name: "a refused NetworkPolicy may isolate what it selects",
    policies: [networkPolicy("bad", "shop", `{${DB}, ${BAD_PORT}}`)],
    verdict: "unknown",
    reasons: ["refused-policy"],
    withoutMissing: "allowed",
  },
  {
    name: "a refused NetworkPolicy selects nothing outside of its namespace",
    policies: [networkPolicy("bad", "ops", `{${DB}, ${BAD_PORT}}`)],
    verdict: "allowed",
  },
  {
    name: "a refused NetworkPolicy does nothing to pods that it does not select",
    policies: [networkPolicy("bad", "shop", `{podSelector: {matchLabels: {app: cache}}, ${BAD_PORT}}`)],
    verdict: "allowed",
  },
  {
    name: "a refused NetworkPolicy whose selector is misspelled may select any pod of its namespace",
    policies: [
      networkPolicy("bad", "shop", "{podselector: {matchLabels: {app: cache}}, policyTypes: [Ingress]}"),
    ],
    verdict: "unknown",
    reasons: ["refused-policy"],
    withoutMissing: "allowed",
  },
  {
    name: "a refused NetworkPolicy of the other direction does nothing",
    policies: [
      networkPolicy("bad", "shop", `{${DB}, policyTypes: [Egress], egress: [{ports: [{port: 70000}]}]}`),
    ],
    verdict: "allowed",
  },
  {
    name: "a refused NetworkPolicy may allow what others deny",
    policies: [
      networkPolicy("bad", "shop", `{${DB}, ${BAD_PORT}}`),
      networkPolicy("shut", "shop", `{${DB}}`),
    ],
    verdict: "unknown",
    reasons: ["refused-policy"],
    withoutMissing: "denied",
  },
  {
    name: "a refused NetworkPolicy takes nothing from what another one allows (S-OVL-1)",
    policies: [
      networkPolicy("bad", "shop", `{${DB}, ${BAD_PORT}}`),
      networkPolicy("open", "shop", `{${DB}, ingress: [{}]}`),
    ],
    verdict: "allowed",
  },
  {
    name: "a refused policy of the Admin tier may come first",
    policies: [
      clusterNetworkPolicy("bad", "Admin", 1, NO_ACTION),
      clusterNetworkPolicy("deny", "Admin", 5, DENY_ALL),
    ],
    verdict: "unknown",
    reasons: ["refused-policy"],
    withoutMissing: "denied",
  },
  {
    name: "a refused policy of the Admin tier may come between a policy that matches nothing and the one that decides",
    policies: [
      clusterNetworkPolicy(
        "aside",
        "Admin",
        3,
        "ingress: [{action: Deny, from: [{namespaces: {matchLabels: {kubernetes.io/metadata.name: ops}}}]}]",
      ),
      clusterNetworkPolicy("bad", "Admin", 4, NO_ACTION),
      clusterNetworkPolicy("deny", "Admin", 5, DENY_ALL),
    ],
    verdict: "unknown",
    reasons: ["refused-policy"],
    withoutMissing: "denied",
  },
  {
    name: "a refused policy comes too late behind the rule that decides",
    policies: [
      clusterNetworkPolicy("bad", "Admin", 9, NO_ACTION),
      clusterNetworkPolicy("deny", "Admin", 5, DENY_ALL),
    ],
    verdict: "denied",
  },
  {
    name: "a refused policy of the Admin tier may pass over a Deny behind it",
    policies: [
      clusterNetworkPolicy("bad", "Admin", 1, NO_ACTION),
      clusterNetworkPolicy("deny", "Admin", 5, DENY_ALL),
      networkPolicy("shut", "shop", `{${DB}}`),
    ],
    verdict: "unknown",
    reasons: ["refused-policy"],
    withoutMissing: "denied",
  },
  {
    name: "a refused Baseline policy is not asked behind a NetworkPolicy that isolates",
    policies: [
      clusterNetworkPolicy("bad", "Baseline", 1, NO_ACTION),
      networkPolicy("open", "shop", `{${DB}, ingress: [{}]}`),
    ],
    verdict: "allowed",
  },
  {
    name: "a refused Baseline policy may decide before the default",
    policies: [clusterNetworkPolicy("bad", "Baseline", 1, NO_ACTION)],
    verdict: "unknown",
    reasons: ["refused-policy"],
    withoutMissing: "allowed",
  },
  {
    name: "a document that cannot be read may hold the policy that comes first",
    policies: ["apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: [unclosed"],
    verdict: "unknown",
    reasons: ["not-analysed"],
    withoutMissing: "allowed",
  },
];

describe("policies that are missing", () => {
  it.each(ROWS)("$name", async ({ policies, verdict, reasons = [], withoutMissing }) => {
    const flow = "shop/web -> shop/db tcp 80";
    const asked = await askWithCluster([CLUSTER, ...policies], flow);
    const { result } = asked;
    expect(result.verdict).toBe(verdict);
    expect(verdictInMap(asked, flow), "in the map").toBe(verdict);
    expect(result.reasons.map(({ code }) => code)).toEqual(reasons);
    expect(result.withoutMissing).toBe(withoutMissing);
  });
});

/** The Admin tier decides, so that the tier of NetworkPolicies is not asked: what can be said of it hangs on who is missing. */
describe("a tier that is not reached", () => {
  const none = "no-policy NetworkPolicy";
  it.each<[string, string, string[]]>([
    ["has no policy said of it where one that is missing may select the pod", `{${DB}, ${BAD_PORT}}`, []],
    [
      "has none where the one that is missing selects another pod",
      `{podSelector: {matchLabels: {app: cache}}, ${BAD_PORT}}`,
      [none],
    ],
    [
      "has none where the one that is missing acts in the other direction",
      `{${DB}, policyTypes: [Egress], egress: [{ports: [{port: 70000}]}]}`,
      [none],
    ],
  ])("%s", async (_name, spec, expected) => {
    const policies = [clusterNetworkPolicy("deny", "Admin", 5, DENY_ALL), networkPolicy("bad", "shop", spec)];
    const { verdict, ingress } = await askOne([CLUSTER, ...policies], "shop/web -> shop/db tcp 80");
    expect(verdict).toBe("denied");
    expect(ingress.steps.map(stepText).filter((each) => each === none)).toEqual(expected);
  });
});

it("what stands in a document that could not be read may come before everything else", async () => {
  const accept = clusterNetworkPolicy("accept", "Admin", 1, DENY_ALL.replace("Deny", "Accept"));
  const result = await askOne(
    [CLUSTER, accept, "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {"],
    "shop/web -> shop/db tcp 80",
  );
  expect([result.verdict, result.reasons.map(({ code }) => code)]).toEqual(["unknown", ["not-analysed"]]);
  expect(result.ingress.steps.map(stepText)).toContain("* refused Admin unread");
});

/** The policies, or kinds of them, that a verdict is missing, fact by fact. */
function missingIn({ reasons }: Result): (readonly string[])[] {
  return reasons.flatMap((each) => ("policies" in each ? [each.policies] : []));
}

it("of refused policies each is missing only where it may select the pod", async () => {
  const cache =
    "{apiVersion: apps/v1, kind: Deployment, metadata: {name: cache, namespace: shop}, spec: {template: {metadata: {labels: {app: cache}}, spec: {containers: [{}]}}}}";
  const labelled = (name: string, label: string): string =>
    networkPolicy(name, "shop", `{podSelector: {matchLabels: {${label}}}, ${BAD_PORT}}`);
  // Of port 80 only a pod is left without the hash.
  const open = `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: open}, spec: {tier: Admin, priority: 3,
    subject: {pods: {podSelector: {matchLabels: {pod-template-hash: old}}}},
    ingress: [{action: Accept, from: [{namespaces: {}}], protocols: [{tcp: {destinationPort: {number: 80}}}]}]}}`;
  const policies = [
    open,
    labelled("by-hash", "pod-template-hash: old"),
    labelled("by-zone", "topology.kubernetes.io/zone: east"),
  ];
  const text = [CLUSTER, cache, ...policies].join("\n---\n");
  const loaded = await loadSources([{ name: "cluster.yaml", text }]);
  const { results } = explainFlow(loaded, {
    from: "shop/web",
    to: "shop/deployment/cache",
    protocol: "tcp",
  });
  const [hash, zone] = ["NetworkPolicy shop/by-hash", "NetworkPolicy shop/by-zone"];
  const told = results.map((each) => [trafficText(each.traffic), each.verdict, missingIn(each)]);
  expect(told.toSorted()).toEqual([
    ["TCP 1-79, 81-65535", "unknown", [[hash, zone]]],
    ["TCP 80", "unknown", [[zone]]],
  ]);
});

/** Nobody has seen policies of both APIs, so that no implementation has anything to choose (S-PRI-5). */
describe("kinds of both APIs that a cluster does not show", () => {
  it.each([
    ["may not be listed", undefined, "forbidden-policies"],
    ["could not be listed", "no answer", "unlisted-policies"],
  ])("are missing by their names where they %s", async (_what, why, code) => {
    const group = "policy.networking.k8s.io";
    const forbidden = [
      { apiVersion: `${group}/v1alpha1`, kind: "AdminNetworkPolicy" },
      { apiVersion: `${group}/v1alpha2`, kind: "ClusterNetworkPolicy" },
    ].map((each) => ({ ...each, readIn: [], ...(why === undefined ? {} : { why }) }));
    const loaded = await load([clusterInput({ forbidden }), storedInput(CLUSTER.slice(1))], {
      ...READ_OPTIONS,
      purpose: "flows",
      kubernetesVersion: undefined,
    });
    const { results } = explainFlow(loaded, { from: "shop/web", to: "shop/db", port: "80" });
    expect(results.map(({ verdict }) => verdict)).toEqual(["unknown"]);
    const [result] = results;
    expect(new Set(result!.reasons.map((each) => each.code))).toEqual(new Set([code]));
    // The Admin tier has both kinds, the Baseline tier one of them.
    expect(missingIn(result!)).toEqual([
      ["AdminNetworkPolicy", "ClusterNetworkPolicy"],
      ["ClusterNetworkPolicy"],
    ]);
  });
});
