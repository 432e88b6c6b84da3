import { describe, expect, it } from "vitest";
import { lintText } from "../../support/findings.js";
import type { LintOptions } from "../../../src/linter/lint/lint.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

const join = (...documents: readonly string[]): string => documents.join("---\n");

const namespace = (name: string, labels: string): string =>
  `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name}, labels: { ${labels} } }\n`;

const pod = (name: string, port: number): string => {
  const [inNamespace, app] = name.split("/");
  return `apiVersion: v1\nkind: Pod\nmetadata: { name: ${app}, namespace: ${inNamespace}, labels: { app: ${app} } }\nspec: { containers: [{ name: main, ports: [{ containerPort: ${port} }] }] }\n`;
};

/** Three namespaces: shop with web, cart and db, lab with test, ops with agent. */
const PODS = join(
  namespace("shop", "tenant: red"),
  namespace("lab", "tenant: blue"),
  namespace("ops", "tenant: platform"),
  pod("shop/web", 8080),
  pod("shop/cart", 7070),
  pod("shop/db", 5432),
  pod("lab/test", 9000),
  pod("ops/agent", 9090),
);

interface Cluster {
  readonly name?: string;
  readonly tier?: string;
  readonly priority?: number;
  readonly subject?: string;
  readonly ingress?: readonly string[];
  readonly egress?: readonly string[];
}

/** A ClusterNetworkPolicy for the pods of shop. */
function policy({
  name = "tenants",
  tier = "Admin",
  priority = 20,
  subject = RED,
  ...lists
}: Cluster): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: ${name} }
spec: { tier: ${tier}, priority: ${priority}, subject: ${subject}${listText("ingress", lists.ingress)}${listText("egress", lists.egress)} }
`;
}

interface Isolating {
  readonly name?: string;
  readonly ns?: string;
  readonly pods?: string;
  readonly ingress?: readonly string[];
  readonly egress?: readonly string[];
}

/** A NetworkPolicy of shop. */
function isolating({ name = "web", ns = "shop", pods = "{}", ...lists }: Isolating): string {
  const types = (["ingress", "egress"] as const).filter((each) => lists[each] !== undefined);
  const names = types.map((each) => (each === "ingress" ? "Ingress" : "Egress")).join(", ");
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: ${ns} }
spec: { podSelector: ${pods}, policyTypes: [${names}]${listText("ingress", lists.ingress)}${listText("egress", lists.egress)} }
`;
}

const listText = (key: string, rules: readonly string[] | undefined): string =>
  rules === undefined ? "" : `, ${key}: [${rules.join(", ")}]`;

const tenant = (name: string): string => `{ namespaces: { matchLabels: { tenant: ${name} } } }`;
const RED = tenant("red");
const EVERY = "{ namespaces: {} }";

/** A rule of a ClusterNetworkPolicy, with TCP ports. */
const rule = (
  action: string,
  peers: readonly string[],
  ports: readonly number[] = [],
  key = "from",
): string => {
  const protocols = ports.map((port) => `{ tcp: { destinationPort: { number: ${port} } } }`);
  const rest = ports.length === 0 ? "" : `, protocols: [${protocols.join(", ")}]`;
  return `{ name: a, action: ${action}, ${key}: [${peers.join(", ")}]${rest} }`;
};

/** A rule of a NetworkPolicy, with TCP ports. */
const allow = (peers: readonly string[], ports: readonly number[] = [], key = "from"): string => {
  const numbers = ports.map((port) => `{ protocol: TCP, port: ${port} }`);
  const rest = ports.length === 0 ? "" : `, ports: [${numbers.join(", ")}]`;
  return `{ ${key}: [${peers.join(", ")}]${rest} }`;
};

const app = (name: string): string => `{ matchLabels: { app: ${name} } }`;
/** The subject of a ClusterNetworkPolicy for the pods with a label. */
const podsOf = (name: string): string => `{ pods: { namespaceSelector: {}, podSelector: ${app(name)} } }`;
const own = (name: string): string => `{ podSelector: ${app(name)} }`;
const inTenant = (name: string): string => `{ namespaceSelector: { matchLabels: { tenant: ${name} } } }`;
const block = (cidr: string, ...except: readonly string[]): string =>
  `{ ipBlock: { cidr: ${cidr}${except.length === 0 ? "" : `, except: [${except.join(", ")}]`} } }`;

type Row = readonly [what: string, documents: readonly string[], found: readonly string[]];

/** The messages of the findings of one rule. */
async function messagesOf(code: ProblemCode, documents: readonly string[]): Promise<string[]> {
  const found = await lintText(join(PODS, ...documents));
  return found.filter(({ rule: id }) => id === code).map(({ wording }) => wording.message);
}

/** A table of inputs with the findings of one rule, each by a part of its message. */
function table(code: ProblemCode, rows: readonly Row[]): void {
  describe(code, () => {
    it.each(rows)("%s", async (_, documents, parts) => {
      const messages = await messagesOf(code, documents);
      expect(messages).toHaveLength(parts.length);
      for (const [i, part] of parts.entries()) expect(messages[i]).toContain(part);
    });
  });
}

const closed = rule("Deny", [EVERY]);
const networks = (cidrs: string): string => `{ networks: [${cidrs}] }`;

