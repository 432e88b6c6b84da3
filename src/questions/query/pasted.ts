import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { parseAddress, parseBlock } from "../../base/net/address.js";
import { readTraffic } from "./traffic.js";
import { trafficKey } from "../../base/net/traffic.js";

/** What a person pasted: the name of an end, and the port that stood with it. */
export interface Pasted {
  readonly name: string;
  /** As `--port` takes it; undefined where none stood there. */
  readonly port: string | undefined;
}

/** Why a pasted text cannot be read. */
export type PastedProblem =
  /** An address such as `foo://api` that has no port, of a scheme for which none is known. */
  { readonly code: "unknown-scheme"; readonly text: string; readonly scheme: string };

/** The ports on which servers of these schemes listen, where a URL has none. */
const SCHEMES: Readonly<Record<string, number>> = {
  amqp: 5672,
  amqps: 5671,
  ftp: 21,
  grpc: 443,
  http: 80,
  https: 443,
  ldap: 389,
  ldaps: 636,
  mongodb: 27017,
  mysql: 3306,
  nats: 4222,
  postgres: 5432,
  postgresql: 5432,
  redis: 6379,
  rediss: 6379,
  ssh: 22,
  ws: 80,
  wss: 443,
};

/**
 * Reads the forms in which people have a name at hand: `api.payments:443`, `https://api.payments/x`, `[2001:db8::1]:443`. Anything
 * else is taken as it is.
 */
function readPasted(text: string): Attempt<Pasted, PastedProblem> {
  const whole = { name: text, port: undefined };
  if (parseAddress(text) !== undefined || parseBlock(text) !== undefined) return succeeded(whole);
  const url = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?([^/?#]+)(?:[/?#].*)?$/i.exec(text);
  if (url !== null) {
    const scheme = (url[1] ?? "").toLowerCase();
    const { name, port } = withPort(url[2] ?? "");
    const known = port ?? (Object.hasOwn(SCHEMES, scheme) ? SCHEMES[scheme]?.toString() : undefined);
    return known === undefined
      ? failed({ code: "unknown-scheme", text, scheme })
      : succeeded({ name, port: known });
  }
  return succeeded(withPort(text));
}

/** A name with a port behind a colon: `db:5432`, `kube-dns:53/udp`. Brackets are those around an IPv6 address. */
export function withPort(text: string): Pasted {
  const inBrackets = /^\[([^\]]+)\](?::([^:\]]+))?$/.exec(text);
  if (inBrackets !== null) return { name: inBrackets[1] ?? "", port: inBrackets[2] };
  const match = /^([^:]+):([a-z0-9][a-z0-9,/-]*)$/i.exec(text);
  return match === null ? { name: text, port: undefined } : { name: match[1] ?? "", port: match[2] };
}

/** The ends of a question as they were pasted, and the one port that it is about. */
export interface PastedEnds {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly port: string | undefined;
}

/** Why pasted ends are no question. */
export type EndsProblem =
  | PastedProblem
  /** Nobody but the server sees the port from which something is sent. */
  | { readonly code: "port-of-source"; readonly text: string; readonly name: string }
  /** Two ports for one question: the other one is given by itself, or is that of another name. */
  | {
      readonly code: "two-ports";
      readonly text: string;
      readonly port: string;
      readonly given: string;
      readonly givenBy: "question" | "name";
    };

/**
 * Reads the names of both sides of a question, with the port that stands with them or beside them.
 * @param port as `--port` takes it
 * @param protocol as `--protocol` takes it
 */
export function readEnds(
  { from, to }: { readonly from: readonly string[]; readonly to: readonly string[] },
  port: string | undefined,
  protocol: string | undefined,
): Attempt<PastedEnds, EndsProblem> {
  const sources: string[] = [];
  for (const text of from) {
    const read = readPasted(text);
    if (!read.ok) return read;
    const { value: pasted } = read;
    // What was pasted from a browser names a server: its port says nothing about what the server sends.
    if (pasted.port !== undefined && !text.includes("://"))
      return failed({ code: "port-of-source", text, name: pasted.name });
    sources.push(pasted.name);
  }
  const destinations: string[] = [];
  let asked = port;
  for (const text of to) {
    const read = readPasted(text);
    if (!read.ok) return read;
    const { value: pasted } = read;
    destinations.push(pasted.name);
    if (pasted.port === undefined) continue;
    if (asked !== undefined && !isSamePort(asked, pasted.port, protocol))
      return failed({
        code: "two-ports",
        text,
        port: pasted.port,
        given: asked,
        givenBy: asked === port ? "question" : "name",
      });
    asked ??= pasted.port;
  }
  return succeeded({ from: sources, to: destinations, port: asked });
}

function isSamePort(a: string, b: string, protocol: string | undefined): boolean {
  if (a === b) return true;
  const [one, other] = [a, b].map((each) => readTraffic(each, protocol));
  if (one?.ok !== true || other?.ok !== true) return false;
  return (
    one.value.names.length + other.value.names.length === 0 &&
    trafficKey(one.value.ranges) === trafficKey(other.value.ranges)
  );
}
