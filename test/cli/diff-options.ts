import { configOptionTests, gateFromOptionTests } from "./config-options.js";
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import {
  adminEgress,
  CART_FROM_WEB,
  DENY_ALL,
  namespace,
  pod,
  SHOP,
  stream,
  webEgress,
} from "./manifests.js";
import { change, ENV, repositoryWith } from "../input/git-repository.js";
import { environment, kubeconfigOf, OVERLAY } from "./cluster-options.js";
import { newestDefinition, withRules } from "../support/crd.js";
import { expectDebug } from "./debug.js";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { runAnp, type Run, type Surroundings } from "../support/run-anp.js";
import type { OptionTests } from "./source-options.js";

type Files = Readonly<Record<string, string>>;

const OPENED = SHOP.replace("port: 7070", "port: 7071");
const CLOSED = SHOP.replace("ports: [{ port: 7070 }]", "ports: [{ port: 7070, protocol: UDP }]");

async function diff(files: Files, args: readonly string[], more: Surroundings = {}): Promise<Run> {
  return runAnp(["diff", ...args], { cwd: folderWith(files), ...more });
}

/** The changes between two files as short texts: `opened web>cart TCP 7071-7071`. */
async function changesBetween(before: string, after: string, ...args: readonly string[]): Promise<string[]> {
  const files = { "before.yaml": before, "after.yaml": after };
  return changesOf(await diff(files, ["before.yaml", "after.yaml", "-o", "json", ...args]));
}

function changesOf({ stdout }: Run): string[] {
  const { changes } = JSON.parse(stdout) as { changes: readonly Changed[] };
  return changes.map(({ flow, change: word }) => {
    const ports = flow.ports.map(([first, last]) => `${first}-${last}`).join();
    return `${word} ${flow.from.name}>${flow.to.name} ${flow.protocol} ${ports}`.trimEnd();
  });
}

interface Changed {
  readonly change: string;
  readonly flow: {
    readonly from: { readonly name: string };
    readonly to: { readonly name: string };
    readonly protocol: string;
    readonly ports: readonly (readonly [number, number])[];
  };
}

