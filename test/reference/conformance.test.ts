/** The conformance matrix of ClusterNetworkPolicy v1alpha2 (section 5.4). */

import { describe, expect, it, test } from "vitest";
import { admin, baseline, expression, label, namespace, networkPolicy } from "./builders.js";
import type { House } from "./houses.js";
import { cluster, house } from "./houses.js";
import type { AdminPeer, AdminRule, ClusterProtocol, KubernetesObject } from "./kubernetes.js";
import { mismatches } from "./table.js";

type Transport = "tcp" | "udp" | "sctp";

function ports(transport: Transport, ...numbers: number[]): ClusterProtocol[] {
  return numbers.map((number) => ({ [transport]: { destinationPort: { number } } }));
}

function rule(
  direction: "from" | "to",
  action: string,
  peer: AdminPeer,
  protocols?: ClusterProtocol[],
): AdminRule {
  return { action, [direction]: [peer], ...(protocols === undefined ? {} : { protocols }) };
}

interface Pattern {
  /** One letter each: every rule, rules of one port, one port accepted and the rest denied. */
  readonly houses: readonly [House, House, House];
  readonly denied: ClusterProtocol[];
  readonly accepted: ClusterProtocol[];
}

/** The rules of the Admin files: [0]Accept [1]Deny [2]Pass [3]Deny port [4]Pass port [5]Accept port [6]Deny. */
function adminRules(direction: "from" | "to", { houses, denied, accepted }: Pattern): AdminRule[] {
  const [all, one, other] = houses.map(house) as [AdminPeer, AdminPeer, AdminPeer];
  return [
    rule(direction, "Accept", all),
    rule(direction, "Deny", all),
    rule(direction, "Pass", all),
    rule(direction, "Deny", one, denied),
    rule(direction, "Pass", one, denied),
    rule(direction, "Accept", other, accepted),
    rule(direction, "Deny", other),
  ];
}

/** The Baseline files have no Pass. */
function baselineRules(direction: "from" | "to", pattern: Pattern): AdminRule[] {
  return adminRules(direction, pattern).filter(({ action }) => action !== "Pass");
}

function swap(rules: readonly AdminRule[], first: number, second: number): AdminRule[] {
  return rules.with(first, rules[second]!).with(second, rules[first]!);
}

interface File {
  readonly id: string;
  readonly subject: House;
  readonly priority: number;
  readonly direction: "from" | "to";
  readonly transport: Transport;
  /** As in Pattern; then the port denied, the port accepted, and each one's neighbour. */
  readonly houses: readonly [House, House, House];
  readonly denied: readonly [number, number];
  readonly accepted: readonly [number, number];
  /** A port name in place of the accepted port. */
  readonly portName?: string;
}

const files: readonly File[] = [
  {
    id: "egress-tcp",
    subject: "g",
    priority: 6,
    direction: "to",
    transport: "tcp",
    houses: ["r", "s", "h"],
    denied: [80, 8080],
    accepted: [8080, 80],
  },
  {
    id: "egress-udp",
    subject: "h",
    priority: 7,
    direction: "to",
    transport: "udp",
    houses: ["r", "s", "g"],
    denied: [5353, 53],
    accepted: [53, 5353],
  },
  {
    id: "egress-sctp",
    subject: "r",
    priority: 8,
    direction: "to",
    transport: "sctp",
    houses: ["g", "s", "h"],
    denied: [9003, 9005],
    accepted: [9003, 9005],
  },
  {
    id: "ingress-tcp",
    subject: "g",
    priority: 3,
    direction: "from",
    transport: "tcp",
    houses: ["r", "s", "h"],
    denied: [80, 8080],
    accepted: [80, 8080],
  },
  {
    id: "ingress-udp",
    subject: "h",
    priority: 4,
    direction: "from",
    transport: "udp",
    houses: ["r", "s", "g"],
    denied: [5353, 53],
    accepted: [53, 5353],
  },
  {
    id: "ingress-sctp",
    subject: "r",
    priority: 5,
    direction: "from",
    transport: "sctp",
    houses: ["g", "s", "h"],
    denied: [9003, 9005],
    accepted: [9003, 9005],
  },
  {
    id: "experimental egress",
    subject: "g",
    priority: 6,
    direction: "to",
    transport: "tcp",
    houses: ["r", "s", "h"],
    denied: [80, 8080],
    accepted: [80, 8080],
    portName: "web",
  },
  {
    id: "experimental ingress",
    subject: "h",
    priority: 4,
    direction: "from",
    transport: "udp",
    houses: ["r", "s", "g"],
    denied: [5353, 53],
    accepted: [53, 5353],
    portName: "dns",
  },
  {
    id: "experimental BL egress",
    subject: "h",
    priority: 7,
    direction: "to",
    transport: "udp",
    houses: ["r", "s", "g"],
    denied: [5353, 53],
    accepted: [53, 5353],
    portName: "dns",
  },
  {
    id: "experimental BL ingress",
    subject: "g",
    priority: 3,
    direction: "from",
    transport: "tcp",
    houses: ["r", "s", "h"],
    denied: [80, 8080],
    accepted: [80, 8080],
    portName: "web",
  },
];

