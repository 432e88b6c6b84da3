import { incompleteFields } from "./incomplete-json.js";
import { deciderJson } from "./decider-json.js";
import { DIRECTIONS } from "../cluster/model/policy.js";
import { diffNoteText } from "./diff-words.js";
import { exampleEnds } from "../questions/diff/example-ends.js";
import { encodeJsonLine } from "./encode.js";
import { endpointJson } from "./json-parts.js";
import { findingJson } from "./lint-json.js";
import { oncePer } from "../base/collections/once-per.js";
import { OTHER_TRAFFIC, PROTOCOLS, trafficOf, type Traffic } from "../base/net/traffic.js";
import { sampleTraffic } from "../semantics/reach/witness.js";
import { originOf } from "../semantics/evaluate/decider.js";
import type { ClusterAnswer, OtherProtocols, Slice } from "../questions/diff/slices.js";
import type { ChangedFlow } from "../questions/diff/diff.js";
import type { FlowUses } from "../questions/replay/flow-uses.js";
import { timeText } from "./replay-words.js";
import type { DiffReport } from "./diff-report.js";
import type { JointRow } from "../questions/diff/joint-rows.js";
import type { SingleEndpoint } from "../questions/diff/endpoints.js";

/** The version of this format; its schema is `schemas/diff.json`. */
const FORMAT_VERSION = 1;

/** The diff as JSON, piece by piece: one line for each flow and protocol, endpoint, alert and note. */
export function* diffJson({ diff, before, after, notes, alerts, ask, uses }: DiffReport): Generator<string> {
  yield `{"version":${FORMAT_VERSION},${incompleteFields(before.incompleteness, after.incompleteness)},"changes":[`;
  yield* inList(changes(diff, uses));
  yield '],"endpoints":{"added":[';
  yield* inList(diff.added.map((each) => encodeJsonLine(singleJson(each))));
  yield '],"removed":[';
  yield* inList(diff.removed.map((each) => encodeJsonLine(singleJson(each))));
  yield ']},"alerts":[';
  yield* inList(alerts.map((alert) => encodeJsonLine(findingJson(alert, ask))));
  yield '],"notes":[';
  yield* inList(notes.map((note) => encodeJsonLine({ ...note, text: diffNoteText(note) })));
  yield "]}\n";
}

/** Items of a list, each on a line of its own. */
function* inList(items: Iterable<string>): Generator<string> {
  let separator = "\n";
  for (const item of items) {
    yield separator + item;
    separator = ",\n";
  }
  yield "\n";
}

function* changes(diff: DiffReport["diff"], uses: DiffReport["uses"]): Generator<string> {
  const endOf = oncePer((row: JointRow) => ({ text: encodeJsonLine(rowJson(row)) }));
  for (const change of diff.changes) {
    for (const flow of diff.flowsOf(change)) {
      const ends = `"from":${endOf(flow.from).text},"to":${endOf(flow.to).text}`;
      for (const [traffic, answers] of byProtocol(flow.slice)) {
        const limits = encodeJsonLine(limitsJson(flow, traffic)).slice(1);
        const used = uses === undefined ? {} : { used: useJson(uses, flow, traffic) };
        const rest = encodeJsonLine({ ...flowJson(flow, traffic, answers), ...used }).slice(1);
        yield `{"flow":{${ends},${limits},${rest}`;
      }
    }
  }
}

function rowJson({ row, addresses }: JointRow): unknown {
  const { id, kind, namespace, name, labels, names } = row;
  return endpointJson({ id, kind, namespace, name, labels, addresses, pods: names });
}

/** A slice in pieces of one protocol, each with what it came to. */
function byProtocol(slice: Slice): [traffic: Traffic, answers: OtherProtocols][] {
  const { traffic, other } = slice;
  const ported = PROTOCOLS.filter((protocol) => traffic[protocol].length > 0);
  return [
    ...ported.map((protocol): [Traffic, OtherProtocols] => [trafficOf(protocol, traffic[protocol]), slice]),
    ...(traffic.other ? [[OTHER_TRAFFIC, slice] as [Traffic, OtherProtocols]] : []),
    ...(other === undefined ? [] : [[OTHER_TRAFFIC, other] as [Traffic, OtherProtocols]]),
  ];
}

function limitsJson({ slice }: ChangedFlow, traffic: Traffic): Record<string, unknown> {
  const protocol = PROTOCOLS.find((each) => traffic[each].length > 0);
  return {
    family: slice.family ?? null,
    node: slice.node ?? null,
    protocol: protocol ?? "other",
    ports: protocol === undefined ? [] : traffic[protocol],
  };
}

function useJson(uses: FlowUses, { from, to, slice }: ChangedFlow, traffic: Traffic): unknown {
  const { passed, dropped, first, last } = uses.of({ from: [from], to: [to], traffic, family: slice.family });
  const timeOf = (time: number | undefined): string | null => (time === undefined ? null : timeText(time));
  return { passed, dropped, first: timeOf(first), last: timeOf(last) };
}

function flowJson(
  { from, to, slice }: ChangedFlow,
  traffic: Traffic,
  { change, before, after }: OtherProtocols,
): Record<string, unknown> {
  const { protocol, port } = sampleTraffic(traffic, to.of);
  return {
    change,
    before: answerJson(before),
    after: answerJson(after),
    witness: {
      ...exampleEnds(from, to, slice),
      protocol,
      port: port ?? null,
    },
  };
}

function answerJson({ verdict, by }: ClusterAnswer): unknown {
  const steps = DIRECTIONS.map((direction) => [
    direction,
    by[direction].map((decider) => deciderJson(decider, originOf(decider, direction))),
  ]);
  return { verdict, by: Object.fromEntries(steps) as unknown };
}

function singleJson({ row, reaches, reachedBy }: SingleEndpoint): unknown {
  const { id, kind, namespace, name, labels, addresses, names } = row;
  const end = endpointJson({ id, kind, namespace, name, labels, addresses, pods: names });
  return { ...end, reaches, reachedBy };
}
