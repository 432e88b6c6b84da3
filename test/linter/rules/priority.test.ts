import { describe, expect, it } from "vitest";
import { lintText } from "../../support/findings.js";

const join = (...documents: readonly string[]): string => documents.join("---\n");

const namespace = (name: string, labels: string): string =>
  `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name}, labels: { ${labels} } }\n`;

const pod = (name: string, labels: string, ports = ""): string => {
  const [inNamespace, own] = name.split("/");
  return `apiVersion: v1\nkind: Pod\nmetadata: { name: ${own}, namespace: ${inNamespace}, labels: { ${labels} } }\nspec: { containers: [{ name: main, ports: [${ports}] }] }\n`;
};

interface Shape {
  readonly name: string;
  readonly subject?: string;
  readonly direction?: "ingress" | "egress";
  readonly rules: readonly string[];
  readonly priority?: number;
  readonly tier?: string;
}

/** A ClusterNetworkPolicy of priority 50. */
function policy({ name, subject = "{ namespaces: {} }", direction = "ingress", ...rest }: Shape): string {
  const { rules, priority = 50, tier = "Admin" } = rest;
  return `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: ${name} }
spec:
  tier: ${tier}
  priority: ${priority}
  subject: ${subject}
  ${direction}:
${rules.map((rule) => `    - ${rule}\n`).join("")}`;
}

const from = (action: string, peer = "{ namespaces: {} }", rest = ""): string =>
  `{ name: a, action: ${action}, from: [${peer}]${rest} }`;

const to = (action: string, peer: string): string => `{ name: a, action: ${action}, to: [${peer}] }`;

const tcp = (first: number, last: number): string =>
  `, protocols: [{ tcp: { destinationPort: { range: { start: ${first}, end: ${last} } } } }]`;

const labelled = (app: string, ns = "{}"): string =>
  `{ pods: { namespaceSelector: ${ns}, podSelector: { matchLabels: { app: ${app} } } } }`;

const PODS = join(
  namespace("shop", "team: buyers"),
  namespace("db", "team: keepers"),
  pod("shop/web", "app: web", "{ containerPort: 8080 }"),
  pod("db/pg", "app: pg", "{ containerPort: 5432 }"),
);

/** The messages of findings about priorities, by rule. */
async function found(text: string): Promise<string[]> {
  const diagnostics = await lintText(text);
  return diagnostics
    .filter(({ rule }) => rule === "same-priority" || rule === "same-priority-conflict")
    .map(({ rule, wording }) => `${rule}: ${wording.message}`);
}

const conflict = (a: string, b: string, rest: string): string =>
  `same-priority-conflict: \`ClusterNetworkPolicy ${a}\` and \`ClusterNetworkPolicy ${b}\` share a priority but conflict: ${rest}`;

const shared = (a: string, b: string, tier = "Admin"): string =>
  `same-priority: \`ClusterNetworkPolicy ${a}\` and \`ClusterNetworkPolicy ${b}\` share priority 50 of the ${tier} tier`;

const first = (outcome: string, other: string): string =>
  `is ${outcome} if the first wins, ${other} if the second does`;

