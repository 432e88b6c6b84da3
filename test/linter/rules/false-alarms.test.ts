import { describe, expect, it } from "vitest";
import { lintText } from "../../support/findings.js";
import type { Diagnostic } from "../../../src/cluster/problems/diagnostic.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

const join = (...documents: readonly string[]): string => documents.join("---\n");

const pod = (place: string, ports = "[]", more = ""): string => {
  const [namespace, app] = place.split("/");
  return `apiVersion: v1
kind: Pod
metadata: { name: ${app}, namespace: ${namespace}, labels: { app: ${app} } }
spec: { ${more}containers: [{ name: main, ports: ${ports} }] }
`;
};

/** A NetworkPolicy of a namespace for pods of one label, or for all. */
const policy = (place: string, app: string | undefined, spec: string): string => {
  const [namespace, name] = place.split("/");
  const subject = app === undefined ? "{}" : `{ matchLabels: { app: ${app} } }`;
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: ${namespace} }
spec: { podSelector: ${subject}, ${spec} }
`;
};

const app = (name: string): string => `{ podSelector: { matchLabels: { app: ${name} } } }`;
const tcp = (port: number): string => `ports: [{ protocol: TCP, port: ${port} }]`;

/** A workload of two pods: one that stands for pods which their policies do not tell apart. */
function several(name: string): string {
  const [namespace, own] = name.split("/");
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${own}, namespace: ${namespace} }\nspec: { replicas: 2, template: { metadata: { labels: { app: ${own} } }, spec: { containers: [{}] } } }\n`;
}

const DNS = "{ ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }] }";

async function found(rule: ProblemCode, ...documents: readonly string[]): Promise<readonly Diagnostic[]> {
  return (await lintText(join(...documents))).filter((each) => each.rule === rule);
}

/** A policy for pods of several labels, that lets in those of the last. */
function forSeveral(...apps: readonly string[]): string {
  const selector = `{ matchExpressions: [{ key: app, operator: In, values: [${apps.join(", ")}] }] }`;
  const from = `ingress: [{ from: [${app(apps.at(-1) ?? "")}], ${tcp(9093)} }]`;
  return policy("shop/several", undefined, `policyTypes: [Ingress], ${from}`).replace("{}", selector);
}

