import { withMore, type NameList } from "../base/text/list.js";
import { count } from "../base/text/count.js";
import { conjunction, policiesText, trafficText } from "./describe.js";
import { deciderText } from "./decider-words.js";
import { encode } from "./encode.js";
import { noteText } from "./explain-words.js";
import { placeText } from "./place.js";
import { flowCount, type Change } from "../questions/diff/group.js";
import { groupBy } from "../base/collections/group-by.js";
import {
  isOtherOnly,
  type ClusterAnswer,
  type ChangeKind,
  type OtherProtocols,
} from "../questions/diff/slices.js";
import { timeText } from "./replay-words.js";
import type { FlowUse } from "../questions/replay/flow-uses.js";
import type { DiffReport } from "./diff-report.js";
import type { DiffNote } from "../questions/diff/notes.js";
import { DIRECTIONS, type Direction } from "../cluster/model/policy.js";
import { originOf, type Decider } from "../semantics/evaluate/decider.js";
import type { JointRow } from "../questions/diff/joint-rows.js";
import type { Origin } from "../source/manifest/origin.js";
import type { ReachedEnds, SingleEndpoint } from "../questions/diff/endpoints.js";
import type { Row } from "../semantics/reach/rows.js";

/**
 * True for what is counted and said once: protocols without ports hang on how an implementation reads a policy wherever one
 * isolates an end, and nobody asks about them flow by flow.
 */
function isOnlyOther({ traffic }: Change): boolean {
  return isOtherOnly(traffic);
}

/** The changes that are told one by one. */
export function shownChanges(changes: readonly Change[]): readonly Change[] {
  return changes.filter((change) => !isOnlyOther(change));
}

/** How often recorded traffic had the flows of a change: `3 records passed, 1 dropped, the last at 2026-11-23T08:00:00.000Z`. */
export function useText({ passed, dropped, last }: FlowUse): string {
  if (passed + dropped === 0) return "no recorded flow";
  const parts = [
    ...(passed > 0 ? [`${count(passed, "record", "records")} passed`] : []),
    ...(dropped > 0 ? [`${passed > 0 ? dropped : count(dropped, "record", "records")} dropped`] : []),
  ];
  return `${parts.join(", ")}${last === undefined ? "" : `, the last at ${timeText(last)}`}`;
}

/** Everything that stands beside the changes. */
export function noteTexts({ diff, notes }: DiffReport): string[] {
  const others = kindCounts(diff.changes.filter(isOnlyOther));
  const line = others === "" ? [] : [`only for ICMP and other protocols: ${others}`];
  return [...line, ...notes.map(diffNoteText)];
}

function sumOf(changes: readonly Change[]): number {
  return changes.reduce((sum, change) => sum + flowCount(change), 0);
}

const WORDS: Readonly<Record<ChangeKind, readonly [one: string, several: string]>> = {
  opened: ["opens", "open"],
  closed: ["closes", "close"],
  undefined: ["becomes undefined", "become undefined"],
  unknown: ["becomes unknown", "become unknown"],
};

/** `1 flow opens, 2 close; 1 endpoint is new; 1 alert`. */
export function diffSummary({ diff: { changes, added, removed }, alerts, after }: DiffReport): string {
  const flows = kindCounts(shownChanges(changes));
  const ends = [
    ...(added.length > 0 ? [`${endpoints(added.length)} new`] : []),
    ...(removed.length > 0 ? [`${endpoints(removed.length)} gone`] : []),
  ];
  const alerted = alerts.length === 0 ? "" : count(alerts.length, "alert");
  const isCompared = after.incompleteness.uncompared.length === 0;
  const none = !isCompared
    ? "nothing was compared"
    : changes.length === 0
      ? "no flow changes"
      : "no flow of TCP, UDP or SCTP changes";
  const parts = [flows === "" ? none : flows, ends.join(", "), alerted];
  return parts.filter((part) => part !== "").join("; ");
}

/** `1 flow opens, 2 close`; empty where there are no changes. */
function kindCounts(changes: readonly Change[]): string {
  const kinds = [...groupBy(changes, ({ change }) => change)];
  return kinds
    .map(([kind, ofKind], i) => {
      const number = sumOf(ofKind);
      const noun = i > 0 ? "" : number === 1 ? "flow " : "flows ";
      return `${number} ${noun}${WORDS[kind][number === 1 ? 0 : 1]}`;
    })
    .join(", ");
}

function endpoints(count: number): string {
  return count === 1 ? "1 endpoint is" : `${count} endpoints are`;
}

/** How many ends of a change are named. */
const NAMED = 4;

/** The ends of a change: `shop/web (Deployment)`, `shop/cart, shop/web and 3 more`. */
export function endsText(rows: readonly JointRow[]): string {
  return listText(endsList(rows));
}

/** `shop/cart, shop/web and 3 more`. */
export function listText({ names, more }: NameList): string {
  return withMore(names, more);
}

/** The same as a list: the names that are shown, and how many there are beside them. */
export function endsList(rows: readonly JointRow[]): NameList {
  return rowsList(rows.map(({ row }) => row));
}

