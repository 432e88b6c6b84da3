import { describe, expect, it } from "vitest";
import { clusterPolicy, networkPolicy } from "../../support/findings.js";
import { namespace, pod, stream } from "../../cli/manifests.js";
import { suggested, texts, type Suggested } from "./ask.js";

/** A shop whose pods call a Service of another namespace by its name. */
const APPS = stream(
  namespace("shop"),
  namespace("payments"),
  pod("shop", "web"),
  pod("shop", "mail"),
  pod("payments", "api", "[{ name: rpc, containerPort: 8443 }, { name: stats, containerPort: 9100 }]"),
  `apiVersion: v1
kind: Service
metadata: { name: api, namespace: payments }
spec: { selector: { app: api }, ports: [{ port: 443, targetPort: rpc }] }
`,
);

const DNS = stream(
  namespace("kube-system"),
  pod(
    "kube-system",
    "dns",
    "[{ name: dns, containerPort: 53, protocol: UDP }, { name: dns-tcp, containerPort: 53 }]",
  ),
  `apiVersion: v1
kind: Service
metadata: { name: kube-dns, namespace: kube-system }
spec: { selector: { app: dns }, ports: [{ name: dns, port: 53, protocol: UDP }, { name: dns-tcp, port: 53, protocol: TCP }] }
`,
);

const TO_API = ["shop/web", "payments/svc/api", "--port", "443"];

/** Isolates web for egress, with these rules. */
function webEgress(...rules: readonly string[]): string {
  return networkPolicy(
    `podSelector: { matchLabels: { app: web } }\npolicyTypes: [Egress]\negress: [${rules.join(", ")}]`,
    "web",
  );
}

function ingressOfApi(name: string, rule: string): string {
  return networkPolicy(
    `podSelector: { matchLabels: { app: api } }\npolicyTypes: [Ingress]\ningress: [${rule}]`,
    name,
  ).replace("namespace: shop", "namespace: payments");
}

function asked(policies: readonly string[], args: readonly string[]): Promise<Suggested> {
  return suggested({ "apps.yaml": stream(APPS, DNS), "policies.yaml": stream(...policies) }, args);
}

describe("a name that cannot be resolved", () => {
  it("is opened with the connection, in one patch", async () => {
    const { suggestions } = await asked([webEgress()], TO_API);
    expect(suggestions[0]).toMatchObject({
      verdict: "allowed",
      leavesNameDenied: false,
      opens: { count: 0 },
    });
    const edits = suggestions[0]?.edits.map(({ text }) => text).join("; ");
    expect(edits).toContain("to app=api in namespace payments, TCP 8443");
    expect(edits).toContain("to app=dns in namespace kube-system, TCP 53; UDP 53");
    expect(suggestions.every(({ leavesNameDenied }) => !leavesNameDenied)).toBe(true);
  });

  it("is opened where the connection is allowed", async () => {
    const toApi = "{ to: [{ namespaceSelector: {}, podSelector: { matchLabels: { app: api } } }] }";
    const [first] = texts(await asked([webEgress(toApi)], TO_API));
    expect(first).toMatch(/kube-system, TCP 53; UDP 53$/);
    expect(first).not.toContain("app=api");
  });

  it("is not closed by a policy that is added for the connection", async () => {
    // A Baseline denies; a NetworkPolicy over it isolates web, which asked DNS under the default until then.
    const rules =
      "egress: [{ action: Deny, to: [{ namespaces: { matchLabels: { kubernetes.io/metadata.name: payments } } }] }]";
    const baseline = clusterPolicy(rules, "default", "tier: Baseline, priority: 9");
    const { suggestions } = await asked([baseline], TO_API);
    expect(suggestions.length).toBeGreaterThan(0);
    expect(suggestions.every(({ leavesNameDenied }) => !leavesNameDenied)).toBe(true);
  });

  it("is said to stay denied where no edit opens it", async () => {
    const dns = networkPolicy("podSelector: {}\npolicyTypes: [Ingress, Egress]", "closed").replace(
      "namespace: shop",
      "namespace: kube-system",
    );
    const files = {
      "apps.yaml": APPS,
      // What Helm has made is not edited, the pods of DNS and their policy alike.
      "dns.yaml": stream(
        ...[...DNS.split(/^---\n/m), dns].map((each) => `# Source: chart/dns.yaml\n${each}`),
      ),
      "web.yaml": webEgress(),
    };
    const found = await suggested(files, TO_API);
    expect(found.notes).toContain("rendered");
    expect(found.suggestions[0]?.leavesNameDenied).toBe(true);
  });
});