table("shadowed-rule", [
  [
    "an Accept behind a Deny of everything",
    [policy({ ingress: [closed, rule("Accept", [tenant("platform")])] })],
    [
      "ingress rule 2 `a` of `ClusterNetworkPolicy tenants` is never reached: rule 1 `a` decides all its traffic first",
    ],
  ],
  [
    "a Deny behind an Accept of a policy of higher precedence",
    [
      policy({ name: "first", priority: 10, ingress: [rule("Accept", [EVERY])] }),
      policy({ name: "second", ingress: [rule("Deny", [tenant("blue")])] }),
    ],
    [
      "rule 1 `a` of `ClusterNetworkPolicy second` is never reached: ingress rule 1 `a` of `ClusterNetworkPolicy first`",
    ],
  ],
  [
    "a rule whose pods two others take together",
    [
      policy({
        ingress: [
          rule("Accept", [tenant("blue")]),
          rule("Pass", [tenant("platform")]),
          rule("Deny", [tenant("red")]),
          closed,
        ],
      }),
    ],
    [],
  ],
  [
    "a rule behind Pass of the same traffic",
    [policy({ ingress: [rule("Pass", [tenant("blue")]), rule("Deny", [tenant("blue")], [80])] })],
    ["rule 2 `a` of `ClusterNetworkPolicy tenants` is never reached"],
  ],
  [
    "a Baseline rule behind a Deny of the Admin tier",
    [
      policy({ ingress: [closed] }),
      policy({ name: "floor", tier: "Baseline", ingress: [rule("Accept", [tenant("blue")])] }),
    ],
    ["rule 1 `a` of `ClusterNetworkPolicy floor` is never reached"],
  ],
  [
    "the exception before the rule",
    [policy({ ingress: [rule("Accept", [tenant("platform")]), closed] })],
    [],
  ],
  [
    "an earlier rule for other ports",
    [policy({ ingress: [rule("Deny", [EVERY], [80]), rule("Accept", [tenant("platform")], [80, 81])] })],
    [],
  ],
  [
    "an earlier rule for other pods",
    [
      policy({
        name: "first",
        priority: 10,
        subject: `{ pods: { namespaceSelector: {}, podSelector: ${app("db")} } }`,
        ingress: [closed],
      }),
      policy({ name: "second", ingress: [rule("Accept", [tenant("blue")])] }),
    ],
    [],
  ],
  [
    "an equal priority: which of both is asked first is open",
    [
      policy({ name: "first", ingress: [closed] }),
      policy({ name: "second", ingress: [rule("Accept", [tenant("blue")])] }),
    ],
    [],
  ],
  [
    // Names alone are what domain-names-shadowed-by-networks is about.
    "addresses beside a name, behind a Deny of every address",
    [
      policy({
        egress: [
          rule("Deny", [networks('"0.0.0.0/0", "::/0"')], [], "to"),
          rule("Accept", ['{ domainNames: ["api.example.com"] }', networks('"192.0.2.0/24"')], [], "to"),
        ],
      }),
    ],
    ["egress rule 2 `a` of `ClusterNetworkPolicy tenants` is never reached: rule 1 `a` decides"],
  ],
  [
    "a name alone behind a Deny of every address",
    [
      policy({
        egress: [
          rule("Deny", [networks('"0.0.0.0/0", "::/0"')], [], "to"),
          rule("Accept", ['{ domainNames: ["api.example.com"] }'], [], "to"),
        ],
      }),
    ],
    [],
  ],
  [
    "a later rule for pods that are not there",
    [policy({ ingress: [closed, rule("Accept", [tenant("green")])] })],
    [],
  ],
  [
    "a Baseline rule behind Pass of the Admin tier",
    [
      policy({ ingress: [rule("Pass", [EVERY])] }),
      policy({ name: "floor", tier: "Baseline", ingress: [rule("Deny", [tenant("blue")])] }),
    ],
    [],
  ],
]);

table("partially-shadowed-rule", [
  [
    "a peer that another rule takes whole, and otherwise",
    [
      policy({
        ingress: [rule("Accept", [tenant("platform")]), rule("Deny", [tenant("blue"), tenant("platform")])],
      }),
    ],
    ["this peer of ingress rule 2 `a` of `ClusterNetworkPolicy tenants` has no effect"],
  ],
  [
    "a port",
    [policy({ ingress: [rule("Deny", [EVERY], [22]), rule("Accept", [tenant("platform")], [22, 443])] })],
    ["this port of ingress rule 2"],
  ],
  [
    "a peer that another rule takes in the same way",
    [
      policy({
        ingress: [rule("Deny", [tenant("platform")]), rule("Deny", [tenant("blue"), tenant("platform")])],
      }),
    ],
    [],
  ],
  [
    "a peer of which a port is left",
    [
      policy({
        ingress: [
          rule("Accept", [tenant("platform")], [80]),
          rule("Deny", [tenant("blue"), tenant("platform")]),
        ],
      }),
    ],
    [],
  ],
  [
    "an exception from one wide peer",
    [policy({ ingress: [rule("Accept", [tenant("platform")]), closed] })],
    [],
  ],
  [
    "the whole rule, which is another finding",
    [policy({ ingress: [rule("Accept", [EVERY]), rule("Deny", [tenant("blue"), tenant("platform")])] })],
    [],
  ],
]);

const fromPlatform = isolating({ pods: app("web"), ingress: [allow([inTenant("platform")], [8080])] });

table("overridden-by-admin-tier", [
  [
    "a rule that the Admin tier denies",
    [fromPlatform, policy({ ingress: [closed] })],
    [
      "ingress rule 1 of `NetworkPolicy shop/web` opens nothing: ingress rule 1 `a` of `ClusterNetworkPolicy tenants` of the Admin tier denies",
    ],
  ],
  [
    "one of its peers",
    [
      isolating({ pods: app("web"), ingress: [allow([inTenant("platform"), inTenant("blue")], [8080])] }),
      policy({ ingress: [rule("Deny", [tenant("blue")])] }),
    ],
    ["this peer of ingress rule 1 of `NetworkPolicy shop/web` opens nothing"],
  ],
  [
    "egress, by an address",
    [
      isolating({ egress: [allow([block("203.0.113.0/24")], [443], "to")] }),
      policy({ egress: [rule("Deny", ["{ networks: [203.0.0.0/16] }"], [], "to")] }),
    ],
    ["egress rule 1 of `NetworkPolicy shop/web` opens nothing"],
  ],
  [
    "a Pass before the Deny",
    [fromPlatform, policy({ ingress: [rule("Pass", [tenant("platform")]), closed] })],
    [],
  ],
  ["a Deny of another port", [fromPlatform, policy({ ingress: [rule("Deny", [EVERY], [22])] })], []],
  [
    "a Deny for one of several pods",
    [
      isolating({ ingress: [allow([inTenant("platform")])] }),
      policy({
        subject: `{ pods: { namespaceSelector: {}, podSelector: ${app("db")} } }`,
        ingress: [closed],
      }),
    ],
    [],
  ],
  ["an Accept of the Admin tier", [fromPlatform, policy({ ingress: [rule("Accept", [EVERY])] })], []],
  ["a Deny of the Baseline tier", [fromPlatform, policy({ tier: "Baseline", ingress: [closed] })], []],
]);