function rowsList(rows: readonly Row[]): NameList {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0) return { names: [rowText(only)], more: 0 };
  const shown = rows.length > NAMED + 1 ? rows.slice(0, NAMED) : rows;
  return { names: shown.map(({ shownAs }) => encode(shownAs)), more: rows.length - shown.length };
}

/** `shop/web (Deployment)`; a part of a workload is named by its pods. */
function rowText({ shownAs, kind, isWhole, names }: Row): string {
  const shown = encode(shownAs);
  if (!isWhole)
    return `${shown} (${kind} ${conjunction(names.slice(0, 2).map(encode))}${names.length > 2 ? " …" : ""})`;
  return ["Pod", "Node", "addresses", "domain"].includes(kind) ? shown : `${shown} (${encode(kind)})`;
}

/** `TCP 5432`, and what it is limited to. */
export function changedTraffic({
  traffic,
  family,
  node,
}: Pick<Change, "traffic" | "family" | "node">): string {
  const limits = [...(family === undefined ? [] : [family]), ...(node === undefined ? [] : [nodeText(node)])];
  return trafficText(traffic) + limits.map((limit) => ` (${limit})`).join("");
}

function nodeText({ before, after }: NonNullable<Change["node"]>): string {
  if (before === after)
    return before === "own" ? "a pod and its own node" : "a pod and a node other than its own";
  return before === "own" ? "a pod and the node it was on" : "a pod and the node it is on now";
}

/** One thing that decided, with its place. */
export interface DeciderLine {
  readonly text: string;
  readonly at: Origin | undefined;
}

/** How many things that decided are named in one direction: more than one where an answer is not definite. */
const DECIDERS = 3;

/** What decided in the directions that made the difference. */
export function deciderLines(answer: ClusterAnswer, turned: readonly Direction[]): DeciderLine[] {
  return reasonDirections(answer, turned).flatMap((direction) => {
    // In several worlds the same may decide.
    const all = reasonsIn(answer, direction).map((decider) => ({
      text: deciderText(decider, direction),
      at: originOf(decider, direction),
    }));
    const deciders = [...new Map(all.map((line) => [`${line.text}\n${lineKey(line)}`, line])).values()];
    const lines = deciders.slice(0, DECIDERS);
    const more = deciders.length - lines.length;
    return more > 0 ? [...lines, { text: `and ${more} more`, at: undefined }] : lines;
  });
}

function lineKey({ at }: DeciderLine): string {
  return at === undefined ? "" : placeText(at);
}

/** A direction that allows is no reason for anything else. */
function reasonDirections(
  { verdict, verdicts }: ClusterAnswer,
  turned: readonly Direction[],
): readonly Direction[] {
  if (verdict === "allowed") return turned;
  const isReason = (direction: Direction): boolean => verdicts[direction] !== "allowed";
  const reasons = turned.filter(isReason);
  return reasons.length > 0 ? reasons : DIRECTIONS.filter(isReason);
}

/** What decided a direction; that nothing restricts it is no reason why it is not settled. */
function reasonsIn({ by, verdicts }: ClusterAnswer, direction: Direction): readonly Decider[] {
  const deciders = by[direction];
  if (verdicts[direction] === "allowed" || verdicts[direction] === "denied") return deciders;
  const others = deciders.filter(({ type }) => type !== "default" && type !== "exempt");
  return others.length > 0 ? others : deciders;
}

/** `other protocols (ICMP …): allowed before, undefined after`. */
export function otherText({ before, after }: OtherProtocols): string {
  return `other protocols (ICMP …): ${before.verdict} before, ${after.verdict} after`;
}

/** What only one of the two states has, and what it reaches. */
export interface SingleEnds {
  readonly ends: NameList;
  /** `reaches 4 workloads and outside; reached by 2 workloads`. */
  readonly reach: string;
}

/** The ends that only one of the two states has; nodes that reach the same are told together. */
export function singleEnds(endpoints: readonly SingleEndpoint[]): SingleEnds[] {
  const groups = groupBy(endpoints, (each) => (each.row.kind === "Node" ? reachText(each) : each));
  return [...groups].map(([key, group]) => ({
    ends: rowsList(group.map(({ row }) => row)),
    reach: typeof key === "string" ? key : reachText(key),
  }));
}

function reachText({ reaches, reachedBy }: SingleEndpoint): string {
  return `reaches ${othersText(reaches)}; reached by ${othersText(reachedBy)}`;
}

function othersText({ workloads, outside }: ReachedEnds): string {
  const parts = [...(workloads > 0 ? [count(workloads, "workload")] : []), ...(outside ? ["outside"] : [])];
  return parts.length === 0 ? "nothing" : conjunction(parts);
}

/** A note as a sentence. */
export function diffNoteText(note: DiffNote): string {
  if (note.code === "selecting-nothing") {
    const [verb, they] = note.policies.length === 1 ? ["selects", "it does"] : ["select", "they do"];
    return `${policiesText(note.policies)} changed and ${verb} no pod in the input; not comparing what ${they} to other pods`;
  }
  if (note.code !== "family-not-compared") return noteText(note);
  const other = note.only === "before" ? "after" : "before";
  return `no ${note.family} addresses in the input ${other}; not comparing flows over ${note.family}`;
}
