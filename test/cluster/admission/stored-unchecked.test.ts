import { describe, expect, it } from "vitest";
import { admitText } from "../../support/api-object.js";

const NETWORK_POLICY = (spec: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: web, namespace: shop }\nspec: ${spec}\n`;
const CLUSTER_POLICY = (spec: string): string =>
  `apiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: { name: web }\nspec: ${spec}\n`;
const SUBJECT = "tier: Admin, priority: 7, subject: { namespaces: {} }";

/** What a server stores that does not check strictly, of what a strict one refuses. */
function stored(text: string): unknown {
  const { stored: strictly, storedUnchecked } = admitText(text);
  const spec = (value: unknown): unknown =>
    value === undefined ? undefined : JSON.parse(JSON.stringify((value as { readonly spec: unknown }).spec));
  return { strictly: spec(strictly), unchecked: spec(storedUnchecked) };
}

describe("a server that does not check strictly drops what it does not know, and refuses the rest", () => {
  it.each<readonly [what: string, text: string, strictly: unknown, unchecked: unknown]>([
    [
      "without anything unknown it stores the same",
      NETWORK_POLICY("{ podSelector: {}, policyTypes: [Egress] }"),
      { podSelector: {}, policyTypes: ["Egress"] },
      undefined,
    ],
    [
      "a NetworkPolicy without the field",
      NETWORK_POLICY("{ podSelector: {}, policyTypes: [Egress], egres: [] }"),
      undefined,
      { podSelector: {}, policyTypes: ["Egress"] },
    ],
    [
      "none with another mistake",
      NETWORK_POLICY("{ podSelector: {}, policyTypes: [Out], egres: [] }"),
      undefined,
      undefined,
    ],
    ["none of another type", NETWORK_POLICY("{ podSelector: [], egres: [] }"), undefined, undefined],
    [
      "a ClusterNetworkPolicy without the field",
      CLUSTER_POLICY(`{ ${SUBJECT}, egres: [] }`),
      undefined,
      { tier: "Admin", priority: 7, subject: { namespaces: {} } },
    ],
    [
      "none with another mistake there",
      CLUSTER_POLICY(`{ ${SUBJECT.replace("7", "7000")}, egres: [] }`),
      undefined,
      undefined,
    ],
    [
      "none of another type there",
      CLUSTER_POLICY(`{ ${SUBJECT.replace("7", "x")}, egres: [] }`),
      undefined,
      undefined,
    ],
    [
      "what is right is stored there, too",
      CLUSTER_POLICY(`{ ${SUBJECT} }`),
      { tier: "Admin", priority: 7, subject: { namespaces: {} } },
      undefined,
    ],
  ])("%s", (_, text, strictly, unchecked) => expect(stored(text)).toEqual({ strictly, unchecked }));
});