describe("a value that matches nothing", () => {
  const fromWeb = (selector: string): string =>
    `{ from: [{ namespaceSelector: { matchLabels: { ${selector} } }, podSelector: { matchLabels: { app: web } } }], ports: [{ port: 8443 }] }`;

  it.each([
    [
      "the port of a Service: the port of its pods",
      "{ from: [{ namespaceSelector: {} }], ports: [{ port: 443 }] }",
      "replace TCP 443 with 8443 in rule 1 of NetworkPolicy payments/api",
    ],
    [
      "a label that namespaces do not have: the one that they all have",
      fromWeb("name: shop"),
      "replace name=shop with kubernetes.io/metadata.name=shop in rule 1 of NetworkPolicy payments/api",
    ],
    [
      "a misspelt label",
      fromWeb("kubernetes.io/metadata.name: shop").replace("app: web", "appp: web"),
      "replace appp=web with app=web in rule 1 of NetworkPolicy payments/api",
    ],
    [
      "pods of another namespace: with that",
      "{ from: [{ podSelector: { matchLabels: { app: web } } }], ports: [{ port: 8443 }] }",
      "select namespace shop in rule 1 of NetworkPolicy payments/api",
    ],
    [
      "an expression",
      "{ from: [{ namespaceSelector: { matchExpressions: [{ key: name, operator: In, values: [shop] }] } }] }",
      "replace name=shop with kubernetes.io/metadata.name=shop in rule 1 of NetworkPolicy payments/api",
    ],
  ])("%s", async (_, rule, edit) => {
    const { suggestions } = await asked([ingressOfApi("api", rule)], TO_API);
    expect(suggestions[0]?.edits.map(({ text }) => text)).toEqual([edit]);
    const added = suggestions.flatMap(({ edits }) => edits.filter(({ kind }) => kind.startsWith("add-p")));
    // What is wrong is not kept in the rule beside what is right.
    expect(
      added.filter(({ kind, text }) => kind !== "add-policy" && text.includes("rule 1")),
    ).not.toContainEqual(
      expect.objectContaining({
        text: expect.stringMatching(/TCP 8443 to rule 1|app=web in namespace shop to rule 1/),
      }),
    );
  });

  it("two in one rule: both", async () => {
    const rule = fromWeb("name: shop").replace("8443", "443");
    const { suggestions } = await asked([ingressOfApi("api", rule)], TO_API);
    expect(suggestions[0]?.edits.map(({ kind }) => kind)).toEqual(["replace-value", "replace-value"]);
    expect(suggestions[0]?.patch).toContain("kubernetes.io/metadata.name: shop");
    expect(suggestions[0]?.patch).toContain("port: 8443");
  });

  it("a peer, in a rule that lacks the port too: the peer is put right and the port is added", async () => {
    // No Service has port 9090: that it is a mistake is not known.
    const rule = fromWeb("name: shop").replace("8443", "9090");
    const { suggestions } = await asked([ingressOfApi("api", rule)], TO_API);
    expect(suggestions[0]?.edits.map(({ text }) => text)).toEqual([
      "replace name=shop with kubernetes.io/metadata.name=shop in rule 1 of NetworkPolicy payments/api",
      "add TCP 8443 to rule 1 of NetworkPolicy payments/api",
    ]);
  });

  it("what a policy was meant to select", async () => {
    const allows = ingressOfApi("api", "{ from: [{ namespaceSelector: {} }] }").replace(
      "app: api",
      "app: apii",
    );
    const closed = ingressOfApi("closed", "").replace("matchLabels: { app: api }", "");
    const [first] = texts(await asked([closed, allows], TO_API));
    expect(first).toBe("replace app=apii with app=api in NetworkPolicy payments/api");
  });
});

