import { devNull } from "node:os";
import { findProgram, type Environment } from "./find-program.js";
import { GitError, gitFailure } from "./git-error.js";
import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/**
 * What keeps git from running programs that a repository names, and from the network. Only plumbing is called that needs
 * none of them; these hold it to that whatever the version and the configuration.
 */
const GUARDS: readonly string[] = [
  "--no-pager",
  "--literal-pathspecs",
  "-c",
  "core.fsmonitor=false",
  "-c",
  `core.hooksPath=${devNull}`,
];

const GUARD_VARIABLES: Environment = {
  // Objects that a partial clone lacks stay missing; older versions of git know only the second.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  // Messages in one language, so that they can be told apart.
  LC_ALL: "C",
  // They contradict --literal-pathspecs.
  GIT_GLOB_PATHSPECS: undefined,
  GIT_NOGLOB_PATHSPECS: undefined,
  GIT_ICASE_PATHSPECS: undefined,
};

/** A git that runs. */
export interface GitProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** When it has ended, its message where it failed; never rejected. */
  readonly failure: Promise<string | undefined>;
  /** The start of what it has said on standard error. */
  readonly said: () => string;
  stop(): void;
}

/** The user's own git, started in one folder and without a shell. */
export class Git {
  readonly cwd: string;
  readonly #program: string;
  readonly #env: Environment;
  readonly #signal: AbortSignal | undefined;

  /**
   * @param signal ends what runs
   * @throws {GitError} where there is no git on PATH
   */
  constructor(cwd: string, env: Environment, signal?: AbortSignal) {
    const program = findProgram("git", cwd, env);
    if (program === undefined)
      throw new GitError("git is not on PATH", "anp reads revisions through your git");
    this.#program = program;
    this.cwd = cwd;
    this.#env = { ...env, ...GUARD_VARIABLES };
    this.#signal = signal;
  }

  start(args: readonly string[]): GitProcess {
    const child = spawn(this.#program, [...GUARDS, ...args], {
      cwd: this.cwd,
      env: this.#env,
      signal: this.#signal,
      windowsHide: true,
      stdio: "pipe",
    });
    const said = startOf(child.stderr);
    const failure = new Promise<string | undefined>((settle) => {
      child.on("error", (error) => settle(error.message));
      child.on("close", (status) => settle(status === 0 ? undefined : firstLine(said())));
    });
    // Git may end before it has read what it was asked; `failure` tells why.
    child.stdin.on("error", () => undefined);
    const stop = (): void => {
      child.stdin.destroy();
      child.stdout.destroy();
      child.kill();
    };
    return { stdin: child.stdin, stdout: child.stdout, failure, said, stop };
  }

  /** What git prints. @throws {GitError} with git's message where it fails */
  async output(args: readonly string[]): Promise<string> {
    return (await this.answer(args)).output;
  }

  /** What git prints, and what it says beside that. @throws {GitError} with git's message where it fails */
  async answer(args: readonly string[]): Promise<{ readonly output: string; readonly said: string }> {
    const { stdin, stdout, failure, said } = this.start(args);
    stdin.end();
    let text = "";
    stdout.setEncoding("utf8");
    for await (const chunk of stdout) text += String(chunk);
    const message = await failure;
    if (message !== undefined) throw gitFailure(args[0] ?? "", message);
    return { output: text, said: said() };
  }
}

/** Keeps the start of what git says on standard error. */
function startOf(stderr: Readable): () => string {
  let text = "";
  stderr.setEncoding("utf8");
  stderr.on("data", (chunk: string) => {
    if (text.length < 8192) text += chunk;
  });
  return () => text;
}

/** The first line of what git has said that tells of a failure. */
function firstLine(said: string): string {
  const lines = said.split("\n");
  return (lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines[0] ?? "").slice(0, 300);
}
