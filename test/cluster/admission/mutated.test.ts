import * as fc from "fast-check";
import { admitText, serverLines, underlined } from "../../support/api-object.js";
import { casesOf, check } from "../../properties/run.js";
import { describe, expect, it } from "vitest";
import { RULES } from "../../../src/linter/rules/index.js";

const BASES: readonly object[] = [
  {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: "web", labels: { app: "web" } },
    spec: {
      podSelector: { matchExpressions: [{ key: "app", operator: "In", values: ["web"] }] },
      policyTypes: ["Ingress", "Egress"],
      ingress: [{ from: [{ namespaceSelector: {} }], ports: [{ port: 80, endPort: 90, protocol: "TCP" }] }],
      egress: [{ to: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }] }],
    },
  },
  {
    apiVersion: "policy.networking.k8s.io/v1alpha2",
    kind: "ClusterNetworkPolicy",
    metadata: { name: "cluster" },
    spec: {
      tier: "Admin",
      priority: 5,
      subject: { pods: { podSelector: { matchLabels: { app: "db" } } } },
      ingress: [
        {
          name: "in",
          action: "Deny",
          from: [{ namespaces: {} }],
          protocols: [{ tcp: { destinationPort: { range: { start: 1, end: 2 } } } }],
        },
      ],
      egress: [
        { action: "Accept", to: [{ networks: ["10.0.0.0/8", "::/0"] }, { domainNames: ["*.example.com"] }] },
      ],
    },
  },
  {
    apiVersion: "policy.networking.k8s.io/v1alpha1",
    kind: "AdminNetworkPolicy",
    metadata: { name: "admin" },
    spec: {
      priority: 9,
      subject: { namespaces: { matchLabels: { team: "a" } } },
      ingress: [
        {
          action: "Pass",
          from: [{ namespaces: {} }],
          ports: [{ portNumber: { port: 53, protocol: "UDP" } }],
        },
      ],
      egress: [{ action: "Allow", to: [{ nodes: {} }] }],
    },
  },
  {
    apiVersion: "policy.networking.k8s.io/v1alpha1",
    kind: "BaselineAdminNetworkPolicy",
    metadata: { name: "default" },
    spec: { subject: { namespaces: {} }, egress: [{ action: "Deny", to: [{ networks: ["0.0.0.0/0"] }] }] },
  },
];

interface Mutation {
  readonly place: number;
  readonly change: "remove" | "replace" | "rename" | "add" | "repeat";
  readonly key: string;
  readonly value: unknown;
}

const key = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "matchlabels",
    "from",
    "ports",
    "networks",
    "status",
    "name",
    "",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(),
  change: fc.constantFrom("remove", "replace", "rename", "add", "repeat"),
  key,
  value: fc.oneof(
    fc.constantFrom<unknown>(null, true, -1, 1.5, 65536, 2 ** 60, "", "tcp", [], {}, [null], [{}], {
      a: null,
    }),
    fc.jsonValue({ maxDepth: 3 }),
  ),
});

/** Changes one place of a document; a place is counted from the root on. */
function apply(document: unknown, { place, change, key: name, value }: Mutation): void {
  const parents: { parent: Record<string, unknown>; step: string }[] = [];
  const visit = (node: unknown, isRoot: boolean): void => {
    if (typeof node !== "object" || node === null) return;
    for (const step of Object.keys(node)) {
      if (!(isRoot && (step === "kind" || step === "apiVersion")))
        parents.push({ parent: node as never, step });
      visit((node as Record<string, unknown>)[step], false);
    }
  };
  visit(document, true);
  const target = parents[place % Math.max(1, parents.length)];
  if (target === undefined) return;
  const { parent, step } = target;
  const old = parent[step];
  if (change === "replace") parent[step] = structuredClone(value);
  else if (change === "add" && isMapping(old))
    Object.defineProperty(old, name, plainProperty(structuredClone(value)));
  else if (change === "repeat" && Array.isArray(parent)) parent.push(structuredClone(old));
  else if (Array.isArray(parent)) parent.splice(Number(step), 1);
  else {
    delete parent[step];
    if (change === "rename") Object.defineProperty(parent, name, plainProperty(old));
  }
}

function isMapping(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function plainProperty(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}

const BUNDLES = ["v0.2.0/standard", "v0.1.8/standard", "v0.1.5/experimental", "v0.1.5/standard"];
const RULES_BY_ID = new Map(RULES.map((rule) => [rule.id, rule]));

describe("documents with mistakes", () => {
  it("are judged without a fall, and every problem has a place and words", async () => {
    const seen = { accepted: 0, refused: 0 };
    const arbitrary = fc.tuple(
      fc.nat(BASES.length - 1),
      fc.array(mutation, { maxLength: 4 }),
      fc.subarray(BUNDLES),
    );
    const runs = 3000;
    await check({
      name: "documents with mistakes",
      arbitrary,
      runs,
      holds: ([base, mutations, bundles]) => {
        const document = structuredClone(BASES[base]);
        for (const each of mutations) apply(document, each);
        const text = JSON.stringify(document);
        const admission = admitText(text, { bundles });
        const lines = serverLines(admission);
        expect(lines.length === 0).toBe(admission.stored !== undefined);
        for (const problem of admission.problems) {
          underlined(problem.at);
          const wording = RULES_BY_ID.get(problem.code)?.word(problem.facts, problem);
          expect(wording?.message).toBeTruthy();
          expect(wording?.related?.length ?? 0).toBe(problem.related?.length ?? 0);
        }
        seen[lines.length === 0 ? "accepted" : "refused"]++;
      },
    });
    expect(seen.accepted).toBeGreaterThan(casesOf(runs) / 30);
    expect(seen.refused).toBeGreaterThan(casesOf(runs) / 3);
  });
});
