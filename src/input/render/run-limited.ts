import { spawn } from "node:child_process";
import type { Environment } from "../find-program.js";

/** What a program may take. */
export interface ProgramLimits {
  readonly milliseconds: number;
  /** Address space, which all of its memory is part of. */
  readonly memory: number;
  /** Bytes that it prints. */
  readonly output: number;
}

/** How a program is started. */
export interface ProgramCall {
  /** Absolute. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of its environment. */
  readonly env: Environment;
  readonly limits: ProgramLimits;
  readonly signal?: AbortSignal;
}

/** What a program has printed, or why that is not to be used: one line. */
export type ProgramOutput = { readonly bytes: Uint8Array } | { readonly bytes?: never; readonly why: string };

/** Has a shell lower the limits for the program that takes its place; not every system knows each. */
const LOWERED = 'ulimit -c 0 2>/dev/null; ulimit -v "$1" 2>/dev/null; shift; exec "$@"';

/**
 * Runs a program without standard input, and gives what it prints. Over a limit it is ended, with all that it has started and that
 * is still in its process group.
 */
export function runLimited({ program, args, cwd, env, limits, signal }: ProgramCall): Promise<ProgramOutput> {
  const isWindows = process.platform === "win32";
  const kilobytes = String(Math.floor(limits.memory / 1024));
  const [command, words] = isWindows
    ? [program, args]
    : ["/bin/sh", ["-c", LOWERED, "sh", kilobytes, program, ...args]];
  const child = spawn(command, words, {
    cwd,
    env: { ...env },
    detached: !isWindows,
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((settle) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let errors = "";
    let ended: string | undefined;
    const end = (why: string): void => {
      ended ??= why;
      kill(child.pid, isWindows);
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const timer = setTimeout(
      () => end(`it took more than ${limits.milliseconds / 1000} s`),
      limits.milliseconds,
    );
    const onAbort = (): void => end("time is over");
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limits.output) end(`it printed more than ${limits.output} bytes`);
      else chunks.push(chunk);
    });
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (chunk: string) => {
      if (errors.length < LONGEST_MESSAGE) errors += chunk;
    });
    const done = (output: ProgramOutput): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      // What it has left behind has nobody to print for.
      kill(child.pid, isWindows);
      settle(output);
    };
    child.on("error", (error) => done({ why: error.message }));
    child.on("close", (status, killedBy) => {
      if (ended !== undefined) done({ why: ended });
      else if (status === 0) done({ bytes: Buffer.concat(chunks) });
      else done({ why: messageIn(errors) ?? `it ended with ${status ?? killedBy}` });
    });
  });
}

/** Characters of what a program says on standard error. */
const LONGEST_MESSAGE = 16_384;

/** The first line that tells of an error, else the last line. */
function messageIn(errors: string): string | undefined {
  const lines = errors.split("\n").filter((line) => line.trim() !== "");
  const told = lines.find((line) => /^(?:fatal |runtime: )?error[: ]/i.test(line)) ?? lines.at(-1);
  return told?.replace(/^error: */i, "").slice(0, 500);
}

function kill(pid: number | undefined, isWindows: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(isWindows ? pid : -pid, "SIGKILL");
  } catch {
    // It is over already.
  }
}
