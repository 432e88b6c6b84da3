import { describe, expect, it, vi } from "vitest";
import { allowedParts } from "../../../src/cluster/kinds/allow-list.js";
import { CRD_KINDS } from "../../../src/cluster/admission/bundles.js";
import { clusterRole } from "../../../src/cluster/snapshot/cluster-role.js";
import { deletedObjects } from "../../../src/cli/deleted-objects.js";
import { diff, explainFlow, lint, loadSources, mapFlows, type Result } from "../../../src/index.js";
import { forbiddenPolicies } from "../../../src/cluster/kinds/forbidden-policies.js";
import { POLICY_APIS } from "../../../src/cluster/kinds/policy-table.js";
import { POLICY_CRDS, STORED_KINDS } from "../../../src/cluster/kinds/stored-kinds.js";
import { WELL_KNOWN_WORDS } from "../../../src/cluster/snapshot/anonymise/well-known.js";
import { writerOf } from "../../../src/cluster/kinds/policy-apis.js";
import { writtenRule } from "../../../src/cluster/kinds/writing/rules.js";
import { emptyDocument } from "../../../src/source/manifest/document.js";
import type { PolicyApi } from "../../../src/cluster/kinds/policy-apis.js";
import { rootOrigin } from "../../../src/source/manifest/origin.js";

vi.mock("../../../src/cluster/kinds/policy-table.js", async (original) => {
  const known = await original<{ readonly POLICY_APIS: readonly PolicyApi[] }>();
  const { TOY } = await import("./toy/row.js");
  return { POLICY_APIS: [...known.POLICY_APIS, TOY] };
});

const PODS = `
{apiVersion: v1, kind: Namespace, metadata: {name: shop}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: web}}, spec: {containers: [{}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop, labels: {app: db}}, spec: {containers: [{}]}}`;

const SHUT = `
---
apiVersion: toys.example.com/v3
kind: ToyNetworkPolicy
metadata: {name: shut}
spec: {priority: 3, namespace: shop, ingress: [{}]}`;

const OPEN = `
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: {name: open}
spec: {tier: Admin, priority: 4, subject: {namespaces: {}}, ingress: [{action: Accept, from: [{namespaces: {}}]}]}`;

const OLD = OPEN.replace("v1alpha2", "v1alpha1")
  .replace("ClusterNetworkPolicy", "AdminNetworkPolicy")
  .replace("tier: Admin, ", "")
  .replace("action: Accept", "name: open, action: Allow");

async function ask(text: string): Promise<{ readonly result: Result; readonly codes: readonly string[] }> {
  const loaded = await loadSources([{ name: "cluster.yaml", text }]);
  const { results } = explainFlow(loaded, { from: "shop/web", to: "shop/db", port: "80" });
  const [result] = results;
  if (result === undefined) throw new Error("no result");
  return { result, codes: loaded.problems.map(({ code }) => code) };
}

