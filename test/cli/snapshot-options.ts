import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { expect } from "vitest";
import { apiServer, kubeconfigFile } from "../support/live.js";
import { environment, kubeconfigOf } from "./cluster-options.js";
import { expectDebug } from "./debug.js";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { SHOP } from "./manifests.js";
import { runAnp, type Run } from "../support/run-anp.js";
import type { OptionTests } from "./source-options.js";

const DUMP = listJson(SHOP);

interface SnapshotJson {
  readonly items: readonly { readonly kind: string; readonly metadata: { readonly name: string } }[];
  readonly snapshot: {
    readonly taken?: string;
    readonly server?: { readonly major: number; readonly minor: number };
    readonly knowsEveryPod: boolean;
    readonly forbidden: readonly { readonly kind: string; readonly readIn: readonly string[] }[];
  };
}

/** A run on a dump of `SHOP`. */
async function run(...args: readonly string[]): Promise<Run & { readonly cwd: string }> {
  const cwd = folderWith({ "dump.json": DUMP });
  return { ...(await runAnp(["snapshot", ...args], { cwd, env: environment() })), cwd };
}

async function written(...args: readonly string[]): Promise<string> {
  const { code, cwd } = await run("--snapshot", "dump.json", "--file", "out.json", ...args);
  expect(code).toBe(0);
  return readFileSync(`${cwd}/out.json`, "utf8");
}

/** What a run on a live cluster writes. */
async function live(
  kubeconfig: string,
  ...args: readonly string[]
): Promise<Run & { readonly json: SnapshotJson | undefined }> {
  const cwd = folderWith({});
  const done = await runAnp(["snapshot", "--file", "out.json", ...args], {
    cwd,
    env: environment(kubeconfig),
  });
  const file = `${cwd}/out.json`;
  return {
    ...done,
    json: existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as SnapshotJson) : undefined,
  };
}

function namesIn(json: SnapshotJson | undefined): string[] {
  return (json?.items ?? []).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
}

const ALL = ["Namespace shop", "NetworkPolicy cart-from-web", "Pod cart", "Pod web"];

