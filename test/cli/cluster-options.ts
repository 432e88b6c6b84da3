import { gzipSync } from "node:zlib";
import { writeFileSync } from "node:fs";
import { expect } from "vitest";
import { apiServer, kubeconfigFile } from "../support/live.js";
import { CART_FROM_WEB, REVERSED_PORTS, SHOP } from "./manifests.js";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { POLICY_RESOURCES } from "../support/api-server/resources.js";
import { readDocuments } from "../../src/source/manifest/read.js";
import { testQuestion, verdictsOfTests, type TestedFileJson } from "./test-question.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { verdictsIn, type AuditedClassJson, type OptionTests } from "./source-options.js";
import type { StoredObject } from "../support/api-server.js";

type Files = Readonly<Record<string, string>>;

/** An environment in which kubectl knows no cluster but that of a kubeconfig. */
export function environment(kubeconfig = "/nowhere/config"): Readonly<Record<string, string>> {
  return { PATH: process.env["PATH"] ?? "", HOME: folderWith({}), KUBECONFIG: kubeconfig };
}

/** A kubeconfig whose only context, `prod`, is a cluster of some manifests. */
export async function kubeconfigOf(manifests: string): Promise<string> {
  const objects = [...readDocuments({ name: "stored.yaml", text: manifests })].map(
    ({ value }) => value as unknown as StoredObject,
  );
  return kubeconfigFile(await apiServer({ objects, resources: POLICY_RESOURCES }), { context: "prod" });
}

/** What stands in the place of the policy of `SHOP`: another port. */
export const OVERLAY = CART_FROM_WEB.replace("7070", "7071");

const CLOSED = SHOP.replace("port: 7070", "port: 7072");

