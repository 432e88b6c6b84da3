import { beforeAll, describe, expect, it } from "vitest";
import { explainFlow, loadSources, type Loaded } from "../../../src/index.js";
import { nameBelow, typedOutside } from "../../../src/cluster/model/outside-name.js";
import { reachOf } from "../../../src/semantics/reach/reach.js";
import { rowsOf } from "../../../src/semantics/reach/rows.js";
import { typedName } from "../../../src/semantics/reach/witness.js";
import type { Cluster } from "../../../src/cluster/model/cluster.js";

const OBJECTS = `
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Namespace, metadata: {name: payments}}
- {apiVersion: v1, kind: Service, metadata: {name: api, namespace: payments}, spec: {selector: {app: api}, ports: [{port: 443}]}}
- {apiVersion: v1, kind: Service, metadata: {name: edge, namespace: payments}, spec: {type: LoadBalancer, ports: [{port: 80}]}, status: {loadBalancer: {ingress: [{hostname: LB.example.com}]}}}
- {apiVersion: apps/v1, kind: Deployment, metadata: {name: shop.example.com, namespace: payments}, spec: {template: {metadata: {labels: {app: api}}, spec: {containers: [{name: a}]}}}}
`;

/** Every name that a rule may give, among them those that explain takes for something of the cluster. */
const NAMES = [
  "www.example.com",
  "*.example.com",
  "api.payments",
  "web.payments",
  "*.api.payments",
  "*.web.payments",
  "api.payments.svc",
  "*.payments.svc",
  "*.svc.cluster.local",
  "db-0.db.payments.svc.cluster.local",
  "any.other.org",
  "*.other.org",
  "lb.example.com",
  "shop.example.com",
  "10.0.0.1",
  "*.0.0.1",
];

const POLICY = `
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: {name: names}
spec:
  tier: Admin
  priority: 3
  subject: {namespaces: {}}
  egress:
  - {name: names, action: Accept, to: [{domainNames: ${JSON.stringify(NAMES)}}]}
  - {name: rest, action: Deny, to: [{networks: ["0.0.0.0/0"]}]}
`;

let loaded: Loaded;
let cluster: Cluster;
beforeAll(async () => {
  loaded = await loadSources([{ name: "a.yaml", text: `${OBJECTS}---${POLICY}` }], { purpose: "flows" });
  cluster = loaded.cluster;
});

describe("how a name outside of the cluster is typed", () => {
  it.each([
    ["www.example.com", "www.example.com"],
    ["WWW.Example.com.", "www.example.com"],
    // The search path of a pod has them, so a dot keeps it out.
    ["web.payments", "web.payments."],
    ["shop.example.com", "shop.example.com."],
    ["api.payments", undefined],
    ["api.payments.svc", undefined],
    ["web.payments.svc.cluster.local", undefined],
    ["lb.example.com", undefined],
    ["10.0.0.1", undefined],
  ])("%s: %s", (name, typed) => expect(typedOutside(cluster, name)).toBe(typed));

  it.each([
    ["*.example.com", [], "any.example.com"],
    ["*.example.com", ["any.example.com"], "any-1.any.example.com"],
    ["*.api.payments", [], "any.any.api.payments"],
    ["*.svc", [], undefined],
    ["*.payments.svc.cluster.local", [], undefined],
    ["*.0.0.1", [], undefined],
  ])("%s, beside %j: %s", (pattern, taken, name) =>
    expect(nameBelow(cluster, pattern, new Set(taken))).toBe(name),
  );
});

describe("a name on the map of all flows", () => {
  it("is one that explain takes for a name outside, with the same verdict", () => {
    const reach = reachOf(cluster);
    const rows = rowsOf(cluster, reach.classes);
    const web = rows.find(({ kind }) => kind === "Deployment");
    const names = rows.filter(({ kind }) => kind === "domain");
    const asked = names.map((row) => {
      const to = typedName(row);
      const { to: end, results } = explainFlow(loaded, {
        from: "payments/shop.example.com",
        to,
        port: "443",
      });
      const [part] = reach.flow(web?.endClass.index ?? -1, row.endClass.index, "IPv4").parts;
      return [to, end.kind, results.map(({ verdict }) => verdict).join(), part?.verdict];
    });
    expect(asked).toEqual(
      [
        "any-1.any.other.org",
        "any.any.api.payments",
        "any.example.com",
        "any.other.org",
        "any.web.payments",
        "shop.example.com.",
        "web.payments.",
        "www.example.com",
      ].map((name) => [name, "domain", "allowed", "allowed"]),
    );
  });
});
