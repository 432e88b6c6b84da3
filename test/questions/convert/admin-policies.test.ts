import { converted, valuesOf } from "./converted.js";
import { describe, expect, it } from "vitest";

function anp(spec: string, name = "web"): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: {name: ${name}}
spec: ${spec}
`;
}

function cnp(spec: string, name = "web"): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: {name: ${name}}
spec: ${spec}
`;
}

function namespaces(labels: Readonly<Record<string, string>>): string {
  const each = ([name, text]: [string, string]): string =>
    `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}, labels: ${text}}\n`;
  return Object.entries(labels).map(each).join("---\n");
}

/** A subject and a peer that differ in everything, so that neither can stand for the other. */
const SUBJECT = "{namespaces: {matchLabels: {team: shop}}}";
const PEER =
  "{pods: {namespaceSelector: {matchLabels: {team: ops}}, podSelector: {matchLabels: {app: probe}}}}";

describe("a rule of v1alpha1", () => {
  it.each([
    ["Allow is Accept", `{action: Allow, from: [${PEER}]}`, `{action: Accept, from: [${PEER}]}`],
    ["Deny stays", `{action: Deny, from: [${PEER}]}`, `{action: Deny, from: [${PEER}]}`],
    ["Pass stays", `{action: Pass, from: [${PEER}]}`, `{action: Pass, from: [${PEER}]}`],
    [
      "its name stays",
      `{name: probes, action: Pass, from: [${PEER}]}`,
      `{name: probes, action: Pass, from: [${PEER}]}`,
    ],
  ])("%s", async (_, before, after) => {
    const { objects, notes } = await converted(
      anp(`{priority: 7, subject: ${SUBJECT}, ingress: [${before}]}`),
    );
    const wanted = cnp(`{tier: Admin, priority: 7, subject: ${SUBJECT}, ingress: [${after}]}`);
    expect(objects).toEqual(valuesOf(wanted));
    expect(notes).toEqual([]);
  });
});

describe("ports of v1alpha1", () => {
  const RULE = `action: Deny, to: [${PEER}]`;
  it.each([
    ["{portNumber: {protocol: UDP, port: 53}}", "{udp: {destinationPort: {number: 53}}}"],
    ["{portNumber: {protocol: SCTP, port: 9}}", "{sctp: {destinationPort: {number: 9}}}"],
    ["{portNumber: {port: 80}}", "{tcp: {destinationPort: {number: 80}}}"],
    [
      "{portRange: {protocol: UDP, start: 5, end: 6}}",
      "{udp: {destinationPort: {range: {start: 5, end: 6}}}}",
    ],
    ["{portRange: {start: 5, end: 6}}", "{tcp: {destinationPort: {range: {start: 5, end: 6}}}}"],
    ["{portRange: {protocol: TCP, start: 5, end: 5}}", "{tcp: {destinationPort: {number: 5}}}"],
    ["{namedPort: http}", "{destinationNamedPort: http}"],
    ['{portNumber: {protocol: "", port: 81}}', "{tcp: {destinationPort: {number: 81}}}"],
  ])("%s is %s", async (before, after) => {
    const spec = `priority: 7, subject: ${SUBJECT}, egress`;
    const { objects, left } = await converted(anp(`{${spec}: [{${RULE}, ports: [${before}]}]}`));
    expect(left).toEqual([]);
    expect(objects).toEqual(valuesOf(cnp(`{tier: Admin, ${spec}: [{${RULE}, protocols: [${after}]}]}`)));
  });

  const DNS = "{portNumber: {protocol: UDP, port: 53}}";
  const NEW_DNS = "{udp: {destinationPort: {number: 53}}}";
  it.each([
    ["a range that is reversed", "{portRange: {protocol: TCP, start: 9, end: 8}}", "reversed-range"],
    ["a protocol that is none", "{portNumber: {protocol: ICMP, port: 1}}", "unknown-protocol"],
    ["a protocol in lower case", "{portNumber: {protocol: tcp, port: 80}}", "unknown-protocol"],
  ])(
    "leaves out %s, which matches nothing, and the rule where nothing else is left",
    async (_, port, code) => {
      const rules = `[{${RULE}, ports: [${port}, ${DNS}]}, {${RULE}, ports: [${port}]}, {${RULE}}]`;
      const { objects, dropped } = await converted(
        anp(`{priority: 7, subject: ${SUBJECT}, egress: ${rules}}`),
      );
      const kept = `[{${RULE}, protocols: [${NEW_DNS}]}, {${RULE}}]`;
      expect(objects).toEqual(
        valuesOf(cnp(`{tier: Admin, priority: 7, subject: ${SUBJECT}, egress: ${kept}}`)),
      );
      expect(dropped).toEqual([`${code} in egress rule 0 (Deny)`, `${code} in egress rule 1 (Deny), whole`]);
    },
  );

  it("that are an empty list are all ports, and are left out", async () => {
    const spec = `priority: 7, subject: ${SUBJECT}, egress`;
    const { objects, notes } = await converted(anp(`{${spec}: [{${RULE}, ports: []}]}`), "", {
      bundles: ["v0.1.5"],
    });
    expect(objects).toEqual(valuesOf(cnp(`{tier: Admin, ${spec}: [{${RULE}}]}`)));
    expect(notes).toEqual(["empty-ports"]);
  });
});

