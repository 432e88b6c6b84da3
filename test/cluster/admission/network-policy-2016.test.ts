import { describe, expect, it } from "vitest";
import { explainFlow, loadSources, type SourceOptions } from "../../../src/index.js";

const CLUSTER = `
apiVersion: v1
kind: Namespace
metadata: { name: shop, annotations: { net.beta.kubernetes.io/network-policy: '{"ingress": {"isolation": "DefaultDeny"}}' } }
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
status: { podIP: 10.0.0.1 }
---
apiVersion: v1
kind: Pod
metadata: { name: db, namespace: shop }
status: { podIP: 10.0.0.2 }
---
`;

async function read(spec: string, options: SourceOptions = {}): Promise<readonly string[]> {
  const policy = `apiVersion: extensions/v1beta1\nkind: NetworkPolicy\nmetadata: { name: in, namespace: shop }\nspec: { podSelector: {}, ${spec} }\n`;
  const input = await loadSources([{ name: "a.yaml", text: CLUSTER + policy }], {
    isLegacy: true,
    ...options,
  });
  const { results } = explainFlow(input, { from: "shop/web", to: "shop/db", port: "80" });
  return [...results.map(({ verdict }) => verdict), ...input.problems.map(({ code }) => code)];
}

const RULES: readonly (readonly [string, string])[] = [
  ["a block", "ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/8}}]}]"],
  ["a range of ports", "ingress: [{ports: [{port: 80, endPort: 90}]}]"],
  ["SCTP", "ingress: [{ports: [{port: 80, protocol: SCTP}]}]"],
  ["two selectors in one peer", "ingress: [{from: [{podSelector: {}, namespaceSelector: {}}]}]"],
];

/** NPX-16: what that design does not have, a server of then has dropped or refused. */
describe("a policy of the 2016 design", () => {
  it.each(RULES)("is refused with %s", async (_what, spec) => {
    const [verdict, ...codes] = await read(spec);
    expect(verdict).toBe("unknown");
    expect(codes.length).toBeGreaterThan(0);
    expect(["unknown-field", "schema"]).toContain(codes[0]);
  });

  it.each(RULES)("was stored by a later server with %s, and is unknown", async (_what, spec) => {
    expect(await read(spec, { isStored: true })).toEqual(["unknown", "not-analysed"]);
  });

  it.each([
    [
      "each selector",
      "ingress: [{from: [{podSelector: {}}, {namespaceSelector: {}}], ports: [{port: 80, protocol: TCP}]}]",
    ],
    [
      "egress, which has no effect",
      "ingress: [{}], egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8}}], ports: [{protocol: SCTP}]}]",
    ],
  ])("is accepted with %s", async (_what, spec) => {
    expect(await read(spec)).toEqual(["allowed"]);
    expect(await read(spec, { isStored: true })).toEqual(["allowed"]);
  });

  it("is read with all of them as released with 1.7", async () => {
    for (const [, spec] of RULES.slice(0, 2))
      expect(await read(spec, { isLegacy: false, kubernetesVersion: [1, 15] })).toEqual(["allowed"]);
  });
});
