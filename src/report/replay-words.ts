import { badLines, type ReplayReport } from "./replay-report.js";
import { conjunction } from "./describe.js";
import { count } from "../base/text/count.js";
import { deciderText } from "./decider-words.js";
import { encode } from "./encode.js";
import { shellWord } from "../base/text/shell-word.js";
import { runText } from "../base/text/ports.js";
import type { AskedStep } from "../questions/replay/judged.js";
import type { LikelyCause, NotJudged, ReplayOutcome, StaleEnd } from "../questions/replay/outcome.js";
import type { LineFault, LogGap, SkipReason } from "../source/flows/reader.js";
import type { ProposalEffect } from "../questions/replay/proposal.js";
import type { RecordedPoint } from "../source/flows/record.js";
import type { RecordPlace } from "../questions/replay/tally-group.js";
import type { ReplayRow } from "../questions/replay/compare.js";

/** What became of traffic and what policies say about it, in one sentence. */
export const OUTCOME_TEXT: Readonly<Record<ReplayOutcome, string>> = {
  dropped: "a policy dropped it, but the policies allow it",
  passed: "it passed, but the policies deny it",
  open: "the policies don't settle it",
  agrees: "traffic and policies agree",
};

/** What a change does to traffic. */
export const EFFECT_TEXT: Readonly<Record<ProposalEffect, string>> = {
  cut: "passed, and the change denies it",
  unsettled: "passed, and the change leaves it undefined or unknown",
  freed: "was dropped, and the change allows it",
};

/** Why records are compared with nothing. */
export const NOT_JUDGED_TEXT: Readonly<Record<NotJudged, string>> = {
  reply: "answers to other packets, which connection tracking lets pass",
  direction: "nothing tells which end opened the connection",
  "no-verdict": "the log doesn't say what a policy decided",
  "other-drop": "dropped, but not by a policy",
  "unknown-drop": "dropped for a reason the log doesn't say, and the policies allow it",
  "one-of-two": "passed one of two directions, the log doesn't say which, and the policies deny one of them",
  aggregated: "the log put different pods or addresses together",
  "unknown-end": "the log doesn't say who one end is",
  "unknown-pod": "a pod that isn't in the cluster as it was read, and whose labels the log doesn't have",
  "unknown-node": "a node that isn't in the cluster as it was read",
  "ambiguous-address": "several pods or nodes had the address around that time",
  "from-service": "from the virtual address of a Service, from which nothing connects",
  "no-backends": "sent to a Service without backends on that port",
  "node-port":
    "sent to a node on a port that a Service or a pod has opened there: the log doesn't say which pod it went on to",
  "other-family": "over a family of which an end has no address in the cluster as it was read",
  "unknown-protocol": "the log doesn't say the protocol",
  "unknown-port": "the log doesn't say the port",
  "too-many": "more kinds of flows than are kept",
};

/** Why lines hold nothing to compare. */
export const SKIP_TEXT: Readonly<Record<SkipReason, string>> = {
  "no-flow": "no flow",
  step: "a step before a decision",
  "connection-state": "an entry of a connection table",
  application: "about the application's protocol",
  half: "the other half of the record is missing",
};

/** What a format of logs leaves out. */
const GAP_TEXT: Readonly<Record<LogGap, string>> = {
  "allowed-by-default": "it has only drops unless it is told to log more",
  "rate-limited": "lines beyond a rate are dropped silently",
  decisions: "it has connections, not decisions of policies",
  "policy-decisions": "its decisions are not those of policies",
  direction: "it doesn't say at which end a decision was made",
  pods: "it has addresses, not names of pods",
  "single-pods": "it groups pods",
  replies: "it doesn't say which end opened a connection",
  times: "it has no times",
};

const STALE_TEXT: Readonly<Record<StaleEnd, string>> = {
  "other-labels": "had other labels than in the cluster as it was read",
  "not-there": "isn't in the cluster as it was read; its labels are those of the log",
};

