import { addressBlocks } from "./audit-addresses.js";
import { besideText, notLookedFor, onText } from "./audit-beside.js";
import { bypassText, CAVEATS, classNoteText, missingText } from "./audit-words.js";
import { deciderJson } from "./decider-json.js";
import { incompleteJson } from "./incomplete-json.js";
import { addedByJson, originJson } from "./json-parts.js";
import { jsonPieces, RepeatedJson } from "./laid-json.js";
import { oncePer, oncePerAsked } from "../base/collections/once-per.js";
import { originOf, type Decider } from "../semantics/evaluate/decider.js";
import { trafficJson } from "./traffic-json.js";
import { unsettledJson } from "./unsettled-json.js";
import { witnessCommand } from "./witness.js";
import type {
  AuditGroup,
  AuditStep,
  Bypass,
  ClassNote,
  Missing,
  OpenTraffic,
} from "../questions/audit/result.js";
import type { AuditReport } from "./audit-report.js";
import type { Traffic } from "../base/net/traffic.js";
import type { FlowWitness } from "../cluster/problems/witness.js";

/** Audits as JSON (`schemas/audit.json`): of one cluster, or a list of sets of manifests. */
export function* auditJson(reports: readonly AuditReport[]): Generator<string> {
  const [first, ...others] = reports;
  const caveats = { caveats: CAVEATS.map(({ id, text }) => ({ id, message: text })) };
  const isOne = first !== undefined && others.length === 0 && first.set === undefined;
  yield* jsonPieces({
    version: 1,
    ...incompleteJson(...reports.map(({ incompleteness }) => incompleteness)),
    ...(isOne ? { ...foundJson(first), ...caveats, ...leftOutJson(first) } : {}),
    ...(isOne ? {} : { sets: reports.map(setJson), ...caveats }),
  });
}

function setJson(report: AuditReport): object {
  const { set, incompleteness } = report;
  return { set, ...incompleteJson(incompleteness), ...foundJson(report), ...leftOutJson(report) };
}

function foundJson({ audit, ask }: AuditReport): object {
  return {
    classes: audit.classes.map(({ name, addresses, notes, groups }) => ({
      class: name,
      addresses: addressBlocks(addresses),
      groups: groups.map((group) => groupJson(group, ask)),
      notes: notes.map(classNoteJson),
    })),
    beside: audit.beside.map((each) => ({
      id: each.id,
      [each.on.type === "pods" ? "endpoint" : "object"]: onText(each),
      message: besideText(each),
      at: each.at === undefined ? null : originJson(each.at),
    })),
  };
}

function leftOutJson({ audit }: AuditReport): object {
  return { notLookedFor: notLookedFor(audit).map(({ id, text }) => ({ id, message: text })) };
}

function groupJson(group: AuditGroup, ask: string): unknown {
  const { endpoints, status, decidedBy, open, witnesses, bypasses, missing } = group;
  return {
    endpoints,
    status,
    decidedBy: decidedBy === undefined ? null : stepJson(decidedBy),
    open: open.map(openJson),
    witnesses: witnesses.map((each) => flowJson(each, ask)),
    bypasses: bypasses.map((each) => bypassJson(each, ask)),
    missing: missing.map(missingJson),
  };
}

function stepJson({ decider, direction }: AuditStep): unknown {
  return STEPS[direction](decider);
}

/** What isolates a pod decides in most classes: where that is written is looked up once. */
const STEPS = {
  egress: oncePer((decider: Decider) => new RepeatedJson(stepOf(decider, "egress"))),
  ingress: oncePer((decider: Decider) => new RepeatedJson(stepOf(decider, "ingress"))),
};

function stepOf(decider: Decider, direction: AuditStep["direction"]): object {
  return { direction, ...deciderJson(decider, originOf(decider, direction)) };
}

function openJson({ to, family, isOwnNode, traffic, verdict, by }: OpenTraffic): unknown {
  return {
    to: shownJson(to),
    ...(family === undefined ? {} : { family }),
    ...(isOwnNode ? { node: "own" } : {}),
    traffic: sentJson(traffic),
    verdict,
    decidedBy: stepJson(by),
  };
}

/** Many groups come to the same parts of a class with the same traffic. */
const shownJson = oncePer((to: readonly string[]) => new RepeatedJson(to));

const sentJson = oncePer((traffic: Traffic) => new RepeatedJson(trafficJson(traffic)));

function flowJson(witness: FlowWitness, ask: string): unknown {
  const { from, to, protocol, port, verdict } = witness;
  return {
    from,
    to,
    protocol,
    port: port ?? null,
    verdict: verdict ?? null,
    command: witnessCommand(witness, ask),
  };
}

function classNoteJson(note: ClassNote): unknown {
  const addedBy = note.code === "added-endpoints" ? { addedBy: addedByJson(note.addedBy) } : {};
  return { ...note, ...addedBy, text: classNoteText(note) };
}

function bypassJson(bypass: Bypass, ask: string): unknown {
  return {
    id: bypass.id,
    message: bypassText(bypass),
    ...("verdict" in bypass ? { verdict: bypass.verdict } : {}),
    ...(bypass.id === "B-8" ? { hops: bypass.hops } : {}),
    ...(bypass.id === "B-8" ? { witnesses: bypass.witnesses.map((each) => flowJson(each, ask)) } : {}),
    at: bypass.at === undefined ? null : originJson(bypass.at),
  };
}

function missingJson(missing: Missing): unknown {
  if (missing.code === "unsettled") return unsettledMissingJson(missing.reasons, missing);
  return { code: missing.code, message: missingText(missing) };
}

/** The same is missing of many groups for the same reasons. */
const unsettledMissingJson = oncePerAsked(
  ({ isWhole, to }: UnsettledMissing) => (isWhole ? "whole" : to),
  (reasons: UnsettledMissing["reasons"], missing: UnsettledMissing) =>
    new RepeatedJson({
      code: missing.code,
      message: missingText(missing),
      reasons: reasons.map(unsettledJson),
    }),
);

type UnsettledMissing = Extract<Missing, { code: "unsettled" }>;
