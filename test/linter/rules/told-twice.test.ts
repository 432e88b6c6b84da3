import { documents, pod, policy, service } from "../../support/exposure.js";
import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.js";
import { runAnp } from "../../support/run-anp.js";
import { writeFileSync } from "node:fs";

const RULES = ["configured-address-blocked", "one-sided-flow"];

async function rulesOf(text: string, only: readonly string[] = RULES): Promise<readonly string[]> {
  const args = only.flatMap((rule) => ["--only", rule]);
  const { stdout } = await runAnp(["lint", "-o", "json", ...args], { cwd: folderWith({ "all.yaml": text }) });
  return (JSON.parse(stdout) as { findings: { rule: string }[] }).findings.map(({ rule }) => rule);
}

const WEB = pod("shop", "web").replace(
  "name: main,",
  'name: main, env: [{ name: CACHE, value: "redis:80" }],',
);
const REDIS = documents(
  pod("shop", "redis", "[{ containerPort: 6379 }]"),
  service("shop", "redis", "{ selector: { app: redis }, ports: [{ port: 80, targetPort: 6379 }] }"),
  policy("shop", "closed", "{ podSelector: { matchLabels: { app: redis } }, policyTypes: [Ingress] }"),
);

const egressTo = (...apps: readonly string[]): string => {
  const peers = apps.map((app) => `{ podSelector: { matchLabels: { app: ${app} } } }`).join(", ");
  const rules = `[{ to: [${peers}], ports: [{ port: 6379 }] }]`;
  return policy(
    "shop",
    "out",
    `{ podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: ${rules} }`,
  );
};

it("a rule in vain isn't told where pods are configured with what it leads to", async () => {
  const text = documents(WEB, REDIS, egressTo("redis"));
  expect(await rulesOf(text)).toEqual(["configured-address-blocked"]);
  // Who asks for one of them alone is told it.
  expect(await rulesOf(text, ["one-sided-flow"])).toEqual(["one-sided-flow"]);
});

it("a rule in vain is told where nothing is configured, or another policy denies", async () => {
  expect(await rulesOf(documents(pod("shop", "web"), REDIS, egressTo("redis")))).toEqual(["one-sided-flow"]);
  const mail = documents(
    pod("shop", "mail", "[{ containerPort: 6379 }]"),
    policy("shop", "sealed", "{ podSelector: { matchLabels: { app: mail } }, policyTypes: [Ingress] }"),
  );
  expect(await rulesOf(documents(WEB, REDIS, mail, egressTo("redis", "mail")))).toEqual([
    "configured-address-blocked",
    "one-sided-flow",
  ]);
});

describe("what one policy denies of several peers that another one allows", () => {
  const CONFIGURED = pod("shop", "web").replace(
    "name: main,",
    'name: main, env: [{ name: CACHE, value: "redis:80" }, { name: MAIL, value: "mail:25" }],',
  );
  const MAIL = documents(
    pod("shop", "mail", "[{ containerPort: 6379 }]"),
    service("shop", "mail", "{ selector: { app: mail }, ports: [{ port: 25, targetPort: 6379 }] }"),
  );
  const closed = REDIS.replace("matchLabels: { app: redis } }, policyTypes", "policyTypes").replace(
    "podSelector: { policyTypes",
    "podSelector: {}, policyTypes",
  );

  it("is told once where pods are configured with some of them", async () => {
    const db = pod("shop", "db", "[{ containerPort: 6379 }]");
    const text = documents(CONFIGURED, closed, MAIL, db, egressTo("redis", "mail", "db"));
    expect(await rulesOf(text)).toEqual(["one-sided-flow"]);
    expect(await rulesOf(text, ["configured-address-blocked"])).toHaveLength(2);
  });

  it("is told by what pods are configured with where that is all of them", async () => {
    const text = documents(CONFIGURED, closed, MAIL, egressTo("redis", "mail"));
    expect(await rulesOf(text)).toEqual(["configured-address-blocked", "configured-address-blocked"]);
  });

  it("is told once where several workloads are configured with it, and a rule allows one of them", async () => {
    const cart = WEB.replaceAll("web", "cart");
    expect(await rulesOf(documents(WEB, cart, REDIS, egressTo("redis")))).toEqual([
      "configured-address-blocked",
    ]);
  });
});

it("what a policy denies to pods that a peer of it is meant for is told at the label alone", async () => {
  const about = [...RULES, "peer-selects-no-pods"];
  const both = (app: string): string => {
    const peers = `[{ podSelector: { matchLabels: { app: web } } }, { podSelector: { matchLabels: { app: ${app} } } }]`;
    const spec = `{ podSelector: {}, policyTypes: [Ingress, Egress], ingress: [{ from: ${peers} }], egress: [{ to: ${peers} }] }`;
    return policy("shop", "both", spec);
  };
  const pods = documents(pod("shop", "web"), pod("shop", "db"));
  expect(await rulesOf(documents(pods, both("db-pod")), about)).toEqual(["peer-selects-no-pods"]);
  expect(await rulesOf(documents(pods, both("db-pod")))).toEqual(["one-sided-flow", "one-sided-flow"]);
  expect(await rulesOf(documents(pods, both("db")), about)).toEqual([]);
});

