import { describe, expect, it } from "vitest";
import { explainFlow, loadSources } from "../../../src/index.js";
import type { Explanation } from "../../../src/index.js";

/** Policies of one tier that each ask for labels of their own, of namespaces that are not in the input. */
function policies(count: number, priority: (index: number) => number): string {
  return Array.from({ length: count }, (_, i) => {
    const action = ["Allow", "Deny", "Pass"][i % 3] ?? "";
    return `---
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: p${i} }
spec:
  priority: ${priority(i)}
  subject: { namespaces: { matchLabels: { team-${i}: a } } }
  ingress:
    - action: ${action}
      from: [{ namespaces: { matchLabels: { other-${i}: b } } }]
      ports: [{ portNumber: { protocol: TCP, port: ${80 + i} } }, { portNumber: { protocol: TCP, port: 443 } }]
`;
  }).join("");
}

async function ask(text: string): Promise<Explanation["results"][number]> {
  const loaded = await loadSources([{ name: "a.yaml", text }]);
  const { results } = explainFlow(loaded, { from: "shop/app=web", to: "payments/app=api", port: "443" });
  expect(results).toHaveLength(1);
  return results[0]!;
}

describe("policies over namespaces of which no label is known", () => {
  // Each doubles the worlds: listed one by one, none of these would end.
  it("are settled together where they have one priority (S-PRI-2)", async () => {
    const result = await ask(policies(36, () => 10));
    expect(result).toMatchObject({ verdict: "undefined", outcomes: ["allowed", "denied"], isExact: true });
    const codes = new Set(result.reasons.map(({ code }) => code));
    expect([...codes].toSorted()).toEqual(["equal-priority", "namespace-labels"]);
  });

  it("are walked one after the other where each has its own", async () => {
    const result = await ask(policies(36, (index) => index));
    expect(result.verdict).toBe("unknown");
    // Of the allowing and passing ones before and after it, each may stand before a denial; the last three deny nothing after them.
    expect(result.reasons.every(({ code }) => code === "namespace-labels")).toBe(true);
    expect(result.reasons.length).toBeGreaterThan(60);
  });

  it("agree where they have one action", async () => {
    const result = await ask(policies(36, () => 10).replaceAll(/action: \w+/g, "action: Allow"));
    expect(result.verdict).toBe("allowed");
  });
});

/** Two policies of one priority that disagree on all ports, and one of the newer API in the same tier that acts on one of them. */
const DISAGREEING = `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: close }
spec: { priority: 7, subject: { namespaces: {} }, ingress: [{ action: Deny, from: [{ namespaces: {} }] }] }
---
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: open }
spec: { priority: 7, subject: { namespaces: {} }, ingress: [{ action: Allow, from: [{ namespaces: {} }] }] }
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: one-port }
spec:
  tier: Admin
  priority: 9
  subject: { namespaces: {} }
  ingress:
    - action: Accept
      from: [{ namespaces: {} }]
      protocols: [{ tcp: { destinationPort: { number: 8443 } } }]
`;

it("a tie decides whichever policy an implementation takes: no lower tier is asked behind it (S-PRI-2)", async () => {
  const loaded = await loadSources([{ name: "a.yaml", text: DISAGREEING }]);
  const { results } = explainFlow(loaded, { from: "shop/app=web", to: "shop/app=api" });
  const other = results.find(({ traffic }) => traffic.UDP.length > 0)!;
  expect(other.verdict).toBe("undefined");
  expect(other.reasons.map(({ code }) => code)).toEqual(["equal-priority"]);
  expect(other.ingress.steps.filter(({ type }) => type === "default")).toEqual([]);
});
