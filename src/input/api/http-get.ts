import { ConnectionError, type ApiAnswer } from "./transport.js";
import { isUtf8 } from "node:buffer";
import type { ClientRequest, IncomingMessage } from "node:http";

/** The most that is read of one answer, in bytes: no page of a server is near it. */
export const LARGEST_BODY = 300_000_000;

/** Why an answer was given up, as the message of an error. */
export const TOO_LARGE = `an answer is larger than ${LARGEST_BODY} bytes`;

/**
 * The answer to a request that is on its way.
 * @param idle how long nothing may arrive, in milliseconds
 * @throws {ConnectionError} where there is no whole answer
 */
export function answerTo(request: ClientRequest, idle: number, signal: AbortSignal): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      request.destroy();
      if (signal.aborted) reject(signal.reason as Error);
      else reject(error instanceof ConnectionError ? error : connectionError(error));
    };
    const isSilent = (): void => fail(new ConnectionError(`nothing was received for ${idle / 1000} s`));
    request.setTimeout(idle, isSilent);
    request.on("error", fail);
    request.on("response", (response) => {
      bodyOf(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, body, ...retryAfterIn(response) });
      }, fail);
    });
    request.end();
  });
}

function connectionError({ code, message }: NodeJS.ErrnoException): ConnectionError {
  return new ConnectionError(code === "ECONNRESET" ? "the connection was cut" : message);
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST_BODY) throw new ConnectionError(TOO_LARGE);
    chunks.push(chunk);
  }
  return utf8Text(Buffer.concat(chunks, length));
}

/** Text as it was sent, or nothing that could be taken for it: bytes that are no UTF-8 would become other text. */
export function utf8Text(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : NOT_TEXT;
}

/** No JSON, so that no reader takes it for an answer. */
const NOT_TEXT = "(bytes that are no UTF-8)";

/** Only seconds: API servers write no dates. */
function retryAfterIn({ headers }: IncomingMessage): Pick<ApiAnswer, "retryAfter"> {
  const text = headers["retry-after"] ?? "";
  return /^\d{1,6}$/.test(text) ? { retryAfter: Number(text) } : {};
}
