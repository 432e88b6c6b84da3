import { expect, it } from "vitest";
import { loadSources } from "../../../src/index.js";
import { reachOf } from "../../../src/semantics/reach/reach.js";

const namespace = (name: string, tenant: string): string =>
  `{apiVersion: v1, kind: Namespace, metadata: {name: ${name}, labels: {tenant: ${tenant}}}}`;
const pod = (inNamespace: string, name: string, ip: string): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ${inNamespace}}, spec: {containers: [{}]}, status: {podIP: ${ip}}}`;

/** The pods of both tenants are subjects of the same policy, which sees nothing of them but whose they are. */
const CLUSTER = [
  namespace("red", "red"),
  namespace("store", "red"),
  namespace("blue", "blue"),
  pod("store", "db", "10.0.0.1"),
  pod("red", "web", "10.0.0.2"),
  pod("blue", "cart", "10.0.0.3"),
  `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: {name: tenants}
spec:
  priority: 5
  subject: {namespaces: {}}
  ingress:
    - {action: Deny, from: [{namespaces: {sameLabels: [tenant]}}]}`,
].join("\n---\n");

/** S-TEN-2: a rule compares with the namespace of each subject, not with that of another one that is selected alike. */
it.each([[["red/web", "blue/cart"]], [["blue/cart", "red/web"]]])(
  "a map compares the tenants of each pair, with the destinations asked in the order %s",
  async (destinations) => {
    const sources = [{ name: "cluster.yaml", text: CLUSTER }];
    const { cluster } = await loadSources(sources, { bundles: ["v0.1.1"] });
    const reach = reachOf(cluster);
    const indexOf = (name: string): number =>
      reach.classes.findIndex(
        ({ representative: end }) => end.type === "pod" && `${end.namespace}/${end.name}` === name,
      );
    const verdicts = destinations.map((to) => {
      const { parts } = reach.flow(indexOf("store/db"), indexOf(to), "IPv4");
      return [to, [...new Set(parts.map(({ verdict }) => verdict))]];
    });
    expect(Object.fromEntries(verdicts)).toEqual({ "red/web": ["denied"], "blue/cart": ["allowed"] });
  },
);