describe("peers", () => {
  const SELECTOR = "{matchExpressions: [{key: team, operator: In, values: [ops, lab]}]}";
  const LABELS = "{matchLabels: {app: probe}}";
  it.each([
    [`{namespaces: {namespaceSelector: ${SELECTOR}}}`, `{namespaces: ${SELECTOR}}`],
    [
      `{pods: {namespaces: {namespaceSelector: ${SELECTOR}}, podSelector: ${LABELS}}}`,
      `{pods: {namespaceSelector: ${SELECTOR}, podSelector: ${LABELS}}}`,
    ],
  ])("of shape A: %s is %s", async (before, after) => {
    const spec = `priority: 7, subject: ${SUBJECT}, ingress`;
    const { objects, notes } = await converted(anp(`{${spec}: [{action: Deny, from: [${before}]}]}`));
    expect(objects).toEqual(valuesOf(cnp(`{tier: Admin, ${spec}: [{action: Deny, from: [${after}]}]}`)));
    expect(notes).toEqual(["read-as"]);
  });

  it("without members that say nothing", async () => {
    const spec = `priority: 7, subject: ${SUBJECT}, egress`;
    const { objects } = await converted(
      anp(`{${spec}: [{action: Deny, to: [{nodes: , namespaces: {}}, {namespaces: {}}]}]}`),
    );
    const kept = "{action: Deny, to: [{namespaces: {}}, {namespaces: {}}]}";
    expect(objects).toEqual(valuesOf(cnp(`{tier: Admin, ${spec}: [${kept}]}`)));
  });

  it("that are networks are written as the newer server takes them, and what is none is left out", async () => {
    const networks = '["10.0.0.0/8", "10.00.0.0/8", "fe80::", "192.168.0.0/16"]';
    const spec = `priority: 7, subject: ${SUBJECT}, egress`;
    const { objects, notes, dropped } = await converted(
      anp(`{${spec}: [{action: Deny, to: [{networks: ${networks}}, {networks: ["fe80::"]}]}]}`),
      "",
      { bundles: ["v0.1.5"] },
    );
    const kept = '["10.0.0.0/8", "192.168.0.0/16"]';
    expect(objects).toEqual(
      valuesOf(cnp(`{tier: Admin, ${spec}: [{action: Deny, to: [{networks: ${kept}}]}]}`)),
    );
    expect(notes).toEqual(["dropped", "dropped"]);
    expect(dropped).toEqual(["no-cidr in egress rule 0 (Deny)", "no-cidr in egress rule 0 (Deny)"]);
  });

  it("of which none is left leave the whole rule out", async () => {
    const rules = '[{action: Pass, to: [{networks: ["fe80::"]}]}, {action: Deny, to: [{namespaces: {}}]}]';
    const { objects, dropped } = await converted(
      anp(`{priority: 7, subject: ${SUBJECT}, egress: ${rules}}`),
      "",
      { bundles: ["v0.1.5"] },
    );
    expect(objects).toEqual(
      valuesOf(
        cnp(
          `{tier: Admin, priority: 7, subject: ${SUBJECT}, egress: [{action: Deny, to: [{namespaces: {}}]}]}`,
        ),
      ),
    );
    expect(dropped).toEqual(["no-cidr in egress rule 0 (Pass), whole"]);
  });

  it.each(["Deny", "Pass"])("that are domain names stay with %s", async (action) => {
    const text = anp(
      `{priority: 7, subject: ${SUBJECT}, egress: [{action: ${action}, to: [{domainNames: [a.example.com]}]}]}`,
    );
    expect((await converted(text)).left).toEqual(["AdminNetworkPolicy web: domain-names-without-accept"]);
  });

  it("that are nodes and domain names need the experimental channel", async () => {
    const egress = (action: string): string =>
      `[{action: ${action}, to: [{domainNames: [a.example.com]}, {nodes: {matchLabels: {disk: ssd}}}]}]`;
    const spec = `priority: 7, subject: ${SUBJECT}, egress`;
    const { objects, notes } = await converted(anp(`{${spec}: ${egress("Allow")}}`));
    expect(objects).toEqual(valuesOf(cnp(`{tier: Admin, ${spec}: ${egress("Accept")}}`)));
    expect(notes).toEqual(["experimental"]);
  });
});

