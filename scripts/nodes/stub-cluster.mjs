// A small API server to ask, in a process of its own.
import { spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const root = fileURLToPath(new URL("../..", import.meta.url));

const SIZE = { seed: 20261122, namespaces: 3, workloads: 6, pods: 12, policies: 4 };

/**
 * Starts it.
 * @param work a folder that it may use
 * @returns the path of a kubeconfig for it, and what ends it
 */
export async function startStubCluster(work) {
  const server = join(work, "live-server.mjs");
  await build({
    absWorkingDir: root,
    entryPoints: ["bench/live-server.mjs"],
    outfile: server,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    logLevel: "warning",
  });
  // Its certificates lie beside the module of the server, and beside the one that writes kubeconfigs.
  cpSync(join(root, "test/support/api-server"), join(work, "api-server"), { recursive: true });
  cpSync(join(root, "test/support/api-server"), work, { recursive: true });
  const kubeconfig = join(work, "kubeconfig");
  const running = spawn(process.execPath, [server, kubeconfig, JSON.stringify(SIZE)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve, reject) => {
    running.stdout.once("data", resolve);
    running.once("exit", (code) => reject(new Error(`the stub cluster ended with ${code}`)));
  });
  return { kubeconfig, stop: () => running.kill() };
}
