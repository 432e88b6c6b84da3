import { causeText, recordPlaceText, replayStepText, timeText } from "./replay-words.js";
import { csvCell } from "./csv-cell.js";
import { originOf } from "../semantics/evaluate/decider.js";
import { placeText } from "./place.js";
import type { AskedStep } from "../questions/replay/judged.js";
import type { ReplayReport } from "./replay-report.js";

const HEADER =
  "outcome,from,to,protocol,first port,last port,seen,verdict,records,first,last,record,decided by,at,likely cause";

/** A comparison as a table: one line for each row, then for what a change does. */
export function* replayCsv(report: ReplayReport): Generator<string> {
  yield HEADER;
  for (const row of report.result.rows)
    yield [
      row.outcome,
      csvCell(row.from),
      csvCell(row.to),
      ...portCells(row),
      row.fate,
      row.verdict,
      row.count,
      timeText(row.first),
      timeText(row.last),
      csvCell(recordPlaceText(report, row.place)),
      ...stepCells(row.steps),
      csvCell(row.causes.map(causeText).join(" | ")),
    ].join(",");
  for (const row of report.effects?.rows ?? [])
    yield [
      row.effect,
      csvCell(row.from),
      csvCell(row.to),
      ...portCells(row),
      row.effect === "freed" ? "dropped" : "allowed",
      row.after,
      row.count,
      timeText(row.first),
      timeText(row.last),
      csvCell(recordPlaceText(report, row.place)),
      ...stepCells(row.steps),
      "",
    ].join(",");
}

function portCells({
  protocol,
  ports,
}: {
  readonly protocol: string | undefined;
  readonly ports: readonly [number, number] | undefined;
}): readonly string[] {
  return [protocol ?? "other", String(ports?.[0] ?? ""), String(ports?.[1] ?? "")];
}

function stepCells(steps: readonly AskedStep[]): readonly string[] {
  const places = steps.flatMap(({ decider, direction }) => originOf(decider, direction) ?? []);
  return [
    csvCell(steps.map(replayStepText).join(" | ")),
    csvCell(places.map((each) => placeText(each)).join(" | ")),
  ];
}
