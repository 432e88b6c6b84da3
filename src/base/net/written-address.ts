/** A host and the port that goes with it, as configuration names them. */
export interface WrittenAddress {
  /** Lower case, without a dot at its end. */
  readonly host: string;
  readonly port: number | undefined;
}

/** Ports that programs use where a URL has none. */
const USUAL_PORTS: ReadonlyMap<string, number> = new Map([
  ["http", 80],
  ["https", 443],
  ["ws", 80],
  ["wss", 443],
  ["redis", 6379],
  ["rediss", 6379],
  ["postgres", 5432],
  ["postgresql", 5432],
  ["mysql", 3306],
  ["mariadb", 3306],
  ["mongodb", 27_017],
  ["amqp", 5672],
  ["amqps", 5671],
  ["nats", 4222],
  ["ldap", 389],
  ["ldaps", 636],
]);

/** Schemes of addresses without a port of their own: only one that is written counts. */
const OTHER_SCHEMES: ReadonlySet<string> = new Set(["tcp", "grpc", "grpcs", "kafka", "dns", "tls", "ssl"]);

/** A text that is longer is no address. */
const MOST_TEXT = 2048;

/** A script that is longer is read by nobody. */
const MOST_SCRIPT = 16_384;

/**
 * The addresses that a whole value is: `redis-cart:6379`, `https://user:secret@api.example.com/path?key=secret`,
 * `jdbc:postgresql://db/shop`, several with commas, each with the number or the name of a member before it. Texts that only may be one are none: what has neither scheme nor port. User,
 * password, path and query are read by nobody.
 */
