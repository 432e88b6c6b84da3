import { BASELINE_VERSION, type Baseline } from "./baseline.js";

/** A baseline as a file: an entry a line, so that a change of one is a change of one line. */
export function baselineJson({ entries }: Baseline): string {
  const lines = entries.map(({ fingerprint, count }) => `    ${JSON.stringify({ ...fingerprint, count })}`);
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `{\n  "version": ${BASELINE_VERSION},\n  "findings": ${list}\n}\n`;
}
