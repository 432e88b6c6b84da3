import { blockLines } from "../source/manifest/print/block.js";
import { bypassText, missingText, STATUS_TEXT } from "./audit-words.js";
import { listedText } from "./audit-names.js";
import { changedTraffic, endsText } from "./diff-words.js";
import { conjunction } from "./describe.js";
import { count } from "../base/text/count.js";
import { encode } from "./encode.js";
import { groupBy } from "../base/collections/group-by.js";
import type { AuditedClass } from "../questions/audit/result.js";
import type { ChangeKind } from "../questions/diff/slices.js";
import type { Change } from "../questions/diff/group.js";
import type { Closing } from "../questions/close/close.js";

/** So many flows to other ends are shown. */
const MOST_OTHERS = 10;

/** What closes something, of one cluster or of one of several sets of manifests. */
export interface ClosedSet {
  readonly set: string | undefined;
  readonly closing: Closing;
}

/**
 * Policies that close something as YAML, with what they come to in comments: they can be applied as they stand.
 * @param sets of which all need the same policies
 */
export function closingFile(sets: readonly ClosedSet[], excepted: readonly string[]): string {
  const [first] = sets;
  if (first === undefined) return "";
  const { manifests, classes } = first.closing;
  const names = conjunction(classes.map(({ name }) => encode(name)));
  const without = excepted.length === 0 ? "" : ` but ${listedText(excepted)}`;
  const byName = classes.flatMap((each) => each.names);
  const lines = [
    `Closes ${names} for every pod${without}, future pods included. Read it before you apply it.`,
    ...(sets.length === 1 ? [] : [`The same for each of ${count(sets.length, "set")} of manifests.`]),
    ...sets.flatMap((each) => setLines(each, byName)),
  ];
  const documents = manifests.map((each) => ["---", ...blockLines(each, { step: 2, listOffset: 2 })]);
  return `${[...lines.map((line) => `# ${line}`), ...documents.flat()].join("\n")}\n`;
}

/** What it comes to in one cluster; of several sets, below the name of each. */
function setLines({ set, closing: { audit, others } }: ClosedSet, byName: readonly string[]): string[] {
  const lines = [
    ...audit.classes.flatMap(classLines),
    ...(byName.length === 0
      ? []
      : [`No policy can deny a name: ${conjunction(byName.map(encode))} may stand for any address.`]),
    ...otherLines(others),
  ];
  return set === undefined ? lines : [`In ${encode(set)}:`, ...lines.map((line) => `  ${line}`)];
}

function classLines({ name, groups }: AuditedClass): string[] {
  const open = groups.filter(({ status }) => status !== "blocked");
  const all = count(groups.length, "group");
  if (open.length === 0) return [`Proved: ${encode(name)} is blocked for ${all} of pods, by the Admin tier.`];
  return [
    `${encode(name)} is blocked for ${groups.length - open.length} of ${all} of pods. What is left:`,
    ...open.flatMap(({ endpoints, status, bypasses, missing }) => [
      `  ${listedText(endpoints)}: ${STATUS_TEXT[status]}`,
      ...bypasses.map((each) => `    ${each.id} ${bypassText(each)}`),
      ...missing.map((each) => `    ${missingText(each)}`),
    ]),
  ];
}

const OTHERS: Readonly<Record<ChangeKind, string>> = {
  opened: "It opens flows to other ends:",
  closed: "It closes flows to other ends too:",
  undefined: "It makes flows to other ends undefined:",
  unknown: "It makes flows to other ends unknown, which depend on what the input lacks:",
};

function otherLines(others: readonly Change[]): string[] {
  if (others.length === 0) return ["No other flow in this input changes."];
  const more = others.length - MOST_OTHERS;
  const shown = groupBy(others.slice(0, MOST_OTHERS), ({ change }) => change);
  return [
    ...[...shown].flatMap(([change, changes]) => [
      OTHERS[change],
      ...changes.map((each) => `  ${endsText(each.from)} → ${endsText(each.to)}, ${changedTraffic(each)}`),
    ]),
    ...(more > 0 ? [`and ${count(more, "more change")} to other ends`] : []),
  ];
}