export function writtenAddresses(text: string): WrittenAddress[] {
  const value = text.trim();
  if (value.length > MOST_TEXT) return [];
  const urls = value.split(",").map((each) => each.trim().replace(MEMBER_NAME, ""));
  if (urls.length > 1 && urls.every((each) => URL_START.test(each))) {
    // A password with a comma in it would look like this, with an @ in the last part alone.
    const withUser = urls.filter((each) => each.includes("@")).length;
    return withUser === 0 || withUser === urls.length ? urls.flatMap(writtenAddresses) : [];
  }
  const url = /^(?:jdbc:)?([a-z][a-z0-9]*)(?:\+[a-z0-9]+)?:\/\/([^/?#\s]+)(.*)$/is.exec(value);
  // A password with a slash in it makes what follows look like a host: then nothing is one.
  if (url?.[3]?.includes("@") === true) return [];
  if (url !== null) return ofUrl(url[1] ?? "", url[2] ?? "");
  const parts = value.split(",").map((each) => each.trim().replace(MEMBER_NUMBER, ""));
  const found = parts.map((each) => hostAndPort(each));
  return found.every((each) => each?.port !== undefined) ? found.flatMap((each) => each ?? []) : [];
}

/** `1@kafka-0.kafka:9093`, as Kafka numbers who votes. */
const MEMBER_NUMBER = /^\d{1,9}@/;

/** `etcd-0=http://etcd-0.etcd:2380`, as etcd names its members. */
const MEMBER_NAME = /^[\w.-]{1,63}=(?=[a-z][a-z0-9]*:\/\/)/i;

const URL_START = /^[a-z][a-z0-9]*:\/\//i;

/** A URL within a text, as far as its host: the text before is no name that goes on. */
const URL_IN_TEXT = /(?<![\w:+./-])([a-z][a-z0-9]*):\/\/([^\s/?#"'`$\\<>|&;()]+)/gi;

/** What a shell prints or ignores is no connection. */
const UNCALLED_LINE = /^\s*(?:#|echo\b|printf\b|log\b)/;

/** `nc -z -w 2 db 5432`, by which scripts wait for a port. */
const NETCAT =
  /(?<![\w./-])(?:nc|ncat|netcat)((?:[ \t]{1,9}-[a-zA-Z]{1,9}\d{0,4}(?:[ \t]{1,9}\d{1,4}(?=[ \t]))?){1,9})[ \t]{1,9}([a-z0-9][\w.-]{0,252})[ \t]{1,9}(\d{1,5})(?![\w.-])/gi;

/** Options of netcat that listen, take another value than a time, or speak UDP: what follows is no TCP port of a host. */
const OTHER_NETCAT = /[luUpsxXIOTX]/;

/** `pg_dump -h db -p 5432`, `redis-cli -h cache`: the options of clients of databases, as far as the command goes. */
const CLIENT =
  /(?<![\w./-])(pg_isready|pg_dump|pg_dumpall|pg_restore|psql|redis-cli|mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)(?![\w.-])([^;|&\n)"']*)/g;

/** True for a client of a database by its name. */
export function isDatabaseClient(program: string): boolean {
  return new RegExp(`^(?:${CLIENT.source})$`).exec(program)?.[1] === program;
}

/** Where a client connects to, without another port. */
function usualPortOf(client: string): string {
  if (client === "redis-cli") return "6379";
  return /^(?:mysql|mariadb)/.test(client) ? "3306" : "5432";
}

/** The host and port of a client's options; what follows `-p` of MySQL's is a password. */
function ofClient(client: string, options: string): WrittenAddress[] {
  const usual = usualPortOf(client);
  const short = usual === "3306" ? "P" : "p";
  const host = /(?:^|\s)(?:-h[ \t]*|--host[= \t])([^-\s]\S*)/.exec(options)?.[1];
  const port = new RegExp(`(?:^|\\s)(?:-${short}[ \\t]*|--port[= \\t])(\\S+)`).exec(options)?.[1];
  return hostAndPortOf(host, port ?? usual);
}

/**
 * The addresses of the URLs in a shell script, of what it waits for, and of what its clients of databases connect to; those
 * that it only prints are none.
 */
export function scriptAddresses(script: string): WrittenAddress[] {
  if (script.length > MOST_SCRIPT) return [];
  const lines = script.split("\n").filter((line) => !UNCALLED_LINE.test(line));
  return lines.flatMap((line) => [
    ...[...line.matchAll(URL_IN_TEXT)].flatMap(([, scheme = "", authority = ""]) => ofUrl(scheme, authority)),
    ...[...line.matchAll(NETCAT)].flatMap(([, options = "", host, port]) =>
      OTHER_NETCAT.test(options) ? [] : hostAndPortOf(host, port),
    ),
    ...[...line.matchAll(CLIENT)].flatMap(([, client = "", options = ""]) => ofClient(client, options)),
  ]);
}

/** A host and a port by themselves; nothing where either of them is none, such as what a variable holds. */
function hostAndPortOf(host: string | undefined, port: string | undefined): WrittenAddress[] {
  const [known, number] = [loneHost(host ?? ""), lonePort(port ?? "")];
  return known === undefined || number === undefined ? [] : [{ host: known, port: number }];
}

function ofUrl(scheme: string, authority: string): WrittenAddress[] {
  const usual = USUAL_PORTS.get(scheme.toLowerCase());
  if (usual === undefined && !OTHER_SCHEMES.has(scheme.toLowerCase())) return [];
  // Whatever is in front of the last @ is who asks, and how they prove it.
  const hosts = authority.slice(authority.lastIndexOf("@") + 1).split(",");
  return hosts.flatMap((each) => {
    const found = hostAndPort(each);
    return found === undefined ? [] : [{ host: found.host, port: found.port ?? usual }];
  });
}

/** A host by itself: a name in which no letter is missing. */
export function loneHost(text: string): string | undefined {
  const host = text.trim().toLowerCase().replace(/\.$/, "");
  const labels = host.split(".");
  const isName =
    host.length <= 253 && labels.every((each) => /^[a-z0-9_]([-a-z0-9_]{0,61}[a-z0-9])?$/.test(each));
  return isName && /[a-z]/.test(labels.at(-1) ?? "") ? host : undefined;
}

/** A port by itself. */
export function lonePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

function hostAndPort(text: string): WrittenAddress | undefined {
  const [, host = "", port] = /^([^:\s]+)(?::(\d+))?$/.exec(text) ?? [];
  const known = loneHost(host);
  if (known === undefined) return undefined;
  const number = port === undefined ? undefined : lonePort(port);
  return port !== undefined && number === undefined ? undefined : { host: known, port: number };
}
