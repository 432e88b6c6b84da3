import { runText } from "../base/text/ports.js";
import { csvCell } from "./csv-cell.js";
import { PROTOCOLS, type Traffic } from "../base/net/traffic.js";
import type { MatrixReport } from "./matrix-report.js";
import type { Slices } from "../questions/matrix/slices.js";

const HEADER = "from,to,family,node,protocol,ports,verdict";

const VERDICTS = ["allowed", "undefined", "unknown", "denied"] as const;

/** The map as a table for spreadsheets: one line for each protocol and verdict of a connection. */
export function* matrixCsv({ matrix, showsDenied }: MatrixReport): Generator<string> {
  const ids = new Map(matrix.rows.map((row) => [row, csvCell(row.id)]));
  const tailsBySlices: string[][] = [];
  yield HEADER;
  for (const from of matrix.sources) {
    for (const { to, family, node, slices } of matrix.flowsFrom(from)) {
      const head = `${ids.get(from)},${ids.get(to)},${family ?? ""},${node ?? ""},`;
      for (const tail of (tailsBySlices[slices.id] ??= tails(slices, showsDenied))) yield head + tail;
    }
  }
}

/** `TCP,80 443 8000-8100,allowed`. */
function tails(slices: Slices, showsDenied: boolean): string[] {
  return VERDICTS.flatMap((verdict) => {
    if (verdict === "denied" && !showsDenied) return [];
    return protocolCells(slices[verdict]).map((cells) => `${cells},${verdict}`);
  });
}

function protocolCells(traffic: Traffic): string[] {
  const some = PROTOCOLS.filter((protocol) => traffic[protocol].length > 0).map((protocol) => {
    const runs = traffic[protocol].map(runText);
    return `${protocol},${runs.join(" ")}`;
  });
  return traffic.other ? [...some, "other,"] : some;
}
