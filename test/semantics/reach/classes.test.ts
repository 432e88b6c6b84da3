import { describe, expect, it } from "vitest";
import { classesOf as endClassesOf } from "../../../src/semantics/reach/classes.js";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../../src/semantics/reach/ends.js";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { Reach } from "../../../src/semantics/reach/reach.js";
import { rowsOf } from "../../../src/semantics/reach/rows.js";

interface PodFacts {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: string;
  readonly port?: string;
  readonly ip?: string;
  readonly node?: string;
  readonly host?: boolean;
}

function pod({
  name,
  namespace = "shop",
  labels = "app: web",
  port,
  ip,
  node,
  host = false,
}: PodFacts): string {
  return `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: ${namespace}
  labels: { ${labels} }
spec:
  hostNetwork: ${host}
  ${node === undefined ? "" : `nodeName: ${node}`}
  containers:
    - name: main
      ports: [${port ?? ""}]
${ip === undefined ? "" : `status: { podIP: ${ip} }`}`;
}

function policy(spec: string): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: np, namespace: shop }
spec: ${spec}`;
}

/** How many classes the pods a and b are: one where no policy can tell them apart. */
async function classesOf(a: Omit<PodFacts, "name">, b: Omit<PodFacts, "name">, ...others: readonly string[]) {
  const texts = [pod({ name: "a", ...a }), pod({ name: "b", ...b }), ...others];
  const { cluster, problems } = await loadSources(texts.map((text, i) => ({ name: `${i}.yaml`, text })));
  expect(problems.filter(({ code }) => code !== "namespace-unset")).toEqual([]);
  const distinctions = new Distinctions(cluster);
  const reach = new Reach(
    cluster,
    REFERENCE,
    endClassesOf(cluster, endsOf(cluster, distinctions), distinctions),
  );
  return rowsOf(cluster, reach.classes)
    .filter(({ kind }) => kind === "Pod")
    .map(({ endClass }) => endClass.index)
    .filter((each, i, all) => all.indexOf(each) === i).length;
}

const selecting = (requirement: string): string =>
  policy(`{ podSelector: { matchExpressions: [${requirement}] } }`);
const egressTo = (peer: string, ports = ""): string =>
  policy(`{ podSelector: {}, policyTypes: [Egress], egress: [{ to: [${peer}] ${ports} }] }`);

const onNode = (name: string): Omit<PodFacts, "name"> => ({ host: true, node: name });
const node = (name: string, zone: string): string =>
  `apiVersion: v1\nkind: Node\nmetadata: { name: ${name}, labels: { zone: ${zone} } }`;
const TO_ZONE_A = `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: to-zone-a }
spec: { tier: Admin, priority: 3, subject: { namespaces: {} }, egress: [{ action: Deny, to: [{ nodes: { matchLabels: { zone: a } } }] }] }`;

describe("two pods are one class unless something tells them apart", () => {
  it.each<[string, number, Omit<PodFacts, "name">, Omit<PodFacts, "name">, string[]]>([
    ["labels that no selector asks for", 1, { labels: "app: web" }, { labels: "app: cart" }, []],
    [
      "a value that a selector names",
      2,
      { labels: "app: web" },
      { labels: "app: cart" },
      [selecting("{ key: app, operator: In, values: [web] }")],
    ],
    [
      "two values that no selector names",
      1,
      { labels: "app: web" },
      { labels: "app: cart" },
      [selecting("{ key: app, operator: NotIn, values: [db] }")],
    ],
    [
      "two values of a key that must exist",
      1,
      { labels: "app: web" },
      { labels: "app: cart" },
      [selecting("{ key: app, operator: Exists }")],
    ],
    [
      "a key that must exist",
      2,
      { labels: "app: web" },
      { labels: "role: web" },
      [selecting("{ key: app, operator: Exists }")],
    ],
    ["namespaces", 2, { namespace: "shop" }, { namespace: "lab" }, []],
    [
      "a port name that a rule uses",
      2,
      { port: "{ name: http, containerPort: 8080 }" },
      { port: "{ name: http, containerPort: 8081 }" },
      [egressTo("{ podSelector: {} }", ", ports: [{ port: http }]")],
    ],
    [
      "a port name that no rule uses",
      1,
      { port: "{ name: http, containerPort: 8080 }" },
      { port: "{ name: http, containerPort: 8081 }" },
      [egressTo("{ podSelector: {} }", ", ports: [{ port: 8080 }]")],
    ],
    [
      "sides of a CIDR",
      2,
      { ip: "10.1.0.7" },
      { ip: "10.2.0.7" },
      [egressTo("{ ipBlock: { cidr: 10.1.0.0/16 } }")],
    ],
    [
      "both sides of an exception",
      1,
      { ip: "10.1.0.7" },
      { ip: "10.3.0.7" },
      [egressTo("{ ipBlock: { cidr: 10.0.0.0/8, except: [10.2.0.0/16] } }")],
    ],
    [
      "an address of the second family that a rule meets",
      2,
      { ip: "10.1.0.7, podIPs: [{ ip: 10.1.0.7 }, { ip: 2001:db8:1::7 }]" },
      { ip: "10.1.0.8, podIPs: [{ ip: 10.1.0.8 }, { ip: 2001:db8:2::7 }]" },
      [egressTo("{ ipBlock: { cidr: 2001:db8:1::/48 } }")],
    ],
    ["an address and none", 2, { ip: "10.1.0.7" }, {}, []],
    ["families", 2, { ip: "10.1.0.7" }, { ip: "2001:db8::7" }, []],
    ["two nodes that are both known", 1, { node: "n-1" }, { node: "n-2" }, []],
    ["a node and none", 2, { node: "n-1" }, {}, []],
    ["the host's network", 2, { host: true }, {}, []],
    [
      "nodes by labels that a selector asks for",
      2,
      onNode("n-1"),
      onNode("n-2"),
      [node("n-1", "a"), node("n-2", "b"), TO_ZONE_A],
    ],
    [
      "nodes of the same labels",
      1,
      onNode("n-1"),
      onNode("n-2"),
      [node("n-1", "a"), node("n-2", "a"), TO_ZONE_A],
    ],
    ["nodes without objects, by their names", 2, onNode("n-1"), onNode("n-2"), [TO_ZONE_A]],
  ])("%s: %i", async (_what, expected, a, b, others) => {
    expect(await classesOf(a, b, ...others)).toBe(expected);
  });
});

/** A pod of a Deployment that is not made yet has the labels of the template, and a hash that nobody knows (S-WL-1). */
describe("a template is told from a pod with its labels where a selector asks for what is added later", () => {
  it.each([
    ["a label that is added", "{ key: pod-template-hash, operator: Exists }", 2],
    ["a label that both have", "{ key: app, operator: Exists }", 1],
  ])("%s", async (_what, requirement, expected) => {
    const template = `apiVersion: apps/v1
