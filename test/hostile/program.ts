import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { runAnp } from "../support/run-anp.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Where the hand-written hostile inputs are. */
export const FIXTURES = `${ROOT}fixtures/hostile`;

/** What one run of the built program did and used. */
export interface Run {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Seconds of CPU, user and system. */
  readonly cpu: number;
  /** The peak of its memory in megabytes. */
  readonly memory: number;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node in front of the program. */
  readonly node?: readonly string[];
  /** The user to run as, where the tests run as root. */
  readonly uid?: number;
}

/** A run that takes longer hangs: it is ended, and its signal fails the test. */
export const HANGS_AFTER = 50_000;

/** Runs the built program in a process of its own. */
export function runProgram(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { cwd = FIXTURES, stdin = "", env = {}, node = [], uid } = options;
  const child = spawn(
    process.execPath,
    [
      ...node,
      "--max-old-space-size=1024",
      "--import",
      `${ROOT}test/hostile/usage.mjs`,
      `${ROOT}bin/anp.js`,
      ...args,
    ],
    {
      cwd,
      env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", ...env },
      stdio: ["pipe", "pipe", "pipe", "pipe"],
      timeout: HANGS_AFTER,
      killSignal: "SIGKILL",
      ...(uid === undefined ? {} : { uid }),
    },
  );
  const [, out, error, used] = [0, 1, 2, 3].map((i) => {
    const chunks: Buffer[] = [];
    const stream = child.stdio[i];
    if (i > 0) stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
    return chunks;
  });
  // The program may end before it has read everything, which is not what is tested here.
  child.stdin?.on("error", () => {});
  child.stdin?.end(stdin);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      const text = (chunks: Buffer[] = []): string => Buffer.concat(chunks).toString("utf8");
      const usage = JSON.parse(text(used) || "{}") as Partial<NodeJS.ResourceUsage>;
      resolve({
        code,
        signal,
        stdout: text(out),
        stderr: text(error),
        cpu: ((usage.userCPUTime ?? Number.NaN) + (usage.systemCPUTime ?? Number.NaN)) / 1e6,
        memory: (usage.maxRSS ?? Number.NaN) / 1024,
      });
    });
  });
}

/** What one run inside of the test's own process did. */
export type RunInside = Pick<Run, "code" | "stdout" | "stderr">;

/**
 * Runs the program inside of the test's own process: for what a run says of an input, not for what it takes. One that hangs
 * or ends the process is told by the watchdog of the tests.
 */
export function runInside(
  args: readonly string[],
  {
    cwd = FIXTURES,
    stdin = "",
    env = {},
  }: Pick<RunOptions, "cwd" | "env"> & { readonly stdin?: string } = {},
): Promise<RunInside> {
  return runAnp(args, { cwd, stdin, env });
}

/** Whatever the input: the program ends by itself, without a stack trace, and commands no terminal. */
export function expectSound(run: RunInside & Partial<Run>): void {
  expect(run.signal ?? null).toBeNull();
  expect([0, 1, 2, 3]).toContain(run.code);
  expect(run.stderr).not.toMatch(/internal error|^\s+at .*:\d+:\d+/m);
  for (const stream of [run.stdout, run.stderr]) expect(unsafeIn(stream)).toEqual([]);
}

/** The characters of an output that move the cursor, hide text or turn its direction, as numbers; line breaks are fine. */
export function unsafeIn(output: string): string[] {
  const unsafe = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]/gu;
  return [...output.matchAll(unsafe)].map(([found]) => `U+${(found.codePointAt(0) ?? 0).toString(16)}`);
}
