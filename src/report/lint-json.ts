import { encodeJson } from "./encode.js";
import { countOf } from "./lint-text.js";
import { showPlace } from "./place.js";
import { witnessCommand } from "./witness.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { FlowWitness } from "../diagnostics/witness.js";
import type { LintReport } from "./lint-report.js";

/** The version of this format; its schema is `schemas/lint.json`. */
const FORMAT_VERSION = 1;

/** The findings of a run as JSON. */
export function lintJson({ diagnostics, skipped, summary, isIncomplete }: LintReport): string {
  const { files, documents, objects, other } = summary;
  const json = {
    version: FORMAT_VERSION,
    incomplete: isIncomplete,
    findings: diagnostics.map(findingJson),
    skipped,
    summary: {
      files,
      documents,
      objects: Object.fromEntries(objects),
      other,
      findings: {
        error: countOf(diagnostics, "error"),
        warning: countOf(diagnostics, "warning"),
        info: countOf(diagnostics, "info"),
      },
    },
  };
  return encodeJson(json);
}

function findingJson({ rule, level, category, wording, problem }: Diagnostic): unknown {
  const { file, document, path, start, end } = showPlace(problem.at);
  const { object, server = [], related = [] } = problem;
  return {
    rule,
    level,
    category,
    message: wording.message,
    ...(wording.label === undefined ? {} : { label: wording.label }),
    server: [...server].toSorted(),
    file,
    document,
    ...(object === undefined ? {} : { object: { ...object, namespace: object.namespace ?? null } }),
    path,
    range: { start, end },
    related: related.map((each, i) => {
      const place = showPlace(each.at);
      const message = wording.related?.[i] ?? each.role;
      return {
        message,
        file: place.file,
        document: place.document,
        path: place.path,
        range: { start: place.start, end: place.end },
      };
    }),
    notes: wording.notes ?? [],
    ...(wording.help === undefined ? {} : { help: wording.help }),
    ...(problem.witness === undefined ? {} : { witness: witnessJson(problem.witness) }),
  };
}

/** A flow with the command that asks about it. */
function witnessJson(witness: FlowWitness): unknown {
  const { from, to, protocol, port, verdict } = witness;
  return { from, to, protocol, port: port ?? null, verdict, command: witnessCommand(witness) };
}
