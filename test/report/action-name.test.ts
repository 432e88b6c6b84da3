import { describe, expect, it } from "vitest";

import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";

const PODS = ["web", "db"]
  .map(
    (name) =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: shop, labels: { app: ${name} } }`,
  )
  .join("\n---\n");

const OLDER = `
---
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: tenants }
spec:
  priority: 7
  subject: { namespaces: {} }
  ingress: [{ name: inside, action: Allow, from: [{ namespaces: {} }] }]
`;

const NEWER = `
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: tenants }
spec:
  tier: Admin
  priority: 8
  subject: { namespaces: {} }
  ingress: [{ name: inside, action: Accept, from: [{ namespaces: {} }] }]
`;

async function explained(policy: string, ...ends: readonly string[]): Promise<string> {
  const cwd = folderWith({ "a.yaml": PODS + policy });
  const { stdout } = await runAnp(["explain", "-f", "a.yaml", ...ends], { cwd });
  return stdout.replaceAll(/\s+/g, " ");
}

describe("an action is called as its kind calls it", () => {
  it("in the chain of a flow, and in the sentence why", async () => {
    const older = await explained(OLDER, "web", "db");
    expect(older).toContain('rule 1 "inside" Allow');
    expect(older).toContain("AdminNetworkPolicy tenants allows traffic from every namespace");
    const newer = await explained(NEWER, "web", "db");
    expect(newer).toContain('rule 1 "inside" Accept');
    expect(newer).toContain("ClusterNetworkPolicy tenants accepts traffic from every namespace");
  });

  it("among the policies of one endpoint", async () => {
    expect(await explained(OLDER, "db")).toContain('rule 1 "inside" Allow from every namespace');
    expect(await explained(NEWER, "db")).toContain('rule 1 "inside" Accept from every namespace');
  });
});