/** What may explain a difference. */
export function causeText(cause: LikelyCause): string {
  switch (cause.code) {
    case "changed-between":
      return `the policies or labels changed: ${encode(cause.state)} agrees with the record`;
    case "stale-snapshot":
      return `stale snapshot: the ${cause.end} ${STALE_TEXT[cause.why]}`;
    case "far-in-time":
      return `the record is ${cause.hours} hours ${cause.isBefore ? "older" : "newer"} than the cluster as it was read`;
    case "open-point":
      return `plugins differ here, the sources leave it open (${cause.points.map(encode).join(", ")}): try --plugin`;
    case "other-revision": {
      // Where no policy decides here, another one did there.
      if (cause.policies.length === 0)
        return cause.isOlder
          ? "a policy may have come since the cluster was read, or be of a kind that wasn't read"
          : "the policy that dropped it may be gone, or wasn't read";
      const names = conjunction(cause.policies.map(encode));
      return cause.isOlder
        ? `${names} may have changed since the cluster was read`
        : `${names} may be newer than the record, or not enforced where it was seen`;
    }
    case "other-decider":
      return `the log names ${encode(cause.named)}, which decides nothing here`;
  }
}

/** `not JSON`, `bad value in flow.IP.source`. */
export function faultText(fault: LineFault): string {
  switch (fault.code) {
    case "missing-field":
      return `no field ${encode(fault.field)}`;
    case "bad-value":
      return `invalid value in ${encode(fault.field)}`;
    default:
      return FAULTS[fault.code];
  }
}

const FAULTS = {
  "not-json": "not JSON",
  cut: "the line is cut",
  "not-this-format": "not a line of this format",
  "no-format": "in no known format: --format names one",
  "several-formats": "in one of several formats: --format names one",
  "nested-too-deeply": "nested too deeply",
  "too-long": "the line is too long",
} as const;

const POINTS: Readonly<Record<RecordedPoint, string>> = {
  egress: "egress of the source",
  ingress: "ingress of the destination",
  connection: "the connection",
  unknown: "one of the directions",
};

/** Where it was seen: `egress of the source`. */
export function pointsText(points: readonly RecordedPoint[]): string {
  return points.map((each) => POINTS[each]).join(" and ");
}

/** `TCP 5432`, `UDP 32768-65535`, `other protocols`. */
export function recordedPortText({ protocol, ports }: Pick<ReplayRow, "protocol" | "ports">): string {
  if (protocol === undefined || ports === undefined) return "other protocols";
  return `${protocol} ${runText(ports)}`;
}

/** A time as RFC 3339 writes it, in UTC. */
export function timeText(time: number | undefined): string {
  return time === undefined ? "" : new Date(Math.floor(time)).toISOString();
}

/** `from 2026-11-23T08:00:00.000Z to 2026-11-23T09:00:00.000Z`, or one time. */
export function windowText(first: number | undefined, last: number | undefined): string {
  if (first === undefined || last === undefined) return "at times the log doesn't say";
  return first === last ? `at ${timeText(first)}` : `from ${timeText(first)} to ${timeText(last)}`;
}

/** `flows.jsonl:17`; the file alone where nothing tells the line. */
export function recordPlaceText({ logs }: Pick<ReplayReport, "logs">, { file, line }: RecordPlace): string {
  const name = encode(logs[file]?.name ?? "");
  return line === 0 ? name : `${name}:${line}`;
}

/** What decided, in words. */
export function replayStepText({ decider, direction }: AskedStep): string {
  return deciderText(decider, direction, direction === "egress" ? "the source" : "the destination");
}

/** The question that shows what the policies make of a row. */
export function replayCommand(
  { example, protocol, ports }: Pick<ReplayRow, "example" | "protocol" | "ports">,
  ask: string,
): string {
  const ends = `anp explain${ask} ${shellWord(example.from)} ${shellWord(example.to)}`;
  if (protocol === undefined || ports === undefined) return `${ends} --protocol other`;
  return `${ends} --port ${ports[0]}${protocol === "TCP" ? "" : `/${protocol.toLowerCase()}`}`;
}