describe("a kind of policy that is added with a folder and a row", () => {
  it("is evaluated, and decides", async () => {
    const { result, codes } = await ask(PODS + SHUT);
    expect([result.verdict, codes]).toEqual(["denied", []]);
    const decider = result.ingress.steps.find(({ decides }) => decides);
    expect(decider?.type === "rule" && decider.policy.ref.kind).toBe("ToyNetworkPolicy");
  });

  it.each([
    ["v1alpha2", OPEN],
    ["v1alpha1", OLD],
  ])("is a third API: beside one of %s, what both do is not defined", async (_what, open) => {
    expect((await ask(PODS + open)).result.verdict).toBe("allowed");
    const { result } = await ask(PODS + open + SHUT);
    expect([result.verdict, result.reasons.map(({ code }) => code)]).toEqual([
      "undefined",
      ["mixed-api-generations"],
    ]);
  });

  it("may have decided where it is refused, in its tier and direction", async () => {
    const { result } = await ask(PODS + SHUT.replace("priority: 3", "priority: high"));
    expect([result.verdict, result.ingress.verdict, result.egress.verdict]).toEqual([
      "unknown",
      "unknown",
      "allowed",
    ]);
  });

  it("may have decided where its text says two things", async () => {
    const { result, codes } = await ask(PODS + SHUT.replace("priority: 3", "priority: 3, priority: 5"));
    expect([result.verdict, result.ingress.verdict, codes]).toEqual([
      "unknown",
      "unknown",
      ["duplicate-key"],
    ]);
  });

  it("is in the map, in what changes, and in what the linter proves", async () => {
    const sources = (text: string): { name: string; text: string }[] => [{ name: "cluster.yaml", text }];
    const before = await loadSources(sources(PODS), { purpose: "lint" });
    const after = await loadSources(sources(PODS + SHUT), { purpose: "lint" });
    const matrix = mapFlows(after, { from: ["shop/web"], to: ["shop/db"], port: "80" });
    const [web] = matrix.sources;
    if (web === undefined) throw new Error("no row");
    expect([...matrix.flowsFrom(web)].map(({ slices }) => slices.isDenied)).toEqual([true]);
    expect(diff(before.cluster, after.cluster).changes.map(({ change }) => change)).toContain("closed");
    const again = SHUT.replace("name: shut", "name: again").replace("priority: 3", "priority: 4");
    const both = await loadSources(sources(PODS + SHUT + again), { purpose: "lint" });
    const shadowed = lint(both).diagnostics.filter(({ rule }) => rule === "shadowed-rule");
    expect(shadowed.map(({ problem }) => problem.object?.name)).toEqual(["again"]);
  });

  it("is a mistake in another version, or under another name of its group", async () => {
    expect((await ask(PODS + SHUT.replace("v3", "v4"))).codes).toEqual(["unserved-kind"]);
    expect((await ask(PODS + SHUT.replace("kind: Toy", "kind: Ploy"))).codes).toEqual(["unserved-kind"]);
  });

  it("is asked for, may be forbidden, and is kept", () => {
    expect(STORED_KINDS.find(({ kind }) => kind === "ToyNetworkPolicy")).toMatchObject({
      apiVersions: ["toys.example.com/v3"],
      isNamespaced: false,
      purposes: ["flows", "lint", "snapshot"],
    });
    expect(clusterRole()).toContain("toynetworkpolicies");
    const origin = rootOrigin(emptyDocument({ name: "cluster", text: "" }));
    const hidden = { apiVersion: "toys.example.com/v3", readIn: [] };
    for (const kind of ["ToyNetworkPolicy", "*"])
      expect(forbiddenPolicies({ ...hidden, kind }, origin)).toMatchObject([
        { refused: { cause: "forbidden", generation: "Toy", tiers: ["Admin"] } },
      ]);
    expect(allowedParts("toys.example.com/v3", "ToyNetworkPolicy")).toMatchObject({ spec: true });
    expect([WELL_KNOWN_WORDS.has("Shut"), WELL_KNOWN_WORDS.has("Ajar")]).toEqual([true, true]);
  });

  it("is named by --delete, and written by suggestions", () => {
    expect(deletedObjects(["toynp/shut", "toynetworkpolicies/ajar"], "shop")).toEqual([
      { kind: "toynetworkpolicy", namespace: undefined, name: "shut" },
      { kind: "toynetworkpolicy", namespace: undefined, name: "ajar" },
    ]);
    const rule = {
      name: "no",
      direction: "egress",
      peers: [{ type: "domain", name: "example.com" }],
      ports: [{ protocol: "TCP", first: 7, last: 7 }],
    } as const;
    const writer = writerOf({ kind: "ToyNetworkPolicy" });
    expect(writtenRule({ ...rule, action: "Deny" }, writer, undefined)).toEqual({
      verb: "Shut",
      to: [{ sign: "example.com" }],
      doors: ["TCP/7"],
    });
    expect(writtenRule({ ...rule, action: "Accept" }, writer, undefined)).toBeUndefined();
  });
});

describe("the table of kinds", () => {
  it("has one row for a kind, and those with a CRD are those that admission has schemas of", () => {
    const kinds = POLICY_APIS.map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    const withCrd = POLICY_APIS.filter(({ hasCrd }) => hasCrd).map(({ kind }) => kind);
    expect(withCrd.toSorted()).toEqual([...CRD_KINDS].toSorted());
    expect(POLICY_CRDS).toHaveLength(withCrd.length);
  });

  it("has words by which a text that may hold such a policy is known, and asks only for what is read", () => {
    for (const { kind, apiVersions, storedIn, shortNames } of POLICY_APIS) {
      expect(kind).toMatch(/NetworkPolicy$/);
      expect(apiVersions).toEqual(expect.arrayContaining([...storedIn]));
      expect(shortNames).not.toEqual([]);
    }
  });
});