describe("one-sided-flow", () => {
  const BOTH = join(pod("shop/web"), pod("shop/db"));
  const toDb = policy("shop/web", "web", `policyTypes: [Egress], egress: [{ to: [${app("db")}] }]`);
  const closed = policy("shop/db", "db", "policyTypes: [Ingress]");

  it.each([
    ["egress that the destination denies", join(BOTH, toDb, closed), "NetworkPolicy shop/db"],
    [
      "ingress that the source denies",
      join(
        BOTH,
        policy("shop/db", "db", `policyTypes: [Ingress], ingress: [{ from: [${app("web")}] }]`),
        policy("shop/web", "web", "policyTypes: [Egress]"),
      ),
      "NetworkPolicy shop/web",
    ],
    [
      "the policy for the pods, not the one about DNS",
      join(
        BOTH,
        policy("shop/db", "db", `policyTypes: [Ingress], ingress: [{ from: [${app("web")}], ${tcp(5432)} }]`),
        policy("shop/allow-dns", undefined, `policyTypes: [Egress], egress: [${DNS}]`),
        policy("shop/web", "web", `policyTypes: [Egress], egress: [{ to: [${app("cache")}], ${tcp(6379)} }]`),
      ),
      "NetworkPolicy shop/web",
    ],
    [
      "the default-deny, not the one about DNS",
      join(
        BOTH,
        policy("shop/db", "db", `policyTypes: [Ingress], ingress: [{ from: [${app("web")}], ${tcp(5432)} }]`),
        policy("shop/allow-dns", undefined, `policyTypes: [Egress], egress: [${DNS}]`),
        policy("shop/deny", undefined, "policyTypes: [Egress]"),
      ),
      "NetworkPolicy shop/deny",
    ],
    [
      "the default-deny, not one that lets others in everywhere",
      join(
        BOTH,
        toDb,
        policy(
          "shop/allow-scrapes",
          undefined,
          `policyTypes: [Ingress], ingress: [{ from: [${app("prom")}] }]`,
        ),
        policy("shop/deny", undefined, "policyTypes: [Ingress]"),
      ),
      "NetworkPolicy shop/deny",
    ],
    [
      "the policy that lets in its own pods by their labels",
      join(
        several("shop/web"),
        policy("shop/web", "web", `policyTypes: [Ingress, Egress], ingress: [{ from: [${app("web")}] }]`),
      ),
      "NetworkPolicy shop/web",
    ],
    [
      // Only db itself may come in there, and what a pod has with itself is no flow (S-LOOP-1).
      "the destination that lets in itself alone",
      join(
        BOTH,
        policy("shop/all", undefined, `policyTypes: [Egress], egress: [{ to: [${app("db")}] }]`),
        policy("shop/db", "db", `policyTypes: [Ingress], ingress: [{ from: [${app("db")}] }]`),
      ),
      "NetworkPolicy shop/db",
    ],
    [
      "the policy of pods among those that a rule names, which lets them reach each other on another port alone",
      join(
        BOTH,
        pod("shop/queue"),
        forSeveral("web", "db", "queue"),
        policy(
          "shop/queue",
          "queue",
          `policyTypes: [Egress], egress: [{ to: [${app("queue")}], ${tcp(1)} }]`,
        ),
      ),
      "NetworkPolicy shop/queue",
    ],
  ])("blames %s", async (_, text, blamed) => {
    const facts = (await found("one-sided-flow", text)).map(({ problem }) => problem.facts);
    expect(facts).toMatchObject([{ deniedBy: blamed }]);
  });

  it.each([
    [
      "pods of which a label is not known",
      join(
        pod("shop/web"),
        policy(
          "shop/web",
          "web",
          "policyTypes: [Ingress, Egress], ingress: [{ from: [{ namespaceSelector: { matchLabels: { env: prod } } }] }]",
        ),
      ),
    ],
    [
      "what some other pod of the peer can do",
      join(
        BOTH,
        `apiVersion: v1\nkind: Pod\nmetadata: { name: db-2, namespace: shop, labels: { app: db, role: primary } }\n`,
        toDb,
        `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: db, namespace: shop }\nspec: { podSelector: { matchExpressions: [{ key: role, operator: DoesNotExist }] }, policyTypes: [Ingress] }\n`,
      ),
    ],
    [
      "what some pod of the policy can do, whichever its policies are about all of them",
      join(
        several("shop/api"),
        several("shop/web"),
        several("shop/db"),
        policy("shop/all", undefined, `policyTypes: [Egress], egress: [{ to: [${app("db")}] }]`),
        policy("shop/db", "db", `policyTypes: [Ingress], ingress: [{ from: [${app("web")}] }]`),
      ),
    ],
    [
      "what the pods of a policy have with each other, of which one denies itself",
      join(
        BOTH,
        policy(
          "shop/all",
          undefined,
          `policyTypes: [Egress, Ingress], egress: [{ to: [${app("db")}] }], ingress: [{ from: [${app("web")}] }]`,
        ),
      ),
    ],
    [
      // The one broker of the input has no flow to itself.
      "replicas of pods that a rule for several names, which their own policy lets reach each other",
      join(
        BOTH,
        pod("shop/queue"),
        forSeveral("web", "db", "queue"),
        policy(
          "shop/queue",
          "queue",
          `policyTypes: [Egress], egress: [{ to: [${app("queue")}], ${tcp(9093)} }]`,
        ),
      ),
    ],
    [
      "what both sides allow",
      join(BOTH, toDb, policy("shop/db", "db", "policyTypes: [Ingress], ingress: [{}]")),
    ],
    [
      "a wider peer that only its own pods have here",
      join(
        several("shop/web").replace("labels: { app: web }", "labels: { app: web, part-of: shop }"),
        policy(
          "shop/web",
          "web",
          "policyTypes: [Ingress, Egress], ingress: [{ from: [{ podSelector: { matchLabels: { part-of: shop } } }] }]",
        ),
      ),
    ],
  ])("says nothing of %s", async (_, text) => {
    expect(await found("one-sided-flow", text)).toEqual([]);
  });

  it("tells once what one policy denies", async () => {
    const apps = ["a", "b", "c", "d", "e"];
    const all = await found(
      "one-sided-flow",
      pod("shop/db"),
      ...apps.map((name) => pod(`shop/${name}`)),
      ...apps.map((name) =>
        policy(`shop/${name}`, name, `policyTypes: [Egress], egress: [{ to: [${app("db")}] }]`),
      ),
      closed,
    );
    expect(all.map(({ problem }) => problem.facts)).toMatchObject([
      { deniedBy: "NetworkPolicy shop/db", others: 4 },
    ]);
    expect(all[0]?.wording.related).toEqual(["denies it", ...Array(3).fill("this is denied too")]);
  });
});

