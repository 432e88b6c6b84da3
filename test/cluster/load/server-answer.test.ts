import { describe, expect, it } from "vitest";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import { textAt } from "../../../src/source/manifest/locate.js";

const POD = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
const POLICY = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "deny", namespace: "shop" },
  spec: { podSelector: {} },
};

/** What is told as not read of a text, with its place, and whether policies may be missing for it. */
async function unread(
  written: unknown,
  as: { readonly isNamed?: boolean; readonly isStored?: boolean } = { isNamed: true, isStored: true },
): Promise<{ readonly found: string[]; readonly mayMissPolicies: boolean }> {
  const { isNamed = false, isStored = false } = as;
  const file = { name: "a.json", text: JSON.stringify(written) };
  const stored = isStored ? { isStored: true as const } : {};
  const { cluster, problems } = await load([{ type: "file", file, isNamed, ...stored }], READ_OPTIONS);
  return {
    found: problems.flatMap(({ facts, at }) =>
      "reason" in facts ? [`${facts.reason} at ${"span" in at ? "?" : textAt(at)}`] : [],
    ),
    mayMissPolicies: cluster.facts.mayMissPolicies,
  };
}

const list = (kind: string, items: readonly unknown[], metadata: object = {}): object => ({
  apiVersion: kind === "NetworkPolicyList" ? "networking.k8s.io/v1" : "v1",
  kind,
  metadata: { resourceVersion: "7", ...metadata },
  items,
});

describe("a list that a server cut is not whole", () => {
  it.each<readonly [what: string, list: object, found: readonly string[], mayMissPolicies: boolean]>([
    ["a whole one", list("List", [POD, POLICY]), [], false],
    ["one with an empty token", list("List", [POD], { continue: "" }), [], false],
    ["one of which nothing remains", list("List", [POD], { remainingItemCount: 0 }), [], false],
    ["pods with a token", list("PodList", [POD], { continue: "eyJ2" }), ['list-page at "eyJ2"'], false],
    ["pods that are counted", list("PodList", [POD], { remainingItemCount: 3 }), ["list-page at 3"], false],
    [
      "policies with both",
      list("NetworkPolicyList", [POLICY], { continue: "eyJ2", remainingItemCount: 3 }),
      ['list-page at "eyJ2"'],
      true,
    ],
    ["what nobody reads", list("EventList", [{}], { continue: "eyJ2" }), [], false],
    ["objects of all kinds", list("List", [POD], { continue: "eyJ2" }), ['list-page at "eyJ2"'], true],
    ["nothing yet", list("List", [], { continue: "eyJ2" }), ['list-page at "eyJ2"'], true],
  ])("%s", async (_what, written, found, mayMissPolicies) => {
    expect(await unread(written)).toEqual({ found, mayMissPolicies });
    expect(await unread(written, {})).toEqual({ found, mayMissPolicies });
  });
});

describe("what a server answers instead of objects may stand for policies", () => {
  const status = { apiVersion: "v1", kind: "Status", status: "Failure", message: "forbidden" };
  const partial = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata: { name: "x" } };

  it.each<readonly [what: string, written: object, found: string]>([
    ["an error", status, 'server-error at "forbidden"'],
    ["an error without words", { apiVersion: "v1", kind: "Status" }, "server-error at ?"],
    ["an error among objects", list("List", [POD, status]), 'server-error at "forbidden"'],
    ["a table", { apiVersion: "meta.k8s.io/v1", kind: "Table", rows: [] }, 'server-metadata at "Table"'],
    ["names", list("List", [POD, partial]), 'server-metadata at "PartialObjectMetadata"'],
    [
      "a list of names",
      {
        apiVersion: "meta.k8s.io/v1",
        kind: "PartialObjectMetadataList",
        items: [{ metadata: { name: "x" } }],
      },
      "server-metadata at ?",
    ],
  ])("%s", async (_what, written, found) => {
    for (const as of [{ isNamed: true }, { isStored: true }]) {
      const told = await unread(written, as);
      expect(told.found.map((each) => (found.endsWith("?") ? each.replace(/at .*/, "at ?") : each))).toEqual([
        found,
      ]);
      expect(told.mayMissPolicies).toBe(true);
    }
    // What a walk meets is what some program's tests are fed with.
    expect(await unread(written, {})).toEqual({ found: [], mayMissPolicies: false });
  });
});