describe("what ClusterNetworkPolicy cannot say is left as it is", () => {
  it.each([
    [
      "an action that is none",
      "{action: allow, from: [{namespaces: {namespaceSelector: {}}}]}",
      "unknown-action",
    ],
    [
      "a port without a name",
      '{action: Deny, from: [{namespaces: {namespaceSelector: {}}}], ports: [{namedPort: ""}]}',
      "named-port-empty",
    ],
  ])("%s", async (_, rule, reason) => {
    const { objects, left } = await converted(anp(`{priority: 7, subject: ${SUBJECT}, ingress: [${rule}]}`));
    expect(objects).toEqual([]);
    expect(left).toEqual([`AdminNetworkPolicy web: ${reason}`]);
  });

  it("what the KEP and the releases read differently, unless one of them is chosen", async () => {
    const text = anp(
      `{priority: 7, subject: {namespaces: {}}, ingress: [{action: Deny, from: [{namespaces: {notSameLabels: [team]}}]}]}`,
    );
    const around = namespaces({ a: "{team: red}" });
    expect((await converted(text, around, { bundles: ["kep"] })).left).toEqual([
      "AdminNetworkPolicy web: contested-comparison",
    ]);
    expect((await converted(text, around)).left).toEqual([]);
  });

  it("what a server refuses", async () => {
    const { left } = await converted(anp(`{priority: 1001, subject: ${SUBJECT}}`));
    expect(left).toEqual(["AdminNetworkPolicy web: refused"]);
  });

  it("what the input has twice", async () => {
    const { left } = await converted(
      `${anp(`{priority: 7, subject: ${SUBJECT}}`)}---\n${anp(`{priority: 8, subject: ${SUBJECT}}`)}`,
    );
    expect(left).toEqual(["AdminNetworkPolicy web: repeated", "AdminNetworkPolicy web: repeated"]);
  });
});

