/** Expectations as text: clauses `verdict: from -> to ports`, a later one wins over an earlier one. */

import { parseAddress } from "./addresses.js";
import type { Family } from "./addresses.js";
import type { Cluster, Options } from "./cluster.js";
import type { Protocol } from "./facts.js";
import type { KubernetesObject } from "./kubernetes.js";
import { readCluster } from "./objects.js";
import type { Query, QueryEnd } from "./reference.js";
import { evaluate } from "./reference.js";

export interface Ranges {
  readonly ports?: readonly number[];
  readonly protocols?: readonly Protocol[];
  readonly families?: readonly Family[];
}

interface Cell {
  readonly query: Query;
  readonly verdict: string;
}

/**
 * Every flow whose verdict is not the expected one. All pairs of different pods are asked on every port, protocol
 * and family of `ranges` and are expected to be allowed, save where a clause says otherwise.
 *
 * An end is `ns/pod`, `ns/*`, `*`, `ns/Kind/name`, `node:name`, `name:domain` or an address; several are joined by
 * commas. `*` is every pod, never the same pod as the other end. Ports are `80` (every protocol), `TCP` (every port),
 * `TCP:80`, `other`, joined by commas; `IPv6` or `IPv4` after them narrows the clause to that family.
 */
export function mismatches(
  objects: readonly KubernetesObject[],
  clauses: readonly string[],
  options: Options = {},
  ranges: Ranges = {},
): string[] {
  const cluster = readCluster(objects, options);
  const cells = new Map<string, Cell>();
  for (const line of ["allowed: * -> *", ...clauses]) {
    for (const [name, cell] of readClause(line, cluster, ranges)) cells.set(name, cell);
  }
  return [...cells].flatMap(([name, { query, verdict }]) => {
    const actual = evaluate(cluster, query).verdict;
    return actual === verdict ? [] : [`${name} is ${actual}, not ${verdict}`];
  });
}

/** The verdict of one flow, `from -> to port`; TCP 80 over IPv4 if nothing else is said. */
export function verdictOf(objects: readonly KubernetesObject[], flow: string, options: Options = {}): string {
  const one = { ports: [80], protocols: ["TCP"] } as const;
  const cells = readClause(`allowed: ${flow}`, readCluster(objects, options), one);
  if (cells.length !== 1) throw new Error(`not one flow: ${flow}`);
  return evaluate(readCluster(objects, options), cells[0]![1].query).verdict;
}

function readClause(line: string, cluster: Cluster, ranges: Ranges): [string, Cell][] {
  const match =
    /^(allowed|denied|undefined|unknown): (\S+) -> (\S+)(?: ([A-Za-z0-9:,]+?))??(?: (IPv[46]))?$/.exec(line);
  if (match === null) throw new Error(`not a clause: ${line}`);
  const [, verdict = "", from = "", to = "", ports = "", family] = match;
  const families = family === undefined ? (ranges.families ?? (["IPv4"] as const)) : [family as Family];
  const cells: [string, Cell][] = [];
  for (const source of readEnds(from, cluster)) {
    for (const target of readEnds(to, cluster)) {
      if ((source.isPattern || target.isPattern) && source.name === target.name) continue;
      for (const { protocol, port } of readPorts(ports, ranges)) {
        for (const asked of fixedFamily(source) ?? fixedFamily(target) ?? families) {
          const name = `${source.name} -> ${target.name} ${protocol}${port === undefined ? "" : `:${port}`} ${asked}`;
          const query = {
            from: source.end,
            to: target.end,
            family: asked,
            protocol,
            ...(port === undefined ? {} : { port }),
          };
          cells.push([name, { query, verdict }]);
        }
      }
    }
  }
  if (cells.length === 0 && cluster.pods.size > 1) throw new Error(`a clause about nothing: ${line}`);
  return cells;
}

interface NamedEnd {
  readonly name: string;
  readonly end: QueryEnd;
  readonly isPattern: boolean;
}

function readEnds(text: string, cluster: Cluster): NamedEnd[] {
  return text.split(",").flatMap((item): NamedEnd[] => {
    if (item.includes("*")) {
      const within = item === "*" ? "" : item.slice(0, -1);
      return [...cluster.pods.keys()]
        .filter((name) => name.startsWith(within))
        .map((name) => ({ name, end: { pod: name }, isPattern: true }));
    }
    return [{ name: item, end: readEnd(item), isPattern: false }];
  });
}

function readEnd(item: string): QueryEnd {
  if (item.startsWith("node:")) return { node: item.slice(5) };
  if (item.startsWith("name:")) return { domain: item.slice(5) };
  if (parseAddress(item) !== undefined) return { address: item };
  return item.split("/").length === 3 ? { workload: item } : { pod: item };
}

function fixedFamily({ end }: NamedEnd): [Family] | undefined {
  return "address" in end ? [parseAddress(end.address)!.family] : undefined;
}

interface Asked {
  readonly protocol: Protocol;
  readonly port: number | undefined;
}

function readPorts(text: string, ranges: Ranges): Asked[] {
  const everyPort = ranges.ports ?? [80, 81];
  const everyProtocol = ranges.protocols ?? (["TCP", "UDP", "SCTP"] as const);
  return (text === "" ? everyProtocol.join(",") : text).split(",").flatMap((item): Asked[] => {
    if (item === "other") return [{ protocol: "other", port: undefined }];
    if (/^[0-9]+$/.test(item)) return everyProtocol.map((protocol) => ({ protocol, port: Number(item) }));
    const [protocol, port] = item.split(":");
    const ports = port === undefined ? everyPort : [Number(port)];
    return ports.map((number) => ({ protocol: protocol as Protocol, port: number }));
  });
}