it("an item of a List that doesn't say what it is may be a policy", async () => {
  const { apiVersion: _version, kind: _kind, ...silent } = POLICY;
  const told = await unread(list("List", [POD, silent]));
  expect(told.found).toEqual([expect.stringMatching(/^item-without-kind at /)]);
  expect(told.mayMissPolicies).toBe(true);
  expect((await unread(list("NetworkPolicyList", [silent]))).found).toEqual([]);
  // What other programs call a list.
  expect((await unread(list("List", [{ name: "x" }, { metadata: 1 }, null]))).found).toEqual([]);
});

describe("a policy that is not as a server stores it is unknown", () => {
  const ADMIN = {
    apiVersion: "policy.networking.k8s.io/v1alpha2",
    kind: "ClusterNetworkPolicy",
    metadata: { name: "x" },
  };
  const ADMIN_OF = (spec: object): object => ({
    ...ADMIN,
    spec: { tier: "Admin", priority: 1, subject: { namespaces: {} }, ...spec },
  });

  it.each<readonly [what: string, policy: object]>([
    ["without a spec", { ...POLICY, spec: undefined }],
    ["whose spec is null", { ...POLICY, spec: null }],
    ["whose spec was masked", { ...POLICY, spec: "REDACTED" }],
    ["whose selector was masked", { ...POLICY, spec: { podSelector: "REDACTED" } }],
    ["whose ports were masked", { ...POLICY, spec: { podSelector: {}, ingress: [{ ports: "REDACTED" }] } }],
    ["of the cluster, without a spec", ADMIN],
    ["of the cluster, whose spec was masked", { ...ADMIN, spec: "REDACTED" }],
    ["of the cluster, whose rules were masked", ADMIN_OF({ ingress: "REDACTED" })],
    ["of the cluster, whose subject was masked", ADMIN_OF({ subject: "REDACTED" })],
    [
      "of the cluster, whose peers were masked",
      ADMIN_OF({ ingress: [{ action: "Deny", from: "REDACTED" }] }),
    ],
    ["of the cluster, whose priority was masked", ADMIN_OF({ priority: "REDACTED" })],
    [
      "of the cluster, with what only an older release has, masked",
      {
        ...ADMIN,
        apiVersion: "policy.networking.k8s.io/v1alpha1",
        kind: "AdminNetworkPolicy",
        spec: {
          priority: 3,
          subject: { namespaces: {} },
          ingress: [{ action: "Deny", from: [{ namespaces: { sameLabels: "REDACTED" } }] }],
        },
      },
    ],
  ])("%s", async (_what, policy) => {
    const text = JSON.stringify(list("List", [POD, policy]));
    const file = { name: "a.json", text };
    const { cluster, problems } = await load(
      [{ type: "file", file, isNamed: true, isStored: true }],
      READ_OPTIONS,
    );
    expect(cluster.policies).toEqual([]);
    expect(cluster.refused.map(({ cause }) => cause)).toEqual(["undecided"]);
    expect(problems.map(({ facts }) => ("reason" in facts ? facts.reason : ""))).toEqual(["damaged"]);
  });

  it.each<readonly [what: string, policy: object]>([
    [
      "what its metadata have",
      { ...POLICY, metadata: { ...POLICY.metadata, creationTimestamp: "REDACTED" } },
    ],
    ["masked labels", { ...POLICY, metadata: { ...POLICY.metadata, labels: "REDACTED" } }],
    ["one of the cluster", ADMIN_OF({ ingress: [{ action: "Deny", from: [{ namespaces: {} }] }] })],
    [
      "one of an older shape",
      {
        ...ADMIN,
        apiVersion: "policy.networking.k8s.io/v1alpha1",
        kind: "AdminNetworkPolicy",
        spec: {
          priority: 1,
          subject: { namespaceSelector: {} },
          ingress: [{ action: "Deny", from: [{ namespaces: { namespaceSelector: {} } }] }],
        },
      },
    ],
  ])("and not for %s", async (_what, policy) => {
    expect((await unread(list("List", [POD, policy]))).found).toEqual([]);
  });
});