/** How many records were compared. */
function comparedRecords({ result: { outcomes } }: ReplayReport): number {
  return outcomes.agrees + outcomes.dropped + outcomes.passed + outcomes.open;
}

/** What became of some recorded flow, with the point where it was seen. */
function seenIn({ result }: ReplayReport): readonly string[] {
  return [...result.counts.seen].filter(([, records]) => records > 0).map(([key]) => key);
}

/** True where some recorded flow passed. */
function hasPassed(report: ReplayReport): boolean {
  return seenIn(report).some((key) => key.startsWith("allowed"));
}

/**
 * Why nothing could have failed, though something was to: then it says nothing that nothing did.
 * @param isAboutChange whether what a change would cut was to fail
 */
export function emptyText(report: ReplayReport, isAboutChange: boolean): string | undefined {
  if (comparedRecords(report) === 0) return "nothing was compared";
  return isAboutChange && !hasPassed(report)
    ? "no recorded flow passed, so nothing shows what the change cuts"
    : undefined;
}

/** The answer in one sentence. */
export function replaySummary(report: ReplayReport): string {
  const { outcomes, counts } = report.result;
  const compared = comparedRecords(report);
  const unjudged = [...counts.unjudged.values()].reduce((sum, each) => sum + each.count, 0);
  if (compared === 0)
    return `nothing was compared: ${unjudged === 0 ? "the logs have no records" : `${count(unjudged, "record is", "records are")} not judged`}`;
  const drift = outcomes.dropped + outcomes.passed;
  const all = count(compared, "compared record", "compared records");
  const head = drift === 0 ? `no drift in ${all}` : `${drift} of ${all} ${drift === 1 ? "drifts" : "drift"}`;
  const parts = [
    ...(outcomes.dropped > 0 ? [`${outcomes.dropped} dropped that policies allow`] : []),
    ...(outcomes.passed > 0 ? [`${outcomes.passed} passed that policies deny`] : []),
    ...(outcomes.open > 0 ? [`${outcomes.open} that policies don't settle`] : []),
    count(outcomes.agrees, "agrees", "agree"),
    ...(unjudged > 0 ? [`${unjudged} not judged`] : []),
  ];
  return `${head}: ${parts.join(", ")}`;
}

/** What the logs can't show, whatever was compared. */
export function gapTexts(report: ReplayReport): readonly string[] {
  const { logs, result } = report;
  const texts = new Set<string>();
  for (const { name, format, lacks } of logs)
    for (const gap of lacks) texts.add(`${encode(name)} (${format ?? "no format"}): ${GAP_TEXT[gap]}`);
  const seen = seenIn(report);
  if (seen.length > 0 && !hasPassed(report))
    texts.add(
      "no log has a flow that passed: nothing here shows that a change is safe, or that policies deny what passes",
    );
  if (seen.length > 0 && !seen.some((key) => key.startsWith("dropped") || key.startsWith("would-drop")))
    texts.add("no log has a drop: nothing here shows that policies allow what is dropped");
  if (result.counts.lost > 0)
    texts.add(`${count(result.counts.lost, "event was", "events were")} lost before the log was written`);
  return [...texts];
}

/** Why what logs say can't be relied on, beside what the cluster's input lacks. */
export function replayFaults(
  report: Pick<ReplayReport, "logs" | "maxBad"> & { readonly result: Pick<ReplayReport["result"], "counts"> },
): readonly string[] {
  const bad = badLines(report);
  const tooMany = report.result.counts.unjudged.get("too-many")?.count ?? 0;
  return [
    ...report.logs.flatMap(({ name, broken }) =>
      broken === undefined ? [] : [`${encode(name)}: ${broken}`],
    ),
    ...(bad > report.maxBad
      ? [`${count(bad, "line", "lines")} could not be read (--max-bad ${report.maxBad})`]
      : []),
    ...(tooMany > 0
      ? [`${count(tooMany, "record was", "records were")} of more kinds of flows than are kept`]
      : []),
  ];
}
