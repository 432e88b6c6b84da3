import {
  bundleFor,
  bundleName,
  everyBundle,
  namedBundle,
  otherBundles,
  parseBundle,
  servedInstead,
} from "../../../src/cluster/admission/bundles.js";
import { describe, expect, it } from "vitest";

describe("--bundle", () => {
  it.each([
    ["v0.3.0", { release: "v0.3.0", channel: "experimental", hasProposals: false }],
    ["v0.2.0/standard", { release: "v0.2.0", channel: "standard", hasProposals: false }],
    ["v0.2.0", { release: "v0.2.0", channel: "experimental", hasProposals: false }],
    ["v0.1.7/experimental", { release: "v0.1.8", channel: "experimental", hasProposals: false }],
    ["v0.1.3/standard", { release: "v0.1.5", channel: "standard", hasProposals: false }],
    ["v0.1.2", { release: "v0.1.2", channel: "experimental", hasProposals: false }],
    ["v0.1.2/standard", { release: "v0.1.2", channel: "standard", hasProposals: false }],
    ["v0.1.0", { release: "v0.1.1", channel: undefined, hasProposals: false }],
    ["kep", { release: "kep", channel: undefined, hasProposals: false }],
    ["v0.1.1/standard", undefined],
    ["kep/experimental", undefined],
    ["v0.1.6", undefined],
    ["v0.2.0/beta", undefined],
    ["v0.2.0/standard/x", undefined],
    ["0.2.0", undefined],
    ["", undefined],
  ])("%j", (text, bundle) => expect(parseBundle(text)).toEqual(bundle));

  it("gives the release for the kinds that it has", () => {
    const given = ["v0.1.5/standard", "v0.2.0/standard"];
    expect(bundleName(bundleFor("AdminNetworkPolicy", given))).toBe("v0.1.5/standard");
    expect(bundleName(bundleFor("BaselineAdminNetworkPolicy", given))).toBe("v0.1.5/standard");
    expect(bundleName(bundleFor("ClusterNetworkPolicy", given))).toBe("v0.2.0/standard");
  });

  it("the last one counts", () => {
    expect(bundleName(bundleFor("AdminNetworkPolicy", ["v0.1.5/standard", "v0.1.8/standard"]))).toBe(
      "v0.1.8/standard",
    );
  });

  it("by default, the newest experimental channel, with NPEP-133's rules (S-CNP-2)", () => {
    expect(bundleFor("ClusterNetworkPolicy", [])).toEqual({
      release: "v0.2.0",
      channel: "experimental",
      hasProposals: true,
    });
    expect(bundleFor("AdminNetworkPolicy", ["v0.2.0"])).toEqual({
      release: "v0.1.8",
      channel: "experimental",
      hasProposals: false,
    });
  });

  it("the release itself is another bundle than the default", () => {
    const others = otherBundles("ClusterNetworkPolicy", bundleFor("ClusterNetworkPolicy", []));
    expect(others.map(bundleName)).toEqual([
      "v0.3.0/experimental",
      "v0.3.0/standard",
      "v0.2.0/experimental",
      "v0.2.0/standard",
    ]);
  });

  it("the others of a kind are told from the newest on, without the text of the proposal", () => {
    const named = (kind: Parameters<typeof otherBundles>[0], ...given: readonly string[]): string[] =>
      otherBundles(kind, bundleFor(kind, given)).map(bundleName);
    expect(named("AdminNetworkPolicy")).toEqual([
      "v0.1.8/standard",
      "v0.1.5/experimental",
      "v0.1.5/standard",
      "v0.1.2/experimental",
      "v0.1.2/standard",
      "v0.1.1",
    ]);
    expect(named("BaselineAdminNetworkPolicy", "v0.1.0")).not.toContain("v0.1.1");
    expect(named("BaselineAdminNetworkPolicy", "kep")).toContain("v0.1.1");
    expect(named("ClusterNetworkPolicy", "v0.2.0/standard")).toEqual([
      "v0.3.0/experimental",
      "v0.3.0/standard",
      "v0.2.0/experimental",
    ]);
  });

  it("every one of a kind is told with the default first and the proposal last", () => {
    const every = everyBundle("BaselineAdminNetworkPolicy");
    expect(every.map(bundleName)).toEqual([
      "v0.1.8/experimental",
      "v0.1.8/standard",
      "v0.1.5/experimental",
      "v0.1.5/standard",
      "v0.1.2/experimental",
      "v0.1.2/standard",
      "v0.1.1",
      "kep",
    ]);
    expect(every.filter(({ hasProposals }) => hasProposals)).toEqual([]);
    const ofClusters = everyBundle("ClusterNetworkPolicy");
    expect(ofClusters.map((each) => [bundleName(each), each.hasProposals])).toEqual([
      ["v0.2.0/experimental", true],
      ["v0.3.0/experimental", false],
      ["v0.3.0/standard", false],
      ["v0.2.0/experimental", false],
      ["v0.2.0/standard", false],
    ]);
  });

  it("of v1beta1 it is the release that serves it, and no other one is told", () => {
    const [newer, older] = ["v1beta1", "v1alpha2"].map((version) => `policy.networking.k8s.io/${version}`);
    const bundle = bundleFor("ClusterNetworkPolicy", [], newer);
    expect(bundle).toEqual({ release: "v0.3.0", channel: "experimental", hasProposals: true });
    expect(otherBundles("ClusterNetworkPolicy", bundle, newer).map(bundleName)).toEqual([
      "v0.3.0/experimental",
      "v0.3.0/standard",
    ]);
    expect(bundleName(bundleFor("ClusterNetworkPolicy", [], older))).toBe("v0.2.0/experimental");
    expect(servedInstead(bundleFor("ClusterNetworkPolicy", ["v0.2.0"], newer), newer!)).toBe(older);
    expect(servedInstead(bundle, newer!)).toBeUndefined();
    expect(servedInstead(bundle, older!)).toBeUndefined();
    const admin = "policy.networking.k8s.io/v1alpha1";
    expect(servedInstead(bundleFor("AdminNetworkPolicy", [], admin), admin)).toBeUndefined();
  });

  it("none is named where none has the kind", () => {
    expect(namedBundle("ClusterNetworkPolicy", ["v0.1.8", "none"])).toBeUndefined();
    expect(namedBundle("AdminNetworkPolicy", ["kep", "v0.2.0"])).toEqual({
      release: "kep",
      channel: undefined,
      hasProposals: false,
    });
  });
});