const dbFromWeb = isolating({ name: "db", pods: app("db"), ingress: [allow([own("web")], [5432])] });

table("isolation-bypassed-by-admin-tier", [
  [
    "an Accept of every port",
    [dbFromWeb, policy({ ingress: [rule("Accept", [tenant("platform")])] })],
    ["opens 1 workload that NetworkPolicies isolate: `NetworkPolicy shop/db`"],
  ],
  [
    "an Accept from everywhere",
    [isolating({ ingress: [] }), policy({ ingress: [rule("Accept", [EVERY], [22])] })],
    ["opens 3 workloads"],
  ],
  [
    "an Accept that names peers and ports",
    [dbFromWeb, policy({ ingress: [rule("Accept", [tenant("platform")], [5432])] })],
    [],
  ],
  ["a Pass", [dbFromWeb, policy({ ingress: [rule("Pass", [tenant("platform")])] })], []],
  [
    "what the NetworkPolicy allows too",
    [
      isolating({ ingress: [allow([inTenant("platform")])] }),
      policy({ ingress: [rule("Accept", [tenant("platform")])] }),
    ],
    [],
  ],
  [
    "pods that nothing isolates",
    [dbFromWeb, policy({ subject: tenant("blue"), ingress: [rule("Accept", [tenant("platform")])] })],
    [],
  ],
  [
    "the other direction",
    [dbFromWeb, policy({ egress: [rule("Accept", [tenant("platform")], [], "to")] })],
    [],
  ],
  [
    "what the NetworkPolicy allows in the other direction alone",
    [
      isolating({ ingress: [], egress: [allow([inTenant("platform")], [], "to")] }),
      policy({ ingress: [rule("Accept", [tenant("platform")])] }),
    ],
    ["opens 3 workloads"],
  ],
  [
    "an Accept of which the NetworkPolicy allows a part",
    [
      isolating({ ingress: [allow([inTenant("platform")], [80])] }),
      policy({ ingress: [rule("Accept", [tenant("platform")])] }),
    ],
    ["opens 3 workloads"],
  ],
]);

const floor = policy({ name: "floor", tier: "Baseline", priority: 100, ingress: [closed] });

table("baseline-never-reached", [
  [
    "every pod is isolated",
    [isolating({ ingress: [] }), floor],
    ["`ClusterNetworkPolicy floor` never decides ingress: NetworkPolicies isolate all 3 workloads"],
  ],
  ["one pod is not", [dbFromWeb, floor], []],
  ["in the other direction", [isolating({ egress: [] }), floor], []],
  ["no policy at all", [floor], []],
]);

table("pass-to-nothing", [
  [
    "nothing decides behind it",
    [policy({ ingress: [rule("Pass", [tenant("platform")]), closed] })],
    ["ingress rule 1 `a` of `ClusterNetworkPolicy tenants` passes traffic on, but nothing handles it"],
  ],
  [
    "a NetworkPolicy decides about one of the pods",
    [policy({ ingress: [rule("Pass", [tenant("platform")]), closed] }), dbFromWeb],
    [],
  ],
  [
    "the Baseline tier decides",
    [policy({ ingress: [rule("Pass", [tenant("platform")]), closed] }), floor],
    [],
  ],
  ["no later rule would have decided", [policy({ ingress: [rule("Pass", [tenant("platform")])] })], []],
  [
    "a later policy would have decided",
    [
      policy({ ingress: [rule("Pass", [tenant("platform")])] }),
      policy({ name: "later", priority: 30, ingress: [closed] }),
    ],
    ["passes traffic on, but nothing handles it"],
  ],
  [
    "a later policy would have decided for one of the pods",
    [
      policy({ ingress: [rule("Pass", [tenant("platform")])] }),
      policy({ name: "later", priority: 30, subject: podsOf("db"), ingress: [closed] }),
    ],
    ["passes traffic on, but nothing handles it"],
  ],
  [
    "a later policy is for other pods",
    [
      policy({ ingress: [rule("Pass", [tenant("platform")])] }),
      policy({ name: "later", priority: 30, subject: tenant("blue"), ingress: [closed] }),
    ],
    [],
  ],
  [
    "a later rule is for other peers",
    [policy({ ingress: [rule("Pass", [tenant("platform")]), rule("Deny", [tenant("blue")])] })],
    [],
  ],
  [
    "a later rule is for the other direction",
    [policy({ ingress: [rule("Pass", [tenant("platform")])], egress: [rule("Deny", [EVERY], [], "to")] })],
    [],
  ],
  [
    "a later policy is for the other direction",
    [
      policy({ ingress: [rule("Pass", [tenant("platform")])] }),
      policy({ name: "later", priority: 30, egress: [rule("Deny", [EVERY], [], "to")] }),
    ],
    [],
  ],
  ...["web", "cart", "db"].map((name): Row => [
    `an earlier policy decides all of ${name}`,
    [
      policy({ name: "first", priority: 10, subject: podsOf(name), ingress: [rule("Accept", [EVERY])] }),
      policy({ ingress: [rule("Pass", [tenant("platform")]), closed] }),
    ],
    ["ingress rule 1 `a` of `ClusterNetworkPolicy tenants` passes traffic on"],
  ]),
  ["an Accept", [policy({ ingress: [rule("Accept", [tenant("platform")]), closed] })], []],
]);

