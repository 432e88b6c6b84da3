import { describe, expect, it } from "vitest";
import { loadSources } from "../../../src/index.js";
import { listJson } from "../../support/stored.js";
import { pathOf } from "../../../src/source/manifest/origin.js";
import type { Problem } from "../../../src/cluster/problems/problem.js";

/** Where a stored policy is masked, and with what: `ingress.0.from.0.ipBlock.cidr "***"`; empty where nothing is. */
async function maskedIn(policy: string): Promise<readonly string[]> {
  const { problems } = await loadSources([{ name: "dump.json", text: listJson(policy, undefined) }], {
    isStored: true,
  });
  return problems.flatMap((each) => (each.code === "not-analysed" ? [placed(each)] : []));
}

function placed({ at, facts }: Problem): string {
  const detail = "detail" in facts ? String(facts.detail) : "";
  return "span" in at ? detail : `${pathOf(at).slice(3).join(".")} ${detail}`;
}

const networkPolicy = (spec: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: db, namespace: shop }
spec: ${spec}
`;

const adminPolicy = (peer: string): string => `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: db }
spec:
  priority: 7
  subject: { namespaces: { matchLabels: { team: "***" } } }
  egress: [{ action: Allow, to: [{ networks: [10.0.0.0/8] }] }, { action: Deny, to: [${peer}] }]
`;

describe("a text of a stored policy that no release takes", () => {
  it.each([
    [
      "a block",
      "{ podSelector: {}, egress: [{ to: [{ ipBlock: { cidr: 10.1.0.0/16 } }, { ipBlock: { cidr: XX/24 } }] }] }",
      'egress.0.to.1.ipBlock.cidr "XX/24" is masked',
    ],
    [
      "an exception",
      "{ podSelector: {}, ingress: [{}, { from: [{ ipBlock: { cidr: 10.0.0.0/8, except: [10.1.0.0/16, '***'] } }] }] }",
      'ingress.1.from.0.ipBlock.except.1 "***" is masked',
    ],
    [
      "a label of the pods that it is about",
      "{ podSelector: { matchLabels: { app: db, team: '<team>' } } }",
      'podSelector.matchLabels.team "<team>" is masked',
    ],
    [
      "a label called as a field with addresses is",
      "{ podSelector: { matchLabels: { cidr: '10.0.0.0/8' } } }",
      'podSelector.matchLabels.cidr "10.0.0.0/8" is masked',
    ],
  ])("is a mask, with its place: %s", async (_what, spec, place) => {
    expect(await maskedIn(networkPolicy(spec))).toEqual([place]);
  });

  it("is a mask in a network of an AdminNetworkPolicy, whose labels no release checks", async () => {
    expect(await maskedIn(adminPolicy("{ networks: [fd00::/8, hidden] }"))).toEqual([
      'egress.1.to.0.networks.1 "hidden" is masked',
    ]);
    expect(await maskedIn(adminPolicy("{ networks: [fd00::/8, 10.9.0.0] }"))).toEqual([]);
  });

  it("is none of what an older release has stored, nor what isn't looked at", async () => {
    const spec = `{ podSelector: { matchLabels: { app: "", team: A_b.c-1 }, matchExpressions: [{ key: x, operator: In, values: ["a b"] }] },
      ingress: [{ from: [{ ipBlock: { cidr: 010.1.0.2/08 } }, { ipBlock: { cidr: "::FFFF:10.0.0.0/104" } }], ports: [{ port: web }] }] }`;
    expect(await maskedIn(networkPolicy(spec))).toEqual([]);
  });
});
