import { describe, expect, it } from "vitest";
import { expand } from "../../src/load/expand.js";
import { pathOf, pointer } from "../../src/manifest/origin.js";
import { placesOf } from "../support/findings.js";
import { readDocuments } from "../../src/manifest/read.js";

/** The objects of a text: `apiVersion kind at pointer`, what is not said as `-`. */
function objectsOf(text: string): string[] {
  return [...readDocuments({ name: "a.yaml", text })].flatMap(({ document, value }) =>
    [...expand(document, value ?? null)].map(
      ({ apiVersion = "-", kind = "-", node }) => `${apiVersion} ${kind} at ${pointer(pathOf(node.origin))}`,
    ),
  );
}

describe("a document holds the objects of its lists", () => {
  it.each<readonly [what: string, text: string, objects: readonly string[]]>([
    ["an object", "apiVersion: v1\nkind: Pod\n", ["v1 Pod at "]],
    [
      "a List, whose items say what they are",
      "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod}\n- {apiVersion: apps/v1, kind: Deployment}\n- {}\n",
      ["v1 Pod at /items/0", "apps/v1 Deployment at /items/1", "- - at /items/2"],
    ],
    [
      "a typed list, whose items need not",
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicyList\nitems:\n- {metadata: {name: a}}\n- {kind: Other}\n- {apiVersion: v2}\n",
      [
        "networking.k8s.io/v1 NetworkPolicy at /items/0",
        "networking.k8s.io/v1 Other at /items/1",
        "v2 NetworkPolicy at /items/2",
      ],
    ],
    [
      "typed lists of every policy kind",
      ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy", "ClusterNetworkPolicy"]
        .map((kind) => `apiVersion: policy.networking.k8s.io/v1\nkind: ${kind}List\nitems: [{}]\n`)
        .join("---\n"),
      [
        "policy.networking.k8s.io/v1 AdminNetworkPolicy at /items/0",
        "policy.networking.k8s.io/v1 BaselineAdminNetworkPolicy at /items/0",
        "policy.networking.k8s.io/v1 ClusterNetworkPolicy at /items/0",
      ],
    ],
    [
      "lists in lists",
      '{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "PodList", "items": [{}, {}]}]}',
      ["v1 Pod at /items/0/items/0", "v1 Pod at /items/0/items/1"],
    ],
    [
      "a JSON stream",
      '{"apiVersion": "v1", "kind": "Pod"} {"apiVersion": "v1", "kind": "PodList", "items": [{}]}',
      ["v1 Pod at ", "v1 Pod at /items/0"],
    ],
    ["an empty list", "apiVersion: v1\nkind: PodList\nitems: []\n", []],
    ["a list without items is an object", "apiVersion: v1\nkind: PodList\n", ["v1 PodList at "]],
    ["items of another kind are its own", "apiVersion: v1\nkind: Bag\nitems: [{}]\n", ["v1 Bag at "]],
    [
      "an item that is no mapping",
      "apiVersion: v1\nkind: PodList\nitems: [1, ~]\n",
      ["v1 Pod at /items/0", "v1 Pod at /items/1"],
    ],
  ])("%s", (_, text, objects) => expect(objectsOf(text)).toEqual(objects));

  it("what they say is cut where no server takes it, for every item would repeat it", () => {
    const [object] = objectsOf(`apiVersion: ${"v".repeat(5000)}\nkind: PodList\nitems: [{}]\n`);
    expect(object).toBe(`${"v".repeat(400)}… Pod at /items/0`);
  });
});

describe("places in lists are those of the values", () => {
  const policy = (port: number): string =>
    `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: p${port}, namespace: a}, spec: {podSelector: {}, ingress: [{ports: [{port: ${port}}]}]}}`;

  it.each([
    [
      "a List",
      `apiVersion: v1\nkind: List\nitems:\n- ${policy(80)}\n- ${policy(70_001)}\n- ${policy(70_002)}\n`,
    ],
    ["JSON", JSON.stringify({ apiVersion: "v1", kind: "List", items: [70_001, 70_002].map(object) })],
    ["an alias", `apiVersion: v1\nkind: List\nx: &x ${policy(70_001)}\nitems: [*x, ${policy(70_002)}]\n`],
  ])("%s", async (_, text) => expect(await placesOf("schema", text)).toEqual(["70001", "70002"]));

  function object(port: number): object {
    return {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: `p${port}`, namespace: "a" },
      spec: { podSelector: {}, ingress: [{ ports: [{ port }] }] },
    };
  }
});
