import { apiObject, READ_OPTIONS } from "../../../support/api-object.js";
import { describe, expect, it } from "vitest";
import { recognisedRelease } from "../../../../src/cluster/kinds/admin-policies/recognised.js";
import { definitionsIn } from "../../../../src/index.js";
import { newestDefinition } from "../../../support/crd.js";
import type { ReadOptions } from "../../../../src/cluster/kinds/kind.js";

const OPTIONS: ReadOptions = { ...READ_OPTIONS, readsEveryRelease: true };

function policy(peer: string, kind = "AdminNetworkPolicy", name = "default"): string {
  const priority = kind === "AdminNetworkPolicy" ? "priority: 4, " : "";
  return `apiVersion: policy.networking.k8s.io/v1alpha1
kind: ${kind}
metadata: {name: ${name}}
spec: {${priority}subject: {namespaces: {}}, egress: [{action: Deny, to: [{${peer}}]}]}
`;
}

function recognised(text: string, options: Partial<ReadOptions> = {}): string | undefined {
  return recognisedRelease(apiObject(text), { ...OPTIONS, ...options });
}

const MEMBER = "namespaces: {namespaceSelector: {}}";

describe("the release of an admin policy", () => {
  it.each([
    ["namespaces: {}", undefined],
    ["namespaces: {matchLabels: {a: b}}", undefined],
    [MEMBER, "v0.1.2/experimental"],
    ["namespaces: {sameLabels: [a]}", "v0.1.2/experimental"],
    ["namespaces: {related: Self}", "kep"],
    ['networks: ["fe80::"]', "v0.1.5/experimental"],
  ])("with peer {%s} is %s", (peer, release) => {
    expect(recognised(policy(peer))).toBe(release);
  });

  it("is the one that finds the fewest faults where none takes it", () => {
    expect(recognised(policy("namespaces: {namespaceSelector: {matchlabels: {}}}"))).toBe(
      "v0.1.2/experimental",
    );
    expect(recognised(policy("namespaces: {related: self}"))).toBe("kep");
  });

  it("is the KEP's text for a baseline that is not called default", () => {
    expect(recognised(policy(MEMBER, "BaselineAdminNetworkPolicy", "other"))).toBe("kep");
  });

  it("is not looked for where one counts, or the object is stored, or nobody asks", () => {
    expect(recognised(policy(MEMBER), { bundles: ["v0.1.8"] })).toBeUndefined();
    expect(recognised(policy(MEMBER), { bundles: ["v0.2.0"] })).toBe("v0.1.2/experimental");
    expect(recognised(policy(MEMBER), { isStored: true })).toBeUndefined();
    const { readsEveryRelease: _asked, ...others } = OPTIONS;
    expect(recognisedRelease(apiObject(policy(MEMBER)), others)).toBeUndefined();
    const [reading] = definitionsIn({ name: "crd.json", text: newestDefinition("AdminNetworkPolicy") });
    if (reading === undefined || !("definition" in reading)) throw new Error("the CRD can be read");
    const crds = new Map([["AdminNetworkPolicy", reading.definition]]);
    expect(recognised(policy(MEMBER), { crds })).toBeUndefined();
  });
});
