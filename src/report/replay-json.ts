import { badLines, type ReplayReport } from "./replay-report.js";
import { causeText, faultText, gapTexts, NOT_JUDGED_TEXT, replayCommand, timeText } from "./replay-words.js";
import { deciderJson } from "./decider-json.js";
import { encodeJson } from "./encode.js";
import { incompleteJson } from "./incomplete-json.js";
import { originJson, policyJson } from "./json-parts.js";
import { originOf } from "../semantics/evaluate/decider.js";
import type { AskedStep } from "../questions/replay/judged.js";
import type { LikelyCause } from "../questions/replay/outcome.js";
import type { ProposalRow } from "../questions/replay/proposal.js";
import type { RecordPlace } from "../questions/replay/tally-group.js";
import type { ReplayRow } from "../questions/replay/compare.js";

/** A comparison as JSON (`schemas/replay.json`). */
export function* replayJson(report: ReplayReport): Generator<string> {
  const { result, effects, logs, states, incompleteness } = report;
  const { counts, outcomes, unused } = result;
  const whole = incompleteJson(incompleteness);
  const isBroken = logs.some(({ broken }) => broken !== undefined) || counts.unjudged.has("too-many");
  yield encodeJson({
    version: 1,
    ...whole,
    incomplete:
      whole.incomplete || isBroken || badLines(report) > report.maxBad || report.empty !== undefined,
    logs: logs.map(({ name, format, broken }) => ({
      file: name,
      format: format ?? null,
      ...(broken === undefined ? {} : { broken }),
    })),
    states: states.map(({ name, taken }) => ({ name, taken: timeOf(taken) })),
    records: counts.records,
    first: timeOf(counts.first),
    last: timeOf(counts.last),
    outcomes,
    rows: result.rows.map((row) => rowJson(row, report)),
    ...(effects === undefined
      ? {}
      : { change: { gone: effects.gone, rows: effects.rows.map((row) => effectJson(row, report)) } }),
    notJudged: [...counts.unjudged].map(([reason, { count, place }]) => ({
      reason,
      message: NOT_JUDGED_TEXT[reason],
      count,
      at: placeJson(place, report),
    })),
    skipped: Object.fromEntries(counts.skipped),
    bad: [...counts.bad.values()].map(({ file, fault, count, line }) => ({
      ...fault,
      message: faultText(fault),
      count,
      at: placeJson({ file, line }, report),
    })),
    lost: counts.lost,
    unusedRules: {
      total: unused.total,
      silent: unused.silent,
      dropsOnly: unused.dropsOnly,
      rules: unused.rules.map(({ policy, direction, rule }) => ({
        policy: policyJson(policy),
        direction,
        rule: { index: rule.index, name: rule.name ?? null },
        at: originJson(rule.origin),
      })),
    },
    limits: gapTexts(report),
  });
}

function rowJson(row: ReplayRow, report: ReplayReport): unknown {
  const { outcome, from, to, fate, points, verdict, steps, reasons, causes, state, count, first, last } = row;
  return {
    outcome,
    from,
    to,
    ...portsJson(row),
    seen: fate,
    points,
    verdict,
    reasons,
    decidedBy: steps.map(stepJson),
    causes: causes.map(causeJson),
    state,
    count,
    first: timeOf(first),
    last: timeOf(last),
    at: placeJson(row.place, report),
    command: replayCommand(row, report.states[state]?.ask ?? ""),
  };
}

function effectJson(row: ProposalRow, report: ReplayReport): unknown {
  const { effect, from, to, before, after, steps, count, first, last, place } = row;
  return {
    effect,
    from,
    to,
    ...portsJson(row),
    before,
    after,
    decidedBy: steps.map(stepJson),
    count,
    first: timeOf(first),
    last: timeOf(last),
    at: placeJson(place, report),
  };
}

function portsJson({ protocol, ports }: Pick<ReplayRow, "protocol" | "ports">): object {
  return { protocol: protocol ?? "other", ports: ports === undefined ? [] : [ports] };
}

function stepJson({ decider, direction }: AskedStep): unknown {
  return { direction, ...deciderJson(decider, originOf(decider, direction)) };
}

function causeJson(cause: LikelyCause): unknown {
  const { code } = cause;
  return { code, message: causeText(cause) };
}

function placeJson({ file, line }: RecordPlace, { logs }: ReplayReport): unknown {
  return { file: logs[file]?.name ?? "", ...(line === 0 ? {} : { line }) };
}

function timeOf(time: number | undefined): string | null {
  return time === undefined ? null : timeText(time);
}