describe("a Service that no rule is about", () => {
  const CLOSED = REDIS.replace("podSelector: { matchLabels: { app: redis } }", "podSelector: {}");
  const LET_IN = policy(
    "shop",
    "web",
    "{ podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }] }] }",
  );
  const ABOUT = ["closed-service", "one-sided-flow"];

  it("isn't told where another finding says which egress to it is in vain", async () => {
    const text = documents(pod("shop", "web"), CLOSED, LET_IN);
    expect(await rulesOf(text, ABOUT)).toEqual(["closed-service"]);
    expect(await rulesOf(documents(text, egressTo("redis")), ABOUT)).toEqual(["one-sided-flow"]);
  });

  it("is told where that is about another port", async () => {
    const other = egressTo("redis").replace("6379", "9121");
    expect(await rulesOf(documents(pod("shop", "web"), CLOSED, LET_IN, other), ABOUT)).toContain(
      "closed-service",
    );
  });
});

describe("a namespace that a policy names by a label which it lacks", () => {
  const NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n";
  const ABOUT = [...RULES, "namespace-selector-matches-none"];
  const inNamespace = (label: string, side: "from" | "to"): string => {
    const [direction, type] = side === "from" ? ["ingress", "Ingress"] : ["egress", "Egress"];
    const peer = `{ namespaceSelector: { matchLabels: { ${label} } } }`;
    return policy(
      "shop",
      "own",
      `{ podSelector: {}, policyTypes: [${type}], ${direction}: [{ ${side}: [${peer}] }] }`,
    );
  };
  const open = REDIS.replace(
    "policyTypes: [Ingress]",
    "policyTypes: [Ingress], ingress: [{ from: [{ podSelector: { matchLabels: { app: web } } }] }]",
  );

  it.each([
    [
      "at the source",
      documents(NAMESPACE, WEB, open, inNamespace("name: shop", "to")),
      "namespace-selector-matches-none",
    ],
    [
      "at the destination",
      documents(
        NAMESPACE,
        WEB,
        REDIS.split("---").slice(0, 2).join("---"),
        inNamespace("name: shop", "from"),
        egressTo("redis"),
      ),
      "namespace-selector-matches-none",
    ],
  ])("is told at the label alone: %s", async (_, text, expected) => {
    expect(await rulesOf(text, ABOUT)).toEqual([expected]);
    expect((await rulesOf(text)).length).toBeGreaterThan(0);
  });

  it("is told beside what another policy denies", async () => {
    const text = documents(NAMESPACE, WEB, REDIS, inNamespace("name: shop", "to"));
    expect((await rulesOf(text, ABOUT)).toSorted()).toEqual([
      "configured-address-blocked",
      "namespace-selector-matches-none",
    ]);
  });
});

describe("an address that a policy keeps from pods", () => {
  const BOTH = ["configured-address-blocked", "peer-selects-no-pods"];
  const redisFrom = (peer: string): string =>
    REDIS.replace("policyTypes: [Ingress]", `policyTypes: [Ingress], ingress: [{ from: [{ ${peer} }] }]`);
  const named = (value: string): string =>
    `podSelector: { matchLabels: { app.kubernetes.io/name: ${value} } }`;
  const cart = pod("shop", "cart");

  it.each([
    [
      "for which one of its peers is meant isn't told beside the label",
      named("web"),
      ["peer-selects-no-pods"],
    ],
    ["is told beside the label of others", named("cart"), [...BOTH].toSorted()],
  ])("%s", async (_, peer, expected) => {
    const text = documents(WEB, cart, redisFrom(peer));
    expect((await rulesOf(text, BOTH)).toSorted()).toEqual(expected);
    expect(await rulesOf(text, ["configured-address-blocked"])).toEqual(["configured-address-blocked"]);
  });
});

describe("a port that is wrong for a backend", () => {
  const BACKEND = documents(
    pod("shop", "web", "[{ containerPort: 8080 }]"),
    service("shop", "web", "{ selector: { app: web }, ports: [{ port: 80, targetPort: 8080 }] }"),
    "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: web, namespace: shop }\nspec: { defaultBackend: { service: { name: web, port: { number: 80 } } } }\n",
  );
  const openOn = (port: number): string => {
    const rules = `[{ ports: [{ port: ${port} }] }]`;
    return policy(
      "shop",
      `on-${port}`,
      `{ podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress], ingress: ${rules} }`,
    );
  };
  const ABOUT_PORTS = ["ingress-backend-blocked", "port-not-declared"];

  it("is told with the backend", async () => {
    expect(await rulesOf(documents(BACKEND, openOn(9090)), ABOUT_PORTS)).toEqual(["ingress-backend-blocked"]);
  });

  it("is told by itself where nothing else is asked for, or the backend is reached", async () => {
    expect(await rulesOf(documents(BACKEND, openOn(9090)), ["port-not-declared"])).toEqual([
      "port-not-declared",
    ]);
    expect(await rulesOf(documents(BACKEND, openOn(9090), openOn(8080)), ABOUT_PORTS)).toEqual([
      "port-not-declared",
    ]);
  });
});

