import { Agent, request } from "node:https";
import { answerTo } from "./http-get.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ApiAnswer, ApiTransport } from "./transport.js";
import type { Environment } from "../find-program.js";

/** Where a pod finds the credentials of its service account. */
export const SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

/** What a pod has to speak with its API server. */
export interface PodCredentials {
  readonly host: string;
  readonly port: string;
  readonly token: string;
  readonly certificate: string;
  /** The namespace of the pod. */
  readonly namespace: string | undefined;
}

/**
 * The credentials of the pod that this runs in; undefined outside of one, or where it has none.
 * @param folder where the service account's files are
 */
export function podCredentials(env: Environment, folder: string): PodCredentials | undefined {
  const host = env["KUBERNETES_SERVICE_HOST"];
  const token = textOf(join(folder, "token"));
  const certificate = textOf(join(folder, "ca.crt"));
  if (host === undefined || host === "" || token === undefined || certificate === undefined) return undefined;
  const port = env["KUBERNETES_SERVICE_PORT_HTTPS"] ?? env["KUBERNETES_SERVICE_PORT"] ?? "443";
  return { host, port, token, certificate, namespace: textOf(join(folder, "namespace")) };
}

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

  /** @param idle how long nothing may arrive, in milliseconds */
  constructor(credentials: PodCredentials, idle: number) {
    this.#credentials = credentials;
    this.#idle = idle;
    this.#agent = new Agent({ keepAlive: true, ca: credentials.certificate, rejectUnauthorized: true });
  }

  get(path: string, signal: AbortSignal): Promise<ApiAnswer> {
    const { host, port, token } = this.#credentials;
    const headers = { accept: "application/json", authorization: `Bearer ${token}` };
    return answerTo(request({ host, port, path, headers, agent: this.#agent, signal }), this.#idle, signal);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
  }
}
