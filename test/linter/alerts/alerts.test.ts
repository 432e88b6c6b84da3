import { describe, expect, it } from "vitest";
import { alertsBetween } from "../../../src/linter/alerts/alerts.js";
import { clusterInput, fileInput, storedInput } from "../../support/stored.js";
import { lint } from "../../../src/linter/lint/lint.js";
import { load } from "../../../src/cluster/load/load.js";
import type { Loaded } from "../../../src/cluster/load/options.js";
import { namespace, pod, stream } from "../../cli/manifests.js";
import { READ_OPTIONS } from "../../support/api-object.js";

const PODS = stream(
  namespace("shop", "{ tenant: red }"),
  namespace("monitoring", "{ tenant: platform }"),
  pod("shop", "web", "[{ containerPort: 8080 }]"),
  pod("shop", "db", "[{ containerPort: 5432 }]"),
  pod("monitoring", "agent", "[{ containerPort: 9090 }]"),
);

/** A NetworkPolicy that lets another tenant in on one port. */
function allow(app: string, port: number, tenant = "platform"): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${app}, namespace: shop }
spec:
  podSelector: { matchLabels: { app: ${app} } }
  policyTypes: [Ingress]
  ingress: [{ from: [{ namespaceSelector: { matchLabels: { tenant: ${tenant} } } }], ports: [{ port: ${port} }] }]
`;
}

/** A policy of the Admin tier with one rule about traffic that comes from a tenant. */
function admin(name: string, action: string, tenant = "platform", priority = 20): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: ${name} }
spec:
  tier: Admin
  priority: ${priority}
  subject: { namespaces: { matchLabels: { tenant: red } } }
  ingress: [{ action: ${action}, from: [{ namespaces: { matchLabels: { tenant: ${tenant} } } }] }]
`;
}

async function clusterOf(...documents: readonly string[]): Promise<Loaded> {
  return load([clusterInput(), storedInput(stream(PODS, ...documents))], READ_OPTIONS);
}

/** The alerts of a change as short texts: the rule, and what its message says. */
async function alerts(before: readonly string[], after: readonly string[]): Promise<string[]> {
  const [first, second] = [await clusterOf(...before), await clusterOf(...after)];
  return alertsBetween(first.cluster, second.cluster).map(
    ({ rule, wording }) => `${rule}: ${wording.message}`,
  );
}

const OVERRIDDEN =
  "overridden-by-admin-tier: ingress rule 1 of `NetworkPolicy shop/web` opens nothing: ingress rule 1 of `ClusterNetworkPolicy closed` of the Admin tier denies all of it first";

describe("for an administrator", () => {
  it("a Deny that is added overrides what NetworkPolicies allow", async () => {
    expect(await alerts([allow("web", 8080)], [allow("web", 8080), admin("closed", "Deny")])).toEqual([
      OVERRIDDEN,
    ]);
    expect(await alerts([allow("web", 8080)], [allow("web", 8080), admin("closed", "Pass")])).toEqual([]);
    const other = [allow("web", 8080), admin("closed", "Deny", "blue")];
    expect(await alerts([allow("web", 8080)], other)).toEqual([]);
  });

  it("so does one that is changed, and none that has overridden it before", async () => {
    const before = [allow("web", 8080), admin("closed", "Pass")];
    const after = [allow("web", 8080), admin("closed", "Deny")];
    expect(await alerts(before, after)).toEqual([OVERRIDDEN]);
    expect(await alerts(after, after)).toEqual([]);
    expect(await alerts(after, [allow("web", 8080), admin("closed", "Deny", "platform", 30)])).toEqual([]);
    expect(await alerts(after, before)).toEqual([]);
  });

  it("an Accept opens what NetworkPolicies isolate: all of them are named", async () => {
    const isolated = [allow("web", 8080, "blue"), allow("db", 5432, "blue")];
    expect(await alerts(isolated, [...isolated, admin("open", "Accept")])).toEqual([
      "isolation-bypassed-by-admin-tier: ingress rule 1 of `ClusterNetworkPolicy open` opens 2 workloads that NetworkPolicies isolate: `NetworkPolicy shop/db` and `NetworkPolicy shop/web`",
    ]);
  });

  it("a priority may be that of other policies, whether they disagree or not", async () => {
    const lab = admin("lab", "Deny", "blue");
    expect(await alerts([lab], [lab, admin("tenants", "Deny", "green")])).toEqual([
      "same-priority: `ClusterNetworkPolicy tenants` and `ClusterNetworkPolicy lab` share priority 20 of the Admin tier",
    ]);
    const [conflict, ...others] = await alerts([lab], [lab, admin("tenants", "Accept", "blue")]);
    expect(others).toEqual([]);
    expect(conflict).toMatch(
      /^same-priority-conflict: `ClusterNetworkPolicy tenants` and `ClusterNetworkPolicy lab` share a priority but conflict: /,
    );
    expect(await alerts([lab], [lab, admin("tenants", "Accept", "blue", 21)])).toEqual([]);
    const wider = admin("tenants", "Accept", "blue").replace("ingress:", "egress: []\n  ingress:");
    expect(await alerts([lab, admin("tenants", "Accept", "blue")], [lab, wider])).toEqual([]);
  });
});

