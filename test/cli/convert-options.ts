import { chmodSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { expect } from "vitest";
import { environment, kubeconfigOf } from "./cluster-options.js";
import { expectDebug } from "./debug.js";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { namespace, pod, SHOP, stream, webEgress } from "./manifests.js";
import { newestDefinition, withRules } from "../support/crd.js";
import { runAnp, type Run, type Surroundings } from "../support/run-anp.js";
import type { OptionTests } from "./source-options.js";

type Files = Readonly<Record<string, string>>;

/** An AdminNetworkPolicy that closes `cart` to every pod, as the newest release has it. */
export const ADMIN = `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: closed }
spec:
  priority: 9
  subject: { pods: { namespaceSelector: {}, podSelector: { matchLabels: { app: cart } } } }
  ingress: [{ action: Deny, from: [{ namespaces: {} }] }]
`;
export const CLUSTER = ADMIN.replace("v1alpha1", "v1alpha2")
  .replace("kind: Admin", "kind: Cluster")
  .replace("spec:\n", "spec:\n  tier: Admin\n");

/** A NetworkPolicy of extensions/v1beta1. */
export const BETA = `apiVersion: extensions/v1beta1
kind: NetworkPolicy
metadata: { name: old, namespace: shop }
spec: { podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress] }
`;
export const RELEASED = BETA.replace("extensions/v1beta1", "networking.k8s.io/v1");

/** Compares namespaces: it takes the namespaces to convert it. */
const TENANTS = ADMIN.replace("namespaces: {} }", "namespaces: { notSameLabels: [team] } }").replace(
  "pods: { namespaceSelector: {}, podSelector: { matchLabels: { app: cart } } }",
  "namespaces: {}",
);

/** Says one thing beside a ClusterNetworkPolicy of its priority, and another one in its place. */
const MIXED = stream(ADMIN, CLUSTER.replace("closed", "open").replace("Deny", "Accept").replace("9", "8"));

interface Ran extends Run {
  readonly cwd: string;
}

export async function convert(files: Files, args: readonly string[], more: Surroundings = {}): Promise<Ran> {
  const cwd = folderWith(files);
  return { ...(await runAnp(["convert", ...args], { cwd, ...more })), cwd };
}

/** The report of a run that writes nothing. */
async function reportOf(files: Files, args: readonly string[], more: Surroundings = {}): Promise<any> {
  const { stdout } = await convert(files, [...args, "--check", "-o", "json"], more);
  return JSON.parse(stdout);
}

async function expectUsageError(args: readonly string[], ...words: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await convert({ "a.yaml": ADMIN }, ["a.yaml", ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  for (const word of words) expect(stderr).toContain(word);
}

function read({ cwd }: Ran, name: string): string {
  return readFileSync(`${cwd}/${name}`, "utf8");
}

export const CONVERT_OPTIONS: OptionTests = {
  "--to": async () => {
    const files = { "a.yaml": stream(ADMIN, BETA) };
    const written = async (...args: readonly string[]): Promise<string> =>
      (await convert(files, ["a.yaml", ...args])).stdout;
    expect(await written()).toBe(stream(CLUSTER, RELEASED));
    expect(await written("--to", "ClusterNetworkPolicy")).toBe(stream(CLUSTER, BETA));
    expect(await written("--to", "networking.k8s.io/v1")).toBe(stream(ADMIN, RELEASED));
    await expectUsageError(["--to", "v1"], "--to", "networking.k8s.io/v1", "ClusterNetworkPolicy");
  },
  "--file": async () => {
    const files = { "a.yaml": ADMIN, "b/c.yaml": BETA, "d.txt": "no manifest" };
    const ran = await convert(files, [".", "--file", "all.yaml"]);
    expect(ran.code).toBe(0);
    expect(read(ran, "all.yaml")).toBe(stream(CLUSTER, RELEASED));
    expect(ran.stdout).toContain("converted 2 objects in 2 files");
    expect([read(ran, "a.yaml"), read(ran, "b/c.yaml")]).toEqual([ADMIN, BETA]);
    await expectUsageError(["--file", "a.yaml"], "a.yaml", "--in-place");
    await expectUsageError(["--file", "x.yaml", "--in-place"], "--file", "--in-place");
  },
  "--out-dir": async () => {
    const files = { "a.yaml": ADMIN, "b/c.yaml": BETA, "b/d.yaml": SHOP };
    const ran = await convert(files, ["a.yaml", "b", "--out-dir", "new"]);
    expect(ran.code).toBe(0);
    // What holds nothing to convert is there too: the folder can be applied as it is.
    expect([read(ran, "new/a.yaml"), read(ran, "new/b/c.yaml"), read(ran, "new/b/d.yaml")]).toEqual([
      CLUSTER,
      RELEASED,
      SHOP,
    ]);
    expect(read(ran, "a.yaml")).toBe(ADMIN);
    await expectUsageError(["--out-dir", "."], "a.yaml", "--in-place");
    const outside = await runAnp(["convert", `${ran.cwd}/a.yaml`, "--out-dir", "new"], {
      cwd: folderWith({}),
    });
    expect(outside).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("outside of the current folder"),
    });
    expect((await convert({}, ["-", "--out-dir", "new"], { stdin: ADMIN })).code).toBe(2);
  },
  "--in-place": async () => {
    const cwd = folderWith({ "a.yaml": `\uFEFF${ADMIN}`, "b.yaml": SHOP });
    chmodSync(`${cwd}/a.yaml`, 0o640);
    symlinkSync("a.yaml", `${cwd}/link.yaml`);
    const { code, stdout } = await runAnp(
      ["convert", "link.yaml", "b.yaml", "--in-place", "--follow-symlinks"],
      { cwd },
    );
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining("converted 1 object in 1 file"),
    });
    expect(readFileSync(`${cwd}/a.yaml`, "utf8")).toBe(`\uFEFF${CLUSTER}`);
    expect(statSync(`${cwd}/a.yaml`).mode & 0o777).toBe(0o640);
    expect(readFileSync(`${cwd}/b.yaml`, "utf8")).toBe(SHOP);
    // Once more there is nothing to do.
    const again = await runAnp(["convert", "a.yaml", "b.yaml", "--in-place"], { cwd });
    expect(again.stdout).toContain("nothing to convert");
    expect((await convert({}, ["-", "--in-place"], { stdin: ADMIN })).stderr).toContain("standard input");
  },
  "--check": async () => {
    const ran = await convert({ "a.yaml": ADMIN }, ["a.yaml", "--check"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^would convert 1 object in 1 file\n/);
    expect(read(ran, "a.yaml")).toBe(ADMIN);
    expect((await convert({ "a.yaml": CLUSTER }, ["a.yaml", "--check"])).code).toBe(0);
    // What cannot be converted is of an older generation all the same.
    expect((await convert({ "a.yaml": TENANTS }, ["a.yaml", "--check"])).code).toBe(1);
    await expectUsageError(["--check", "--in-place"], "--check", "--in-place");
  },
  "--accept-differences": async () => {
    const files = { "a.yaml": stream(SHOP, MIXED) };
    const withheld = await convert(files, ["a.yaml", "--in-place"]);
    expect(withheld.code).toBe(1);
    expect(withheld.stdout).toMatch(/nothing written: verdicts differ \(--accept-differences/);
    expect(withheld.stdout).toMatch(/\nOPENED {2}shop\/web → shop\/cart {2}/);
    // No command can ask about what is not written.
    expect(withheld.stdout).not.toContain("anp explain");
    expect(read(withheld, "a.yaml")).toBe(files["a.yaml"]);
    expect((await convert(files, ["a.yaml"])).stdout).toBe("");
    const accepted = await convert(files, ["a.yaml", "--in-place", "--accept-differences"]);
    expect(accepted.code).toBe(0);
    expect(accepted.stdout).toContain("verdicts differ");
    const [, question = ""] = /e\.g\. +anp (explain .*)/.exec(accepted.stdout) ?? [];
    const asked = await runAnp(question.split(" "), { cwd: accepted.cwd });
    expect([question, asked.stdout]).toEqual([
      "explain -f a.yaml shop/pod/web shop/pod/cart --port 7070",
      expect.stringMatching(/^ALLOWED/),
    ]);
    expect(read(accepted, "a.yaml")).toContain("kind: ClusterNetworkPolicy\nmetadata: { name: closed }");
  },
  "--output": async () => {
    const files = { "a.yaml": ADMIN };
    const ran = await convert(files, ["a.yaml", "-o", "json=r.json", "-o", "text"]);
    expect(ran.stdout).toBe(CLUSTER);
    expect(ran.stderr).toContain("converted 1 object");
    expect(JSON.parse(read(ran, "r.json"))).toMatchObject({
      version: 1,
      outcome: "written",
      files: ["a.yaml"],
    });
    const json = await convert(files, ["a.yaml", "--in-place", "-o", "json"]);
    expect(JSON.parse(json.stdout).converted[0].becomes[0].kind).toBe("ClusterNetworkPolicy");
    await expectUsageError(["-o", "json"], "--file", "-o json=report.json");
    await expectUsageError(["-o", "sarif"], "sarif");
    await expectUsageError(["--check", "-o", "json=a.yaml"], "a.yaml");
  },
  "--filename": async () => {
    const files = { "a.yaml": TENANTS, "around.yaml": stream(namespace("shop", "{ team: red }"), BETA) };
    expect((await reportOf(files, ["a.yaml"])).left).toHaveLength(1);
    const report = await reportOf(files, ["a.yaml", "-f", "around.yaml"]);
    expect(report.left).toEqual([]);
    // What stands around is looked at, not converted.
    expect(report.converted.map(({ object }: any) => object.kind)).toEqual(["AdminNetworkPolicy"]);
    expect((await convert(files, ["a.yaml", "-f", "nowhere"])).code).toBe(2);
    // It is a file that was read, too.
    for (const to of [
      ["--file", "around.yaml"],
      ["--check", "-o", "json=around.yaml"],
    ]) {
      const over = await convert(files, ["a.yaml", "-f", "around.yaml", ...to]);
      expect(over).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("around.yaml") });
      expect(read(over, "around.yaml")).toBe(files["around.yaml"]);
    }
    expect((await convert(files, ["a.yaml", "-f", "around.yaml", "-v"])).stderr).toContain(
      "  around.yaml: read\n",
    );
  },
  "--snapshot": async () => {
    const files = {
      "a.yaml": TENANTS,
      "prod.json": listJson(
        stream(namespace("shop", "{ team: red }"), pod("shop", "web"), pod("shop", "cart"), ADMIN),
      ),
    };
    const report = await reportOf(files, ["a.yaml", "--snapshot", "prod.json"]);
    expect(report.left).toEqual([]);
    // The cluster has the policy itself: in its place stands the one of the file, and then the new one.
    expect(report.converted).toHaveLength(1);
    expect(report.proof.thisCluster.holds).toBe(true);
    expect((await convert(files, ["a.yaml", "--snapshot", "none.json"])).code).toBe(2);
    expect(
      (await convert(files, ["a.yaml", "--snapshot", "prod.json", "--snapshot", "prod.json"])).code,
    ).toBe(2);
  },
  "--context": async () => {
    const env = environment(await kubeconfigOf(namespace("shop", "{ team: red }")));
    const report = await reportOf({ "a.yaml": TENANTS }, ["a.yaml", "--context", "prod"], { env });
    expect(report.left).toEqual([]);
    const unknown = await convert({ "a.yaml": TENANTS }, ["a.yaml", "--context", "stage"], { env });
    expect(unknown).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("stage") });
  },
  "--kubeconfig": async () => {
    const path = await kubeconfigOf(namespace("shop", "{ team: red }"));
    const report = await reportOf({ "a.yaml": TENANTS }, ["a.yaml", "--kubeconfig", path], {
      env: environment(),
    });
    expect(report.left).toEqual([]);
  },
  "--delete": async () => {
    const files = { "a.yaml": stream(SHOP, MIXED) };
    expect((await reportOf(files, ["a.yaml"])).proof.thisCluster.holds).toBe(false);
    const report = await reportOf(files, ["a.yaml", "--delete", "clusternetworkpolicy/open"]);
    expect(report.proof.thisCluster.holds).toBe(true);
    expect((await convert(files, ["a.yaml", "--delete", "pod/shop/none"])).code).toBe(2);
  },
  "--exclude": async () => {
    const report = await reportOf({ "a.yaml": ADMIN, "old/b.yaml": BETA }, [".", "--exclude", "old"]);
    expect(report.files).toEqual(["a.yaml"]);
  },
  "--stdin-filename": async () => {
    const named = await reportOf({}, ["-", "--stdin-filename", "old.yaml"], { stdin: ADMIN });
    expect(named.files).toEqual(["old.yaml"]);
    expect((await reportOf({}, ["-"], { stdin: ADMIN })).files).toEqual(["(standard input)"]);
  },
  "--namespace": async () => {
    const bare = BETA.replace(", namespace: shop", "");
    const report = await reportOf({ "a.yaml": bare }, ["a.yaml", "-n", "ops"]);
    expect(report.converted[0].object).toMatchObject({ namespace: "ops", name: "old" });
  },
  "--dns": () => expectUsageError(["--dns", "none.txt"], "none.txt", "--dns", "file not found"),
  "--dns-service": () => expectUsageError(["--dns-service", "dns"], "--dns-service", '"dns"'),
  "--cluster-domain": () => expectUsageError(["--cluster-domain", "k8s_x"], "--cluster-domain", '"k8s_x"'),
  "--pod-cidr": async () => {
    await expectUsageError(["--pod-cidr", "10.9.0.0/33"], "--pod-cidr", '"10.9.0.0/33"');
  },
  "--service-cidr": () => expectUsageError(["--service-cidr", "nowhere"], "--service-cidr", '"nowhere"'),
  "--node-cidr": () => expectUsageError(["--node-cidr", "::/129"], "--node-cidr", '"::/129"'),
  "--bundle": async () => {
    const around = { "n.yaml": namespace("shop", "{ team: red }") };
    const files = { "a.yaml": TENANTS, ...around };
    const reasons = async (...args: readonly string[]): Promise<string[]> =>
      (await reportOf(files, ["a.yaml", "-f", "n.yaml", ...args])).left.map(({ reason }: any) => reason.code);
    // Without one it is read as of the newest that takes it.
    expect(await reasons()).toEqual([]);
    expect(await reasons("--bundle", "kep")).toEqual(["contested-comparison"]);
    expect(await reasons("--bundle", "v0.1.8")).toEqual(["refused"]);
    const nodes = ADMIN.replace("ingress: ", "egress: ").replace(
      "from: [{ namespaces: {} }]",
      "to: [{ nodes: {} }]",
    );
    const standard = ["a.yaml", "--bundle", "v0.2.0/standard"];
    expect((await reportOf({ "a.yaml": nodes }, standard)).left[0].reason.code).toBe("target-refuses");
    await expectUsageError(["--bundle", "v0.4.0"], "--bundle", '"v0.4.0"');
  },
  "--crd": async () => {
    const files = (rule: string): Files => ({
      "crd.json": newestDefinition("ClusterNetworkPolicy", withRules({ rule, message: "not here" })),
      "a.yaml": ADMIN,
    });
    const by = ["a.yaml", "--crd", "crd.json"];
    expect((await reportOf(files("self.priority < 10"), by)).left).toEqual([]);
    expect((await reportOf(files("self.priority > 10"), by)).left[0].reason.code).toBe("target-refuses");
    await expectUsageError(["--crd", "nowhere.yaml"], "--crd", "nowhere.yaml");
  },
  "--kubernetes-version": async () => {
    // Servers take leading zeros until 1.35.
    const old = webEgress('{ to: [{ ipBlock: { cidr: "010.0.0.0/8" } }] }').replace(
      "networking.k8s.io/v1",
      "extensions/v1beta1",
    );
    const files = { "a.yaml": old };
    expect((await reportOf(files, ["a.yaml"])).left[0].reason.code).toBe("refused");
    expect((await reportOf(files, ["a.yaml", "--kubernetes-version", "1.30"])).left).toEqual([]);
    await expectUsageError(["--kubernetes-version", "newest"], "--kubernetes-version", '"newest"');
  },
  "--legacy": async () => {
    const files = { "a.yaml": stream(namespace("shop"), BETA) };
    expect((await reportOf(files, ["a.yaml"])).left).toEqual([]);
    expect((await reportOf(files, ["a.yaml", "--legacy"])).left[0].reason.code).toBe("no-effect");
  },
  "--max-file-size": async () => {
    const files = { "a.yaml": ADMIN, "b.yaml": `# ${"x".repeat(4000)}\n` };
    expect((await convert(files, ["."])).code).toBe(0);
    expect((await convert(files, [".", "--max-file-size", "4000"])).code).toBe(3);
    await expectUsageError(["--max-file-size", "1k"], "--max-file-size", '"1k"');
  },
  "--max-files": async () => {
    const files = { "a.yaml": ADMIN, "b.yaml": pod("ops", "agent") };
    expect((await convert(files, [".", "--max-files", "2"])).code).toBe(0);
    expect((await convert(files, [".", "--max-files", "1"])).code).toBe(3);
    await expectUsageError(["--max-files", "-1"], "--max-files", '"-1"');
  },
  "--max-total-size": async () => {
    const files = { "a.yaml": ADMIN, "b.yaml": `# ${"x".repeat(2000)}\n` };
    expect((await convert(files, [".", "--max-total-size", "4000"])).code).toBe(0);
    expect((await convert(files, [".", "--max-total-size", "2000"])).code).toBe(3);
    await expectUsageError(["--max-total-size", "1e6"], "--max-total-size", '"1e6"');
  },
  "--timeout": async () => {
    expect((await convert({ "a.yaml": ADMIN }, ["a.yaml", "--timeout", "0"])).code).toBe(3);
    await expectUsageError(["--timeout", "soon"], "--timeout", '"soon"');
  },
  "--max-work": async () => {
    const args = ["a.yaml", "--max-work"];
    expect((await convert({ "a.yaml": ADMIN }, [...args, "1"])).code).toBe(3);
    expect((await convert({ "a.yaml": ADMIN }, [...args, "1000000"])).code).toBe(0);
    await expectUsageError(["--max-work", "1e6"], "--max-work", '"1e6"');
  },
  "--assume": async () => {
    const { stdout } = await convert({ "a.yaml": ADMIN }, [
      "a.yaml",
      "--assume",
      "dns",
      "--check",
      "-o",
      "json",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ conditions: [{ type: "assumed", assumption: "dns" }] });
    await expectUsageError(["--assume", "gateway"], "--assume", '"gateway"');
  },
  "--accept": async () => {
    const files = { "a/x.yaml": ADMIN, "a/y.yaml": "apiVersion: v1\nkind: [\n" };
    expect((await convert(files, ["a"])).code).toBe(3);
    const { code, stdout } = await convert(files, ["a", "--accept", "a/y.yaml", "--check", "-o", "json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ conditions: [{ path: "a/y.yaml" }] });
  },
  "--strict-input": async () => {
    const files = { "a/x.yaml": ADMIN, "a/kustomization.yaml": "resources: [x.yaml]\n" };
    expect((await convert(files, ["a"])).code).toBe(0);
    expect((await convert(files, ["a", "--strict-input"])).code).toBe(3);
  },
  "--follow-symlinks": async () => {
    const cwd = folderWith({ "a/x.yaml": ADMIN, "a/y.txt": BETA });
    symlinkSync("y.txt", `${cwd}/a/z.yaml`);
    expect((await runAnp(["convert", "a"], { cwd })).code).toBe(3);
    expect((await runAnp(["convert", "a", "--follow-symlinks"], { cwd })).code).toBe(0);
  },
  "--verbose": async () => {
    const files = { "a.yaml": ADMIN, "mkdocs.yml": "site: x\n" };
    const { stderr } = await convert(files, [".", "-v"]);
    expect(stderr).toMatch(/^loaded 2 files.*\n {2}a\.yaml: read\n {2}mkdocs\.yml: no Kubernetes object\n/);
    expect((await convert(files, ["."])).stderr).not.toContain("mkdocs.yml");
  },
  "--color": async () => {
    const text = async (...args: readonly string[]): Promise<string> =>
      (await convert({ "a.yaml": ADMIN }, ["a.yaml", "--check", ...args], { columns: 90 })).stdout;
    expect(await text("--color", "always")).toContain("\u001b[");
    expect(await text("--color", "never")).not.toContain("\u001b[");
    await expectUsageError(["--color", "red"], "--color", "always");
  },
  "--ascii": async () => {
    const text = async (...args: readonly string[]): Promise<string> =>
      (await convert({ "a.yaml": ADMIN }, ["a.yaml", "--check", ...args])).stdout;
    // eslint-disable-next-line no-control-regex
    expect(await text()).toMatch(/[^\0-\x7f]/);
    // eslint-disable-next-line no-control-regex
    expect(await text("--ascii")).not.toMatch(/[^\0-\x7f]/);
  },
  "--debug": () => expectDebug(["convert", "a"]),
};
