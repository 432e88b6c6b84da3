import { BASELINE_VERSION, type Baseline } from "./baseline.js";

/** A baseline as a file: an entry a line, so that a change of one is a change of one line. */
export function baselineJson({ entries, sets }: Baseline): string {
  const findings = entries.map(({ fingerprint, count, sets: own }) => ({
    ...fingerprint,
    count,
    ...(own === undefined ? {} : { sets: own }),
  }));
  const named = sets === undefined ? "" : `  "sets": ${lines(sets)},\n`;
  return `{\n  "version": ${BASELINE_VERSION},\n${named}  "findings": ${lines(findings)}\n}\n`;
}

function lines(values: readonly unknown[]): string {
  return values.length === 0
    ? "[]"
    : `[\n${values.map((each) => `    ${JSON.stringify(each)}`).join(",\n")}\n  ]`;
}
