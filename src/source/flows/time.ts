const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const ZONE = /^([+-])(\d\d):?(\d\d)$/;

/** The digits of fractions of a second that are read. */
const MOST_DIGITS = 9;

/** From here on a number of a log is milliseconds; below, seconds: 1973 in milliseconds, the year 5138 in seconds. */
const LEAST_MILLISECONDS = 1e11;

/**
 * A time as RFC 3339 writes it, in milliseconds since 1970; undefined for anything else, for days that don't exist, and before. Every
 * line of a log has one, so that only its day and zone are looked at with patterns.
 */
export function readTime(text: string): number | undefined {
  const midnight = midnightOf(text.slice(0, 10));
  const separator = text[10];
  if (midnight === undefined || (separator !== "T" && separator !== "t" && separator !== " "))
    return undefined;
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  // What is no number is not below anything.
  if (text[13] !== ":" || text[16] !== ":" || !(hour <= 23 && minute <= 59 && second <= 60)) return undefined;
  let end = 19;
  if (text[19] === ".") {
    end = 20;
    while (isDigit(text.charCodeAt(end))) end++;
    if (end === 20 || end > 20 + MOST_DIGITS) return undefined;
  }
  const offset = offsetIn(text, end);
  if (offset === undefined) return undefined;
  const fraction = end === 19 ? 0 : Number(`0${text.slice(19, end)}`) * 1000;
  return midnight + hour * 3_600_000 + minute * 60_000 + second * 1000 + fraction - offset * 60_000;
}

/** Minutes east of UTC. */
function offsetIn(text: string, at: number): number | undefined {
  const zone = text[at];
  if (zone === "Z" || zone === "z") return text.length === at + 1 ? 0 : undefined;
  const [, sign, hours, minutes] = ZONE.exec(text.slice(at)) ?? [];
  if (sign === undefined) return undefined;
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -offset : offset;
}

/** The day that was read last: a log has few. */
let lastDay: { readonly text: string; readonly midnight: number | undefined } = {
  text: "",
  midnight: undefined,
};

function midnightOf(text: string): number | undefined {
  if (text !== lastDay.text) lastDay = { text, midnight: readDay(text) };
  return lastDay.midnight;
}

function readDay(text: string): number | undefined {
  const [, year, month, day] = (DAY.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || year < 1970) return undefined;
  const midnight = Date.UTC(year, month - 1, day);
  const read = new Date(midnight);
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day ? midnight : undefined;
}

function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return isDigit(tens) && isDigit(ones) ? (tens - 48) * 10 + ones - 48 : Number.NaN;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A time as a number of seconds or milliseconds since 1970, in milliseconds; undefined for what no log can mean. */
export function readEpoch(value: number): number | undefined {
  if (!Number.isFinite(value) || value < 0 || value >= 1e14) return undefined;
  return value < LEAST_MILLISECONDS ? value * 1000 : value;
}