/** Every flow on the file's own ports, all others allowed, both families. */
function differences(file: File, policy: KubernetesObject, clauses: readonly string[]): string[] {
  const numbers = [...new Set([...file.denied, ...file.accepted])];
  const ranges = { ports: numbers, families: ["IPv4", "IPv6"] } as const;
  return mismatches([...cluster, policy], clauses, { complete: true }, ranges);
}

describe.each(files)("$id", (file) => {
  const { subject, priority, direction, transport, houses, portName } = file;
  const pattern: Pattern = {
    houses,
    denied: ports(transport, file.denied[0]),
    accepted:
      portName === undefined ? ports(transport, file.accepted[0]) : [{ destinationNamedPort: portName }],
  };
  const field = direction === "from" ? "ingress" : "egress";
  const spec = (rules: AdminRule[]) => ({ subject: house(subject), [field]: rules });
  const clause = (verdict: string, peer: House, port?: number) => {
    const ends = direction === "from" ? `${peer}/* -> ${subject}/*` : `${subject}/* -> ${peer}/*`;
    return `${verdict}: ${ends}${port === undefined ? "" : ` ${transport.toUpperCase()}:${port}`}`;
  };
  const [all, one, other] = houses;
  const third = [clause("denied", other), clause("allowed", other, file.accepted[0])];
  const second = clause("denied", one, file.denied[0]);

  it("in the Admin tier", () => {
    const written = adminRules(direction, pattern);
    const denyFirst = swap(written, 0, 1);
    const passFirst = swap(denyFirst, 0, 2);
    const passPortFirst = swap(passFirst, 3, 4);
    expect(differences(file, admin(priority, spec(written)), [second, ...third])).toEqual([]);
    const denied = [clause("denied", all), second, ...third];
    expect(differences(file, admin(priority, spec(denyFirst)), denied)).toEqual([]);
    expect(differences(file, admin(priority, spec(passFirst)), [second, ...third])).toEqual([]);
    expect(differences(file, admin(priority, spec(passPortFirst)), third)).toEqual([]);
  });

  it("in the Baseline tier", () => {
    const written = baselineRules(direction, pattern);
    expect(differences(file, baseline(priority, spec(written)), [second, ...third])).toEqual([]);
    const denied = [clause("denied", all), second, ...third];
    expect(differences(file, baseline(priority, spec(swap(written, 0, 1))), denied)).toEqual([]);
  });
});

describe.each([
  ["Admin", admin, adminRules],
  ["Baseline", baseline, baselineRules],
] as const)("gress-rules-combined, %s", (_, policy, rulesOf) => {
  const denied = [...ports("tcp", 80), ...ports("udp", 53), ...ports("sctp", 9003)];
  const out = [...ports("tcp", 8080), ...ports("udp", 5353), ...ports("sctp", 9003)];
  const egress = rulesOf("to", { houses: ["r", "s", "h"], denied, accepted: out });
  const ingress = rulesOf("from", { houses: ["r", "s", "h"], denied, accepted: denied });
  const slytherin = [
    "denied: g/* -> s/* TCP:80,UDP:53,SCTP:9003",
    "denied: s/* -> g/* TCP:80,UDP:53,SCTP:9003",
  ];
  const hufflepuff = [
    "denied: g/* -> h/*",
    "allowed: g/* -> h/* TCP:8080,UDP:5353,SCTP:9003",
    "denied: h/* -> g/*",
    "allowed: h/* -> g/* TCP:80,UDP:53,SCTP:9003",
  ];
  const run = (first: AdminRule[], second: AdminRule[], clauses: string[]) =>
    mismatches(
      [...cluster, policy(15, { subject: house("g"), egress: first, ingress: second })],
      clauses,
      { complete: true },
      { ports: [80, 8080, 53, 5353, 9003, 9005] },
    );

  it("as written", () => {
    expect(run(egress, ingress, [...slytherin, ...hufflepuff])).toEqual([]);
  });

  it("Deny first", () => {
    const ravenclaw = ["denied: g/* -> r/*", "denied: r/* -> g/*"];
    const clauses = [...ravenclaw, ...slytherin, ...hufflepuff];
    expect(run(swap(egress, 0, 1), swap(ingress, 0, 1), clauses)).toEqual([]);
  });

  if (policy === baseline) return; // it has no Pass

  it("Pass first", () => {
    const first = swap(swap(swap(egress, 0, 1), 0, 2), 3, 4);
    const second = swap(swap(swap(ingress, 0, 1), 0, 2), 3, 4);
    expect(run(first, second, hufflepuff)).toEqual([]);
  });
});

/** A policy of gryffindor about slytherin in both directions. */
function aboutSlytherin(ingress: string, egress: string) {
  return {
    subject: house("g"),
    ingress: [rule("from", ingress, house("s"))],
    egress: [rule("to", egress, house("s"))],
  };
}

