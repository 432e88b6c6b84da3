import { child, rootOrigin, type Origin } from "../source/manifest/origin.js";
import { isList, isMapping, type Value } from "../source/manifest/value.js";
import { namedFile, type NamedFiles } from "./named-file.js";
import { normaliseDomain } from "../cluster/model/cluster-names.js";
import { parseAddress, type Address } from "../base/net/address.js";
import { placeText } from "../report/place.js";
import { readDocuments } from "../source/manifest/read.js";
import { UsageError } from "./exit.js";
import type { DocumentReading } from "../source/manifest/document.js";
import type { Place } from "../cluster/problems/problem.js";

const SHAPE = 'write a mapping of names to addresses: {"www.example.com": ["192.0.2.1"]}';

/**
 * Reads the file of `--dns`: a YAML or JSON mapping of names to an address or a list of addresses (`schemas/dns.json`). A
 * name that is written in two ways has the addresses of both.
 * @throws {UsageError} where it cannot be read or holds something else, with the place
 */
export function readDnsFile(path: string, where: NamedFiles): ReadonlyMap<string, readonly Address[]> {
  const reading = readOne(path, where);
  const origin = rootOrigin(reading.document);
  const { value } = reading;
  if (!isMapping(value)) throw mistake(origin, "not a mapping");
  const names = new Map<string, readonly Address[]>();
  for (const [name, given] of Object.entries(value)) {
    const domain = normaliseDomain(name);
    names.set(domain, [...(names.get(domain) ?? []), ...addressesIn(given, name, child(origin, name))]);
  }
  return names;
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
