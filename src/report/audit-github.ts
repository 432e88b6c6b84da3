import { listedText } from "./audit-names.js";
import {
  bypassText,
  missingText,
  openText,
  shownMissing,
  shownOpen,
  STATUS_TEXT,
  stepText,
} from "./audit-words.js";
import { conditionAnnotations } from "./conditions.js";
import { encode } from "./encode.js";
import { githubCommands, type Annotation } from "./github-annotations.js";
import { incompleteLine } from "./incomplete-text.js";
import { isComplete } from "../cluster/load/incomplete.js";
import { originOf } from "../semantics/evaluate/decider.js";
import { PLAIN_VIEW } from "./view.js";
import type { AuditedClass, AuditGroup } from "../questions/audit/result.js";
import type { AuditReport } from "./audit-report.js";
import type { Origin } from "../source/manifest/origin.js";

/** Workflow commands: an error for each group that fails the run, a warning for each other that is not blocked. */
export function auditGithub(reports: readonly AuditReport[]): Iterable<string> {
  return githubCommands(reports.flatMap(annotationsOf), "findings");
}

function annotationsOf(report: AuditReport): readonly Annotation[] {
  const { audit, incompleteness } = report;
  const incomplete: Annotation[] = isComplete(incompleteness)
    ? []
    : [
        {
          level: "error",
          title: "anp audit: incomplete",
          lines: [incompleteLine(incompleteness, PLAIN_VIEW)],
          at: undefined,
        },
      ];
  const found = audit.classes.flatMap((each) =>
    each.groups.flatMap((group) => annotationOf(each, group, report)),
  );
  return [...incomplete, ...conditionAnnotations(incompleteness.conditions, "anp audit"), ...found].map(
    (each) => inSet(each, report),
  );
}

/** Says which set of manifests an annotation is about, where there are several. */
function inSet(annotation: Annotation, { set }: AuditReport): Annotation {
  if (set === undefined) return annotation;
  return { ...annotation, lines: [`in ${encode(set)}:`, ...annotation.lines] };
}

function annotationOf({ name }: AuditedClass, group: AuditGroup, { failOn }: AuditReport): Annotation[] {
  const { status, endpoints } = group;
  const isFailing = failOn.includes(status);
  if (!isFailing && (status === "blocked" || status === "overridable")) return [];
  const lines = [
    `${name}: ${STATUS_TEXT[status]} for ${listedText(endpoints)}`,
    ...(group.open.length === 0 && group.decidedBy !== undefined ? [stepText(group.decidedBy)] : []),
    ...shownOpen(group).slice(0, MOST_SHOWN).map(openText),
    ...group.bypasses.map((each) => `${each.id}: ${bypassText(each)}`),
    ...shownMissing(group).map((each) => `missing: ${missingText(each)}`),
  ];
  return [
    { level: isFailing ? "error" : "warning", title: `anp audit: ${status}`, lines, at: placeOfGroup(group) },
  ];
}

/** So many kinds of traffic of a group are shown. */
const MOST_SHOWN = 4;

/** What leads round it, else what decided. */
export function placeOfGroup({ bypasses, decidedBy }: AuditGroup): Origin | undefined {
  const ofWays = bypasses.find(({ at }) => at !== undefined)?.at;
  return ofWays ?? (decidedBy === undefined ? undefined : originOf(decidedBy.decider, decidedBy.direction));
}
