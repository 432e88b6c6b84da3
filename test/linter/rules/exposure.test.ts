import { clusterWide, documents, findingsOf, pod, policy, service } from "../../support/exposure.js";
import { describe, expect, it } from "vitest";
import { lintText } from "../../support/findings.js";
import { SENSITIVE_SERVICES } from "../../../src/linter/rules/exposure/sensitive-ports.js";

const INGRESS = "podSelector: {}, policyTypes: [Ingress]";
const cidr = (text: string, except = "[]"): string => `{ ipBlock: { cidr: ${text}, except: ${except} } }`;
const TCP = (port: number | string): string => `ports: [{ protocol: TCP, port: ${port} }]`;
const WEB = pod("shop", "web", "[{ containerPort: 8080 }]");

describe("open-to-world", () => {
  const found = (rule: string, ...more: readonly string[]): ReturnType<typeof findingsOf<"open-to-world">> =>
    findingsOf(
      "open-to-world",
      documents(WEB, policy("shop", "web", `{ ${INGRESS}, ingress: [${rule}] }`), ...more),
    );

  it.each([
    ["every address", `{ from: [${cidr("0.0.0.0/0")}], ${TCP(8080)} }`, ["0.0.0.0/0"]],
    ["two halves of the internet", `{ from: [${cidr("0.0.0.0/1")}, ${cidr("128.0.0.0/1")}] }`, ["0.0.0.0/1"]],
    [
      "all but private ranges",
      `{ from: [${cidr("0.0.0.0/0", "[10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16]")}] }`,
      ["0.0.0.0/0"],
    ],
    ["no peers", `{ ${TCP(8080)} }`, ["{"]],
    [
      "the widest part of the internet, of the family that is open",
      `{ from: [${cidr('"8000::/1"')}, ${cidr("192.0.0.0/2")}, ${cidr("0.0.0.0/1")}, ${cidr("128.0.0.0/2")}] }`,
      ["0.0.0.0/1"],
    ],
    ["half of the internet", `{ from: [${cidr("0.0.0.0/1")}] }`, []],
    ["private ranges", `{ from: [${cidr("10.0.0.0/8")}, ${cidr("192.168.0.0/16")}] }`, []],
    ["the other family, which the input does not show", `{ from: [${cidr('"::/0"')}] }`, []],
    ["every pod", "{ from: [{ namespaceSelector: {} }] }", []],
    ["no condition at all beside a rule, which is told as that", "{}, { from: [{ podSelector: {} }] }", []],
    ["an empty list with ports, which means everybody", `{ from: [], ${TCP(8080)} }`, ["{"]],
    ["an empty list, which is told as that", "{ from: [] }", []],
    [
      "a rule cut in two by a dash, which is told as that",
      `{ from: [{ podSelector: {} }] }, { ${TCP(8080)} }`,
      [],
    ],
  ])("%s", async (_, rule, places) => {
    expect((await found(rule)).map(({ at }) => at)).toEqual(places);
  });

  it("is not about pods that no policy isolates", async () => {
    expect(await findingsOf("open-to-world", WEB)).toEqual([]);
  });

  it.each([
    ["nothing", "0.0.0.0/0", "", false],
    [
      "a rule of the Admin tier",
      "0.0.0.0/0",
      "ingress: [{ action: Deny, from: [{ namespaces: {} }] }]",
      true,
    ],
    [
      "a rule that is about no other pod",
      "0.0.0.0/0",
      "ingress: [{ action: Deny, from: [{ pods: { podSelector: { matchLabels: { app: web } } } }] }]",
      false,
    ],
    [
      "a rule of the Admin tier on another port",
      "0.0.0.0/0",
      "ingress: [{ action: Deny, from: [{ namespaces: {} }], protocols: [{ tcp: { destinationPort: { number: 9 } } }] }]",
      false,
    ],
  ])("says whether some pods are kept out, by %s", async (_, block, rules, isClosed) => {
    const wall = `apiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: { name: wall }\nspec: { tier: Admin, priority: 1, subject: { pods: { podSelector: { matchLabels: { app: web } } } }, ${rules} }\n`;
    const more = [pod("shop", "cart"), ...(rules === "" ? [] : [wall])];
    const all = await found(`{ from: [${cidr(block)}], ${TCP(8080)} }`, ...more);
    expect(all.map(({ facts }) => facts.isClosedToSomePods)).toEqual([isClosed]);
  });

  it("counts the workloads, and names the CIDR and the ports", async () => {
    const rule = `{ from: [${cidr("0.0.0.0/0")}], ports: [{ port: 8080, endPort: 8090 }, { protocol: UDP, port: 443 }] }`;
    expect(await found(rule, pod("shop", "cart"), pod("other", "till"))).toMatchObject([
      {
        facts: {
          cidr: "0.0.0.0/0",
          traffic: { TCP: [[8080, 8090]], UDP: [[443, 443]], SCTP: [], other: false },
          concerned: { first: "shop/cart", count: 2 },
        },
      },
    ]);
  });

  it.each([
    ["a load balancer", "type: LoadBalancer", "8080", []],
    ["node ports", "type: NodePort", "8080", []],
    ["external addresses", "externalIPs: [192.0.2.7]", "8080", []],
    ["inside of the cluster alone", "type: ClusterIP", "8080", ["0.0.0.0/0"]],
    ["another port", "type: LoadBalancer", "9090", ["0.0.0.0/0"]],
  ])("leaves out what a Service publishes by %s", async (_, how, target, places) => {
    const spec = `{ ${how}, selector: { app: web }, ports: [{ port: 443, targetPort: ${target} }] }`;
    const rule = `{ from: [${cidr("0.0.0.0/0")}], ${TCP(8080)} }`;
    const all = await found(rule, service("shop", "web", spec));
    expect(all.map(({ at }) => at)).toEqual(places);
  });

  it("is about ports beside the published ones too", async () => {
    const spec = "{ type: LoadBalancer, selector: { app: web }, ports: [{ port: 8080 }] }";
    const rule = `{ from: [${cidr("0.0.0.0/0")}], ports: [{ port: 8080 }, { port: 9090 }] }`;
    const [only] = await found(rule, service("shop", "web", spec));
    expect(only?.facts.traffic.TCP).toEqual([[9090, 9090]]);
  });

  it("leaves a sensitive port to the rule about those", async () => {
    const text = documents(
      pod("shop", "db", "[{ containerPort: 5432 }]"),
      policy("shop", "db", `{ ${INGRESS}, ingress: [{ from: [${cidr("0.0.0.0/0")}], ${TCP(5432)} }] }`),
    );
    expect(await findingsOf("open-to-world", text)).toEqual([]);
    const [only] = await findingsOf("sensitive-port-exposed", text);
    expect(only).toMatchObject({ at: "0.0.0.0/0", facts: { breadth: "world", ports: [{ port: 5432 }] } });
  });
});

