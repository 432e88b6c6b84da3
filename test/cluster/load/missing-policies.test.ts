import { describe, expect, it } from "vitest";
import { explainFlow, loadSources, type Loaded, type SourceOptions } from "../../../src/index.js";
import { incompletenessOf, isComplete } from "../../../src/cluster/load/incomplete.js";
import { lintText, placesOf } from "../../support/findings.js";

const PODS = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
---
apiVersion: v1
kind: Pod
metadata: { name: db, namespace: shop, labels: { app: db } }
---
apiVersion: v1
kind: Pod
metadata: { name: cart, namespace: shop, labels: { app: cart } }
`;

function policy(name: string, app: string, ingress: string): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: shop }
spec: { podSelector: { matchLabels: { app: ${app} } }, policyTypes: [Ingress], ingress: ${ingress} }
`;
}

async function loaded(documents: readonly string[], options: SourceOptions = {}): Promise<Loaded> {
  return loadSources([{ name: "a.yaml", text: [PODS, ...documents].join("---\n") }], options);
}

/** The verdict of shop/web → shop/<to> on TCP 80, and what it hangs on. */
function verdictOf(input: Loaded, to: string): string {
  const { results } = explainFlow(input, { from: "shop/web", to: `shop/${to}`, port: "80" });
  return results
    .map(({ verdict, reasons }) => [verdict, ...reasons.map(({ code }) => code)].join(" "))
    .join("; ");
}

describe("ClusterNetworkPolicy", () => {
  const written = (version: string): string => `apiVersion: policy.networking.k8s.io/${version}
kind: ClusterNetworkPolicy
metadata: { name: floor }
spec:
  tier: Admin
  priority: 1
  subject: { pods: { podSelector: { matchLabels: { app: db } } } }
  ingress: [{ action: Deny, from: [{ namespaces: {} }] }]
`;

  it.each(["v1alpha2", "v1beta1"])("of %s is evaluated", async (version) => {
    const input = await loaded([written(version)]);
    expect(verdictOf(input, "db")).toBe("denied");
    expect(verdictOf(input, "cart")).toBe("allowed");
    expect(isComplete(incompletenessOf(input))).toBe(true);
  });

  it("of one name in both versions is one object", async () => {
    const input = await loaded([written("v1alpha2"), written("v1beta1")]);
    expect(input.problems.map(({ code }) => code)).toContain("duplicate-object");
  });
});

describe("the copies of one object", () => {
  const open = policy("db", "db", "[{}]");
  const closed = policy("db", "db", "[]");

  it("that say the same are one", async () => {
    expect(verdictOf(await loaded([closed, closed]), "db")).toBe("denied");
  });

  it("that differ leave a policy unknown, for the pods that all of them select", async () => {
    const input = await loaded([open, closed]);
    expect(verdictOf(input, "db")).toBe("unknown repeated-policy");
    expect(verdictOf(input, "cart")).toBe("allowed");
    expect(
      incompletenessOf(input).repeated.map(({ policy: { ref }, problem }) => [ref.name, problem?.code]),
    ).toEqual([["db", "duplicate-object"]]);
  });

  it("that differ in their subject leave every pod of the namespace unknown", async () => {
    const input = await loaded([closed, policy("db", "other", "[]")]);
    expect(verdictOf(input, "cart")).toBe("unknown repeated-policy");
  });

  it("that differ and are no policy: the first counts, and it is said", async () => {
    const moved = `apiVersion: v1
kind: Pod
metadata: { name: db, namespace: shop, labels: { app: moved } }
`;
    const input = await loaded([closed, moved]);
    const { notes, results } = explainFlow(input, { from: "shop/web", to: "shop/db", port: "80" });
    expect(results.map(({ verdict }) => verdict)).toEqual(["denied"]);
    expect(notes).toContainEqual({ code: "repeated-objects", objects: ["Pod shop/db"], used: ["a.yaml"] });
  });
});

