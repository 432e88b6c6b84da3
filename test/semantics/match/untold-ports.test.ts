import { describe, expect, it } from "vitest";
import { explainFlow, loadSources } from "../../../src/index.js";

const WEB = "{kind: Pod, apiVersion: v1, metadata: {namespace: shop, name: web, labels: {app: web}}, spec: ";
const CLIENT =
  "{kind: Pod, apiVersion: v1, metadata: {namespace: shop, name: client}, spec: {containers: [{name: c}]}}";
const BY_NAME =
  "{kind: NetworkPolicy, apiVersion: networking.k8s.io/v1, metadata: {namespace: shop, name: in}, spec: {podSelector: {}, policyTypes: [Ingress], ingress: [{ports: [{port: http}]}]}}";
const OTHER =
  "{kind: Pod, apiVersion: v1, metadata: {namespace: shop, name: other, labels: {app: web}}, spec: {containers: [{name: c, ports: [{name: http, containerPort: 8080}]}]}}";

const containers = (ports: string): string => `${WEB}{containers: [{name: c, ports: ${ports}}]}}`;
const service = (port: string): string =>
  `{kind: Service, apiVersion: v1, metadata: {namespace: shop, name: web}, spec: {selector: {app: web}, ports: [${port}]}}`;

/** The verdicts of a flow, and what they hang on. */
async function verdictOf(documents: readonly string[], to: string, port: string): Promise<string[]> {
  const input = await loadSources([{ name: "a.yaml", text: documents.join("\n---\n") }]);
  return explainFlow(input, { from: "shop/client", to, port }).results.map(({ verdict, reasons }) =>
    [verdict, ...new Set(reasons.map(({ code }) => code))].join(" "),
  );
}

describe("a rule with a port name", () => {
  it.each([
    ["a number to fill in", "[{name: http, containerPort: '${PORT}'}]", "unknown container-ports"],
    ["a masked number", "[{name: http, containerPort: '***'}]", "unknown container-ports"],
    ["a name to fill in", "[{name: '${NAME}', containerPort: 8080}]", "unknown container-ports"],
    [
      "a protocol to fill in",
      "[{name: http, containerPort: 8080, protocol: '${P}'}]",
      "unknown container-ports",
    ],
    ["a masked list", "'***'", "unknown container-ports"],
    ["a masked port", "['***']", "unknown container-ports"],
    ["a number to fill in that has no name", "[{containerPort: '${PORT}'}]", "denied"],
    ["the name on another number", "[{name: http, containerPort: 80}]", "denied"],
    ["the name", "[{name: http, containerPort: 8080}]", "allowed"],
  ])("is judged by what is known of the pod's ports: %s", async (_what, ports, expected) => {
    expect(await verdictOf([CLIENT, containers(ports), BY_NAME], "shop/web", "8080")).toEqual([expected]);
  });

  it.each([
    ["'${POLICY}'", "unknown container-ports"],
    ["Always", "allowed"],
    ["OnFailure", "denied"],
  ])("of an init container with restartPolicy %s", async (policy, expected) => {
    const sidecar = `{restartPolicy: ${policy}, ports: [{name: http, containerPort: 8080}]}`;
    const pod = `${WEB}{initContainers: [${sidecar}], containers: [{name: c}]}}`;
    expect(await verdictOf([CLIENT, pod, BY_NAME], "shop/web", "8080")).toEqual([expected]);
  });
});

describe("a Service", () => {
  const UNTOLD = containers("[{name: http, containerPort: '${PORT}'}]");

  it("leads nobody knows where to a pod with a number to fill in, whatever it does to others", async () => {
    const input = [CLIENT, UNTOLD, OTHER, BY_NAME, service("{port: 80, targetPort: http}")];
    expect((await verdictOf(input, "shop/svc/web", "80")).toSorted()).toEqual([
      "allowed",
      "unknown container-ports",
    ]);
  });

  it("leads nobody knows where by a target to fill in", async () => {
    const input = [CLIENT, OTHER, BY_NAME, service("{port: 80, targetPort: '${TARGET}'}")];
    expect(await verdictOf(input, "shop/svc/web", "80")).toEqual(["unknown container-ports"]);
  });
});
