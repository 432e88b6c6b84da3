/** What a server answered. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
  /** How long it asks to wait, in seconds. */
  readonly retryAfter?: number;
}

/** A way to read from the API of a cluster. It can do nothing else: there is no other method than GET. */
export interface ApiTransport {
  /**
   * @param path from the root of the API, with its query
   * @throws {ConnectionError} where there is no whole answer
   */
  get(path: string, signal: AbortSignal): Promise<ApiAnswer>;
  /** Ends what runs and takes away what was made. */
  close(): Promise<void>;
}

/** Thrown where a request got no whole answer: it may be tried again. */
export class ConnectionError extends Error {}
