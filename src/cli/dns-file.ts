import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isList, isMapping, type Value } from "../manifest/value.js";
import { normaliseDomain } from "../match/domain.js";
import { parseAddress, type Address } from "../net/address.js";
import { readDocuments } from "../manifest/read.js";
import { UsageError } from "./exit.js";

/**
 * Reads the file of `--dns`: a YAML or JSON mapping of names to an address or a list of addresses.
 * @throws {UsageError} where it cannot be read or holds something else
 */
export function readDnsFile(path: string, cwd: string): ReadonlyMap<string, readonly Address[]> {
  const names = new Map<string, readonly Address[]>();
  for (const [name, value] of Object.entries(mappingIn(path, cwd))) {
    const texts = isList(value) ? value : [value];
    names.set(
      normaliseDomain(name),
      texts.map((text) => addressIn(text, name, path)),
    );
  }
  return names;
}

function mappingIn(path: string, cwd: string): Record<string, Value> {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, path), "utf8");
  } catch {
    throw new UsageError(`cannot read ${path}, which --dns names`);
  }
  const [reading, ...more] = readDocuments({ name: path, text });
  const value = reading?.value;
  if (more.length > 0 || value === undefined || !isMapping(value)) {
    throw new UsageError(
      `${path} is not one mapping of names to addresses`,
      'write it as {"www.example.com": ["192.0.2.1"]}',
    );
  }
  return value;
}

function addressIn(value: Value | undefined, name: string, path: string): Address {
  const address = typeof value === "string" ? parseAddress(value) : undefined;
  if (address === undefined)
    throw new UsageError(`${path} gives ${name} an address that is none: ${JSON.stringify(value)}`);
  return address;
}
