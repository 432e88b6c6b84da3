import { apiServer, kubeconfigFile, read, readingOptions } from "../../support/live.js";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { folderWith } from "../../support/folder.js";
import { join } from "node:path";
import { once } from "node:events";
import { promisify } from "node:util";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { readCluster } from "../../../src/input/api/read-cluster.js";
import { request } from "node:http";
import type { ApiServer, ApiServerOptions, StoredObject } from "../../support/api-server.js";

const NAMESPACE: StoredObject = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } };

/** A server that never answers a list of pods, so that a reading can be ended in its middle. */
const HANGS: ApiServerOptions = {
  objects: [NAMESPACE],
  mishap: ({ path }) => (path === "/api/v1/pods" ? { type: "silence" } : undefined),
};

/** The processes that have a text in their command line: `ID COMMAND`. */
async function processesWith(text: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,args="], { maxBuffer: 1e8 });
  return stdout.split("\n").filter((line) => line.includes(text));
}

/** The kubectls that serve a socket below a folder. */
async function proxiesIn(folder: string): Promise<string[]> {
  return (await processesWith(folder)).filter((line) => line.includes(`--unix-socket=${folder}/`));
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((done) => setTimeout(done, 20));
}

const askedForPods = (server: ApiServer) => (): boolean =>
  server.requests.some((each) => each.startsWith("GET /api/v1/pods"));

