import { unwrapped } from "../support/unwrapped.js";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CART_FROM_WEB, pod, REVERSED_PORTS, SHOP, stream } from "./manifests.js";
import { change, commitAll, ENV, repositoryWith } from "../input/git-repository.js";
import { listJson } from "../support/stored.js";
import { folderWith } from "../support/folder.js";
import { runAnp, type Run } from "../support/run-anp.js";

const OPENED = SHOP.replace("port: 7070", "port: 7071");
const REFUSED = stream(SHOP, REVERSED_PORTS.replace("cart-from-web", "reversed"));

describe("two states", () => {
  it.each<[readonly string[], string]>([
    [[], "anp diff BEFORE AFTER"],
    [["a.yaml"], "anp diff BASE -f OVERLAY"],
    [["--snapshot", "a.yaml"], "anp diff --git main -f PATH"],
    [["--snapshot", "a.yaml", "--context", "prod", "b.yaml"], "diff needs exactly two states"],
    [["--snapshot", "a.yaml", "--snapshot", "a.yaml", "-f", "a.yaml"], "diff needs exactly two states"],
    [["a.yaml", "a.yaml", "--delete", "pod/shop/web"], "diff needs exactly two states"],
    [
      ["--git", "main", "--snapshot", "a.yaml", "-f", "a.yaml"],
      "can't be combined with a cluster or --delete",
    ],
    [
      ["--git", "main", "-f", "a.yaml", "--delete", "pod/shop/web"],
      "can't be combined with a cluster or --delete",
    ],
    [["--snapshot", "nowhere", "-f", "a.yaml"], "file not found: nowhere"],
    [["a.yaml", "a.yaml", "-f", "a.yaml"], "diff needs exactly two states"],
    [["a.yaml", "a.yaml", "a.yaml"], "diff takes at most 2 arguments, not 3"],
    [["-", "-"], "standard input can be read only once"],
    [["-", "-f", "-"], "standard input can be read only once"],
    [["--git", "main", "-f", "-"], "standard input has no git revision"],
    [["a.yaml", "nowhere"], "file not found: nowhere"],
    [["nowhere", "a.yaml"], "file not found: nowhere"],
  ])("are named by the arguments: %j is none of the forms, or not there", async (args, words) => {
    const cwd = repositoryWith({ "a.yaml": SHOP });
    const { code, stdout, stderr } = await runAnp(["diff", ...args], { cwd, env: ENV });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
  });

  it("are probably the wrong folders where one of them holds no object", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, "empty/readme.txt": "" });
    for (const args of [
      ["a.yaml", "empty"],
      ["empty", "a.yaml"],
    ])
      expect(await runAnp(["diff", ...args], { cwd })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("no manifests in"),
      });
  });
});

