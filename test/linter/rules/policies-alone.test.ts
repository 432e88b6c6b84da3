import { describe, expect, it } from "vitest";
import { explainFlow } from "../../../src/index.js";
import { lint } from "../../../src/linter/lint/lint.js";
import { load } from "../../../src/cluster/load/load.js";
import { lintText } from "../../support/findings.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import type { Diagnostic } from "../../../src/cluster/problems/diagnostic.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

const join = (...documents: readonly string[]): string => documents.join("---\n");

const policy = (place: string, spec: string): string => {
  const [namespace, name] = place.includes("/") ? place.split("/") : [undefined, place];
  const where = namespace === undefined ? "" : `, namespace: ${namespace}`;
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}${where} }
spec: { ${spec} }
`;
};
const admin = (priority: number, rules: string, name = `at-${priority}`): string =>
  `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: ${name} }
spec: { tier: Admin, priority: ${priority}, subject: { namespaces: {} }, ${rules} }
`;
const pod = (place: string): string => {
  const [namespace, app] = place.split("/");
  return `apiVersion: v1
kind: Pod
metadata: { name: ${app}, namespace: ${namespace}, labels: { app: ${app} } }
spec: { containers: [{ name: main }] }
`;
};

const of = (labels: string): string => `podSelector: { matchLabels: { ${labels} } }`;
const peer = (labels: string, more = ""): string => `{ ${more}${of(labels)} }`;
const DENY = "podSelector: {}, policyTypes: [Ingress, Egress]";
const toDb = (port = "port: 5432", to = peer("app: db")): string =>
  `${of("app: web")}, policyTypes: [Egress], egress: [{ to: [${to}], ports: [{ ${port} }] }]`;
const fromWeb = (port = "port: 5432", from = peer("app: web"), subject = "app: db"): string =>
  `${of(subject)}, policyTypes: [Ingress], ingress: [{ from: [${from}], ports: [{ ${port} }] }]`;

async function found(rule: ProblemCode, text: string): Promise<readonly Diagnostic[]> {
  return (await lintText(text)).filter((each) => each.rule === rule);
}
const messages = (diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics.map(({ wording }) => wording.message);

describe("one-sided-flow, of policies whose pods nothing shows", () => {
  it("says whom it means and who denies", async () => {
    const [first, ...more] = await found(
      "one-sided-flow",
      join(policy("shop/deny", DENY), policy("shop/web", toDb())),
    );
    expect(more).toEqual([]);
    expect(first?.wording.message).toBe(
      "egress rule 1 of `NetworkPolicy shop/web` allows traffic to `shop/app=db`, and `NetworkPolicy shop/deny` denies all of it on the other side",
    );
    expect(first?.wording.notes).toEqual([
      "true of whatever pods there are, unless a policy outside of these manifests allows it",
    ]);
  });

  const OTHER = "namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: data } }, ";
  it.each([
    ["the source's egress", [policy("shop/deny", DENY), policy("shop/db", fromWeb())], "shop/deny"],
    [
      "the policy that names the pods",
      [
        policy("shop/deny", DENY),
        policy("shop/web", toDb()),
        policy("shop/db", fromWeb("port: 5432", peer("app: cart"))),
      ],
      "shop/db",
    ],
    [
      "another port",
      [policy("shop/deny", DENY), policy("shop/web", toDb()), policy("shop/db", fromWeb("port: 5433"))],
      "shop/db",
    ],
    [
      "another protocol",
      [policy("shop/web", toDb()), policy("shop/db", fromWeb("port: 5432, protocol: UDP"))],
      "shop/db",
    ],
    [
      "another namespace, by its name",
      [policy("shop/web", toDb("port: 5432", peer("app: db", OTHER))), policy("data/deny", DENY)],
      "data/deny",
    ],
    [
      "pods that only a namespace of another name may reach, by a label for names",
      [
        policy("shop/web", toDb()),
        policy(
          "shop/db",
          fromWeb("port: 5432", "{ namespaceSelector: { matchLabels: { name: kube-system } } }"),
        ),
      ],
      "shop/db",
    ],
    [
      "pods of another namespace that only its own may reach",
      [
        policy("shop/web", toDb("port: 5432", peer("app: db", OTHER))),
        policy(
          "data/same",
          `podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }] }]`,
        ),
      ],
      "data/same",
    ],
    [
      "every pod of its namespace, which the policy itself denies",
      [
        policy(
          "shop/all",
          `podSelector: {}, policyTypes: [Ingress, Egress], egress: [{ to: [{ podSelector: {} }] }], ingress: [{ from: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: edge } } }] }]`,
        ),
      ],
      "shop/all",
    ],
    [
      "pods that are missing beside others of the namespace",
      [pod("shop/web"), policy("shop/deny", DENY), policy("shop/web", toDb())],
      "shop/deny",
    ],
    [
      "policies of one file that name no namespace",
      [policy("deny", DENY), policy("web", toDb())],
      "default/deny",
    ],
  ])("finds %s", async (_, documents, denier) => {
    const facts = (await found("one-sided-flow", join(...documents))).map(({ problem }) => problem.facts);
    const one = facts.filter((each) => "deniedBy" in each && each.deniedBy === `NetworkPolicy ${denier}`);
    expect(one).toHaveLength(1);
  });

  it.each([
    ["that a Namespace has, called so", "name: data", "name: data", 1],
    ["that none has", "name: data", "", 0],
    ["that one of another name has", "name: stores", "name: stores", 0],
    ["that says something else", "team: data", "team: data", 0],
  ])("knows a namespace by a label %s", async (_, asked, labels, count) => {
    const text = join(
      `apiVersion: v1\nkind: Namespace\nmetadata: { name: data, labels: { ${labels} } }\n`,
      policy(
        "shop/web",
        `${of("app: web")}, policyTypes: [Egress], egress: [{ to: [{ namespaceSelector: { matchLabels: { ${asked} } } }] }]`,
      ),
      policy("data/deny", DENY),
    );
    expect(await found("one-sided-flow", text)).toHaveLength(count);
  });

  it("tells what one policy denies once", async () => {
    const both = `${of("app: web")}, policyTypes: [Egress], egress: [{ to: [${peer("app: db")}] }, { to: [${peer("app: mq")}] }]`;
    const all = await found("one-sided-flow", join(policy("shop/deny", DENY), policy("shop/web", both)));
    expect(all.map(({ problem }) => problem.facts)).toMatchObject([{ others: 1 }]);
  });

  it.each([
    ["both sides", [policy("shop/deny", DENY), policy("shop/web", toDb()), policy("shop/db", fromWeb())]],
    ["nothing that isolates the other side", [policy("shop/web", toDb())]],
    [
      "a deny of other pods, which may be the same",
      [policy("shop/deny", `${of("tier: data")}, policyTypes: [Ingress]`), policy("shop/web", toDb())],
    ],
    [
      "a policy for a label that the pods may have",
      [
        policy("shop/deny", DENY),
        policy("shop/web", toDb()),
        policy("shop/data", fromWeb("port: 5432", peer("app: web"), "tier: data")),
      ],
    ],
    [
      "a policy for a label that the sources may have",
      [
        policy("shop/deny", DENY),
        policy("shop/web", toDb()),
        policy("shop/db", fromWeb("port: 5432", peer("tier: front"))),
      ],
    ],
    [
      "a port by its name",
      [policy("shop/deny", DENY), policy("shop/web", toDb()), policy("shop/db", fromWeb("port: sql"))],
    ],
    [
      "addresses that the sources may have",
      [
        policy("shop/deny", DENY),
        policy("shop/web", toDb()),
        policy("shop/db", fromWeb("port: 5432", "{ ipBlock: { cidr: 10.0.0.0/8 } }")),
      ],
    ],
    [
      "every namespace",
      [
        policy("shop/deny", DENY),
        policy("shop/web", toDb()),
        policy("shop/db", fromWeb("port: 5432", "{ namespaceSelector: {} }")),
      ],
    ],
    [
      "a label that the source's namespace may have",
      [
        policy("shop/web", toDb("port: 5432", peer("app: db", OTHER))),
        policy("data/db", fromWeb("port: 5432", "{ namespaceSelector: { matchLabels: { team: buyers } } }")),
      ],
    ],
    [
      "namespaces by a label",
      [
        policy("shop/web", toDb("port: 5432", "{ namespaceSelector: { matchLabels: { team: data } } }")),
        policy("data/deny", DENY),
      ],
    ],
    [
      "every pod of the namespace",
      [policy("shop/deny", DENY), policy("shop/web", toDb("port: 5432", "{ podSelector: {} }"))],
    ],
    [
      "an Admin tier, which may accept it",
      [
        policy("shop/deny", DENY),
        policy("shop/web", toDb()),
        admin(5, "ingress: [{ action: Accept, from: [{ namespaces: {} }] }]"),
      ],
    ],
    [
      "a policy that another plugin's kind may open",
      [
        policy("shop/deny", DENY),
        policy("shop/web", toDb()),
        "apiVersion: cilium.io/v2\nkind: CiliumNetworkPolicy\nmetadata: { name: own, namespace: shop }\nspec: {}\n",
      ],
    ],
  ])("is silent about %s", async (_, documents) => {
    expect(messages(await found("one-sided-flow", join(...documents)))).toEqual([]);
  });

  it("names the direction where a policy denies what it allows itself", async () => {
    const own = `${of("app: web")}, policyTypes: [Ingress, Egress], ingress: [{ from: [${peer("app: web")}] }]`;
    expect(messages(await found("one-sided-flow", policy("shop/web", own)))).toEqual([
      "ingress rule 1 of `NetworkPolicy shop/web` allows traffic from `shop/app=web`, but the policy's own egress denies all of it",
    ]);
  });

  it("leaves a misspelt selector to the rule that says so", async () => {
    const typo = toDb().replace("app: db", "app: databse");
    const text = join(
      pod("shop/web"),
      pod("shop/database"),
      policy("shop/deny", DENY),
      policy("shop/web", typo),
    );
    const rules = (await lintText(text)).map(({ rule }) => rule);
    expect(rules).toContain("label-typo");
    expect(rules).not.toContain("one-sided-flow");
  });

  it("is silent where a whole cluster has no such pods", async () => {
    const text = join(policy("shop/deny", DENY), policy("shop/web", toDb()));
    const only = await lintText(text, {}, { isComplete: true });
    expect(only.filter(({ rule }) => rule === "one-sided-flow")).toEqual([]);
  });

  it("is silent about files that name no namespace: examples, of which one is chosen", async () => {
    const texts = { "deny.yaml": policy("deny", DENY), "web.yaml": policy("web", toDb()) };
    const files = Object.entries(texts).map(([name, text]) => ({
      type: "file" as const,
      file: { name, text },
      isNamed: true,
    }));
    const { diagnostics } = lint(await load(files, READ_OPTIONS));
    expect(diagnostics.filter(({ rule }) => rule === "one-sided-flow")).toEqual([]);
  });

  it("leaves pods that are there to what is known of them", async () => {
    // The pod's other label is one that a policy allows.
    const text = join(
      pod("shop/web"),
      pod("shop/db").replace("app: db }", "app: db, tier: data }"),
      policy("shop/deny", DENY),
      policy("shop/web", toDb()),
      policy("shop/data", fromWeb("port: 5432", peer("app: web"), "tier: data")),
    );
    expect(await found("one-sided-flow", text)).toEqual([]);
  });
});

describe("allow-all-cancels-deny, of policies whose pods nothing shows", () => {
  const ALL = "podSelector: {}, policyTypes: [Ingress], ingress: [{}]";

  it.each([
    ["a default-deny", [policy("shop/all", ALL), policy("shop/deny", DENY)], ["ingress"]],
    ["a policy for some pods", [policy("shop/all", ALL), policy("shop/db", fromWeb())], ["ingress"]],
    [
      "the same pods",
      [
        policy("shop/open", `${of("app: db")}, policyTypes: [Ingress], ingress: [{}]`),
        policy("shop/db", fromWeb()),
      ],
      ["ingress"],
    ],
    ["the other direction", [policy("shop/all", ALL), policy("shop/web", toDb())], []],
    ["another namespace", [policy("shop/all", ALL), policy("data/deny", DENY)], []],
    [
      "fewer pods",
      [
        policy("shop/open", `${of("app: db")}, policyTypes: [Ingress], ingress: [{}]`),
        policy("shop/deny", DENY),
      ],
      [],
    ],
    [
      "a port",
      [policy("shop/all", ALL.replace("{}]", "{ ports: [{ port: 80 }] }]")), policy("shop/deny", DENY)],
      [],
    ],
    ["two that allow everything", [policy("shop/all", ALL), policy("shop/too", ALL)], []],
    [
      "beside two that allow everything, once",
      [policy("shop/all", ALL), policy("shop/too", ALL), policy("shop/deny", DENY)],
      ["ingress"],
    ],
    [
      "beside a rule of its own for everything in the other direction",
      [
        policy("shop/all", ALL),
        policy("shop/db", `${fromWeb().replace("[Ingress]", "[Ingress, Egress]")}, egress: [{}]`),
      ],
      ["ingress"],
    ],
  ])("%s", async (_, documents, directions) => {
    const facts = (await found("allow-all-cancels-deny", join(...documents))).map(
      ({ problem }) => problem.facts,
    );
    expect(facts).toMatchObject(
      directions.map((direction) => ({ direction, scope: { type: "any-cluster" } })),
    );
  });
});

describe("redundant-rule, of policies whose pods nothing shows", () => {
  const rules = (...all: readonly string[]): string =>
    policy("shop/db", `${of("app: db")}, policyTypes: [Ingress], ingress: [${all.join(", ")}]`);
  const web = `from: [${peer("app: web")}]`;

  it.each([
    ["the same twice", [`{ ${web} }`, `{ ${web} }`], [2]],
    ["one port of all", [`{ ${web}, ports: [{ port: 80 }] }`, `{ ${web} }`], [1]],
    ["one pod of all of its namespace", ["{ from: [{ podSelector: {} }] }", `{ ${web} }`], [2]],
    ["another port", [`{ ${web}, ports: [{ port: 80 }] }`, `{ ${web}, ports: [{ port: 81 }] }`], []],
    ["a label more", [`{ ${web} }`, `{ from: [${peer("tier: web")}] }`], []],
    [
      "a name, which may be that number",
      [`{ ${web}, ports: [{ port: http }] }`, `{ ${web}, ports: [{ port: 80 }] }`],
      [],
    ],
    ["beside a rule for everything", ["{}", `{ ${web} }`], []],
  ])("%s", async (_, all, positions) => {
    const facts = (await found("redundant-rule", rules(...all))).map(({ problem }) => problem.facts);
    expect(facts).toMatchObject(
      positions.map((position) => ({ rule: { position }, scope: { type: "any-cluster" } })),
    );
  });

  it.each([
    ["both explained, the wider one as open", "for web", "NodePort access", true],
    ["in other words", "for web", "anyone may ask, from outside too", true],
    ["the wider one for something else", "for web", "health checks", false],
    ["only the wider one explained", "", "NodePort access", false],
    ["only the narrower one explained", "for web", "", false],
  ])("beside a rule that comments tell apart: %s", async (_, own, other, isSaid) => {
    const comment = (text: string): string => (text === "" ? "" : `    # ${text}\n`);
    const text = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: db, namespace: shop }
