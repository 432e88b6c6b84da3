import { unwrapped } from "../support/unwrapped.js";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";

const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web, namespace: shop }
spec: { podSelector: {} }
`;

/** An egress rule, and an Admin policy: what rules about DNS and the API server are about. */
const RESTRICTIONS = `---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: out, namespace: shop }
spec: { podSelector: {}, policyTypes: [Egress] }
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: all }
spec: { tier: Admin, priority: 5, subject: { namespaces: {} } }
`;

async function notesFor(...only: readonly string[]): Promise<string[]> {
  return notesOn(POLICY + RESTRICTIONS, ...only);
}

async function notesOn(text: string, ...only: readonly string[]): Promise<string[]> {
  const cwd = folderWith({ "a.yaml": text });
  const { stdout } = await runAnp(
    ["lint", "a.yaml", "-o", "text", "-v", ...only.flatMap((id) => ["--only", id])],
    {
      cwd,
    },
  );
  return unwrapped(stdout)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("no findings"));
}

describe("what the input lacks", () => {
  it("is counted in one note, and -v tells more", async () => {
    const cwd = folderWith({ "a.yaml": POLICY });
    const only = ["--only", "selects-no-pods,label-typo"];
    const { stdout } = await runAnp(["lint", "a.yaml", "-o", "text", ...only], { cwd });
    expect(stdout).toMatch(/^note: 2 rules skipped: no pods or namespaces in the input \(-v names them\)\n/);
    const one = await runAnp(["lint", "a.yaml", "-o", "text", "--only", "selects-no-pods"], { cwd });
    expect(one.stdout).toMatch(/^note: 1 rule skipped: no pods in the input \(-v names it\)\n/);
  });

  it("is one note for each thing", async () => {
    expect(await notesFor("selects-no-pods", "label-typo", "port-not-declared")).toEqual([
      "note: skipped label-typo: no pods or namespaces in the input",
      "note: skipped port-not-declared, selects-no-pods: no pods in the input",
    ]);
  });

  it("comes with what to do where it is cluster DNS, once and behind the last note about it", async () => {
    expect(await notesFor("deny-hits-cluster-services", "dns-egress-missing", "selects-no-pods")).toEqual([
      "note: skipped selects-no-pods: no pods in the input",
      "note: skipped deny-hits-cluster-services: no cluster DNS or nodes of the control plane in the input",
      "note: skipped dns-egress-missing: no cluster DNS in the input",
      "   = help: load Service kube-system/kube-dns and its pods, or set --dns-service",
    ]);
  });

  it("is not worth a word where the input has nothing that a rule is about", async () => {
    const rules = ["deny-hits-cluster-services", "dns-egress-missing", "domain-names-without-dns"];
    expect(await notesOn(POLICY, ...rules)).toEqual([]);
    expect(await notesOn(POLICY, ...rules, "selects-no-pods")).toHaveLength(1);
  });
});
