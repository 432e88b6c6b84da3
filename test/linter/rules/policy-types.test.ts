import { describe, expect, it } from "vitest";
import { networkPolicy, placesOf } from "../../support/findings.js";

const TO_DB = "egress: [{ to: [{ podSelector: { matchLabels: { app: db } } }] }]";
const FROM_WEB = "ingress: [{ from: [{ podSelector: { matchLabels: { app: web } } }] }]";

describe("policy-types-omits-direction", () => {
  it.each([
    ["egress rules beside Ingress", `policyTypes: [Ingress]\n${TO_DB}`, ["egress"]],
    ["ingress rules beside Egress", `policyTypes: [Egress]\n${FROM_WEB}\n${TO_DB}`, ["ingress"]],
    ["Ingress twice, where Egress was meant", `policyTypes: [Ingress, Ingress]\n${TO_DB}`, ["egress"]],
    ["a null rule counts as one", `policyTypes: [Ingress]\negress:\n  -`, ["egress"]],
    ["both directions listed", `policyTypes: [Ingress, Egress]\n${FROM_WEB}\n${TO_DB}`, []],
    ["no policyTypes: the default counts the rules", `${FROM_WEB}\n${TO_DB}`, []],
    ["an empty list has no rules to lose", `policyTypes: [Ingress]\negress: []`, []],
    ["types without rules deny", `policyTypes: [Ingress, Egress]`, []],
  ])("%s", async (_, spec, places) => {
    expect(await placesOf("policy-types-omits-direction", networkPolicy(spec))).toEqual(places);
  });

  it("says nothing else of rules that have no effect", async () => {
    const spec = "policyTypes: [Ingress]\negress: [{}, { to: [], ports: [{ port: 53 }] }]";
    expect(await placesOf("allow-all-rule", networkPolicy(spec))).toEqual([]);
    expect(await placesOf("empty-list-means-all", networkPolicy(spec))).toEqual([]);
    expect(await placesOf("protocol-omitted", networkPolicy(spec))).toEqual([]);
  });
});

describe("policy-types-implicit", () => {
  it.each([
    ["egress rules alone also isolate ingress", TO_DB, ["egress"]],
    ["an empty list of types is no list", `policyTypes: []\n${TO_DB}`, ["egress"]],
    ["an ingress without a value is none", `ingress:\n${TO_DB}`, ["egress"]],
    ["no rules at all", "podSelector: {}", ["spec"]],
    ["ingress rules do what they read", FROM_WEB, []],
    ["both lists are written", `${FROM_WEB}\n${TO_DB}`, []],
    ["an empty ingress says that nothing may come in", `ingress: []\n${TO_DB}`, []],
    ["an empty ingress alone", "ingress: []", []],
    ["the types are written", `policyTypes: [Egress]\n${TO_DB}`, []],
    ["no rules, with the types", "policyTypes: [Ingress]", []],
  ])("%s", async (_, spec, places) => {
    expect(await placesOf("policy-types-implicit", networkPolicy(spec))).toEqual(places);
  });
});

describe("deny-egress-written-as-empty-list", () => {
  it.each([
    ["egress: []", "egress: []", ["egress"]],
    ["egress without a value", "egress:", ["egress"]],
    ["beside ingress rules", `egress: []\n${FROM_WEB}`, ["egress"]],
    ["beside an empty ingress", "ingress: []\negress: []", ["egress"]],
    ["with the type it denies", "policyTypes: [Egress]\negress: []", []],
    ["the types say that egress is not meant", "policyTypes: [Ingress]\negress: []", []],
    ["with a rule it is isolated by default", TO_DB, []],
    ["no egress at all", FROM_WEB, []],
  ])("%s", async (_, spec, places) => {
    expect(await placesOf("deny-egress-written-as-empty-list", networkPolicy(spec))).toEqual(places);
  });

  it("is the one finding about the missing types", async () => {
    expect(await placesOf("policy-types-implicit", networkPolicy("egress: []"))).toEqual([]);
  });
});