describe("for the owner of a NetworkPolicy", () => {
  it("what is added or changed is overridden by an Admin policy that is there", async () => {
    const closed = admin("closed", "Deny");
    expect(await alerts([closed], [closed, allow("web", 8080)])).toEqual([OVERRIDDEN]);
    expect(await alerts([closed, allow("web", 8080, "blue")], [closed, allow("web", 8080)])).toEqual([
      OVERRIDDEN,
    ]);
    expect(await alerts([closed], [closed, allow("web", 8080, "blue")])).toEqual([]);
  });

  it("what isolates is opened by an Admin policy that is there", async () => {
    const open = [admin("open", "Accept"), allow("web", 8080, "blue")];
    expect(await alerts(open, [...open, allow("db", 5432, "blue")])).toEqual([
      "isolation-bypassed-by-admin-tier: ingress rule 1 of `ClusterNetworkPolicy open` opens 2 workloads that NetworkPolicies isolate: `NetworkPolicy shop/db` and `NetworkPolicy shop/web`",
    ]);
  });

  it("nothing is said of policies that the change does not touch", async () => {
    const before = [admin("closed", "Deny"), allow("web", 8080)];
    expect(await alerts(before, [...before, allow("db", 5432, "blue")])).toEqual([]);
    // What pods and labels change by themselves is told by the flows.
    const moved = before.map((text) => text.replace("app: web", "app: nobody"));
    const relabelled = [...moved, pod("shop", "nobody")];
    expect(await alerts(moved, relabelled)).toEqual([]);
  });
});

describe("an alert", () => {
  it("has the places of both policies, and a flow on which it shows", async () => {
    const before = await clusterOf(allow("web", 8080));
    const overlay = fileInput(admin("closed", "Deny"), "new.yaml", { isOverlay: true });
    const base = storedInput(stream(PODS, allow("web", 8080)));
    const after = await load([clusterInput(), base, overlay], READ_OPTIONS);
    const [alert] = alertsBetween(before.cluster, after.cluster);
    expect(alert?.problem.at.document.file.name).toBe("shop/networkpolicy/web");
    expect(alert?.problem.related?.map(({ at }) => at.document.file.name)).toEqual(["new.yaml"]);
    expect(alert?.problem.witness).toEqual({
      from: "monitoring/pod/agent",
      to: "shop/pod/web",
      protocol: "TCP",
      port: 8080,
      verdict: "denied",
    });
  });

  it("is what lint finds where both policies are in its input", async () => {
    const documents = [allow("web", 8080), admin("closed", "Deny"), admin("lab", "Deny", "blue")];
    const after = await clusterOf(...documents);
    const found = alertsBetween((await clusterOf()).cluster, after.cluster);
    expect(found.map(({ rule }) => rule).toSorted()).toEqual(["overridden-by-admin-tier", "same-priority"]);
    const { diagnostics } = lint(after);
    for (const alert of found) expect(diagnostics).toContainEqual(alert);
  });

  it("is about the policy, wherever it stands in a list", async () => {
    const list = (text: string): string =>
      `apiVersion: v1\nkind: List\nitems:\n${stream(allow("db", 5432, "blue"), text)
        .split("---\n")
        .map((each) => `- ${each.trimEnd().replaceAll("\n", "\n  ")}\n`)
        .join("")}`;
    const loaded = async (text: string): Promise<Loaded> =>
      load(
        [fileInput(stream(PODS, admin("closed", "Deny")), "a.yaml"), fileInput(list(text), "b.yaml")],
        READ_OPTIONS,
      );
    const [before, after] = [await loaded(allow("web", 8080, "blue")), await loaded(allow("web", 8080))];
    expect(alertsBetween(before.cluster, after.cluster).map(({ rule }) => rule)).toEqual([
      "overridden-by-admin-tier",
    ]);
  });
});