table("redundant-rule", [
  [
    "a narrower rule beside a wider one",
    [isolating({ ingress: [allow([own("web")], [80]), allow([own("web"), own("cart")], [80, 81])] })],
    ["ingress rule 1 of `NetworkPolicy shop/web` adds nothing: rule 2 does the same"],
  ],
  [
    "two equal rules: the last one",
    [isolating({ ingress: [allow([own("web")], [80]), allow([own("web")], [80])] })],
    ["ingress rule 2 of `NetworkPolicy shop/web` adds nothing: rule 1"],
  ],
  [
    "two equal rules of a policy that adds nothing itself, which is told instead",
    [
      isolating({ name: "all", ingress: [allow([own("web")])] }),
      isolating({
        name: "db",
        pods: app("db"),
        ingress: [allow([own("web")], [5432]), allow([own("web")], [5432])],
      }),
    ],
    [],
  ],
  [
    "two rules that make up for a third only together",
    [isolating({ ingress: [allow([own("web"), own("cart")]), allow([own("web")]), allow([own("cart")])] })],
    [
      "rule 2 of `NetworkPolicy shop/web` adds nothing: rule 1",
      "rule 3 of `NetworkPolicy shop/web` adds nothing: rule 1",
    ],
  ],
  [
    "of an ordered tier, before a rule that does the same",
    [policy({ ingress: [rule("Deny", [tenant("blue")]), closed] })],
    ["ingress rule 1 `a` of `ClusterNetworkPolicy tenants` adds nothing: rule 2 `a` does the same"],
  ],
  [
    "an exception between them",
    [policy({ ingress: [rule("Deny", [tenant("blue")]), rule("Accept", [tenant("platform")]), closed] })],
    [],
  ],
  [
    "pods beside their addresses, which some plugins do not match",
    [
      isolating({
        egress: [
          "{ to: [{ podSelector: {} }] }",
          '{ to: [{ ipBlock: { cidr: 0.0.0.0/0 } }, { ipBlock: { cidr: "::/0" } }] }',
        ],
      }),
    ],
    [],
  ],
  [
    "an address beside a block that has it",
    [
      isolating({
        egress: [
          "{ to: [{ ipBlock: { cidr: 192.0.2.1/32 } }] }",
          "{ to: [{ ipBlock: { cidr: 192.0.2.0/24 } }] }",
        ],
      }),
    ],
    ["egress rule 1 of `NetworkPolicy shop/web` adds nothing: rule 2 does the same"],
  ],
  ["other ports", [isolating({ ingress: [allow([own("web")], [80]), allow([own("web")], [81])] })], []],
  [
    "rules of two policies",
    [
      isolating({ ingress: [allow([own("web")])] }),
      isolating({ name: "db", pods: app("db"), ingress: [allow([own("web")]), allow([own("cart")])] }),
    ],
    [],
  ],
  ["beside a rule that allows everything", [isolating({ ingress: [allow([own("web")]), "{}"] })], []],
  [
    "the same peers in both directions",
    [isolating({ ingress: [allow([own("web")])], egress: [allow([own("web")], [], "to")] })],
    [],
  ],
]);

describe("redundant-rule, by the labels that pods have now", () => {
  // The one `agent` there is, is in the one namespace of tenant `platform`.
  const BOTH = isolating({
    ingress: [
      allow([inTenant("platform")]),
      allow([`{ namespaceSelector: {}, podSelector: ${app("agent")} }`]),
    ],
  });
  const asked = { levels: new Map([["redundant-rule", "info" as const]]) };
  const told = async (document: string, options: LintOptions = {}) =>
    (await lintText(join(PODS, document), {}, options)).filter(({ rule: id }) => id === "redundant-rule");

  it("is told only to whoever asks, and says that pods to come may need it", async () => {
    expect(await told(BOTH)).toEqual([]);
    const [only, ...more] = await told(BOTH, asked);
    expect(more).toEqual([]);
    expect(only?.wording).toMatchObject({
      label: "removing it changes nothing for the pods of now",
      help: "unless pods to come need it, remove it, or narrow the other rule",
    });
    expect(only?.wording.notes).toContain(
      "true in this cluster (5 workloads); other pods or labels may change it",
    );
  });

  it.each([
    ["peers of two rules", [allow([own("web"), own("cart")]), allow([own("web")]), allow([own("cart")])]],
    [
      "ports of two rules",
      [allow([own("web")], [80, 81]), allow([own("web")], [80]), allow([own("web")], [81])],
    ],
  ])("is told where each part is in another rule, whatever pods there are: %s", async (_, rules) => {
    for (const ingress of [rules, rules.toReversed()]) {
      const found = await told(isolating({ ingress }), asked);
      expect(found.length).toBeGreaterThan(0);
      for (const { wording } of found)
        expect(wording.notes).toContain("true in any cluster, based on the policies alone");
    }
  });
});

const openEgress = allow(["{ namespaceSelector: {} }", block("0.0.0.0/0")], [], "to");
const webToDb = allow([own("db")], [5432], "to");

