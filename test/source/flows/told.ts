import { formatAddress, type Address } from "../../../src/base/net/address.js";
import type { FlowRecord, RecordedEnd, RecordedRule } from "../../../src/source/flows/record.js";
import type { ReadEntry } from "./read.js";

/** What a reader made of a line, in one line with all of it: what is missing is left out. */
export function told(entry: ReadEntry): string {
  if ("skip" in entry) return `skip ${entry.skip}`;
  if ("lost" in entry) return `lost ${entry.lost}`;
  if ("bad" in entry) return `bad ${Object.values(entry.bad).join(" ")}`;
  return toldRecord(entry.record);
}

function toldRecord(record: FlowRecord): string {
  const { first, last, count, protocol, protocolNumber, sourcePort, port, icmp, opens, via } = record;
  const { seen, cause, point, reply, deciders, staged } = record;
  const why = cause === undefined ? "" : ` ${cause.code}${cause.code === "other" ? `(${cause.reason})` : ""}`;
  return [
    first === undefined ? "" : `${timeOf(first)}..${last === undefined ? "" : timeOf(last)}`,
    count === 1 ? "" : `×${count}`,
    `${toldEnd(record.source)}${sourcePort === undefined ? "" : `:${sourcePort}`}`,
    "→",
    `${toldEnd(record.destination)}${port === undefined ? "" : `:${port}`}`,
    via === undefined
      ? ""
      : `via ${via.namespace ?? ""}/${via.name ?? ""}@${addressOf(via.address)}:${via.port ?? ""}`,
    `${protocol}${protocolNumber ?? ""}${icmp === undefined ? "" : `${icmp.type}/${icmp.code}`}`,
    opens === undefined ? "" : opens ? "opens" : "goes on",
    `${seen}${why}`,
    `at ${point}`,
    `reply ${reply}`,
    deciders.length === 0 ? "" : `by ${deciders.map(toldRule).join(", ")}`,
    staged.length === 0 ? "" : `staged ${staged.map(toldRule).join(", ")}`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** Without the day: milliseconds and what is below them stay. */
function timeOf(time: number): string {
  const whole = Math.floor(time);
  const fraction = time - whole === 0 ? "" : `+${(time - whole).toFixed(3)}`;
  return `${new Date(whole).toISOString().slice(11, 23)}${fraction}`;
}

function addressOf(address: Address | undefined): string {
  return address === undefined ? "" : formatAddress(address);
}

function toldEnd(end: RecordedEnd): string {
  switch (end.kind) {
    case "pod": {
      const owner = end.workload === undefined ? "" : `<${end.workload.kind}/${end.workload.name}>`;
      return `pod ${end.namespace}/${end.name}${owner}${labelsOf(end.labels)}@${addressOf(end.address)}`;
    }
    case "pods":
      return `pods ${end.namespace}/${end.prefix}*${labelsOf(end.labels)}`;
    case "host":
      return `host ${end.name}@${addressOf(end.address)}`;
    case "address":
      return `${addressOf(end.address)}${end.domains.map((name) => `(${name})`).join("")}`;
    case "set":
      return `set ${end.namespace ?? ""}/${end.name}`;
    case "unknown":
      return "?";
  }
}

function labelsOf(labels: ReadonlyMap<string, string> | undefined): string {
  return labels === undefined ? "" : `{${[...labels].map(([key, value]) => `${key}=${value}`).join()}}`;
}

function toldRule({ kind, namespace, name, tier, rule, direction, action }: RecordedRule): string {
  return `${kind ?? "?"}:${namespace ?? ""}/${name ?? "(default)"}[${tier ?? "?"} ${rule ?? "?"} ${direction ?? "?"} ${action ?? "?"}]`;
}
