import { describe, expect, it } from "vitest";
import { explainFlow, loadSources } from "../../../src/index.js";

/** The verdict of a flow between pods and nodes some of whose labels are still to be filled in, and what it hangs on. */
async function verdictOf(documents: readonly string[], from: string, to: string): Promise<string> {
  const input = await loadSources([{ name: "a.yaml", text: documents.join("\n---\n") }]);
  const { results } = explainFlow(input, { from, to, port: "80" });
  return results
    .map(({ verdict, reasons }) => [verdict, ...new Set(reasons.map(({ code }) => code))].join(" "))
    .join("; ");
}

const pod = (namespace: string, name: string, spec = "{}", labels = "{}"): string =>
  `{apiVersion: v1, kind: Pod, metadata: {namespace: ${namespace}, name: ${name}, labels: ${labels}}, spec: ${spec}}`;
const namespace = (name: string, labels: string): string =>
  `{apiVersion: v1, kind: Namespace, metadata: {name: ${name}, labels: ${labels}}}`;
const fromNamespaces = (selector: string): string =>
  `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {namespace: back, name: in}, spec: {podSelector: {}, ingress: [{from: [{namespaceSelector: ${selector}}]}]}}`;
const denies = (rest: string): string =>
  `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: floor}, spec: {tier: Admin, priority: 1, ${rest}}}`;

