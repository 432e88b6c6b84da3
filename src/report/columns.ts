import stringWidth from "string-width";

/** One line of a block: text, why it did not matter, a mark, a place. */
export interface Row {
  readonly text: string;
  readonly reason?: string;
  readonly mark?: string;
  readonly place?: string;
}

/** A row whose columns are padded to stand below each other. */
export type LaidRow = Required<Row>;

/** Cells wider than this do not push the columns behind them to the right. */
const MAX_CELL = 80;

/** Lays rows out so that reasons, marks and places stand below each other. */
export function layOut(rows: readonly Row[]): LaidRow[] {
  const withMore = rows.filter(
    ({ reason, mark, place }) => reason !== undefined || mark !== undefined || place !== undefined,
  );
  const textWidth = widthOf(withMore.map(({ text }) => text));
  const reasons = rows.filter(({ reason }) => reason !== undefined);
  const reasonWidth = widthOf(reasons.map(({ reason }) => reason ?? ""));
  // A row without a reason may use that column's room for its text.
  const bothWidth = Math.max(
    textWidth + (reasonWidth === 0 ? 0 : reasonWidth + GAP),
    widthOf(withMore.map(({ text }) => text)),
  );
  const markWidth = Math.max(0, ...rows.map(({ mark }) => stringWidth(mark ?? "")));
  return rows.map(({ text, reason = "", mark = "", place = "" }) => {
    const hasMore = mark !== "" || place !== "";
    const first = reason !== "" ? pad(text, textWidth) : hasMore ? pad(text, bothWidth) : text;
    return {
      text: first,
      reason: hasMore && reason !== "" ? pad(reason, reasonWidth) : reason,
      mark: place === "" ? mark : pad(mark, markWidth),
      place,
    };
  });
}

const GAP = 2;

function widthOf(cells: readonly string[]): number {
  return Math.max(0, ...cells.map((cell) => stringWidth(cell)).filter((width) => width <= MAX_CELL));
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}
