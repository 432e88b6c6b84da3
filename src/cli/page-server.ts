import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { AddressInfo } from "node:net";

/** Streams of events that are open at once: each is a tab. */
const MOST_STREAMS = 16;

/** What every answer says. */
const HEADERS = {
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/**
 * Serves one page to the person who started it, on this machine alone. The address that is printed has a token that works once: it is
 * swapped for a cookie that no script and no other site can use. Requests that come by another name of this machine, from
 * another site or without the cookie get nothing, and nothing can be written.
 */
export class PageServer {
  readonly #server: Server;
  readonly #token = randomBytes(32).toString("hex");
  readonly #session = randomBytes(32).toString("hex");
  readonly #streams = new Set<ServerResponse>();
  #isTokenUsed = false;
  #page = { text: "", policy: "" };

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.maxConnections = 64;
    this.#server.headersTimeout = 10_000;
    this.#server.requestTimeout = 10_000;
  }

  /** @param port 0 for any that is free @throws {Error} where the port is taken */
  async listen(port: number): Promise<void> {
    await new Promise<void>((done, fail) => {
      this.#server.once("error", fail);
      this.#server.listen(port, "127.0.0.1", () => done());
    });
  }

  get #origin(): string {
    return `http://${this.#host}`;
  }

  get #host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The address to open: with the token, as long as nobody has used it. */
  get address(): string {
    return this.#isTokenUsed ? `${this.#origin}/` : `${this.#origin}/?token=${this.#token}`;
  }

  /** Serves a page from now on, and has those that are open load it. @param policy its content security policy */
  show(text: string, policy: string): void {
    this.#page = { text, policy };
    for (const stream of this.#streams) stream.write("event: new\ndata: \n\n");
  }

  async close(): Promise<void> {
    for (const stream of this.#streams) stream.end();
    this.#server.closeAllConnections();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = "/", headers } = request;
    const refuse = (status: number, text: string): void => send(response, status, text, method);
    if (headers.host !== this.#host) return refuse(403, "this server answers to 127.0.0.1 alone");
    if (headers.origin !== undefined && headers.origin !== this.#origin)
      return refuse(403, "another site asks");
    if (method !== "GET" && method !== "HEAD") return refuse(405, "nothing can be written here");
    const { pathname, searchParams } = new URL(url, this.#origin);
    const token = searchParams.get("token");
    if (pathname === "/" && token !== null) return this.#swap(token, response, method);
    if (!this.#knows(headers.cookie)) return refuse(403, "open the address that was printed");
    if (pathname === "/") {
      const { text, policy } = this.#page;
      const type = { "Content-Type": "text/html; charset=utf-8" };
      response.writeHead(200, {
        ...HEADERS,
        ...type,
        "Content-Security-Policy": `${policy}; frame-ancestors 'none'`,
      });
      response.end(method === "HEAD" ? "" : text);
      return undefined;
    }
    if (pathname === "/events" && method === "GET") return this.#stream(response);
    return refuse(404, "there is one page here");
  }

  /** The first request with the token gets the cookie, and an address without the token. */
  #swap(token: string, response: ServerResponse, method: string | undefined): void {
    if (this.#isTokenUsed || !isSame(token, this.#token))
      return send(response, 403, "the address was used already, or is not the one that was printed", method);
    this.#isTokenUsed = true;
    response.writeHead(303, {
      ...HEADERS,
      Location: "/",
      "Set-Cookie": `${this.#cookie}=${this.#session}; HttpOnly; SameSite=Strict; Path=/`,
    });
    response.end();
  }

  /** Cookies don't tell ports apart: two servers of this machine have two names. */
  get #cookie(): string {
    return `anp-${(this.#server.address() as AddressInfo).port}`;
  }

  #knows(cookies = ""): boolean {
    return cookies.split(/;\s*/).some((each) => {
      const [name, value = ""] = each.split("=", 2);
      return name === this.#cookie && isSame(value, this.#session);
    });
  }

  #stream(response: ServerResponse): void {
    if (this.#streams.size >= MOST_STREAMS) return send(response, 429, "too many tabs", "GET");
    response.writeHead(200, { ...HEADERS, "Content-Type": "text/event-stream" });
    response.write(": open\n\n");
    this.#streams.add(response);
    response.on("close", () => this.#streams.delete(response));
  }
}

function send(response: ServerResponse, status: number, text: string, method: string | undefined): void {
  response.writeHead(status, { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" });
  response.end(method === "HEAD" ? "" : `${text}\n`);
}

/** Compares secrets without telling by the time that it takes how much of them is right. */
function isSame(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