describe("peers that are compared with the subject's namespace", () => {
  const TENANTS = namespaces({
    "red-1": "{tenant: red}",
    "red-2": "{tenant: red}",
    "blue-1": "{tenant: blue}",
    nobody: "{}",
  });
  const RULES = `[{name: own, action: Pass, from: [{namespaces: {sameLabels: [tenant]}}]},
    {name: rest, action: Deny, from: [{namespaces: {namespaceSelector: {}}}]}]`;
  const policy = (tenant: string, rules: string): string =>
    `{tier: Admin, priority: 7, subject: {namespaces: ${tenant}}, ingress: [${rules}]}`;
  const REST = "{name: rest, action: Deny, from: [{namespaces: {}}]}";

  it("by the same labels: one policy for each value, and one for all others", async () => {
    const { objects, notes } = await converted(
      anp(`{priority: 7, subject: {namespaces: {}}, ingress: ${RULES}}`),
      TENANTS,
    );
    const own = (value: string): string =>
      `{name: own, action: Pass, from: [{namespaces: {matchLabels: {tenant: ${value}}}}]}`;
    const others = "{matchExpressions: [{key: tenant, operator: NotIn, values: [blue, red]}]}";
    expect(objects).toEqual([
      ...valuesOf(cnp(policy(others, REST))),
      ...valuesOf(cnp(policy("{matchLabels: {tenant: blue}}", `${own("blue")}, ${REST}`), "web-blue")),
      ...valuesOf(cnp(policy("{matchLabels: {tenant: red}}", `${own("red")}, ${REST}`), "web-red")),
    ]);
    expect(notes).toEqual(["read-as", "tenants"]);
  });

  it("by other labels: the label, with another value", async () => {
    const { objects } = await converted(
      anp(
        `{priority: 7, subject: {namespaces: {}}, egress: [{action: Deny, to: [{pods: {namespaces: {notSameLabels: [tenant]}, podSelector: {matchLabels: {app: db}}}}]}]}`,
      ),
      TENANTS,
    );
    const of = (value: string): string =>
      `{tier: Admin, priority: 7, subject: {namespaces: {matchLabels: {tenant: ${value}}}}, egress: [{action: Deny, to: [{pods: {namespaceSelector: {matchExpressions: [{key: tenant, operator: Exists}, {key: tenant, operator: NotIn, values: [${value}]}]}, podSelector: {matchLabels: {app: db}}}}]}]}`;
    // Nothing is left for the others: there is no policy for them, and none keeps the name.
    expect(objects).toEqual([
      ...valuesOf(cnp(of("blue"), "web-blue")),
      ...valuesOf(cnp(of("red"), "web-red")),
    ]);
  });

  it("by several labels: every pair of values, and the rest without overlap", async () => {
    const around = namespaces({
      a: "{tenant: red, env: prod}",
      b: "{tenant: red, env: test}",
      c: "{tenant: blue, env: prod}",
    });
    const { objects } = await converted(
      anp(
        `{priority: 7, subject: {namespaces: {}}, ingress: [{action: Deny, from: [{namespaces: {notSameLabels: [tenant, env]}}]}, {action: Pass, from: [{namespaces: {namespaceSelector: {}}}]}]}`,
      ),
      around,
    );
    const subjects = objects.map((each) => (each as any).spec.subject.namespaces);
    expect(JSON.parse(JSON.stringify(subjects))).toEqual([
      { matchExpressions: [{ key: "tenant", operator: "NotIn", values: ["blue", "red"] }] },
      {
        matchLabels: { tenant: "blue" },
        matchExpressions: [{ key: "env", operator: "NotIn", values: ["prod"] }],
      },
      {
        matchLabels: { tenant: "red" },
        matchExpressions: [{ key: "env", operator: "NotIn", values: ["prod", "test"] }],
      },
      { matchLabels: { tenant: "blue", env: "prod" } },
      { matchLabels: { tenant: "red", env: "prod" } },
      { matchLabels: { tenant: "red", env: "test" } },
    ]);
    const peers = (objects.at(-1) as any).spec.ingress[0].from;
    const both = [
      { key: "tenant", operator: "Exists" },
      { key: "env", operator: "Exists" },
    ];
    expect(JSON.parse(JSON.stringify(peers))).toEqual([
      { namespaces: { matchExpressions: [...both, { key: "tenant", operator: "NotIn", values: ["red"] }] } },
      { namespaces: { matchExpressions: [...both, { key: "env", operator: "NotIn", values: ["test"] }] } },
    ]);
  });

  it("by name: one policy for each namespace that is selected", async () => {
    const { objects } = await converted(
      anp(
        `{priority: 7, subject: {namespaces: {matchLabels: {tenant: red}}}, ingress: [{action: Allow, from: [{namespaces: {related: Self}}]}, {action: Deny, from: [{namespaces: {related: NotSelf}}]}]}`,
      ),
      TENANTS,
    );
    const of = (name: string): string =>
      `{tier: Admin, priority: 7, subject: {namespaces: {matchLabels: {tenant: red, kubernetes.io/metadata.name: ${name}}}}, ingress: [
        {action: Accept, from: [{namespaces: {matchLabels: {kubernetes.io/metadata.name: ${name}}}}]},
        {action: Deny, from: [{namespaces: {matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn, values: [${name}]}]}}]}]}`;
    expect(objects).toEqual([
      ...valuesOf(cnp(of("red-1"), "web-red-1")),
      ...valuesOf(cnp(of("red-2"), "web-red-2")),
    ]);
  });

  it("need the namespaces", async () => {
    const text = anp(`{priority: 7, subject: {namespaces: {}}, ingress: ${RULES}}`);
    expect((await converted(text)).left).toEqual(["AdminNetworkPolicy web: no-tenants"]);
    const pod =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: only-named}\nspec: {containers: []}\n";
    expect((await converted(text, `${TENANTS}---\n${pod}`)).left).toEqual([
      "AdminNetworkPolicy web: unknown-namespaces",
    ]);
  });
});

