import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.js";
import { inflateRawSync } from "node:zlib";
import { join } from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { runAnp } from "../../support/run-anp.js";
import type { PageData } from "../../../src/page/model.js";

async function written(...args: readonly string[]): Promise<string> {
  const file = join(folderWith({}), "page.html");
  const { code, stderr, stdout } = await runAnp(["report", ...args, "--file", file]);
  expect([code, stderr, stdout]).toEqual([
    0,
    expect.stringMatching(/^wrote .*page\.html: .*, \d+ kB\n$/),
    "",
  ]);
  return readFileSync(file, "utf8");
}

function dataOf(page: string): PageData {
  const [, text = ""] = /id="data">([^<]*)</.exec(page) ?? [];
  const bytes = inflateRawSync(Buffer.from(text, "base64"));
  return JSON.parse(bytes.subarray(4, 4 + bytes.readUInt32LE(0)).toString()) as PageData;
}

describe("a page", () => {
  const demo = written("-f", "fixtures/demo");

  it("has the same bytes for the same input", async () => {
    expect(await written("-f", "fixtures/demo")).toBe(await demo);
  });

  it("runs its own script and nothing else: the policy comes first and names the hashes", async () => {
    const page = await demo;
    const hash = (tag: string): string => {
      const [, text = ""] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page) ?? [];
      return `'sha256-${createHash("sha256").update(text).digest("base64")}'`.replaceAll("'", "&#39;");
    };
    const head = page.slice(0, page.indexOf("<style>"));
    expect(head).toContain(`script-src ${hash("script")};`);
    expect(head).toContain(`style-src ${hash("style")};`);
    expect(head).toContain("default-src &#39;none&#39;");
    expect(head).not.toContain("connect-src");
    expect(head).toMatch(
      /^<!doctype html>\s*<html lang="en" >\s*<head>\s*<meta charset="utf-8" \/>\s*<meta http-equiv="Content-Security-Policy"/,
    );
    expect(page).not.toMatch(/ (?:src|style|on\w+)=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
  });

  it("has no more than 60 KB of code", async () => {
    const [, script = ""] = /<script>([^]*?)<\/script>/.exec(await demo) ?? [];
    expect(script.length).toBeGreaterThan(10_000);
    expect(script.length).toBeLessThan(60_000);
  });

  it("says in plain HTML what was found, what reaches what, what is exposed and what is audited", async () => {
    const text = (await demo).replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
    expect(text).toContain("dns-port-never-allowed batch in namespace shop can&#39;t resolve names");
    expect(text).toContain(
      "shop → payments: 1 partly allowed, 2 denied from to what shop/web payments/db TCP 5432",
    );
    expect(text).toContain("What pods can send to external addresses and names");
    expect(text).toContain("monitoring/daemonset/agent, new/monitoring bypassed bypassed bypassed bypassed");
  });

  it("has the policies in the order of precedence, with what each rule decides", async () => {
    const { policies } = dataOf(await demo);
    expect(policies.map(({ name, priority }) => [name, priority])).toEqual([
      ["ClusterNetworkPolicy tenants", 20],
      ["ClusterNetworkPolicy saas", 55],
      ["NetworkPolicy payments/db-allow", undefined],
      ["NetworkPolicy shop/batch-stays-inside", undefined],
      ["NetworkPolicy shop/cart-from-web", undefined],
      ["ClusterNetworkPolicy cluster-default", 100],
    ]);
    expect(policies[0]?.rules.map(({ state }) => state)).toEqual(["passes", "passes", "decides"]);
    // Each has one workload; future pods of the namespaces that they select aren't counted.
    expect(policies.map(({ subjects }) => subjects)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

describe("what a rule does", () => {
  const POLICIES = `
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
spec: { containers: [] }
---
apiVersion: v1
kind: Pod
metadata: { name: db, namespace: shop, labels: { app: db } }
spec: { containers: [] }
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: first }
spec:
  tier: Admin
  priority: 1
  subject: { namespaces: {} }
  ingress:
    - { name: all, action: Deny, from: [{ namespaces: {} }] }
    - { name: web, action: Accept, from: [{ pods: { podSelector: { matchLabels: { app: web } } } }] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: elsewhere, namespace: shop }
spec: { podSelector: { matchLabels: { app: gone } }, ingress: [{}] }
`;

  it("is told: it decides, never does because of another, or selects no pod", async () => {
    const folder = folderWith({ "all.yaml": POLICIES });
    const { policies } = dataOf(await written("-f", folder));
    const [first, elsewhere] = policies;
    expect(first?.rules.map(({ state, effect }) => [state, effect])).toEqual([
      ["decides", expect.stringMatching(/^decides \d+ pairs$/)],
      [
        "shadowed",
        'never decides: ClusterNetworkPolicy first rule 1 "all" Deny, from every namespace decides first',
      ],
    ]);
    expect(elsewhere?.rules.map(({ state }) => state)).toEqual(["no-subject"]);
  });
});

describe("what a page never holds", () => {
  it("is the text of anything but policies, also where a finding is about it", async () => {
    const secret = "canary-7f3a";
    const text = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop, annotations: { note: ${secret}-a } }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web }, annotations: { note: ${secret}-b } }
    spec:
      containers:
        - { name: main, image: "${secret}-c", env: [{ name: TOKEN, value: ${secret}-d }] }
---
apiVersion: v1
kind: Service # ${secret}-e
metadata: { name: web, namespace: shop }
spec: { selector: { app: web }, ports: [{ port: 80, targetPort: 8080 }] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web, namespace: shop }
spec: { podSelector: { matchLabels: { app: wbe } }, ingress: [{ ports: [{ port: 80 }] }] }
`;
    const json = join(folderWith({}), "one-line.json");
    const objects = [
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: secret }, data: { a: `${secret}-f` } },
      {
        apiVersion: "networking.k8s.io/v1",
        kind: "NetworkPolicy",
        metadata: { name: "p", namespace: "shop" },
        spec: { podSelector: {}, ingress: [{ from: [] }] },
      },
      {
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: "s", namespace: "shop" },
        data: { a: `${secret}-g` },
      },
    ];
    writeFileSync(json, JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
    const page = await written("-f", folderWith({ "all.yaml": text }), "-f", json);
    const [, data = ""] = /id="data">([^<]*)</.exec(page) ?? [];
    const whole = page + inflateRawSync(Buffer.from(data, "base64")).toString();
    expect(whole).toContain("NetworkPolicy shop/web");
    expect(whole.match(/canary[\w-]*/g)).toBeNull();
  });
});

describe("a call", () => {
  it.each([
    [["-f", "fixtures/demo"], "missing --file"],
    [["-f", "fixtures/demo", "--file", "x.html", "--git", "main"], "--git needs --diff"],
    [["fixtures/demo", "--file", "x.html"], "states are compared with --diff"],
    [["--diff", "fixtures/demo", "--file", "x.html"], "diff needs exactly two states"],
    [["-f", "fixtures/demo", "--file", "fixtures/demo/namespaces.yaml"], "is one of the input files"],
  ])("%j is a mistake that is named", async (args, message) => {
    const { code, stderr } = await runAnp(["report", ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("of what cannot be read whole still writes the page, says so in it, and ends with 3", async () => {
    const folder = folderWith({
      "a.yaml": "kind: [",
      "b.yaml": "apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: {}\n",
    });
    const file = join(folder, "page.html");
    const { code } = await runAnp([
      "report",
      "-f",
      join(folder, "a.yaml"),
      "-f",
      join(folder, "b.yaml"),
      "--file",
      file,
    ]);
    expect(code).toBe(3);
    expect(readFileSync(file, "utf8")).toContain('<p class="banner">INCOMPLETE');
  });

  it("with no work left counts what it has, and the page says what it lacks", async () => {
    const file = join(folderWith({}), "page.html");
    const { code } = await runAnp(["report", "-f", "fixtures/demo", "--max-work", "1", "--file", file]);
    expect(code).toBe(3);
    expect(readFileSync(file, "utf8")).toContain("Not finished within the limits of the run");
  });
});
