import { execFileSync, spawn, type ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import { mkdirSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

/** A program in Go of this folder, which answers each line of its input with a line. */
export class LineProgram {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  private constructor(program: string) {
    this.#process = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** Builds it where it is out of date, and starts it. @param root the root of the project */
  static built(root: string, name: "decoder" | "validator"): LineProgram {
    return new LineProgram(LineProgram.build(root, name));
  }

  /**
   * Builds it, which takes a minute or two the first time.
   * @param root the root of the project
   * @returns its path
   */
  static build(root: string, name: "decoder" | "validator"): string {
    const folder = `${root}node_modules/.cache/anp/`;
    mkdirSync(folder, { recursive: true });
    const program = `${folder}${name}`;
    execFileSync("go", ["build", "-o", program, "."], {
      cwd: `${root}test/oracle/${name}`,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly" },
    });
    return program;
  }

  /** The answers, in the order of the lines. */
  async ask(lines: readonly string[]): Promise<string[]> {
    this.#process.stdin.write(lines.map((line) => `${line}\n`).join(""));
    const answers: string[] = [];
    for (const line of lines) {
      const answer = await this.#lines.next();
      if (answer.done === true) throw new Error(`the program ended at ${line}`);
      answers.push(answer.value);
    }
    return answers;
  }

  close(): void {
    this.#process.stdin.end();
  }
}
