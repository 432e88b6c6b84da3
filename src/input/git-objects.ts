import { gitFailure, type GitError } from "./git-error.js";
import type { FileBytes } from "./read-file.js";
import type { Git, GitProcess } from "./git-process.js";

/** Reads the contents of files by their ids: one `git cat-file --batch`, asked again and again. */
export class GitObjects {
  readonly #git: Git;
  #process: (GitProcess & { readonly answers: ByteReader }) | undefined;

  constructor(git: Git) {
    this.#git = git;
  }

  /** @throws {GitError} where the object is not there, or git ends before it has answered */
  async read(id: string, limit: number): Promise<FileBytes> {
    this.#process ??= this.#start();
    const { stdin, answers } = this.#process;
    stdin.write(`${id}\n`);
    // `<id> blob <size>`, or `<id> missing`
    const [, type, size] = (await answers.until("\n"))?.toString("latin1").split(" ") ?? [];
    if (type === undefined) throw await this.#failure();
    if (type === "missing") throw gitFailure("cat-file", `${id} is missing`);
    const length = Number(size);
    if (type !== "blob" || length > limit) {
      // What follows may be without end: this git is left alone with it.
      this.stop();
      return type === "blob" ? { reason: "file-too-large", detail: String(limit) } : { reason: "not-a-file" };
    }
    const bytes = await answers.take(length + 1);
    if (bytes === undefined) throw await this.#failure();
    return { bytes: bytes.subarray(0, length) };
  }

  /** Ends git, whatever it is doing. */
  stop(): void {
    this.#process?.stop();
    this.#process = undefined;
  }

  #start(): GitProcess & { readonly answers: ByteReader } {
    const started = this.#git.start(["cat-file", "--batch"]);
    return { ...started, answers: new ByteReader(started.stdout) };
  }

  async #failure(): Promise<GitError> {
    return gitFailure("cat-file", (await this.#process?.failure) ?? "it ended too early");
  }
}

/** Reads a stream of bytes in pieces of the reader's choice. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The bytes before the next delimiter, which is read too; `undefined` where the stream ends before it. */
  async until(delimiter: string): Promise<Buffer | undefined> {
    let end = this.#rest.indexOf(delimiter);
    while (end === -1) {
      const chunk = await this.#next();
      if (chunk === undefined) return undefined;
      this.#rest = Buffer.concat([this.#rest, chunk]);
      end = this.#rest.indexOf(delimiter);
    }
    const bytes = this.#rest.subarray(0, end);
    this.#rest = this.#rest.subarray(end + 1);
    return bytes;
  }

  /** That many bytes; `undefined` where the stream ends before. */
  async take(count: number): Promise<Buffer | undefined> {
    const chunks = [this.#rest];
    let length = this.#rest.length;
    while (length < count) {
      const chunk = await this.#next();
      if (chunk === undefined) return undefined;
      chunks.push(chunk);
      length += chunk.length;
    }
    const bytes = chunks.length === 1 ? this.#rest : Buffer.concat(chunks, length);
    this.#rest = bytes.subarray(count);
    return bytes.subarray(0, count);
  }

  async #next(): Promise<Buffer | undefined> {
    const { value, done } = await this.#chunks.next();
    return done === true ? undefined : value;
  }
}
