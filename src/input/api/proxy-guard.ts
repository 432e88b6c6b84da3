import { spawn, type ChildProcess } from "node:child_process";
import type { Environment } from "../find-program.js";
import type { Socket } from "node:net";

/**
 * Ends whoever serves a socket, and takes its folder away, once its standard input ends without a word. A proxy is known by
 * the socket in its command line, so that one that a wrapper has started is found as well.
 */
const SCRIPT = `
trap '' HUP INT TERM
read -r word
[ "$word" = over ] && exit 0
wanted="--unix-socket=$1/socket"
servers() {
  if [ -r /proc/self/cmdline ]; then
    for each in /proc/[0-9]*; do
      args=
      { read -r args <"$each/cmdline"; } 2>/dev/null
      case "$args" in *"$wanted"*) echo "\${each#/proc/}";; esac
    done
  else
    ps -A -ww -o pid= -o args= | while read -r id args; do
      case "$args" in *"$wanted"*) echo "$id";; esac
    done
  fi
}
kill $(servers)
rm -rf "$1"
for _ in 1 2 3 4 5 6 7 8 9 10; do
  [ -z "$(servers)" ] && exit 0
  sleep 0.2
done
kill -KILL $(servers)
`;

/** A shell that outlives this process if it is killed, and cleans up behind it. */
export class ProxyGuard {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  /** @param folder where the socket is; its name is of nobody else */
  constructor(folder: string, env: Environment) {
    // Outside of our session: what ends all of it must not end the guard.
    this.#child = spawn("/bin/sh", ["-c", SCRIPT, "anp-guard", folder], {
      env,
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.#ended = new Promise((settle) => {
      this.#child.on("error", () => settle());
      this.#child.on("exit", () => settle());
    });
    const input = this.#child.stdin as Socket | null;
    input?.on("error", () => undefined);
    this.#child.unref();
    input?.unref();
  }

  /** Nothing is left to do. */
  dismiss(): void {
    this.#child.stdin?.end("over\n");
  }

  /** Has it clean up now. @returns when everybody has ended */
  async cleanUp(): Promise<void> {
    this.#child.ref();
    this.#child.stdin?.end();
    await this.#ended;
  }
}