describe("names", () => {
  const OTHER = cnp(`{tier: Admin, priority: 99, subject: ${SUBJECT}}`, "default");
  const BASELINE = `apiVersion: policy.networking.k8s.io/v1alpha1
kind: BaselineAdminNetworkPolicy
metadata: {name: default}
spec: {subject: ${SUBJECT}}
`;
  const names = async (text: string, around = ""): Promise<unknown[]> =>
    (await converted(text, around)).objects.map((each) => (each as any).metadata.name);

  it("stay", async () => {
    expect(await names(`${anp(`{priority: 7, subject: ${SUBJECT}}`)}---\n${BASELINE}`)).toEqual([
      "web",
      "default",
    ]);
  });

  it("yield to a ClusterNetworkPolicy that is there", async () => {
    expect(await names(anp(`{priority: 7, subject: ${SUBJECT}}`, "default"), OTHER)).toEqual(["default-2"]);
  });

  it("of a Baseline yield to those of Admin policies, and to others", async () => {
    const admin = anp(`{priority: 7, subject: ${SUBJECT}}`, "default");
    expect(await names(`${BASELINE}---\n${admin}`)).toEqual(["baseline-default", "default"]);
    const taken = cnp(`{tier: Admin, priority: 99, subject: ${SUBJECT}}`, "baseline-default");
    expect(await names(BASELINE, `${OTHER}---\n${taken}`)).toEqual(["baseline-default-2"]);
  });
});

describe("a BaselineAdminNetworkPolicy", () => {
  it("gets a tier and a priority with room on both sides, behind those that are there", async () => {
    const text = `apiVersion: policy.networking.k8s.io/v1alpha1
kind: BaselineAdminNetworkPolicy
metadata: {name: default}
spec: {subject: ${SUBJECT}, ingress: [{action: Allow, from: [${PEER}]}]}
`;
    const wanted = (priority: number): string =>
      cnp(
        `{tier: Baseline, priority: ${priority}, subject: ${SUBJECT}, ingress: [{action: Accept, from: [${PEER}]}]}`,
        "default",
      );
    const { objects, notes } = await converted(text);
    expect(objects).toEqual(valuesOf(wanted(100)));
    expect(notes).toEqual(["priority-chosen"]);
    const other = cnp(`{tier: Baseline, priority: 203, subject: ${SUBJECT}}`, "other");
    expect((await converted(text, other)).objects).toEqual(valuesOf(wanted(210)));
  });
});

