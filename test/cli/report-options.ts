import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, vi } from "vitest";
import { gzipSync, inflateRawSync } from "node:zlib";
import { adminEgress, DENY_ALL, namespace, pod, SHOP, stream, webEgress } from "./manifests.js";
import { change, ENV, repositoryWith } from "../input/git-repository.js";
import { configOptionTests } from "./config-options.js";
import { environment, kubeconfigOf, OVERLAY } from "./cluster-options.js";
import { expectDebug } from "./debug.js";
import { FlowGrid } from "../../src/page/grid.js";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { newestDefinition, withRules } from "../support/crd.js";
import { pairText } from "../../src/page/words.js";
import { readWalks } from "../../src/page/walks.js";
import { runAnp, startAnp, type Surroundings } from "../support/run-anp.js";
import type { OptionTests } from "./source-options.js";
import type { PageData } from "../../src/page/model.js";

type Files = Readonly<Record<string, string>>;

/** A page that was written: how the run ended, and what its map says. */
interface Written {
  readonly code: number;
  readonly stderr: string;
  readonly page: string;
  /** What one row sends to another, in words. */
  readonly flow: (from: string, to: string) => string;
  readonly names: readonly string[];
}

async function report(
  files: Files | string,
  args: readonly string[],
  more: Surroundings = {},
): Promise<Written> {
  const cwd = typeof files === "string" ? files : folderWith(files);
  const { code, stderr, stdout } = await runAnp(["report", ...args, "--file", "page.html"], { cwd, ...more });
  expect(stdout).toBe("");
  if (!existsSync(`${cwd}/page.html`)) return { code, stderr, page: "", flow: () => "", names: [] };
  const page = readFileSync(`${cwd}/page.html`, "utf8");
  const grid = gridIn(page);
  const rowOf = (name: string): number => grid.data.rows.findIndex((row) => row.name === name);
  return {
    code,
    stderr,
    page,
    flow: (from, to) => pairText(grid, grid.variants(rowOf(from), rowOf(to))),
    names: grid.data.rows.map(({ name }) => name),
  };
}

function gridIn(page: string): FlowGrid {
  const [, text = ""] = /id="data">([^<]*)</.exec(page) ?? [];
  const bytes = inflateRawSync(Buffer.from(text, "base64"));
  const length = bytes.readUInt32LE(0);
  const data = JSON.parse(bytes.subarray(4, 4 + length).toString()) as PageData;
  return new FlowGrid(data, readWalks(data, new Uint8Array(bytes.subarray(4 + length))));
}

async function expectUsageError(args: readonly string[], ...words: readonly string[]): Promise<void> {
  const { code, stderr, page } = await report({ "a.yaml": SHOP }, args, { env: environment() });
  expect([code, page]).toEqual([2, ""]);
  for (const word of words) expect(stderr).toContain(word);
}

const FROM_WEB = "TCP 7070";

