import { beforeExit } from "./exit-guard.js";
import { isOfKubectl, lastMessage } from "./kubectl-messages.js";
import { createInterface } from "node:readline";
import { textOf } from "./http-get.js";
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
  /** When it has ended: never rejected. */
  readonly ended: Promise<Ending>;
}

export interface Ending {
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
  const ended = new Promise<Ending>((settle) => {
    child.on("error", ({ message }) => settle({ isSuccess: false, message }));
    child.on("close", (status) => settle({ isSuccess: status === 0, message: lastMessage(said) }));
  });
  void ended.then(beforeExit(() => child.kill()));
  return { child, ended };
}

/** What kubectl prints, and how it ended. @throws the signal's reason where it is aborted */
export async function runKubectl(
  kubectl: Kubectl,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Ending & { readonly output: string }> {
  const { child, ended } = startKubectl(kubectl, args);
  const stop = (): void => {
    child.kill();
  };
  signal.addEventListener("abort", stop);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) chunks.push(chunk);
    const ending = await ended;
    signal.throwIfAborted();
    return { ...ending, output: textOf(Buffer.concat(chunks)) };
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
