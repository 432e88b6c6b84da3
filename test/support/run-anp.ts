import { Readable, Writable } from "node:stream";
import { main } from "../../src/cli/main.js";
import type { Io, OutputStream } from "../../src/cli/io.js";

/** What a run left behind. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a run is given beside its arguments. */
export interface Surroundings {
  readonly cwd?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Columns of the terminal that standard output is; without them it is a file or a pipe. */
  readonly columns?: number;
}

/** Runs the program inside of the test's own process, on streams that only remember. */
export async function runAnp(
  argv: readonly string[],
  { cwd = process.cwd(), stdin = "", env = {}, columns }: Surroundings = {},
): Promise<Run> {
  const stdout = new Memory(columns);
  const stderr = new Memory(undefined);
  const io: Io = { stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr, env, cwd: () => cwd };
  const code = await main(argv, io);
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** A run that does not end by itself. */
export interface RunningAnp {
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Presses Ctrl-C; false where nobody listens: the process would end. */
  readonly interrupt: () => boolean;
  readonly code: Promise<number>;
}

/** Starts the program inside of the test's own process. */
export function startAnp(
  argv: readonly string[],
  { cwd = process.cwd(), stdin = "", env = {}, columns }: Surroundings = {},
): RunningAnp {
  const stdout = new Memory(columns);
  const stderr = new Memory(undefined);
  const listeners = new Set<() => void>();
  const io: Io = {
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout,
    stderr,
    env,
    cwd: () => cwd,
    on: (_event, listener) => listeners.add(listener),
    off: (_event, listener) => listeners.delete(listener),
  };
  return {
    stdout: () => stdout.text,
    stderr: () => stderr.text,
    interrupt: () => {
      for (const listener of listeners) listener();
      return listeners.size > 0;
    },
    code: main(argv, io),
  };
}

class Memory extends Writable implements OutputStream {
  readonly columns: number | undefined;
  readonly isTTY: boolean;
  text = "";

  constructor(columns: number | undefined) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.isTTY = columns !== undefined;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
