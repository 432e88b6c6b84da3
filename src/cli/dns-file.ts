import { child, rootOrigin, type Origin } from "../source/manifest/origin.js";
import { isList, isMapping, type Value } from "../source/manifest/value.js";
import { numberOf } from "../source/manifest/node.js";
import { namedFile, type NamedFiles } from "./named-file.js";
import { normaliseDomain } from "../cluster/model/cluster-names.js";
import { parseAddress, type Address } from "../base/net/address.js";
import { placeText } from "../report/place.js";
import { readDocuments } from "../source/manifest/read.js";
import { UsageError } from "./exit.js";
import type { DnsAnswer } from "../cluster/model/cluster.js";
import type { DocumentReading } from "../source/manifest/document.js";
import type { Place } from "../cluster/problems/problem.js";

const SHAPE =
  'write a mapping of names to addresses: {"www.example.com": ["192.0.2.1"]}, or to {"cname": "other.example.com", "ttl": 60}';

/** What a file of `--dns` answers: the addresses of each name, lower case, and how some of them came to be. */
export interface DnsFile {
  readonly dns: ReadonlyMap<string, readonly Address[]>;
  readonly dnsAnswers: ReadonlyMap<string, DnsAnswer>;
}

/** A name as it is written: addresses of its own, another name that it stands for, how long that holds. */
interface WrittenRecords {
  readonly addresses: readonly Address[];
  readonly alias: string | undefined;
  readonly ttl: number | undefined;
  readonly at: Origin;
}

/**
 * Reads the file of `--dns`: a YAML or JSON mapping of names to an address, a list of addresses, or a mapping with `addresses` or
 * `cname`, and `ttl` in seconds (`schemas/dns.json`). A name that is written in two ways has the addresses of both.
 * @throws {UsageError} where it cannot be read or holds something else, with the place
 */
export function readDnsFile(path: string, where: NamedFiles): DnsFile {
  const reading = readOne(path, where);
  const origin = rootOrigin(reading.document);
  const { value } = reading;
  if (!isMapping(value)) throw mistake(origin, "not a mapping");
  const written = new Map<string, WrittenRecords[]>();
  for (const [name, given] of Object.entries(value)) {
    const domain = normaliseDomain(name);
    written.set(domain, [...(written.get(domain) ?? []), writtenIn(given, name, child(origin, name))]);
  }
  const dns = new Map<string, readonly Address[]>();
  const dnsAnswers = new Map<string, DnsAnswer>();
  for (const name of written.keys()) {
    const { addresses, chain, ttl } = followed(name, written);
    dns.set(name, addresses);
    if (chain.length > 0 || ttl !== undefined) dnsAnswers.set(name, { chain, ttl });
  }
  return { dns, dnsAnswers };
}

/** Resolvers follow fewer. */
const MOST_ALIASES = 16;

/** The addresses at the end of a name's aliases; the answer holds for as long as the one of them that expires first. */
function followed(
  name: string,
  written: ReadonlyMap<string, readonly WrittenRecords[]>,
): DnsAnswer & { readonly addresses: readonly Address[] } {
  const chain: string[] = [];
  const ttls: number[] = [];
  let all = written.get(name) ?? [];
  for (;;) {
    for (const { ttl } of all) if (ttl !== undefined) ttls.push(ttl);
    const [alias, ...others] = all.flatMap((each) => (each.alias === undefined ? [] : [each]));
    if (alias?.alias === undefined) break;
    if (others.length > 0 || all.some(({ addresses }) => addresses.length > 0))
      throw mistake(alias.at, `"${name}" has a cname beside other records`);
    const next = written.get(alias.alias);
    if (next === undefined) throw mistake(alias.at, `"${alias.alias}" isn't in the file`);
    if (alias.alias === name || chain.includes(alias.alias))
      throw mistake(alias.at, `"${name}" leads to itself`);
    if (chain.push(alias.alias) > MOST_ALIASES)
      throw mistake(alias.at, `"${name}" leads over too many names`);
    all = next;
  }
  const ttl = ttls.length === 0 ? undefined : Math.min(...ttls);
  return { chain, ttl, addresses: all.flatMap(({ addresses }) => addresses) };
}

function writtenIn(given: Value | undefined, name: string, at: Origin): WrittenRecords {
  if (!isMapping(given))
    return { addresses: addressesIn(given, name, at), alias: undefined, ttl: undefined, at };
  const unknown = Object.keys(given).find((key) => !FIELDS.has(key));
  if (unknown !== undefined) throw mistake(child(at, unknown), `unknown field "${unknown}"`);
  const { addresses, cname } = given;
  const ttl = ttlIn(given["ttl"], name, at);
  if (cname === undefined) return { addresses: addressesIn(addresses, name, at), alias: undefined, ttl, at };
  if (addresses !== undefined) throw mistake(at, `"${name}" has a cname beside other records`);
  const alias = typeof cname === "string" ? normaliseDomain(cname) : "";
  if (alias === "") throw mistake(child(at, "cname"), `"${name}" has a cname that is no name`);
  return { addresses: [], alias, ttl, at };
}

const FIELDS: ReadonlySet<string> = new Set(["addresses", "cname", "ttl"]);

/** The most that DNS can say: 68 years. */
const MOST_SECONDS = 2 ** 31 - 1;

function ttlIn(value: Value | undefined, name: string, at: Origin): number | undefined {
  if (value === undefined) return undefined;
  const seconds = numberOf({ value, origin: child(at, "ttl") });
  if (seconds === undefined || !Number.isInteger(seconds) || seconds < 0 || seconds > MOST_SECONDS)
    throw mistake(child(at, "ttl"), `"${name}" has a ttl that is no number of seconds`);
  return seconds;
}

/** The one document of the file. */
function readOne(path: string, where: NamedFiles): DocumentReading {
  const [reading, another] = [...readDocuments(namedFile(path, "--dns", where))];
  if (reading === undefined) throw new UsageError(`--dns file ${path} is empty`, SHAPE);
  const { document, problem, rest, duplicates } = reading;
  const unread = problem ?? rest;
  if (unread !== undefined) throw mistake({ document, span: unread.at }, `cannot be read (${unread.code})`);
  const [duplicate] = duplicates;
  if (duplicate !== undefined)
    throw mistake({ document, span: duplicate.second }, `"${duplicate.key}" is written twice`);
  if (another !== undefined) throw mistake(rootOrigin(another.document), "a second document");
  return reading;
}

function addressesIn(given: Value | undefined, name: string, at: Origin): Address[] {
  if (typeof given === "string") return [addressIn(given, name, at)];
  if (!isList(given) || given.length === 0) throw mistake(at, `"${name}" has no list of addresses`);
  return given.map((each, i) => addressIn(each, name, child(at, i)));
}

function addressIn(value: Value, name: string, at: Origin): Address {
  const address = typeof value === "string" ? parseAddress(value) : undefined;
  if (address === undefined) throw mistake(at, `"${name}" has an invalid address`);
  return address;
}

function mistake(at: Place, what: string): UsageError {
  return new UsageError(`${placeText(at)}: ${what} (--dns)`, SHAPE);
}
