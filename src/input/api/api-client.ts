import { AnswerError, ClusterError, withoutQuery, wrongAnswer } from "./cluster-error.js";
import { ConnectionError, type ApiAnswer, type ApiTransport } from "./transport.js";
import { setTimeout as pause } from "node:timers/promises";
import { statusMessage } from "./status.js";
import type { Patience } from "./patience.js";

/** What a server said in the end. */
export interface FinalAnswer {
  /** 200; or, in the server's own words, 403: not to us; 404: there is no such thing; 410: no longer. */
  readonly status: 200 | 403 | 404 | 410;
  readonly body: string;
}

/** Statuses of a server that may answer the same request later. */
const TRANSIENT: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Statuses with which an API server says that it has nothing to show, if it says so itself. */
const NEGATIVE: ReadonlySet<number> = new Set([403, 404, 410]);

/** Asks a server until it has answered, or patience is over. */
export class ApiClient {
  readonly #transport: ApiTransport;
  readonly #patience: Patience;
  readonly #signal: AbortSignal;
  #hasAnswered = false;

  constructor(transport: ApiTransport, patience: Patience, signal: AbortSignal) {
    this.#transport = transport;
    this.#patience = patience;
    this.#signal = signal;
  }

  /**
   * @param attempts how often it is asked
   * @throws {AnswerError} where there is no answer that can be used
   * @throws {ClusterError} where there never was one, or not to us
   */
  async get(path: string, attempts = this.#patience.attempts): Promise<FinalAnswer> {
    let failure = "";
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const answer = await this.#attempt(path);
      if (typeof answer !== "string" && !TRANSIENT.has(answer.status)) return finalAnswer(path, answer);
      failure = typeof answer === "string" ? answer : statusText(answer);
      const asked = typeof answer === "string" ? undefined : answer.retryAfter;
      if (attempt < attempts) await this.#pause(attempt, asked);
    }
    throw new AnswerError(
      "none",
      `no answer to GET ${withoutQuery(path)} after ${attempts} attempts: ${failure}`,
    );
  }

  /** The answer, or why there is none. @throws {ClusterError} where there has never been one */
  async #attempt(path: string): Promise<ApiAnswer | string> {
    try {
      const answer = await this.#transport.get(path, this.#signal);
      this.#hasAnswered = true;
      return answer;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      if (this.#hasAnswered) return error.message;
      throw new ClusterError("no-answer", `the cluster cannot be reached: ${error.message}`);
    }
  }

  async #pause(attempt: number, askedSeconds: number | undefined): Promise<void> {
    const { firstPause, longestPause } = this.#patience;
    const wanted = askedSeconds === undefined ? firstPause * 2 ** (attempt - 1) : 1000 * askedSeconds;
    try {
      await pause(Math.min(wanted, longestPause), undefined, { signal: this.#signal });
    } catch {
      this.#signal.throwIfAborted();
    }
  }
}

/** @throws {ClusterError} for what is neither an object nor a reason why there is none */
function finalAnswer(path: string, answer: ApiAnswer): FinalAnswer {
  const { status, body } = answer;
  if (status === 401)
    throw new ClusterError(
      "no-answer",
      `the cluster does not accept your credentials: ${statusText(answer)}`,
      "log in again; kubectl auth whoami shows who you are",
    );
  if (status === 200) return { status, body };
  // What stands between us and the server can say 403 or 404 too, about everything.
  if (NEGATIVE.has(status) && statusMessage(body) !== undefined)
    return { status: status as FinalAnswer["status"], body };
  throw wrongAnswer(path, statusText(answer));
}

/** `503 the server is currently unable to handle the request`. */
function statusText({ status, body }: ApiAnswer): string {
  const [line = ""] = (statusMessage(body) ?? body).trim().split("\n");
  return `${status} ${line.slice(0, 300)}`.trim();
}
