import { spawn } from "node:child_process";
import { NO_PAGER } from "./pager-option.js";
import { Writable } from "node:stream";
import type { Io, OutputStream } from "./io.js";

/** Runs that print as long as they go on, or what a shell reads. */
const NEVER_PAGED: ReadonlySet<string> = new Set([
  "--watch",
  "--serve",
  "completion",
  "__complete",
  "__manual",
]);

/** The standard output of a run, kept until it is over; what is longer than the screen goes through the pager. */
export interface PagedOutput {
  readonly io: Io;
  /** Shows what was printed, and waits until the person has seen it. */
  finish(): Promise<void>;
}

/** The program that pages, as the person has chosen it; undefined where nothing is to be paged. */
function pagerOf(argv: readonly string[], { stdout, env }: Io): string | undefined {
  const isScreen = stdout.isTTY === true && stdout.rows !== undefined && env["TERM"] !== "dumb";
  if (!isScreen || argv[0] === NO_PAGER || argv.some((word) => NEVER_PAGED.has(word))) return undefined;
  const pager = env["ANP_PAGER"] ?? env["PAGER"] ?? "less";
  return pager === "" || pager === "cat" ? undefined : pager;
}

/** Standard output as it goes through a pager; undefined where it is no screen, or the person wants none. */
export function pagedOutput(argv: readonly string[], io: Io): PagedOutput | undefined {
  const pager = pagerOf(argv, io);
  if (pager === undefined) return undefined;
  const { stdin, stdout, stderr, env } = io;
  const kept = new KeptOutput(stdout);
  const later = stderr.isTTY === true ? new LaterErrors(stderr, kept) : undefined;
  return {
    io: {
      stdin,
      stdout: kept,
      stderr: later ?? stderr,
      env,
      cwd: () => io.cwd(),
      on: (event, listener) => io.on?.(event, listener),
      off: (event, listener) => io.off?.(event, listener),
    },
    finish: async () => {
      const { text } = kept;
      const isLong = text.split("\n").length > (stdout.rows ?? Infinity);
      if (!isLong || !(await shownBy(pager, text, io))) stdout.write(text);
      later?.release();
    },
  };
}

/** A screen of which what is printed is kept: as wide as it is, and as long as it takes. */
class KeptOutput extends Writable implements OutputStream {
  readonly isTTY = true;
  readonly rows = Infinity;
  readonly columns: number | undefined;
  text = "";

  constructor({ columns }: OutputStream) {
    super({ decodeStrings: false });
    this.columns = columns;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/**
 * Standard error on the same screen: what is written after some output waits until that output is shown, so that the reason
 * for an exit code is the last line that the person sees.
 */
class LaterErrors extends Writable implements OutputStream {
  readonly isTTY = true;
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  readonly #to: OutputStream;
  readonly #output: KeptOutput;
  #waiting = "";

  constructor(to: OutputStream, output: KeptOutput) {
    super({ decodeStrings: false });
    this.#to = to;
    this.#output = output;
    this.columns = to.columns;
    this.rows = to.rows;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#output.text === "") this.#to.write(chunk);
    else this.#waiting += chunk.toString();
    done();
  }

  /** Writes what has waited. */
  release(): void {
    if (this.#waiting !== "") this.#to.write(this.#waiting);
    this.#waiting = "";
  }
}

/** How `less` is called where the person has not said: colours stay, and what fits is just printed. */
const LESS = "FRX";

/** Runs the pager as the person's shell would. @returns false where there is no such program */
async function shownBy(pager: string, text: string, io: Io): Promise<boolean> {
  const env = { ...io.env, LESS: io.env["LESS"] ?? LESS };
  // Ctrl-C is the pager's as long as it is open.
  const ignore = (): void => undefined;
  io.on?.("SIGINT", ignore);
  try {
    const child = spawn(pager, { shell: true, stdio: ["pipe", "inherit", "ignore"], env, cwd: io.cwd() });
    // Whoever has seen enough closes it.
    child.stdin.on("error", ignore);
    child.stdin.end(text);
    const code = await new Promise<number>((done) => {
      child.on("error", () => done(NOT_FOUND));
      child.on("close", (status) => done(status ?? 0));
    });
    return code !== NOT_FOUND && code !== NOT_EXECUTABLE;
  } finally {
    io.off?.("SIGINT", ignore);
  }
}

/** What a shell ends with that cannot run a program. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