const apart = ["denied: s/* -> g/*", "denied: g/* -> s/*"];

test("priority-field", () => {
  const lower = baseline(10, aboutSlytherin("Accept", "Accept"));
  const deny = admin(50, aboutSlytherin("Deny", "Deny"), "deny");
  const pass = aboutSlytherin("Pass", "Pass");
  expect(mismatches([...cluster, deny, admin(60, pass), lower], apart, { complete: true })).toEqual([]);
  expect(mismatches([...cluster, deny, admin(40, pass), lower], [], { complete: true })).toEqual([]);
});

test("api_integration", () => {
  const lower = baseline(10, aboutSlytherin("Deny", "Deny"));
  const slytherin = { namespaceSelector: label("conformance-house", "slytherin") };
  const developer = networkPolicy("g", {
    podSelector: null,
    policyTypes: ["Ingress", "Egress"],
    ingress: [{ from: [slytherin] }],
    egress: [{ to: [slytherin] }],
  });
  const isolated = ["denied: * -> g/*", "denied: g/* -> *"];
  const step = (ingress: string, egress: string, policies: KubernetesObject[], clauses: string[]) =>
    expect(
      mismatches([...cluster, admin(10, aboutSlytherin(ingress, egress)), ...policies, lower], clauses, {
        complete: true,
      }),
    ).toEqual([]);
  step("Deny", "Deny", [developer], isolated);
  step("Pass", "Deny", [developer], [...isolated, "allowed: s/* -> g/*"]);
  step("Pass", "Pass", [developer], [...isolated, "allowed: s/* -> g/*", "allowed: g/* -> s/*"]);
  step("Pass", "Pass", [], apart);
});

describe.each([
  ["Admin", admin],
  ["Baseline", baseline],
] as const)("egress-inline-cidr, %s", (_, policy) => {
  const base = [
    rule("to", "Accept", {
      pods: { namespaceSelector: house("s").namespaces, podSelector: house("s").namespaces },
    }),
    rule("to", "Deny", { networks: ["0.0.0.0/0", "::/0"] }),
  ];
  const only = (objects: readonly KubernetesObject[], rules: AdminRule[], clauses: string[]) =>
    expect(
      mismatches(
        [...objects, policy(85, { subject: house("g"), egress: rules })],
        clauses,
        { complete: true },
        { families: ["IPv4", "IPv6"] },
      ),
    ).toEqual([]);
  const denied = ["denied: g/* -> *"];
  const slytherin = "allowed: g/* -> s/*";

  it("accepts the pods before the networks", () => only(cluster, base, [...denied, slytherin]));

  it("follows the labels of the namespace", () => {
    const objects = cluster.filter(({ kind, metadata }) => kind !== "Namespace" || metadata?.name !== "s");
    only([...objects, namespace("s", { "conformance-house": "denied" })], base, denied);
  });

  it("accepts single addresses", () => {
    const networks = ["10.0.3.1/32", "fd00::3:1/128", "10.0.2.1/32", "fd00::2:1/128"];
    const rules = [rule("to", "Accept", { networks }), ...base];
    only(cluster, rules, [...denied, slytherin, "allowed: g/* -> r/0,h/0"]);
  });
});

describe("nodes", () => {
  const linux = expression("kubernetes.io/os", "In", "linux");
  const everything = { networks: ["0.0.0.0/0", "::/0"] };
  const centaur = { families: ["IPv4", "IPv6"] } as const;

  it("in the Admin tier", () => {
    const egress = [
      rule("to", "Accept", { nodes: linux }, ports("tcp", 34345)),
      rule("to", "Pass", { nodes: linux }, ports("udp", 34347)),
      { action: "Deny", to: [house("s"), { nodes: linux }, everything] },
    ];
    const clauses = [
      "denied: g/* -> *",
      "allowed: g/* -> c/centaur TCP:34345,UDP:34347",
      "denied: g/* -> c/centaur TCP:34346,UDP:34349,SCTP:34351",
    ];
    const objects = [...cluster, admin(75, { subject: house("g"), egress })];
    expect(mismatches(objects, clauses, { complete: true }, centaur)).toEqual([]);
  });

  it("in the Baseline tier", () => {
    const range = { tcp: { destinationPort: { range: { start: 34345, end: 34346 } } } };
    const egress = [
      rule("to", "Accept", { nodes: linux }, [range]),
      { action: "Deny", to: [{ nodes: linux }, everything] },
    ];
    const clauses = [
      "denied: g/* -> *",
      "allowed: g/* -> c/centaur TCP:34345,TCP:34346",
      "denied: g/* -> c/centaur TCP:34347,UDP:34349,SCTP:34351",
    ];
    const objects = [...cluster, baseline(75, { subject: house("g"), egress })];
    expect(mismatches(objects, clauses, { complete: true }, centaur)).toEqual([]);
  });
});
