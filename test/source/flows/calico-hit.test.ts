import { describe, expect, it } from "vitest";
import { calicoHit, hitRule, isStagedHit } from "../../../src/source/flows/calico-hit.js";

describe("a policy as Calico's strings name it", () => {
  it.each([
    ["0|kube-admin|kcnp:guard|deny|1", ["ClusterNetworkPolicy", undefined, "guard", "Admin", 1, "deny"]],
    [
      "1|kube-baseline|kcnp:base|allow|2",
      ["ClusterNetworkPolicy", undefined, "base", "Baseline", 2, "allow"],
    ],
    ["0|default|knp:shop/web|allow|3", ["NetworkPolicy", "shop", "web", "NetworkPolicy", 3, "allow"]],
    ["0|default|shop/knp.default.web|deny|4", ["NetworkPolicy", "shop", "web", "NetworkPolicy", 4, "deny"]],
    ["1|__PROFILE__|pro:kns.shop|allow|0", [undefined, undefined, "kns.shop", undefined, 0, "allow"]],
    ["0|tier1|np:ns1/tier1.policy1|deny|-1", [undefined, "ns1", undefined, undefined, undefined, "deny"]],
    ["2|security|security.tenant|pass|0", [undefined, undefined, "tenant", undefined, 0, "pass"]],
    ["2|security|security.tenant|pass", [undefined, undefined, "tenant", undefined, undefined, "pass"]],
  ] as const)("%s", (text, parts) => {
    const hit = calicoHit(text);
    const rule = hit && hitRule(hit, "ingress");
    expect(rule && [rule.kind, rule.namespace, rule.name, rule.tier, rule.rule, rule.action]).toEqual(parts);
  });

  it.each([
    ["0|default|sknp:shop/web|allow|0", true],
    ["0|default|shop/staged:knp.default.web|allow|0", true],
    ["0|security|staged:security.all|deny|0", true],
    ["0|security|gnp:security.staged|deny|0", false],
  ])("%s is only tried out: %s", (text, isStaged) => {
    const hit = calicoHit(text);
    expect(hit && isStagedHit(hit)).toBe(isStaged);
  });

  it.each(["", "|||", "x|tier|np:a|allow|0", "0|tier|np:a|maybe|0", "allow"])("%s is none", (text) => {
    expect(calicoHit(text)).toBeUndefined();
  });
});
