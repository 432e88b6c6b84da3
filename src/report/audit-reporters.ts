import { auditCsv } from "./audit-csv.js";
import { auditGithub } from "./audit-github.js";
import { auditJson } from "./audit-json.js";
import { auditMarkdown } from "./audit-markdown.js";
import { auditSarif } from "./audit-sarif.js";
import { auditText } from "./audit-text.js";
import { inLines, type Reporters } from "./reporter.js";
import type { AuditReport } from "./audit-report.js";

/** The formats of `anp audit`. */
export type AuditFormat = "text" | "json" | "csv" | "md" | "sarif" | "github";

/** The formats of an audit of one cluster, or of several sets of manifests one by one. */
export const AUDIT_REPORTERS: Reporters<readonly AuditReport[], AuditFormat> = {
  text: inLines(auditText),
  json: auditJson,
  csv: inLines(auditCsv),
  md: inLines(auditMarkdown),
  sarif: auditSarif,
  github: inLines(auditGithub),
};