describe("selectors that select no pod for one reason", () => {
  const api = "apiVersion: v1\nkind: Pod\nmetadata: { name: api, namespace: shop, labels: { app: api } }\n";
  const of = (name: string, label: string): string =>
    policy("shop", name, `{ podSelector: { matchLabels: { ${label} } }, policyTypes: [Ingress] }`);
  const from = (name: string, label: string): string =>
    policy(
      "shop",
      name,
      `{ podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: { matchLabels: { ${label} } } }] }] }`,
    );

  it.each([
    [
      "selects-no-pods",
      "two policies",
      [of("a", "role: api"), of("b", "role: api")],
      ["2 policies select no pod +1"],
    ],
    ["selects-no-pods", "one", [of("a", "role: api")], ["the policy selects no pod +0"]],
    [
      "selects-no-pods",
      "another label",
      [of("a", "role: api"), of("b", "tier: api")],
      ["the policy selects no pod +0", "the policy selects no pod +0"],
    ],
    [
      "peer-selects-no-pods",
      "peers of two policies",
      [from("a", "role: api"), from("b", "role: api")],
      ["2 peers select no pod +1"],
    ],
  ])("%s: %s", async (rule, _, policies, expected) => {
    const cwd = folderWith({ "all.yaml": documents(api, ...policies) });
    const { stdout } = await runAnp(["lint", "-o", "json", "--only", rule], { cwd });
    const { findings } = JSON.parse(stdout) as { findings: { message: string; related?: unknown[] }[] };
    expect(findings.map(({ message, related = [] }) => `${message} +${related.length}`)).toEqual(expected);
  });
});