export const SNAPSHOT_OPTIONS: OptionTests = {
  "--file": async () => {
    const { code, stdout, stderr, cwd } = await run("--snapshot", "dump.json", "--file", "out.json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^wrote out\.json {2}4 objects: 1 NetworkPolicy, 2 Pod and 1 Namespace\n/);
    expect(namesIn(JSON.parse(readFileSync(`${cwd}/out.json`, "utf8")) as SnapshotJson)).toEqual(ALL);
    const nowhere = await run("--snapshot", "dump.json");
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining("--file cluster.json.gz") });
    const inNoFolder = await run("--snapshot", "dump.json", "--file", "none/out.json");
    expect(inNoFolder).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/cannot write none\/out\.json.*ENOENT/),
    });
    const onto = await run("--snapshot", "dump.json", "--file", "./dump.json");
    expect(onto).toMatchObject({ code: 2, stderr: expect.stringContaining("./dump.json") });
    for (const each of [nowhere, inNoFolder, onto]) {
      expect(readdirSync(each.cwd)).toEqual(["dump.json"]);
      expect(readFileSync(`${each.cwd}/dump.json`, "utf8")).toBe(DUMP);
    }
  },
  "--snapshot": async () => {
    expect(namesIn(JSON.parse(await written()) as SnapshotJson)).toEqual(ALL);
    const cwd = folderWith({ empty: "kind: ConfigMap\napiVersion: v1" });
    const ofStdin = await runAnp(["snapshot", "--snapshot", "-", "--file", "out.json"], { cwd, stdin: SHOP });
    expect(ofStdin.code).toBe(0);
    expect(readFileSync(`${cwd}/out.json`, "utf8")).toBe(await written());
    const nothing = await runAnp(["snapshot", "--snapshot", "empty", "--file", "x.json"], { cwd });
    expect(nothing).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("nothing in empty belongs in a snapshot"),
    });
    const missing = await run("--snapshot", "none.json", "--file", "out.json");
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("none.json") });
    const two = await run("--snapshot", "dump.json", "--snapshot", "dump.json", "--file", "out.json");
    expect(two).toMatchObject({ code: 2, stderr: expect.stringContaining("one cluster") });
  },
  "--context": async () => {
    const config = await kubeconfigOf(SHOP);
    const before = new Date().toISOString().slice(0, 19);
    const { code, json } = await live(config, "--context", "prod");
    expect(code).toBe(0);
    expect(namesIn(json)).toEqual(ALL);
    expect(json?.snapshot).toMatchObject({ knowsEveryPod: true, forbidden: [], server: { major: 1 } });
    expect(json?.snapshot.taken?.slice(0, 19) ?? "").toSatisfy((taken: string) => taken >= before);
    // The current context, as kubectl would choose it.
    expect(namesIn((await live(config)).json)).toEqual(ALL);
    expect(await live(config, "--context", "stage")).toMatchObject({ code: 2, json: undefined });
  },
  "--kubeconfig": async () => {
    const config = await kubeconfigOf(SHOP);
    const { code, json } = await live("/nowhere/config", "--kubeconfig", config);
    expect(code).toBe(0);
    expect(namesIn(json)).toEqual(ALL);
    expect(await live(config, "--kubeconfig", "/nowhere/else")).toMatchObject({ code: 2, json: undefined });
  },
  "--namespace": async () => {
    const objects = ["shop", "ops"].map((namespace) => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: `pod-of-${namespace}`, namespace },
    }));
    const server = await apiServer({
      objects,
      mishap: ({ path }) => (path === "/api/v1/pods" ? { status: 403 } : undefined),
    });
    const { code, json, stdout } = await live(kubeconfigFile(server), "-n", "ops");
    expect(code).toBe(3);
    expect(namesIn(json)).toEqual(["Pod pod-of-ops"]);
    expect(json?.snapshot).toMatchObject({
      knowsEveryPod: false,
      forbidden: [{ apiVersion: "v1", kind: "Pod", readIn: ["ops"] }],
    });
    expect(stdout).toMatch(/\nnot listed {2}you may not list Pod outside namespace ops: /);
    const hidden = await live(kubeconfigFile(server), "-n", "ops", "--anonymize");
    expect(JSON.stringify(hidden.json?.snapshot.forbidden)).not.toContain("ops");
  },
  "--anonymize": async () => {
    const [plain, first, second] = [
      await written("--reproducible"),
      await written("--anonymize"),
      await written("--anonymize"),
    ];
    for (const text of [first, second]) {
      // Whole words of four letters: a new word may well hold the letters of a shorter one.
      expect(text).not.toMatch(/"(?:shop|cart|grpc)"/);
      expect(text.length).toBe(plain.length);
      expect((JSON.parse(text) as SnapshotJson).items.map(({ kind }) => kind)).toEqual(
        (JSON.parse(plain) as SnapshotJson).items.map(({ kind }) => kind),
      );
    }
    expect(first).not.toBe(second);
  },
  "--reproducible": async () => {
    const config = await kubeconfigOf(SHOP);
    const one = await live(config, "--reproducible");
    expect(one.json?.snapshot).not.toHaveProperty("taken");
    expect((await live(config)).json?.snapshot).toHaveProperty("taken");
    const anonymised = await written("--anonymize", "--reproducible");
    expect(await written("--anonymize", "--reproducible")).toBe(anonymised);
    expect(anonymised).not.toContain("cart");
  },
  "--print-rbac": async () => {
    const { code, stdout, cwd } = await run("--print-rbac");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^apiVersion: rbac\.authorization\.k8s\.io\/v1\nkind: ClusterRole\n/);
    expect(readdirSync(cwd)).toEqual(["dump.json"]);
    expect(await run("--print-rbac", "--file", "out.json")).toMatchObject({ code: 2, stdout: "" });
  },
  "--max-file-size": async () => {
    const cwd = folderWith({});
    writeFileSync(`${cwd}/dump.yaml`, SHOP);
    const of = (size: number): Promise<Run> =>
      runAnp(["snapshot", "--snapshot", "dump.yaml", "--file", "out.json", "--max-file-size", `${size}`], {
        cwd,
      });
    expect(await of(SHOP.length - 1)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("--max-file-size"),
    });
    expect(readdirSync(cwd)).toEqual(["dump.yaml"]);
    expect((await of(SHOP.length)).code).toBe(0);
    expect((await run("--snapshot", "dump.json", "--file", "x", "--max-file-size", "much")).code).toBe(2);
  },
  "--follow-symlinks": async () => {
    const cwd = folderWith({ "real/dump.json": DUMP });
    symlinkSync("real", `${cwd}/link`);
    const args = ["snapshot", "--snapshot", "link/dump.json", "--file", "out.json"];
    expect(await runAnp(args, { cwd })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("a symbolic link was not followed: `link`"),
    });
    expect(readdirSync(cwd)).toEqual(["link", "real"]);
    expect((await runAnp([...args, "--follow-symlinks"], { cwd })).code).toBe(0);
  },
  "--timeout": async () => {
    const server = await apiServer({
      mishap: ({ path }) => (path.endsWith("/pods") ? { type: "silence" } : undefined),
    });
    const { code, json, stderr } = await live(kubeconfigFile(server), "--timeout", "1");
    expect({ code, json }).toEqual({ code: 3, json: undefined });
    expect(stderr).toContain("--timeout");
    expect((await live(kubeconfigFile(server), "--timeout", "soon")).code).toBe(2);
  },
  "--debug": () => expectDebug(["snapshot", "--snapshot", "dump.json", "--file", "out.json"]),
};
