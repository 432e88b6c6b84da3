import { isReplyByItself } from "./reply.js";
import { LAST_PORT } from "../../base/net/port-set.js";
import type { AlikeRecords } from "../../source/flows/reader.js";
import type { ComparedFate } from "./tally-group.js";
import type { Family } from "../../base/net/address.js";
import type { FlowRecord, RecordedEnd, RecordedPoint } from "../../source/flows/record.js";
import type { NotJudged } from "./outcome.js";
import type { Protocol } from "../../base/net/traffic.js";
import type { PortFolds } from "./port-folds.js";
import type { RecordEnd } from "./find-end.js";

/** What counting a record needs of one of its ends: kept together, for it is looked at for every line. */
export interface CountedEnd {
  /** Why it is compared with nothing. */
  readonly reason: NotJudged | undefined;
  /** The number of the end, and of the pod on its node, among those of all states. */
  readonly number: number;
  readonly byNode: number;
  readonly isOnHost: boolean;
  readonly self: string | undefined;
  readonly listens: ReadonlySet<string>;
  readonly family: Family | undefined;
  /** The same number, from 1, for ends that count alike; 0 where nobody has compared it with others. */
  readonly alike: number;
}

/** @param found what it was then */
export function countedEnd(end: RecordedEnd, found: RecordEnd): CountedEnd {
  const family = familyOf(end);
  if (typeof found === "string")
    return {
      reason: found,
      number: 0,
      byNode: 0,
      isOnHost: false,
      self: undefined,
      listens: NONE,
      family,
      alike: 0,
    };
  const { isOnHost, self, listens } = found;
  return {
    reason: undefined,
    number: found.end.number,
    byNode: found.byNode.number,
    isOnHost,
    self,
    listens,
    family,
    alike: 0,
  };
}

/** The family of an end's address, where it has one. */
export function familyOf(end: RecordedEnd): Family | undefined {
  return "address" in end ? end.address?.family : undefined;
}

const NONE: ReadonlySet<string> = new Set();

/** What counting a record needs of all of it that isn't an end or one of its own numbers. */
export interface CountedLike {
  /** Why it is compared with nothing, whatever its ends are. */
  readonly reason: NotJudged | undefined;
  readonly fate: ComparedFate;
  readonly isReply: boolean | "ports";
  readonly protocol: FlowRecord["protocol"];
  /** The protocol, where it has ports. */
  readonly ported: Protocol | undefined;
  readonly point: RecordedPoint;
  readonly seen: FlowRecord["seen"];
}

/** @param record any of those that are like it: its ends and its own numbers aren't looked at */
export function countedLike(record: FlowRecord): CountedLike {
  const { reply, protocol, point, seen } = record;
  const fate = fateOf(record);
  const isCompared = fate !== "no-verdict" && fate !== "other-drop";
  const own = reply === "yes" ? "reply" : protocol === "unknown" ? "unknown-protocol" : undefined;
  return {
    reason: isCompared ? own : fate,
    fate: isCompared ? fate : "allowed",
    isReply: isReplyByItself(record),
    protocol,
    ported: protocol === "TCP" || protocol === "UDP" || protocol === "SCTP" ? protocol : undefined,
    point,
    seen,
  };
}

function fateOf({ seen, cause }: FlowRecord): ComparedFate | "no-verdict" | "other-drop" {
  if (seen === "allowed" || seen === "would-drop") return seen;
  if (seen === "none") return "no-verdict";
  if (cause?.code === "other") return "other-drop";
  return cause === undefined || cause.code === "unknown" ? "dropped-somehow" : "dropped";
}

/** What records like this one hang on besides: what is compared with nothing, on nothing. */
export function needsOf({ reason, isReply, ported }: CountedLike): ReturnType<AlikeRecords["needs"]> {
  const ends = reason === undefined;
  const client = ends && isReply === "ports";
  return { ends, port: ends && (client || ported !== undefined), client };
}

/** Ports that are counted as one, and ports of clients that tell the same of which way a packet went. */
export function portClasses(folds: PortFolds): Pick<AlikeRecords, "portClasses" | "clientClasses"> {
  const portClasses = new Uint16Array(LAST_PORT + 1);
  for (let port = 0; port < folds.starts[0]!; port++) portClasses[port] = port;
  const clientClasses = new Uint16Array(LAST_PORT + 1).fill(folds.servedAs(0));
  for (const start of folds.starts) {
    portClasses.fill(start, start);
    clientClasses.fill(folds.servedAs(start), start);
  }
  return { portClasses, clientClasses };
}

/** What was made of the parts that a reader has numbers for. */
export class CountedParts {
  readonly numbering: object;
  readonly ends: (CountedEnd | undefined)[] = [];
  readonly likes: (CountedLike | undefined)[] = [];

  /** @param numbering of {@link RepeatedRecord} */
  constructor(numbering: object) {
    this.numbering = numbering;
  }
}

/** Puts a value at its number, between others that may come later. */
export function putAt<T>(list: (T | undefined)[], number: number, value: T): T {
  while (list.length < number) list.push(undefined);
  list[number] = value;
  return value;
}