spec:
  podSelector: { matchLabels: { app: db } }
  policyTypes: [Ingress]
  ingress:
${comment(own)}    - { from: [{ podSelector: { matchLabels: { app: web } } }], ports: [{ port: 80 }] }
${comment(other)}    - { ports: [{ port: 80 }] }
`;
    const [only] = await found("redundant-rule", text);
    expect(only === undefined).toBe(isSaid);
  });

  it.each([
    ["a block of addresses", "ipBlock: { cidr: 198.51.100.0/24 }", true],
    ["pods", "podSelector: { matchLabels: { app: web } }", false],
  ])("egress to %s beside the whole world, both with a comment", async (_, peerText, isSaid) => {
    const text = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: db, namespace: shop }
spec:
  podSelector: { matchLabels: { app: db } }
  policyTypes: [Egress]
  egress:
    # to the chat
    - { to: [{ ipBlock: { cidr: 0.0.0.0/0 } }, { podSelector: {} }], ports: [{ port: 443 }] }
    # to the bank
    - { to: [{ ${peerText} }], ports: [{ port: 443 }] }
`;
    const [only] = await found("redundant-rule", text);
    expect(only === undefined).toBe(isSaid);
  });

  it("looks at each direction by itself", async () => {
    const both = (ingress: string, egress: string): string =>
      policy(
        "shop/db",
        `${of("app: db")}, policyTypes: [Ingress, Egress], ingress: [${ingress}], egress: [${egress}]`,
      );
    const to = web.replace("from", "to");
    const names = async (text: string): Promise<readonly unknown[]> =>
      (await found("redundant-rule", text)).map(
        ({ problem }) => "rule" in problem.facts && problem.facts.rule,
      );
    expect(await names(both(`{ ${web} }`, `{ ${to} }`))).toEqual([]);
    expect(await names(both(`{ ${web} }, { ${web} }`, "{}"))).toMatchObject([
      { direction: "ingress", position: 2 },
    ]);
    expect(await names(both("{}", `{ ${to} }, { ${to} }`))).toMatchObject([
      { direction: "egress", position: 2 },
    ]);
  });
});