table("redundant-policy", [
  [
    "a policy inside of another one",
    [
      isolating({ name: "db", pods: app("db"), ingress: [allow([own("web")], [5432])] }),
      isolating({ name: "all", ingress: [allow([own("web")])] }),
    ],
    [
      "`NetworkPolicy shop/db` adds nothing: `NetworkPolicy shop/all` isolates its pods too, and allows all that it does",
    ],
  ],
  [
    "two equal ones: the last by name",
    [
      isolating({ name: "b", ingress: [allow([own("web")])] }),
      isolating({ name: "a", ingress: [allow([own("web")])] }),
    ],
    ["`NetworkPolicy shop/b` adds nothing"],
  ],
  [
    "two that deny everything",
    [isolating({ name: "a", ingress: [] }), isolating({ name: "b", ingress: [] })],
    ["`NetworkPolicy shop/b` adds nothing"],
  ],
  [
    "one that denies everything for the pods of another one that does",
    [
      isolating({ name: "a", pods: app("web"), ingress: [] }),
      isolating({ name: "b", pods: app("web"), ingress: [] }),
    ],
    ["`NetworkPolicy shop/b` adds nothing"],
  ],
  [
    "one that denies everything for some pods says so beside a default deny",
    [isolating({ name: "all", ingress: [] }), isolating({ name: "web", pods: app("web"), ingress: [] })],
    [],
  ],
  [
    "a default deny beside policies that allow",
    [isolating({ name: "deny", ingress: [] }), isolating({ name: "all", ingress: [allow([own("web")])] })],
    [],
  ],
  [
    "a default deny, and each pod is isolated by another one",
    [
      isolating({ name: "deny", ingress: [] }),
      ...["web", "cart", "db"].map((name) =>
        isolating({ name, pods: app(name), ingress: [allow([own("web")], [80])] }),
      ),
    ],
    [],
  ],
  [
    "a policy for a port more",
    [
      isolating({ name: "db", pods: app("db"), ingress: [allow([own("web")], [5432])] }),
      isolating({ name: "all", ingress: [allow([own("web")], [80])] }),
    ],
    [],
  ],
  [
    "a direction more",
    [
      isolating({ name: "db", pods: app("db"), ingress: [allow([own("web")], [5432])], egress: [] }),
      isolating({ name: "all", ingress: [allow([own("web")])] }),
    ],
    [],
  ],
  [
    "a policy for a peer more",
    [
      isolating({ name: "db", pods: app("db"), ingress: [allow([own("web")]), allow([own("cart")])] }),
      isolating({ name: "all", ingress: [allow([own("web")])] }),
    ],
    [],
  ],
  [
    "what the other one allows in the other direction",
    [
      isolating({
        name: "db",
        pods: app("db"),
        ingress: [allow([own("web")])],
        egress: [allow([own("web")], [], "to")],
      }),
      isolating({
        name: "all",
        ingress: [allow([own("web")])],
        egress: [allow([own("cart")], [], "to")],
      }),
    ],
    [],
  ],
  [
    "a policy that another one cancels, which is told as that",
    [isolating({ pods: app("web"), egress: [webToDb] }), isolating({ name: "open", egress: [openEgress] })],
    [],
  ],
  [
    "another policy for pods that have more labels",
    [
      isolating({ name: "db", pods: app("db"), ingress: [allow([own("web")])] }),
      isolating({
        name: "all",
        pods: "{ matchLabels: { app: db, part: a } }",
        ingress: [allow([own("web")])],
      }),
    ],
    [],
  ],
]);

table("vacuous-policy", [
  [
    "a Pass, and no later rule",
    [policy({ ingress: [rule("Pass", [tenant("platform")])] })],
    [
      "`ClusterNetworkPolicy tenants` changes nothing: its rules pass traffic that no later rule of the tier would decide",
    ],
  ],
  [
    "a Baseline Accept, and no Deny",
    [policy({ tier: "Baseline", ingress: [rule("Accept", [tenant("platform")])] })],
    ["`ClusterNetworkPolicy tenants` changes nothing"],
  ],
  [
    "the Admin tier decides all traffic of its pods",
    [
      isolating({ pods: app("web"), egress: [allow([own("db")], [5432], "to")] }),
      policy({
        egress: [rule("Accept", [EVERY, '{ networks: [0.0.0.0/0, "::/0"] }', "{ nodes: {} }"], [], "to")],
      }),
    ],
    [
      "`NetworkPolicy shop/web` changes nothing: egress rule 1 `a` of `ClusterNetworkPolicy tenants` decides all traffic",
    ],
  ],
  ["a Pass before a Deny", [policy({ ingress: [rule("Pass", [tenant("platform")]), closed] })], []],
  [
    "a Pass before a policy of lower precedence",
    [
      policy({ ingress: [rule("Pass", [tenant("platform")])] }),
      policy({ name: "later", priority: 30, ingress: [closed] }),
    ],
    [],
  ],
  [
    "a Baseline Accept before a Deny",
    [policy({ tier: "Baseline", ingress: [rule("Accept", [tenant("platform")]), closed] })],
    [],
  ],
  [
    "a guard that agrees with the policies of today",
    [policy({ ingress: [rule("Accept", [tenant("platform")])] })],
    [],
  ],
  [
    "a policy that selects no pods",
    [policy({ subject: tenant("green"), ingress: [rule("Pass", [tenant("platform")])] })],
    [],
  ],
  ["one that isolates", [dbFromWeb], []],
]);

table("allow-all-cancels-deny", [
  [
    "another policy opens everything to the same pods",
    [isolating({ pods: app("web"), egress: [webToDb] }), isolating({ name: "open", egress: [openEgress] })],
    [
      "`NetworkPolicy shop/web` restricts no egress: egress rule 1 of `NetworkPolicy shop/open` allows everything",
    ],
  ],
  [
    "by a rule without any condition",
    [isolating({ pods: app("web"), egress: [webToDb] }), isolating({ name: "open", egress: ["{}"] })],
    ["`NetworkPolicy shop/web` restricts no egress"],
  ],
  [
    "an exception from a default deny",
    [
      isolating({ name: "deny", egress: [] }),
      isolating({ name: "open", pods: app("web"), egress: [openEgress] }),
    ],
    [],
  ],
  [
    "another one of its pods",
    [isolating({ egress: [webToDb] }), isolating({ name: "open", pods: app("web"), egress: [openEgress] })],
    [],
  ],
  [
    "every pod, but no address",
    [
      isolating({ pods: app("web"), egress: [webToDb] }),
      isolating({ name: "open", egress: [allow(["{ namespaceSelector: {} }"], [], "to")] }),
    ],
    [],
  ],
  [
    "the other direction",
    [
      isolating({ pods: app("web"), ingress: [allow([own("db")])] }),
      isolating({ name: "open", egress: [openEgress] }),
    ],
    [],
  ],
  [
    "the same pods, whose other direction is open as well",
    [
      isolating({ pods: app("web"), ingress: ["{}"], egress: [webToDb] }),
      isolating({ name: "open", egress: [openEgress] }),
    ],
    ["`NetworkPolicy shop/web` restricts no egress"],
  ],
  [
    "one port of everything",
    [
      isolating({ pods: app("web"), egress: [webToDb] }),
      isolating({ name: "open", egress: [openEgress.replace("] }", "], ports: [{ port: 443 }] }")] }),
    ],
    [],
  ],
  [
    "a policy that is as open",
    [isolating({ pods: app("web"), egress: ["{}"] }), isolating({ name: "open", egress: [openEgress] })],
    [],
  ],
]);