describe("open-to-world", () => {
  const isolated = (rules: string): string =>
    policy("shop/web", "web", `policyTypes: [Ingress], ingress: [${rules}]`);
  const everyone = "from: [{ ipBlock: { cidr: 0.0.0.0/0 } }]";
  const service = (port: number): string =>
    `apiVersion: v1\nkind: Service\nmetadata: { name: web, namespace: shop }\nspec: { selector: { app: web }, ports: [{ port: 443, targetPort: ${port} }] }\n`;
  const webhook = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: web }
webhooks: [{ name: a.example.com, clientConfig: { service: { name: web, namespace: shop, port: 443 } } }]
`;

  it("is a note, and does not speak of the internet", async () => {
    const [only] = await found("open-to-world", pod("shop/web"), isolated(`{ ${everyone}, ${tcp(8080)} }`));
    expect(only?.level).toBe("info");
    expect(JSON.stringify(only?.wording)).not.toContain("internet");
  });

  it.each([
    [
      "a port that the API server calls",
      join(pod("shop/web"), service(9443), webhook, isolated(`{ ${everyone}, ${tcp(9443)} }`)),
    ],
    [
      "a port that is called so",
      join(
        pod("shop/web", "[{ name: webhook-server, containerPort: 9443 }]"),
        isolated(`{ ${everyone}, ${tcp(9443)} }`),
      ),
    ],
  ])("says nothing of %s", async (_, text) => {
    expect(await found("open-to-world", text)).toEqual([]);
  });

  it("says nothing of a rule for every port of pods that a Service publishes", async () => {
    const published = service(8080).replace("spec: {", "spec: { type: LoadBalancer,");
    const open = isolated(`{ ${everyone} }`);
    expect(await found("open-to-world", pod("shop/web"), published, open)).toEqual([]);
    expect(await found("open-to-world", pod("shop/web"), service(8080), open)).toHaveLength(1);
  });

  it.each([
    ["without conditions", "{}"],
    ["without `from`", `{ ${tcp(8080)} }`],
  ])("says nothing of a rule %s, which says what it means, unless it is asked for", async (_, rule) => {
    const text = join(pod("shop/web"), isolated(rule));
    expect(await found("open-to-world", text)).toEqual([]);
    const rules = { only: new Set(["open-to-world"]) };
    expect((await lintText(text, {}, rules)).map(({ level }) => level)).toEqual(["info"]);
  });

  it("speaks of the other ports of such pods", async () => {
    const text = join(
      pod("shop/web"),
      service(9443),
      webhook,
      isolated(`{ ${everyone}, ${tcp(9443)} }, { ${everyone}, ${tcp(8080)} }`),
    );
    expect((await found("open-to-world", text)).map(({ wording }) => wording.message)).toEqual([
      "`0.0.0.0/0` lets every source reach `shop/web` on TCP 8080",
    ]);
  });
});

describe("sensitive-port-exposed", () => {
  const openTo = (port: number, ports: string, more = ""): string =>
    join(
      pod("shop/web", ports),
      policy("shop/web", "web", `policyTypes: [Ingress], ingress: [{ ${tcp(port)} }]`),
      more,
    );

  it.each([
    ["an ordinary pod on the kubelet's port", openTo(10250, "[{ containerPort: 10250 }]")],
    ["metrics on a database's port", openTo(9200, "[{ name: metrics, containerPort: 9200 }]")],
    ["a web server on a debugger's port", openTo(5005, "[{ name: http, containerPort: 5005 }]")],
  ])("says nothing of %s", async (_, text) => {
    expect(await found("sensitive-port-exposed", text.replace(/---\n$/, ""))).toEqual([]);
  });

  it.each([
    ["without a Service", "", "every pod, and whatever else can route to it"],
    ["behind a ClusterIP", "ClusterIP", "every pod, and whatever else can route to it"],
    ["behind a load balancer", "LoadBalancer", "the whole internet"],
  ])("says who reaches it: %s", async (_, type, whom) => {
    const service = `apiVersion: v1\nkind: Service\nmetadata: { name: web, namespace: shop }\nspec: { type: ${type}, selector: { app: web }, ports: [{ port: 5432 }] }\n`;
    const text = openTo(5432, "[{ containerPort: 5432 }]", type === "" ? pod("shop/other") : service);
    const messages = (await found("sensitive-port-exposed", text)).map(({ wording }) => wording.message);
    expect(messages).toEqual([`this rule opens PostgreSQL (TCP 5432) of \`shop/web\` to ${whom}`]);
  });
});