describe("redundant-policy, of policies whose pods nothing shows", () => {
  const own = (types = "Ingress", rules = "ingress: [{ from: [{ podSelector: {} }] }]"): string =>
    `podSelector: {}, policyTypes: [${types}], ${rules}`;
  const fromOps = fromWeb("port: 5432", `{ namespaceSelector: {}, ${of("app: ops")} }`);
  const removable = async (text: string): Promise<readonly string[]> =>
    (await found("redundant-policy", text)).map(({ wording }) => wording.message.split(" adds")[0] ?? "");

  it.each([
    ["one for the pods of its namespace", [policy("shop/own", own()), policy("shop/db", fromWeb())], ["db"]],
    [
      "one for all of it, beside pods of another namespace",
      [policy("shop/own", own()), policy("shop/db", fromWeb()), pod("lab/web")],
      ["db"],
    ],
    [
      "one for all of it, beside other pods of its namespace",
      [policy("shop/own", own()), policy("shop/db", fromWeb()), pod("shop/web")],
      ["db"],
    ],
    [
      "one for a misspelt label, which is told as such",
      [
        policy("shop/own", own()),
        policy("shop/db", fromWeb("port: 5432", undefined, "app: paymnets")),
        pod("shop/payments"),
      ],
      [],
    ],
    [
      "one for pods that are there, which lets in pods that are not: once",
      [policy("shop/own", own()), policy("shop/db", fromWeb()), pod("shop/db")],
      ["db"],
    ],
    ["the same once more", [policy("shop/a", fromWeb()), policy("shop/b", fromWeb())], ["b"]],
    ["the same once more, before it", [policy("shop/b", fromWeb()), policy("shop/a", fromWeb())], ["b"]],
    [
      "one of which a rule is missing",
      [
        policy("shop/own", own()),
        policy(
          "shop/db",
          `${of("app: db")}, policyTypes: [Ingress], ingress: [{ from: [${peer("app: web")}] }, { from: [{ namespaceSelector: {} }] }]`,
        ),
      ],
      [],
    ],
    [
      "one whose rules the other one has in the other direction",
      [
        policy("shop/own", own("Ingress, Egress", "ingress: [{ from: [{ podSelector: {} }] }], egress: []")),
        policy(
          "shop/db",
          `${fromWeb().replace("[Ingress]", "[Ingress, Egress]")}, egress: [{ to: [${peer("app: web")}] }]`,
        ),
      ],
      [],
    ],
    [
      "one beside a rule for everything among others",
      [
        policy("shop/open", own("Ingress", "ingress: [{ from: [{ podSelector: {} }] }, {}]")),
        policy("shop/db", fromWeb()),
      ],
      [],
    ],
    [
      "one for the same pods, with more ports",
      [policy("shop/a", fromWeb("port: 5432, endPort: 5440")), policy("shop/b", fromWeb())],
      ["b"],
    ],
    ["one for a part", [policy("shop/own", own()), policy("shop/db", fromOps)], []],
    [
      "one that isolates the other direction as well",
      [
        policy("shop/own", own()),
        policy("shop/db", `${fromWeb().replace("[Ingress]", "[Ingress, Egress]")}, egress: []`),
      ],
      [],
    ],
    ["one for other pods", [policy("shop/web", toDb()), policy("shop/db", fromWeb())], []],
    ["one of another namespace", [policy("lab/own", own()), policy("shop/db", fromWeb())], []],
    ["one that only denies", [policy("shop/own", own()), policy("shop/deny", "podSelector: {}")], []],
    [
      "one beside a rule for everything, which is what is wrong",
      [policy("shop/open", own("Ingress", "ingress: [{}]")), policy("shop/db", fromWeb())],
      [],
    ],
    [
      "one that names no namespace, in the same file",
      [policy("own", own()), policy("db", fromWeb())],
      ["db"],
    ],
  ])("%s", async (_, documents, names) => {
    const expected = names.map((name) => expect.stringMatching(new RegExp(`[/ ]${name}\`$`)) as string);
    expect(await removable(join(...documents))).toEqual(expected);
  });

  const egress = (ports: string, to = "namespaceSelector: { matchLabels: { team: dns } }"): string =>
    `podSelector: {}, policyTypes: [Egress], egress: [{ to: [{ ${to} }]${ports} }]`;
  const EVERYWHERE = policy("shop/every", egress("", "namespaceSelector: {}"));
  const DNS_PORTS = ", ports: [{ port: 53, protocol: UDP }, { port: 53 }]";

  it.each([
    ["DNS alone, which is meant to stay", egress(DNS_PORTS), []],
    ["DNS by the name of its port", egress(", ports: [{ port: dns, protocol: UDP }]"), []],
    ["DNS of the node", egress(", ports: [{ port: 5353, protocol: UDP }]"), []],
    ["DNS and another port", egress(", ports: [{ port: 53, protocol: UDP }, { port: 443 }]"), ["dns"]],
    ["every port of the pods of DNS", egress(""), ["dns"]],
    [
      "DNS, and ingress as well",
      `${egress(DNS_PORTS).replace("[Egress]", "[Ingress, Egress]")}, ingress: [{ from: [{ podSelector: {} }] }]`,
      ["dns"],
    ],
  ])("one for %s", async (_, spec, names) => {
    const expected = names.map((name) => expect.stringMatching(new RegExp(`[/ ]${name}\`$`)) as string);
    const text = join(EVERYWHERE, policy("shop/own", own()), policy("shop/dns", spec));
    const isOfBoth = spec.includes("[Ingress, Egress]");
    // One policy has to say all of it.
    const both = policy(
      "shop/both",
      "podSelector: {}, policyTypes: [Ingress, Egress], ingress: [{ from: [{ podSelector: {} }] }], egress: [{ to: [{ namespaceSelector: {} }] }]",
    );
    expect(await removable(isOfBoth ? join(both, policy("shop/dns", spec)) : text)).toEqual(expected);
  });

  it.each([
    ["a name of its own", ["shop"], ["probes"]],
    ["a name that a policy of one other namespace has", ["shop", "lab"], ["probes"]],
    ["a name that policies of two other namespaces have: one for each", ["shop", "lab", "ops"], []],
  ])("of a policy with %s", async (_, namespaces, names) => {
    const probes = namespaces.map((each) => policy(`${each}/probes`, fromWeb()));
    const expected = names.map((name) => expect.stringMatching(new RegExp(`[/ ]${name}\`$`)) as string);
    const text = join(policy("shop/own", own()), ...probes);
    expect(await removable(text)).toEqual(expected);
    const all = await lintText(text, {}, { only: new Set(["redundant-policy"]) });
    expect(all).toHaveLength(1);
  });

  it("is true of any cluster, whatever pods there are", async () => {
    const [first] = await found(
      "redundant-policy",
      join(policy("shop/own", own()), policy("shop/db", fromWeb())),
    );
    expect(first?.wording.notes).toEqual(["true in any cluster, based on the policies alone"]);
  });

  it("is told of DNS to who asks for the rule", async () => {
    const text = join(EVERYWHERE, policy("shop/dns", egress(DNS_PORTS)));
    const all = await lintText(text, {}, { only: new Set(["redundant-policy"]) });
    expect(all.map(({ rule }) => rule)).toEqual(["redundant-policy"]);
  });

  it("says nothing of policies without a namespace that may be examples, each in a file", async () => {
    const files = [policy("own", own()), policy("db", fromWeb())].map(
      (text, index) => ({ type: "file", file: { name: `${index}.yaml`, text }, isNamed: true }) as const,
    );
    const { diagnostics } = lint(await load(files, READ_OPTIONS));
    expect(diagnostics.map(({ rule }) => rule)).not.toContain("redundant-policy");
  });
});

