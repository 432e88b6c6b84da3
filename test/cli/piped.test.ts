import { once } from "node:events";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { folderWith } from "../support/folder.js";

const ANP = fileURLToPath(new URL("../../bin/anp.js", import.meta.url));
const USAGE = pathToFileURL(fileURLToPath(new URL("../../bench/usage.mjs", import.meta.url))).href;

/** Pods of their own, each a row: a map of a million pairs, and 40 MB of JSON. */
const PODS = 1_000;

const POLICY = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "web", namespace: "shop" },
  spec: { podSelector: { matchLabels: { app: "pod-1" } }, policyTypes: ["Ingress"] },
};

function pod(i: number): object {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `pod-${i}`, namespace: "shop", labels: { app: `pod-${i}` } },
    spec: { containers: [{ name: "main" }] },
  };
}

/** Runs the map with its output at a reader that is behind; what it has read, and the peak memory of the program in MB. */
async function mapped(
  stdout: "pipe" | "ignore",
): Promise<{ readonly bytes: number; readonly memory: number }> {
  const documents = [POLICY, ...Array.from({ length: PODS }, (_, i) => pod(i))];
  const folder = folderWith({
    "cluster.yaml": documents.map((each) => JSON.stringify(each)).join("\n---\n"),
  });
  const usage = join(folder, "usage.json");
  const program = spawn(
    process.execPath,
    ["--import", USAGE, ANP, "matrix", "-f", join(folder, "cluster.yaml"), "-o", "json"],
    { stdio: ["ignore", stdout, "inherit"], env: { ...process.env, ANP_BENCH_USAGE: usage } },
  );
  const ended = once(program, "close");
  let bytes = 0;
  if (program.stdout !== null) {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    program.stdout.on("data", (chunk: Buffer) => (bytes += chunk.length));
  }
  await ended;
  const { memory } = JSON.parse(readFileSync(usage, "utf8")) as { readonly memory: number };
  return { bytes, memory: memory / 1024 };
}

it(
  "a map that a reader takes slowly is written whole, and is not in memory meanwhile",
  { timeout: 120_000 },
  async () => {
    const nobody = await mapped("ignore");
    const slow = await mapped("pipe");
    expect(slow.bytes).toBeGreaterThan(20_000_000);
    expect(slow.memory).toBeLessThan(nobody.memory + 25);
  },
);
