import { inLines, type Reporters } from "./reporter.js";
import { matrixCsv } from "./matrix-csv.js";
import { matrixDot } from "./matrix-dot.js";
import { matrixGrid } from "./matrix-grid.js";
import { matrixJson } from "./matrix-json.js";
import { matrixMarkdown } from "./matrix-markdown.js";
import { matrixMermaid } from "./matrix-mermaid.js";
import { matrixText } from "./matrix-text.js";
import type { MatrixReport } from "./matrix-report.js";

/** The formats of `anp matrix`. */
export type MatrixFormat = "text" | "grid" | "json" | "csv" | "md" | "dot" | "mermaid";

/** The formats of a map. */
export const MATRIX_REPORTERS: Reporters<MatrixReport, MatrixFormat> = {
  text: inLines(matrixText),
  grid: inLines(matrixGrid),
  json: matrixJson,
  csv: inLines(matrixCsv),
  md: inLines(matrixMarkdown),
  dot: inLines(matrixDot),
  mermaid: inLines(matrixMermaid),
};
