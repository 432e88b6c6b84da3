import { converted, valuesOf } from "./converted.js";
import { describe, expect, it } from "vitest";

function policy(spec: string, version = "extensions/v1beta1"): string {
  return `apiVersion: ${version}
kind: NetworkPolicy
metadata: {name: web, namespace: shop}
${spec}
`;
}

function converted1(spec: string): string {
  return policy(spec, "networking.k8s.io/v1");
}

describe("a NetworkPolicy of extensions/v1beta1, as released with 1.7", () => {
  it.each([
    [
      "gets the types that the server would fill in",
      "spec: {podSelector: {matchLabels: {app: web}}, ingress: [{from: [{podSelector: {}}]}]}",
      "spec: {podSelector: {matchLabels: {app: web}}, policyTypes: [Ingress], ingress: [{from: [{podSelector: {}}]}]}",
    ],
    [
      "isolates for egress too where it has a rule for it",
      "spec: {podSelector: {}, egress: [{ports: [{port: 53}]}]}",
      "spec: {podSelector: {}, policyTypes: [Ingress, Egress], egress: [{ports: [{port: 53}]}]}",
    ],
    [
      "does not with an empty list",
      "spec: {podSelector: {}, egress: []}",
      "spec: {podSelector: {}, policyTypes: [Ingress], egress: []}",
    ],
    [
      "keeps the types that are written",
      "spec: {podSelector: {}, policyTypes: [Egress]}",
      "spec: {podSelector: {}, policyTypes: [Egress]}",
    ],
    [
      "keeps empty lists, which mean all",
      "spec: {podSelector: {}, ingress: [{from: [], ports: []}]}",
      "spec: {podSelector: {}, policyTypes: [Ingress], ingress: [{from: [], ports: []}]}",
    ],
    ["needs no spec", "", ""],
  ])("%s", async (_, before, after) => {
    const { objects, left, notes } = await converted(policy(before));
    expect(objects).toEqual(valuesOf(converted1(after)));
    expect([...left, ...notes]).toEqual([]);
  });

  it("is left where a server refuses it", async () => {
    const { left } = await converted(policy("spec: {podSelector: {}, ingress: [{ports: [{port: 0}]}]}"));
    expect(left).toEqual(["NetworkPolicy web: refused"]);
  });

  it("of networking.k8s.io/v1 is no older one", async () => {
    expect(await converted(converted1("spec: {podSelector: {}}"))).toEqual({
      objects: [],
      left: [],
      notes: [],
      dropped: [],
    });
  });
});

describe("a NetworkPolicy of the 2016 design (--legacy)", () => {
  const namespace = (annotation: string): string => `apiVersion: v1
kind: Namespace
metadata: {name: shop, labels: {team: shop}${annotation}}
`;
  const ISOLATED = `, annotations: {net.beta.kubernetes.io/network-policy: '{"ingress":{"isolation":"DefaultDeny"}}'}`;
  const DEFAULT_DENY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: default-deny-ingress, namespace: shop}
spec: {podSelector: {}, policyTypes: [Ingress]}
`;

  it("isolates by a policy where the Namespace's annotation did", async () => {
    const own = "spec: {podSelector: , ingress: [{ports: [{port: 80}]}]}";
    const { objects, notes } = await converted(`${namespace(ISOLATED)}---\n${policy(own)}`, "", {
      isLegacy: true,
    });
    const kept = "spec: {podSelector: , policyTypes: [Ingress], ingress: [{ports: [{port: 80}]}]}";
    expect(objects).toEqual(valuesOf([namespace(""), DEFAULT_DENY, converted1(kept)].join("---\n")));
    expect(notes).toEqual(["own-node"]);
  });

  it("brings that policy where the Namespace is not converted", async () => {
    const two = `${policy("spec: {podSelector: {}}")}---\n${policy("spec: {podSelector: {}}").replace("web", "db")}`;
    const { objects, notes } = await converted(two, namespace(ISOLATED), { isLegacy: true });
    const own = converted1("spec: {podSelector: {}, policyTypes: [Ingress]}");
    expect(objects).toEqual(valuesOf([own, DEFAULT_DENY, own.replace("web", "db")].join("---\n")));
    expect(notes).toEqual(["own-node"]);
  });

  it("gives that policy a name that is free", async () => {
    const taken = DEFAULT_DENY.replace("{podSelector: {}", "{podSelector: {matchLabels: {app: x}}");
    const { objects } = await converted(namespace(ISOLATED), taken, { isLegacy: true });
    expect((objects[1] as any).metadata.name).toBe("default-deny-ingress-2");
  });

  it.each([
    ["[{from: []}]", "[]", 1],
    ["[{ports: []}]", "[]", 1],
    ["[{from: [], ports: []}, {ports: [{port: 81}]}]", "[{ports: [{port: 81}]}]", 2],
    ["[]", "[]", 0],
    ["[{}]", "[{}]", 0],
  ])("with ingress %s has %s: an empty list meant none", async (before, after, dropped) => {
    const { objects, notes } = await converted(
      policy(`spec: {podSelector: {}, ingress: ${before}}`),
      namespace(ISOLATED),
      { isLegacy: true },
    );
    expect(objects[0]).toEqual(
      valuesOf(converted1(`spec: {podSelector: {}, policyTypes: [Ingress], ingress: ${after}}`))[0],
    );
    expect(notes.filter((note) => note === "dropped")).toHaveLength(dropped);
  });

  it("has no egress", async () => {
    const spec = "podSelector: {}, egress: [{ports: [{port: 53}]}]";
    const { objects, notes } = await converted(policy(`spec: {${spec}}`), namespace(ISOLATED), {
      isLegacy: true,
    });
    expect(objects[0]).toEqual(
      valuesOf(
        converted1(`spec: {podSelector: {}, policyTypes: [Ingress], egress: [{ports: [{port: 53}]}]}`),
      )[0],
    );
    expect(notes).toContain("egress-without-effect");
  });

  it.each([
    ["is not isolated", namespace(""), "no-effect"],
    ["is not in the input", "", "namespace-not-loaded"],
  ])("is left where its namespace %s", async (_, around, reason) => {
    const { objects, left } = await converted(policy("spec: {podSelector: {}}"), around, { isLegacy: true });
    expect(objects).toEqual([]);
    expect(left).toEqual([`NetworkPolicy web: ${reason}`]);
  });
});
