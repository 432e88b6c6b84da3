import { describe, expect, it } from "vitest";
import {
  connectionTexts,
  loadText,
  matrixAsJson,
  matrixReport,
  type MatrixAsk,
} from "../../support/matrix.js";
import type { Loaded } from "../../../src/index.js";
import type { Matrix, MatrixFlow } from "../../../src/questions/matrix/matrix.js";

function pod(
  name: string,
  labels: string,
  more: { ip?: string; node?: string; host?: boolean; port?: string } = {},
): string {
  const ips = more.ip?.split(",").map((ip) => `{ ip: "${ip}" }`);
  const ports =
    more.port === undefined
      ? ""
      : `, ports: [{ name: ${more.port.split("=")[0]}, containerPort: ${more.port.split("=")[1]} }]`;
  return `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: a, labels: { ${labels} }, ownerReferences: [{ apiVersion: apps/v1, kind: StatefulSet, name: ${name.split("-")[0]}, uid: x, controller: true }] }
spec:
  ${more.node === undefined ? "" : `nodeName: ${more.node}`}
  ${more.host === true ? "hostNetwork: true" : ""}
  containers: [{ name: c${ports} }]
${ips === undefined ? "" : `status: { podIPs: [${ips.join(", ")}] }`}
`;
}

function policy(spec: string): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: p, namespace: a }
spec: ${spec}
`;
}

function node(name: string, ip: string): string {
  return `apiVersion: v1