describe("a namespace selector that matches none", () => {
  const NAMESPACES = documents(
    ...["shop", "edge", "ops"].map(
      (name) => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`,
    ),
  );
  const letIn = (name: string, labels: string): string =>
    policy(
      "shop",
      name,
      `{ podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [{ namespaceSelector: { matchLabels: { ${labels} } } }] }] }`,
    );
  interface Told {
    readonly line: number;
    readonly too: number;
  }
  async function told(files: Readonly<Record<string, string>>): Promise<readonly Told[]> {
    const args = ["lint", "-o", "json", "--only", "namespace-selector-matches-none"];
    const { stdout } = await runAnp(args, { cwd: folderWith(files) });
    const { findings } = JSON.parse(stdout) as {
      findings: { range: { start: { line: number } }; related?: unknown[] }[];
    };
    return findings.map(({ range, related = [] }) => ({ line: range.start.line, too: related.length }));
  }

  it.each([
    ["two policies", [letIn("a", "name: edge"), letIn("b", "name: edge")], [1]],
    ["three policies", [letIn("a", "name: edge"), letIn("b", "name: edge"), letIn("c", "name: edge")], [2]],
    [
      "two peers of one policy",
      [letIn("a", "name: edge").replace(/from: \[(.*)\] \}\]/, "from: [$1, $1] }]")],
      [1],
    ],
    ["two labels, each by itself", [letIn("a", "name: edge"), letIn("b", "name: ops")], [0, 0]],
    ["one", [letIn("a", "name: edge")], [0]],
    ["none", [letIn("a", "kubernetes.io/metadata.name: edge")], []],
  ])("by one label is told once: %s", async (_, policies, related) => {
    const found = await told({ "all.yaml": documents(NAMESPACES, ...policies) });
    expect(found.map(({ too }) => too)).toEqual(related);
  });

  it("is told in each file that has it", async () => {
    const files = {
      "a.yaml": documents(NAMESPACES, letIn("a", "name: edge")),
      "b.yaml": letIn("b", "name: edge"),
    };
    expect((await told(files)).map(({ too }) => too)).toEqual([0, 0]);
  });
});

describe("a port that no pod declares, in a rule in vain", () => {
  const ABOUT_RULES = ["one-sided-flow", "port-not-declared"];
  const PODS = documents(pod("shop", "web"), pod("shop", "mail", "[{ containerPort: 2525 }]"));
  const out = (...rules: readonly string[]): string =>
    policy(
      "shop",
      "out",
      `{ podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [${rules.join(", ")}] }`,
    );
  const to = (port: number): string =>
    `{ to: [{ podSelector: { matchLabels: { app: mail } } }], ports: [{ port: ${port} }] }`;
  const closed = (name: string): string =>
    policy("shop", name, "{ podSelector: { matchLabels: { app: mail } }, policyTypes: [Ingress] }");

  it("is told with the rule alone", async () => {
    expect(await rulesOf(documents(PODS, out(to(587)), closed("closed")), ABOUT_RULES)).toEqual([
      "one-sided-flow",
    ]);
    // Of several rules that one policy denies, too.
    expect(await rulesOf(documents(PODS, out(to(587), to(465)), closed("closed")), ABOUT_RULES)).toEqual([
      "one-sided-flow",
    ]);
  });

  it("is told where the rule opens something, or another one has the port", async () => {
    expect(await rulesOf(documents(PODS, out(to(587))), ABOUT_RULES)).toEqual(["port-not-declared"]);
    const open = policy(
      "shop",
      "in",
      "{ podSelector: { matchLabels: { app: mail } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: { matchLabels: { app: cart } } }], ports: [{ port: 587 }] }] }",
    );
    const more = documents(PODS, pod("shop", "cart"), out(to(587)), open);
    expect((await rulesOf(more, ABOUT_RULES)).toSorted()).toEqual(["one-sided-flow", "port-not-declared"]);
  });
});

describe("what follows from labels that a kustomization replaces", () => {
  const KUSTOMIZATION = "resources: [policy.yaml, pods.yaml]\ncommonLabels: { app: web }\n";
  const WEB_POD = pod("shop", "web", "[{ containerPort: 8080 }]");
  const PODS = documents(WEB_POD, WEB_POD.replace("name: web,", "name: web-2,"));
  const OUT = policy(
    "shop",
    "out",
    "{ podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress, Egress], ingress: [{ ports: [{ port: 8080 }] }], egress: [{ to: [{ podSelector: { matchLabels: { app: db } } }], ports: [{ port: 5432 }] }] }",
  );
  async function all(kustomization: string, out = OUT): Promise<readonly string[]> {
    const files = { "kustomization.yaml": kustomization, "policy.yaml": out, "pods.yaml": PODS };
    const { stdout } = await runAnp(["lint", "-o", "json"], { cwd: folderWith(files) });
    return (JSON.parse(stdout) as { findings: { rule: string }[] }).findings
      .map(({ rule }) => rule)
      .filter((rule) => ["selector-label-replaced", "one-sided-flow", "port-not-declared"].includes(rule));
  }

  it("is not told beside that", async () => {
    expect(await all(KUSTOMIZATION)).toEqual(["selector-label-replaced"]);
  });

  it("is told where they are written like that", async () => {
    const plain = KUSTOMIZATION.replace(/commonLabels.*\n/, "");
    expect(await all(plain, OUT.replace("app: db", "app: web"))).toEqual(["one-sided-flow"]);
  });
});

describe("rules that one rule of their policy makes redundant", () => {
  const from = (app: string, port: number): string =>
    `{ from: [{ podSelector: { matchLabels: { app: ${app} } } }], ports: [{ port: ${port} }] }`;
  const rules = (...texts: readonly string[]): string =>
    `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web, namespace: shop }
spec:
  podSelector: {}
  policyTypes: [Ingress]
  ingress:
${texts.map((text) => `    - ${text}\n`).join("")}`;
  const OPEN = "{ ports: [{ port: 80 }] }";
  const SSH = "{ ports: [{ port: 22 }] }";

  interface Told {
    readonly findings: readonly { readonly message: string; readonly related: readonly unknown[] }[];
    readonly suppressed: readonly unknown[];
  }
  const told = async (text: string, ...args: readonly string[]): Promise<Told> => {
    const all = ["lint", "-o", "json", "--only", "redundant-rule", ...args];
    return JSON.parse((await runAnp(all, { cwd: folderWith({ "all.yaml": text }) })).stdout) as Told;
  };

  it.each([
    ["two", [OPEN, from("a", 80), from("b", 80)], ["2 ingress rules of"]],
    ["three", [OPEN, from("a", 80), from("b", 80), from("c", 80)], ["3 ingress rules of"]],
    ["one", [OPEN, from("a", 80), from("b", 81)], ["ingress rule 2 of"]],
    [
      "of two, each its own",
      [OPEN, from("a", 80), SSH, from("b", 22)],
      ["ingress rule 2 of", "ingress rule 4 of"],
    ],
    ["none", [from("a", 80), from("b", 80)], []],
  ])("are told together: %s", async (_, texts, starts) => {
    const { findings } = await told(rules(...texts));
    expect(findings.map(({ message }) => message)).toEqual(
      starts.map((start) => expect.stringContaining(start)),
    );
    // The rule that does the same, and the others that it makes redundant.
    expect(findings.map(({ related }) => related.length)).toEqual(
      starts.map((start) => Number(/^\d/.exec(start)?.[0] ?? 1)),
    );
  });

  it.each([
    [
      "fewer ports of the same peers",
      [from("a", 80), from("a", 80).replace("{ port: 80 }", "{ port: 80 }, { port: 81 }")],
      0,
    ],
    ["fewer ports of everybody", [OPEN, "{ ports: [{ port: 80 }, { port: 81 }] }"], 0],
    [
      "fewer ports of an address block",
      [
        "{ from: [{ ipBlock: { cidr: 0.0.0.0/0 } }], ports: [{ port: 443 }] }",
        "{ from: [{ ipBlock: { cidr: 0.0.0.0/0 } }], ports: [{ port: 443 }, { port: 6443 }] }",
      ],
      0,
    ],
    [
      "one port of every port",
      [from("a", 80), "{ from: [{ podSelector: { matchLabels: { app: a } } }] }"],
      1,
    ],
    ["one port of a range", [from("a", 80), from("a", 80).replace("port: 80", "port: 80, endPort: 90")], 1],
    ["the same ports of the same peers", [from("a", 80), from("a", 80)], 1],
    ["the same ports of fewer peers", [OPEN, from("a", 80)], 1],
    ["fewer ports of fewer peers", ["{ ports: [{ port: 80 }, { port: 81 }] }", from("a", 80)], 1],
  ])("are told by default unless they are for %s", async (_, texts, findings) => {
    const { stdout } = await runAnp(["lint", "-o", "json"], {
      cwd: folderWith({ "all.yaml": rules(...texts) }),
    });
    const all = (JSON.parse(stdout) as { findings: { rule: string }[] }).findings;
    expect(all.filter(({ rule }) => rule === "redundant-rule")).toHaveLength(findings);
    // Who asks is told.
    expect((await told(rules(...texts), "--rule", "redundant-rule=info")).findings).toHaveLength(1);
  });

  it.each([
    [
      "DNS alone",
      "{ to: [{ namespaceSelector: {} }], ports: [{ port: 53, protocol: UDP }, { port: 53 }] }",
      0,
    ],
    [
      "DNS and more",
      "{ to: [{ namespaceSelector: {} }], ports: [{ port: 53, protocol: UDP }, { port: 443 }] }",
      1,
    ],
  ])("are told by default unless they let pods resolve names: %s", async (_, rule, findings) => {
    const text = rules(rule, "{ to: [{ namespaceSelector: {} }] }")
      .replace("  ingress:", "  egress:")
      .replace(/(policyTypes: .*)Ingress/, "$1Egress");
    const byDefault = await runAnp(["lint", "-o", "json"], { cwd: folderWith({ "all.yaml": text }) });
    const all = (JSON.parse(byDefault.stdout) as { findings: { rule: string }[] }).findings;
    expect(all.filter((each) => each.rule === "redundant-rule")).toHaveLength(findings);
    expect((await told(text, "--rule", "redundant-rule=info")).findings).toHaveLength(1);
  });

  it("are suppressed one by one", async () => {
    const ignored = (text: string): string => `# anp: ignore[redundant-rule] on purpose\n    - ${text}`;
    const text = rules(OPEN, from("a", 80), from("b", 80)).replace(
      `- ${from("a", 80)}`,
      ignored(from("a", 80)),
    );
    const one = await told(text);
    expect(one.findings.map(({ message }) => message)).toEqual([
      expect.stringContaining("ingress rule 3 of"),
    ]);
    expect(one.suppressed).toHaveLength(1);
    const both = await told(text.replace(`- ${from("b", 80)}`, ignored(from("b", 80))));
    expect([both.findings.length, both.suppressed.length]).toEqual([0, 2]);
  });
});