describe("the port of a node", () => {
  const NODES = stream(
    APPS.replace("targetPort: rpc }", "targetPort: rpc, nodePort: 30443 }").replace(
      "spec: { selector",
      "spec: { type: NodePort, selector",
    ),
    `apiVersion: v1
kind: Node
metadata: { name: worker-1 }
status: { addresses: [{ type: InternalIP, address: 10.9.0.1 }] }
`,
  );

  it.each(["node/worker-1", "10.9.0.1"])("%s leads to pods, whose policies are edited", async (to) => {
    const policies = stream(
      webEgress(
        "{ to: [{ podSelector: { matchLabels: { app: api } }, namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: payments } } }], ports: [{ port: 30443 }] }",
      ),
      clusterPolicy(
        "ingress: [{ action: Deny, from: [{ namespaces: {} }] }]",
        "floor",
        "tier: Baseline, priority: 5",
      ),
    );
    const args = ["shop/web", to, "--port", "30443"];
    const { suggestions } = await suggested({ "apps.yaml": NODES, "policies.yaml": policies }, args);
    expect(suggestions[0]).toMatchObject({ verdict: "allowed" });
    expect(suggestions[0]?.edits.map(({ text }) => text)).toEqual([
      "replace TCP 30443 with 8443 in rule 1 of NetworkPolicy shop/web",
      "add NetworkPolicy payments/allow-api-from-web: app=api takes traffic from app=web in namespace shop, TCP 8443",
    ]);
  });
});

describe("without --port", () => {
  const ASK = ["shop/web", "payments/api"];

  it("the ports that the destination declares", async () => {
    const found = await asked([ingressOfApi("api", "")], ASK);
    expect(found.notes).toEqual(["declared-ports"]);
    expect(texts(found)[0]).toMatch(/from app=web in namespace shop, TCP 8443, 9100$/);
  });

  it("those of them that are denied", async () => {
    const rule = "{ from: [{ namespaceSelector: {} }], ports: [{ port: 9100 }] }";
    const all = texts(await asked([ingressOfApi("api", rule)], ASK));
    expect(all.length).toBeGreaterThan(0);
    expect(all.join("\n")).not.toMatch(/\d-\d/);
  });

  it("nothing where they are allowed already", async () => {
    const rule = "{ from: [{ namespaceSelector: {} }], ports: [{ port: 9100 }, { port: 8443 }] }";
    const found = await asked([ingressOfApi("api", rule)], ASK);
    expect(found.suggestions).toEqual([]);
    expect(found.notes).toContain("declared-allowed");
  });
});

describe("what should not be edited", () => {
  const DENY = networkPolicy("podSelector: {}\npolicyTypes: [Ingress]", "default-deny").replace(
    "namespace: shop",
    "namespace: payments",
  );

  it("a policy that denies by default, while another one does it", async () => {
    const all = texts(await asked([DENY], TO_API));
    expect(all.length).toBeGreaterThan(0);
    expect(all.join("\n")).not.toContain("default-deny");
  });

  it("a policy that denies by default, in the Baseline tier", async () => {
    const deny = clusterPolicy(
      "ingress: [{ action: Deny, from: [{ namespaces: {} }] }]",
      "default",
      "tier: Baseline, priority: 9",
    );
    const found = await asked([deny], TO_API);
    // One for the pods, and one for DNS, which it denies too.
    const kinds = found.suggestions.map(({ edits }) => edits.map(({ kind }) => kind));
    expect(kinds).toEqual([["add-policy", "add-policy"]]);
  });

  it("labels, unless nothing else does it: then it is said why", async () => {
    const rule =
      "{ from: [{ podSelector: { matchLabels: { sees-api: yes-please } }, namespaceSelector: {} }] }";
    const files = {
      "apps.yaml": stream(APPS, DNS),
      "api.yaml": `# Source: chart/api.yaml\n${ingressOfApi("api", rule)}`,
    };
    const { suggestions, notes } = await suggested(files, TO_API);
    expect(notes).toContain("rendered");
    expect(suggestions[0]?.edits).toMatchObject([
      { kind: "add-label", lastResort: "label", text: "label the pods of Pod shop/web sees-api=yes-please" },
    ]);
  });
});
