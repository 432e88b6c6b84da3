import { describe, expect, it } from "vitest";
import { isDeciding, pluginProfile, withoutRow } from "../../../src/semantics/plugins/profile-of.js";
import { rowsFor } from "../../../src/semantics/plugins/rows-for.js";
import { parsePlugin } from "../../../src/semantics/plugins/parse.js";
import { PLUGIN_NAMES } from "../../../src/semantics/plugins/row.js";
import { PLUGIN_ROWS, PLUGINS } from "../../../src/semantics/plugins/plugins.js";
import { REFERENCE, STRICT } from "../../../src/index.js";

/** The profile that `--plugin` makes of a text. */
function profileFor(text: string, base = REFERENCE): ReturnType<typeof pluginProfile> {
  const parsed = parsePlugin(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  return pluginProfile(parsed.value, base);
}

describe("the table of plugins", () => {
  it("has one row for each id, and rows for each plugin", () => {
    const ids = PLUGIN_ROWS.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const without = PLUGIN_NAMES.filter((name) => !PLUGIN_ROWS.some(({ plugin }) => plugin === name));
    expect(without).toEqual([]);
  });

  it.each(PLUGIN_ROWS.map((row) => [row.id, row] as const))(
    "%s has a source, a day and its features",
    (_id, row) => {
      expect(row.sources.length).toBeGreaterThan(0);
      for (const source of row.sources) expect(source).toMatch(/^(https:\/\/|[\w.-]+\/[\w.-]+#\d+$)/);
      expect(row.date).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
      if (row.feature !== undefined)
        expect(Object.keys(PLUGINS[row.plugin].features)).toContain(row.feature.name);
      expect(row.reading === undefined || row.effect !== "note").toBe(true);
    },
  );

  it("changes no verdict by what is inferred, or told by an issue alone", () => {
    const unsure = PLUGIN_ROWS.filter(
      ({ confidence }) => confidence === "inferred" || confidence === "issue-only",
    );
    expect(unsure.filter(({ reading }) => reading !== undefined)).toEqual([]);
    expect(unsure.filter(isDeciding)).toEqual([]);
    expect(unsure.length).toBeGreaterThan(5);
  });

  it("has no feature that no row asks for", () => {
    for (const { name, features } of Object.values(PLUGINS)) {
      const own = PLUGIN_ROWS.filter(({ plugin }) => plugin === name);
      const asked = new Set(own.flatMap(({ feature }) => feature?.name ?? []));
      expect(Object.keys(features).filter((each) => !asked.has(each))).toEqual([]);
    }
  });
});

describe("a plugin's profile", () => {
  it.each([
    ["cilium@1.15", "end-port", false],
    ["cilium@1.16", "end-port", true],
    ["cilium@1.19", "repeated-port-name", false],
    ["cilium@1.20", "repeated-port-name", true],
    ["cilium", "sctp", false],
    ["cilium+sctp", "sctp", true],
    ["cilium@v1.18.6", "in-cluster-address", false],
    ["cilium+match-pods", "in-cluster-address", true],
    ["cilium+match-nodes", "node-in-block", true],
    ["cilium@1.20", "domain-peer", "accept-only"],
    ["cilium@1.20+no-l7-proxy", "domain-peer", "unenforced"],
    ["cilium@1.19", "domain-peer", "matched"],
    ["calico@3.30", "admin-port-name", "every-port"],
    ["calico@3.32", "admin-port-name", "resolved"],
    ["openshift", "last-priority", 99],
    ["k3s", "other-protocol", "not-subject"],
    ["aws", "service-peer", "selector"],
    ["knp", "baseline-fallthrough-direction", false],
  ] as const)("%s reads %s as %s", (text, knob, value) => {
    expect(profileFor(text).readings[knob]).toBe(value);
  });

  it.each([
    ["cilium", [1, 19], "match-pods", "in-cluster-address", false],
    ["cilium", [1, 20], "match-pods", "in-cluster-address", true],
    ["cilium", [1, 14], "match-nodes", "node-in-block", false],
    ["cilium", [1, 15], "match-nodes", "node-in-block", true],
  ] as const)("%s %j set up with %s reads %s as %s", (name, release, feature, knob, value) => {
    expect(pluginProfile({ name, release, features: [feature] }).readings[knob]).toBe(value);
  });

  it.each([
    ["calico@3.28", ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy", "ClusterNetworkPolicy"]],
    ["calico@3.29", ["BaselineAdminNetworkPolicy", "ClusterNetworkPolicy"]],
    ["calico@3.31", ["ClusterNetworkPolicy"]],
    ["calico@3.32", ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy"]],
    ["cilium@1.19", ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy", "ClusterNetworkPolicy"]],
    ["cilium@1.20+cluster-network-policy", ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy"]],
    ["antrea+admin-network-policy", ["ClusterNetworkPolicy"]],
    ["antrea@2.6+admin-network-policy", ["ClusterNetworkPolicy"]],
    ["ovn", ["ClusterNetworkPolicy"]],
  ])("%s does not enforce %j", (text, kinds) => {
    expect([...profileFor(text).readings["unenforced-kinds"]].toSorted()).toEqual(kinds);
  });

  it("leaves open beside strict what its rows do not settle, and only that", () => {
    const { readings } = profileFor("cilium", STRICT);
    expect(readings["in-cluster-address"]).toBe(false);
    expect(readings["empty-protocol"]).toBe("open");
    expect(profileFor("cilium").readings["empty-protocol"]).toBe(true);
  });

  it("is the reference where no row says anything else", () => {
    const none = { name: "weave", release: [2, 8], features: [] } as const;
    const rows = rowsFor(none).filter(isDeciding);
    const bare = rows.reduce((profile, row) => withoutRow(profile, row), pluginProfile(none));
    expect(bare.readings).toEqual(REFERENCE.readings);
  });
});

describe("a plugin's name", () => {
  it.each([
    ["Cilium@1.18", { name: "cilium", release: [1, 18], features: [] }],
    ["canal", { name: "calico", release: undefined, features: [] }],
    [
      "antrea@v2.7.3+cluster-network-policy",
      { name: "antrea", release: [2, 7], features: ["cluster-network-policy"] },
    ],
    [
      "antrea@1.13+admin-network-policy",
      { name: "antrea", release: [1, 13], features: ["admin-network-policy"] },
    ],
    ["cilium@1.15+match-nodes", { name: "cilium", release: [1, 15], features: ["match-nodes"] }],
    ["cilium@1.20+match-pods", { name: "cilium", release: [1, 20], features: ["match-pods"] }],
  ])("%s is read", (text, value) => {
    expect(parsePlugin(text)).toEqual({ ok: true, value });
  });

  it.each([
    ["", "no-such-plugin"],
    ["constructor", "no-such-plugin"],
    ["cilium@", "no-such-release"],
    ["cilium@1", "no-such-release"],
    ["cilium@1.99999999999", "no-such-release"],
    ["cilium+", "no-such-feature"],
    ["cilium+constructor", "no-such-feature"],
    ["weave+sctp", "no-such-feature"],
    ["cilium@1.14+match-nodes", "no-such-feature-yet"],
    ["cilium@1.19+sctp+match-pods", "no-such-feature-yet"],
    ["antrea@1.12+admin-network-policy", "no-such-feature-yet"],
    ["antrea@2.6+cluster-network-policy", "no-such-feature-yet"],
    ["kube-router@2.9+default-deny", "no-such-feature-yet"],
    ["ovn-k@1.2+allow-icmp", "no-such-feature-yet"],
  ])("%j is refused: %s", (text, code) => {
    expect(parsePlugin(text)).toMatchObject({ ok: false, problem: { code } });
  });
});
