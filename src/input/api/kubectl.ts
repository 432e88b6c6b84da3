import { beforeExit } from "./exit-guard.js";
import { isOfKubectl, lastMessage } from "./kubectl-messages.js";
import { createInterface } from "node:readline";
import { ConnectionError } from "./transport.js";
import { LARGEST_BODY, utf8Text, TOO_LARGE } from "./http-get.js";
import { spawn, type ChildProcess } from "node:child_process";
import type { Environment } from "../find-program.js";

/** How the user's own kubectl is called. */
export interface Kubectl {
  readonly program: string;
  /** What every command is given: `--context`, `--kubeconfig`. */
  readonly options: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** Takes what a plugin says to the user: where to log in. */
  readonly say: (line: string) => void;
}

/** A kubectl that runs. */
export interface KubectlProcess {
  readonly child: ChildProcess;
  /** When it itself is gone: never rejected. */
  readonly exited: Promise<true>;
  /** When nobody holds its output any longer: whom it has started may outlive it. Never rejected. */
  readonly ended: Promise<KubectlEnding>;
}

/** How a run of kubectl ended. */
export interface KubectlEnding {
  readonly isSuccess: boolean;
  /** The last line on standard error; empty where it said nothing. */
  readonly message: string;
}

/** How much of standard error is kept. */
const MESSAGE_SIZE = 8192;

/**
 * Starts kubectl without a shell; it does not outlive this process. It has the terminal, where there is one: a plugin may
 * ask for a password.
 */
export function startKubectl(kubectl: Kubectl, args: readonly string[]): KubectlProcess {
  const { program, options, cwd, env, say } = kubectl;
  const child = spawn(program, [...options, ...args], {
    cwd,
    env,
    windowsHide: true,
    stdio: [process.stdin.isTTY ? "inherit" : "ignore", "pipe", "pipe"],
  });
  let said = "";
  if (child.stderr !== null)
    createInterface({ input: child.stderr }).on("line", (line) => {
      said = `${said}${line}\n`.slice(-MESSAGE_SIZE);
      if (!isOfKubectl(line)) say(line);
    });
  const ended = new Promise<KubectlEnding>((settle) => {
    child.on("error", ({ message }) => settle({ isSuccess: false, message }));
    child.on("close", (status) => settle({ isSuccess: status === 0, message: lastMessage(said) }));
  });
  const exited = new Promise<true>((settle) => {
    child.on("error", () => settle(true));
    child.on("exit", () => settle(true));
  });
  void ended.then(beforeExit(() => child.kill()));
  return { child, exited, ended };
}

/** What kubectl prints, and how it ended. @throws the signal's reason where it is aborted */
export async function runKubectl(
  kubectl: Kubectl,
  args: readonly string[],
  signal: AbortSignal,
): Promise<KubectlEnding & { readonly output: string }> {
  const { child, ended } = startKubectl(kubectl, args);
  // Whom a wrapper has started may hold the pipes for ever.
  const stop = (): void => {
    child.kill();
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  signal.addEventListener("abort", stop);
  try {
    const output = await outputOf(child);
    const ending = await ended;
    signal.throwIfAborted();
    return { ...ending, output };
  } catch (error) {
    stop();
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** @throws {ConnectionError} where it is longer than any answer */
async function outputOf({ stdout }: ChildProcess): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of (stdout ?? []) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST_BODY) throw new ConnectionError(TOO_LARGE);
    chunks.push(chunk);
  }
  return utf8Text(Buffer.concat(chunks, length));
}