describe("two policies of one priority that disagree", () => {
  it.each([
    [
      "about a flow of the input",
      [policy({ name: "block", rules: [from("Deny")] }), policy({ name: "open", rules: [from("Accept")] })],
      `\`shop/web\` → \`db/pg\` ${first("allowed", "denied")}`,
    ],
    [
      "where their subjects overlap",
      [
        policy({
          name: "block",
          subject: "{ namespaces: { matchLabels: { team: keepers } } }",
          rules: [from("Deny")],
        }),
        policy({ name: "open", subject: labelled("pg"), rules: [from("Accept")] }),
      ],
      `\`shop/web\` → \`db/pg\` ${first("allowed", "denied")}`,
    ],
    [
      "on the ports that both name",
      [
        policy({ name: "block", subject: labelled("pg"), rules: [from("Deny", undefined, tcp(5000, 5999))] }),
        policy({
          name: "open",
          subject: labelled("pg"),
          rules: [from("Accept", undefined, tcp(5432, 6500))],
        }),
      ],
      `\`shop/web\` → \`db/pg\` on TCP 5432 ${first("allowed", "denied")}`,
    ],
    [
      "on many ports that no container declares: the one of the command beside it",
      [
        policy({ name: "block", subject: labelled("pg"), rules: [from("Deny", undefined, tcp(1, 5999))] }),
        policy({ name: "open", subject: labelled("pg"), rules: [from("Accept", undefined, tcp(1, 1000))] }),
      ],
      `\`shop/web\` → \`db/pg\` on TCP 443 ${first("allowed", "denied")}`,
    ],
    [
      "on a port that no container declares",
      [
        policy({ name: "block", subject: labelled("pg"), rules: [from("Deny", undefined, tcp(5500, 5999))] }),
        policy({
          name: "open",
          subject: labelled("pg"),
          rules: [from("Accept", undefined, tcp(5600, 6500))],
        }),
      ],
      `\`shop/web\` → \`db/pg\` on TCP 5600 ${first("allowed", "denied")}`,
    ],
    [
      "about egress",
      [
        policy({ name: "block", direction: "egress", rules: [to("Deny", "{ networks: [192.0.0.0/8] }")] }),
        policy({ name: "open", direction: "egress", rules: [to("Accept", "{ networks: [192.0.2.0/24] }")] }),
      ],
      `\`db/pg\` → \`192.0.2.0/24\` ${first("allowed", "denied")}`,
    ],
    [
      "about a pod that there may be, in a namespace of the input",
      [
        policy({
          name: "block",
          subject: labelled("cache", "{ matchLabels: { team: buyers } }"),
          rules: [from("Deny")],
        }),
        policy({ name: "open", subject: labelled("cache"), rules: [from("Accept")] }),
      ],
      `\`db/pg\` → a pod with \`app=cache\` in \`shop\` ${first("allowed", "denied")}`,
    ],
    [
      "about a pod of a namespace that there may be",
      [
        policy({
          name: "block",
          subject: labelled("cache", "{ matchLabels: { team: guests } }"),
          rules: [from("Deny")],
        }),
        policy({
          name: "open",
          subject: "{ namespaces: { matchLabels: { zone: a } } }",
          rules: [from("Accept")],
        }),
      ],
      `\`db/pg\` → a pod with \`app=cache\` in a namespace with \`zone=a\` and \`team=guests\` ${first("allowed", "denied")}`,
    ],
    [
      "where one passes and nothing below denies",
      [policy({ name: "block", rules: [from("Deny")] }), policy({ name: "pass", rules: [from("Pass")] })],
      `\`shop/web\` → \`db/pg\` ${first("allowed", "denied")}`,
    ],
    [
      "of the Baseline tier",
      [
        policy({ name: "block", tier: "Baseline", rules: [from("Deny")] }),
        policy({ name: "open", tier: "Baseline", rules: [from("Accept")] }),
      ],
      `\`shop/web\` → \`db/pg\` ${first("allowed", "denied")}`,
    ],
  ])("%s", async (_, policies, witness) => {
    const [, other] = policies.join("").match(/name: (pass|open)/) ?? [];
    expect(await found(join(PODS, ...policies))).toEqual([conflict(other ?? "", "block", witness)]);
  });

  it("stand in the same order whatever the order of the documents", async () => {
    const [block, open] = [
      policy({ name: "block", rules: [from("Deny")] }),
      policy({ name: "open", rules: [from("Accept")] }),
    ];
    expect(await found(join(PODS, open, block))).toEqual(await found(join(PODS, block, open)));
  });

  it("are one finding for each policy beside the first, not for each pair", async () => {
    const policies = ["a", "b", "c", "d"].map((name) =>
      policy({ name, rules: [from(name === "a" || name === "c" ? "Deny" : "Accept")] }),
    );
    const witness = "`shop/web` → `db/pg`";
    expect(await found(join(PODS, ...policies))).toEqual([
      conflict("b", "a", `${witness} ${first("allowed", "denied")}`),
      conflict("c", "b", `${witness} ${first("denied", "allowed")}`),
      conflict("d", "a", `${witness} ${first("allowed", "denied")}`),
    ]);
  });

  it("need not be of one API", async () => {
    const older = `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: block }
spec: { priority: 50, subject: { namespaces: {} }, ingress: [{ name: a, action: Deny, from: [{ namespaces: {} }] }] }
`;
    const newer = policy({ name: "open", rules: [from("Accept")] });
    expect(await found(join(PODS, older, newer))).toEqual([
      "same-priority-conflict: `ClusterNetworkPolicy open` and `AdminNetworkPolicy block` share a priority but conflict: `shop/web` → `db/pg` is allowed if the first wins, denied if the second does",
    ]);
  });
});

