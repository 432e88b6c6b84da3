import { causeText, recordPlaceText, replayStepText, timeText } from "./replay-words.js";
import { csvCell } from "./csv-cell.js";
import { originOf } from "../semantics/evaluate/decider.js";
import { placeText } from "./place.js";
import type { AskedStep } from "../questions/replay/judged.js";
import type { RecordPlace } from "../questions/replay/tally-group.js";
import type { ReplayReport } from "./replay-report.js";
import type { ReplayRow } from "../questions/replay/compare.js";

const HEADER =
  "outcome,from,to,protocol,first port,last port,seen,verdict,records,first,last,record,decided by,at,likely cause";

/** A comparison as a table: one line for each row, then for what a change does. */
export function* replayCsv(report: ReplayReport): Generator<string> {
  const cells = new ReplayCells(report);
  yield HEADER;
  for (const row of report.result.rows) {
    const causes = row.causes.length === 0 ? "" : cells.of(row.causes.map(causeText).join(" | "));
    yield `${row.outcome},${cells.flow(row)},${row.fate},${row.verdict},${cells.records(row)},${causes}`;
  }
  for (const row of report.effects?.rows ?? []) {
    const fate = row.effect === "freed" ? "dropped" : "allowed";
    yield `${row.effect},${cells.flow(row)},${fate},${row.after},${cells.records(row)},`;
  }
}

type TableRow = Pick<
  ReplayRow,
  "from" | "to" | "protocol" | "ports" | "steps" | "count" | "first" | "last" | "place"
>;

/** The cells of one table. Many of its rows have the same texts: each is made once. */
class ReplayCells {
  readonly #report: ReplayReport;
  readonly #texts = new Map<string, string>();
  readonly #steps = new Map<readonly AskedStep[], string>();
  /** How the places in each file begin; undefined for names that need more than that. */
  readonly #files: readonly (string | undefined)[];

  constructor(report: ReplayReport) {
    this.#report = report;
    this.#files = report.logs.map((_, file) => {
      const place = recordPlaceText(report, { file, line: 1 });
      return csvCell(place) === place ? place.slice(0, -1) : undefined;
    });
  }

  of(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const cell = csvCell(text);
    this.#texts.set(text, cell);
    return cell;
  }

  flow({ from, to, protocol, ports }: TableRow): string {
    return `${this.of(from)},${this.of(to)},${protocol ?? "other"},${ports?.[0] ?? ""},${ports?.[1] ?? ""}`;
  }

  records({ count, first, last, place, steps }: TableRow): string {
    return `${count},${timeText(first)},${timeText(last)},${this.#place(place)},${this.#stepsOf(steps)}`;
  }

  #place({ file, line }: RecordPlace): string {
    const start = line === 0 ? undefined : this.#files[file];
    return start === undefined ? csvCell(recordPlaceText(this.#report, { file, line })) : `${start}${line}`;
  }

  #stepsOf(steps: readonly AskedStep[]): string {
    const known = this.#steps.get(steps);
    if (known !== undefined) return known;
    const places = steps.flatMap(({ decider, direction }) => originOf(decider, direction) ?? []);
    const decided = csvCell(steps.map(replayStepText).join(" | "));
    const cells = `${decided},${csvCell(places.map((each) => placeText(each)).join(" | "))}`;
    this.#steps.set(steps, cells);
    return cells;
  }
}