export const REPORT_OPTIONS: OptionTests = {
  ...configOptionTests(["report", "-f", "a.yaml", "--file", "page.html"]),
  "--file": async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    expect((await report(cwd, ["-f", "a.yaml"])).flow("shop/web", "shop/cart")).toBe(FROM_WEB);
    expect((await runAnp(["report", "-f", "a.yaml"], { cwd })).stderr).toContain("missing --file");
    expect((await runAnp(["report", "-f", "a.yaml", "--file", "no/such/x.html"], { cwd })).code).not.toBe(0);
  },
  "--diff": async () => {
    const files = { "old.yaml": SHOP, "new.yaml": SHOP.replace("port: 7070", "port: 7071") };
    const { page, flow } = await report(files, ["--diff", "old.yaml", "new.yaml"]);
    expect(page.match(/old\.yaml → new\.yaml: [^<]*/)?.[0]).toBe(
      "old.yaml → new.yaml: 1 flow opens, 1 closes",
    );
    expect(flow("shop/web", "shop/cart")).toBe("TCP 7071");
    await expectUsageError(["--diff", "a.yaml"], "exactly two states");
  },
  "--git": async () => {
    const cwd = repositoryWith({ "k8s/shop.yaml": SHOP });
    change(cwd, { "k8s/shop.yaml": SHOP.replace("port: 7070", "port: 7071") });
    const { page, code } = await report(cwd, ["--diff", "--git", "first", "-f", "k8s"], { env: ENV });
    expect([code, page.includes("first → the working tree")]).toEqual([0, true]);
    await expectUsageError(["--git", "first", "-f", "a.yaml"], "--git needs --diff");
  },
  // test/cli/report-serve.test.ts tells what is served, and when it is loaded again.
  "--serve": () => expectUsageError(["-f", "a.yaml", "--serve"], "can't be combined"),
  "--watch": () => expectUsageError(["-f", "a.yaml", "--watch"], "--watch needs --serve"),
  "--port": async () => {
    const anp = startAnp(["report", "-f", "a.yaml", "--serve", "--port", "18734"], {
      cwd: folderWith({ "a.yaml": SHOP }),
    });
    await vi.waitFor(() => expect(anp.interrupt(), anp.stderr()).toBe(true), { timeout: 30_000 });
    await anp.code;
    expect(anp.stderr()).toContain("serving http://127.0.0.1:18734/?token=");
  },
  "--filename": async () => {
    const files = { "a.yaml": SHOP, "b/c.yaml": pod("ops", "agent") };
    expect((await report(files, ["-f", "a.yaml", "-f", "b"])).names).toContain("ops/agent");
    expect((await report(files, ["-f", "a.yaml"])).names).not.toContain("ops/agent");
    expect((await report({}, ["-f", "-"], { stdin: SHOP })).flow("shop/web", "shop/cart")).toBe(FROM_WEB);
    await expectUsageError(["-f", "nowhere"], "file not found: nowhere");
  },
  "--exclude": async () => {
    const files = { "a.yaml": SHOP, "old/b.yaml": pod("shop", "old") };
    expect((await report(files, ["-f", "."])).names).toContain("shop/old");
    expect((await report(files, ["-f", ".", "--exclude", "old"])).names).not.toContain("shop/old");
  },
  "--stdin-filename": async () => {
    // A finding of it has a place.
    const labelled = `${SHOP}---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: from-dns, namespace: shop }\nspec: { podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [{ namespaceSelector: { matchLabels: { name: kube-system } } }] }] }\n`;
    const named = await report({}, ["-f", "-", "--stdin-filename", "rendered.yaml"], {
      stdin: labelled,
    });
    expect(named.page).toContain("rendered.yaml:");
  },
  "--namespace": async () => {
    const files = { "a.yaml": pod(undefined, "till") };
    expect((await report(files, ["-f", ".", "-n", "ops"])).names).toContain("ops/till");
  },
  "--snapshot": async () => {
    const cwd = folderWith({ "new.yaml": OVERLAY });
    writeFileSync(`${cwd}/prod.json.gz`, gzipSync(listJson(SHOP)));
    const from = ["--snapshot", "prod.json.gz"];
    expect((await report(cwd, from)).flow("shop/web", "shop/cart")).toBe(FROM_WEB);
    expect((await report(cwd, [...from, "-f", "new.yaml"])).flow("shop/web", "shop/cart")).toBe("TCP 7071");
  },
  "--context": async () => {
    const env = environment(await kubeconfigOf(SHOP));
    const live = await report({}, ["--context", "prod"], { env });
    expect(live.flow("shop/web", "shop/cart")).toBe(FROM_WEB);
    expect(live.stderr).toMatch(/^loaded context prod, 4 objects/);
    expect((await report({}, ["--context", "stage"], { env })).code).toBe(2);
  },
  "--kubeconfig": async () => {
    const args = ["--kubeconfig", await kubeconfigOf(SHOP)];
    const current = await report({}, args, { env: environment() });
    expect(current.flow("shop/web", "shop/cart")).toBe(FROM_WEB);
  },
  "--delete": async () => {
    const files = { "prod.json": listJson(SHOP) };
    const gone = ["--snapshot", "prod.json", "--delete", "netpol/shop/cart-from-web"];
    expect((await report(files, gone)).flow("shop/web", "shop/cart")).toBe("all traffic");
    await expectUsageError(["-f", "a.yaml", "--delete", "netpol/shop/none"], "not in the input");
  },
  "--dns": async () => {
    const byName = adminEgress(
      "saas",
      '{ action: Accept, to: [{ domainNames: ["www.example.com"] }] }',
      DENY_ALL,
    );
    const files = { "a.yaml": stream(SHOP, byName), "dns.txt": "www.example.com: 192.0.2.1\n" };
    const known = await report(files, ["-f", "a.yaml", "--dns", "dns.txt"]);
    const unknown = await report(files, ["-f", "a.yaml"]);
    expect(known.page).not.toBe(unknown.page);
    await expectUsageError(["-f", "a.yaml", "--dns", "none.txt"], "none.txt");
  },
  "--dns-service": async () => {
    await expectUsageError(
      ["-f", "a.yaml", "--dns-service", "ops/nowhere"],
      "ops/nowhere",
      "not in the input",
    );
  },
  "--cluster-domain": async () => {
    const byName = adminEgress(
      "own",
      '{ action: Accept, to: [{ domainNames: ["cart.shop.svc.k8s.example.org"] }] }',
    );
    const files = { "a.yaml": stream(SHOP, byName) };
    const outside = "cart.shop.svc.k8s.example.org";
    expect((await report(files, ["-f", "."])).names).toContain(outside);
    const own = await report(files, ["-f", ".", "--cluster-domain", "k8s.example.org"]);
    expect(own.names).not.toContain(outside);
  },
  "--pod-cidr": async () => {
    const files = {
      "a.yaml": stream(pod("shop", "web"), webEgress('{ to: [{ ipBlock: { cidr: "10.8.0.0/16" } }] }')),
    };
    const plain = await report(files, ["-f", "."]);
    const told = await report(files, ["-f", ".", "--pod-cidr", "10.8.0.0/16"]);
    expect(told.page).not.toBe(plain.page);
    await expectUsageError(["-f", "a.yaml", "--pod-cidr", "10.9.0.0/33"], '"10.9.0.0/33"');
  },
  "--service-cidr": async () => {
    await expectUsageError(["-f", "a.yaml", "--service-cidr", "nowhere"], '"nowhere"');
  },
  "--node-cidr": async () => {
    await expectUsageError(["-f", "a.yaml", "--node-cidr", "::/129"], '"::/129"');
  },
  "--bundle": async () => {
    const byName = '{ action: Accept, to: [{ domainNames: ["*.example.com"] }] }';
    const files = { "a.yaml": stream(SHOP, adminEgress("saas", byName, DENY_ALL)) };
    expect((await report(files, ["-f", "."])).code).toBe(0);
    expect((await report(files, ["-f", ".", "--bundle", "v0.2.0/standard"])).code).toBe(3);
  },
  "--crd": async () => {
    const files = {
      "crd.json": newestDefinition(
        "ClusterNetworkPolicy",
        withRules({ rule: "self.priority > 8", message: "no" }),
      ),
      "a.yaml": stream(SHOP, adminEgress("saas", DENY_ALL)),
    };
    expect((await report(files, ["-f", "a.yaml"])).code).toBe(0);
    expect((await report(files, ["-f", "a.yaml", "--crd", "crd.json"])).code).toBe(3);
  },
  "--kubernetes-version": async () => {
    const files = { "a.yaml": stream(SHOP, webEgress('{ to: [{ ipBlock: { cidr: "010.0.0.0/8" } }] }')) };
    expect((await report(files, ["-f", "."])).code).toBe(3);
    expect((await report(files, ["-f", ".", "--kubernetes-version", "1.30"])).code).toBe(0);
  },
  "--legacy": async () => {
    const old = `apiVersion: extensions/v1beta1
kind: NetworkPolicy
metadata: { name: old, namespace: shop }
spec: { podSelector: {}, ingress: [{ from: [{ podSelector: { matchLabels: { app: web } } }] }] }
`;
    const files = { "a.yaml": stream(namespace("shop"), pod("shop", "cart"), pod("shop", "till"), old) };
    const by = ["-f", ".", "--kubernetes-version", "1.15"];
    expect((await report(files, by)).flow("shop/till", "shop/cart")).toBe("denied");
    expect((await report(files, [...by, "--legacy"])).flow("shop/till", "shop/cart")).toBe("all traffic");
  },
  "--max-file-size": async () => {
    const files = { "a.yaml": SHOP, "b.yaml": `# ${"x".repeat(2000)}\n` };
    expect((await report(files, ["-f", ".", "--max-file-size", "2000"])).code).toBe(3);
  },
  "--max-files": async () => {
    const files = { "a.yaml": SHOP, "b.yaml": pod("ops", "agent") };
    expect((await report(files, ["-f", ".", "--max-files", "1"])).code).toBe(3);
  },
  "--max-total-size": async () => {
    const files = { "a.yaml": SHOP, "b.yaml": `# ${"x".repeat(2000)}\n` };
    expect((await report(files, ["-f", ".", "--max-total-size", "2000"])).code).toBe(3);
  },
  "--timeout": async () => {
    const files = { "a.yaml": stream(SHOP, pod("ops", "agent")) };
    expect((await report(files, ["-f", ".", "--timeout", "0"])).code).toBe(3);
    await expectUsageError(["-f", "a.yaml", "--timeout", "soon"], '"soon"');
  },
  "--max-work": async () => {
    const few = await report({ "a.yaml": SHOP }, ["-f", ".", "--max-work", "1"]);
    expect([few.code, few.stderr.includes("work limit")]).toEqual([3, true]);
  },
  "--accept": async () => {
    const files = {
      "a.yaml": SHOP,
      "b.yaml": "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: [",
    };
    expect((await report(files, ["-f", "."])).code).toBe(3);
    const accepted = await report(files, ["-f", ".", "--accept", "b.yaml"]);
    expect([accepted.code, accepted.page.includes("b.yaml")]).toEqual([0, true]);
  },
  "--assume": async () => {
    const plain = await report({ "a.yaml": SHOP }, ["-f", "."]);
    const assumed = await report({ "a.yaml": SHOP }, ["-f", ".", "--assume", "dns"]);
    const words = "cluster DNS is kube-dns in kube-system";
    expect([plain.page.includes(words), assumed.page.includes(words)]).toEqual([false, true]);
    await expectUsageError(["-f", "a.yaml", "--assume", "gateway"], "gateway");
  },
  "--plugin": async () => {
    const plain = await report({ "a.yaml": SHOP }, ["-f", "."]);
    const read = await report({ "a.yaml": SHOP }, ["-f", ".", "--plugin", "calico"]);
    expect([
      plain.page.includes("as network plugin"),
      read.page.includes("as network plugin calico"),
    ]).toEqual([false, true]);
    await expectUsageError(["-f", "a.yaml", "--plugin", "none"], "none");
  },
  "--follow-symlinks": async () => {
    const cwd = folderWith({ "real/a.yaml": SHOP, "real/b.yaml": pod("ops", "agent") });
    symlinkSync("b.yaml", `${cwd}/real/c.yaml`);
    expect((await report(cwd, ["-f", "real"])).code).toBe(3);
    expect((await report(cwd, ["-f", "real", "--follow-symlinks"])).code).toBe(0);
  },
  "--strict-input": async () => {
    const chart = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Values.name }}}\n";
    const files = { "a.yaml": SHOP, "app/Chart.yaml": "name: app\n", "app/templates/a.yaml": chart };
    expect((await report(files, ["-f", "."])).code).toBe(0);
    expect((await report(files, ["-f", ".", "--strict-input"])).code).toBe(3);
  },
  "--verbose": async () => {
    const files = { "a.yaml": SHOP, "mkdocs.yml": "site: x\n" };
    const { stderr } = await report(files, ["-f", ".", "-v"]);
    expect(stderr).toContain("  mkdocs.yml: no Kubernetes object\n");
  },
  "--debug": () => expectDebug(["report", "-f", "a.yaml", "--file", "page.html"]),
};