describe("more than 25", () => {
  const count = (of: any): [number, number, number][] =>
    of.spec.egress.map((rule: any) => [
      rule.to.length,
      rule.protocols?.length ?? 0,
      rule.to[0].networks[0].split(".")[1],
    ]);
  const rule = (peers: number, ports: number): string => {
    const to = Array.from({ length: peers }, (_, i) => `{networks: [10.${i}.0.0/16]}`).join();
    const list = Array.from(
      { length: ports },
      (_, i) => `{portNumber: {protocol: TCP, port: ${i + 1}}}`,
    ).join();
    return `{action: Deny, to: [${to}]${ports === 0 ? "" : `, ports: [${list}]`}}`;
  };

  it("peers and ports of a rule are several rules, each pair in one of them", async () => {
    const { objects, notes } = await converted(
      anp(`{priority: 7, subject: ${SUBJECT}, egress: [${rule(30, 26)}]}`),
    );
    expect(objects).toHaveLength(1);
    expect(count(objects[0])).toEqual([
      [25, 25, "0"],
      [25, 1, "0"],
      [5, 25, "25"],
      [5, 1, "25"],
    ]);
    expect(notes).toEqual(["rules-split"]);
  });

  it("rules are several policies of the priorities behind", async () => {
    const rules = Array.from({ length: 27 }, () => rule(1, 0)).join();
    const { objects, notes } = await converted(anp(`{priority: 7, subject: ${SUBJECT}, egress: [${rules}]}`));
    expect(
      objects.map((each: any) => [each.metadata.name, each.spec.priority, each.spec.egress.length]),
    ).toEqual([
      ["web", 7, 25],
      ["web-2", 8, 2],
    ]);
    expect(notes).toEqual(["policy-split"]);
  });

  const MANY = Array.from({ length: 26 }, () => rule(1, 0)).join();
  it.each([
    ["a priority that is taken", 7, 8, "no-free-priority"],
    ["the last priority", 1000, 3, "no-free-priority"],
    ["a priority that another policy has too", 7, 7, "shared-priority"],
  ])("rules are left where there is no room: %s", async (_, own, other, reason) => {
    const { left } = await converted(
      anp(`{priority: ${own}, subject: ${SUBJECT}, egress: [${MANY}]}`),
      anp(`{priority: ${other}, subject: {namespaces: {}}}`, "other"),
    );
    expect(left).toEqual([`AdminNetworkPolicy web: ${reason}`]);
  });

  it("rules are left where a ClusterNetworkPolicy of the same name has the priority", async () => {
    const { left } = await converted(
      anp(`{priority: 7, subject: ${SUBJECT}, egress: [${MANY}]}`),
      cnp("{tier: Admin, priority: 7, subject: {namespaces: {}}}"),
    );
    expect(left).toEqual(["AdminNetworkPolicy web: shared-priority"]);
  });
});