describe("policies whose pods are not in the input", () => {
  const CLOSED = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: later }
spec: { podSelector: {}, policyTypes: [Ingress] }
`;
  const NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata: { name: later }\n";

  it("are told as not compared beside pods that are", async () => {
    const cwd = folderWith({ "a.yaml": stream(SHOP, CLOSED), "b.yaml": SHOP });
    for (const [before, after] of [
      ["a.yaml", "b.yaml"],
      ["b.yaml", "a.yaml"],
    ] as const) {
      const { code, stdout } = await runAnp(["diff", before, after], { cwd });
      expect(code).toBe(0);
      expect(unwrapped(stdout)).toContain(
        "NetworkPolicy later/closed changed and selects no pod in the input; not comparing what it does to other pods",
      );
    }
    expect((await runAnp(["diff", "a.yaml", "a.yaml"], { cwd })).stdout).toBe("no flow changes\n");
  });

  it("leave nothing to compare where there are no pods: the answer is not that nothing changes", async () => {
    const cwd = folderWith({ "a.yaml": stream(NAMESPACE, CLOSED), "b.yaml": NAMESPACE });
    const run = (...args: readonly string[]): Promise<Run> => runAnp(["diff", ...args], { cwd });
    const words = "there are no pods or workloads to compare, and NetworkPolicy later/closed changed";
    for (const args of [
      ["a.yaml", "b.yaml"],
      ["b.yaml", "a.yaml"],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stderr }).toEqual({ code: 3, stderr: `exit 3: ${words}\n` });
      expect(unwrapped(stdout)).toBe(`INCOMPLETE  ${words} (after)\nnothing was compared\n`);
    }
    expect(JSON.parse((await run("a.yaml", "b.yaml", "-o", "json")).stdout)).toMatchObject({
      incomplete: true,
    });
    expect((await run("a.yaml", "b.yaml", "--fail-on", "never")).code).toBe(3);
    expect(await run("a.yaml", "a.yaml")).toMatchObject({ code: 0, stdout: "no flow changes\n" });
  });
});

describe("policies that do the same, without any pod to compare", () => {
  const rule = (port: number): string => `  - ports: [{ port: ${port} }]\n`;
  const policy = (name: string, ...rules: readonly string[]): string =>
    `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: ${name}, namespace: later }\nspec:\n  podSelector: {}\n  ingress:\n${rules.join("")}`;

  it.each([
    ["another name", policy("b", rule(80), rule(81)), 0],
    ["another order of rules", policy("a", rule(81), rule(80)), 0],
    ["a rule twice", policy("a", rule(80), rule(81), rule(80)), 0],
    ["a rule less", policy("a", rule(80)), 3],
    ["another rule", policy("b", rule(80), rule(82)), 3],
  ])("change nothing: %s", async (_what, after, code) => {
    const cwd = folderWith({ "a.yaml": policy("a", rule(80), rule(81)), "b.yaml": after });
    expect((await runAnp(["diff", "a.yaml", "b.yaml"], { cwd })).code).toBe(code);
  });
});

describe("an input that is not whole", () => {
  it("is said of each side, and takes precedence over what has changed", async () => {
    const cwd = folderWith({ "a.yaml": REFUSED, "b.yaml": REFUSED, "c.yaml": SHOP, "d.yaml": OPENED });
    const run = (before: string, after: string): Promise<Run> => runAnp(["diff", before, after], { cwd });
    const both = await run("a.yaml", "b.yaml");
    expect(both.code).toBe(3);
    expect(both.stdout.split("\n").slice(0, 2)).toEqual([
      expect.stringMatching(
        /^INCOMPLETE {2}1 policy is refused by the API server: a\.yaml:\d+:\d+ .* \(before\)$/,
      ),
      expect.stringMatching(
        /^INCOMPLETE {2}1 policy is refused by the API server: b\.yaml:\d+:\d+ .* \(after\)$/,
      ),
    ]);
    const opens = await run("a.yaml", "d.yaml");
    expect(opens.code).toBe(3);
    expect(opens.stdout).toMatch(/\nOPENED /);
    expect((await run("c.yaml", "d.yaml")).code).toBe(1);
    const { stdout } = await runAnp(["diff", "c.yaml", "a.yaml", "-o", "json"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, incomplete: true });
    const markdown = await runAnp(["diff", "c.yaml", "a.yaml", "-o", "md"], { cwd });
    expect(markdown.stdout).toMatch(/\n- INCOMPLETE .* \(after\)\n/);
    const annotated = await runAnp(["diff", "c.yaml", "a.yaml", "-o", "github"], { cwd });
    expect(annotated.stdout).toMatch(/^::error title=anp diff%3A incomplete::INCOMPLETE .* \(after\)\n/);
  });
});

describe("alerts", () => {
  const TENANTS = `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: tenants }
spec:
  tier: Admin
  priority: 7
  subject: { namespaces: {} }
  ingress: [{ name: closed, action: Deny, from: [{ namespaces: {} }] }]