const except = allow([block("198.51.0.0/16", "198.51.100.0/24")], [443], "to");

table("except-reopened", [
  [
    "another rule",
    [isolating({ egress: [except, allow([block("198.51.96.0/20")], [], "to")] })],
    [
      "`198.51.100.0/24` is an exception of `198.51.0.0/16` in egress rule 1 of `NetworkPolicy shop/web`, but rule 2 allows it",
    ],
  ],
  [
    "another peer of the rule",
    [
      isolating({
        egress: [allow([block("198.51.0.0/16", "198.51.100.0/24"), block("0.0.0.0/0")], [443], "to")],
      }),
    ],
    ["but rule 1 allows it"],
  ],
  [
    "another policy",
    [
      isolating({ egress: [except] }),
      isolating({ name: "open", egress: [allow([block("0.0.0.0/0")], [443], "to")] }),
    ],
    ["but egress rule 1 of `NetworkPolicy shop/open` allows it"],
  ],
  ["a part of it", [isolating({ egress: [except, allow([block("198.51.100.7/32")], [443], "to")] })], []],
  ["another port", [isolating({ egress: [except, allow([block("198.51.96.0/20")], [80], "to")] })], []],
  [
    "for one of the pods",
    [
      isolating({ egress: [except] }),
      isolating({ name: "open", pods: app("web"), egress: [allow([block("0.0.0.0/0")], [443], "to")] }),
    ],
    [],
  ],
  [
    "pods, by their labels",
    [
      isolating({
        egress: [
          allow([block("0.0.0.0/0", "10.0.0.0/8")], [443], "to"),
          allow(["{ podSelector: {} }"], [443], "to"),
        ],
      }),
    ],
    [],
  ],
]);

const webToDbPolicy = isolating({ pods: app("web"), egress: [webToDb] });
const dbFrom = (name: string, ...ports: readonly number[]): string =>
  isolating({ name: "db", pods: app("db"), ingress: [allow([own(name)], ports)] });

table("one-sided-flow", [
  [
    "ingress denies",
    [webToDbPolicy, dbFrom("cart", 5432)],
    [
      "egress rule 1 of `NetworkPolicy shop/web` allows traffic to `shop/db`, and `NetworkPolicy shop/db` denies all of it",
    ],
  ],
  [
    "ingress allows another port",
    [webToDbPolicy, dbFrom("web", 5433)],
    [
      "egress rule 1 of `NetworkPolicy shop/web`",
      "ingress rule 1 of `NetworkPolicy shop/db` allows traffic from `shop/web`, and `NetworkPolicy shop/web` denies",
    ],
  ],
  [
    "the Admin tier denies ingress",
    [webToDbPolicy, policy({ ingress: [closed] })],
    ["`ClusterNetworkPolicy tenants` denies all of it"],
  ],
  ["both sides allow", [webToDbPolicy, dbFrom("web", 5432)], []],
  [
    "some of the ports",
    [isolating({ pods: app("web"), egress: [allow([own("db")], [], "to")] }), dbFrom("web", 5432)],
    [],
  ],
  ["some of the pods", [isolating({ egress: [webToDb] }), dbFrom("cart", 5432)], []],
  ["nothing isolates the other side", [webToDbPolicy], []],
  [
    "a peer that says nothing of which pods it means",
    [
      isolating({ pods: app("web"), egress: [allow(["{ podSelector: {} }"], [53], "to")] }),
      isolating({ name: "deny", ingress: [] }),
    ],
    [],
  ],
]);

describe("a rule that is never reached can come first", () => {
  const blue = rule("Accept", [tenant("blue")], [80]);

  it.each<readonly [string, readonly string[], string]>([
    [
      "before the rule of its policy",
      [policy({ ingress: [closed, blue] })],
      "move it before the rule that decides first, or remove it",
    ],
    [
      "with its policy, before another one of the tier",
      [policy({ name: "first", priority: 1, ingress: [closed] }), policy({ ingress: [blue] })],
      "give its policy a lower priority number than that of the rule that decides first, or remove it",
    ],
    [
      "before no rule of a tier that is asked first",
      [policy({ name: "first", ingress: [closed] }), policy({ tier: "Baseline", ingress: [blue] })],
      "remove it, or let the rule that decides first match less: its tier is asked first",
    ],
  ])("%s", async (_name, documents, help) => {
    const found = await lintText(join(PODS, ...documents));
    const shadowed = found.filter((each) => each.rule === "shadowed-rule");
    expect(shadowed.map(({ wording }) => wording.help)).toEqual([help]);
  });
});