describe("a policy that no server knows", () => {
  it.each<readonly [what: string, head: string, underlined: string, to: string]>([
    [
      "another version",
      "apiVersion: networking.k8s.io/v2\nkind: NetworkPolicy",
      "networking.k8s.io/v2",
      "cart",
    ],
    ["another spelling", "apiVersion: networking.k8s.io/v1\nkind: networkPolicy", "networkPolicy", "cart"],
    [
      "the version of another kind",
      "apiVersion: policy.networking.k8s.io/v1alpha1\nkind: ClusterNetworkPolicy",
      "policy.networking.k8s.io/v1alpha1",
      "cart",
    ],
    [
      "a kind that the group does not have",
      "apiVersion: policy.networking.k8s.io/v1alpha2\nkind: NetworkPolicy",
      "policy.networking.k8s.io/v1alpha2",
      "cart",
    ],
  ])("%s: refused, and the verdict is unknown", async (_what, head, underlined, to) => {
    const text = `${head}\nmetadata: { name: x, namespace: shop }\nspec: {}\n`;
    expect(verdictOf(await loaded([text]), to)).toBe("unknown refused-policy");
    expect(await placesOf("unserved-kind", text)).toEqual([underlined]);
  });

  it.each([
    ["policy.networking.k8s.io/v1beta2", "ClusterNetworkPolicy", true],
    ["policy.networking.k8s.io/v1alpha3", "ClusterNetworkPolicy", true],
    ["policy.networking.k8s.io/v1", "AdminNetworkPolicy", true],
    ["networking.k8s.io/v2", "NetworkPolicy", true],
    ["networking.k8s.io/v2alpha1", "NetworkPolicy", false],
    ["policy.networking.k8s.io/v1alpha1", "ClusterNetworkPolicy", false],
    ["policy.networking.k8s.io/beta", "ClusterNetworkPolicy", false],
    ["policy.networking.k8s.io/v1beta2", "clusterNetworkPolicy", false],
  ])("%s %s: newer than what is known: %s", async (apiVersion, kind, isNewer) => {
    const text = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: x, namespace: shop }\nspec: {}\n`;
    const [only, ...more] = (await lintText(text)).filter(({ rule }) => rule === "unserved-kind");
    expect(more).toEqual([]);
    expect(only?.wording.message.startsWith("this version of anp doesn't know")).toBe(isNewer);
    expect(only?.problem.server === undefined).toBe(isNewer);
  });

  it("of another group is none of ours", async () => {
    const calico = "apiVersion: projectcalico.org/v3\nkind: NetworkPolicy\nmetadata: { name: x }\nspec: {}\n";
    expect(await placesOf("unserved-kind", calico)).toEqual([]);
  });
});

describe("a policy that does not say what it is", () => {
  it.each<readonly [what: string, text: string, places: number]>([
    ["no apiVersion", "kind: NetworkPolicy\nmetadata: { name: a }\n", 1],
    ["no kind", "apiVersion: policy.networking.k8s.io/v1alpha2\nmetadata: { name: b }\n", 1],
    ["Kind instead of kind", "apiVersion: networking.k8s.io/v1\nKind: NetworkPolicy\n", 1],
    ["apiversion instead of apiVersion", "apiversion: networking.k8s.io/v1\nkind: NetworkPolicy\n", 1],
    ["both in capitals", "APIVERSION: networking.k8s.io/v1\nKIND: NETWORKPOLICY\n", 1],
    ["a number for apiVersion", "apiVersion: 1\nkind: ClusterNetworkPolicy\n", 1],
    ["another kind without apiVersion", "kind: Deployment\nmetadata: { name: c }\n", 0],
    ["settings that speak of policies elsewhere", "rules: { kind: NetworkPolicy }\n", 0],
  ])("%s", async (_what, text, places) => {
    const stream = `${PODS}---\n${text}`;
    expect(await placesOf("not-analysed", stream)).toHaveLength(places);
    const input = await loaded([text]);
    expect(verdictOf(input, "cart")).toBe(places === 0 ? "allowed" : "unknown not-analysed");
  });
});

describe("labels that are no text", () => {
  it.each<readonly [what: string, text: string, underlined: readonly string[]]>([
    ["of a Pod", "apiVersion: v1\nkind: Pod\nmetadata: { name: p, labels: { app: yes } }\n", ["yes"]],
    [
      "of a template",
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: d }\nspec: { template: { metadata: { labels: { v: 1.10 } } } }\n",
      ["1.10"],
    ],
    [
      "of a CronJob's template",
      "apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: c }\nspec: { jobTemplate: { spec: { template: { metadata: { labels: { n: 7 } } } } } }\n",
      ["7"],
    ],
    [
      "of a Namespace",
      "apiVersion: v1\nkind: Namespace\nmetadata: { name: n, labels: { on: true } }\n",
      ["true"],
    ],
    ["of a Node", "apiVersion: v1\nkind: Node\nmetadata: { name: o, labels: { zone: 0x1 } }\n", ["0x1"]],
    [
      "quoted, null or empty",
      'apiVersion: v1\nkind: Pod\nmetadata: { name: q, labels: { a: "yes", b: null, c: "" } }\n',
      [],
    ],
  ])("%s: the server refuses the object", async (_what, text, underlined) => {
    expect(await placesOf("label-not-string", text)).toEqual(underlined);
  });

  it("keep a pod out of the cluster", async () => {
    const text = "apiVersion: v1\nkind: Pod\nmetadata: { name: gone, namespace: shop, labels: { app: 1 } }\n";
    const { cluster } = await loaded([text]);
    expect(cluster.workloads.map(({ name }) => name)).toEqual(["cart", "db", "web"]);
  });
});

describe("an object that is no policy and that the server refuses", () => {
  const deployment = (labels: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: api, namespace: shop }
spec: { template: { metadata: { ${labels} } } }
`;

  it.each([
    ["a label that is a number", deployment("labels: { app: api, tier: 3 }"), "label-not-string"],
    ["labels that are a text", deployment("labels: app=api"), "schema"],
    ["labels that are a list", deployment("labels: [app]"), "schema"],
    ["labels twice", deployment("labels: { app: api }, labels: { app: db }"), "duplicate-key"],
    [
      "a Service with a key twice",
      "apiVersion: v1\nkind: Service\nkind: Service\nmetadata: { name: api, namespace: shop }\n",
      "duplicate-key",
    ],
  ])("is missing from every answer: %s", async (_what, text, code) => {
    const input = await loaded([text]);
    const { refusedObjects, refused } = incompletenessOf(input);
    expect(refusedObjects.map(({ object: { ref }, problem }) => [ref.name, problem?.code])).toEqual([
      ["api", code],
    ]);
    expect(refused).toEqual([]);
    expect(isComplete(incompletenessOf(input))).toBe(false);
    expect(input.cluster.workloads.map(({ name }) => name)).not.toContain("api");
  });

  it.each(["name: 2048, namespace: shop", "name: web, namespace: on", "name: [web]"])(
    "is missing where its name or namespace is no text: %s",
    async (metadata) => {
      const pod = `apiVersion: v1\nkind: Pod\nmetadata: { ${metadata} }\n`;
      const input = await loaded([pod]);
      expect(incompletenessOf(input).refusedObjects.map(({ problem }) => problem?.code)).toEqual(["schema"]);
      expect(input.cluster.workloads.map(({ namespace }) => namespace)).not.toContain("default");
    },
  );

  it.each(["${HOST}", "yes please", "'true'", "1"])(
    "is missing where it is open whether it is on its node's network: %s",
    async (value) => {
      const text = /^[\d']/.test(value) ? value : `"${value}"`;
      const pod = `apiVersion: v1\nkind: Pod\nmetadata: { name: host, namespace: shop }\nspec: { hostNetwork: ${text} }\n`;
      const input = await loaded([pod]);
      expect(incompletenessOf(input).refusedObjects.map(({ problem }) => problem?.code)).toEqual(["schema"]);
      expect(input.cluster.workloads.map(({ name }) => name)).not.toContain("host");
    },
  );

  it("has labels that are null, or none, and is accepted", async () => {
    const input = await loaded([deployment("labels: null"), deployment("").replace("api", "web-2")]);
    expect(isComplete(incompletenessOf(input))).toBe(true);
  });

  it("doesn't concern an answer if nobody reads it", async () => {
    const map = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: b, a: c }\n";
    expect(isComplete(incompletenessOf(await loaded([map])))).toBe(true);
  });
});

describe("a label with a placeholder for its value", () => {
  const web = `apiVersion: apps/v1
kind: Deployment
metadata: { name: api, namespace: shop }
spec: { template: { metadata: { labels: { app: "\${APP}", tier: back } } } }
`;

  it("leaves unknown whether a policy that asks for it selects the pods", async () => {
    expect(verdictOf(await loaded([web, policy("db", "db", "[]")]), "api")).toBe("unknown pod-labels");
    expect(verdictOf(await loaded([web, policy("db", "db", "[{}]")]), "api")).toBe("allowed");
    const other = policy("back", "db", "[]").replace("app: db", "tier: back");
    expect(verdictOf(await loaded([web, other]), "api")).toBe("denied");
    const present = policy("any", "db", "[]").replace(
      "matchLabels: { app: db }",
      "matchExpressions: [{ key: app, operator: Exists }]",
    );
    expect(verdictOf(await loaded([web, present]), "api")).toBe("denied");
  });
});
