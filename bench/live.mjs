import { spawn, spawnSync } from "node:child_process";
import { cpSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { median } from "./measure.mjs";

const USAGE = fileURLToPath(new URL("usage.mjs", import.meta.url));
const FLOOR = fileURLToPath(new URL("floor-live.mjs", import.meta.url));
const STUB = fileURLToPath(new URL("../test/support/api-server", import.meta.url));

const SIZE = { seed: 20260120, namespaces: 100, workloads: 2000, pods: 20_000, policies: 2000 };

/** Measures questions to a live cluster, kubectl included, against a script that fetches and parses the same pages. */
export async function liveRows({ anp, work, runs, bundle }) {
  await withLiveCluster(SIZE, { work, bundle }, ({ env, port }) => {
    const ask = [
      anp,
      "explain",
      "team-000/app-0000",
      "team-001/app-0001",
      "--port",
      "8080",
      "--timeout",
      "600",
    ];
    for (const way of ["proxy", "direct"]) {
      const pairs = Array.from({ length: runs }, () => ({
        a: run(ask, env, work),
        b: run([FLOOR, way, port], env, work),
      }));
      const of = (take) => median(pairs.map(take)).toFixed(0);
      process.stdout.write(
        `${median(pairs.map(({ a, b }) => a.cpu / b.cpu)).toFixed(2)} x fetching and parsing (${way})   explain, live, ${SIZE.pods} pods, ${SIZE.policies} policies   CPU ${of(({ a }) => a.cpu)} vs ${of(({ b }) => b.cpu)} ms, kubectl's included   memory ${of(({ a }) => a.memory / 1024)} vs ${of(({ b }) => b.memory / 1024)} MB\n`,
      );
    }
  });
}

const LARGEST = { seed: 20260121, namespaces: 200, workloads: 4000, pods: 100_000, policies: 2000 };

/** Measures a snapshot of a very large cluster, once each: its memory is what matters. */
export async function snapshotRows({ anp, work, bundle }) {
  await withLiveCluster(LARGEST, { work, bundle }, ({ env }) => {
    for (const more of [[], ["--anonymize"]]) {
      const file = join(work, "snapshot.json.gz");
      const { cpu, memory } = run([anp, "snapshot", "--file", file, "--timeout", "600", ...more], env, work);
      process.stdout.write(
        `snapshot${more.map((each) => ` ${each}`).join("")}, live, ${LARGEST.pods} pods   CPU ${cpu.toFixed(0)} ms, kubectl's included   memory ${(memory / 1024).toFixed(0)} MB   ${(statSync(file).size / 1e6).toFixed(1)} MB written\n`,
      );
    }
  });
}

/** Serves a cluster while it is used. */
async function withLiveCluster(size, { work, bundle }, use) {
  const server = join(work, "live-server.mjs");
  await bundle("bench/live-server.mjs", server);
  cpSync(STUB, join(work, "api-server"), { recursive: true });
  cpSync(STUB, work, { recursive: true });
  const kubeconfig = join(work, "kubeconfig");
  const running = spawn(process.execPath, [
    "--max-old-space-size=6000",
    server,
    kubeconfig,
    JSON.stringify(size),
  ]);
  running.stderr.pipe(process.stderr);
  const port = String(await new Promise((ready) => running.stdout.once("data", ready))).trim();
  try {
    use({ env: { ...process.env, KUBECONFIG: kubeconfig }, port });
  } finally {
    running.kill();
  }
}

/** CPU of a program and of all that it started, in milliseconds; its own peak memory in kilobytes. */
function run(args, env, work) {
  const usage = join(work, "usage.json");
  const line = [process.execPath, "--import", USAGE, ...args].map((each) => `'${each}'`).join(" ");
  const result = spawnSync(
    "bash",
    ["-c", `TIMEFORMAT='%U %S'; time ${line} >/dev/null 2>"$ANP_BENCH_ERRORS"`],
    {
      env: { ...env, ANP_BENCH_USAGE: usage, ANP_BENCH_ERRORS: join(work, "errors.txt") },
      encoding: "utf8",
    },
  );
  if (result.status !== 0)
    throw new Error(`${args.join(" ")}: ${readFileSync(join(work, "errors.txt"), "utf8")}${result.stderr}`);
  const [user, system] = result.stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return { cpu: 1000 * (user + system), memory: JSON.parse(readFileSync(usage, "utf8")).memory };
}