describe("a claim says for which clusters it holds", () => {
  const notesOf = async (code: ProblemCode, documents: readonly string[]): Promise<readonly string[]> => {
    const found = await lintText(join(PODS, ...documents));
    return found.filter((each) => each.rule === code).flatMap(({ wording }) => wording.notes ?? []);
  };
  const any = "true in any cluster, based on the policies alone";
  const this5 = "true in this cluster (5 workloads); other pods or labels may change it";

  it.each<readonly [string, ProblemCode, readonly string[], string]>([
    [
      "the earlier rule includes the later one",
      "shadowed-rule",
      [policy({ ingress: [closed, rule("Accept", [tenant("blue")], [80])] })],
      any,
    ],
    [
      "it only takes the pods that there are",
      "shadowed-rule",
      [
        policy({
          ingress: [
            rule("Deny", [tenant("blue")]),
            rule("Accept", [`{ pods: { namespaceSelector: {}, podSelector: ${app("test")} } }`]),
          ],
        }),
      ],
      this5,
    ],
    [
      "the subject of the earlier policy includes the later one",
      "shadowed-rule",
      [
        policy({ name: "first", priority: 1, subject: EVERY, ingress: [closed] }),
        policy({ ingress: [rule("Accept", [tenant("blue")])] }),
      ],
      any,
    ],
    [
      "nothing comes before the Deny",
      "overridden-by-admin-tier",
      [fromPlatform, policy({ subject: EVERY, ingress: [closed] })],
      any,
    ],
    [
      "something may come before the Deny",
      "overridden-by-admin-tier",
      [fromPlatform, policy({ subject: EVERY, ingress: [rule("Accept", [tenant("red")], [1]), closed] })],
      this5,
    ],
    [
      "something comes after the Deny",
      "overridden-by-admin-tier",
      [fromPlatform, policy({ subject: EVERY, ingress: [closed, rule("Accept", [tenant("red")], [1])] })],
      any,
    ],
    [
      "something comes before the Deny in the other direction",
      "overridden-by-admin-tier",
      [
        fromPlatform,
        policy({ subject: EVERY, ingress: [closed], egress: [rule("Accept", [EVERY], [1], "to")] }),
      ],
      any,
    ],
    ...(
      [
        ["of higher precedence", 10, this5],
        ["of the same priority", 20, this5],
        ["of lower precedence", 30, any],
      ] as const
    ).map(
      ([what, priority, note]) =>
        [
          `a policy ${what} allows something`,
          "overridden-by-admin-tier",
          [
            fromPlatform,
            policy({ subject: EVERY, ingress: [closed] }),
            policy({
              name: "other",
              priority,
              subject: EVERY,
              ingress: [rule("Accept", [tenant("red")], [1])],
            }),
          ],
          note,
        ] as const,
    ),
    [
      "a network inside of another one",
      "redundant-rule",
      [
        isolating({
          egress: [
            allow([block("203.0.113.0/25")], [443], "to"),
            allow([block("203.0.0.0/16", "203.0.114.0/24")], [], "to"),
          ],
        }),
      ],
      any,
    ],
    [
      "a policy includes another one",
      "redundant-policy",
      [
        isolating({ name: "db", pods: app("db"), ingress: [allow([own("web")])] }),
        isolating({ name: "all", ingress: [allow(["{ podSelector: {} }"])] }),
      ],
      any,
    ],
    [
      "a policy includes another one's pods, but not its rules",
      "redundant-policy",
      [
        isolating({ name: "db", pods: app("db"), ingress: [allow([own("web")])] }),
        isolating({
          name: "all",
          ingress: [
            allow([`{ podSelector: { matchExpressions: [{ key: app, operator: NotIn, values: [db] }] } }`]),
          ],
        }),
      ],
      any,
    ],
  ])("%s", async (_, code, documents, note) => {
    expect(await notesOf(code, documents)).toEqual([note]);
  });
});

it("a rule for namespaces of which the input has no pods is not redundant beside one for the pods that are there", async () => {
  const text = (to: string): string => `apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec: { containers: [{ name: main, ports: [{ containerPort: 8080 }] }] }
---
apiVersion: v1
kind: Pod
metadata: { name: api, labels: { app: api } }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web }
spec:
  podSelector: { matchLabels: { app: web } }
  policyTypes: [Ingress]
  ingress:
    - from: [{ podSelector: {} }]
      ports: [{ port: 8080 }]
    - from: [${to}]
      ports: [{ port: 8080 }]
`;
  const redundant = async (to: string): Promise<number> =>
    (await lintText(text(to))).filter(({ rule }) => rule === "redundant-rule").length;
  // The labels of the namespace in which they are applied aren't known: it may be the router's.
  expect(
    await redundant("{ namespaceSelector: { matchLabels: { network.openshift.io/policy-group: ingress } } }"),
  ).toBe(0);
  expect(await redundant("{ podSelector: { matchLabels: { app: api } } }")).toBe(1);
});

describe("of many policies, three are named", () => {
  const factsOf = async (code: ProblemCode, documents: readonly string[]): Promise<readonly unknown[]> => {
    const found = await lintText(join(PODS, ...documents));
    return found
      .filter((each) => each.rule === code)
      .map(({ problem }) => [problem.facts, problem.related?.length]);
  };
  const SOURCES = [own("web"), own("cart"), own("db"), inTenant("platform")];

  it.each([3, 4])("of %s that together do what one does", async (count) => {
    const parts = SOURCES.slice(0, count);
    const documents = [
      isolating({ name: "sum", ingress: parts.map((from) => allow([from])) }),
      ...parts.map((from, i) => isolating({ name: `part-${i}`, ingress: [allow([from])] })),
    ];
    expect(await factsOf("redundant-policy", documents)).toMatchObject([
      [
        {
          policy: "NetworkPolicy shop/sum",
          by: ["NetworkPolicy shop/part-0", "NetworkPolicy shop/part-1", "NetworkPolicy shop/part-2"],
          more: count - 3,
        },
        3,
      ],
    ]);
  });

  it.each([3, 4])("of %s that isolate what the Admin tier opens", async (count) => {
    const documents = [
      ...SOURCES.slice(0, count).map((from, i) =>
        isolating({ name: `part-${i}`, ingress: [allow([from], [80])] }),
      ),
      policy({ ingress: [rule("Accept", [tenant("platform")])] }),
    ];
    expect(await factsOf("isolation-bypassed-by-admin-tier", documents)).toMatchObject([
      [
        {
          isolatedBy: ["NetworkPolicy shop/part-0", "NetworkPolicy shop/part-1", "NetworkPolicy shop/part-2"],
          more: count - 3,
          opened: 3,
        },
        3,
      ],
    ]);
  });
});