describe("a selector that cannot be built (U-20)", () => {
  const BROKEN = '{matchLabels: {"not a key": a}}';
  const NOTHING = "ports: [{portRange: {protocol: TCP, start: 9, end: 8}}]";
  const ALL = "{action: Pass, from: [{namespaces: {}}]}";

  it.each([
    [
      "of the subject, where a rule that matches nothing may fail closed",
      `{namespaces: ${BROKEN}}`,
      `${ALL}, {action: Deny, from: [${PEER}], ${NOTHING}}`,
    ],
    [
      "of a peer, where its rule is left out",
      SUBJECT,
      `${ALL}, {action: Deny, from: [{namespaces: ${BROKEN}}], ${NOTHING}}`,
    ],
    [
      "of a peer, where its rule becomes several",
      SUBJECT,
      `${ALL}, {action: Pass, from: [{namespaces: ${BROKEN}}${`, ${PEER}`.repeat(25)}]}`,
    ],
  ])("%s: the policy is left", async (_, subject, rules) => {
    const { left, objects } = await converted(anp(`{priority: 7, subject: ${subject}, ingress: [${rules}]}`));
    expect({ left, objects }).toEqual({
      left: ["AdminNetworkPolicy web: unbuildable-selector"],
      objects: [],
    });
  });

  it.each([
    [`{namespaces: ${BROKEN}}`, `${ALL}, {action: Deny, from: [${PEER}]}`],
    [SUBJECT, `{action: Deny, from: [{namespaces: ${BROKEN}}]}, {action: Deny, from: [${PEER}], ${NOTHING}}`],
    [
      SUBJECT,
      `{action: Deny, from: [{namespaces: ${BROKEN}}]}, {action: Pass, from: [${`${PEER}, `.repeat(26)}]}`,
    ],
  ])("stays where its rule stays one: subject %s", async (subject, rules) => {
    const { left, objects } = await converted(anp(`{priority: 7, subject: ${subject}, ingress: [${rules}]}`));
    expect(left).toEqual([]);
    expect(objects).toHaveLength(1);
  });
});

describe("metadata", () => {
  it("keeps what people wrote, and loses what a server set", async () => {
    const text = `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata:
  name: web
  uid: 1-2-3
  resourceVersion: "7"
  generation: 4
  creationTimestamp: "2024-01-02T03:04:05Z"
  managedFields: [{manager: kubectl, operation: Apply, apiVersion: policy.networking.k8s.io/v1alpha1, fieldsType: FieldsV1}]
  labels: {owner: platform}
  annotations:
    why: "because"
    kubectl.kubernetes.io/last-applied-configuration: "{}"
spec: {priority: 7, subject: ${SUBJECT}}
status: {conditions: []}
`;
    const { objects } = await converted(text);
    expect(JSON.parse(JSON.stringify(objects))).toEqual([
      {
        apiVersion: "policy.networking.k8s.io/v1alpha2",
        kind: "ClusterNetworkPolicy",
        metadata: { name: "web", labels: { owner: "platform" }, annotations: { why: "because" } },
        spec: { tier: "Admin", priority: 7, subject: { namespaces: { matchLabels: { team: "shop" } } } },
      },
    ]);
  });
});

describe("a policy whose name the server makes up", () => {
  const NAMELESS = anp(
    `{priority: 7, subject: {namespaces: {}}, ingress: [{action: Deny, from: [{namespaces: {sameLabels: [team]}}]}, {action: Pass, from: [{namespaces: {namespaceSelector: {}}}]}]}`,
  ).replace("name: web", "generateName: web-");

  it("keeps the prefix in its place, and those beside it have names", async () => {
    const { objects } = await converted(NAMELESS, namespaces({ a: "{team: red}" }));
    expect(objects.map((each) => JSON.stringify((each as any).metadata))).toEqual([
      '{"generateName":"web-"}',
      '{"name":"policy-red"}',
    ]);
  });

  it("is none that is there several times", async () => {
    const { objects, left } = await converted(
      `${NAMELESS}---\n${NAMELESS}`,
      namespaces({ a: "{team: red}" }),
    );
    expect(left).toEqual([]);
    expect(objects).toHaveLength(4);
  });
});

describe("--to", () => {
  const NETWORK_POLICY =
    "apiVersion: extensions/v1beta1\nkind: NetworkPolicy\nmetadata: {name: np}\nspec: {podSelector: {}}\n";
  it.each([
    [undefined, ["ClusterNetworkPolicy", "NetworkPolicy"]],
    ["ClusterNetworkPolicy", ["ClusterNetworkPolicy"]],
    ["networking.k8s.io/v1", ["NetworkPolicy"]],
  ] as const)("%s", async (target, kinds) => {
    const text = `${anp(`{priority: 7, subject: ${SUBJECT}}`)}---\n${NETWORK_POLICY}`;
    const { objects } = await converted(text, "", { target });
    expect(objects.map((each) => (each as any).kind)).toEqual(kinds);
  });
});
