import { Agent, request } from "node:http";
import { answerTo } from "./http-get.js";
import { beforeExit } from "./exit-guard.js";
import { ClusterError } from "./cluster-error.js";
import { ConnectionError, type ApiAnswer, type ApiTransport } from "./transport.js";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { SETTINGS_MAPS } from "../../cluster/kinds/plugins/settings.js";
import { ProxyGuard } from "./proxy-guard.js";
import { setTimeout as pause } from "node:timers/promises";
import { startKubectl, type KubectlEnding, type Kubectl, type KubectlProcess } from "./kubectl.js";
import { tmpdir } from "node:os";

/** Every method but GET: the patterns have no way to say "not", and a comma separates them. */
const OTHER_METHODS = "^.?.?$,^[^G],^G[^E],^GE[^T],^GET.";

/** Discovery, lists, and some ConfigMaps by their names: nothing below an object, where `exec`, `attach`, `portforward` and `proxy` are. */
const LIST_PATHS = [
  ...SETTINGS_MAPS.flatMap(({ name, namespaces }) =>
    namespaces.map((namespace) => `^/api/v1/namespaces/${namespace}/configmaps/${name}$`),
  ),
  "^/version$",
  "^/apis$",
  "^/(api/v1|apis/[^/]+/[^/]+)(/[^/]+)?(/[^/]+)?$",
  "^/(api/v1|apis/[^/]+/[^/]+)/namespaces/[^/]+/[^/]+$",
].join(",");

/** What kubectl rejects by itself, and what nobody here has a use for. */
const REJECTED_PATHS = [
  "^/api/.*/pods/.*/exec",
  "^/api/.*/pods/.*/attach",
  "^/api/v1/(namespaces/[^/]+/)?(secrets(/.*)?|configmaps/?)$",
  "^/api/v1/configmaps/",
].join(",");

/** How long kubectl may take to listen, to end once it is told to, and to be noticed as ended, in milliseconds. */
const START = 30_000;
const END = 2000;
const NOTICE = 250;

/** Where a proxy listens, and who takes that away. */
interface SocketPlace {
  readonly socket: string;
  /** Does so where this process is killed, or kubectl is not the one that listens. */
  readonly guard: ProxyGuard;
  readonly remove: () => void;
}

/** One kubectl that hands requests on, with the user's credentials: whoever may not read its folder cannot use it. */
export class KubectlProxy implements ApiTransport {
  readonly #process: KubectlProcess;
  readonly #place: SocketPlace;
  readonly #idle: number;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(process: KubectlProcess, place: SocketPlace, idle: number) {
    this.#process = process;
    this.#place = place;
    this.#idle = idle;
  }

  /**
   * @param idle how long nothing may arrive, in milliseconds
   * @returns undefined where there can be none: a kubectl or a system without sockets, a folder whose name is too long
   */
  static async start(kubectl: Kubectl, idle: number, signal: AbortSignal): Promise<KubectlProxy | undefined> {
    if (process.platform === "win32") return undefined;
    const folder = privateFolder(kubectl.env["TMPDIR"] ?? tmpdir());
    if (folder === undefined) return undefined;
    const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
    const takeBack = beforeExit(removeFolder);
    const remove = (): void => {
      removeFolder();
      takeBack();
    };
    const socket = join(folder, "socket");
    const guard = new ProxyGuard(folder, kubectl.env);
    const running = startKubectl(kubectl, [
      "proxy",
      `--unix-socket=${socket}`,
      `--reject-methods=${OTHER_METHODS}`,
      `--accept-paths=${LIST_PATHS}`,
      `--reject-paths=${REJECTED_PATHS}`,
    ]);
    const proxy = new KubectlProxy(running, { socket, guard, remove }, idle);
    try {
      if (await isListening(running, signal)) return proxy;
      await proxy.close();
      return undefined;
    } catch (error) {
      await proxy.close();
      throw error;
    }
  }

  async get(path: string, signal: AbortSignal): Promise<ApiAnswer> {
    const sent = request({
      socketPath: this.#place.socket,
      path,
      agent: this.#agent,
      headers: { accept: "application/json" },
      signal,
    });
    try {
      const answer = await answerTo(sent, this.#idle, signal);
      if (answer.status === 500 && !answer.body.startsWith("{"))
        throw new ConnectionError(answer.body.trim());
      return answer;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      const ending = await this.#ending();
      if (ending === undefined) throw error;
      throw new ClusterError("no-answer", `kubectl proxy has ended${detail(ending)}`);
    }
  }

  async close(): Promise<void> {
    const { child, exited, ended } = this.#process;
    const { guard, remove } = this.#place;
    this.#agent.destroy();
    child.kill();
    if ((await within(exited, END)) === undefined) child.kill("SIGKILL");
    // What is called kubectl may be a script: whom it has started goes on, and holds its pipes.
    if ((await within(ended, NOTICE)) === undefined) await guard.cleanUp();
    else guard.dismiss();
    remove();
  }

  /** How kubectl has ended; undefined while it runs. It is noticed a little later than the connection that it cut. */
  #ending(): Promise<KubectlEnding | undefined> {
    return within(this.#process.ended, NOTICE);
  }
}

function detail({ message }: KubectlEnding): string {
  return message === "" ? "" : `: ${message}`;
}

/** A new folder that only the user may open; undefined where none can be made. */
function privateFolder(parent: string): string | undefined {
  try {
    return mkdtempSync(join(parent, "anp-kubectl-"));
  } catch {
    return undefined;
  }
}

/** True once kubectl says that it listens; false where it ends, or says nothing. */
async function isListening({ child, ended }: KubectlProcess, signal: AbortSignal): Promise<boolean> {
  if (child.stdout === null) return false;
  const lines = createInterface({ input: child.stdout });
  const spoke = new Promise<boolean>((settle) => {
    lines.on("line", (line) => {
      if (line.startsWith("Starting to serve on ")) settle(true);
    });
  });
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  const silent = new AbortController();
  const waited = pause(START, false, { signal: silent.signal }).catch(() => false);
  try {
    return await Promise.race([spoke, ended.then(() => false), aborted, waited]);
  } finally {
    silent.abort();
  }
}

/** What a promise gives in time, else undefined. */
async function within<T>(promise: Promise<T>, limit: number): Promise<T | undefined> {
  const stop = new AbortController();
  const late = pause(limit, undefined, { signal: stop.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop.abort();
  }
}