describe("redundant-rule, of peers whom nothing shows", () => {
  const edge = (name = "edge"): string =>
    `from: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ${name} } } }]`;

  it.each([
    ["everybody, on its port", [`{ ${edge()}, ports: [{ port: 80 }] }`, "{ ports: [{ port: 80 }] }"], [1]],
    ["the same, on every port", [`{ ${edge()}, ports: [{ port: 80 }] }`, `{ ${edge()} }`], [1]],
    ["the same again", [`{ ${edge()} }`, `{ ${edge()} }`], [2]],
    ["everybody, on another port", [`{ ${edge()}, ports: [{ port: 80 }] }`, "{ ports: [{ port: 81 }] }"], []],
    ["the own namespace", [`{ ${edge()} }`, "{ from: [{ podSelector: {} }] }"], []],
    ["another namespace", [`{ ${edge()} }`, `{ ${edge("ops")} }`], []],
    ["a rule for everything, which is what is wrong", [`{ ${edge()} }`, "{}"], []],
  ])("beside %s", async (_, all, positions) => {
    const rules = policy("shop/db", `${of("app: db")}, policyTypes: [Ingress], ingress: [${all.join(", ")}]`);
    const facts = (await found("redundant-rule", join(pod("shop/db"), rules))).map(
      ({ problem }) => problem.facts,
    );
    expect(facts).toMatchObject(positions.map((position) => ({ rule: { position } })));
  });
});