/** The tests of the options that name a cluster, and of the one that takes objects away. */
export function clusterOptionTests(command: "lint" | "explain" | "matrix" | "audit" | "test"): OptionTests {
  const ask = {
    lint: [],
    explain: ["shop/web", "shop/cart", "--port", "7070"],
    matrix: ["--from", "shop/web", "--to", "shop/cart", "--port", "7070"],
    test: [testQuestion("shop/web", "shop/cart", "7070")],
    audit: ["egress", "--from", "shop/web", "--to", "shop/cart", "--port", "7070", "--fail-on", "never"],
  }[command];

  async function run(
    files: Files,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Run> {
    return runAnp([command, ...ask, "-o", "json", ...args], { cwd: folderWith(files), env });
  }

  /** `allowed` or `denied`; of `lint`, which has no verdicts, where the policy `cart-from-web` stands. */
  function answerOf({ stdout, stderr }: Run): string {
    if (stdout === "") throw new Error(stderr);
    const json = JSON.parse(stdout) as {
      readonly results?: readonly { readonly verdict: string }[];
      readonly connections?: readonly object[];
      readonly classes?: readonly AuditedClassJson[];
      readonly files?: readonly TestedFileJson[];
      readonly findings?: readonly { readonly stored?: string; readonly file?: string }[];
    };
    if (json.files !== undefined) return verdictsOfTests(json.files);
    if (json.classes !== undefined) return verdictsIn(json.classes);
    if (json.findings !== undefined) return json.findings.map(({ stored, file }) => stored ?? file).join();
    if (json.connections !== undefined) return json.connections.length > 0 ? "allowed" : "denied";
    return (json.results ?? []).map(({ verdict }) => verdict).join();
  }

  const [onCluster, overlaid] =
    command === "lint" ? ["shop/networkpolicy/cart-from-web", "new.yaml"] : ["allowed", "denied"];
  /** Of `lint`, one finding of the policy that stands in the cluster, and of the one that replaces it. */
  const only = command === "lint" ? ["--only", "egress-unrestricted"] : [];

  async function expectUsageError(args: readonly string[], ...words: readonly string[]): Promise<void> {
    const { code, stdout, stderr } = await run({ "a.json": listJson(SHOP) }, args, environment());
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    for (const word of words) expect(stderr).toContain(word);
  }

  return {
    "--snapshot": async () => {
      const files = { "prod.json": listJson(SHOP), "prod.yaml": SHOP, "new.yaml": OVERLAY };
      const cwd = folderWith(files);
      writeFileSync(`${cwd}/prod.json.gz`, gzipSync(files["prod.json"]));
      for (const name of ["prod.json", "prod.yaml", "prod.json.gz"]) {
        const all = [command, ...ask, ...only, "-o", "json", "-v", "--snapshot", name];
        const alone = await runAnp(all, { cwd });
        expect(answerOf(alone)).toBe(onCluster);
        expect(alone.stderr).toMatch(/^loaded .*4 objects/);
        expect(answerOf(await runAnp([...all, "-f", "new.yaml"], { cwd }))).toBe(overlaid);
      }
      // What a server has stored is not validated again.
      const wrong = listJson(`${SHOP}---\n${REVERSED_PORTS.replace("cart-from-web", "x")}`);
      expect((await run({ "prod.json": wrong }, [...only, "--snapshot", "prod.json"])).code).toBe(0);
      await expectUsageError(["--snapshot", "none.json"], "file not found: none.json");
      await expectUsageError(["--snapshot", "a.json", "--snapshot", "a.json"], "one cluster", "anp diff");
    },
    "--context": async () => {
      const env = environment(await kubeconfigOf(SHOP));
      const files = { "new.yaml": OVERLAY, "a.yaml": CLOSED };
      const alone = await run(files, [...only, "--context", "prod"], env);
      expect(answerOf(alone)).toBe(onCluster);
      expect(alone.stderr).toMatch(/^loaded context prod, 4 objects/);
      expect(answerOf(await run(files, [...only, "--context", "prod", "-f", "new.yaml"], env))).toBe(
        overlaid,
      );
      // Files alone are no cluster that kubectl knows.
      expect(answerOf(await run(files, [...only, "-f", "a.yaml"], env))).not.toBe(onCluster);
      const unknown = await run(files, ["--context", "stage"], env);
      expect(unknown).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("stage") });
      await expectUsageError(["--context", "prod", "--snapshot", "a.json"], "one cluster");
    },
    "--kubeconfig": async () => {
      const file = await kubeconfigOf(SHOP);
      const current = await run({}, [...only, "--kubeconfig", file], environment());
      expect(answerOf(current)).toBe(onCluster);
      expect(current.stderr).toMatch(/^loaded context prod, 4 objects/);
      const named = await run({}, [...only, "--kubeconfig", file, "--context", "prod"], environment());
      // Commands that are printed name the context where it was named.
      expect(named.stdout.replaceAll(" --context prod", "")).toBe(current.stdout);
      await expectUsageError(["--kubeconfig", "/nowhere/else"], "/nowhere/else");
    },
    "--delete": async () => {
      const files = { "prod.json": listJson(CLOSED), "new.yaml": OVERLAY };
      const from = ["--snapshot", "prod.json"];
      const gone = ["--delete", "networkpolicy/shop/cart-from-web"];
      const left = command === "lint" ? "" : "allowed";
      expect(answerOf(await run(files, [...only, ...from]))).not.toBe(left);
      expect(answerOf(await run(files, [...only, ...from, ...gone]))).toBe(left);
      expect(answerOf(await run(files, [...only, ...from, "-f", "new.yaml", ...gone]))).toBe(left);
      const short = ["--delete", "netpol/cart-from-web", "-n", "shop"];
      expect(answerOf(await run(files, [...only, ...from, ...short]))).toBe(left);
      for (const [name, ...words] of [
        ["netpol/shop/none", '"none"', "namespace shop", "not in the input"],
        ["netpol/cart-from-web", "namespace default", "not in the input"],
        ["netpol", '"netpol"', "kind/namespace/name"],
        ["node/shop/a", "node has no namespace"],
        ["pod//web", '"pod//web"'],
        ["a/b/c/d", '"a/b/c/d"'],
      ] as const)
        await expectUsageError(["--snapshot", "a.json", "--delete", name], "--delete", ...words);
    },
  };
}
