import { ConnectionError, type ApiAnswer, type ApiTransport } from "./transport.js";
import { runKubectl, type Kubectl } from "./kubectl.js";

/** What kubectl calls the statuses that are told apart. */
const STATUS: ReadonlyMap<string, number> = new Map([
  ["BadRequest", 400],
  ["Unauthorized", 401],
  ["Forbidden", 403],
  ["NotFound", 404],
  ["Gone", 410],
  ["Expired", 410],
  ["TooManyRequests", 429],
  ["InternalError", 500],
  ["ServiceUnavailable", 503],
  ["Timeout", 504],
]);

/** One kubectl for each request: it works wherever kubectl does, and logs in each time. */
export class KubectlGet implements ApiTransport {
  readonly #kubectl: Kubectl;
  readonly #idle: number;

  /** @param idle how long one request may take, in milliseconds */
  constructor(kubectl: Kubectl, idle: number) {
    this.#kubectl = kubectl;
    this.#idle = idle;
  }

  async get(path: string, signal: AbortSignal): Promise<ApiAnswer> {
    const limit = AbortSignal.timeout(this.#idle);
    try {
      const both = AbortSignal.any([signal, limit]);
      const { isSuccess, output, message } = await runKubectl(
        this.#kubectl,
        ["get", "--raw", path, `--request-timeout=${Math.ceil(this.#idle / 1000)}s`],
        both,
      );
      return isSuccess ? { status: 200, body: output } : failure(message);
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error;
      throw new ConnectionError(`nothing was received for ${this.#idle / 1000} s`);
    }
  }

  async close(): Promise<void> {}
}

/** The status that kubectl's message tells of. @throws {ConnectionError} where the server answered nothing that it could read */
function failure(message: string): ApiAnswer {
  const [, reason = ""] = /^Error from server \((\w+)\)/.exec(message) ?? [];
  const isLoggedOut = message.startsWith("You must be logged in to the server");
  const isServer = message.startsWith("Error from server");
  const status = STATUS.get(isLoggedOut ? "Unauthorized" : reason) ?? (isServer ? 500 : undefined);
  if (status === undefined) throw new ConnectionError(message);
  return { status, body: JSON.stringify({ kind: "Status", message }) };
}
