const LAYOUT = "2006-01-02T15:04:05Z07:00";

/** The parts of Go's layout for RFC 3339, each with what it takes from the text. */
type LayoutPart =
  | { readonly literal: string }
  | { readonly name: string; take(text: string, time: Time): Taken };

type Taken = { readonly rest: string; readonly outOfRange?: string } | undefined;

interface Time {
  year: number;
  month: number;
  day: number;
}

const PARTS: readonly LayoutPart[] = [
  { name: "2006", take: takeYear },
  { literal: "-" },
  { name: "01", take: takeMonth },
  { literal: "-" },
  { name: "02", take: takeDay },
  { literal: "T" },
  { name: "15", take: takeHour },
  { literal: ":" },
  { name: "04", take: (text) => takeNumber(text, TWO_DIGITS, "minute", 0, 59) },
  { literal: ":" },
  { name: "05", take: takeSecond },
  { name: "Z07:00", take: takeZone },
];

/** What Go's `time.Parse` finds wrong with a timestamp in RFC 3339, in its words; undefined where it takes it. */
export function timeFault(text: string): string | undefined {
  const time: Time = { year: 0, month: 0, day: 0 };
  let rest = text;
  for (const part of PARTS) {
    if ("literal" in part) {
      if (!rest.startsWith(part.literal)) return cannotParse(text, rest, part.literal);
      rest = rest.slice(part.literal.length);
      continue;
    }
    const taken = part.take(rest, time);
    if (taken === undefined) return cannotParse(text, rest, part.name);
    if (taken.outOfRange !== undefined) return outOfRange(text, taken.outOfRange);
    rest = taken.rest;
  }
  if (rest !== "") return `parsing time ${quoteTime(text)}: extra text: ${quoteTime(rest)}`;
  if (time.day < 1 || time.day > daysIn(time)) return outOfRange(text, "day");
  return undefined;
}

function takeYear(text: string, time: Time): Taken {
  const year = /^\d{4}/.exec(text)?.[0];
  if (year === undefined) return undefined;
  time.year = Number(year);
  return { rest: text.slice(4) };
}

const TWO_DIGITS = /^\d{2}/;

function takeNumber(text: string, digits: RegExp, name: string, first: number, last: number): Taken {
  const taken = digits.exec(text)?.[0];
  if (taken === undefined) return undefined;
  const rest = text.slice(taken.length);
  const value = Number(taken);
  return value >= first && value <= last ? { rest } : { rest, outOfRange: name };
}

function takeMonth(text: string, time: Time): Taken {
  time.month = Number(text.slice(0, 2));
  return takeNumber(text, TWO_DIGITS, "month", 1, 12);
}

/** Which days a month has is looked at when the whole text is read. */
function takeDay(text: string, time: Time): Taken {
  time.day = Number(text.slice(0, 2));
  return takeNumber(text, TWO_DIGITS, "day", 0, 99);
}

/** Go takes an hour of one digit too. */
function takeHour(text: string): Taken {
  return takeNumber(text, /^\d{1,2}/, "hour", 0, 23);
}

/** A fraction may follow, which the layout does not name. */
function takeSecond(text: string): Taken {
  const taken = takeNumber(text, TWO_DIGITS, "second", 0, 59);
  return taken === undefined ? undefined : { ...taken, rest: taken.rest.replace(/^[.,]\d+/, "") };
}

function takeZone(text: string): Taken {
  if (text.startsWith("Z")) return { rest: text.slice(1) };
  const match = /^([\0-\x7f])([\0-\x7f]{2}):([\0-\x7f]{2})/.exec(text);
  if (match === null) return undefined;
  const [hour, minute] = [match[2], match[3]].map((digits) =>
    /^\d+$/.test(digits ?? "") ? Number(digits) : undefined,
  );
  const rest = text.slice(6);
  // Go looks at the ranges before it looks at the sign, and allows offsets of 24 hours and of 60 minutes.
  if (hour === undefined) return undefined;
  if (minute !== undefined && minute > 60) return { rest, outOfRange: "time zone offset minute" };
  if (hour > 24) return { rest, outOfRange: "time zone offset hour" };
  return minute !== undefined && /^[+-]/.test(text) ? { rest } : undefined;
}

function daysIn({ year, month }: Time): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function cannotParse(text: string, rest: string, part: string): string {
  return `parsing time ${quoteTime(text)} as ${quoteTime(LAYOUT)}: cannot parse ${quoteTime(rest)} as ${quoteTime(part)}`;
}

function outOfRange(text: string, name: string): string {
  return `parsing time ${quoteTime(text)}: ${name} out of range`;
}

/** The time package quotes in its own way: bytes beyond ASCII and control characters as `\x…`. */
function quoteTime(text: string): string {
  let quoted = "";
  for (const byte of new TextEncoder().encode(text)) {
    if (byte >= 0x80 || byte < 0x20) quoted += `\\x${byte.toString(16).padStart(2, "0")}`;
    else
      quoted += byte === 0x22 || byte === 0x5c ? `\\${String.fromCharCode(byte)}` : String.fromCharCode(byte);
  }
  return `"${quoted}"`;
}