describe("what one-sided-flow tells of who is denied, and by whom", () => {
  const names = ["mq", "kv", "s3"];
  const MORE = names.map((name, i) => pod(`shop/${name}`, 6000 + i));
  const closing = (name: string): string =>
    isolating({ name, pods: app(name), ingress: [allow([own("cart")])] });
  const toAll = (...apps: readonly string[]): string =>
    isolating({
      pods: app("web"),
      egress: [
        `{ to: [{ podSelector: { matchExpressions: [{ key: app, operator: In, values: [${apps.join(", ")}] }] } }] }`,
      ],
    });
  const factsOf = async (...documents: readonly string[]): Promise<readonly unknown[]> =>
    (await lintText(join(PODS, ...MORE, ...documents))).flatMap(({ problem }) =>
      problem.code === "one-sided-flow" ? [problem.facts] : [],
    );

  it("names three pods, and counts the policies that deny them", async () => {
    const apps = ["db", ...names];
    expect(await factsOf(toAll(...apps), ...apps.map(closing))).toMatchObject([
      {
        peers: ["shop/db", "shop/kv", "shop/mq"],
        morePeers: 1,
        deniedBy: "NetworkPolicy shop/db",
        moreDeniers: 3,
        others: 0,
      },
    ]);
    expect(await factsOf(toAll("db", "mq"), closing("db"), closing("mq"))).toMatchObject([
      { peers: ["shop/db", "shop/mq"], morePeers: 0, moreDeniers: 1 },
    ]);
    expect(await factsOf(toAll("db"), closing("db"))).toMatchObject([{ peers: ["shop/db"], moreDeniers: 0 }]);
  });

  it("is nothing where one of the pods is reached", async () => {
    expect(await factsOf(toAll("db", "mq"), closing("db"))).toEqual([]);
  });

  it("asks of a peer that names no pods only whether a policy for all of them closes their other side", async () => {
    const all = (pods: string): string =>
      isolating({ name: "all", pods, ingress: [allow(["{ podSelector: {} }"], [80])], egress: [] });
    expect(await factsOf(all("{}"))).toMatchObject([{ deniedBy: "NetworkPolicy shop/all" }]);
    // Pods of `db` are named by nobody: that they can't send anything is meant.
    const others = ["web", "cart", ...names].map((name) =>
      isolating({ name, pods: app(name), egress: [allow(["{ podSelector: {} }"], [53], "to")] }),
    );
    expect(await factsOf(all(app("db")), ...others)).toEqual([]);
    expect(await factsOf(all("{ matchExpressions: [{ key: app, operator: Exists }] }"))).toEqual([]);
    expect(await factsOf(all(app("db")))).toEqual([]);
  });

  it("is one finding for each policy that denies", async () => {
    const toEach = isolating({
      pods: app("web"),
      egress: [allow([own("db")], [], "to"), allow([own("mq")], [], "to")],
    });
    expect(await factsOf(toEach, closing("db"), closing("mq"))).toMatchObject([
      { deniedBy: "NetworkPolicy shop/db", others: 0 },
      { deniedBy: "NetworkPolicy shop/mq", others: 0 },
    ]);
    const both = isolating({
      name: "both",
      pods: "{ matchExpressions: [{ key: app, operator: In, values: [db, mq] }] }",
      ingress: [],
    });
    expect(await factsOf(toEach, both)).toMatchObject([{ deniedBy: "NetworkPolicy shop/both", others: 1 }]);
  });

  it("is one finding for each direction of a policy that denies", async () => {
    const both = isolating({ name: "both", pods: app("db"), ingress: [], egress: [] });
    const fromDb = isolating({ name: "mq", pods: app("mq"), ingress: [allow([own("db")])] });
    expect(await factsOf(toAll("db"), fromDb, both)).toMatchObject([
      { rule: { direction: "egress" }, others: 0 },
      { rule: { direction: "ingress" }, others: 0 },
    ]);
  });

  it("names the policy in which a person would allow more", async () => {
    const dns = isolating({
      name: "a-dns",
      pods: app("db"),
      ingress: ["{ ports: [{ port: 53, protocol: UDP }, { port: 53 }] }"],
    });
    const all = isolating({ name: "b-all", ingress: [allow([own("cart")])] });
    expect(await factsOf(webToDbPolicy, dns, all, closing("db"))).toMatchObject([
      { deniedBy: "NetworkPolicy shop/db" },
    ]);
    expect(await factsOf(webToDbPolicy, dns, all)).toMatchObject([{ deniedBy: "NetworkPolicy shop/b-all" }]);
    const ports = dns.replace("{ port: 53 }]", "{ port: 443 }]");
    expect(await factsOf(webToDbPolicy, ports, all)).toMatchObject([
      { deniedBy: "NetworkPolicy shop/a-dns" },
    ]);
  });
});

describe("the flow that shows a policy to be redundant", () => {
  const workload = (kind: string, name: string): string => {
    const template = `template: { metadata: { labels: { app: ${name} } }, spec: { containers: [{ name: main, ports: [{ containerPort: 8080 }] }] } }`;
    const spec = kind === "CronJob" ? `jobTemplate: { spec: { ${template} } }` : template;
    return `apiVersion: ${kind === "Deployment" ? "apps" : "batch"}/v1\nkind: ${kind}\nmetadata: { name: ${name}, namespace: shop }\nspec: { ${spec} }\n`;
  };
  const same = (name: string): string =>
    isolating({ name, pods: "{}", ingress: [allow(["{ podSelector: {} }"], [8080])] });
  const shownBy = async (...workloads: readonly string[]): Promise<unknown> => {
    const found = await lintText(join(...workloads, same("a"), same("b")));
    return found.flatMap(({ rule, problem: { witness } }) =>
      rule === "redundant-policy" ? [[witness?.from, witness?.to]] : [],
    );
  };

  it("goes to pods that somebody calls, and comes from others", async () => {
    const jobs = [workload("CronJob", "a-nightly"), workload("Job", "b-once")];
    const apps = [workload("Deployment", "web"), workload("Deployment", "zoo")];
    const [[from, to]] = (await shownBy(...jobs, ...apps)) as [[string, string]];
    expect(to).toMatch(/deployment\/(?:web|zoo)$/);
    expect(from).not.toBe(to);
  });

  it.each([
    [["Job"], "shop/job/a"],
    [["Deployment"], "shop/deployment/a"],
  ])("goes wherever there is something to go to: %s", async ([kind = ""], to) => {
    expect(await shownBy(workload(kind, "a"))).toEqual([[to, to]]);
  });
});
