import { execFileSync, spawn, type ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { mkdirSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { Text } from "./text.js";

/** What kubectl makes of a text; the README says what each field is. */
export interface Answer {
  readonly documents: readonly unknown[];
  readonly error?: string;
  readonly objects: readonly Record<string, unknown>[];
  readonly mistyped: readonly Record<string, unknown>[];
  readonly refused: readonly string[];
}

/** Kubernetes' decoder, a process that answers until it is closed. */
export class Decoder {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  private constructor(program: string) {
    this.#process = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /**
   * Builds it, which takes a minute the first time, and starts it.
   * @param root the root of the project
   */
  static start(root: string): Decoder {
    const folder = `${root}node_modules/.cache/anp/`;
    mkdirSync(folder, { recursive: true });
    const program = `${folder}decoder`;
    execFileSync("go", ["build", "-o", program, "."], {
      cwd: fileURLToPath(new URL("test/oracle/decoder", `file://${root}`)),
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly" },
    });
    return new Decoder(program);
  }

  /** Asks about many texts at once: the answers are awaited while the program's own reader is at work. */
  async ask(texts: readonly Text[]): Promise<Answer[]> {
    this.#process.stdin.write(texts.map((text) => `${JSON.stringify(question(text))}\n`).join(""));
    const answers: Answer[] = [];
    for (const text of texts) {
      const line = await this.#lines.next();
      if (line.done === true) throw new Error(`the decoder ended at ${JSON.stringify(question(text))}`);
      const answer = JSON.parse(
        line.value,
        HALF_A_PAIR.test(line.value) ? wellFormed : undefined,
      ) as Answer & {
        readonly broken?: string;
      };
      if (answer.broken !== undefined) throw new Error(`${answer.broken}: ${JSON.stringify(question(text))}`);
      answers.push(answer);
    }
    return answers;
  }

  close(): void {
    this.#process.stdin.end();
  }
}

function question(text: Text): object {
  return typeof text === "string" ? { text } : { base64: Buffer.from(text).toString("base64") };
}

/** Documents that are JSON come as they are written, where Go's reader takes half of a surrogate pair for U+FFFD. */
const HALF_A_PAIR = /\\u[dD][89a-fA-F]/;

function wellFormed(_: string, value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.toWellFormed(), each as unknown]),
  );
}
