import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { readFileSync } from "node:fs";
import { runAnp } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";
import { SHOP } from "./manifests.js";

const HEAD = "apiVersion: anp.dev/v1alpha1\nkind: PolicyTest\nsources: [a.yaml]\n";
const isValid = schemaOf("test");
const SECRET =
  "---\napiVersion: v1\nkind: Secret\nmetadata: { name: s, namespace: shop }\nstringData: { password: hush }\n";
const cwd = folderWith({
  "a.yaml": `${SHOP}${SECRET}`,
  "some.anp-test.yaml": `${HEAD}tests: [{ name: it, from: shop/web, allowed: ["shop/cart:7070"], denied: ["shop/cart:22"] }]\n`,
});
/** Where the policy of the shop stands in the file. */
const POLICY = SHOP.slice(0, SHOP.indexOf("kind: NetworkPolicy")).split("\n").length - 1;

interface StrykerFile {
  readonly source: string;
  readonly mutants: readonly {
    readonly mutatorName: string;
    readonly status: string;
    readonly location: object;
  }[];
}

describe("anp test --mutate", () => {
  it("names the changes that no test notices, each with a flow", async () => {
    const { code, stdout } = await runAnp(["test", "--mutate"], { cwd });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `3 changes that no test notices:
  NetworkPolicy shop/cart-from-web without podSelector.matchLabels.app  a.yaml:${POLICY + 4}:38
    shop/cart → shop/web, TCP, UDP and SCTP, all ports: allowed → denied
  NetworkPolicy shop/cart-from-web without ingress[0].from[0]  a.yaml:${POLICY + 7}:12
    0.0.0.0/0 → shop/cart, TCP 7070: denied → allowed
  NetworkPolicy shop/cart-from-web ingress[0].ports[0].port: 7070-7071  a.yaml:${POLICY + 8}:21
    shop/web → shop/cart, TCP 7071: denied → allowed
mutation score: 5 of 8 changes noticed (62 %), 1 change nothing
1 test: 1 passed
`,
    });
  });

  it("says of a flow for which nodes and families it changes", async () => {
    const node = (name: string, address: string): string => `apiVersion: v1
kind: Node
metadata: { name: ${name} }
status: { addresses: [{ type: InternalIP, address: ${address} }] }
---
`;
    const manifests = `${node("one", "192.168.7.1")}${node("two", "192.168.7.2")}apiVersion: v1
kind: Pod
metadata: { name: db, namespace: shop, labels: { app: db } }
spec: { nodeName: one, containers: [{ name: c }] }
status: { podIP: 10.0.0.9, podIPs: [{ ip: 10.0.0.9 }, { ip: "fd00::9" }] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: db, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [{ ipBlock: { cidr: 192.168.7.0/24 } }], ports: [{ port: 80 }] }] }
`;
    const tests = `${HEAD}tests: [{ name: it, from: 8.8.8.8, to: shop/db, expect: denied }]\n`;
    const folder = folderWith({ "a.yaml": manifests, "x.anp-test.yaml": tests });
    const { stdout } = await runAnp(["test", "--mutate"], { cwd: folder });
    // All flows from the pod's own node are allowed, whatever the policy says (S-NODE-L4).
    expect(stdout).toContain(`without ingress[0]  a.yaml:20:60
    node/one and 1 more → shop/db, TCP 80 (a pod and a node other than its own): allowed → denied`);
    const { mutation } = JSON.parse(
      (await runAnp(["test", "--mutate", "-o", "json"], { cwd: folder })).stdout,
    );
    const [flow] = mutation.mutants.flatMap((each: { change: string; flow: unknown }) =>
      each.change === "without ingress[0]" ? [each.flow] : [],
    );
    expect(flow).toMatchObject({ family: null, node: { before: "other", after: "other" } });
  });

  it.each([
    ["62.5", 0],
    ["62.6", 1],
  ])("of 5 of 8 changes with %s %% wanted ends with %i", async (min, code) => {
    const run = await runAnp(["test", "--min-score", min], { cwd });
    expect(run.code).toBe(code);
    expect(run.stdout.includes(`at least ${min} % wanted`)).toBe(code === 1);
  });

  it("json: every change with its fate, as the schema says", async () => {
    const { stdout } = await runAnp(["test", "--min-score", "1", "-o", "json"], { cwd });
    const json = JSON.parse(stdout) as { mutation: { mutants: { status: string }[] }; gates: unknown };
    expect(isValid(json)).toEqual([]);
    expect(json.gates).toMatchObject([{ name: "mutation score", met: true }]);
    expect(json.mutation).toMatchObject({ killed: 5, total: 8 });
    expect(json.mutation.mutants[0]).toMatchObject({
      mutator: "drop-policy",
      change: "without the policy",
      status: "killed",
      test: "some.anp-test.yaml: it",
      flow: null,
      replacement: null,
    });
    expect(json.mutation.mutants.find(({ status }) => status === "survived")).toMatchObject({
      test: null,
      flow: { from: "shop/pod/cart", to: "shop/pod/web", before: "allowed", after: "denied" },
    });
  });

  it("stryker: as the schema of its viewers says, with the lines of policies alone", async () => {
    const { stdout } = await runAnp(["test", "-o", "stryker"], { cwd });
    const report = JSON.parse(stdout) as { files: Record<string, StrykerFile> };
    const schema = JSON.parse(
      readFileSync(
        "node_modules/mutation-testing-report-schema/dist/src/mutation-testing-report-schema.json",
        "utf8",
      ),
    ) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    expect([validate(report), validate.errors]).toEqual([true, null]);
    const file = report.files["a.yaml"]!;
    expect(file.mutants.map(({ mutatorName, status }) => `${mutatorName} ${status}`)).toEqual([
      "drop-policy Killed",
      "drop-label Survived",
      "negate-label Killed",
      "drop-rule Killed",
      "drop-peer Survived",
      "drop-label Ignored",
      "negate-label Killed",
      "drop-port Killed",
      "widen-ports Survived",
    ]);
    const lines = file.source.split("\n");
    expect(lines[POLICY - 1]).toBe("apiVersion: networking.k8s.io/v1");
    expect(lines[POLICY + 7]).toBe("    ports: [{ port: 7070 }]");
    expect(lines.filter((line) => line !== "")).toHaveLength(9);
    expect(stdout).not.toContain("hush");
  });

  it("stryker: of a list in one line, the policy alone", async () => {
    const policy = {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "p", namespace: "shop" },
      spec: { podSelector: {}, ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 7070 }] }] },
    };
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { p: "hush" } };
    const items = [secret, policy, { ...secret, metadata: { name: "t" } }];
    const list = folderWith({
      "a.yaml": SHOP,
      "list.json": JSON.stringify({ apiVersion: "v1", kind: "List", items }),
      "s.anp-test.yaml": `${HEAD.replace("[a.yaml]", "[a.yaml, list.json]")}tests: [{ name: it, from: shop/web, allowed: ["shop/cart:7070"] }]\n`,
    });
    const { stdout } = await runAnp(["test", "-o", "stryker"], { cwd: list });
    const report = JSON.parse(stdout) as { files: Record<string, StrykerFile> };
    expect(stdout).not.toContain("hush");
    expect(report.files["list.json"]!.source).toContain('"ports":[{"port":7070');
  });

  it("a change is one in two environments: noticed in one is noticed", async () => {
    const both = folderWith({
      "a.yaml": SHOP,
      "s.anp-test.yaml": `apiVersion: anp.dev/v1alpha1
kind: PolicyTest
environments: { dev: { sources: [a.yaml] }, prod: { sources: [a.yaml] } }
tests:
- { name: reached, environments: [dev], from: shop/web, allowed: ["shop/cart:7070"] }
- { name: closed, environments: [prod], from: shop/web, denied: ["shop/cart:22"] }
`,
    });
    const { stdout } = await runAnp(["test", "--mutate"], { cwd: both });
    expect(stdout).toContain("mutation score: 5 of 8 changes noticed (62 %), 1 change nothing");
  });

  it("exits 3 where a limit ends it", async () => {
    const { code, stdout } = await runAnp(["test", "--min-score", "1", "--max-work", "3000"], { cwd });
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout: expect.stringContaining("not decided within the limits"),
    });
  });
});