describe("a process that reads a cluster leaves no kubectl and no folder behind", () => {
  let program: string;

  beforeAll(async () => {
    program = join(folderWith({ "package.json": '{"type":"module"}' }), "reading-process.js");
    await build({
      entryPoints: [fileURLToPath(new URL("reading-process.ts", import.meta.url))],
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: program,
      logLevel: "error",
    });
  });

  function start(server: ApiServer, ...args: readonly string[]): { child: ChildProcess; temporary: string } {
    return startWith({}, server, ...args);
  }

  function startWith(
    others: Readonly<Record<string, string>>,
    server: ApiServer,
    ...args: readonly string[]
  ): { child: ChildProcess; temporary: string } {
    const temporary = folderWith({});
    const env = { ...process.env, KUBECONFIG: kubeconfigFile(server), TMPDIR: temporary, ...others };
    return { child: spawn(process.execPath, [program, ...args], { env, stdio: "pipe" }), temporary };
  }

  /** A PATH on which kubectl is a script that calls the real one and waits for it. */
  function wrapped(): { PATH: string } {
    const path = process.env["PATH"] ?? "";
    const folder = folderWith({ kubectl: `#!/bin/sh\nPATH='${path}'\nkubectl "$@"\nexit $?\n` });
    chmodSync(join(folder, "kubectl"), 0o755);
    return { PATH: `${folder}:${path}` };
  }

  async function expectNothingIn(temporary: string): Promise<void> {
    await until(() => readdirSync(temporary).length === 0);
    // Whoever was told to end may need a moment for it.
    await until(async () => (await processesWith(temporary)).length === 0);
  }

  it("when it is done", async () => {
    const { child, temporary } = start(await apiServer({ objects: [NAMESPACE] }));
    expect(await once(child, "close")).toEqual([0, null]);
    await expectNothingIn(temporary);
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("on %s", async (signal, code) => {
    const server = await apiServer(HANGS);
    const { child, temporary } = start(server);
    await until(askedForPods(server));
    expect(await proxiesIn(temporary)).toHaveLength(1);
    expect(readdirSync(temporary)).toHaveLength(1);
    child.kill(signal);
    expect(await once(child, "close")).toEqual([code, null]);
    await expectNothingIn(temporary);
  });

  it.each([
    ["kubectl", {}],
    ["a kubectl that is a script", wrapped()],
  ])("when it is killed: %s", async (_, others) => {
    const server = await apiServer(HANGS);
    const { child, temporary } = startWith(others, server);
    await until(askedForPods(server));
    expect((await proxiesIn(temporary)).length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    expect(await once(child, "close")).toEqual([null, "SIGKILL"]);
    await expectNothingIn(temporary);
  });

  it.each(["done", "interrupted"])(
    "where kubectl is a script that starts another one: when it is %s",
    async (how) => {
      const server = await apiServer(how === "done" ? { objects: [NAMESPACE] } : HANGS);
      const { child, temporary } = startWith(wrapped(), server);
      if (how === "interrupted") {
        await until(askedForPods(server));
        child.kill("SIGINT");
      }
      expect(await once(child, "close")).toEqual([how === "done" ? 0 : 130, null]);
      await expectNothingIn(temporary);
    },
  );

  it("when it crashes", async () => {
    const { child, temporary } = start(await apiServer(HANGS), "crash");
    let said = "";
    child.stderr?.on("data", (text) => (said += String(text)));
    expect(await once(child, "close")).toEqual([1, null]);
    expect(said).toContain("crashed on purpose");
    await expectNothingIn(temporary);
  });

  it("when the cluster cannot be read", async () => {
    const server = await apiServer({ mishap: () => ({ status: 401 }) });
    const { child, temporary } = start(server);
    expect(await once(child, "close")).toEqual([1, null]);
    await expectNothingIn(temporary);
  });
});

describe("a reading", () => {
  /** The environment of a reading with a folder of its own for temporary files. */
  function surroundings(server: ApiServer): { env: NodeJS.ProcessEnv; temporary: string } {
    const temporary = folderWith({});
    return { env: { ...process.env, KUBECONFIG: kubeconfigFile(server), TMPDIR: temporary }, temporary };
  }

  const listeners = (): number =>
    ["exit", "SIGINT", "SIGTERM", "SIGHUP"].reduce((sum, event) => sum + process.listenerCount(event), 0);

  it("that nobody needs any longer takes everything away", async () => {
    const before = listeners();
    const { env, temporary } = surroundings(await apiServer({ objects: [NAMESPACE] }));
    for await (const input of readCluster(readingOptions("", { env }))) {
      expect(input.type).toBe("stored");
      expect(readdirSync(temporary)).toHaveLength(1);
      expect(listeners()).toBe(before + 4);
      break;
    }
    expect(readdirSync(temporary)).toEqual([]);
    await until(async () => (await processesWith(temporary)).length === 0);
    expect(listeners()).toBe(before);
  });

  it("ends when kubectl does", async () => {
    const server = await apiServer(HANGS);
    const { env, temporary } = surroundings(server);
    const reading = read(readingOptions("", { env }));
    const ended = expect(reading).rejects.toThrow("kubectl proxy has ended");
    await until(askedForPods(server));
    const [line = ""] = await proxiesIn(temporary);
    process.kill(Number.parseInt(line, 10));
    await ended;
    expect(readdirSync(temporary)).toEqual([]);
  });

  it("gives nobody else a way in: the folder is private, and only GET and lists pass", async () => {
    const server = await apiServer({ objects: [NAMESPACE] });
    const { env, temporary } = surroundings(server);
    for await (const _ of readCluster(readingOptions("", { env }))) {
      const [name = ""] = readdirSync(temporary);
      expect(statSync(join(temporary, name)).mode & 0o777).toBe(0o700);
      const socketPath = join(temporary, name, "socket");
      const status = async (method: string, path: string): Promise<number | undefined> =>
        new Promise((settle, fail) => {
          const sent = request({ socketPath, method, path }, (response) => {
            response.resume();
            settle(response.statusCode);
          });
          sent.on("error", fail).end();
        });
      expect(await status("GET", "/api/v1/namespaces")).toBe(200);
      expect(await status("GET", "/api/v1/namespaces/shop/pods")).toBe(200);
      expect(await status("GET", "/api/v1/namespaces/kube-system/configmaps/cilium-config")).toBe(404);
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"])
        expect([method, await status(method, "/api/v1/namespaces")]).toEqual([method, 403]);
      for (const path of [
        "/api/v1/secrets",
        "/api/v1/namespaces/shop/secrets",
        "/api/v1/namespaces/shop/secrets/password",
        "/api/v1/configmaps",
        "/api/v1/namespaces/shop/configmaps",
        "/api/v1/namespaces/kube-system/configmaps",
        "/api/v1/namespaces/kube-system/configmaps/coredns",
        "/api/v1/namespaces/shop/configmaps/cilium-config",
        "/api/v1/namespaces/shop/pods/web/exec?command=sh",
        "/api/v1/namespaces/shop/pods/web/log",
        "/api/v1/namespaces/shop/pods/web/portforward",
        "/api/v1/namespaces/shop/services/web/proxy/admin",
        "/api/v1/nodes/node-a/proxy/run",
        "/healthz",
        "/",
      ])
        expect([path, await status("GET", path)]).toEqual([path, 403]);
      break;
    }
    expect(server.requests.every((each) => each.startsWith("GET "))).toBe(true);
  });
});
