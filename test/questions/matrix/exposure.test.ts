import { describe, expect, it } from "vitest";
import { connectionTexts, loadText, matrixAsJson, type MatrixAsk } from "../../support/matrix.js";

const CLUSTER = `apiVersion: v1
kind: Namespace
metadata: { name: a, labels: { team: blue } }
---
apiVersion: v1
kind: Pod
metadata: { name: db, namespace: a, labels: { app: db } }
spec: { containers: [{ name: c }] }
---
apiVersion: v1
kind: Pod
metadata: { name: open, namespace: a, labels: { app: open } }
spec: { containers: [{ name: c }] }
`;

function ingressTo(app: string, ...peers: readonly string[]): string {
  return `---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${app}, namespace: a }
spec: { podSelector: { matchLabels: { app: ${app} } }, policyTypes: [Ingress], ingress: [{ from: [${peers.join(", ")}], ports: [{ port: 80 }] }] }
`;
}

/** What pods that do not exist yet could send to `db` on TCP, and how many kinds of them were left out. */
async function exposure(
  text: string,
  ask: MatrixAsk = { to: ["a/db"] },
): Promise<{ found: string[]; leftOut: number }> {
  const json = matrixAsJson(await loadText(text), { protocol: "tcp", exposure: true, ...ask });
  const made = new Set(json.endpoints.filter(({ kind }) => kind === "hypothetical pod").map(({ id }) => id));
  const connections = json.connections.filter(({ from, to }) => made.has(from) || made.has(to));
  const note = json.notes.find(({ code }) => code === "exposure-left-out") as { count?: number } | undefined;
  return { found: connectionTexts({ ...json, connections }), leftOut: note?.count ?? 0 };
}

