import { describe, expect, it } from "vitest";
import { chosen, lintText } from "../../support/findings.js";
import { documents, findingsOf, pod, policy, service } from "../../support/exposure.js";

const WEB = pod("shop", "web", "[{ containerPort: 8080 }, { containerPort: 9090 }]");

/** A Service for `web` with this type, and with these ports. */
const led = (type: string, ports = "{ name: a, port: 80, targetPort: 8080 }", more = ""): string =>
  service("shop", "edge", `{ type: ${type}, selector: { app: web }, ports: [${ports}]${more} }`);

const BOTH = "{ name: a, port: 80, targetPort: 8080 }, { name: b, port: 81, targetPort: 9090 }";

/** A policy for `web` that lets these peers in, on these ports. */
const letIn = (from: string, ports = "{ port: 8080 }"): string =>
  policy(
    "shop",
    "web",
    `{ podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress], ingress: [{ ${from}ports: [${ports}] }] }`,
  );
const from = (peer: string): string => `from: [${peer}], `;
const PODS = from("{ podSelector: {} }");

async function blocked(...texts: readonly string[]): Promise<string[]> {
  const all = await findingsOf("published-service-blocked", documents(...texts));
  return all.map(
    ({ at, facts: { service: name, concerned, protocol, port, ports, keepsClientAddress } }) =>
      `${at}: ${name} to ${concerned.first} + ${concerned.count - 1} on ${port}/${protocol} of ${ports}, ${keepsClientAddress}`,
  );
}

const FOUND = "edge: shop/edge to shop/web + 0 on 8080/TCP of 1, false";

it("is not found where the network plugin lets the clients of node ports past policies", async () => {
  const rules = async (text: string): Promise<readonly string[]> =>
    (await lintText(documents(WEB, text, letIn(PODS)), { facts: { plugin: chosen("azure-npm") } })).map(
      ({ rule }) => rule,
    );
  expect(await rules(led("NodePort"))).not.toContain("published-service-blocked");
  expect(await rules(led("NodePort", undefined, ", externalTrafficPolicy: Local"))).toContain(
    "published-service-blocked",
  );
});

describe("published-service-blocked", () => {
  it.each([
    ["pods of the namespace are let in", [WEB, led("NodePort"), letIn(PODS)], [FOUND]],
    [
      "pods of every namespace are let in",
      [WEB, led("LoadBalancer"), letIn(from("{ namespaceSelector: {} }"))],
      [FOUND],
    ],
    [
      "nobody is let in",
      [WEB, led("NodePort"), policy("shop", "all", "{ podSelector: {}, policyTypes: [Ingress] }")],
      [FOUND],
    ],
    [
      "addresses are let in on another port",
      [WEB, led("NodePort"), letIn(from("{ ipBlock: { cidr: 0.0.0.0/0 } }"), "{ port: 8443 }")],
      [FOUND],
    ],
    [
      "each of its ports is closed",
      [WEB, led("NodePort", BOTH), letIn(PODS)],
      ["edge: shop/edge to shop/web + 0 on 8080/TCP of 2, false"],
    ],
    [
      "clients keep their addresses",
      [WEB, led("NodePort", undefined, ", externalTrafficPolicy: Local"), letIn(PODS)],
      ["edge: shop/edge to shop/web + 0 on 8080/TCP of 1, true"],
    ],
  ])("is found where %s", async (_, texts, expected) => {
    expect(await blocked(...texts)).toEqual(expected);
  });

  const INGRESS = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: shop }
spec: { defaultBackend: { service: { name: edge, port: { number: 80 } } } }
`;

  it.each([
    ["everybody is let in", [WEB, led("NodePort"), letIn("")]],
    [
      "some addresses are let in",
      [WEB, led("NodePort"), letIn(from("{ ipBlock: { cidr: 198.51.100.0/24 } }"))],
    ],
    ["one of its ports is open", [WEB, led("NodePort", BOTH), letIn("", "{ port: 9090 }")]],
    ["it is for the cluster alone", [WEB, led("ClusterIP"), letIn(PODS)]],
    ["no policy is about its pods", [WEB, led("NodePort")]],
    [
      "one of its workloads is open",
      [
        WEB,
        WEB.replace("name: web,", "name: web-2,").replace("app: web", "app: web, v: b"),
        led("NodePort"),
        letIn(PODS).replace("app: web", "v: b"),
      ],
    ],
    ["its pods are not there", [led("NodePort"), letIn(PODS)]],
    ["an Ingress leads to it", [WEB, led("NodePort"), letIn(PODS), INGRESS]],
  ])("is not found where %s", async (_, texts) => {
    expect(await blocked(...texts)).toEqual([]);
  });
});