describe("shadowed-rule, of policies whose pods nothing shows", () => {
  const deny = (more = ""): string => `{ action: Deny, from: [{ namespaces: {} }]${more} }`;
  const accept = "{ action: Accept, from: [{ namespaces: { matchLabels: { team: buyers } } }] }";

  it.each([
    ["an earlier rule", [admin(5, `ingress: [${deny()}, ${accept}]`)], [2]],
    ["an earlier policy", [admin(5, `ingress: [${deny()}]`), admin(6, `ingress: [${accept}]`)], [1]],
    ["an earlier Pass", [admin(5, `ingress: [${deny().replace("Deny", "Pass")}, ${accept}]`)], [2]],
    ["a later rule", [admin(5, `ingress: [${accept}, ${deny()}]`)], []],
    [
      "a port of it",
      [
        admin(
          5,
          `ingress: [${deny(", protocols: [{ tcp: { destinationPort: { number: 80 } } }]")}, ${accept}]`,
        ),
      ],
      [],
    ],
    [
      "an earlier policy, for the other direction",
      [admin(5, `ingress: [${deny()}]`), admin(6, `egress: [${accept.replace("from", "to")}]`)],
      [],
    ],
    [
      "a Baseline policy, which comes later",
      [
        admin(5, `ingress: [${deny()}]`).replace("tier: Admin", "tier: Baseline"),
        admin(6, `ingress: [${accept}]`),
      ],
      [],
    ],
    ["the same priority", [admin(5, `ingress: [${deny()}]`, "a"), admin(5, `ingress: [${accept}]`, "b")], []],
    [
      "the other direction",
      [admin(5, `ingress: [${deny()}], egress: [${accept.replace("from", "to")}]`)],
      [],
    ],
  ])("%s", async (_, documents, positions) => {
    const facts = (await found("shadowed-rule", join(...documents))).map(({ problem }) => problem.facts);
    expect(facts).toMatchObject(positions.map((position) => ({ rule: { position } })));
  });
});

