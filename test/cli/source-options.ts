import { createHash } from "node:crypto";
import { chmodSync, symlinkSync } from "node:fs";
import { expect } from "vitest";
import {
  adminEgress,
  DENY_ALL,
  namespace,
  pod,
  REVERSED_PORTS,
  SHOP,
  stream,
  webEgress,
} from "./manifests.js";
import { clusterOptionTests } from "./cluster-options.js";
import { newestDefinition, withRules } from "../support/crd.js";
import { folderWith } from "../support/folder.js";
import { runAnp, type Run, type Surroundings } from "../support/run-anp.js";
import { testQuestion, verdictsOfTests, type TestedFileJson } from "./test-question.js";

/** One test for each option: it fails where the option is ignored. */
export type OptionTests = Readonly<Record<string, () => Promise<void>>>;

type Files = Readonly<Record<string, string>>;

/** What the JSON of an audit says of a class, as far as it is looked at. */
export interface AuditedClassJson {
  readonly groups: readonly { readonly open: readonly { readonly verdict: string }[] }[];
}

/** What is sent at once comes to, as other commands have it. */
export function verdictsIn(classes: readonly AuditedClassJson[]): string {
  const open = classes.flatMap(({ groups }) => groups.flatMap((group) => group.open));
  return open.length === 0 ? "denied" : [...new Set(open.map(({ verdict }) => verdict))].join(" ");
}

