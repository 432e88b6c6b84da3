const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):?(\d\d))$/;

/** From here on a number of a log is milliseconds; below, seconds: 1973 in milliseconds, the year 5138 in seconds. */
const LEAST_MILLISECONDS = 1e11;

/** A time as RFC 3339 writes it, in milliseconds since 1970; undefined for anything else, for days that don't exist, and before. */
export function readTime(text: string): number | undefined {
  const match = RFC_3339.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (year < 1970 || hour > 23 || minute > 59 || second > 60) return undefined;
  const whole = Date.UTC(year, month - 1, day, hour, minute, second);
  const read = new Date(Date.UTC(year, month - 1, day));
  if (read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day) return undefined;
  const [, , , , , , , fraction, sign, hours, minutes] = match;
  const offset = sign === undefined ? 0 : Number(hours) * 60 + Number(minutes);
  const east = sign === "-" ? -offset : offset;
  return whole + (fraction === undefined ? 0 : Number(`0.${fraction}`) * 1000) - east * 60_000;
}

/** A time as a number of seconds or milliseconds since 1970, in milliseconds; undefined for what no log can mean. */
export function readEpoch(value: number): number | undefined {
  if (!Number.isFinite(value) || value < 0 || value >= 1e14) return undefined;
  return value < LEAST_MILLISECONDS ? value * 1000 : value;
}