/** Each is about pods of a label that the input has none of: one of the ends is a pod that there may be. */
describe("two policies of one priority for pods that there may be", () => {
  const NODE =
    "apiVersion: v1\nkind: Node\nmetadata: { name: n1 }\nstatus: { addresses: [{ type: InternalIP, address: 192.0.2.9 }] }\n";
  const CACHE = labelled("cache", "{ matchLabels: { team: buyers } }");
  const WHO = "a pod with `app=cache` in `shop`";
  const leaving = (name: string, action: string, peer: string, rest = ""): string =>
    policy({
      name,
      subject: CACHE,
      direction: "egress",
      rules: [to(action, peer).replace(/ }$/, `${rest} }`)],
    });
  const reached = (name: string, action: string, peer: string, rest = ""): string =>
    policy({ name, subject: CACHE, rules: [from(action, peer, rest)] });

  it.each<[what: string, policies: readonly string[], witness: string]>([
    [
      "addresses that both name, by the narrower block",
      [
        leaving("block", "Deny", "{ networks: [192.0.0.0/8] }"),
        leaving("open", "Accept", "{ networks: [192.0.2.0/24] }"),
      ],
      `${WHO} → \`192.0.2.0/24\` ${first("allowed", "denied")}`,
    ],
    [
      "addresses of a block that comes first",
      [
        leaving("block", "Deny", "{ networks: [198.51.100.0/24] }"),
        leaving("open", "Accept", "{ networks: [198.0.0.0/8] }"),
      ],
      `${WHO} → \`198.51.100.0/24\` ${first("allowed", "denied")}`,
    ],
    [
      "nodes",
      [leaving("block", "Deny", "{ nodes: {} }"), leaving("open", "Accept", "{ nodes: {} }")],
      `${WHO} → \`n1\` ${first("allowed", "denied")}`,
    ],
    [
      "a node by its address",
      [leaving("block", "Deny", "{ networks: [192.0.2.9/32] }"), leaving("open", "Accept", "{ nodes: {} }")],
      `${WHO} → \`n1\` ${first("allowed", "denied")}`,
    ],
    [
      "pods of the input",
      [reached("block", "Deny", labelled("pg")), reached("open", "Accept", "{ namespaces: {} }")],
      `\`db/pg\` → ${WHO} ${first("allowed", "denied")}`,
    ],
    [
      "ports that both name",
      [
        reached("block", "Deny", labelled("pg"), tcp(80, 89)),
        reached("open", "Accept", labelled("pg"), tcp(85, 99)),
      ],
      `\`db/pg\` → ${WHO} on TCP 85 ${first("allowed", "denied")}`,
    ],
  ])("disagree about %s", async (_, policies, witness) => {
    expect(await found(join(PODS, NODE, ...policies))).toEqual([conflict("open", "block", witness)]);
  });

  it.each<[what: string, policies: readonly string[]]>([
    [
      "other addresses",
      [
        leaving("block", "Deny", "{ networks: [192.0.2.0/24] }"),
        leaving("open", "Accept", "{ networks: [198.51.100.0/24] }"),
      ],
    ],
    [
      "other ports",
      [
        reached("block", "Deny", labelled("pg"), tcp(80, 89)),
        reached("open", "Accept", labelled("pg"), tcp(90, 99)),
      ],
    ],
    ["other pods", [reached("block", "Deny", labelled("pg")), reached("open", "Accept", labelled("web"))]],
    [
      "the same action",
      [reached("block", "Deny", labelled("pg")), reached("open", "Deny", "{ namespaces: {} }")],
    ],
    [
      "pods of other labels",
      [
        reached("block", "Deny", "{ namespaces: {} }"),
        policy({ name: "open", subject: labelled("queue"), rules: [from("Accept")] }),
      ],
    ],
  ])("do not disagree about %s", async (_, policies) => {
    expect(await found(join(PODS, NODE, ...policies))).toEqual([shared("open", "block")]);
  });
});

