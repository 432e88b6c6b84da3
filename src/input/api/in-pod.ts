import { Agent, request } from "node:https";
import { answerTo } from "./http-get.js";
import { ClusterError } from "./cluster-error.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ApiAnswer, ApiTransport } from "./transport.js";
import type { ClientRequest } from "node:http";
import type { Environment } from "../find-program.js";

/** Where a pod finds the credentials of its service account. */
export const SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

/** What a pod has to speak with its API server. */
export interface PodCredentials {
  readonly host: string;
  readonly port: string;
  readonly token: string;
  /** Where the token is: a new one takes its place there before it expires. */
  readonly tokenFile: string;
  readonly certificate: string;
  /** The namespace of the pod. */
  readonly namespace: string | undefined;
}

/** True inside of a pod. */
export function isInPod(env: Environment): boolean {
  return (env["KUBERNETES_SERVICE_HOST"] ?? "") !== "";
}

/**
 * The credentials of the pod that this runs in; undefined outside of one, or where it has none.
 * @param folder where the service account's files are
 */
export function podCredentials(env: Environment, folder: string): PodCredentials | undefined {
  const host = env["KUBERNETES_SERVICE_HOST"];
  const tokenFile = join(folder, "token");
  const token = textOf(tokenFile);
  const certificate = textOf(join(folder, "ca.crt"));
  if (host === undefined || host === "" || token === undefined || certificate === undefined) return undefined;
  const port = env["KUBERNETES_SERVICE_PORT_HTTPS"] || env["KUBERNETES_SERVICE_PORT"] || "443";
  return { host, port, token, tokenFile, certificate, namespace: textOf(join(folder, "namespace")) };
}

/** The text of a file; undefined where it holds none, or cannot be read. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Requests from inside of a pod, as its service account; the server's certificate is checked. */
export class InPod implements ApiTransport {
  readonly #credentials: PodCredentials;
  readonly #idle: number;
  readonly #agent: Agent;
  #token: string;

  /** @param idle how long nothing may arrive, in milliseconds */
  constructor(credentials: PodCredentials, idle: number) {
    this.#credentials = credentials;
    this.#token = credentials.token;
    this.#idle = idle;
    this.#agent = new Agent({ keepAlive: true, ca: credentials.certificate, rejectUnauthorized: true });
  }

  async get(path: string, signal: AbortSignal): Promise<ApiAnswer> {
    return answerTo(this.#request(path, signal), this.#idle, signal);
  }

  /** @throws {ClusterError} for credentials that no request can be made of */
  #request(path: string, signal: AbortSignal): ClientRequest {
    const { host, port, tokenFile } = this.#credentials;
    // The last one counts where the file is gone, or just being replaced.
    this.#token = textOf(tokenFile) ?? this.#token;
    const headers = { accept: "application/json", authorization: `Bearer ${this.#token}` };
    try {
      return request({ host, port, path, headers, agent: this.#agent, signal });
    } catch (error) {
      const { code = "", message } = error as NodeJS.ErrnoException;
      const what = WHAT_IS_WRONG.get(code) ?? message;
      throw new ClusterError("no-answer", `the credentials of this pod cannot be used: ${what}`);
    }
  }

  async close(): Promise<void> {
    this.#agent.destroy();
  }
}

/** What Node says of a request that it cannot make, in our words: its own show the values. */
const WHAT_IS_WRONG: ReadonlyMap<string, string> = new Map([
  ["ERR_SOCKET_BAD_PORT", "KUBERNETES_SERVICE_PORT is no port"],
  ["ERR_INVALID_CHAR", "the token of its service account is no text of a header"],
]);
