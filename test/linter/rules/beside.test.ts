import { describe, expect, it } from "vitest";
import { documents, pod, policy } from "../../support/exposure.js";
import { lint } from "../../../src/linter/lint/lint.js";
import { lintText } from "../../support/findings.js";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import type { Loaded } from "../../../src/cluster/load/options.js";

function read(name: string, ...texts: readonly string[]): Promise<Loaded> {
  const file = { name, text: documents(...texts) };
  return load([{ type: "file", file, isNamed: true }], READ_OPTIONS);
}

/** What some rules find in a set of manifests beside another one. */
async function found(
  own: readonly string[],
  beside: readonly string[],
  rules: readonly string[],
): Promise<string[]> {
  const loaded = await read("own.yaml", ...own);
  const other = await read("beside.yaml", ...beside);
  const { diagnostics } = lint({ ...loaded, beside: [other.cluster] }, { only: new Set(rules) });
  return diagnostics.map(({ rule }) => rule);
}

describe("policies of another set of manifests that are in a namespace", () => {
  const INGRESS = policy("shop", "in", "{ podSelector: {}, policyTypes: [Ingress] }");
  const OUT = policy("shop", "out", "{ podSelector: {}, policyTypes: [Egress] }");
  const WIDE = `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: out }
spec: { tier: Admin, priority: 5, subject: { namespaces: {} }, egress: [{ name: a, action: Deny, to: [{ networks: [0.0.0.0/0] }] }] }
`;
  const WEB = pod("shop", "web");

  it.each<[what: string, beside: readonly string[], isOpen: boolean]>([
    ["may restrict its egress", [OUT], false],
    ["may be about ingress alone", [INGRESS.replace("name: in", "name: too")], true],
    [
      "are none where they are in another namespace",
      [OUT.replace("namespace: shop", "namespace: lab")],
      true,
    ],
    ["are none where they name no namespace", [OUT.replace(", namespace: shop", "")], true],
    ["are none where they are for the whole cluster", [WIDE], true],
    ["are none where a workload is in both: these are states of one thing", [OUT, WEB], true],
    ["are none where a policy is in both", [OUT, INGRESS], true],
    ["count beside other workloads", [OUT, pod("shop", "cart")], false],
  ])("%s", async (_, beside, isOpen) => {
    expect(await found([WEB, INGRESS], beside, ["egress-unrestricted"])).toEqual(
      isOpen ? ["egress-unrestricted"] : [],
    );
  });

  it.each<[what: string, beside: readonly string[], isTold: boolean]>([
    [
      "DNS",
      [
        policy(
          "shop",
          "dns",
          "{ podSelector: {}, policyTypes: [Egress], egress: [{ ports: [{ port: 53, protocol: UDP }] }] }",
        ),
      ],
      false,
    ],
    [
      "another port",
      [
        policy(
          "shop",
          "web",
          "{ podSelector: {}, policyTypes: [Egress], egress: [{ ports: [{ port: 443 }] }] }",
        ),
      ],
      true,
    ],
    [
      "DNS in another namespace",
      [
        policy(
          "lab",
          "dns",
          "{ podSelector: {}, policyTypes: [Egress], egress: [{ ports: [{ port: 53, protocol: UDP }] }] }",
        ),
      ],
      true,
    ],
    [
      "ingress on the port of DNS",
      [
        policy(
          "shop",
          "dns",
          "{ podSelector: {}, policyTypes: [Ingress], ingress: [{ ports: [{ port: 53, protocol: UDP }] }] }",
        ),
      ],
      true,
    ],
  ])("may allow %s", async (_, beside, isTold) => {
    const toCart = policy(
      "shop",
      "cart",
      "{ podSelector: {}, policyTypes: [Egress], egress: [{ to: [{ podSelector: { matchLabels: { app: cart } } }], ports: [{ port: 7070 }] }] }",
    );
    expect(await found([WEB, toCart], beside, ["dns-port-never-allowed"])).toEqual(
      isTold ? ["dns-port-never-allowed"] : [],
    );
  });
});

describe("a policy of the design of 2016", () => {
  const namespace = (annotations: string): string =>
    `apiVersion: v1\nkind: Namespace\nmetadata: { name: shop, annotations: { ${annotations} } }\n`;
  const ISOLATED = namespace(
    `net.beta.kubernetes.io/network-policy: '{"ingress":{"isolation":"DefaultDeny"}}'`,
  );
  const OLD = policy(
    "shop",
    "web",
    "{ podSelector: {}, ingress: [{ from: [{ podSelector: { matchLabels: { app: web } } }] }] }",
  ).replace("networking.k8s.io/v1", "extensions/v1beta1");
  const PODS = documents(pod("shop", "web"), pod("shop", "cart"));

  it.each<[what: string, texts: readonly string[], why: readonly string[]]>([
    ["in a namespace that nothing isolates means nothing", [namespace(""), PODS, OLD], ["not-isolated"]],
    ["in a namespace that is isolated opens it", [ISOLATED, PODS, OLD], []],
    ["in a namespace of which nothing is known may open it", [PODS, OLD], []],
  ])("%s (S-LEG-1)", async (_, texts, why) => {
    const all = await lintText(documents(...texts), { isLegacy: true });
    const vacuous = all.flatMap(({ problem }) =>
      problem.code === "vacuous-policy" ? [problem.facts.why] : [],
    );
    expect(vacuous).toEqual(why);
  });
});