kind: Node
metadata: { name: ${name}, labels: { name: ${name} } }
status: { addresses: [{ type: InternalIP, address: ${ip} }] }
`;
}

async function cluster(...documents: readonly string[]): Promise<Loaded> {
  const namespace = "apiVersion: v1\nkind: Namespace\nmetadata: { name: a, labels: { team: blue } }\n";
  return loadText([namespace, ...documents].join("---\n"));
}

/** The connections as texts, each without what is said of other protocols. */
function texts(loaded: Loaded, ask: MatrixAsk = {}): string[] {
  return connectionTexts(matrixAsJson(loaded, ask));
}

const TCP = { protocol: "tcp" };

describe("rows", () => {
  const web = [pod("web-0", "app: web"), pod("web-1", "app: web")];

  it("a workload is one row while no policy tells its pods apart", async () => {
    expect(
      texts(
        await cluster(
          ...web,
          policy(
            "{ podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress], ingress: [{ ports: [{ port: 80 }] }] }",
          ),
        ),
        { ...TCP, to: ["a/web"] },
      ),
    ).toEqual([
      "a/statefulset/web -> a/statefulset/web: allowed TCP 80",
      "ip/0.0.0.0/0 -> a/statefulset/web: allowed TCP 80",
    ]);
  });

  it("pods that a policy tells apart are rows of their own, and a note says so", async () => {
    const canary = pod("web-1", "app: web, canary: yes-please");
    const loaded = await cluster(
      web[0] ?? "",
      canary,
      policy("{ podSelector: { matchLabels: { canary: yes-please } }, policyTypes: [Ingress] }"),
    );
    const ask = { ...TCP, from: ["a/web"], to: ["a/web"] };
    expect(texts(loaded, ask)).toEqual(["a/statefulset/web#2 -> a/statefulset/web#1: allowed TCP 1-65535"]);
    expect(matrixAsJson(loaded, ask).notes).toEqual([
      { code: "told-apart", workloads: ["a/web"], text: expect.stringContaining("#1, #2") },
    ]);
  });

  it("outside addresses are the blocks that policies split, without those of the cluster's own", async () => {
    const loaded = await cluster(
      pod("web-0", "app: web", { ip: "10.0.0.7" }),
      policy(
        "{ podSelector: {}, policyTypes: [Egress], egress: [{ to: [{ ipBlock: { cidr: 10.0.0.0/29, except: [10.0.0.4/30] } }], ports: [{ port: 443 }] }] }",
      ),
    );
    expect(texts(loaded, { ...TCP, from: ["a/web"] })).toEqual([
      "a/statefulset/web -> ip/10.0.0.0/30: allowed TCP 443",
    ]);
    const { endpoints } = matrixAsJson(loaded);
    const rest = endpoints.find(({ id }) => id === "ip/0.0.0.0/0 except 10.0.0.0/30");
    expect(rest?.ips).toContain("10.0.0.4/31");
    expect(rest?.ips).toContain("10.0.0.6/32");
    expect(rest?.ips.some((each) => each.startsWith("10.0.0.7"))).toBe(false);
  });

  it("a node's own pods and others are told apart where it matters", async () => {
    const loaded = await cluster(
      node("n1", "192.168.0.1"),
      node("n2", "192.168.0.2"),
      pod("web-0", "app: web", { ip: "10.0.0.7", node: "n1" }),
      policy("{ podSelector: {}, policyTypes: [Ingress] }"),
    );
    expect(texts(loaded, { ...TCP, to: ["a/web"] })).toEqual([
      "node/n1 -> a/statefulset/web (own): allowed TCP 1-65535",
    ]);
  });

  it("families are told apart where they differ", async () => {
    const loaded = await cluster(
      pod("web-0", "app: web", { ip: "10.0.0.7,fd00::7" }),
      pod("db-0", "app: db", { ip: "10.0.0.8,fd00::8" }),
      policy(
        '{ podSelector: { matchLabels: { app: db } }, policyTypes: [Ingress], ingress: [{ from: [{ ipBlock: { cidr: "fd00::/64" } }], ports: [{ port: 5432 }] }] }',
      ),
    );
    expect(texts(loaded, { ...TCP, from: ["a/web"], to: ["a/db"] })).toEqual([
      "a/statefulset/web -> a/statefulset/db (IPv6): allowed TCP 5432",
    ]);
    expect(texts(loaded, { ...TCP, from: ["a/web"], to: ["a/db"], all: true })).toEqual([
      "a/statefulset/web -> a/statefulset/db (IPv4): ",
      "a/statefulset/web -> a/statefulset/db (IPv6): allowed TCP 5432",
    ]);
    expect(texts(loaded, { ...TCP, from: ["a/db"], to: ["a/web"] })).toEqual([
      "a/statefulset/db -> a/statefulset/web: allowed TCP 1-65535",
    ]);
  });

  it("a pod of one replica has no connection with itself", async () => {
    const loaded = await cluster(pod("web-0", "app: web"));
    expect(texts(loaded, { from: ["a/web"], to: ["a/web", "a/pod/web-0"] })).toEqual([]);
  });
});

describe("what is asked", () => {
  const CLUSTER = [
    pod("web-0", "app: web", { port: "http=8080" }),
    pod("db-0", "app: db", { port: "sql=5432" }),
    pod("other-0", "app: other", { port: "sql=3306" }),
    policy(
      "{ podSelector: { matchLabels: { app: db } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: { matchLabels: { app: web } } }], ports: [{ port: 5432 }] }] }",
    ),
  ];

  it.each<[string, MatrixAsk, readonly string[]]>([
    [
      "everything",
      { from: ["a/web"], to: ["a/db"] },
      ["a/statefulset/web -> a/statefulset/db: allowed TCP 5432; undefined other"],
    ],
    [
      "everything, other protocols allowed",
      { from: ["a/web"], to: ["a/other"] },
      ["a/statefulset/web -> a/statefulset/other: allowed TCP 1-65535, UDP 1-65535, SCTP 1-65535, other"],
    ],
    [
      "a port",
      { from: ["a/web"], to: ["a/db"], port: "5000-6000" },
      ["a/statefulset/web -> a/statefulset/db: allowed TCP 5432"],
    ],
    ["a port that is denied", { from: ["a/web"], to: ["a/db"], port: "80" }, []],
    [
      "a port that is denied, and all pairs",
      { from: ["a/web"], to: ["a/db"], port: "80", all: true },
      ["a/statefulset/web -> a/statefulset/db: "],
    ],
    ["a protocol", { from: ["a/web"], to: ["a/db"], protocol: "udp" }, []],
    [
      "other protocols",
      { from: ["a/web"], to: ["a/db"], protocol: "icmp" },
      ["a/statefulset/web -> a/statefulset/db: undefined other"],
    ],
    [
      "a port name, as each destination declares it",
      { from: ["a/web"], port: "sql" },
      [
        "a/statefulset/web -> a/statefulset/db: allowed TCP 5432",
        "a/statefulset/web -> a/statefulset/other: allowed TCP 3306",
      ],
    ],
    [
      "a hypothetical pod",
      { from: ["a/app=web,x=y"], to: ["a/db"], port: "5432" },
      ["a/labels/app=web,x=y -> a/statefulset/db: allowed TCP 5432"],
    ],
    [
      "a hypothetical pod of another namespace",
      { from: ["default/app=web"], to: ["a/db"], port: "5432" },
      [],
    ],
    [
      "an address",
      { from: ["192.0.2.7"], to: ["a/other"], port: "80" },
      ["ip/192.0.2.7 -> a/statefulset/other: allowed TCP 80"],
    ],
    [
      "a name",
      { from: ["a/web"], to: ["www.example.com"], port: "443" },
      ["a/statefulset/web -> domain/www.example.com: allowed TCP 443"],
    ],
    [
      "the internet",
      { from: ["internet"], port: "80" },
      [
        "ip/internet -> a/statefulset/other: allowed TCP 80",
        "ip/internet -> a/statefulset/web: allowed TCP 80",
      ],
    ],
    [
      "two sources",
      { from: ["a/web", "a/other"], to: ["a/db"], port: "5432" },
      ["a/statefulset/web -> a/statefulset/db: allowed TCP 5432"],
    ],
  ])("%s", async (_what, ask, expected) => {
    expect(texts(await cluster(...CLUSTER), ask)).toEqual(expected);
  });

  it("all is TCP, UDP and SCTP alone", async () => {
    const loaded = await cluster(
      pod("web-0", "app: web"),
      pod("db-0", "app: db"),
      policy(
        "{ podSelector: { matchLabels: { app: db } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }] }] }",
      ),
    );
    expect(texts(loaded, { from: ["a/web"], to: ["a/db"] })).toEqual([
      "a/statefulset/web -> a/statefulset/db: allowed all; undefined other",
    ]);
  });

  it("what rules tell apart inside of a block that is asked for is listed in pieces", async () => {
    const loaded = await cluster(
      pod("web-0", "app: web", { ip: "10.0.0.7" }),
      policy(
        "{ podSelector: {}, policyTypes: [Egress], egress: [{ to: [{ ipBlock: { cidr: 192.0.2.0/24 } }] }] }",
      ),
    );
    expect(texts(loaded, { ...TCP, from: ["a/web"], to: ["internet"], all: true })).toEqual([
      "a/statefulset/web -> ip/192.0.2.0/24: allowed TCP 1-65535",
      "a/statefulset/web -> ip/internet except 192.0.2.0/24: ",
    ]);
  });

  it("a private address that may be a pod's is unknown, as explain says", async () => {
    const loaded = await cluster(
      pod("web-0", "app: web"),
      policy("{ podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }] }] }"),
    );
    expect(texts(loaded, { from: ["10.1.2.3"], to: ["a/web"], port: "80" })).toEqual([
      "ip/10.1.2.3 -> a/statefulset/web: unknown TCP 80",
    ]);
    expect(texts(loaded, { from: ["198.51.100.3"], to: ["a/web"], port: "80" })).toEqual([]);
  });

  it("a name without a family in common is said, not passed over", async () => {
    const loaded = await cluster(pod("web-0", "app: web", { ip: "10.0.0.7" }));
    const { connections, notes } = matrixAsJson(loaded, { from: ["a/web"], to: ["2001:db8::1"], all: true });
    expect(connections).toEqual([]);
    expect(notes.map(({ code }) => code)).toEqual(["no-common-family", "no-common-family"]);
  });

  it("names that nothing declares are found", async () => {
    const loaded = await cluster(...CLUSTER);
    expect(matrixReport(loaded, { port: "sql" }).matrix.undeclaredPort).toBeUndefined();
    expect(matrixReport(loaded, { port: "sql", to: ["a/web"] }).matrix.undeclaredPort).toEqual({
      name: "sql",
      declared: ["http"],
    });
    expect(matrixReport(loaded, { port: "80,nowhere" }).matrix.undeclaredPort).toEqual({
      name: "nowhere",
      declared: ["http", "sql"],
    });
  });

  it("the workloads that declare no port of a name are named", async () => {
    const loaded = await cluster(
      pod("web-0", "app: web", { port: "http=8080" }),
      pod("db-0", "app: db", { port: "sql=5432" }),
      pod("job-0", "app: job"),
    );
    const notesOf = (port: string, to?: readonly string[]) =>
      matrixAsJson(loaded, { port, ...(to === undefined ? {} : { to }) }).notes.filter(
        ({ code }) => code === "port-not-declared",
      );
    expect(notesOf("http")).toEqual([
      {
        code: "port-not-declared",
        port: "http",
        workloads: ["a/db", "a/job"],
        text: 'a/db and a/job declare no port named "http"; no traffic to them is shown',
      },
    ]);
    expect(notesOf("sql/tcp,http", ["a/web", "a/db"])).toMatchObject([
      { text: 'a/web declares no port named "sql/tcp"; no traffic to it is shown' },
      { text: 'a/db declares no port named "http"; no traffic to it is shown' },
    ]);
    expect(notesOf("8080")).toEqual([]);
  });
});

describe("ways to the same answer", () => {
  const CLUSTER = [
    node("n1", "192.168.0.1"),
    node("n2", "192.168.0.2"),
    pod("web-0", "app: web", { ip: "10.0.0.7,fd00::7", node: "n1", port: "http=80" }),
    pod("web-1", "app: web, canary: yes-please", { ip: "10.0.0.9", node: "n2" }),
    pod("db-0", "app: db", { ip: "10.0.0.8,fd00::8", node: "n2" }),
    pod("host-0", "app: host", { ip: "192.168.0.1", node: "n1", host: true }),
    policy(
      '{ podSelector: { matchLabels: { app: db } }, policyTypes: [Ingress, Egress], ingress: [{ from: [{ ipBlock: { cidr: "fd00::/64" } }, { podSelector: { matchLabels: { canary: yes-please } } }], ports: [{ port: 5432 }] }], egress: [{ to: [{ ipBlock: { cidr: 192.0.2.0/24 } }] }] }',
    ),
  ];

  const flowText = ({
    to,
    family,
    node: relation,
    slices,
  }: Pick<MatrixFlow, "to" | "family" | "node" | "slices">): unknown => [to.id, family, relation, slices.id];

  function quickly(matrix: Matrix, from: Matrix["sources"][number]): unknown[] {
    const found: unknown[] = [];
    matrix.slicesFrom(from, (column, slices, family, relation) =>
      found.push(flowText({ to: matrix.destinations[column]!, slices, family, node: relation })),
    );
    return found;
  }

  it.each<[string, MatrixAsk]>([
    ["of everything", {}],
    ["of a port", { port: "5432" }],
    ["of names", { from: ["a/web", "internet"], to: ["a/db", "192.168.0.0/16", "a/x=y"] }],
    ["of what does not exist", { exposure: true }],
  ])("a map %s is the same pair by pair and row by row", async (_what, ask) => {
    const { matrix } = matrixReport(await cluster(...CLUSTER), ask);
    let count = 0;
    for (const from of matrix.sources) {
      const slowly = matrix.flowsFrom(from).map(flowText);
      expect(quickly(matrix, from)).toEqual(slowly);
      count += slowly.length;
    }
    expect(count).toBeGreaterThan(3);
  });

  it("a part of the map is that part of the whole", async () => {
    const loaded = await cluster(...CLUSTER);
    const whole = matrixAsJson(loaded, { all: true }).connections;
    for (const name of ["a/web", "a/db", "a/host"]) {
      const ids = new Set(matrixAsJson(loaded, { from: [name] }).connections.map(({ from }) => from));
      expect(ids.size).toBeGreaterThan(0);
      const part = matrixAsJson(loaded, { from: [name], all: true }).connections;
      expect(part).toEqual(whole.filter(({ from }) => ids.has(from)));
      const back = matrixAsJson(loaded, { to: [name], all: true }).connections;
      expect(back).toEqual(whole.filter(({ to }) => ids.has(to)));
    }
  });
});

describe("what decided", () => {
  it("is listed once for all pairs that it decides, on both sides", async () => {
    const loaded = await cluster(
      pod("web-0", "app: web"),
      pod("db-0", "app: db"),
      policy(
        "{ podSelector: { matchLabels: { app: db } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }] }] }",
      ),
    );
    const { connections, steps } = matrixAsJson(loaded, { explain: true, to: ["a/db"], all: true });
    expect(connections.map(({ from, by }) => ({ from, by }))).toEqual([
      { from: "a/statefulset/web", by: { egress: [0], ingress: [1, 2] } },
      { from: "ip/0.0.0.0/0", by: { egress: [3], ingress: [2] } },
    ]);
    const ref = {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      namespace: "a",
      name: "p",
      priority: null,
    };
    const at = (column: number, endColumn: number): object => ({
      file: "input.yaml",
      line: 26,
      column,
      endLine: 26,
      endColumn,
    });
    expect(steps).toEqual([
      { tier: "default", outcome: "allow" },
      {
        tier: "NetworkPolicy",
        policy: ref,
        rule: { index: 0, name: null },
        outcome: "accept",
        at: at(86, 87),
      },
      { tier: "NetworkPolicy", policy: ref, policies: [ref], outcome: "isolated", at: at(66, 73) },
      { outcome: "not-subject", because: { code: "outside" } },
    ]);
  });

  it("is only what decides the traffic that is asked about", async () => {
    const loaded = await cluster(
      pod("web-0", "app: web"),
      pod("db-0", "app: db"),
      policy(
        "{ podSelector: { matchLabels: { app: db } }, policyTypes: [Ingress], ingress: [{ ports: [{ port: 80 }] }, { ports: [{ port: 443 }] }] }",
      ),
    );
    const ask = { explain: true, from: ["a/web"], to: ["a/db"] };
    const rules = (port: string): unknown[] =>
      (matrixAsJson(loaded, { ...ask, port }).steps ?? []).flatMap(
        (step) => (step as { rule?: { index: number } }).rule?.index ?? [],
      );
    expect(rules("80")).toEqual([0]);
    expect(rules("443")).toEqual([1]);
    expect(rules("1-1000")).toEqual([0, 1]);
    expect(rules("81")).toEqual([]);
  });
});

it("says of nodes' ports that lead to pods that they are not followed, where those are asked for", async () => {
  const service = `apiVersion: v1
kind: Service
metadata: { name: web, namespace: a }
spec: { type: NodePort, selector: { app: web }, ports: [{ port: 80, nodePort: 30080 }] }
`;
  const loaded = await cluster(pod("web-0", "app: web"), node("n1", "192.168.0.1"), service);
  const notesOf = (ask: MatrixAsk): readonly unknown[] =>
    (matrixAsJson(loaded, ask) as { readonly notes: readonly { readonly code: string }[] }).notes.filter(
      ({ code }) => code === "node-ports-not-followed",
    );
  expect(notesOf({ port: "30080" })).toMatchObject([{ ports: [30080] }]);
  expect(notesOf({ to: ["node/n1"], port: "30000-30100" })).toMatchObject([{ ports: [30080] }]);
  expect(notesOf({ port: "80" })).toEqual([]);
  expect(notesOf({})).toEqual([]);
  expect(notesOf({ to: ["a/web"], port: "30080" })).toEqual([]);
});
