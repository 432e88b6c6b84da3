import { describe, expect, it } from "vitest";
import { eventFate } from "../../../src/source/flows/netobserv-events.js";

const EVENT = {
  Feature: "acl",
  Type: "AdminNetworkPolicy",
  Action: "drop",
  Direction: "Egress",
  Name: "tenants",
  Namespace: "",
};

describe("an event of OVN's access lists", () => {
  it.each([
    ["of something else", { ...EVENT, Feature: "route" }],
    ["a step on the way", { ...EVENT, Action: "pass" }],
    ["without an action", { ...EVENT, Action: 7 }],
    ["without a type", { ...EVENT, Type: null }],
    ["no object", "drop"],
    ["nothing", null],
  ])("%s says nothing", (_, event) => {
    expect(eventFate(event)).toBeUndefined();
  });

  it.each([
    [
      "a drop of the Admin tier",
      EVENT,
      { seen: "dropped", cause: { code: "policy" }, point: "egress" },
      {
        kind: "AdminNetworkPolicy",
        tier: "Admin",
        namespace: undefined,
        name: "tenants",
        direction: "egress",
        action: "deny",
      },
    ],
    [
      "a refusal is a drop",
      { ...EVENT, Action: "reject", Type: "BaselineAdminNetworkPolicy", Direction: "Ingress" },
      { seen: "dropped", cause: { code: "policy" }, point: "ingress" },
      { kind: "BaselineAdminNetworkPolicy", tier: "Baseline", direction: "ingress", action: "deny" },
    ],
    [
      "an allowance, however it is called",
      { ...EVENT, Action: "allow-related", Type: "NetworkPolicy", Namespace: "shop", Name: "web-in" },
      { seen: "allowed", cause: undefined, point: "egress" },
      { kind: "NetworkPolicy", namespace: "shop", name: "web-in", action: "allow" },
    ],
    [
      "the isolation of a namespace's pods names no policy",
      { ...EVENT, Type: "NetpolNamespace", Namespace: "shop", Name: "shop", Direction: "Ingress" },
      { seen: "dropped", cause: { code: "policy-default" }, point: "ingress" },
      { kind: "NetworkPolicy", namespace: "shop", name: undefined, action: "deny" },
    ],
  ])("%s", (_, event, fate, decider) => {
    const found = eventFate(event);
    expect(found).toMatchObject(fate);
    expect(found?.deciders).toHaveLength(1);
    expect(found?.deciders[0]).toMatchObject(decider);
  });

  it("a drop of what is no policy has another cause, and no decider", () => {
    expect(eventFate({ ...EVENT, Type: "EgressFirewall", Direction: "" })).toEqual({
      seen: "dropped",
      cause: { code: "other", reason: "EgressFirewall" },
      point: "unknown",
      deciders: [],
    });
  });
});