describe("sensitive-port-exposed", () => {
  const EVERY_POD = "{ namespaceSelector: {} }";
  const found = (
    subject: string,
    rule: string,
    ...more: readonly string[]
  ): ReturnType<typeof findingsOf<"sensitive-port-exposed">> =>
    findingsOf(
      "sensitive-port-exposed",
      documents(subject, policy("shop", "db", `{ ${INGRESS}, ingress: [${rule}] }`), ...more),
    );
  const DB = pod("shop", "db", "[{ containerPort: 5432 }]");

  it.each([
    ["its port is declared", DB, 5432, ["PostgreSQL 5432"]],
    ["it is called after it", pod("shop", "my-redis-0"), 6379, ["Redis 6379"]],
    [
      "a port is called after it",
      pod("shop", "db", "[{ name: mysql, containerPort: 3307 }]"),
      3307,
      ["MySQL 3307"],
    ],
    ["another port is declared", pod("shop", "redis-proxy", "[{ containerPort: 8080 }]"), 6379, []],
    ["the name only holds the word", pod("shop", "credistore"), 6379, []],
    [
      "the port is of another protocol",
      pod("shop", "db", "[{ containerPort: 5432, protocol: UDP }]"),
      5432,
      [],
    ],
  ])("%s", async (_, subject, port, ports) => {
    const all = await found(subject, `{ from: [${EVERY_POD}], ${TCP(port)} }`);
    expect(all.flatMap(({ facts }) => facts.ports.map((each) => `${each.service} ${each.port}`))).toEqual(
      ports,
    );
  });

  it.each([
    ["every namespace", EVERY_POD, 1],
    ["every pod of every namespace", "{ namespaceSelector: {}, podSelector: {} }", 1],
    ["some pods of every namespace", "{ namespaceSelector: {}, podSelector: { matchLabels: { a: b } } }", 0],
    ["a namespace", "{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: till } } }", 0],
    ["the own namespace", "{ podSelector: {} }", 0],
    ["some addresses", cidr("10.0.0.0/8"), 0],
  ])("from %s", async (_, peer, count) => {
    expect(await found(DB, `{ from: [${peer}], ${TCP(5432)} }`)).toHaveLength(count);
  });

  it.each([
    [
      "some pods of every namespace",
      "{ namespaceSelector: {}, podSelector: { matchLabels: { app: till } } }",
    ],
    ["a namespace", "{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: till } } }"],
  ])("is not about pods that are there of %s", async (_, peer) => {
    expect(await found(DB, `{ from: [${peer}], ${TCP(5432)} }`, pod("till", "till"))).toEqual([]);
  });

  it("is not about other ports", async () => {
    expect(await found(DB, `{ from: [${EVERY_POD}], ${TCP(5433)} }`, pod("till", "app"))).toEqual([]);
  });

  it("shows a pod of another namespace whose own policies let it", async () => {
    const witnesses = async (...more: readonly string[]): Promise<readonly (string | undefined)[]> => {
      const rule = policy("shop", "db", `{ ${INGRESS}, ingress: [{ from: [${EVERY_POD}] }] }`);
      const all = await lintText(documents(DB, pod("shop", "web"), rule, ...more));
      return all.flatMap(({ rule: id, problem: { witness } }) =>
        id === "sensitive-port-exposed" ? [witness?.from] : [],
      );
    };
    const closed = policy("till", "closed", "{ podSelector: {}, policyTypes: [Egress] }");
    expect(await witnesses(pod("till", "app"))).toEqual(["till/pod/app"]);
    expect(await witnesses(pod("till", "app"), pod("zoo", "app"), closed)).toEqual(["zoo/pod/app"]);
    expect(await witnesses(pod("till", "app"), closed)).toEqual(["elsewhere/app=any"]);
  });

  it("says of ports, of which one is published, that the internet reaches them", async () => {
    const both = pod("shop", "db", "[{ containerPort: 5432 }, { containerPort: 22 }]");
    const rule = `{ from: [${cidr("0.0.0.0/0")}] }`;
    const published = (type: string): string =>
      service("shop", "db", `{ type: ${type}, selector: { app: db }, ports: [{ port: 5432 }] }`);
    const facts = async (type: string): Promise<readonly boolean[]> =>
      (await found(both, rule, published(type))).map((each) => each.facts.isPublished);
    expect(await facts("LoadBalancer")).toEqual([true]);
    expect(await facts("ClusterIP")).toEqual([false]);
  });

  it("takes a pod of another namespace as its witness, and one that may come where there is none", async () => {
    const rule = `{ from: [${EVERY_POD}] }`;
    expect(await found(DB, rule, pod("till", "app"))).toHaveLength(1);
    expect(await found(DB, rule)).toHaveLength(1);
  });

  it("is not about ports that another tier keeps from others", async () => {
    const head = "tier: Admin, priority: 5, subject: { namespaces: {} }";
    const rules =
      "ingress: [{ name: a, action: Deny, from: [{ namespaces: { matchLabels: { tenant: red } } }] }]";
    const namespace = (name: string): string =>
      `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name}, labels: { tenant: red } }\n`;
    const other = documents(namespace("till"), namespace("shop"));
    const rule = `{ from: [${EVERY_POD}], ${TCP(5432)} }`;
    const closed = documents(clusterWide("a", head, rules), other, pod("till", "app"));
    expect(await found(DB, rule, closed)).toEqual([]);
    const harmless = documents(
      clusterWide("a", head, rules.replace("tenant: red", "tenant: blue")),
      other,
      pod("till", "app"),
    );
    expect(await found(DB, rule, harmless)).toHaveLength(1);
  });

  it("is told of what an Admin policy lets in", async () => {
    const head = "tier: Admin, priority: 5, subject: { namespaces: {} }";
    const rules = "ingress: [{ name: a, action: Accept, from: [{ namespaces: {} }] }]";
    const text = documents(DB, pod("till", "app"), clusterWide("a", head, rules));
    expect(await findingsOf("sensitive-port-exposed", text)).toMatchObject([
      { facts: { breadth: "cluster", concerned: { first: "shop/db", count: 1 } } },
    ]);
  });

  it("counts workloads and lists every port once", async () => {
    const more = documents(
      pod("shop", "orders", "[{ containerPort: 5432 }, { containerPort: 22 }]"),
      pod("shop", "stock", "[{ containerPort: 8080 }]"),
    );
    expect(await found(DB, `{ from: [${EVERY_POD}] }`, more)).toMatchObject([
      {
        facts: {
          ports: [{ service: "PostgreSQL" }, { service: "SSH" }],
          concerned: { first: "shop/db", count: 2 },
        },
      },
    ]);
  });

  it("has one table, in which every port and name stands once", () => {
    const ports = SENSITIVE_SERVICES.map(({ protocol, port }) => `${protocol} ${port}`);
    expect(new Set(ports).size).toBe(ports.length);
    const names = SENSITIVE_SERVICES.flatMap((each) => each.names);
    expect(new Set(names).size).toBe(names.length);
    for (const { reason } of SENSITIVE_SERVICES) expect(reason).toMatch(/^[a-z].*[^.]$/);
  });
});

