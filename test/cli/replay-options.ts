import { chmodSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { gzipSync } from "node:zlib";
import { adminEgress, CART_FROM_WEB, DENY_ALL, pod, SHOP, stream, webEgress } from "./manifests.js";
import { environment, kubeconfigOf, OVERLAY } from "./cluster-options.js";
import { expectDebug } from "./debug.js";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { newestDefinition, withRules } from "../support/crd.js";
import { SQL_OPTIONS } from "./replay-sql-options.js";
import { runAnp, type Run, type Surroundings } from "../support/run-anp.js";
import type { OptionTests } from "./source-options.js";

type Files = Readonly<Record<string, string>>;

const HEADER =
  "time,source_ip,source_namespace,source_pod,destination_ip,destination_namespace,destination_pod,destination_port,protocol,verdict,direction";

/** A log: what passed from `shop/web`, by `shop/POD PORT` or `ADDRESS PORT`, over the whole connection. */
function passed(...flows: readonly string[]): string {
  const lines = flows.map((flow) => {
    const [to = "", port = ""] = flow.split(" ");
    const [namespace = "", name = ""] = to.split("/");
    const end = to.includes("/") ? `,${namespace},${name}` : `${to},,`;
    return `2026-11-23T08:00:00Z,,shop,web,${end},${port},tcp,allowed,connection`;
  });
  return `${[HEADER, ...lines].join("\n")}\n`;
}

/** On a port that the policy allows, and on one that it doesn't. */
const LOG = passed("shop/cart 7070", "shop/cart 22");

async function replay(args: readonly string[], files: Files = {}, more: Surroundings = {}): Promise<Run> {
  const cwd = folderWith({ "a.yaml": SHOP, "flows.log": LOG, ...files });
  return runAnp(["replay", "flows.log", ...args], { cwd, ...more });
}

/** A tally of two groups without some of its lines, and with one more. */
function cutTallies(tally: string): Files {
  const lines = tally.trimEnd().split("\n");
  const [head = "", first = "", second = "", last = ""] = lines;
  return {
    cut: `${head}\n${first}\n${second}\n`,
    head: `${head}\n`,
    gap: `${head}\n${second}\n${last}\n`,
    more: `${tally}${first}\n`,
  };
}

interface ReplayJson {
  readonly rows: readonly {
    readonly outcome: string;
    readonly to: string;
    readonly ports: readonly (readonly [number, number])[];
  }[];
  readonly change?: {
    readonly rows: readonly {
      readonly effect: string;
      readonly ports: readonly (readonly [number, number])[];
    }[];
  };
  readonly conditions?: readonly object[];
}

function jsonOf({ stdout, stderr }: Run): ReplayJson {
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as ReplayJson;
}

/** `agrees 7070`, in the order of the ports. */
function outcomesIn(run: Run): string {
  const rows = jsonOf(run).rows.toSorted((a, b) => (a.ports[0]?.[0] ?? 0) - (b.ports[0]?.[0] ?? 0));
  return rows.map(({ outcome, ports }) => `${outcome} ${ports[0]?.[0]}`).join(", ");
}

async function outcomes(
  args: readonly string[],
  files: Files = {},
  more: Surroundings = {},
): Promise<string> {
  return outcomesIn(await replay([...args, "-o", "json"], files, more));
}

/** What comes of one flow to an address over some policies. */
async function toAddress(address: string, policy: string, ...args: readonly string[]): Promise<string> {
  const files = { "a.yaml": stream(pod("shop", "web"), policy), "flows.log": passed(`${address} 443`) };
  const run = await replay(["-f", "a.yaml", "-o", "json", ...args], files);
  const { rows, notJudged } = JSON.parse(run.stdout) as ReplayJson & { notJudged: { reason: string }[] };
  return [...rows.map(({ outcome }) => outcome), ...notJudged.map(({ reason }) => reason)].join();
}

async function expectUsageError(args: readonly string[], ...words: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await replay(args, {}, { env: environment() });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  for (const word of words) expect(stderr).toContain(word);
}

const codeOf = async (args: readonly string[], files: Files = {}, more: Surroundings = {}): Promise<number> =>
  (await replay(args, files, more)).code;

const BOTH = "passed 22, agrees 7070";

export const REPLAY_OPTIONS: OptionTests = {
  "--format": async () => {
    expect(await outcomes(["-f", "a.yaml", "--format", "plain"])).toBe(BOTH);
    const forced = await replay(["-f", "a.yaml", "--format", "hubble", "--max-bad", "3"]);
    expect(forced).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("3 lines could not be read: not JSON"),
    });
    await expectUsageError(["-f", "a.yaml", "--format", "syslog"], "hubble", "plain");
  },
  "--max-bad": async () => {
    const files = { "flows.log": `${LOG}cut\nagain\n` };
    expect(await replay(["-f", "a.yaml"], files)).toMatchObject({
      code: 3,
      stdout: expect.stringContaining(
        "2 lines could not be read: not a line of this format (first flows.log:4)",
      ),
    });
    expect(await codeOf(["-f", "a.yaml", "--max-bad", "1"], files)).toBe(3);
    expect(await codeOf(["-f", "a.yaml", "--max-bad", "2"], files)).toBe(0);
    await expectUsageError(["-f", "a.yaml", "--max-bad", "some"], "--max-bad");
  },
  "--max-unpacked": async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    writeFileSync(`${cwd}/flows.log`, gzipSync(LOG + "x".repeat(500_000)));
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["replay", "flows.log", "-f", "a.yaml", "--max-bad", "9", ...args], { cwd });
    expect((await run()).code).toBe(0);
    expect(await run("--max-unpacked", "400000")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("flows.log: unpacks to more than 400000 bytes"),
    });
    await expectUsageError(["-f", "a.yaml", "--max-unpacked", "1G"], "--max-unpacked");
  },
  "--threads": async () => {
    // Enough for parts: lines that agree, drift and can't be read, and in one log another header in the midst of it.
    const lines = LOG.trimEnd().split("\n").slice(1);
    const header = LOG.slice(0, LOG.indexOf("\n") + 1);
    const many = Array.from(
      { length: 12_000 },
      (_, i) => `${i % 977 === 0 ? "cut" : lines[i % lines.length]}\n`,
    );
    const half = many.join("");
    const other = header
      .replace("source_pod", "destination_pod")
      .replace(/(.*)destination_pod/, "$1source_pod");
    const cwd = folderWith({
      "a.yaml": SHOP,
      "one.log": header + half + half,
      "two.log": header + half + other + half,
    });
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["replay", ...args, "-f", "a.yaml", "-o", "json", "--max-bad", "99999"], { cwd });
    for (const logs of [["one.log"], ["two.log", "one.log"]]) {
      const one = await run(...logs);
      expect(one.code).toBe(0);
      expect(await run(...logs, "--threads", "1")).toEqual(one);
      expect(await run(...logs, "--threads", "2")).toEqual(one);
      expect(await run(...logs, "--threads", "5")).toEqual(one);
    }
    await expectUsageError(["-f", "a.yaml", "--threads", "0"], "--threads takes 1 to 64");
    await expectUsageError(["-f", "a.yaml", "--threads", "two"], "--threads");
    await expectUsageError(["-f", "a.yaml", "--threads", "2", "--shard", "0/2"], "--threads and --shard");
    await expectUsageError(["-f", "a.yaml", "--threads", "2", "--merge"], "--threads and --merge");
    await expectUsageError(
      ["-f", "a.yaml", "--threads", "2", "--engine", "duckdb"],
      "--threads and --engine",
    );
  },
  "--fail-on": async () => {
    const dropped = { "flows.log": LOG.replace("7070,tcp,allowed", "7070,tcp,denied") };
    const agreeing = { "flows.log": passed("shop/cart 7070") };
    expect(await codeOf(["-f", "a.yaml"])).toBe(0);
    expect(await codeOf(["-f", "a.yaml", "--fail-on", "drift"])).toBe(1);
    expect(await codeOf(["-f", "a.yaml", "--fail-on", "drift"], agreeing)).toBe(0);
    expect(await codeOf(["-f", "a.yaml", "--fail-on", "passed"])).toBe(1);
    expect(await codeOf(["-f", "a.yaml", "--fail-on", "dropped"])).toBe(0);
    expect(await codeOf(["-f", "a.yaml", "--fail-on", "dropped"], dropped)).toBe(1);
    expect(await codeOf(["-f", "a.yaml", "--fail-on", "drift", "--fail-on", "never"])).toBe(0);
    // In a cluster without its namespace nobody knows the labels.
    const open = {
      "a.yaml": stream(
        pod("shop", "web"),
        pod("ops", "till"),
        adminEgress("team", "{ action: Deny, to: [{ namespaces: { matchLabels: { team: a } } }] }"),
      ),
      "flows.log": passed("ops/till 80"),
    };
    expect(await codeOf(["-f", "a.yaml", "--fail-on", "drift"], open)).toBe(0);
    expect(await codeOf(["-f", "a.yaml", "--fail-on", "open"], open)).toBe(1);
    const change = { "prod.json": listJson(SHOP), "new.yaml": OVERLAY };
    expect(await codeOf(["--snapshot", "prod.json", "-f", "new.yaml", "--fail-on", "cut"], change)).toBe(1);
    // Without a change nothing could ever be cut.
    expect(await codeOf(["--snapshot", "prod.json", "--fail-on", "cut"], change)).toBe(2);
    expect(await codeOf(["-f", "a.yaml", "--fail-on", "cut"])).toBe(2);
    expect(await codeOf(["--snapshot", "prod.json", "--fail-on", "cut", "--fail-on", "never"], change)).toBe(
      0,
    );
    for (const log of [`${HEADER}\n`, "", LOG.replaceAll("shop,web", "shop,nobody")]) {
      const nothing = { ...change, "flows.log": log };
      for (const args of [
        ["-f", "a.yaml", "--fail-on", "drift"],
        ["-f", "a.yaml", "--fail-on", "open"],
        ["--snapshot", "prod.json", "-f", "new.yaml", "--fail-on", "cut"],
      ]) {
        const run = await replay([...args, "-o", "json"], nothing);
        expect(run).toMatchObject({ code: 3, stderr: "exit 3: nothing was compared\n" });
        expect(JSON.parse(run.stdout)).toMatchObject({ incomplete: true });
      }
      const asked = await replay(["-f", "a.yaml", "-o", "json"], nothing);
      expect(asked.code).toBe(0);
      expect(JSON.parse(asked.stdout)).toMatchObject({ incomplete: false });
    }
    const drops = { ...change, "flows.log": LOG.replaceAll("allowed", "denied") };
    expect(
      await replay(["--snapshot", "prod.json", "-f", "new.yaml", "--fail-on", "cut"], drops),
    ).toMatchObject({
      code: 3,
      stderr: "exit 3: no recorded flow passed, so nothing shows what the change cuts\n",
    });
    expect(await codeOf(["-f", "a.yaml", "--fail-on", "all"])).toBe(2);
  },
  "--shard": async () => {
    const one = await replay(["-f", "a.yaml", "--shard", "0/1"]);
    expect(one.stdout.split("\n")).toHaveLength(5);
    expect(JSON.parse(one.stdout.split("\n")[0] ?? "")).toMatchObject({
      anpTally: 1,
      shard: { index: 0, count: 1 },
      records: 2,
    });
    // A log with a header is one shard's.
    expect((await replay(["-f", "a.yaml", "--shard", "1/2"])).stdout.split("\n")).toHaveLength(3);
    await expectUsageError(["-f", "a.yaml", "--shard", "2/2"], "--shard", "numbered from 0");
    await expectUsageError(["-f", "a.yaml", "--shard", "0/2", "-o", "json"], "--merge");
    await expectUsageError(["-f", "a.yaml", "--shard", "0/2", "--merge"], "--shard", "--merge");
  },
  "--merge": async () => {
    const parts = await Promise.all(["0/2", "1/2"].map((each) => replay(["-f", "a.yaml", "--shard", each])));
    const files = {
      "a.yaml": SHOP,
      "b.yaml": SHOP.replace("7070", "7071"),
      "c.yaml": `# The same, written otherwise.\n${SHOP}`,
      "0": parts[0]?.stdout ?? "",
      "1": parts[1]?.stdout ?? "",
      ...cutTallies(parts[0]?.stdout ?? ""),
    };
    const cwd = folderWith(files);
    const merge = (...args: readonly string[]): Promise<Run> =>
      runAnp(["replay", "--merge", ...args, "-o", "json"], { cwd });
    const whole = await replay(["-f", "a.yaml", "-o", "json"]);
    expect((await merge("0", "1", "-f", "a.yaml")).stdout).toBe(whole.stdout);
    expect((await merge("1", "0", "-f", "a.yaml")).stdout).toBe(whole.stdout);
    expect((await merge("0", "1", "-f", "c.yaml")).code).toBe(0);
    for (const [args, words] of [
      [["0", "-f", "a.yaml"], "shard 1 of 2 is missing"],
      [["0", "0", "1", "-f", "a.yaml"], "0 and 0 are both shard 0 of 2"],
      [["0", "1", "-f", "b.yaml"], "counted with another cluster"],
      [
        ["0", "1", "-f", "a.yaml", "--pod-cidr", "10.1.0.0/16"],
        "counted with another cluster, change or facts",
      ],
      [["0", "1", "-f", "a.yaml", "--plugin", "calico"], "counted with another cluster, change or facts"],
      [["a.yaml", "-f", "a.yaml"], "a.yaml: line 1 is not of a tally"],
      // What was cut between two lines is less traffic, and no less than that.
      [["cut", "1", "-f", "a.yaml"], "cut: the tally was cut: count that shard again"],
      [["head", "1", "-f", "a.yaml"], "head: the tally was cut: count that shard again"],
      [["gap", "1", "-f", "a.yaml"], "gap: line 3 is not of a tally (groups)"],
      [["more", "1", "-f", "a.yaml"], "more: line 5 is not of a tally"],
    ] as const)
      expect(await merge(...args)).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining(words),
      });
  },
  ...SQL_OPTIONS,
  "--filename": async () => {
    expect(await outcomes(["-f", "a.yaml"])).toBe(BOTH);
    // Beside a cluster, it is a change.
    const files = { "prod.json": listJson(SHOP), "new.yaml": OVERLAY };
    const run = await replay(["--snapshot", "prod.json", "-f", "new.yaml", "-o", "json"], files);
    expect(outcomesIn(run)).toBe(BOTH);
    expect(jsonOf(run).change?.rows.map(({ effect, ports }) => `${effect} ${ports[0]?.[0]}`)).toEqual([
      "cut 7070",
    ]);
    expect(await codeOf(["-f", "nowhere"])).toBe(2);
    const twice = await runAnp(["replay", "-", "-f", "-"], { cwd: folderWith({}), stdin: "" });
    expect(twice).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("standard input can be read only once"),
    });
  },
  "--snapshot": async () => {
    const at = (policy: string, taken: string): string => {
      const list = JSON.parse(listJson(SHOP.replace(CART_FROM_WEB, policy))) as object;
      return JSON.stringify({ ...list, snapshot: { version: 1, taken, knowsEveryPod: true, forbidden: [] } });
    };
    const files = {
      "mon.json": at(CART_FROM_WEB, "2026-11-23T07:00:00Z"),
      "tue.json": at(OVERLAY, "2026-11-24T07:00:00Z"),
      "when.json": listJson(SHOP),
    };
    expect(await outcomes(["--snapshot", "mon.json"], files)).toBe(BOTH);
    expect(await outcomes(["--snapshot", "tue.json"], files)).toBe("passed 22, passed 7070");
    // Nothing tells which of two states of one time a record met.
    expect(await replay(["--snapshot", "mon.json", "--snapshot", "mon.json"], files)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("mon.json and mon.json were taken at the same time"),
    });
    // The state that is nearest in time counts, whatever their order; the other one is a likely cause.
    for (const names of [
      ["mon.json", "tue.json"],
      ["tue.json", "mon.json"],
    ]) {
      const args = names.flatMap((name) => ["--snapshot", name]);
      expect(await outcomes(args, files)).toBe(BOTH);
      const later = { ...files, "flows.log": LOG.replaceAll("11-23T", "11-24T") };
      const text = (await replay(args, later)).stdout;
      expect(text).toContain("likely  the policies or labels changed: mon.json agrees with the record");
    }
    await expectUsageError(["--snapshot", "none.json"], "none.json");
    expect(await replay(["--snapshot", "mon.json", "--snapshot", "when.json"], files)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("when.json doesn't say when it was taken"),
    });
  },
  "--context": async () => {
    const env = environment(await kubeconfigOf(SHOP));
    expect(await outcomes(["--context", "prod"], {}, { env })).toBe(BOTH);
    expect(await codeOf(["--context", "stage"], {}, { env })).toBe(2);
    const two = await replay(["--context", "prod", "--snapshot", "prod.json"], {}, { env });
    expect(two).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("a live cluster can't be one of several states"),
    });
  },
  "--kubeconfig": async () => {
    const file = await kubeconfigOf(SHOP);
    expect(await outcomes(["--kubeconfig", file], {}, { env: environment() })).toBe(BOTH);
    await expectUsageError(["--kubeconfig", "/nowhere/else"], "/nowhere/else");
  },
  "--delete": async () => {
    const gone = ["--delete", "networkpolicy/shop/cart-from-web"];
    expect(await outcomes(["-f", "a.yaml", ...gone])).toBe("agrees 22, agrees 7070");
    // Beside a cluster, it is a change.
    const files = {
      "prod.json": listJson(SHOP),
      "flows.log": LOG.replace("22,tcp,allowed", "22,tcp,denied"),
    };
    const run = await replay(["--snapshot", "prod.json", ...gone, "-o", "json"], files);
    expect(jsonOf(run).change?.rows.map(({ effect, ports }) => `${effect} ${ports[0]?.[0]}`)).toEqual([
      "freed 22",
    ]);
    await expectUsageError(["-f", "a.yaml", "--delete", "netpol/shop/none"], "--delete", '"none"');
  },
  "--namespace": async () => {
    const bare = SHOP.replace("cart-from-web, namespace: shop", "cart-from-web");
    expect(await outcomes(["-f", "a.yaml"], { "a.yaml": bare })).toBe("agrees 22, agrees 7070");
    expect(await outcomes(["-f", "a.yaml", "-n", "shop"], { "a.yaml": bare })).toBe(BOTH);
  },
  "--exclude": async () => {
    const files = { "b.yaml": CART_FROM_WEB.replaceAll("cart-from-web", "more").replace("7070", "22") };
    expect(await outcomes(["-f", "."], files)).toBe("agrees 22, agrees 7070");
    expect(await outcomes(["-f", ".", "--exclude", "b.yaml"], files)).toBe(BOTH);
  },
  "--stdin-filename": async () => {
    const cwd = folderWith({ "flows.log": LOG });
    const run = await runAnp(["replay", "flows.log", "-f", "-", "--stdin-filename", "rendered.yaml"], {
      cwd,
      stdin: SHOP,
    });
    expect(run.stdout).toContain("(rendered.yaml:");
    const log = await runAnp(["replay", "-", "-f", "a.yaml", "--stdin-filename", "piped.csv"], {
      cwd: folderWith({ "a.yaml": SHOP }),
      stdin: LOG,
    });
    expect(log.stdout).toContain("piped.csv:3");
  },
  "--strict-input": async () => {
    const chart = {
      "app/Chart.yaml": "name: app\n",
      "app/templates/a.yaml": "kind: ConfigMap\nmetadata: {name: {{ .Values.name }}}\napiVersion: v1\n",
    };
    expect(await codeOf(["-f", "."], chart)).toBe(0);
    expect(await codeOf(["-f", ".", "--strict-input"], chart)).toBe(3);
  },
  "--accept": async () => {
    const files = { "k8s/broken.yaml": "apiVersion: v1\nkind: [\n" };
    const sha256 = createHash("sha256").update(files["k8s/broken.yaml"]).digest("hex");
    expect(await codeOf(["-f", "."], files)).toBe(3);
    const run = await replay(["-f", ".", "--accept", `k8s/broken.yaml=${sha256}`, "-o", "json"], files);
    expect(run.code).toBe(0);
    expect(jsonOf(run).conditions).toEqual([
      { type: "accepted", path: "k8s/broken.yaml", sha256, by: "command line", reviewed: true },
    ]);
  },
  "--assume": async () => {
    const run = await replay(["-f", "a.yaml", "--assume", "dns", "-o", "json"]);
    expect(jsonOf(run).conditions).toEqual([{ type: "assumed", assumption: "dns" }]);
    await expectUsageError(["-f", "a.yaml", "--assume", "gateway"], '"gateway"');
  },
  "--render": async () => {
    const files = { "app/Chart.yaml": "name: app\n", "app/templates/a.yaml": "kind: {{ .Values.kind }}\n" };
    const programs = folderWith({ helm: "#!/bin/sh\necho 'kind: ConfigMap'; echo 'apiVersion: v1'\n" });
    chmodSync(`${programs}/helm`, 0o755);
    const env = { PATH: programs };
    expect(await codeOf(["-f", "."], files, { env })).toBe(3);
    expect(await codeOf(["-f", ".", "--render"], files, { env })).toBe(0);
  },
  "--follow-symlinks": async () => {
    const cwd = folderWith({ "real/a.yaml": SHOP, "real/b.yaml": pod("ops", "agent"), "flows.log": LOG });
    symlinkSync("b.yaml", `${cwd}/real/c.yaml`);
    expect((await runAnp(["replay", "flows.log", "-f", "real"], { cwd })).code).toBe(3);
    expect((await runAnp(["replay", "flows.log", "-f", "real", "--follow-symlinks"], { cwd })).code).toBe(0);
  },
  "--kubernetes-version": async () => {
    const files = { "a.yaml": stream(SHOP, webEgress('{ to: [{ ipBlock: { cidr: "010.0.0.0/8" } }] }')) };
    expect(await codeOf(["-f", "a.yaml"], files)).toBe(3);
    expect(await codeOf(["-f", "a.yaml", "--kubernetes-version", "1.30"], files)).toBe(0);
  },
  "--bundle": async () => {
    const byName = '{ action: Accept, to: [{ domainNames: ["*.example.com"] }] }';
    const files = { "a.yaml": stream(SHOP, adminEgress("saas", byName, DENY_ALL)) };
    expect(await codeOf(["-f", "a.yaml"], files)).toBe(0);
    expect(await codeOf(["-f", "a.yaml", "--bundle", "v0.2.0/standard"], files)).toBe(3);
  },
  "--crd": async () => {
    const files = {
      "crd.json": newestDefinition(
        "ClusterNetworkPolicy",
        withRules({ rule: "self.priority > 8", message: "not here" }),
      ),
      "a.yaml": stream(SHOP, adminEgress("saas", DENY_ALL)),
    };
    expect(await codeOf(["-f", "a.yaml"], files)).toBe(0);
    expect(await codeOf(["-f", "a.yaml", "--crd", "crd.json"], files)).toBe(3);
  },
  "--legacy": async () => {
    const old = CART_FROM_WEB.replace("networking.k8s.io/v1", "extensions/v1beta1").replace(
      "  policyTypes: [Ingress]\n",
      "",
    );
    const files = { "a.yaml": SHOP.replace(CART_FROM_WEB, old) };
    const version = ["-f", "a.yaml", "--kubernetes-version", "1.15"];
    expect(await outcomes(version, files)).toBe(BOTH);
    // In the 2016 design nothing but the namespace's annotation isolates.
    expect(await outcomes([...version, "--legacy"], files)).toBe("agrees 22, agrees 7070");
  },
  "--pod-cidr": async () => {
    // A private address may have been a pod's that has ended; outside of the pods' addresses it can't.
    const policy = webEgress("{ to: [{ podSelector: {} }] }");
    expect(await toAddress("10.8.3.7", policy)).toBe("unknown-pod");
    expect(await toAddress("10.8.3.7", policy, "--pod-cidr", "10.9.0.0/16")).toBe("passed");
    expect(await toAddress("10.8.3.7", policy, "--pod-cidr", "10.8.0.0/16")).toBe("unknown-pod");
  },
  "--service-cidr": async () => {
    const policy = webEgress("{ to: [{ podSelector: {} }] }");
    expect(await toAddress("10.96.3.7", policy)).toBe("unknown-pod");
    expect(await toAddress("10.96.3.7", policy, "--service-cidr", "10.96.0.0/12")).toBe("passed");
  },
  "--node-cidr": async () => {
    const policy = adminEgress("no-nodes", "{ action: Deny, to: [{ nodes: {} }] }");
    expect(await toAddress("203.0.113.9", policy, "--node-cidr", "198.51.100.0/24")).toBe("agrees");
    expect(await toAddress("203.0.113.9", policy, "--node-cidr", "203.0.113.0/24")).toBe("unknown-node");
  },
  "--dns": async () => {
    const policy = adminEgress(
      "names",
      '{ action: Accept, to: [{ domainNames: ["www.example.com"] }] }',
      DENY_ALL,
    );
    const names = folderWith({ "dns.txt": "www.example.com: 203.0.113.9\n" });
    expect(await toAddress("203.0.113.9", policy)).toBe("open");
    expect(await toAddress("203.0.113.9", policy, "--dns", `${names}/dns.txt`)).toBe("agrees");
  },
  "--dns-service": async () => {
    await expectUsageError(
      ["-f", "a.yaml", "--dns-service", "ops/nowhere"],
      "ops/nowhere",
      "not in the input",
    );
  },
  "--cluster-domain": async () => {
    await expectUsageError(["-f", "a.yaml", "--cluster-domain", "k8s example"], '"k8s example"');
  },
  "--plugin": async () => {
    expect(await outcomes(["-f", "a.yaml"])).toBe(BOTH);
    // Flannel enforces nothing.
    expect(await outcomes(["-f", "a.yaml", "--plugin", "flannel"])).toBe("agrees 22, agrees 7070");
    expect(await codeOf(["-f", "a.yaml", "--plugin", "flanel"])).toBe(2);
  },
  "--max-file-size": async () => {
    expect(await codeOf(["-f", "a.yaml", "--max-file-size", "100"])).toBe(3);
    expect(await codeOf(["-f", "a.yaml", "--max-file-size", "10000"])).toBe(0);
  },
  "--max-files": async () => {
    const files = { "k/a.yaml": SHOP, "k/b.yaml": pod("ops", "agent") };
    expect(await codeOf(["-f", "k", "--max-files", "1"], files)).toBe(3);
    expect(await codeOf(["-f", "k", "--max-files", "2"], files)).toBe(0);
  },
  "--max-total-size": async () => {
    const files = { "k/a.yaml": SHOP, "k/b.yaml": `# ${"x".repeat(2000)}\n` };
    expect(await codeOf(["-f", "k", "--max-total-size", "2000"], files)).toBe(3);
    expect(await codeOf(["-f", "k", "--max-total-size", "4000"], files)).toBe(0);
  },
  "--timeout": async () => {
    expect(await codeOf(["-f", "a.yaml", "--timeout", "0"])).toBe(3);
    await expectUsageError(["-f", "a.yaml", "--timeout", "soon"], '"soon"');
  },
  "--max-work": async () => {
    expect((await replay(["-f", "a.yaml", "--max-work", "1"])).stderr).toContain("work limit");
    expect((await replay(["-f", "a.yaml", "--max-work", "1000000"])).stderr).not.toContain("limit");
  },
  "--output": async () => {
    const cwd = folderWith({ "a.yaml": SHOP, "flows.log": LOG });
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["replay", "flows.log", "-f", "a.yaml", ...args], { cwd });
    const text = (await run()).stdout;
    expect(text).toMatch(/^1 of 2 compared records drifts: 1 passed that policies deny, 1 agrees\n/);
    const json = await run("-o", "json");
    expect(json.stdout.startsWith('{\n  "version": 1,')).toBe(true);
    expect((await run("-o", "json=r.json", "--output", "text")).stdout).toBe(text);
    expect(readFileSync(`${cwd}/r.json`, "utf8")).toBe(json.stdout);
    expect((await run("-o", "csv")).stdout).toContain(
      "\npassed,shop/pod/web,shop/pod/cart,TCP,22,22,allowed,denied,1,2026-11-23T08:00:00.000Z,2026-11-23T08:00:00.000Z,flows.log:3,",
    );
    expect((await run("-o", "md")).stdout).toMatch(/^\*\*1 of 2 compared records drifts/);
    expect((await run("-o", "json=flows.log")).code).toBe(2);
    expect((await run("-o", "sarif")).code).toBe(2);
  },
  "--color": async () => {
    expect((await replay(["-f", "a.yaml", "--color", "always"])).stdout).toContain("\u001b[");
    expect((await replay(["-f", "a.yaml", "--color", "never"], {}, { columns: 100 })).stdout).not.toContain(
      "\u001b[",
    );
  },
  "--ascii": async () => {
    const env = { LANG: "C.UTF-8" };
    expect((await replay(["-f", "a.yaml"], {}, { env })).stdout).toContain("→");
    expect((await replay(["-f", "a.yaml", "--ascii"], {}, { env })).stdout).not.toMatch(/[^\p{ASCII}]/u);
  },
  "--verbose": async () => {
    expect((await replay(["-f", "a.yaml"])).stderr).not.toContain("loaded");
    expect((await replay(["-f", "a.yaml", "-v"])).stderr).toContain("loaded 1 file, 4 objects");
  },
  "--debug": () => expectDebug(["replay", "flows.log"]),
};
