import type { LineFault, SkipReason } from "../../source/flows/reader.js";
import type { NotJudged } from "./outcome.js";
import type { RecordPlace, TallyGroup } from "./tally-group.js";

/** Records that aren't compared, for one reason. */
export interface Unjudged {
  count: number;
  place: RecordPlace;
}

/** What was read besides what is compared. */
export interface TallyCounts {
  records: number;
  lost: number;
  first: number | undefined;
  last: number | undefined;
  readonly unjudged: Map<NotJudged, Unjudged>;
  readonly skipped: Map<SkipReason, number>;
  /** Lines that can't be read, by file and fault, the first of each with its line. */
  readonly bad: Map<string, BadLines>;
  /** Records by what became of them, by the direction of their hook. */
  readonly seen: Map<string, number>;
}

/** Lines of one file with one fault. */
export interface BadLines {
  readonly file: number;
  readonly fault: LineFault;
  count: number;
  line: number;
}

/** What was read where nothing is read yet. */
export function emptyCounts(): TallyCounts {
  return {
    records: 0,
    lost: 0,
    first: undefined,
    last: undefined,
    unjudged: new Map(),
    skipped: new Map(),
    bad: new Map(),
    seen: new Map(),
  };
}

/** Counts lines that hold nothing to judge. */
export function addSkipped(all: Map<SkipReason, number>, reason: SkipReason, count: number): void {
  all.set(reason, (all.get(reason) ?? 0) + count);
}

/** Counts records that aren't compared. */
export function addUnjudged(
  all: Map<NotJudged, Unjudged>,
  reason: NotJudged,
  count: number,
  file: number,
  line: number,
): void {
  const known = all.get(reason);
  if (known === undefined) all.set(reason, { count, place: { file, line } });
  else {
    known.count += count;
    const { place } = known;
    if (file < place.file || (file === place.file && line < place.line)) known.place = { file, line };
  }
}

/** How many records there are, from when to when, and where the first of them is. */
export type Counted = Pick<TallyGroup, "count" | "first" | "last" | "place">;

/** Adds what some records have to what others have. @returns true where theirs is now the first place */
export function countIn(known: Counted, { count, first, last, place }: Readonly<Counted>): boolean {
  known.count += count;
  known.first = earliest(known.first, first);
  known.last = latest(known.last, last);
  const isFirst = earlier(known.place, place) !== known.place;
  known.place = earlier(known.place, place);
  return isFirst;
}

function earlier(a: RecordPlace, b: RecordPlace): RecordPlace {
  return b.file < a.file || (b.file === a.file && b.line < a.line) ? b : a;
}

/** The lesser of two times, as far as they are known. */
export function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b);
}

/** The greater of two times, as far as they are known. */
export function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.max(a, b);
}