it("what is told together is known to a baseline one by one", async () => {
  const policies = (...names: readonly string[]): string =>
    documents(
      "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n",
      "apiVersion: v1\nkind: Namespace\nmetadata: { name: edge }\n",
      ...names.map((name) =>
        policy(
          "shop",
          name,
          "{ podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [{ namespaceSelector: { matchLabels: { name: edge } } }] }] }",
        ),
      ),
    );
  const cwd = folderWith({ "all.yaml": policies("a", "b") });
  const lint = ["lint", "--only", "namespace-selector-matches-none", "--baseline", "known.json"];
  await runAnp([...lint, "--update-baseline"], { cwd });
  expect((await runAnp([...lint, "--max-warnings", "0"], { cwd })).code).toBe(0);
  writeFileSync(`${cwd}/all.yaml`, policies("a", "b", "c"));
  const { code, stdout } = await runAnp([...lint, "--max-warnings", "0", "-o", "json"], { cwd });
  const { findings } = JSON.parse(stdout) as { findings: { object: { name: string } }[] };
  expect({ code, names: findings.map(({ object }) => object.name) }).toEqual({ code: 1, names: ["c"] });
});

describe("policies of a version that doesn't exist", () => {
  const of = (name: string, apiVersion: string, kind = "NetworkPolicy"): string =>
    `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: ${name}, namespace: shop }\nspec: { podSelector: {} }\n`;

  it.each([
    ["three of one", [of("a", "v1"), of("b", "v1"), of("c", "v1")], [2]],
    ["two of one, one of another", [of("a", "v1"), of("b", "extensions/v1"), of("c", "v1")], [1, 0]],
    ["one", [of("a", "v1"), of("b", "networking.k8s.io/v1")], [0]],
    ["none", [of("b", "networking.k8s.io/v1")], []],
  ])("are told together: %s", async (_, texts, related) => {
    const cwd = folderWith({ "all.yaml": documents(...texts) });
    const { stdout, code } = await runAnp(["lint", "-o", "json", "--only", "unserved-kind"], { cwd });
    const { findings } = JSON.parse(stdout) as { findings: { related: unknown[] }[] };
    expect(findings.map((each) => each.related.length)).toEqual(related);
    expect(code).toBe(related.length === 0 ? 0 : 1);
  });
});