/** The tests of the options that say where the cluster comes from and what is known of it. */
export function sourceOptionTests(command: "lint" | "explain" | "matrix" | "audit" | "test"): OptionTests {
  const isLint = command === "lint";
  const question = isLint ? [] : asked("shop/web", "shop/cart", "--port", "7070");

  /** How a command is asked about two ends. */
  function asked(from: string, to: string, ...more: readonly string[]): readonly string[] {
    if (command === "test") {
      const [option, port] = more;
      return option === "--port"
        ? [testQuestion(from, to, port), ...more.slice(2)]
        : [testQuestion(from, to, undefined), ...more];
    }
    if (command === "audit") return ["egress", "--from", from, "--to", to, "--fail-on", "never", ...more];
    return command === "matrix" ? ["--from", from, "--to", to, ...more] : [from, to, ...more];
  }

  /** Runs the command over some files; the JSON goes to standard output, what was loaded to standard error. */
  async function run(files: Files, args: readonly string[], more: Surroundings = {}): Promise<Run> {
    const explains = command === "matrix" ? ["--explain"] : [];
    const done = await runAnp([command, ...question, "-o", "json", ...explains, ...args], {
      cwd: folderWith(files),
      ...more,
    });
    // A test that fails is an answer as well as one that passes.
    return command === "test" && done.code === 1 ? { ...done, code: 0 } : done;
  }

  /** The verdict of a question; `lint` cannot use what is said of a cluster, but reads it all the same. */
  async function verdictOf(files: Files, [from = "", to = "", ...more]: readonly string[]): Promise<string> {
    const all = [command, "-f", ".", ...asked(from, to, ...more), "-o", "json"];
    const { stdout } = await runAnp(all, { cwd: folderWith(files) });
    const json = JSON.parse(stdout) as {
      readonly results?: readonly { verdict: string }[];
      readonly connections?: readonly object[];
      readonly classes?: readonly AuditedClassJson[];
      readonly files?: readonly TestedFileJson[];
    };
    if (json.files !== undefined) return verdictsOfTests(json.files);
    if (json.classes !== undefined) return verdictsIn(json.classes);
    if (json.results !== undefined) return json.results.map(({ verdict }) => verdict).join(" ");
    const members = (json.connections ?? []).flatMap((connection) => Object.keys(connection));
    const verdicts = new Set(members.filter((each) => ["allowed", "undefined", "unknown"].includes(each)));
    return verdicts.size === 0 ? "denied" : [...verdicts].join(" ");
  }

  async function expectUsageError(args: readonly string[], ...words: readonly string[]): Promise<void> {
    const { code, stdout, stderr } = await run({ "a.yaml": SHOP }, ["-f", ".", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    for (const word of words) expect(stderr).toContain(word);
  }

  return {
    ...clusterOptionTests(command),
    "--filename": async () => {
      const files = { "a.yaml": SHOP, "b/c.yaml": pod("ops", "agent"), "b/d.json": "{}", "e.txt": "x" };
      const one = await run(files, ["-f", "a.yaml", "-v"]);
      expect(one.stderr).toContain("loaded 1 file, 4 objects");
      const two = await run(files, ["-f", "a.yaml", "--filename", "b", "-v"]);
      expect(two.stderr).toContain("loaded 3 files, 5 objects");
      const glob = await run(files, ["-f", "**/*.yaml", "-v"]);
      expect(glob.stderr).toContain("loaded 2 files, 5 objects");
      const stdin = await run({}, ["-f", "-", "-v"], { stdin: SHOP });
      expect(stdin.stderr).toContain("loaded 1 file, 4 objects");
      const none = await run(files, ["-f", "nowhere"]);
      expect(none).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("file not found: nowhere"),
      });
    },
    "--exclude": async () => {
      const files = { "a.yaml": SHOP, "old/b.yaml": pod("shop", "old"), "c.bak.yaml": pod("shop", "bak") };
      const excluding = ["-f", ".", "--exclude", "old", "--exclude", "*.bak.yaml"];
      expect((await run(files, [...excluding, "-v"])).stderr).toContain("loaded 1 file, 4 objects");
      // What is left out is said in any case.
      expect((await run(files, excluding)).stderr).toMatch(/^2 excluded \(-v lists them\)$/m);
    },
    "--stdin-filename": async () => {
      const stdin = stream(SHOP, REVERSED_PORTS.replace("cart-from-web", "reversed"));
      if (command === "test") {
        const text = await runAnp(["test", ...question, "-f", "-", "--stdin-filename", "rendered.yaml"], {
          stdin,
        });
        expect(text.stdout).toContain("rendered.yaml:");
        return;
      }
      const { stdout } = await run({}, ["-f", "-", "--stdin-filename", "rendered.yaml"], { stdin });
      expect(stdout).toMatch(/"file": ?"rendered\.yaml"/);
      const { stdout: unnamed } = await run({}, ["-f", "-"], { stdin });
      expect(unnamed).toMatch(/"file": ?"\(standard input\)"/);
    },
    "--namespace": async () => {
      const bare = stream(
        SHOP,
        REVERSED_PORTS.replace(", namespace: shop", "").replace("cart-from-web", "x"),
      );
      if (isLint) {
        const { stdout } = await run({ "a.yaml": bare }, ["-n", "ops", "--only", "invalid-port-range"]);
        expect(JSON.parse(stdout).findings[0].object).toMatchObject({ name: "x", namespace: "ops" });
        return;
      }
      const files = { "a.yaml": stream(SHOP, pod(undefined, "till")) };
      expect(await verdictOf(files, ["till", "cart", "--port", "7070", "-n", "shop"])).toBe("denied");
      if (command === "test") return;
      const { code, stderr } = await runAnp(
        [command, "-f", ".", ...asked("till", "cart"), "-n", "default", "-o", "json"],
        {
          cwd: folderWith(files),
        },
      );
      expect(code).toBe(2);
      expect(stderr).toContain('no pod or workload "cart" in namespace default');
    },
    "--dns": async () => {
      const files = {
        "a.yaml": stream(pod("shop", "web"), webEgress('{ to: [{ ipBlock: { cidr: "192.0.2.0/24" } }] }')),
        "dns.txt": "www.example.com: 192.0.2.1\nftp.example.com: [198.51.100.1]\n",
      };
      const ask = (name: string): Promise<string> =>
        verdictOf(files, ["shop/web", name, "--port", "443", "--dns", "dns.txt"]);
      if (!isLint) {
        expect(await ask("www.example.com")).toBe("allowed");
        expect(await ask("ftp.example.com")).toBe("denied");
        expect(await verdictOf(files, ["shop/web", "www.example.com", "--port", "443"])).toBe("unknown");
      }
      await expectUsageError(["--dns", "none.txt"], "none.txt", "--dns", "file not found");
    },
    "--dns-service": async () => {
      const resolver = `apiVersion: v1
kind: Service
metadata: { name: names, namespace: ops }
spec: { selector: { app: resolver }, ports: [{ port: 53, protocol: UDP, targetPort: 8053 }, { port: 9, targetPort: 9 }] }
`;
      const toDns = "{ to: [{ podSelector: {} }, { ipBlock: { cidr: 0.0.0.0/0 } }], ports: [{ port: 443 }] }";
      const files = {
        "a.yaml": stream(SHOP, resolver, pod("ops", "resolver"), webEgress(toDns)),
        "b.yaml": resolver.replace("name: names", "name: empty").replace("app: resolver", "app: nobody"),
        "c.yaml": resolver.replace("name: names", "name: other").replace("port: 53,", "port: 54,"),
      };
      const named = ["--dns-service", "ops/names"];
      if (isLint) {
        const found = async (args: readonly string[]): Promise<string> =>
          (await run(files, ["-f", ".", "--only", "dns-egress-missing", ...args])).stdout;
        expect(await found([])).toContain('"dns"');
        expect(await found([])).not.toContain("ops/names");
        expect(await found(named)).toContain("cannot reach cluster DNS (`ops/names`)");
      } else if (command === "explain") {
        const notes = async (args: readonly string[]): Promise<string> =>
          (
            await runAnp(["explain", "-f", ".", "shop/web", "www.example.com", "--port", "443", ...args], {
              cwd: folderWith(files),
            })
          ).stdout;
        expect(await notes([])).not.toContain("ops/names");
        expect(await notes(named)).toContain("→ ops/names  UDP 53  DENIED");
      }
      for (const [name, ...words] of [
        ["ops/nowhere", "ops/nowhere", "not in the input"],
        ["ops/empty", "ops/empty", "no pod"],
        ["ops/other", "ops/other", "no port 53"],
        ["names", '"names"', "kube-system/kube-dns"],
        ["ops/names/x", '"ops/names/x"'],
      ] as const) {
        const { code, stderr } = await run(files, ["-f", ".", "--dns-service", name]);
        expect(code).toBe(2);
        for (const word of ["--dns-service", ...words]) expect(stderr).toContain(word);
      }
    },
    "--cluster-domain": async () => {
      const service = `apiVersion: v1
kind: Service
metadata: { name: cart, namespace: shop }
spec: { selector: { app: cart }, ports: [{ port: 80, targetPort: 7071 }] }
`;
      const files = { "a.yaml": stream(SHOP, service) };
      if (!isLint) {
        const ask = ["shop/web", "cart.shop.svc.k8s.example.org", "--port", "80"];
        expect(await verdictOf(files, [...ask, "--cluster-domain", "k8s.example.org."])).toBe("denied");
        expect(await verdictOf(files, ask)).toBe("allowed");
      }
      await expectUsageError(["--cluster-domain", "k8s example"], "--cluster-domain", '"k8s example"');
    },
    "--pod-cidr": async () => {
      const files = { "a.yaml": stream(pod("shop", "web"), webEgress("{ to: [{ podSelector: {} }] }")) };
      if (!isLint) {
        const ask = ["shop/web", "10.8.3.7", "--port", "443"];
        expect(await verdictOf(files, ask)).toBe("unknown");
        expect(await verdictOf(files, [...ask, "--pod-cidr", "10.9.0.0/16"])).toBe("denied");
        expect(await verdictOf(files, [...ask, "--pod-cidr", "10.9.0.0/16,10.8.0.0/16"])).toBe("unknown");
      }
      await expectUsageError(["--pod-cidr", "10.9.0.0/33"], "--pod-cidr", '"10.9.0.0/33"');
    },
    "--service-cidr": async () => {
      const files = { "a.yaml": stream(pod("shop", "web"), webEgress("{ to: [{ podSelector: {} }] }")) };
      if (!isLint) {
        const ask = ["shop/web", "10.96.3.7", "--port", "443"];
        expect(await verdictOf(files, ask)).toBe("unknown");
        expect(await verdictOf(files, [...ask, "--service-cidr", "10.96.0.0/12"])).toBe("denied");
      }
      await expectUsageError(["--service-cidr", "nowhere"], "--service-cidr", '"nowhere"');
    },
    "--node-cidr": async () => {
      const toNodes = "{ action: Deny, to: [{ nodes: {} }] }";
      const files = { "a.yaml": stream(pod("shop", "web"), adminEgress("no-nodes", toNodes)) };
      if (!isLint) {
        const ask = ["shop/web", "203.0.113.9", "--port", "443"];
        expect(await verdictOf(files, ask)).toBe("unknown");
        expect(await verdictOf(files, [...ask, "--node-cidr", "198.51.100.0/24"])).toBe("allowed");
        expect(await verdictOf(files, [...ask, "--node-cidr", "203.0.113.0/24"])).toBe("unknown");
      }
      await expectUsageError(["--node-cidr", "::/129"], "--node-cidr", '"::/129"');
    },
    "--bundle": async () => {
      const byName = '{ action: Accept, to: [{ domainNames: ["*.example.com"] }] }';
      const files = { "a.yaml": stream(SHOP, adminEgress("saas", byName, DENY_ALL)) };
      const negative = isLint ? 1 : 3;
      expect((await run(files, ["-f", "."])).code).toBe(0);
      expect((await run(files, ["-f", ".", "--bundle", "v0.2.0/standard"])).code).toBe(negative);
      // Without a channel it is the experimental one; the last that has the kind counts.
      expect((await run(files, ["-f", ".", "--bundle", "v0.2.0"])).code).toBe(0);
      const both = ["--bundle", "v0.2.0/standard", "--bundle", "v0.2.0/experimental", "--bundle", "v0.1.8"];
      expect((await run(files, ["-f", ".", ...both])).code).toBe(0);
      for (const wrong of ["v0.4.0", "0.2.0", "v0.2.0/beta", "v0.2.0/standard/x", ""])
        await expectUsageError(
          ["--bundle", wrong],
          "--bundle",
          JSON.stringify(wrong),
          "v0.2.0/standard",
          "v0.1.8",
        );
    },
    "--crd": async () => {
      const files = (rule: string): Files => ({
        "crd.json": newestDefinition("ClusterNetworkPolicy", withRules({ rule, message: "not here" })),
        "a.yaml": stream(SHOP, adminEgress("saas", DENY_ALL)),
      });
      const by = ["-f", "a.yaml", "--crd", "crd.json"];
      expect((await run(files("self.priority < 8"), by)).code).toBe(0);
      expect((await run(files("self.priority > 8"), by)).code).toBe(isLint ? 1 : 3);
      await expectUsageError(["--crd", "nowhere.yaml"], "--crd", "nowhere.yaml");
    },
    "--kubernetes-version": async () => {
      // Servers take leading zeros until 1.35 (V-NP): from 1.36 on the object is refused.
      const files = {
        "a.yaml": stream(SHOP, webEgress('{ to: [{ ipBlock: { cidr: "010.0.0.0/8" } }] }')),
      };
      const only = isLint ? ["--only", "invalid-cidr"] : [];
      expect((await run(files, ["-f", ".", ...only])).code).toBe(isLint ? 1 : 3);
      expect((await run(files, ["-f", ".", ...only, "--kubernetes-version", "v1.30.2"])).code).toBe(0);
      await expectUsageError(["--kubernetes-version", "newest"], "--kubernetes-version", '"newest"', "1.36");
    },
    "--legacy": async () => {
      const old = `apiVersion: extensions/v1beta1
kind: NetworkPolicy
metadata: { name: old, namespace: shop }
spec: { podSelector: {}, ingress: [{ from: [{ podSelector: { matchLabels: { app: web } } }] }] }
`;
      const files = {
        "a.yaml": stream(
          namespace("shop"),
          pod("shop", "web"),
          pod("shop", "cart"),
          pod("shop", "till"),
          old,
        ),
      };
      if (isLint) {
        const rules = async (args: readonly string[]): Promise<string[]> =>
          JSON.parse((await run(files, args)).stdout).findings.map(({ rule }: { rule: string }) => rule);
        expect(await rules(["-f", "."])).toContain("removed-api-version");
        expect(await rules(["-f", ".", "--legacy"])).not.toContain("removed-api-version");
        return;
      }
      // In the 2016 design nothing but the namespace's annotation isolates.
      const ask = ["shop/till", "shop/cart", "--port", "80", "--kubernetes-version", "1.15"];
      expect(await verdictOf(files, ask)).toBe("denied");
      expect(await verdictOf(files, [...ask, "--legacy"])).toBe("allowed");
    },
    "--max-file-size": async () => {
      const files = { "a.yaml": SHOP, "b.yaml": `# ${"x".repeat(2000)}\n` };
      expect((await run(files, ["-f", "."])).code).toBe(0);
      expect((await run(files, ["-f", ".", "--max-file-size", "2000"])).code).toBe(3);
      await expectUsageError(["--max-file-size", "1k"], "--max-file-size", '"1k"');
    },
    "--max-files": async () => {
      const files = { "a.yaml": SHOP, "b.yaml": pod("ops", "agent") };
      expect((await run(files, ["-f", ".", "--max-files", "2"])).code).toBe(0);
      expect((await run(files, ["-f", ".", "--max-files", "1"])).code).toBe(3);
      await expectUsageError(["--max-files", "-1"], "--max-files", '"-1"');
    },
    "--max-total-size": async () => {
      const files = { "a.yaml": SHOP, "b.yaml": `# ${"x".repeat(2000)}\n` };
      expect((await run(files, ["-f", ".", "--max-total-size", "4000"])).code).toBe(0);
      expect((await run(files, ["-f", ".", "--max-total-size", "2000"])).code).toBe(3);
      await expectUsageError(["--max-total-size", "1e6"], "--max-total-size", '"1e6"');
    },
    "--timeout": async () => {
      // No time at all: nothing is analysed.
      const late = await run({ "a.yaml": stream(SHOP, pod("ops", "agent")) }, ["-f", ".", "--timeout", "0"]);
      if (isLint || command === "test") expect(late.code).toBe(3);
      else expect(late.stderr).toContain("it may be in a file that could not be read: a.yaml:1:1");
      await expectUsageError(["--timeout", "soon"], "--timeout", '"soon"');
    },
    "--max-work": async () => {
      const files = { "a.yaml": stream(SHOP, pod("ops", "agent")) };
      expect((await run(files, ["-f", ".", "--max-work", "1"])).stderr).toContain("work limit");
      expect((await run(files, ["-f", ".", "--max-work", "1000000"])).stderr).not.toContain("limit");
      await expectUsageError(["--max-work", "1e6"], "--max-work", '"1e6"');
    },
    "--follow-symlinks": async () => {
      const cwd = folderWith({ "real/a.yaml": SHOP, "real/b.yaml": pod("ops", "agent") });
      symlinkSync("b.yaml", `${cwd}/real/c.yaml`);
      const not = await runAnp([command, ...question, "-f", "real", "-o", "json"], { cwd });
      expect(not.code).toBe(3);
      const followed = await runAnp([command, ...question, "-f", "real", "-o", "json", "--follow-symlinks"], {
        cwd,
      });
      expect(followed.code).toBe(0);
    },
    "--strict-input": async () => {
      const chart = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Values.name }}}\n";
      const files = { "a.yaml": SHOP, "app/Chart.yaml": "name: app\n", "app/templates/a.yaml": chart };
      const [lenient, strict] = [
        await run(files, ["-f", "."]),
        await run(files, ["-f", ".", "--strict-input"]),
      ];
      expect([lenient.code, strict.code]).toEqual([0, 3]);
      for (const { stderr } of [lenient, strict])
        expect(stderr).toContain("app is not rendered: helm template app | anp lint - reads its manifests\n");
    },
    "--render": async () => {
      const files = {
        "a.yaml": SHOP,
        "app/Chart.yaml": "name: app\n",
        "app/templates/a.yaml": "kind: {{ .Values.kind }}\n",
      };
      const programs = folderWith({ helm: "#!/bin/sh\necho 'kind: ConfigMap'; echo 'apiVersion: v1'\n" });
      chmodSync(`${programs}/helm`, 0o755);
      const env = { PATH: programs };
      expect((await run(files, ["-f", "."], { env })).code).toBe(3);
      expect((await run(files, ["-f", ".", "--render"], { env })).code).toBe(0);
    },
    "--assume": async () => {
      const files = { "a.yaml": SHOP };
      const args = ["-f", ".", "--assume", "dns,system-namespaces"];
      expect(JSON.parse((await run(files, args)).stdout)).toMatchObject({
        conditions: [
          { type: "assumed", assumption: "dns" },
          { type: "assumed", assumption: "system-namespaces" },
        ],
      });
      expect(JSON.parse((await run(files, ["-f", ".", "--assume", "none"])).stdout)).not.toHaveProperty(
        "conditions",
      );
      await expectUsageError(["--assume", "gateway"], "--assume", '"gateway"');
      await expectUsageError(["--assume", "none,dns"], "--assume none", "can't be combined");
    },
    "--accept": async () => {
      const files = { "a.yaml": SHOP, "k8s/broken.yaml": "apiVersion: v1\nkind: [\n" };
      const sha256 = createHash("sha256").update(files["k8s/broken.yaml"]).digest("hex");
      expect((await run(files, ["-f", "."])).code).toBe(3);
      for (const path of ["k8s/broken.yaml", `./k8s/broken.yaml=${sha256}`]) {
        const { code, stdout } = await run(files, ["-f", ".", "--accept", path]);
        expect(code).toBe(0);
        expect(JSON.parse(stdout)).toMatchObject({
          incomplete: false,
          conditions: [
            { type: "accepted", path: "k8s/broken.yaml", sha256, by: "command line", reviewed: true },
          ],
        });
      }
      const other = `k8s/broken.yaml=${sha256.replaceAll(/./g, "0")}`;
      expect((await run(files, ["-f", ".", "--accept", other])).code).toBe(3);
      await expectUsageError(["--accept", "a.yaml=abc"], "--accept", '"a.yaml=abc"');
    },
    "--verbose": async () => {
      const files = { "a.yaml": SHOP, "mkdocs.yml": "site: x\n", "old.yaml": pod("ops", "old") };
      const args = ["-f", ".", "--exclude", "old.yaml"];
      const loud = await run(files, [...args, "-v"]);
      const lines = loud.stderr.split("\n");
      expect(lines.slice(1)).toEqual([
        "  a.yaml: read",
        "  mkdocs.yml: no Kubernetes object",
        "  old.yaml: excluded",
        "",
      ]);
      expect((await run(files, args)).stderr.split("\n")).toEqual([
        "1 file without Kubernetes objects; 1 excluded (-v lists them)",
        "",
      ]);
      expect(lines[0]).toMatch(/^loaded 2 files, 4 objects: /);
    },
    "--color": async () => {
      const text = async (...args: readonly string[]): Promise<string> => {
        const cwd = folderWith({ "a.yaml": stream(SHOP, REVERSED_PORTS.replace("cart-from-web", "x")) });
        return (await runAnp([command, ...question, "-f", ".", ...args], { cwd, columns: 90 })).stdout;
      };
      expect(await text("--color", "always")).toContain("\u001b[");
      expect(await text("--color", "auto")).toContain("\u001b[");
      expect(await text("--color", "never")).not.toContain("\u001b[");
      await expectUsageError(["--color", "red"], "--color", "always");
    },
    "--ascii": async () => {
      const cwd = folderWith({ "a.yaml": stream(SHOP, REVERSED_PORTS.replace("cart-from-web", "x")) });
      const text = async (...args: readonly string[]): Promise<string> =>
        (await runAnp([command, ...question, "-f", ".", ...args], { cwd })).stdout;
      // eslint-disable-next-line no-control-regex
      expect(await text()).toMatch(/[^\0-\x7f]/);
      // eslint-disable-next-line no-control-regex
      expect(await text("--ascii")).not.toMatch(/[^\0-\x7f]/);
    },
  };
}