`;
  const CLAIM = "ingress rule 1 of `NetworkPolicy shop/cart-from-web` opens nothing: ";
  const cwd = repositoryWith({ "shop/a.yaml": SHOP });
  change(cwd, {
    "shop/tenants.yaml": TENANTS,
    "new.yaml": TENANTS,
    "before.json": listJson(SHOP),
    "after.json": listJson(stream(SHOP, TENANTS)),
    "next/a.yaml": stream(SHOP, TENANTS),
  });
  const run = (...args: readonly string[]): Promise<Run> => runAnp(["diff", ...args], { cwd, env: ENV });

  it.each([
    [["shop/a.yaml", "next"]],
    [["shop/a.yaml", "-f", "new.yaml"]],
    [["--git", "first", "-f", "shop"]],
    [["--snapshot", "before.json", "-f", "new.yaml"]],
    [["--snapshot", "before.json", "--snapshot", "after.json"]],
  ])("stand behind the flows: anp diff %j", async (args) => {
    const { code, stdout } = await run(...args);
    expect(code).toBe(0);
    const lines = unwrapped(stdout).split("\n");
    expect(lines[0]).toMatch(/^\d+ flows close; 1 alert$/);
    const head = lines.indexOf("alerts");
    expect(lines.findLastIndex((line) => /^[A-Z]+ {2}/.test(line))).toBeLessThan(head);
    expect(lines[head + 2]).toMatch(/^warning\[overridden-by-admin-tier\]: /);
    expect(lines[head + 2]).toContain(CLAIM);
    if (args.includes("shop/a.yaml") && args.includes("new.yaml"))
      expect(stdout).not.toContain("anp explain ");
    else
      expect(stdout).toMatch(
        /= note: for example \(denied\): anp explain -.* shop\/pod\/web shop\/pod\/cart --port 7070\n/,
      );
  });

  it("are findings of lint in JSON", async () => {
    const { stdout } = await run("--snapshot", "before.json", "-f", "new.yaml", "-o", "json");
    const { alerts } = JSON.parse(stdout) as { alerts: readonly object[] };
    expect(alerts).toMatchObject([
      {
        rule: "overridden-by-admin-tier",
        stored: "shop/networkpolicy/cart-from-web",
        related: [{ file: "new.yaml" }],
        witness: {
          command: expect.stringMatching(
            /^anp explain -.* -f new\.yaml shop\/pod\/web shop\/pod\/cart --port 7070$/,
          ),
          verdict: "denied",
        },
      },
    ]);
    const linted = await runAnp(["lint", "--snapshot", "before.json", "-f", "new.yaml", "-o", "json"], {
      cwd,
    });
    expect((JSON.parse(linted.stdout) as { findings: readonly object[] }).findings).toContainEqual(alerts[0]);
  });

  it("have a part of the comment, and annotate the policy that is in a file", async () => {
    const overlay = ["--snapshot", "before.json", "-f", "new.yaml"];
    const markdown = (await run(...overlay, "-o", "md")).stdout;
    expect(markdown).toMatch(/^\*\*anp diff: \d+ flows close; 1 alert\*\*/);
    const [, part = ""] = markdown.split("\n### Alerts\n\n");
    expect(part).toMatch(/^- \*\*warning\*\* ingress rule 1 of /);
    expect(part).toContain(
      "(`shop/networkpolicy/cart-from-web .spec.ingress[0]`)<br>for example (denied): anp explain ",
    );
    expect((await run(...overlay, "-o", "github")).stdout).toMatch(
      /^::warning file=new\.yaml,line=8,.*title=anp overridden-by-admin-tier::ingress rule 1 of /m,
    );
  });

  it("are none where no policy differs", async () => {
    const json = JSON.parse((await run("shop/a.yaml", "shop/a.yaml", "-o", "json")).stdout);
    expect(json.alerts).toEqual([]);
    expect((await run("shop/a.yaml", "shop/a.yaml")).stdout).not.toContain("alert");
  });
});

describe("a git revision", () => {
  const run = (cwd: string, ...args: readonly string[]): Promise<Run> =>
    runAnp(["diff", "--git", "first", ...args], { cwd, env: ENV });

  it("is compared with the working tree, committed or not", async () => {
    const cwd = repositoryWith({ "k8s/shop.yaml": SHOP, "k8s/old.yaml": pod("shop", "old") });
    change(cwd, { "k8s/shop.yaml": OPENED, "k8s/old.yaml": undefined });
    const before = await run(cwd, "-f", "k8s", "-o", "json");
    commitAll(cwd);
    expect((await run(cwd, "-f", "k8s", "-o", "json")).stdout).toBe(before.stdout);
    const { changes, endpoints } = JSON.parse(before.stdout);
    expect(changes.map(({ change: word }: { change: string }) => word)).toEqual(["opened", "closed"]);
    expect(endpoints.removed.map(({ id }: { id: string }) => id)).toEqual(["shop/pod/old"]);
    const [opened] = changes;
    expect(opened.before.by.ingress[0].at.file).toBe("first:k8s/shop.yaml");
    expect(opened.after.by.ingress[0].at.file).toBe("k8s/shop.yaml");
  });

  it("holds nothing at a path that is not there yet, nor the working tree where it is gone", async () => {
    const cwd = repositoryWith({
      "k8s/shop.yaml": SHOP,
      "gone/policy.yaml": CART_FROM_WEB.replace("7070", "7071"),
    });
    change(cwd, { "gone/policy.yaml": undefined, "new/pod.yaml": pod("shop", "till") });
    const fresh = await run(cwd, "-f", "k8s", "-f", "new", "-o", "json");
    expect(JSON.parse(fresh.stdout).endpoints.added[0].id).toBe("shop/pod/till");
    const gone = await run(cwd, "-f", "k8s/shop.yaml", "-f", "gone/policy.yaml", "-o", "json");
    expect(gone.code).toBe(3);
    expect(fresh.stderr).toContain("note: new is not at first: all of it is new\n");
    expect(gone.stderr).toContain("note: gone/policy.yaml is only at first: all of it is gone\n");
    const nowhere = await run(cwd, "-f", "k8s", "-f", "nowhere");
    expect(nowhere).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("nowhere, neither at first nor now"),
    });
    const emptied = await run(cwd, "-f", "new", "-o", "json");
    expect(emptied.code).toBe(0);
  });

  it("is not found outside of a repository, which is a mistake in the call", async () => {
    const { code, stderr } = await run(folderWith({ "a.yaml": SHOP }), "-f", "a.yaml");
    expect(code).toBe(2);
    expect(stderr).toContain("not in a git repository");
  });
});

describe("an overlay", () => {
  it("replaces what the base has under the name, be that refused or there twice", async () => {
    const mended = REVERSED_PORTS.replace("cart-from-web", "reversed").replace(
      "port: 90, endPort: 80",
      "port: 7070",
    );
    const twice = stream(SHOP, CART_FROM_WEB.replace("7070", "7071"));
    const cwd = folderWith({
      "refused.yaml": REFUSED,
      "mended.yaml": mended,
      "twice.yaml": twice,
      "one.yaml": CART_FROM_WEB,
    });
    const before = await runAnp(["diff", "refused.yaml", "-f", "mended.yaml"], { cwd });
    expect(before.code).toBe(3);
    expect(unwrapped(before.stdout)).toMatch(/^INCOMPLETE .*refused\.yaml.*\(before\)\n(?!INCOMPLETE)/);
    const unique = await runAnp(["diff", "twice.yaml", "-f", "one.yaml"], { cwd });
    expect(unwrapped(unique.stdout)).toMatch(/^INCOMPLETE .*\(before\)\n(?!INCOMPLETE)/);
  });

  it("that contradicts itself replaces nothing for certain", async () => {
    const cwd = folderWith({
      "base.yaml": SHOP,
      "over.yaml": stream(CART_FROM_WEB, CART_FROM_WEB.replace("7070", "7071")),
    });
    const { code, stdout } = await runAnp(["diff", "base.yaml", "-f", "over.yaml"], { cwd });
    expect(code).toBe(3);
    expect(unwrapped(stdout)).toMatch(/^INCOMPLETE .*over\.yaml.*\(after\)\n/);
  });
});

it("on GitHub the comment is the job summary", async () => {
  const cwd = folderWith({ "a.yaml": SHOP, "b.yaml": OPENED });
  const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: `${cwd}/summary.md` };
  expect((await runAnp(["diff", "a.yaml", "b.yaml"], { cwd, env })).code).toBe(1);
  const { stdout } = await runAnp(["diff", "a.yaml", "b.yaml", "-o", "md"], { cwd });
  expect(readFileSync(`${cwd}/summary.md`, "utf8")).toBe(stdout);
});