describe("two policies of one priority that no flow tells apart", () => {
  it.each([
    [
      "disjoint subjects",
      [
        policy({ name: "block", subject: labelled("web"), rules: [from("Deny")] }),
        policy({ name: "open", subject: labelled("pg"), rules: [from("Accept")] }),
      ],
    ],
    [
      "disjoint peers",
      [
        policy({ name: "block", rules: [from("Deny", labelled("web"))] }),
        policy({ name: "open", rules: [from("Accept", labelled("pg"))] }),
      ],
    ],
    [
      "the same action",
      [
        policy({ name: "block", rules: [from("Deny")] }),
        policy({ name: "open", rules: [from("Deny", labelled("web"))] }),
      ],
    ],
    [
      "the other direction",
      [
        policy({ name: "block", rules: [from("Deny")] }),
        policy({ name: "open", direction: "egress", rules: [to("Accept", "{ namespaces: {} }")] }),
      ],
    ],
    [
      "other ports",
      [
        policy({ name: "block", rules: [from("Deny", undefined, tcp(80, 89))] }),
        policy({ name: "open", rules: [from("Accept", undefined, tcp(90, 99))] }),
      ],
    ],
    [
      "a Pass to a Baseline that denies, too",
      [
        policy({ name: "block", rules: [from("Deny")] }),
        policy({ name: "open", rules: [from("Pass")] }),
        policy({ name: "floor", tier: "Baseline", rules: [from("Deny")] }),
      ],
    ],
    [
      "a Pass to the default, which allows as well",
      [policy({ name: "block", rules: [from("Pass")] }), policy({ name: "open", rules: [from("Accept")] })],
    ],
    [
      "a policy before them that decides",
      [
        policy({ name: "before", priority: 49, rules: [from("Deny")] }),
        policy({ name: "block", rules: [from("Deny")] }),
        policy({ name: "open", rules: [from("Accept")] }),
      ],
    ],
    [
      "an earlier rule of one of them that agrees",
      [
        policy({ name: "block", rules: [from("Deny")] }),
        policy({ name: "open", rules: [from("Deny"), from("Accept", labelled("web"))] }),
      ],
    ],
  ])("%s", async (_, policies) => {
    expect(await found(join(PODS, ...policies))).toEqual([shared("open", "block")]);
  });

  it("are one finding for the whole group", async () => {
    const policies = ["a", "b", "c", "d"].map((name) => policy({ name, rules: [from("Deny")] }));
    const diagnostics = (await lintText(join(PODS, ...policies))).filter(
      ({ rule }) => rule === "same-priority",
    );
    expect(diagnostics.map(({ wording }) => wording.notes)).toEqual([["2 more policies have it"]]);
  });

  it("are only those that decide, where an implementation of the other API stands beside them", async () => {
    const older = `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: older }
spec: { priority: 1, subject: { namespaces: {} }, egress: [] }
`;
    const nodes = (name: string, action: string): string =>
      policy({ name, direction: "egress", rules: [to(action, "{ nodes: {} }")] });
    const idle = policy({ name: "idle", direction: "ingress", rules: [] }).replace("ingress:", "ingress: []");
    const text = join(PODS, nodes("open", "Accept"), nodes("block", "Deny"), idle, older);
    const conflicts = (await lintText(text)).filter(({ rule }) => rule === "same-priority-conflict");
    expect(conflicts.map(({ wording }) => wording.message)).toEqual([
      expect.stringMatching(/^`ClusterNetworkPolicy open` and `ClusterNetworkPolicy block` /),
    ]);
  });

  it.each([
    ["another priority", { name: "open", rules: [from("Accept")], priority: 51 }],
    ["another tier", { name: "open", rules: [from("Accept")], tier: "Baseline" }],
  ])("are not found with %s", async (_, other) => {
    expect(await found(join(PODS, policy({ name: "block", rules: [from("Deny")] }), policy(other)))).toEqual(
      [],
    );
  });
});

describe("two policies of one priority that compare namespaces (S-TEN-1 to S-TEN-3)", () => {
  const older = (name: string, action: string, peer: string): string =>
    `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: ${name} }
spec:
  priority: 50
  subject: { pods: { namespaceSelector: {}, podSelector: { matchLabels: { app: web } } } }
  ingress: [{ name: a, action: ${action}, from: [${peer}] }]
`;
  const jobs = (members: string): string =>
    `{ pods: { namespaces: { ${members} }, podSelector: { matchLabels: { app: job } } } }`;

  it.each([
    [
      "in the same namespaces",
      "sameLabels: [team]",
      "namespaceSelector: { matchLabels: { team: buyers } }",
      "kep",
      1,
    ],
    [
      "in others",
      "notSameLabels: [team]",
      "namespaceSelector: { matchLabels: { team: keepers } }",
      "v0.1.1",
      1,
    ],
    ["in the own one", "related: Self", "namespaceSelector: {}", "kep", 1],
    ["in any other one", "related: NotSelf", "namespaceSelector: {}", "kep", 1],
    ["never in the same namespaces", "sameLabels: [team]", "notSameLabels: [team]", "v0.1.1", 0],
    ["never in the own one", "related: Self", "related: NotSelf", "kep", 0],
  ])("disagree about pods that there may be %s", async (_where, mine, theirs, bundle, count) => {
    const text = join(PODS, older("one", "Allow", jobs(mine)), older("two", "Deny", jobs(theirs)));
    const diagnostics = await lintText(text, { bundles: [bundle] });
    const rules = diagnostics.map(({ rule }) => rule);
    expect(rules.filter((rule) => rule === "same-priority-conflict")).toHaveLength(count);
    expect(rules.filter((rule) => rule === "same-priority")).toHaveLength(1 - count);
  });
});
