import { describe, expect, it } from "vitest";
import { explainFlow, loadSources, REFERENCE } from "../../../src/index.js";
import { classesOf } from "../../../src/semantics/reach/classes.js";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../../src/semantics/reach/ends.js";
import { Reach } from "../../../src/semantics/reach/reach.js";

/** A deny of names that lie in one another and of the block beside them, at one priority with a policy that does nothing. */
const TIED = (names: readonly string[]) => `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
spec: { containers: [{ name: main, image: web }] }
status: { podIP: 10.0.1.3 }
---
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: idle }
spec: { priority: 2, subject: { namespaces: {} } }
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: denying }
spec:
  tier: Admin
  priority: 2
  subject: { namespaces: { matchLabels: { team: a } } }
  egress:
    - action: Deny
      to: [{ domainNames: [${names.map((each) => JSON.stringify(each)).join(", ")}] }, { networks: [10.96.0.0/16] }]
`;

const NAMESPACE = `---
apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { team: a } }
`;

const load = async (text: string) => loadSources([{ name: "a.yaml", text }], { isStored: true });

describe("a pattern has the answers of every name in it, in whatever order they are asked for (S-FQ-3)", () => {
  const orders: readonly { readonly names: readonly string[] }[] = [
    { names: ["*.example.com", "*.a.example.com"] },
    { names: ["*.a.example.com", "*.example.com"] },
    { names: ["*.example.com", "www.a.example.com", "*.a.example.com"] },
  ];

  it.each(orders)("$names: what the block denies hangs on no answer", async ({ names }) => {
    const question = { from: "shop/web", to: "10.96.3.4", port: "443" };
    const { results } = explainFlow(await load(TIED(names)), question);
    expect(results.map(({ verdict }) => verdict)).toEqual(["unknown"]);
    expect(results.flatMap(({ reasons }) => reasons.map(({ code }) => code))).toEqual(["namespace-labels"]);
    const known = explainFlow(await load(TIED(names) + NAMESPACE), question).results;
    expect(known).toMatchObject([{ verdict: "denied", outcomes: ["denied"], reasons: [] }]);
  });

  it.each(orders)("$names: the map says so too", async ({ names }) => {
    const { cluster } = await load(TIED(names) + NAMESPACE);
    const distinctions = new Distinctions(cluster);
    const reach = new Reach(
      cluster,
      REFERENCE,
      classesOf(cluster, endsOf(cluster, distinctions), distinctions),
    );
    const indexOf = (id: RegExp): number =>
      reach.classes.find(({ members }) => members.some(({ endpoint }) => id.test(endpoint.id)))!.index;
    const { parts } = reach.flow(indexOf(/^shop\/pod\/web/), indexOf(/^ip\/10\.96\./), "IPv4");
    expect(parts).toMatchObject([{ verdict: "denied", outcomes: ["denied"], reasons: [] }]);
  });
});
