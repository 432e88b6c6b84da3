import { cpSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { execFileSync } from "node:child_process";
import { folderWith } from "../../support/folder.js";
import { runAnp } from "../../support/run-anp.js";
import { adminPolicy, clusterPolicy, networkPolicy } from "../../support/findings.js";
import { namespace, pod, stream } from "../../cli/manifests.js";
import { suggested, texts } from "./ask.js";

const PODS = stream(
  namespace("shop"),
  namespace("ops", "{ team: ops }"),
  pod("shop", "web"),
  pod("shop", "db", "[{ name: sql, containerPort: 5432 }]"),
  pod("shop", "mail"),
  pod("ops", "agent"),
);

/** An ingress policy of `db` with these rules. */
function dbPolicy(...rules: readonly string[]): string {
  return networkPolicy(
    `podSelector: { matchLabels: { app: db } }\npolicyTypes: [Ingress]\ningress: [${rules.join(", ")}]`,
    "db",
  );
}

const WEB_TO_DB = ["shop/web", "shop/db", "--port", "5432"];

async function asked(policies: readonly string[], args: readonly string[] = WEB_TO_DB): Promise<string[]> {
  return texts(await suggested({ "a.yaml": stream(PODS, ...policies) }, args));
}

describe("a denied flow", () => {
  it("a peer, where a rule names the port already", async () => {
    const rule = "{ from: [{ podSelector: { matchLabels: { app: mail } } }], ports: [{ port: 5432 }] }";
    expect(await asked([dbPolicy(rule)])).toEqual([
      "add app=web in namespace shop to rule 1 of NetworkPolicy shop/db",
      "add a rule to NetworkPolicy shop/db: from app=web in namespace shop, TCP 5432",
      "add NetworkPolicy shop/allow-db-from-web: app=db takes traffic from app=web in namespace shop, TCP 5432",
    ]);
  });

  it("what an edit of an item opens whose list says what it is", async () => {
    const items = dbPolicy()
      .trimStart()
      .replace(/^apiVersion:.*\nkind:.*\n/m, "");
    const list = `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicyList\nitems:\n- ${items.trimEnd().replaceAll("\n", "\n  ")}\n`;
    const found = await suggested({ "a.yaml": stream(PODS, list) }, WEB_TO_DB);
    expect(texts(found)[0]).toMatch(/^add a rule to NetworkPolicy shop\/db/);
    expect(found.suggestions.map(({ opens }) => opens?.count)).toEqual([0, 0]);
  });

  it.each(["db", "db.shop", "db.shop.svc.cluster.local", "sql.shop"])(
    "selects pods that are called by a name of the cluster, and counts as opened what others send them: %s",
    async (name) => {
      const service = (named: string, address: string): string => `apiVersion: v1
kind: Service
metadata: { name: ${named}, namespace: shop }
spec: { clusterIP: ${address}, selector: { app: db }, ports: [{ port: 5432 }] }
`;
      const closed = clusterPolicy("egress: [{ name: closed, action: Deny, to: [{ namespaces: {} }] }]");
      const text = stream(PODS, service("db", "None"), service("sql", "10.96.0.7"), closed);
      const found = await suggested({ "a.yaml": text }, ["shop/web", name, "--port", "5432"]);
      expect(texts(found)[0]).toMatch(/ before rule 1: Accept to app=db in namespace shop, TCP 5432/);
      expect(texts(found).join()).not.toContain(`Accept to ${name}`);
      expect(found.suggestions[0]?.opens?.count).toBe(2);
    },
  );

  it("no peer for a rule whose port is another one", async () => {
    const rule = "{ from: [{ podSelector: { matchLabels: { app: mail } } }], ports: [{ port: 25 }] }";
    expect((await asked([dbPolicy(rule)]))[0]).toMatch(/^add a rule/);
  });

  it("of hundreds of rules the one that has most right, and a rule or a policy of its own all the same", async () => {
    const far = (i: number): string =>
      `{ from: [{ podSelector: { matchLabels: { app: mail${i} } } }], ports: [{ port: ${7000 + i} }] }`;
    const near = "{ from: [{ podSelector: { matchLabels: { app: mail } } }], ports: [{ port: 5432 }] }";
    const rules = Array.from({ length: 300 }, (_, i) => far(i));
    expect(await asked([dbPolicy(...rules, near)])).toEqual([
      "add app=web in namespace shop to rule 301 of NetworkPolicy shop/db",
      "add a rule to NetworkPolicy shop/db: from app=web in namespace shop, TCP 5432",
      "add NetworkPolicy shop/allow-db-from-web: app=db takes traffic from app=web in namespace shop, TCP 5432",
    ]);
  });

  it("hundreds of policies on both sides", async () => {
    const policies = Array.from({ length: 80 }, (_, i) => {
      const [from, to] = [`{ podSelector: { matchLabels: { app: mail${i} } } }`, `{ port: ${7000 + i} }`];
      const rules = `ingress: [{ from: [${from}], ports: [${to}] }]\negress: [{ to: [${from}], ports: [${to}] }]`;
      return networkPolicy(`podSelector: {}\npolicyTypes: [Ingress, Egress]\n${rules}`, `p${i}`);
    });
    const [best] = await asked(policies);
    expect(best).toMatch(/^add .*allow-web-to-db.*; add .*allow-db-from-web/);
  });

  it("through a Service: the port of its pods, not its own", async () => {
    const service = `apiVersion: v1
kind: Service
metadata: { name: sql, namespace: shop }
spec: { selector: { app: db }, ports: [{ port: 3306, targetPort: sql }] }
`;
    const rule = "{ from: [{ podSelector: { matchLabels: { app: web } } }], ports: [{ port: 3306 }] }";
    expect((await asked([dbPolicy(rule), service], ["shop/web", "svc/sql", "--port", "3306"]))[0]).toBe(
      "replace TCP 3306 with 5432 in rule 1 of NetworkPolicy shop/db",
    );
  });

  it("a port by its number, where a rule names another one by name", async () => {
    const rule = "{ from: [{ podSelector: {} }], ports: [{ port: sql }] }";
    const args = ["shop/web", "shop/db", "--port", "5433"];
    const found = await asked([dbPolicy(rule)], args);
    // The rule lets every pod in: another rule for this one opens less.
    expect(found.slice(0, 3)).toEqual([
      "add a rule to NetworkPolicy shop/db: from app=web in namespace shop, TCP 5433",
      "add NetworkPolicy shop/allow-db-from-web: app=db takes traffic from app=web in namespace shop, TCP 5433",
      "add TCP 5433 to rule 1 of NetworkPolicy shop/db",
    ]);
  });

  it("from another namespace: by the name of it, and by no label that it lacks", async () => {
    const rule = "{ from: [{ namespaceSelector: { matchLabels: { sees-db: yes-please } } }] }";
    const args = ["ops/agent", "shop/db", "--port", "5432"];
    const found = await asked([dbPolicy(rule)], args);
    expect(found).toContain("add app=agent in namespace ops to rule 1 of NetworkPolicy shop/db");
    expect(found.filter((text) => text.startsWith("label"))).toEqual([]);
  });

  it("never another value for a label that is there", async () => {
    const rule = "{ from: [{ podSelector: { matchLabels: { app: front } } }] }";
    expect((await asked([dbPolicy(rule)])).filter((text) => text.startsWith("label"))).toEqual([]);
  });

  it("an address by its block", async () => {
    const args = ["203.0.113.7", "shop/db", "--port", "5432", "--pod-cidr", "10.0.0.0/8"];
    expect((await asked([dbPolicy()], args))[0]).toBe(
      "add a rule to NetworkPolicy shop/db: from 203.0.113.7/32, TCP 5432",
    );
  });

  it("in v1alpha1, in its words", async () => {
    const deny = adminPolicy("ingress: [{ action: Deny, from: [{ namespaces: {} }] }]", "closed");
    const { suggestions } = await suggested({ "a.yaml": stream(PODS, deny) }, WEB_TO_DB);
    expect(suggestions[0]?.patch).toContain("action: Allow");
    expect(suggestions[0]?.patch).toContain("portNumber: {");
    // The policy is for every pod: what it accepts, it accepts at the other two, too.
    expect(suggestions[0]?.opens?.count).toBe(2);
  });

  it("a Baseline denial: by a rule before it, or by a NetworkPolicy, which closes what else was open", async () => {
    const deny = clusterPolicy(FROM_WEB, "default", "tier: Baseline, priority: 9").replace(
      EVERY_POD,
      DB_PODS,
    );
    const { suggestions } = await suggested({ "a.yaml": stream(PODS, deny) }, WEB_TO_DB);
    expect(suggestions[0]).toMatchObject({
      edits: [
        {
          kind: "add-rule",
          text: "add a rule to ClusterNetworkPolicy default before rule 1: Accept from app=web in namespace shop, TCP 5432",
        },
      ],
      opens: { count: 0 },
      closes: { count: 0 },
    });
    const policy = suggestions.find(({ edits }) => edits[0]?.kind === "add-policy");
    // From mail, from agent, and from outside; from web, other ports stay as closed as they are.
    expect(policy?.closes?.count).toBe(3);
  });

  it("a Pass, where a NetworkPolicy then allows", async () => {
    const deny = clusterPolicy(FROM_WEB, "guard").replace(EVERY_POD, DB_PODS);
    const pass =
      "add a rule to ClusterNetworkPolicy guard before rule 1: Pass from app=web in namespace shop, TCP 5432";
    const allows = dbPolicy("{ from: [{ podSelector: {} }] }");
    expect(await asked([deny, allows])).toContain(pass);
    const found = await asked([deny, dbPolicy()]);
    expect(found).not.toContain(pass);
    expect(found).toContain(
      `${pass}; add a rule to NetworkPolicy shop/db: from app=web in namespace shop, TCP 5432`,
    );
  });

  it("without the rule that denies it, where that denies nothing else", async () => {
    const exact = FROM_WEB.replace(
      "}] }]",
      "}], protocols: [{ tcp: { destinationPort: { number: 5432 } } }] }]",
    );
    const guard = (rules: string): string => clusterPolicy(rules, "guard").replace(EVERY_POD, DB_PODS);
    const removal = "remove rule 1 of ClusterNetworkPolicy guard";
    expect(await asked([guard(exact)])).toContain(removal);
    expect(await asked([guard(FROM_WEB)])).not.toContain(removal);
  });
});

const EVERY_POD = "subject: { namespaces: {} }";
const DB_PODS = "subject: { pods: { podSelector: { matchLabels: { app: db } } } }";
const FROM_WEB =
  "ingress: [{ action: Deny, from: [{ pods: { podSelector: { matchLabels: { app: web } } } }] }]";

describe("an allowed flow", () => {
  it("takes out of every rule that allows it", async () => {
    const rule = "{ from: [{ podSelector: {} }] }";
    expect(await asked([dbPolicy(rule, rule)])).toContain(
      "exclude app=web from every pod of namespace shop in rule 1 of NetworkPolicy shop/db; " +
        "exclude app=web from every pod of namespace shop in rule 2 of NetworkPolicy shop/db",
    );
  });

  it("never takes the last peer out of a list, which would then match everybody", async () => {
    const rule = "{ from: [{ podSelector: { matchLabels: { app: web } } }], ports: [{ port: 5432 }] }";
    expect(await asked([dbPolicy(rule)])).toEqual([
      "remove rule 1 of NetworkPolicy shop/db",
      "add NetworkPolicy shop/deny-egress-of-web, which isolates app=web for egress",
    ]);
  });

  it("leaves a port out of a range", async () => {
    const rule = "{ from: [{ podSelector: {} }], ports: [{ protocol: TCP, port: 5000, endPort: 6000 }] }";
    const found = await asked([dbPolicy(rule)]);
    expect(found).toContain("restrict rule 1 of NetworkPolicy shop/db to TCP 5000-5431, 5433-6000");
  });

  it("denies in a policy of the Admin tier, before what it accepts", async () => {
    const accept = clusterPolicy(`ingress: [{ action: Accept, from: [{ namespaces: {} }] }]`, "open");
    const found = await asked([accept]);
    expect(found[0]).toBe(
      "add a rule to ClusterNetworkPolicy open before rule 1: Deny from app=web in namespace shop, TCP 5432",
    );
  });

  it("isolates what nothing isolates", async () => {
    expect(await asked([])).toEqual([
      "add NetworkPolicy shop/deny-egress-of-web, which isolates app=web for egress",
      "add NetworkPolicy shop/deny-ingress-of-db, which isolates app=db for ingress",
    ]);
  });
});

describe("no suggestion", () => {
  const denied = { "a.yaml": stream(PODS, dbPolicy()) };

  it("where the input lacks a fact", async () => {
    const rule = '{ from: [{ ipBlock: { cidr: "10.0.0.0/8" } }] }';
    const files = { "a.yaml": stream(PODS, dbPolicy(rule)) };
    expect(await suggested(files, WEB_TO_DB)).toEqual({ suggestions: [], notes: ["verdict-unknown"] });
  });

  it("where the sources leave something open that no priority settles", async () => {
    const args = ["shop/web", "shop/db", "--protocol", "icmp"];
    expect(await suggested(denied, args)).toEqual({ suggestions: [], notes: ["no-edit-decides"] });
  });

  it("where some is allowed and some is not", async () => {
    const files = { "a.yaml": stream(PODS, dbPolicy("{ ports: [{ port: 5432 }] }")) };
    const args = ["shop/web", "shop/db", "--port", "5432,5433"];
    expect(await suggested(files, args)).toEqual({ suggestions: [], notes: ["mixed-verdicts"] });
  });

  it("where no policy is asked", async () => {
    const args = ["shop/db", "shop/db", "--port", "5432"];
    expect(await suggested(denied, args)).toEqual({ suggestions: [], notes: ["not-subject"] });
  });

  it("for standard input, unless its file is named", async () => {
    const stdin = stream(PODS, dbPolicy());
    const args = ["-f", "-", ...WEB_TO_DB];
    expect(await suggested({}, args, { stdin })).toEqual({ suggestions: [], notes: ["standard-input"] });
    const named = await suggested({}, [...args, "--stdin-filename", "k8s/db.yaml"], { stdin });
    expect(named.suggestions[0]?.patch).toMatch(/^--- a\/k8s\/db\.yaml\n\+\+\+ b\/k8s\/db\.yaml\n/);
  });

  it("for a file that could not be read whole, though others are edited", async () => {
    const broken = { "pods.yaml": PODS, "db.yaml": stream(dbPolicy(), "a: [\n") };
    const found = await suggested(broken, WEB_TO_DB);
    expect(found.suggestions).toEqual([]);
    const beside = {
      ...broken,
      "db.yaml": dbPolicy(),
      "other.yaml": "apiVersion: v1\nkind: ConfigMap\na: [\n",
    };
    const { suggestions } = await suggested(beside, WEB_TO_DB);
    expect(suggestions.flatMap(({ edits }) => edits.map(({ file }) => file))).not.toContain("other.yaml");
    expect(suggestions.length).toBeGreaterThan(0);
  });

  it("for a template that helm has rendered", async () => {
    const rendered = `# Source: chart/templates/db.yaml\n${dbPolicy()}`;
    const found = await suggested({ "pods.yaml": PODS, "db.yaml": rendered }, WEB_TO_DB);
    expect(found).toEqual({ suggestions: [], notes: ["rendered"] });
  });

  it("that a server would refuse", async () => {
    // The prefix of a label's key cannot stand in a selector: only the pod itself says so.
    const { suggestions } = await suggested(
      { "pods.yaml": PODS.replace("app: web", '"not a key": web'), "db.yaml": dbPolicy() },
      WEB_TO_DB,
    );
    expect(suggestions.map(({ patch }) => patch).join("")).not.toContain("not a key");
  });
});

describe("files", () => {
  it("of both sides are patched by git, and the flow is as it was said", async () => {
    const cwd = folderWith({});
    cpSync("fixtures/demo", cwd, { recursive: true });
    const ask = ["explain", "-f", ".", "shop/batch", "payments/db", "--port", "5432"];
    expect((await runAnp([...ask, "--expect", "denied"], { cwd })).code).toBe(0);
    const { stdout } = await runAnp([...ask, "--suggest", "-o", "json"], { cwd });
    const { suggestions } = JSON.parse(stdout) as { suggestions: readonly { readonly patch: string }[] };
    const patch = suggestions[0]?.patch ?? "";
    expect(patch.match(/^--- a\/.*$/gm)).toEqual(["--- a/shop/policies.yaml", "--- a/admin/tenants.yaml"]);
    execFileSync("git", ["apply", "-"], { cwd, input: patch });
    expect((await runAnp([...ask, "--expect", "allowed"], { cwd })).code).toBe(0);
  });

  it("with CR LF, in a List, and as JSON", async () => {
    const list = JSON.stringify(
      {
        apiVersion: "v1",
        kind: "List",
        items: [
          {
            apiVersion: "networking.k8s.io/v1",
            kind: "NetworkPolicy",
            metadata: { name: "db", namespace: "shop" },
            spec: { podSelector: {}, policyTypes: ["Ingress"], ingress: [{ ports: [{ port: 25 }] }] },
          },
        ],
      },
      undefined,
      2,
    );
    const json = await suggested({ "pods.yaml": PODS, "db.json": list }, WEB_TO_DB);
    expect(texts(json)).toContain("add TCP 5432 to rule 1 of NetworkPolicy shop/db");
    const crlf = dbPolicy("{ ports: [{ port: 25 }] }").replaceAll("\n", "\r\n");
    const { suggestions } = await suggested({ "pods.yaml": PODS, "db.yaml": crlf }, WEB_TO_DB);
    expect(suggestions[0]?.patch).toMatch(/\r\n/);
    expect(suggestions[0]?.patch).not.toMatch(/^[-+ ](?![-+]).*[^\r]\n/m);
  });

  it("whose names cannot stand in a patch are left as they are", async () => {
    const found = await suggested({ "pods.yaml": PODS, "db\n.yaml": dbPolicy() }, WEB_TO_DB);
    expect(found).toEqual({ suggestions: [], notes: ["not-editable"] });
  });
});