describe("pods that do not exist yet", () => {
  it.each<[string, string, readonly string[], number]>([
    ["everybody where no policy isolates", CLUSTER, ["any/labels/ -> a/pod/db: allowed TCP 1-65535"], 0],
    [
      "a pod whose address may lie in a block: unknown",
      CLUSTER + ingressTo("db", "{ ipBlock: { cidr: 192.0.2.0/24 } }"),
      ["any/labels/ -> a/pod/db: unknown TCP 80"],
      0,
    ],
    [
      "nobody where all are shut out",
      (CLUSTER + ingressTo("db", "{ podSelector: {} }")).replace(/ingress: .* \}$/m, "ingress: [] }"),
      [],
      0,
    ],
    [
      "labels of the own namespace",
      CLUSTER + ingressTo("db", "{ podSelector: { matchLabels: { app: web } } }"),
      ["a/labels/app=web -> a/pod/db: allowed TCP 80"],
      0,
    ],
    [
      "any pod of the own namespace",
      CLUSTER + ingressTo("db", "{ podSelector: {} }"),
      ["a/labels/ -> a/pod/db: allowed TCP 80"],
      0,
    ],
    [
      "labels in a namespace with labels, which is a new one",
      CLUSTER +
        ingressTo(
          "db",
          "{ namespaceSelector: { matchLabels: { team: red } }, podSelector: { matchExpressions: [{ key: tier, operator: In, values: [front, back] }, { key: old, operator: DoesNotExist }] } }",
        ),
      ["any-1/labels/tier=back -> a/pod/db: allowed TCP 80"],
      0,
    ],
    [
      "a namespace that exists and that no other can be",
      CLUSTER + ingressTo("db", "{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: a } } }"),
      ["a/labels/ -> a/pod/db: allowed TCP 80"],
      0,
    ],
    [
      "a namespace that would be new, by its name",
      CLUSTER +
        ingressTo("db", "{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: later } } }"),
      ["later/labels/ -> a/pod/db: allowed TCP 80"],
      0,
    ],
    [
      "labels that nothing can have",
      CLUSTER +
        ingressTo(
          "db",
          "{ podSelector: { matchLabels: { x: one }, matchExpressions: [{ key: x, operator: DoesNotExist }] } }",
        ),
      [],
      0,
    ],
    [
      "those that reach no more than a pod without labels are counted",
      CLUSTER +
        ingressTo(
          "open",
          "{ podSelector: { matchLabels: { app: web } } }",
          "{ podSelector: { matchLabels: { app: api } } }",
        ) +
        ingressTo("db", "{ podSelector: { matchLabels: { app: web } } }"),
      ["a/labels/app=web -> a/pod/db: allowed TCP 80"],
      1,
    ],
  ])("%s", async (_what, text, expected, leftOut) => {
    expect(await exposure(text)).toEqual({ found: expected, leftOut });
  });

  it.each([
    ["in namespaces of the subject's tenant", "sameLabels: [team]", "v0.1.1", ["any-1/labels/app=job"]],
    ["in namespaces of other tenants", "notSameLabels: [team]", "v0.1.1", ["any-1/labels/app=job"]],
    ["in the subject's namespace", "related: Self", "kep", ["a/labels/app=job"]],
    ["in any other namespace", "related: NotSelf", "kep", ["any/labels/app=job"]],
    ["in none, where the subject has no such label", "sameLabels: [tenant]", "v0.1.1", []],
  ])("may be %s", async (_where, members, bundle, names) => {
    const older = `---
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: tenants }
spec:
  priority: 50
  subject: { namespaces: {} }
  ingress:
    - action: Allow
      from: [{ pods: { namespaces: { ${members} }, podSelector: { matchLabels: { app: job } } } }]
    - action: Deny
      from: [{ namespaces: { namespaceSelector: {} } }]
`;
    const json = matrixAsJson(await loadText(CLUSTER + older, {}, [bundle]), {
      protocol: "tcp",
      exposure: true,
      to: ["a/db"],
    });
    const made = new Set(
      json.endpoints.filter(({ kind }) => kind === "hypothetical pod").map(({ id }) => id),
    );
    const connections = json.connections.filter(({ from }) => made.has(from));
    expect(connectionTexts({ ...json, connections })).toEqual(
      names.map((name) => `${name} -> a/pod/db: allowed TCP 1-65535`),
    );
  });

  it("are sources and destinations, and not compared with each other", async () => {
    const { found } = await exposure(
      CLUSTER + ingressTo("db", "{ podSelector: { matchLabels: { app: web } } }"),
      { to: [] },
    );
    const kinds = found
      .map((each) => each.replaceAll("a/pod/open", "open").replaceAll("a/pod/db", "db"))
      .toSorted();
    expect(kinds).toEqual([
      "a/labels/app=web -> db: allowed TCP 80",
      "a/labels/app=web -> ip/0.0.0.0/0: allowed TCP 1-65535",
      "a/labels/app=web -> open: allowed TCP 1-65535",
      "any/labels/ -> ip/0.0.0.0/0: allowed TCP 1-65535",
      "any/labels/ -> open: allowed TCP 1-65535",
      "db -> a/labels/app=web: allowed TCP 1-65535",
      "db -> any/labels/: allowed TCP 1-65535",
      "ip/0.0.0.0/0 -> a/labels/app=web: allowed TCP 1-65535",
      "ip/0.0.0.0/0 -> any/labels/: allowed TCP 1-65535",
      "open -> a/labels/app=web: allowed TCP 1-65535",
      "open -> any/labels/: allowed TCP 1-65535",
    ]);
  });

  it("are known: their namespaces have the labels that were asked for, and no others", async () => {
    const denyBlue = `---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: tenants }
spec:
  tier: Admin
  priority: 1
  subject: { namespaces: {} }
  ingress: [{ action: Accept, from: [{ namespaces: { matchLabels: { team: red } } }] }, { action: Deny, from: [{ namespaces: {} }] }]
`;
    const json = matrixAsJson(await loadText(CLUSTER + denyBlue), { exposure: true, to: ["a/db"] });
    expect(connectionTexts(json)).toEqual([
      "any-1/labels/ -> a/pod/db: allowed TCP 1-65535, UDP 1-65535, SCTP 1-65535, other",
      "ip/0.0.0.0/0 -> a/pod/db: allowed TCP 1-65535, UDP 1-65535, SCTP 1-65535, other",
    ]);
    expect(json.endpoints.find(({ id }) => id === "any-1/labels/")).toMatchObject({
      exists: false,
      newNamespace: { labels: { team: "red", "kubernetes.io/metadata.name": "any-1" } },
    });
  });
});
