import { describe, expect, it } from "vitest";
import { documents, findingsOf, pod, policy, service } from "../../support/exposure.js";

const STOCK = pod("shop", "stock", "[{ containerPort: 8003 }, { containerPort: 9003 }]");
const CART = pod("shop", "cart", "[{ containerPort: 7070 }]");
const DENY = policy("shop", "default-deny", "{ podSelector: {}, policyTypes: [Ingress] }");

/** A policy for the pods of an app that lets every pod of the namespace in on a port. */
const letIn = (app: string, port: number, name = app): string =>
  policy(
    "shop",
    name,
    `{ podSelector: { matchLabels: { app: ${app} } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }], ports: [{ port: ${port} }] }] }`,
  );
const OTHERS = letIn("cart", 7070);
const PORTS = "{ name: a, port: 80, targetPort: 8003 }, { name: b, port: 81, targetPort: 9003 }";

const led = (spec: string, name = "stock-svc"): string => service("shop", name, `{ ${spec} }`);
const LED = led("selector: { app: stock }, ports: [{ port: 80, targetPort: 8003 }]");
const ALL = [STOCK, CART, DENY, OTHERS] as const;

async function closed(...texts: readonly string[]): Promise<string[]> {
  const all = await findingsOf("closed-service", documents(...texts));
  return all.map(
    ({ at, facts: { service: name, protocol, port, ports } }) =>
      `${at}: ${name} on ${protocol} ${port} of ${ports}`,
  );
}

describe("closed-service", () => {
  it.each<readonly [what: string, texts: readonly string[], found: string]>([
    [
      "a default-deny closes it, and others are let in",
      [...ALL, LED],
      "stock-svc: shop/stock-svc on TCP 8003 of 1",
    ],
    [
      "all of its ports are closed",
      [...ALL, led(`selector: { app: stock }, ports: [${PORTS}]`)],
      "stock-svc: shop/stock-svc on TCP 8003 of 2",
    ],
    [
      "a policy names its pods for their egress alone",
      [
        ...ALL,
        LED,
        policy(
          "shop",
          "out",
          "{ podSelector: { matchLabels: { app: stock } }, policyTypes: [Egress], egress: [{}] }",
        ),
      ],
      "stock-svc: shop/stock-svc on TCP 8003 of 1",
    ],
  ])("is found where %s", async (_, texts, found) => {
    expect(await closed(...texts)).toEqual([found]);
  });

  it.each<readonly [what: string, texts: readonly string[]]>([
    [
      "some port is open to somebody",
      [...ALL, led(`selector: { app: stock }, ports: [${PORTS}]`), letIn("stock", 9003)],
    ],
    [
      "a rule is for every port",
      [...ALL, LED, letIn("stock", 9003).replace(", ports: [{ port: 9003 }]", "")],
    ],
    ["its pods are let in on a port that it does not have", [...ALL, LED, letIn("stock", 9003)]],
    ["nothing is let in to other pods either", [STOCK, CART, DENY, LED]],
    [
      "others are let in by a policy for all",
      [
        STOCK,
        CART,
        LED,
        policy(
          "shop",
          "all",
          "{ podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 7070 }] }] }",
        ),
      ],
    ],
    [
      "a policy that names its pods closes them",
      [
        STOCK,
        CART,
        OTHERS,
        LED,
        policy("shop", "shut", "{ podSelector: { matchLabels: { app: stock } }, policyTypes: [Ingress] }"),
      ],
    ],
    [
      "it only names its pods",
      [...ALL, led("clusterIP: None, selector: { app: stock }, ports: [{ port: 80, targetPort: 8003 }]")],
    ],
    ["a policy names its pods by a label that they have nearly", [...ALL, LED, letIn("stcok", 8003)]],
    ["no policy isolates its pods", [STOCK, CART, OTHERS, LED]],
    ["it has no pods", [...ALL, led("selector: { app: gone }, ports: [{ port: 80 }]")]],
    [
      "it is for clients outside",
      [...ALL, led("type: NodePort, selector: { app: stock }, ports: [{ port: 80, targetPort: 8003 }]")],
    ],
    [
      "a policy of another tier may decide",
      [
        ...ALL,
        LED,
        "apiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: { name: open }\nspec: { tier: Admin, priority: 4, subject: { namespaces: {} }, ingress: [{ name: a, action: Accept, from: [{ namespaces: {} }] }] }\n",
      ],
    ],
  ])("is not found where %s", async (_, texts) => {
    expect(await closed(...texts)).toEqual([]);
  });
});