describe("the same two peers in several rules", () => {
  const to = (pods: string, name = "dns"): string =>
    policy(
      "shop",
      `${name}-${pods}`,
      `{ podSelector: {}, policyTypes: [Egress], egress: [{ to: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ${name} } } }, { podSelector: { matchLabels: { app: ${pods} } } }] }] }`,
    );
  const PODS = documents(
    pod("shop", "web"),
    pod("dns", "coredns"),
    pod("dns", "cache"),
    pod("log", "coredns"),
  );
  const oneEach = (text: string, name: string): string => text.replace(/name: (\w+-\w+)/, `name: ${name}`);

  it.each([
    ["two of one", [to("coredns"), oneEach(to("coredns"), "b")], [2]],
    [
      "three of one, one of other pods",
      [to("coredns"), oneEach(to("coredns"), "b"), oneEach(to("coredns"), "c"), to("cache")],
      [3, 1],
    ],
    [
      "two of one, one of another namespace",
      [to("coredns"), oneEach(to("coredns"), "b"), to("coredns", "log")],
      [2, 1],
    ],
    ["one", [to("coredns")], [1]],
    ["of two sorts of pods", [to("coredns"), to("cache")], [1, 1]],
    ["pods of the own namespace", [to("web"), oneEach(to("web"), "b")], []],
  ])("are told together: %s", async (_, texts, related) => {
    const cwd = folderWith({ "all.yaml": documents(PODS, ...texts) });
    const { stdout } = await runAnp(["lint", "-o", "json", "--only", "peer-or-instead-of-and"], { cwd });
    const { findings } = JSON.parse(stdout) as { findings: { related: unknown[] }[] };
    expect(findings.map((each) => each.related.length)).toEqual(related);
  });

  it("are corrected in each, and suppressed in each", async () => {
    const second = oneEach(to("coredns"), "b");
    const text = documents(PODS, to("coredns"), second);
    const cwd = folderWith({ "all.yaml": text });
    const only = ["--only", "peer-or-instead-of-and"];
    expect((await runAnp(["lint", "--fix", "--unsafe-fixes", ...only], { cwd })).code).toBe(0);
    expect((await runAnp(["lint", ...only], { cwd })).code).toBe(0);
    const silenced = second.replace("\nspec:", "\n# anp: ignore[peer-or-instead-of-and] meant so\nspec:");
    const { stdout } = await runAnp(["lint", "-o", "json", ...only], {
      cwd: folderWith({ "all.yaml": documents(PODS, to("coredns"), silenced) }),
    });
    const { findings } = JSON.parse(stdout) as {
      findings: { object: { name: string }; related: unknown[] }[];
    };
    expect(findings.map(({ object, related }) => [object.name, related.length])).toEqual([
      ["dns-coredns", 1],
    ]);
  });
});