describe("a Namespace with a label that nobody knows", () => {
  const PODS = [pod("front", "web"), pod("back", "db")];

  it.each([
    ["the value asked for", "{env: '${ENV}'}", "{matchLabels: {env: prod}}", "unknown namespace-labels"],
    [
      "another value than one",
      "{env: '***'}",
      "{matchExpressions: [{key: env, operator: NotIn, values: [prod]}]}",
      "unknown namespace-labels",
    ],
    [
      "that there is a value",
      "{env: '${ENV}'}",
      "{matchExpressions: [{key: env, operator: Exists}]}",
      "allowed",
    ],
    ["another label", "{env: '${ENV}', team: a}", "{matchLabels: {team: b}}", "denied"],
    ["a key that it may have", "{'${KEY}': prod}", "{matchLabels: {env: prod}}", "unknown namespace-labels"],
    ["a value that the key can't have", "{'${KEY}': prod}", "{matchLabels: {env: test}}", "denied"],
    [
      "any value of the key",
      "{'${KEY}': '${VALUE}'}",
      "{matchLabels: {env: test}}",
      "unknown namespace-labels",
    ],
    ["a key that doesn't begin so", "{'example.com/${KEY}': prod}", "{matchLabels: {env: prod}}", "denied"],
    [
      "a key that begins so",
      "{'example.com/${KEY}': prod}",
      "{matchLabels: {example.com/env: prod}}",
      "unknown namespace-labels",
    ],
    ["a key written beside", "{'${KEY}': prod, env: test}", "{matchLabels: {env: prod}}", "denied"],
    ["a masked key", "{'***': prod}", "{matchLabels: {env: prod}}", "unknown namespace-labels"],
    ["its name", "{'${KEY}': back}", "{matchLabels: {kubernetes.io/metadata.name: back}}", "denied"],
  ])("leaves unknown what hangs on it, and nothing else: %s", async (_what, labels, selector, expected) => {
    const cluster = [...PODS, namespace("front", labels), namespace("back", "{}"), fromNamespaces(selector)];
    expect(await verdictOf(cluster, "front/web", "back/db")).toBe(expected);
  });

  it("may be the subject of a policy, or not", async () => {
    const policy = denies(
      "subject: {namespaces: {matchLabels: {env: prod}}}, ingress: [{action: Deny, from: [{namespaces: {}}]}]",
    );
    const both = [...PODS, namespace("back", "{env: '${ENV}'}"), policy];
    expect(await verdictOf(both, "front/web", "back/db")).toBe("unknown namespace-labels");
  });

  it("may be the one that an address is in", async () => {
    const cluster = [...PODS, namespace("front", "{env: '${ENV}'}"), namespace("back", "{}")];
    const policy = fromNamespaces("{matchLabels: {env: prod, kubernetes.io/metadata.name: front}}");
    expect(await verdictOf([...cluster, policy], "10.0.0.9", "back/db")).toBe(
      "unknown address-owner namespace-labels",
    );
  });

  it("has the same label as another, or not", async () => {
    const policy = `{apiVersion: policy.networking.k8s.io/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: a}, spec: {priority: 1, subject: {namespaces: {}}, ingress: [{action: Deny, from: [{namespaces: {sameLabels: [env]}}]}]}}`;
    const of = async (labels: string): Promise<string> => {
      const text = [...PODS, namespace("front", labels), namespace("back", "{env: a}"), policy].join(
        "\n---\n",
      );
      const input = await loadSources([{ name: "a.yaml", text }], { bundles: ["v0.1.1"] });
      const { results } = explainFlow(input, { from: "front/web", to: "back/db", port: "80" });
      return results.map(({ verdict }) => verdict).join();
    };
    expect(await of("{env: '${ENV}'}")).toBe("unknown");
    expect(await of("{env: b}")).toBe("allowed");
  });

  it("has another name than those of other Namespaces, and no policy knows which", async () => {
    const own = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {namespace: back, name: own}, spec: {podSelector: {}, ingress: [{from: [{podSelector: {}}]}]}}`;
    const placeholder = [pod("'${NS}'", "web"), pod("back", "db")];
    const byName = fromNamespaces("{matchLabels: {kubernetes.io/metadata.name: front}}");
    expect(await verdictOf([...placeholder, byName], "${NS}/web", "back/db")).toBe(
      "unknown namespace-labels",
    );
    expect(await verdictOf([...placeholder, own], "${NS}/web", "back/db")).toBe("denied");
  });
});

describe("a Node with a label that nobody knows", () => {
  const node = (labels: string, name = "n1"): string =>
    `{apiVersion: v1, kind: Node, metadata: {name: ${name}, labels: ${labels}}, status: {addresses: [{type: InternalIP, address: 192.168.0.1}]}}`;
  const toNodes = (selector: string): string =>
    denies(`subject: {namespaces: {}}, egress: [{action: Deny, to: [{nodes: ${selector}}]}]`);
  const EDGE = "{matchLabels: {role: edge}}";

  it.each([
    ["{role: '${ROLE}'}", EDGE, "unknown node-labels"],
    ["{'${KEY}': edge}", EDGE, "unknown node-labels"],
    ["{'${KEY}': core}", EDGE, "allowed"],
    ["{role: '${ROLE}'}", "{matchExpressions: [{key: role, operator: Exists}]}", "denied"],
    ["{zone: '${ZONE}', role: core}", EDGE, "allowed"],
  ])("leaves unknown what hangs on it: %s, %s", async (labels, selector, expected) => {
    const cluster = [pod("front", "web"), node(labels), toNodes(selector)];
    expect(await verdictOf(cluster, "front/web", "node/n1")).toBe(expected);
    expect(await verdictOf(cluster, "front/web", "192.168.0.1")).toBe(expected);
  });

  it("may be the one that a host pod is on", async () => {
    const host = pod("back", "agent", "{hostNetwork: true, nodeName: n1}");
    const cluster = [pod("front", "web"), node("{role: '${ROLE}'}"), toNodes(EDGE)];
    expect(await verdictOf([...cluster, host], "front/web", "back/agent")).toBe("unknown node-labels");
    const anywhere = pod("back", "agent", "{hostNetwork: true}");
    expect(await verdictOf([...cluster, anywhere], "front/web", "back/agent")).toBe(
      "unknown node-labels pod-node",
    );
  });

  it("is not one that a placeholder names", async () => {
    const host = pod("back", "agent", "{hostNetwork: true, nodeName: '${NODE}'}");
    const cluster = [pod("front", "web"), node("{role: edge}"), host, toNodes(EDGE)];
    expect(await verdictOf(cluster, "front/web", "back/agent")).toBe("unknown node-labels pod-node");
  });
});

describe("a pod with a label whose key nobody knows", () => {
  it.each([
    ["{'${KEY}': db}", "unknown pod-labels"],
    ["{'${KEY}': web}", "allowed"],
    ["{'${KEY}': db, app: web}", "allowed"],
    ["{'ap${KEY}': db}", "unknown pod-labels"],
    ["{'${KEY}-x': db}", "allowed"],
  ])("leaves unknown whether it is selected: %s", async (labels, expected) => {
    const policy = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {namespace: back, name: in}, spec: {podSelector: {matchLabels: {app: db}}}}`;
    const cluster = [pod("front", "web"), pod("back", "db", "{}", labels), policy];
    expect(await verdictOf(cluster, "front/web", "back/db")).toBe(expected);
  });
});