describe("metadata-address-reachable", () => {
  const found = (
    rule: string,
    ...more: readonly string[]
  ): ReturnType<typeof findingsOf<"metadata-address-reachable">> =>
    findingsOf(
      "metadata-address-reachable",
      documents(
        WEB,
        policy("shop", "web", `{ podSelector: {}, policyTypes: [Egress], egress: [${rule}] }`),
        ...more,
      ),
    );
  const HOLE = "[10.0.0.0/8, 169.254.169.254/32]";

  it.each([
    ["the internet", `{ to: [${cidr("0.0.0.0/0")}] }`, ["0.0.0.0/0"]],
    ["the internet on port 80", `{ to: [${cidr("0.0.0.0/0")}], ${TCP(80)} }`, ["0.0.0.0/0"]],
    ["everybody on port 80", `{ ${TCP(80)} }`, ["{"]],
    ["a wide range", `{ to: [${cidr("160.0.0.0/4")}] }`, ["160.0.0.0/4"]],
    ["the internet without it", `{ to: [${cidr("0.0.0.0/0", HOLE)}] }`, []],
    ["the internet on port 443", `{ to: [${cidr("0.0.0.0/0")}], ${TCP(443)} }`, []],
    ["the address itself, which is meant", `{ to: [${cidr("169.254.169.254/32")}], ${TCP(80)} }`, []],
    ["every pod", "{ to: [{ namespaceSelector: {} }] }", []],
    ["no condition at all beside a rule, which is told as that", "{}, { to: [{ podSelector: {} }] }", []],
  ])("a rule for %s", async (_, rule, places) => {
    expect((await found(rule)).map(({ at }) => at)).toEqual(places);
  });

  it.each([
    ["[]", false],
    ["[10.0.0.0/8]", true],
  ])("tells whether the block has exceptions: %s", async (except, hasExceptions) => {
    const all = await found(`{ to: [${cidr("0.0.0.0/0", except)}] }`);
    expect(all.map(({ facts }) => facts.hasExceptions)).toEqual([hasExceptions]);
  });

  it("is not about pods whose egress nothing restricts", async () => {
    expect(await findingsOf("metadata-address-reachable", WEB)).toEqual([]);
  });

  it("looks through rules about names, which may resolve to it", async () => {
    const head = "tier: Admin, priority: 5, subject: { namespaces: {} }";
    const names = 'egress: [{ name: a, action: Accept, to: [{ domainNames: ["a.example.com"] }] }]';
    const all = await found(`{ to: [${cidr("0.0.0.0/0")}] }`, clusterWide("a", head, names));
    expect(all.map(({ at }) => at)).toEqual(["0.0.0.0/0"]);
    expect(await found(`{ to: [${cidr("0.0.0.0/0", HOLE)}] }`, clusterWide("a", head, names))).toEqual([]);
  });

  it("knows the address of the other family, where the input shows it", async () => {
    const dual = `${pod("shop", "cart")}status: { podIPs: [{ ip: 10.0.0.7 }, { ip: "2001:db8::7" }] }\n`;
    const all = await found(`{ to: [${cidr("0.0.0.0/0")}, ${cidr('"::/0"')}] }`, dual);
    expect(all.map(({ at, facts }) => [at, facts.address, facts.concerned.count])).toEqual([
      ["0.0.0.0/0", "169.254.169.254", 2],
      ['"::/0"', "fd00:ec2::254", 2],
    ]);
  });

  it("is about what another tier accepts, and not about what it denies before", async () => {
    const head = "tier: Admin, priority: 5, subject: { namespaces: {} }";
    const accept = '{ name: all, action: Accept, to: [{ networks: ["0.0.0.0/0"] }] }';
    const deny = '{ name: metadata, action: Deny, to: [{ networks: ["169.254.169.254/32"] }] }';
    const run = (rules: string): ReturnType<typeof found> =>
      findingsOf("metadata-address-reachable", documents(WEB, clusterWide("a", head, `egress: [${rules}]`)));
    expect(await run(accept)).toMatchObject([{ facts: { takesExceptions: false, cidr: "0.0.0.0/0" } }]);
    expect(await run(`${deny}, ${accept}`)).toEqual([]);
  });
});
