/** True for a day of the calendar, `2027-01-31`: such texts are compared as they stand. */
export function isDay(text: string): boolean {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (year === "" || m < 1 || m > 12 || d < 1) return false;
  const isLeap = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);
  return d <= (m === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(m) ? 30 : 31);
}
