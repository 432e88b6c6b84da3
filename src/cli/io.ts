import type { Readable, Writable } from "node:stream";

/** A stream to write to, which may be a terminal. */
export interface OutputStream extends Writable {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** True where it is known to be a file: nobody acts on what is written there. */
  readonly isFile?: boolean | undefined;
}

/** What a run may touch of the process, so that a test can stand in for it. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  /** Has a listener called when the person at the terminal wants the run to end (Ctrl-C), in the place of ending it. */
  on?(event: "SIGINT", listener: () => void): unknown;
  off?(event: "SIGINT", listener: () => void): unknown;
  /** Says on a terminal what is being done, once that takes a while. @param what text of our own, without control characters */
  tell?(what: string): void;
}