kind: Deployment
metadata: { name: b, namespace: shop }
spec: { template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: main }] } } }`;
    const { cluster } = await loadSources(
      [pod({ name: "a" }), template, selecting(requirement)].map((text, i) => ({ name: `${i}.yaml`, text })),
    );
    const distinctions = new Distinctions(cluster);
    const classes = endClassesOf(cluster, endsOf(cluster, distinctions), distinctions);
    const ofPods = classes.filter(({ members }) =>
      members.some(({ endpoint: { id } }) => ["shop/pod/a", "shop/deployment/b"].includes(id)),
    );
    expect(ofPods).toHaveLength(expected);
  });
});

it("templates of two kinds are told apart where a selector asks for what is added to one of them (S-WL-1)", async () => {
  const template = (kind: string, name: string): string => `apiVersion: apps/v1
kind: ${kind}
metadata: { name: ${name}, namespace: shop }
spec: { template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: main }] } } }`;
  const countWith = async (...keys: readonly string[]): Promise<number> => {
    const requirements = keys.map((key) => `{ key: ${key}, operator: Exists }`);
    const texts = [
      template("Deployment", "a"),
      template("StatefulSet", "b"),
      ...requirements.map(selecting),
    ].map((text, i) => text.replace("name: np", `name: np-${i}`));
    const { cluster } = await loadSources(texts.map((text, i) => ({ name: `${i}.yaml`, text })));
    const distinctions = new Distinctions(cluster);
    return endClassesOf(cluster, endsOf(cluster, distinctions), distinctions).filter(
      ({ representative }) => representative.type === "pod",
    ).length;
  };
  // A Deployment's pods have a hash, those of a StatefulSet have none.
  expect(await countWith("pod-template-hash")).toBe(2);
  expect(await countWith("pod-template-hash", "apps.kubernetes.io/pod-index")).toBe(2);
  expect(await countWith("app")).toBe(1);
});
