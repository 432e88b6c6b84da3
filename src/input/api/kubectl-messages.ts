/** The start of a line of kubectl's log: `E1121 10:57:17.463844    1556 proxy_server.go:147] `. */
const LOG_HEADER = /^[EWIF]\d{4} [\d:.]+ +\d+ [\w.-]+:\d+\] /;

/** Lines that are kubectl's own; others come from a plugin that speaks to the user: where to log in, what to type. */
const OWN =
  /^(?:error: |Error from server|Unable to connect to the server|The connection to the server|Warning: |\d{4}\/\d{2}\/\d{2} )/;

/** True for a line of standard error that tells of kubectl's own work. */
export function isOfKubectl(line: string): boolean {
  return LOG_HEADER.test(line) || OWN.test(line);
}

/** The last line that kubectl said, without what its log adds; empty where it said nothing. */
export function lastMessage(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return (lines.at(-1) ?? "")
    .replace(LOG_HEADER, "")
    .replace(/^error: /, "")
    .slice(0, 500);
}
