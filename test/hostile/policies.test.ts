import { describe, expect, it } from "vitest";
import { runProgram } from "./program.js";
import { seeded } from "../../bench/random.mjs";

const object = (apiVersion: string, kind: string, metadata: object, spec: object): string =>
  JSON.stringify({ apiVersion, kind, metadata, spec });

const pod = (name: string, namespace: string, labels: object): string =>
  object(
    "v1",
    "Pod",
    { name, namespace, labels },
    { containers: [{ name: "main", image: "example/web:1" }] },
  );

const networkPolicy = (name: string, namespace: string, spec: object): string =>
  object("networking.k8s.io/v1", "NetworkPolicy", { name, namespace }, spec);

/** Policies of one priority over namespaces of which nothing is known: each may select each pod. */
function tiedOverUnknownNamespaces(count: number): string[] {
  const actions = ["Allow", "Deny", "Pass"];
  const policies = Array.from({ length: count }, (_, i) => {
    const to = [{ namespaces: { matchLabels: { [`from-${i}`]: "yes" } } }];
    const rule = { name: "other", action: actions[i % 3] };
    return object(
      "policy.networking.k8s.io/v1alpha1",
      "AdminNetworkPolicy",
      { name: `tied-${i}` },
      {
        priority: 5,
        subject: { namespaces: { matchLabels: { [`key-${i}`]: "yes" } } },
        egress: [{ ...rule, to }],
        ingress: [{ ...rule, from: to }],
      },
    );
  });
  return [
    ...policies,
    ...Array.from({ length: 10 }, (_, i) => pod(`web-${i}`, `unknown-${i}`, { app: "web" })),
  ];
}

/** CIDRs with exceptions and port ranges of all kinds, about the same pods. */
function cidrsOfOneNamespace(count: number): string[] {
  const random = seeded(20261122);
  const block = (): object => {
    const first = random.pick([10, 20, 30]);
    const except = Array.from(
      { length: random.below(6) },
      () => `${first}.${random.below(256)}.${random.below(256)}.0/24`,
    );
    return { ipBlock: { cidr: `${first}.0.0.0/8`, except: [...new Set(except)] } };
  };
  const port = (): object => ({ port: 1 + random.below(9000), endPort: 9000 + random.below(50_000) });
  const policies = Array.from({ length: count }, (_, i) =>
    networkPolicy(`policy-${i}`, "shop", {
      podSelector: random.below(2) === 0 ? {} : { matchLabels: { app: `app-${random.below(10)}` } },
      ingress: [{ from: [block(), block()], ports: [port()] }],
      egress: [{ to: [block(), block()] }, { to: [block()], ports: [port(), port()] }],
      policyTypes: ["Ingress", "Egress"],
    }),
  );
  return [...policies, ...Array.from({ length: 10 }, (_, i) => pod(`app-${i}`, "shop", { app: `app-${i}` }))];
}

/** One policy of many rules, each with ports and pods of its own. */
function manyRules(count: number): string[] {
  const random = seeded(20261122);
  const rule = (): object => ({
    from: [{ podSelector: { matchLabels: { app: `app-${random.below(10)}` } } }],
    ports: [{ port: 1 + random.below(60_000) }, { port: 1 + random.below(60_000), protocol: "UDP" }],
  });
  const ingress = Array.from({ length: count }, rule);
  return [
    networkPolicy("many", "shop", { podSelector: {}, ingress, policyTypes: ["Ingress"] }),
    ...Array.from({ length: 20 }, (_, i) => pod(`app-${i}`, "shop", { app: `app-${i % 10}` })),
  ];
}

/** A third of what a run may take: what it has used until then shows how much more it would. */
const MOST_WORK = "1000000000";

describe("small files of policies that have much to do with each other", () => {
  it.each([
    ["policies of one priority over unknown namespaces", 400, tiedOverUnknownNamespaces(16)],
    ["CIDRs and ports about the same pods", 300, cidrsOfOneNamespace(25)],
    ["many rules of one policy", 200, manyRules(400)],
  ])("%s end within the budget, and in less than %i MB", { timeout: 120_000 }, async (_, most, documents) => {
    const stdin = documents.join("\n---\n");
    const { code, signal, memory } = await runProgram(["lint", "-", "-o", "json", "--max-work", MOST_WORK], {
      stdin,
    });
    expect(signal).toBeNull();
    expect(code).toBeLessThanOrEqual(3);
    expect(memory).toBeLessThan(most);
  });
});
