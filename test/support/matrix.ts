import { lookUpMap, readMap } from "../../src/questions/ask/map.js";
import { orThrow } from "../../src/questions/ask/question-error.js";
import { load } from "../../src/cluster/load/load.js";
import { incompletenessOf } from "../../src/cluster/load/incomplete.js";
import { matrixJson } from "../../src/report/matrix-json.js";
import { matrixNotes } from "../../src/questions/matrix/notes.js";
import { matrixOf } from "../../src/questions/matrix/map.js";
import { READ_OPTIONS } from "./api-object.js";
import type { Loaded } from "../../src/cluster/load/options.js";
import type { MatrixReport } from "../../src/report/matrix-report.js";

/** Traffic as `anp matrix -o json` writes it. */
export type TrafficJson = "all" | readonly { readonly protocol: string; readonly ports?: number[][] }[];

/** A map as `anp matrix -o json` writes it. */
export interface MatrixJson {
  readonly version: number;
  readonly incomplete: boolean;
  readonly endpoints: readonly { readonly id: string; readonly kind: string; readonly ips: string[] }[];
  readonly connections: readonly ConnectionJson[];
  readonly steps?: readonly unknown[];
  readonly notes: readonly { readonly code: string }[];
}

export interface ConnectionJson {
  readonly from: string;
  readonly to: string;
  readonly family?: string;
  readonly node?: string;
  readonly allowed?: TrafficJson;
  readonly undefined?: TrafficJson;
  readonly unknown?: TrafficJson;
  readonly by?: { readonly egress: number[]; readonly ingress: number[] };
}

export interface MatrixAsk {
  readonly from?: readonly string[];
  readonly to?: readonly string[];
  readonly port?: string;
  readonly protocol?: string;
  readonly exposure?: boolean;
  readonly all?: boolean;
  readonly explain?: boolean;
}

/** Loads one file for questions about flows. */
export async function loadText(
  text: string,
  facts: object = {},
  bundles: readonly string[] = [],
): Promise<Loaded> {
  const file = { name: "input.yaml", text };
  const options = { ...READ_OPTIONS, purpose: "flows", facts, bundles } as const;
  return load([{ type: "file", file, isNamed: true }], options);
}

/** The report of a map, as the command makes it. */
export function matrixReport(loaded: Loaded, ask: MatrixAsk = {}): MatrixReport {
  const { cluster } = loaded;
  const { from = [], to = [], port, protocol, exposure: isExposed = false } = ask;
  const read = orThrow(readMap({ from, to, port, protocol }));
  const question = orThrow(lookUpMap(cluster, { ...read, namespace: undefined, isExposed }));
  const map = matrixOf(cluster, question);
  return {
    matrix: map.matrix,
    incompleteness: incompletenessOf(loaded),
    showsDenied: ask.all ?? false,
    explains: ask.explain ?? false,
    notes: () => matrixNotes(cluster, question, map),
  };
}

/** The map as a program reads it. */
export function matrixAsJson(loaded: Loaded, ask: MatrixAsk = {}): MatrixJson {
  return JSON.parse([...matrixJson(matrixReport(loaded, ask))].join("")) as MatrixJson;
}

/** `web -> cart allowed TCP 80; undefined other`, sorted; ids without their kinds. */
export function connectionTexts({ connections }: MatrixJson): string[] {
  return connections.map(connectionText).toSorted();
}

function connectionText(connection: ConnectionJson): string {
  const { from, to, family, node } = connection;
  const parts = (["allowed", "undefined", "unknown"] as const).flatMap((verdict) => {
    const traffic = connection[verdict];
    return traffic === undefined ? [] : [`${verdict} ${trafficWords(traffic)}`];
  });
  const where = [family, node].filter((each) => each !== undefined).map((each) => ` (${each})`);
  return `${from} -> ${to}${where.join("")}: ${parts.join("; ")}`;
}

function trafficWords(traffic: TrafficJson): string {
  if (traffic === "all") return "all";
  return traffic
    .map(({ protocol, ports = [] }) => {
      const runs = ports.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
      return [protocol, ...runs].join(" ");
    })
    .join(", ");
}

/** True where some traffic holds a port, or protocols without ports. */
export function holds(traffic: TrafficJson | undefined, protocol: string, port: number | undefined): boolean {
  if (traffic === undefined) return false;
  if (traffic === "all") return protocol !== "other";
  return traffic.some(
    (each) =>
      each.protocol === protocol &&
      (port === undefined ||
        (each.ports ?? []).some(([first = 0, last = 0]) => first <= port && port <= last)),
  );
}
