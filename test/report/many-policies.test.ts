import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { pod } from "../cli/manifests.js";
import { runAnp } from "../support/run-anp.js";
import { unwrapped } from "../support/unwrapped.js";

const team = (i: number): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: team-${i}, namespace: shop }
spec:
  podSelector: { matchLabels: { app: db } }
  policyTypes: [Ingress]
  ingress: [{ from: [{ podSelector: { matchLabels: { team: t${i} } } }], ports: [{ port: ${i === 4 ? 5432 : 6000 + i} }] }]
`;

const admin = (i: number, action = "Deny"): string => `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: admin-${i} }
spec:
  tier: Admin
  priority: ${10 + i}
  subject: { namespaces: {} }
  ingress: [{ name: some, action: ${action}, from: [{ namespaces: {} }], protocols: [{ tcp: { destinationPort: { number: ${i === 5 ? 5432 : 7000 + i} } } }] }]
`;

const many = (count: number, make: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => make(i));

async function explain(policies: readonly string[], ...args: readonly string[]): Promise<string> {
  const text = [pod("shop", "web"), pod("shop", "db"), ...policies].join("---\n");
  const cwd = folderWith({ "a.yaml": text });
  const argv = ["explain", "-f", ".", "shop/web", "shop/db", "--port", "5432", "--color", "never", ...args];
  return unwrapped((await runAnp(argv, { cwd, columns: 300 })).stdout);
}

describe("policies that decide nothing", () => {
  it("are shown one by one where there are few", async () => {
    const text = await explain(many(5, team));
    for (let i = 0; i < 5; i++) expect(text).toContain(`team-${i}  isolates it; its rule doesn't match`);
  });

  it("are counted where they isolate and there are many, with the rule that comes nearest", async () => {
    const text = await explain(many(6, team));
    expect(text).toContain(
      "NetworkPolicy  6 policies isolate it; none of their 6 rules matches (--all lists them)",
    );
    expect(text).toMatch(
      /closest: team-4 {2}rule 1 {2}from team=t4, TCP 5432 +source has no label `team` +◀ nearest miss +a\.yaml:\d+:\d+/,
    );
    expect(text).not.toContain("team-3  isolates");
    expect(text).toContain(
      "why  NetworkPolicies shop/team-0, shop/team-1, shop/team-2, shop/team-3 and 2 others isolate shop/db for ingress",
    );
  });

  it("are all listed with --all", async () => {
    const text = await explain(many(6, team), "--all");
    for (let i = 0; i < 6; i++) expect(text).toContain(`team-${i}  isolates it; its rule doesn't match`);
    expect(text).not.toContain("6 policies");
  });

  it("are counted by what became of them in an ordered tier", async () => {
    const text = await explain(many(12, (i) => admin(i)));
    expect(text).toMatch(/Admin tier +5 policies \(priority 10 to 14\) {2}no rule matches/);
    expect(text).toMatch(/admin-5 \(priority 15\) {2}rule 1 "some" {2}Deny .*◀ decides/);
    expect(text).toMatch(/ 6 policies \(priority 16 to 21\) {2}not reached/);
  });

  it("of which one allows are not asked, for they have no order: they may allow the same", async () => {
    const allowing = (i: number): string => team(i).replace(/ingress: .*/, "ingress: [{}]");
    const text = await explain(many(7, allowing));
    expect(text).toMatch(/ 6 policies {2}not asked: another policy allows it already/);
    const [first, second] = [await explain(many(2, allowing)), await explain(many(2, allowing), "--all")];
    for (const each of [first, second])
      expect(each).toMatch(/team-1 {2}not asked: another policy allows it already/);
  });

  it("stay where they are beside one that passes", async () => {
    const text = await explain([...many(8, (i) => admin(i, "Pass")), ...many(2, team)]);
    expect(text).toMatch(/5 policies \(priority 10 to 14\) {2}no rule matches/);
    expect(text).toMatch(/admin-5 \(priority 15\) {2}rule 1 "some" {2}Pass → NetworkPolicy/);
    expect(text).toMatch(/2 policies \(priority 16 to 17\) {2}not reached/);
    expect(text).toContain("team-1  isolates it; its rule doesn't match");
  });
});
