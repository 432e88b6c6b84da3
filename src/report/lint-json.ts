import { conditionsJson } from "./conditions.js";
import { encodeJson } from "./encode.js";
import { countOf } from "./lint-words.js";
import { ruleCounts } from "./lint-statistics.js";
import { isFixable } from "../cluster/problems/fixable.js";
import { showPlace } from "./place.js";
import { witnessCommand } from "./witness.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";
import type { FlowWitness } from "../cluster/problems/witness.js";
import type { Place } from "../cluster/problems/problem.js";
import type { Suppression } from "../cluster/problems/suppression.js";
import type { LintReport } from "./lint-report.js";

/** The version of this format; its schema is `schemas/lint.json`. */
const FORMAT_VERSION = 1;

/** The findings of a run as JSON. */
export function* lintJson(report: LintReport): Generator<string> {
  const {
    diagnostics,
    suppressed,
    baselined,
    gone = [],
    since,
    skipped,
    summary,
    ask,
    isIncomplete,
    limit,
  } = report;
  const { files, documents, objects, other } = summary;
  const json = {
    version: FORMAT_VERSION,
    incomplete: isIncomplete,
    ...(limit === undefined ? {} : { limit }),
    ...conditionsJson(report.conditions ?? []),
    findings: diagnostics.map((each) => findingJson(each, ask)),
    suppressed: suppressed.map(({ diagnostic, suppression }) => ({
      finding: findingJson(diagnostic, ask),
      suppression: suppressionJson(suppression),
    })),
    baselined: baselined.map((each) => findingJson(each, ask)),
    ...(since === undefined ? {} : { since, fixed: gone.map((each) => findingJson(each)) }),
    ...(report.isCounted === true ? { statistics: ruleCounts(diagnostics) } : {}),
    skipped,
    ...(report.unlisted === undefined || report.unlisted.length === 0 ? {} : { unlisted: report.unlisted }),
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
      suppressed: suppressed.length,
      baselined: baselined.length,
    },
  };
  yield encodeJson(json);
}

/** One finding. */
export function findingJson(
  { rule, level, category, wording, problem, foundIn }: Diagnostic,
  ask?: string,
): unknown {
  const { object, server = [], related = [] } = problem;
  const { range, path, ...place } = placeJson(problem.at);
  return {
    rule,
    level,
    category,
    message: wording.message,
    ...(wording.label === undefined ? {} : { label: wording.label }),
    server: [...server].toSorted(),
    ...place,
    ...(object === undefined ? {} : { object: { ...object, namespace: object.namespace ?? null } }),
    path,
    ...(range === undefined ? {} : { range }),
    related: related.map((each, i) => ({
      message: wording.related?.[i] ?? each.role,
      ...placeJson(each.at),
    })),
    notes: wording.notes ?? [],
    ...(wording.help === undefined ? {} : { help: wording.help }),
    ...(foundIn === undefined ? {} : { roots: foundIn.names }),
    ...(isFixable(problem) ? { fixable: true } : {}),
    ...(problem.witness === undefined ? {} : { witness: witnessJson(problem.witness, foundIn?.ask ?? ask) }),
  };
}

/** What says that a finding does not count, and why. */
function suppressionJson({ by, reason, until, at }: Suppression): unknown {
  return { by, reason, ...(until === undefined ? {} : { until }), ...placeJson(at) };
}

interface PlaceJson {
  readonly stored?: string;
  readonly file?: string;
  readonly document?: number;
  readonly path: string;
  readonly range?: unknown;
}

/** Where something stands: in a file, or in an object that a server has stored. */
export function placeJson(at: Place): PlaceJson {
  const { file, isStored, document, path, start, end } = showPlace(at);
  return isStored ? { stored: file, path } : { file, document, path, range: { start, end } };
}

/** A flow with the command that asks about it. */
function witnessJson(witness: FlowWitness, ask: string | undefined): unknown {
  const { from, to, protocol, port, verdict, half, bundle } = witness;
  const about = half === undefined ? {} : { half };
  const release = bundle === undefined ? {} : { bundle };
  return {
    from,
    to,
    protocol,
    port: port ?? null,
    verdict: verdict ?? null,
    ...about,
    ...release,
    command: witnessCommand(witness, ask),
  };
}
