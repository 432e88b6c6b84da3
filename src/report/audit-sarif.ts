import { listedText } from "./audit-names.js";
import {
  AUDIT_STATUSES,
  type AuditedClass,
  type AuditGroup,
  type AuditStatus,
} from "../questions/audit/result.js";
import {
  bypassText,
  missingText,
  openText,
  shownMissing,
  shownOpen,
  STATUS_TEXT,
  stepText,
} from "./audit-words.js";
import { conditionsText } from "./conditions.js";
import { distinctConditions } from "../cluster/problems/condition.js";
import { encode, encodeJson } from "./encode.js";
import { incompleteText } from "./incomplete-text.js";
import { isComplete, joinedIncompleteness } from "../cluster/load/incomplete.js";
import { placeOfGroup } from "./audit-github.js";
import { sarifLocation, sarifText } from "./sarif-parts.js";
import { showPlace } from "./place.js";
import { VERSION } from "../version.js";
import type { AuditReport } from "./audit-report.js";

/** What of an audit is a result: what is blocked for good is none. */
const LEVELS: Readonly<Record<Exclude<AuditStatus, "blocked">, "error" | "warning" | "note">> = {
  reachable: "error",
  bypassed: "error",
  undecided: "warning",
  overridable: "note",
};

/** Audits in SARIF 2.1.0: a result for each group of pods and class that is not blocked for good, one rule for each status. */
export function* auditSarif(reports: readonly AuditReport[]): Generator<string> {
  const incompleteness = joinedIncompleteness(
    reports.map((each) => each.incompleteness),
    undefined,
  );
  const rules = AUDIT_STATUSES.filter((each) => each !== "blocked");
  const isSuccessful = isComplete(incompleteness);
  const conditions = conditionsText(distinctConditions(incompleteness.conditions));
  const notes = [
    ...(isSuccessful
      ? []
      : [{ level: "error", message: { text: sarifText(incompleteText(incompleteness)) } }]),
    ...(conditions === undefined
      ? []
      : [{ level: "note", message: { text: sarifText(`on condition: ${conditions}`) } }]),
  ];
  yield encodeJson({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "anp",
            semanticVersion: VERSION,
            rules: rules.map((status) => ({
              id: `egress-${status}`,
              shortDescription: { text: `A class of destinations is ${STATUS_TEXT[status]}` },
              defaultConfiguration: { level: LEVELS[status] },
              properties: { tags: ["security", "kubernetes"] },
            })),
          },
        },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: isSuccessful,
            ...(notes.length === 0 ? {} : { toolExecutionNotifications: notes }),
          },
        ],
        results: reports.flatMap(({ audit, set }) =>
          audit.classes.flatMap((each) => each.groups.flatMap((group) => resultOf(each, group, set))),
        ),
      },
    ],
  });
}

/** @param set the set of manifests that it is about, where there are several */
function resultOf({ name }: AuditedClass, group: AuditGroup, set: string | undefined): unknown[] {
  const { status, endpoints, bypasses, decidedBy } = group;
  const open = shownOpen(group);
  if (status === "blocked") return [];
  const at = placeOfGroup(group);
  const said = [
    `${set === undefined ? "" : `in ${encode(set)}: `}${name}: ${STATUS_TEXT[status]} for ${listedText(endpoints)}`,
    ...(open.length === 0 && decidedBy !== undefined ? [stepText(decidedBy)] : []),
    ...open.slice(0, MOST_SHOWN).map(openText),
    ...bypasses.map((each) => `${each.id}: ${bypassText(each)}`),
    ...shownMissing(group).map((each) => `missing: ${missingText(each)}`),
  ];
  return [
    {
      ruleId: `egress-${status}`,
      level: LEVELS[status],
      message: { text: sarifText(said.join("; ")) },
      locations: at === undefined ? [] : [sarifLocation(showPlace(at))],
    },
  ];
}

/** So many kinds of traffic of a group are shown. */
const MOST_SHOWN = 4;