describe("policies whose labels no pod has, beside pods that are open", () => {
  const FOR_OPEN = ["absent-from-input", "no-default-deny", "workload-unprotected"];
  const closed = (name: string, types = "Ingress"): string =>
    policy("shop", name, `{ podSelector: { matchLabels: { app: ${name} } }, policyTypes: [${types}] }`);
  const lone = documents(pod("shop", "node-agent"), closed("agent", "Egress"));
  const beside = documents(...["web", "cart"].flatMap((name) => [pod("shop", name), closed(name)]));
  const forgotten = documents(beside, pod("shop", "node-agent"));
  const peer = policy(
    "shop",
    "from-agent",
    "{ podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: { matchLabels: { app: node-agent } } }] }] }",
  );
  const denyIn = policy("shop", "deny", "{ podSelector: {}, policyTypes: [Ingress] }");

  it.each([
    ["a namespace without a default-deny", lone],
    ["one that has a default-deny for the other direction", documents(lone, denyIn)],
    ["a workload that seems forgotten", documents(forgotten, closed("agent"))],
  ])("are told at the labels alone: %s", async (_, text) => {
    expect(await rulesOf(text, FOR_OPEN)).toContain("absent-from-input");
    const { stdout } = await runAnp(["lint", "-o", "json"], { cwd: folderWith({ "all.yaml": text }) });
    const { findings } = JSON.parse(stdout) as { findings: { rule: string }[] };
    expect(findings.map(({ rule }) => rule).filter((rule) => FOR_OPEN.includes(rule))).toEqual([
      "absent-from-input",
    ]);
  });

  it.each([
    [
      "a workload that another policy asks for",
      documents(forgotten, closed("agent"), peer),
      "workload-unprotected",
    ],
    ["a workload without such a policy", forgotten, "workload-unprotected"],
    [
      "a workload whose policy is for the other direction",
      documents(forgotten, closed("agent", "Egress")),
      "workload-unprotected",
    ],
    [
      "a namespace where more is open, which a policy asks for",
      documents(
        pod("shop", "node-agent"),
        pod("shop", "agent-ui"),
        closed("agent", "Egress"),
        policy(
          "shop",
          "from-ui",
          "{ podSelector: { matchLabels: { app: none } }, policyTypes: [Egress], egress: [{ to: [{ podSelector: { matchLabels: { app: agent-ui } } }] }] }",
        ),
      ),
      "no-default-deny",
    ],
  ])("are no word for %s", async (_, text, expected) => {
    const { stdout } = await runAnp(["lint", "-o", "json"], { cwd: folderWith({ "all.yaml": text }) });
    const { findings } = JSON.parse(stdout) as { findings: { rule: string }[] };
    expect(findings.map(({ rule }) => rule)).toContain(expected);
  });

  it("are told as what is open to who asks for that, or gives it a level", async () => {
    expect(await rulesOf(lone, ["no-default-deny"])).toContain("no-default-deny");
    const args = ["lint", "-o", "json", "--rule", "no-default-deny=error"];
    const { stdout } = await runAnp(args, { cwd: folderWith({ "all.yaml": lone }) });
    expect(stdout).toContain('"rule": "no-default-deny"');
  });
});

describe("policies that others make redundant", () => {
  const own = (name: string): string =>
    policy(
      "shop",
      name,
      "{ podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }] }] }",
    );
  const from = (name: string, peer = "web"): string =>
    policy(
      "shop",
      name,
      `{ podSelector: { matchLabels: { app: ${name} } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: { matchLabels: { app: ${peer} } } }] }] }`,
    );

  it.each([
    ["two by one", [own("own"), from("db"), from("cache")], [2]],
    ["three by one", [own("own"), from("db"), from("cache"), from("mail")], [3]],
    [
      "two by one, beside their pods",
      [own("own"), from("db"), from("web", "db"), pod("shop", "db"), pod("shop", "web")],
      [2],
    ],
    ["one", [own("own"), from("db")], [1]],
    [
      "each by its copy",
      [
        from("db"),
        from("db").replace("name: db,", "name: db-2,"),
        from("web"),
        from("web").replace("name: web,", "name: web-2,"),
      ],
      [1, 1],
    ],
    ["none", [from("db"), from("cache")], []],
  ])("are told once for what makes them so: %s", async (_, texts, related) => {
    const args = ["lint", "-o", "json", "--only", "redundant-policy"];
    const { stdout } = await runAnp(args, { cwd: folderWith({ "a.yaml": documents(...texts) }) });
    const { findings } = JSON.parse(stdout) as { findings: { related: unknown[] }[] };
    expect(findings.map((each) => each.related.length)).toEqual(related);
  });
});

describe("a rule that one for the pods of every namespace makes redundant", () => {
  const out = (...rules: readonly string[]): string =>
    policy("shop", "out", `{ podSelector: {}, policyTypes: [Egress], egress: [${rules.join(", ")}] }`);
  const https = (to: string): string => `{ to: [${to}], ports: [{ port: 443 }] }`;
  const EVERY = "{ namespaceSelector: {} }";
  const VAULT = "{ podSelector: { matchLabels: { app: vault } } }";
  const DEFAULT = "{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: default } } }";
  const BOTH = ["all-namespaces-not-internet", "redundant-rule"];

  it.each([
    ["pods", [https(VAULT), https(EVERY)]],
    ["a namespace", [https(DEFAULT), https(EVERY)]],
    ["both", [https(DEFAULT), https(EVERY), https(VAULT)]],
  ])("is told with that one, which is meant for addresses: %s", async (_, rules) => {
    expect(await rulesOf(out(...rules), BOTH)).toEqual(["all-namespaces-not-internet"]);
  });

  it.each([
    ["nothing is meant for addresses", [https(VAULT), https(`${VAULT}, ${DEFAULT}`)], ["redundant-rule"]],
    [
      "addresses are allowed",
      [https(VAULT), https(EVERY), https("{ ipBlock: { cidr: 0.0.0.0/0 } }")],
      ["redundant-rule"],
    ],
    [
      "another rule makes it so",
      [https(VAULT), `{ to: [${VAULT}] }`, https(EVERY)],
      ["all-namespaces-not-internet", "redundant-rule"],
    ],
  ])("is told by itself where %s", async (_, rules, expected) => {
    expect((await rulesOf(out(...rules), BOTH)).toSorted()).toEqual(expected);
  });

  it("is told to who asks for that alone", async () => {
    expect(await rulesOf(out(https(VAULT), https(EVERY)), ["redundant-rule"])).toEqual(["redundant-rule"]);
  });
});