describe("except-reopened", () => {
  const hole = "{ to: [{ ipBlock: { cidr: 0.0.0.0/0, except: [203.0.113.0/24] } }] }";
  const egress = (rules: string): string =>
    join(pod("shop/web"), policy("shop/web", "web", `policyTypes: [Egress], egress: [${rules}]`));

  it("is about a rule with conditions", async () => {
    const all = await found(
      "except-reopened",
      egress(`${hole}, { to: [{ ipBlock: { cidr: 203.0.113.0/24 } }] }`),
    );
    expect(all.map(({ problem }) => problem.witness?.verdict)).toEqual(["allowed"]);
  });

  it("leaves a rule without any to the rule about those", async () => {
    expect(await found("except-reopened", egress(`${hole}, {}`))).toEqual([]);
    expect(await found("allow-all-rule", egress(`${hole}, {}`))).toHaveLength(1);
  });

  it("has no example of what is not settled: a private address may be a pod's", async () => {
    const text = egress(
      `${hole.replace("203.0.113.0/24", "10.0.0.0/8")}, { to: [{ ipBlock: { cidr: 10.0.0.0/8 } }] }`,
    );
    const all = await found("except-reopened", text);
    expect(all).toHaveLength(1);
    expect(all[0]?.problem.witness?.verdict ?? "allowed").toBe("allowed");
  });
});

describe("ingress-backend-blocked", () => {
  const route = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: shop }
spec: { rules: [{ http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }] } }] }
`;
  const service = `apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec: { selector: { app: web }, ports: [{ port: 80, targetPort: 8080 }] }
`;
  const from =
    "from: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ingress-nginx } } }]";
  const help = async (rules: string): Promise<(string | undefined)[]> =>
    (
      await found(
        "ingress-backend-blocked",
        pod("shop/web"),
        service,
        route,
        policy("shop/web", "web", `policyTypes: [Ingress], ingress: [${rules}]`),
      )
    ).map(({ wording }) => wording.help);

  it.each([
    [
      "the Service's port in the policy",
      `{ ${from}, ${tcp(80)} }`,
      "write port 8080 in the policy: 80 is the Service's own port, and policies see that of the pods",
    ],
    ["another port", `{ ${from}, ${tcp(9090)} }`, "add port 8080 to the rule that lets the controller in"],
    ["nobody at all", "", "allow ingress from the controller on TCP 8080"],
  ])("says what is wrong: %s", async (_, rules, expected) => {
    expect(await help(rules)).toEqual([expected]);
  });

  it("says nothing where somebody of elsewhere reaches it", async () => {
    expect(await help(`{ ${from}, ${tcp(8080)} }`)).toEqual([]);
  });
});