describe("dns-port-never-allowed, of policies whose pods nothing shows", () => {
  const toPlatform =
    "policyTypes: [Egress], egress: [{ to: [{ podSelector: { matchLabels: { app: judge } } }], ports: [{ port: 2358 }] }]";
  const runner = policy("shop/runner", `${of("app: runner")}, ${toPlatform}`);
  const all = (operator: string): string =>
    policy(
      "shop/others",
      `podSelector: { matchExpressions: [{ key: app, operator: ${operator} }] }, policyTypes: [Egress], egress: [{}]`,
    );

  it.each([
    ["a policy for all other pods", "NotIn, values: [runner]", 1],
    ["a policy for pods without the label", "DoesNotExist", 1],
    ["a policy for some others", "NotIn, values: [web]", 0],
    ["a policy for pods with any value", "Exists", 0],
  ])("%s", async (_, operator, count) => {
    expect(await found("dns-port-never-allowed", join(runner, all(operator)))).toHaveLength(count);
  });
});

describe("what is told of policies alone", () => {
  const LABELS = ["app: web", "app: db", "tier: front", "tier: data"];
  /** Numbers that are the same in each run. */
  const numbers = (seed: number): ((below: number) => number) => {
    let state = seed * 2_654_435_761;
    return (below) => {
      state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
      return (state >>> 8) % below;
    };
  };

  it("holds for pods of whatever other labels", async () => {
    let told = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const below = numbers(seed);
      const some = (): string => LABELS[below(LABELS.length)] ?? "";
      const side = (): string => {
        const rule = (): string => `{ PEER: [${peer(some())}], ports: [{ port: ${80 + below(2)} }] }`;
        return below(3) === 0 ? "" : [rule(), rule()].slice(below(2)).join(", ");
      };
      const make = (index: number): string => {
        const types = ["Ingress", "Egress", "Ingress, Egress"][below(3)] ?? "";
        const subject = below(3) === 0 ? "podSelector: {}" : of(some());
        const rules = ["ingress", "egress"].flatMap((direction) => {
          const list = side().replaceAll("PEER", direction === "ingress" ? "from" : "to");
          return types.toLowerCase().includes(direction) ? [`${direction}: [${list}]`] : [];
        });
        return policy(`shop/p${index}`, [subject, `policyTypes: [${types}]`, ...rules].join(", "));
      };
      const text = join(...[0, 1, 2, 3].map(make));
      for (const { problem } of await found("one-sided-flow", text)) {
        if (problem.code !== "one-sided-flow" || !("step" in problem.at)) continue;
        told++;
        const { rule, peers } = problem.facts;
        const document = await load(
          [{ type: "file", file: { name: "a.yaml", text }, isNamed: true }],
          READ_OPTIONS,
        );
        const owner = document.cluster.policies.find(
          ({ ref }) => `NetworkPolicy shop/${ref.name}` === rule.policy,
        );
        const { ports } = owner?.rules[rule.direction]?.rules[rule.position - 1] ?? {
          ports: { all: true } as const,
        };
        const [item] = ports.all ? [] : ports.items;
        const port = item?.type === "range" ? item.first : 80;
        const asked = owner?.subject.pods?.requirements.map(({ key, values }) => `${key}=${values[0]}`) ?? [];
        const [, named = ""] = (peers[0] ?? "").split("/");
        // The ends with each label more that does not contradict theirs.
        const extras = ["", ...LABELS.map((each) => each.replace(": ", "="))];
        const withMore = (labels: readonly string[]): string[] =>
          extras
            .filter((extra) => labels.every((each) => each.split("=")[0] !== extra.split("=")[0]))
            .map((extra) => [...labels, ...(extra === "" ? [] : [extra])].join(","))
            .filter((each) => each !== "");
        for (const ours of withMore(asked))
          for (const theirs of withMore([named])) {
            const [from, to] = rule.direction === "egress" ? [ours, theirs] : [theirs, ours];
            const { results } = explainFlow(document, {
              from: `shop/${from}`,
              to: `shop/${to}`,
              port: String(port),
            });
            expect([from, to, port, results.map(({ verdict }) => verdict), text]).toEqual([
              from,
              to,
              port,
              results.map(() => "denied"),
              text,
            ]);
          }
      }
    }
    expect(told).toBeGreaterThan(50);
  });
});