async function expectUsageError(args: readonly string[], ...words: readonly string[]): Promise<void> {
  const files = { "before.yaml": SHOP, "after.yaml": OPENED };
  const { code, stdout, stderr } = await diff(files, ["before.yaml", "after.yaml", ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  for (const word of words) expect(stderr).toContain(word);
}

/** Changes that are there with some arguments, and not without. */
async function expectOnlyWith(args: readonly string[], before: string, after: string): Promise<void> {
  expect(await changesBetween(before, after, ...args)).not.toEqual(await changesBetween(before, after));
}

const WEB = stream(namespace("shop"), pod("shop", "web"));

export const DIFF_OPTIONS: OptionTests = {
  ...configOptionTests(["diff", "a.yaml", "a.yaml"]),
  ...gateFromOptionTests(["diff", ".", "."]),
  "--plugin": async () => {
    expect(await changesBetween(SHOP, OPENED)).not.toEqual([]);
    // Flannel enforces nothing: no policy opens anything there.
    expect(await changesBetween(SHOP, OPENED, "--plugin", "flannel")).toEqual([]);
    const wrong = await diff({ "a.yaml": SHOP, "b.yaml": OPENED }, ["a.yaml", "b.yaml", "--plugin", "-"]);
    expect(wrong.code).toBe(2);
  },
  "--flows": async () => {
    const shut = SHOP.replace("{ matchLabels: { app: web } } }]", "{ matchLabels: { app: till } } }]");
    const more = stream(pod("shop", "till"), pod("shop", "bank"));
    const flow = (from: string, count: number, verdict: string): string =>
      `2026-11-23T08:00:00Z,${count},shop,${from},shop,cart,7070,tcp,${verdict},ingress\n`;
    const header =
      "time,count,source_namespace,source_pod,destination_namespace,destination_pod,destination_port,protocol,verdict,direction\n";
    const any = SHOP.replace("{ matchLabels: { app: web } } }]", "{} }]");
    const files = {
      "before.yaml": stream(any, more),
      "after.yaml": stream(shut, more),
      "flows.csv":
        header + flow("web", 41, "allowed") + flow("web", 2, "denied") + flow("bank", 7, "allowed"),
    };
    const states = ["before.yaml", "after.yaml"];
    const text = (await diff(files, [...states, "--flows", "flows.csv"])).stdout;
    expect(text).toContain("  used    48 records passed, 2 dropped, the last at 2026-11-23T08:00:00.000Z\n");
    expect((await diff(files, states)).stdout).not.toContain("used");
    const json = JSON.parse((await diff(files, [...states, "--flows", "flows.csv", "-o", "json"])).stdout);
    const used = json.changes.map(
      (each: any) => `${each.flow.from.name} ${each.used.passed} ${each.used.dropped}`,
    );
    expect(used).toEqual(["bank 7 0", "web 41 2"]);
    const md = (await diff(files, [...states, "--flows", "flows.csv", "-o", "md"])).stdout;
    expect(md).toContain("<br>48 records passed, 2 dropped");
    // What is used most comes first, among changes of one kind.
    const closed = (app: string): string =>
      `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: ${app}-closed, namespace: shop }\n` +
      `spec: { podSelector: { matchLabels: { app: ${app} } }, policyTypes: [Ingress] }\n`;
    const two = {
      "before.yaml": stream(namespace("shop"), pod("shop", "web"), more),
      "after.yaml": stream(namespace("shop"), pod("shop", "web"), more, closed("bank"), closed("till")),
      "flows.csv": header + flow("web", 5, "allowed").replaceAll("cart", "till"),
    };
    const order = async (...args: readonly string[]): Promise<string[]> =>
      [...(await diff(two, [...states, ...args])).stdout.matchAll(/^CLOSED .* → (\S+)/gm)].map(
        ([, to = ""]) => to,
      );
    expect((await order())[0]).toBe("shop/bank");
    expect((await order("--flows", "flows.csv"))[0]).toBe("shop/till");
    expect(await diff(files, [...states, "--flows", "none.csv"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("none.csv: file not found"),
    });
  },
  "--format": async () => {
    await expectUsageError(["--format", "plain"], "--flows");
    const run = await diff(
      { "a.yaml": SHOP, "b.yaml": OPENED, "x.csv": "source_ip,destination_ip,verdict\n" },
      ["a.yaml", "b.yaml", "--flows", "x.csv", "--format", "hubble"],
    );
    expect(run).toMatchObject({ code: 3, stderr: expect.stringContaining("1 line could not be read") });
  },
  "--max-bad": async () => {
    const files = { "a.yaml": SHOP, "b.yaml": SHOP, "x.log": "nothing\n" };
    const args = ["a.yaml", "b.yaml", "--flows", "x.log"];
    expect((await diff(files, args)).code).toBe(3);
    expect((await diff(files, [...args, "--max-bad", "1"])).code).toBe(0);
    await expectUsageError(["--max-bad", "x"], "--max-bad");
  },
  "--max-unpacked": async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    writeFileSync(`${cwd}/x.gz`, gzipSync("source_ip,destination_ip,verdict\n"));
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["diff", "a.yaml", "a.yaml", "--flows", "x.gz", ...args], { cwd });
    expect((await run()).code).toBe(0);
    expect((await run("--max-unpacked", "9")).code).toBe(3);
  },
  "--git": async () => {
    const cwd = repositoryWith({ "k8s/shop.yaml": SHOP });
    change(cwd, { "k8s/shop.yaml": OPENED });
    const run = (...args: readonly string[]): Promise<Run> => runAnp(["diff", ...args], { cwd, env: ENV });
    const text = await run("--git", "first", "-f", "k8s");
    expect(text.code).toBe(1);
    expect(text.stdout).toMatch(/before +denied .*\s+first:k8s\/shop\.yaml:\d+:\d+\n/);
    expect(text.stdout).toMatch(/after +allowed .*\s+k8s\/shop\.yaml:\d+:\d+\n/);
    expect(text.stderr).toBe("exit 1: 1 flow at --fail-on opened\n");
    expect((await run("--git", "first", "-f", "k8s", "-v")).stderr).toMatch(
      /^before: loaded 1 file, .*\n.*: read\nafter: loaded 1 file, .*\n.*: read\nexit 1: 1 flow at --fail-on opened\n$/,
    );
    expect((await run("--git", "no-such", "-f", "k8s")).stderr).toContain("no such git revision: no-such");
    expect(await run("--git", "first")).toMatchObject({ code: 2, stderr: expect.stringContaining("-f") });
    expect(await run("--git", "first", "k8s")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("anp diff --git REV -f k8s"),
    });
  },
  "--fail-on": async () => {
    const codes = async (before: string, after: string): Promise<number[]> => {
      const files = { "before.yaml": before, "after.yaml": after };
      const all = [];
      for (const failOn of ["opened", "closed", "any", "never"])
        all.push((await diff(files, ["before.yaml", "after.yaml", "--fail-on", failOn])).code);
      all.push((await diff(files, ["before.yaml", "after.yaml"])).code);
      return all;
    };
    const nobody = CART_FROM_WEB.replace("port: 7070", "port: 7070, protocol: SCTP");
    const [open, shut] = [SHOP, SHOP.replace(CART_FROM_WEB, nobody.replace("app: web", "app: none"))];
    expect(await codes(shut, open)).toEqual([1, 0, 1, 0, 1]);
    expect(await codes(open, shut)).toEqual([0, 1, 1, 0, 0]);
    expect(await codes(open, open)).toEqual([0, 0, 0, 0, 0]);
    // What was denied and is not settled any more counts as opened; what was allowed does not.
    const maybe = open.replace(
      "podSelector: { matchLabels: { app: web } }",
      "namespaceSelector: { matchLabels: { team: a } }",
    );
    const unlisted = (text: string): string => text.replace(namespace("shop"), pod("ops", "agent"));
    expect(await codes(unlisted(shut), unlisted(maybe))).toEqual([1, 0, 1, 0, 1]);
    expect(await codes(unlisted(open), unlisted(maybe))).toEqual([1, 0, 1, 0, 1]);
    const all = open.replace(/from: .*/, "from: [{ namespaceSelector: {} }]");
    expect(await codes(unlisted(all), unlisted(maybe))).toEqual([0, 0, 1, 0, 0]);
    expect((await diff({}, ["a", "b", "--fail-on", "all"])).code).toBe(2);
    // Several are taken together; alerts fail a run where they are named, and only there.
    const closing = adminEgress("closed", DENY_ALL)
      .replace("egress:", "ingress:")
      .replace(DENY_ALL, "{ action: Deny, from: [{ namespaces: {} }] }");
    const files = { "before.yaml": open, "after.yaml": stream(open, closing) };
    const code = async (...named: readonly string[]): Promise<number> => {
      const args = named.flatMap((each) => ["--fail-on", each]);
      return (await diff(files, ["before.yaml", "after.yaml", ...args])).code;
    };
    expect(await code()).toBe(0);
    expect(await code("opened", "closed")).toBe(1);
    expect(await code("opened", "alert")).toBe(1);
    expect(await code("alert")).toBe(1);
    expect(await code("opened", "never")).toBe(0);
    const alone = { "before.yaml": open, "after.yaml": open };
    expect((await diff(alone, ["before.yaml", "after.yaml", "--fail-on", "alert"])).code).toBe(0);
  },
  "--output": async () => {
    const cwd = folderWith({ "a.yaml": SHOP, "b.yaml": OPENED });
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["diff", "a.yaml", "b.yaml", ...args], { cwd });
    const text = (await run()).stdout;
    expect(text).toMatch(/^1 flow opens, 1 closes\n/);
    expect((await run("-o", "text")).stdout).toBe(text);
    expect(JSON.parse((await run("-o", "json")).stdout).changes).toHaveLength(2);
    expect((await run("-o", "md")).stdout).toMatch(
      /^\*\*anp diff: 1 flow opens, 1 closes\*\* \(`a\.yaml` → `b\.yaml`\)/,
    );
    expect((await run("-o", "github")).stdout).toMatch(
      /^::error file=b\.yaml,.*\n::notice file=b\.yaml,.*\n$/,
    );
    const onGithub = await runAnp(["diff", "a.yaml", "b.yaml"], { cwd, env: { GITHUB_ACTIONS: "true" } });
    expect(onGithub.stdout).toMatch(/^::error /);
    expect((await run("-o", "md=c.md", "--output", "json")).code).toBe(1);
    expect(readFileSync(`${cwd}/c.md`, "utf8")).toMatch(/^\*\*anp diff/);
    for (const wrong of [
      ["-o", "sarif"],
      ["-o", "md", "-o", "text"],
      ["-o", "json=a.yaml"],
    ])
      expect((await run(...wrong)).code).toBe(2);
  },
  "--filename": async () => {
    const files = {
      "base/a.yaml": SHOP,
      "over.yaml": CART_FROM_WEB.replace("port: 7070", "port: 7071"),
      "more/pod.yaml": pod("shop", "till"),
      "empty.yaml": "# nothing\n",
    };
    const one = await diff(files, ["base", "-f", "over.yaml", "-o", "json"]);
    expect(changesOf(one)).toEqual(["opened web>cart TCP 7071-7071", "closed web>cart TCP 7070-7070"]);
    const two = await diff(files, ["base", "-f", "over.yaml", "--filename", "more", "-o", "json", "-v"]);
    expect(changesOf(two)).toEqual(changesOf(one));
    expect(JSON.parse(two.stdout).endpoints.added[0].id).toBe("shop/pod/till");
    expect(two.stderr).toMatch(/^before: loaded 1 file[^]*\nafter: loaded 3 files/);
    const piped = await diff(files, ["-", "-f", "over.yaml", "-o", "json"], { stdin: SHOP });
    expect(changesOf(piped)).toEqual(changesOf(one));
    expect(await diff(files, ["base", "-f", "empty.yaml"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no manifests in empty.yaml"),
    });
    expect((await diff(files, ["base", "-f", "nowhere"])).stderr).toContain("file not found: nowhere");
    expect((await diff(files, ["base", "base", "-f", "over.yaml"])).code).toBe(2);
  },
  "--snapshot": async () => {
    const files = { "prod.json": listJson(SHOP), "next.json": listJson(OPENED), "over.yaml": OVERLAY };
    const opens = ["opened web>cart TCP 7071-7071", "closed web>cart TCP 7070-7070"];
    for (const [args, names] of [
      [["--snapshot", "prod.json", "--snapshot", "next.json"], "`prod.json` → `next.json`"],
      [["--snapshot", "prod.json", "-f", "over.yaml"], "`prod.json` → `prod.json with over.yaml`"],
    ] as const) {
      expect(changesOf(await diff(files, [...args, "-o", "json"]))).toEqual(opens);
      expect((await diff(files, [...args, "-o", "md"])).stdout).toContain(`(${names})`);
    }
    // A cluster comes before what stands in files.
    expect(
      changesOf(
        await diff({ ...files, "a.yaml": OPENED }, ["a.yaml", "--snapshot", "prod.json", "-o", "json"]),
      ),
    ).toEqual(opens);
    expect((await diff(files, ["--snapshot", "none.json", "-f", "over.yaml"])).code).toBe(2);
  },
  "--context": async () => {
    const env = environment(await kubeconfigOf(SHOP));
    const files = { "next.json": listJson(OPENED), "over.yaml": OVERLAY };
    const opens = ["opened web>cart TCP 7071-7071", "closed web>cart TCP 7070-7070"];
    const over = await diff(files, ["--context", "prod", "-f", "over.yaml", "-o", "json"], { env });
    expect(changesOf(over)).toEqual(opens);
    expect(over.stderr).toMatch(
      /^before: loaded context prod, 4 .*\nafter: loaded context prod and 1 file, /,
    );
    const md = ["-f", "over.yaml", "-o", "md"];
    expect((await diff(files, ["--context", "prod", ...md], { env })).stdout).toContain(
      "(`context prod` → `context prod with over.yaml`)",
    );
    expect((await diff(files, md, { env })).stdout).toContain(
      "(`context prod` → `context prod with over.yaml`)",
    );
    const both = await diff(files, ["--context", "prod", "--context", "prod", "-o", "json"], { env });
    expect(changesOf(both)).toEqual([]);
    const unknown = await diff(files, ["--context", "prod", "--context", "stage"], { env });
    expect(unknown).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("stage") });
  },
  "--kubeconfig": async () => {
    const args = ["--kubeconfig", await kubeconfigOf(SHOP), "-f", "over.yaml", "-o", "json"];
    const over = await diff({ "over.yaml": OVERLAY }, args, { env: environment() });
    expect(changesOf(over)).toEqual(["opened web>cart TCP 7071-7071", "closed web>cart TCP 7070-7070"]);
  },
  "--delete": async () => {
    const files = { "prod.json": listJson(SHOP), "a.yaml": SHOP, "over.yaml": pod("shop", "till") };
    const all = "opened web>cart TCP 1-7069,7071-65535";
    const gone = ["--delete", "networkpolicy/shop/cart-from-web"];
    for (const base of [["--snapshot", "prod.json"], ["a.yaml"]]) {
      expect(changesOf(await diff(files, [...base, ...gone, "-o", "json"]))).toContain(all);
      const both = await diff(files, [...base, "-f", "over.yaml", ...gone, "-o", "json"]);
      expect(changesOf(both)).toContain(all);
      expect(JSON.parse(both.stdout).endpoints.added[0].id).toBe("shop/pod/till");
    }
    expect((await diff(files, ["a.yaml", ...gone, "-o", "md"])).stdout).toContain(
      "(`a.yaml` → `a.yaml without networkpolicy/shop/cart-from-web`)",
    );
    expect(await diff(files, ["a.yaml", "--delete", "pod/shop/none"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"none" in namespace shop is not in the input'),
    });
  },
  "--exclude": async () => {
    const files = { "a/x.yaml": SHOP, "b/x.yaml": SHOP, "b/new.yaml": pod("shop", "till") };
    expect(JSON.parse((await diff(files, ["a", "b", "-o", "json"])).stdout).endpoints.added).toHaveLength(1);
    const { stdout } = await diff(files, ["a", "b", "--exclude", "**/new.yaml", "-o", "json"]);
    expect(JSON.parse(stdout).endpoints.added).toEqual([]);
  },
  "--stdin-filename": async () => {
    const files = { "a.yaml": SHOP };
    const args = ["a.yaml", "-", "-o", "json"];
    const named = await diff(files, [...args, "--stdin-filename", "rendered.yaml"], { stdin: OPENED });
    expect(named.stdout).toContain('"file":"rendered.yaml"');
    expect((await diff(files, args, { stdin: OPENED })).stdout).toContain('"file":"(standard input)"');
  },
  "--namespace": async () => {
    const bare = (text: string): string => text.replaceAll(", namespace: shop", "");
    const { stdout } = await diff({ "a.yaml": bare(SHOP), "b.yaml": bare(OPENED) }, [
      "a.yaml",
      "b.yaml",
      "-n",
      "ops",
    ]);
    expect(stdout).toContain("ops/web → ops/cart");
    const { stdout: byDefault } = await diff({ "a.yaml": bare(SHOP), "b.yaml": bare(OPENED) }, [
      "a.yaml",
      "b.yaml",
    ]);
    expect(byDefault).toContain("default/web → default/cart");
  },
  "--dns": async () => {
    const toNetwork = webEgress('{ to: [{ ipBlock: { cidr: "192.0.2.0/24" } }] }');
    const byName = adminEgress("saas", '{ action: Accept, to: [{ domainNames: ["www.example.com"] }] }');
    const before = stream(
      WEB,
      byName.replace("Accept", "Pass").replace('domainNames: ["www.example.com"]', "namespaces: {}"),
    );
    const files = {
      "a.yaml": stream(before, toNetwork),
      "b.yaml": stream(WEB, byName, toNetwork),
      "dns.txt": "www.example.com: 198.51.100.1\n",
    };
    const run = async (...args: readonly string[]): Promise<string[]> =>
      changesOf(await diff(files, ["a.yaml", "b.yaml", "-o", "json", ...args]));
    expect(await run("--dns", "dns.txt")).not.toEqual(await run());
    await expectUsageError(["--dns", "none.txt"], "none.txt", "--dns", "file not found");
  },
  "--dns-service": async () => {
    await expectUsageError(["--dns-service", "kube-system/dns"], "--dns-service", "kube-system/dns");
    await expectUsageError(["--dns-service", "dns"], "--dns-service", '"dns"');
  },
  "--cluster-domain": async () => {
    await expectUsageError(["--cluster-domain", "k8s_example"], "--cluster-domain", '"k8s_example"');
  },
  "--pod-cidr": async () => {
    const toBlock = webEgress('{ to: [{ ipBlock: { cidr: "10.8.0.0/16" } }] }');
    const [before, after] = [
      stream(WEB, pod("shop", "cart"), webEgress("")),
      stream(WEB, pod("shop", "cart"), toBlock),
    ];
    await expectOnlyWith(["--pod-cidr", "10.9.0.0/16"], before, after);
    await expectUsageError(["--pod-cidr", "10.9.0.0/33"], "--pod-cidr", '"10.9.0.0/33"');
  },
  "--service-cidr": async () => {
    await expectUsageError(["--service-cidr", "nowhere"], "--service-cidr", '"nowhere"');
  },
  "--node-cidr": async () => {
    const before = stream(WEB, adminEgress("open", "{ action: Accept, to: [{ namespaces: {} }] }"));
    const after = stream(WEB, adminEgress("open", "{ action: Deny, to: [{ nodes: {} }] }"));
    await expectOnlyWith(["--node-cidr", "203.0.113.0/24"], before, after);
    await expectUsageError(["--node-cidr", "::/129"], "--node-cidr", '"::/129"');
  },
  "--bundle": async () => {
    const byName = adminEgress(
      "saas",
      '{ action: Accept, to: [{ domainNames: ["*.example.com"] }] }',
      DENY_ALL,
    );
    const files = { "a.yaml": SHOP, "b.yaml": stream(SHOP, byName) };
    expect((await diff(files, ["a.yaml", "b.yaml"])).code).toBe(0);
    const refused = await diff(files, ["a.yaml", "b.yaml", "--bundle", "v0.2.0/standard"]);
    expect(refused.code).toBe(3);
    expect(refused.stdout).toMatch(/^INCOMPLETE .*b\.yaml.* \(after\)\n/);
    await expectUsageError(["--bundle", "v0.4.0"], "--bundle", '"v0.4.0"');
  },
  "--crd": async () => {
    const files = (rule: string): Files => ({
      "crd.json": newestDefinition("ClusterNetworkPolicy", withRules({ rule, message: "not here" })),
      "a.yaml": SHOP,
      "b.yaml": stream(SHOP, adminEgress("saas", "{ action: Pass, to: [{ namespaces: {} }] }")),
    });
    const by = ["a.yaml", "b.yaml", "--crd", "crd.json"];
    expect((await diff(files("self.priority < 8"), by)).code).toBe(0);
    const refused = await diff(files("self.priority > 8"), by);
    expect(refused.code).toBe(3);
    expect(refused.stdout).toMatch(/^INCOMPLETE .*b\.yaml.* \(after\)\n/);
    await expectUsageError(["--crd", "nowhere.yaml"], "--crd", "nowhere.yaml");
  },
  "--kubernetes-version": async () => {
    const files = {
      "a.yaml": SHOP,
      "b.yaml": stream(SHOP, webEgress('{ to: [{ ipBlock: { cidr: "010.0.0.0/8" } }] }')),
    };
    expect((await diff(files, ["a.yaml", "b.yaml"])).code).toBe(3);
    expect((await diff(files, ["a.yaml", "b.yaml", "--kubernetes-version", "1.30"])).code).toBe(0);
    await expectUsageError(["--kubernetes-version", "newest"], "--kubernetes-version", '"newest"');
  },
  "--legacy": async () => {
    const old = CART_FROM_WEB.replace("networking.k8s.io/v1", "extensions/v1beta1").replace(
      "  policyTypes: [Ingress]\n",
      "",
    );
    const [before, after] = [SHOP.replace(CART_FROM_WEB, ""), SHOP.replace(CART_FROM_WEB, old)];
    await expectOnlyWith(["--legacy", "--kubernetes-version", "1.15"], before, after);
    expect(await changesBetween(before, after, "--legacy", "--kubernetes-version", "1.15")).toEqual([]);
  },
  "--max-file-size": async () => {
    const files = { "a.yaml": SHOP, "b.yaml": stream(SHOP, `# ${"x".repeat(4000)}\n`) };
    expect((await diff(files, ["a.yaml", "b.yaml"])).code).toBe(0);
    const { code, stdout } = await diff(files, ["a.yaml", "b.yaml", "--max-file-size", "4000"]);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^INCOMPLETE .*b\.yaml:1:1 \(not-analysed\) \(after\)\n/);
    await expectUsageError(["--max-file-size", "1k"], "--max-file-size", '"1k"');
  },
  "--max-files": async () => {
    const files = { "a/x.yaml": SHOP, "a/y.yaml": pod("ops", "agent"), "b.yaml": SHOP };
    expect((await diff(files, ["a", "b.yaml", "--max-files", "2"])).code).toBe(0);
    expect((await diff(files, ["a", "b.yaml", "--max-files", "1"])).code).toBe(3);
    await expectUsageError(["--max-files", "-1"], "--max-files", '"-1"');
  },
  "--max-total-size": async () => {
    const files = { "a.yaml": SHOP, "b/x.yaml": SHOP, "b/y.yaml": `# ${"x".repeat(2000)}\n` };
    expect((await diff(files, ["a.yaml", "b", "--max-total-size", "4000"])).code).toBe(0);
    expect((await diff(files, ["a.yaml", "b", "--max-total-size", "2000"])).code).toBe(3);
    await expectUsageError(["--max-total-size", "1e6"], "--max-total-size", '"1e6"');
  },
  "--timeout": async () => {
    const files = { "a.yaml": SHOP, "b.yaml": OPENED };
    expect((await diff(files, ["a.yaml", "b.yaml", "--timeout", "0"])).code).toBe(3);
    const cwd = repositoryWith(files);
    expect(
      (await runAnp(["diff", "--git", "first", "-f", "a.yaml", "--timeout", "0"], { cwd, env: ENV })).code,
    ).toBe(3);
    await expectUsageError(["--timeout", "soon"], "--timeout", '"soon"');
  },
  "--max-work": async () => {
    const files = { "a.yaml": SHOP, "b.yaml": OPENED };
    expect((await diff(files, ["a.yaml", "b.yaml", "--max-work", "1"])).code).toBe(3);
    expect((await diff(files, ["a.yaml", "b.yaml", "--max-work", "1000000"])).code).toBe(1);
    await expectUsageError(["--max-work", "1e6"], "--max-work", '"1e6"');
  },
  "--render": async () => {
    const files = {
      "a/x.yaml": SHOP,
      "b/x.yaml": SHOP,
      "b/app/Chart.yaml": "name: app\n",
      "b/app/templates/a.yaml": "kind: {{ .Values.kind }}\n",
    };
    const programs = folderWith({ helm: "#!/bin/sh\necho 'kind: ConfigMap'; echo 'apiVersion: v1'\n" });
    chmodSync(`${programs}/helm`, 0o755);
    const env = { PATH: programs };
    expect((await diff(files, ["a", "b"], { env })).code).toBe(3);
    expect((await diff(files, ["a", "b", "--render"], { env })).code).toBe(0);
  },
  "--assume": async () => {
    const files = { "a.yaml": SHOP, "b.yaml": OPENED };
    const { stdout } = await diff(files, ["a.yaml", "b.yaml", "--assume", "dns"]);
    expect(stdout).toContain("ON CONDITION  assumed: cluster DNS is kube-dns in kube-system (after)\n");
    await expectUsageError(["--assume", "gateway"], "--assume", '"gateway"');
  },
  "--accept": async () => {
    const files = { "a/x.yaml": SHOP, "b/x.yaml": SHOP, "b/y.yaml": "apiVersion: v1\nkind: [\n" };
    expect((await diff(files, ["a", "b"])).code).toBe(3);
    const { code, stdout } = await diff(files, ["a", "b", "--accept", "b/y.yaml"]);
    expect(code).toBe(0);
    expect(stdout).toContain("ON CONDITION  accepted unread: b/y.yaml (after)\n");
  },
  "--strict-input": async () => {
    const files = {
      "a/x.yaml": SHOP,
      "b/x.yaml": SHOP,
      "b/app/Chart.yaml": "name: app\n",
      "b/app/templates/c.yaml": "kind: ConfigMap\napiVersion: v1\n",
    };
    expect((await diff(files, ["a", "b"])).code).toBe(0);
    expect((await diff(files, ["a", "b", "--strict-input"])).code).toBe(3);
  },
  "--follow-symlinks": async () => {
    const cwd = folderWith({ "a/x.yaml": SHOP, "b/x.yaml": SHOP });
    symlinkSync("x.yaml", `${cwd}/b/y.yaml`);
    expect((await runAnp(["diff", "a", "b"], { cwd })).code).toBe(3);
    expect((await runAnp(["diff", "a", "b", "--follow-symlinks"], { cwd })).code).toBe(0);
  },
  "--verbose": async () => {
    const files = { "a/x.yaml": SHOP, "b/y.yaml": SHOP, "b/mkdocs.yml": "site: x\n" };
    const { stderr } = await diff(files, ["a", "b", "-v"]);
    const [before, first, after, ...rest] = stderr.split("\n");
    expect([before, after]).toEqual([
      expect.stringMatching(/^before: loaded/),
      expect.stringMatching(/^after: loaded/),
    ]);
    expect([first, ...rest]).toEqual([
      "  a/x.yaml: read",
      "  b/mkdocs.yml: no Kubernetes object",
      "  b/y.yaml: read",
      "",
    ]);
    expect((await diff(files, ["a", "b"])).stderr).toBe(
      "after: 1 file without Kubernetes objects (-v lists them)\n",
    );
  },
  "--color": async () => {
    const text = async (...args: readonly string[]): Promise<string> =>
      (await diff({ "a.yaml": SHOP, "b.yaml": OPENED }, ["a.yaml", "b.yaml", ...args], { columns: 90 }))
        .stdout;
    expect(await text("--color", "always")).toContain("\u001b[");
    expect(await text("--color", "never")).not.toContain("\u001b[");
    await expectUsageError(["--color", "red"], "--color", "always");
  },
  "--ascii": async () => {
    const text = async (...args: readonly string[]): Promise<string> =>
      (await diff({ "a.yaml": SHOP, "b.yaml": CLOSED }, ["a.yaml", "b.yaml", ...args])).stdout;
    // eslint-disable-next-line no-control-regex
    expect(await text()).toMatch(/[^\0-\x7f]/);
    // eslint-disable-next-line no-control-regex
    expect(await text("--ascii")).not.toMatch(/[^\0-\x7f]/);
  },
  "--debug": () => expectDebug(["diff", "a", "b"]),
};