it("of templates that are not read, the one that names a policy is shown first", async () => {
  const template = (kind: string): string =>
    `apiVersion: v1\nkind: ${kind}\nmetadata:\n  namespace: {{TENANT}}\n`;
  const cwd = folderWith({ "a.yaml": template("LimitRange"), "b.yaml": template("NetworkPolicy") });
  const { stdout } = await runAnp(["lint", "-o", "json"], { cwd });
  const { findings } = JSON.parse(stdout) as { findings: { file: string; related: { file: string }[] }[] };
  expect(findings.map(({ file, related }) => [file, ...related.map((each) => each.file)])).toEqual([
    ["b.yaml", "a.yaml"],
  ]);
});

describe("backends of one route that one policy keeps from the controller", () => {
  const route = (name: string, ...apps: readonly string[]): string => {
    const paths = apps.map(
      (app) =>
        `{ path: /${app}, pathType: Prefix, backend: { service: { name: ${app}, port: { number: 80 } } } }`,
    );
    return `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: ${name}, namespace: shop }\nspec: { ingressClassName: alb, rules: [{ http: { paths: [${paths.join(", ")}] } }] }\n`;
  };
  const app = (name: string): string =>
    documents(
      pod("shop", name, "[{ containerPort: 8080 }]"),
      service("shop", name, `{ selector: { app: ${name} }, ports: [{ port: 80, targetPort: 8080 }] }`),
    );
  const APPS = documents(app("web"), app("api"), app("cart"));
  const DENY = policy("shop", "deny", "{ podSelector: {}, policyTypes: [Ingress] }");
  const inside = (name: string): string =>
    policy(
      "shop",
      name,
      `{ podSelector: { matchLabels: { app: ${name} } }, ingress: [{ from: [{ podSelector: {} }] }] }`,
    );

  interface Told {
    readonly message: string;
    readonly related?: readonly { readonly message?: string }[];
  }
  async function told(...texts: readonly string[]): Promise<readonly string[]> {
    const cwd = folderWith({ "all.yaml": documents(APPS, ...texts) });
    const { stdout } = await runAnp(["lint", "-o", "json", "--only", "ingress-backend-blocked"], { cwd });
    return (JSON.parse(stdout) as { findings: Told[] }).findings.map(
      ({ message, related = [] }) => `${message.replace(/^.* on TCP/, "TCP")} (${related.length})`,
    );
  }

  it.each<[string, readonly string[], readonly string[]]>([
    [
      "are one finding, with the places of all",
      [DENY, route("front", "web", "api", "cart")],
      ["TCP 8080, a backend of `Ingress shop/front`, nor 2 others of it (3)"],
    ],
    [
      "of two routes are one for each",
      [DENY, route("front", "web", "api"), route("back", "cart")],
      [
        "TCP 8080, a backend of `Ingress shop/front`, nor 1 other of it (2)",
        "TCP 8080, a backend of `Ingress shop/back` (1)",
      ],
    ],
    [
      "are one for each policy that is to be changed",
      [inside("web"), inside("api"), route("front", "web", "api")],
      ["TCP 8080, a backend of `Ingress shop/front` (1)", "TCP 8080, a backend of `Ingress shop/front` (1)"],
    ],
  ])("%s", async (_, texts, expected) => {
    expect(await told(...texts)).toEqual(expected);
  });
});

describe("a Service that nobody is let in to", () => {
  const CLOSED = ["closed-service", "one-sided-flow"];
  const ALL = documents(
    REDIS.replace("name: closed", "name: deny").replace(
      "podSelector: { matchLabels: { app: redis } }",
      "podSelector: {}",
    ),
    pod("shop", "web", "[{ containerPort: 8080 }]"),
    policy(
      "shop",
      "web",
      "{ podSelector: { matchLabels: { app: web } }, ingress: [{ ports: [{ port: 8080 }] }] }",
    ),
  );

  it("is told by who may go there, where somebody may", async () => {
    expect(await rulesOf(documents(ALL, egressTo("redis")), CLOSED)).toEqual(["one-sided-flow"]);
    expect(await rulesOf(documents(ALL, egressTo("redis")), ["closed-service"])).toEqual(["closed-service"]);
  });

  it("is told by itself where nobody may, or may go elsewhere", async () => {
    expect(await rulesOf(ALL, CLOSED)).toEqual(["closed-service"]);
    const mail = documents(ALL, pod("shop", "mail", "[{ containerPort: 6379 }]"), egressTo("mail"));
    expect(await rulesOf(mail, CLOSED)).toEqual(["closed-service", "one-sided-flow"]);
  });
});
