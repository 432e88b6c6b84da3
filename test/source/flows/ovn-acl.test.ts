import { describe, expect, it } from "vitest";
import { ovnAcl } from "../../../src/source/flows/ovn-acl.js";

/** As long as OVN lets a name be. */
const CUT = "NP:shop-production:allow-from-the-gateway-of-another-team:Ingres";

describe("the name of an access list", () => {
  it.each([
    ["NP:shop:web-in:Ingress:2", "allowed", ["shop", "web-in", 2, "ingress", "allow"], undefined],
    // A drop names no policy: it is the isolation of the namespace's pods.
    ["NP:shop:Egress", "dropped", ["shop", undefined, undefined, "egress", "deny"], "policy-default"],
    ["NP:shop:web-in:Ingress:x", "allowed", ["shop", "web-in", undefined, "ingress", "allow"], undefined],
    ["BANP:default:Egress:1", "dropped", [undefined, "default", 1, "egress", "deny"], "policy"],
    ["ANP:a:Ingress:0", "allowed", [undefined, "a", 0, "ingress", "allow"], undefined],
    // What may be cut is left out; the part before it isn't.
    [
      CUT.slice(0, 63),
      "allowed",
      ["shop-production", "allow-from-the-gateway-of-another-team", undefined, undefined, "allow"],
      undefined,
    ],
    [
      "shop_ingressDefaultDeny",
      "dropped",
      ["shop", undefined, undefined, "ingress", "deny"],
      "policy-default",
    ],
    ["EF:shop:4", "dropped", undefined, "other"],
    ["shop_web-in_0", "dropped", undefined, "unknown"],
    ["<unnamed>", "allowed", undefined, undefined],
    ["", "dropped", undefined, "unknown"],
    ["NP", "dropped", undefined, "policy-default"],
  ] as const)("%s, %s", (name, fate, rule, cause) => {
    const acl = ovnAcl(name, fate);
    const found = acl.rule;
    const parts = found && [found.namespace, found.name, found.rule, found.direction, found.action];
    expect({ rule: parts, cause: acl.cause?.code }).toEqual({ rule, cause });
  });
});
