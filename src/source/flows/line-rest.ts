import { LINE_NUMBERS, type LineNumber } from "./line-parts.js";
import { SLOT_KINDS, type PartScan } from "./part-scan.js";
import { readEpoch } from "./time.js";
import type { KnownRest, LearnedParts } from "./learned-parts.js";
import type { FlowRecord } from "./record.js";

const WHOLE: KnownRest = { type: "whole" };

/** What the rest of a line makes of it, by what its own reader said. */
export function restOf(records: readonly FlowRecord[], known: LearnedParts): KnownRest {
  const { scan, slots } = known;
  const [record] = records;
  if (record === undefined || slots.zero.some((slot) => isThere(scan, slot))) return WHOLE;
  const numbers = { first: -1, last: -1, count: -1, sourcePort: -1, port: -1 };
  for (const name of LINE_NUMBERS) {
    const own = slots[name].find((slot) => isThere(scan, slot)) ?? -1;
    // A line with one time has it twice.
    const isOnlyTime = name === "last" && own === -1 && record.last === record.first;
    const slot = isOnlyTime ? numbers.first : own;
    if (slot === -1) continue;
    if (records.every((each) => valueIn(scan, name, slot) === each[name])) numbers[name] = slot;
    else if (!isPort(name) || !records.every((each) => isWithoutPorts(each) && each[name] === undefined))
      return WHOLE;
  }
  const { viaPort } = slots;
  if (record.via !== undefined && viaPort.length > 0 && record.via.port !== viaPortIn(scan, viaPort))
    return WHOLE;
  return { type: "records", records, number: known.numberOf(records), numbers, counted: 0 };
}

/** The port of the Service in front, where it isn't one of the values that describe the destination. */
export function viaPortIn({ slots }: PartScan, own: readonly number[]): number | undefined {
  return own.map((slot) => slots[slot]!).find((value) => !Number.isNaN(value));
}

function isPort(name: LineNumber): boolean {
  return name === "sourcePort" || name === "port";
}

function isWithoutPorts({ protocol }: FlowRecord): boolean {
  return protocol !== "TCP" && protocol !== "UDP" && protocol !== "SCTP";
}

/** True for a number that may be another one in a line with the same rest: 0 and 1, which logs leave out, are a rest of their own. */
function isThere({ slots, kinds }: PartScan, slot: number): boolean {
  const kind = kinds[slot]!;
  return !Number.isNaN(slots[slot]!) && (kind <= SLOT_KINDS.time || kind === SLOT_KINDS.fraction);
}

function valueIn(scan: PartScan, name: LineNumber, slot: number): number {
  return name === "first" || name === "last" ? timeIn(scan, slot) : scan.slots[slot]!;
}

/** A time in milliseconds; -1 for no slot, NaN for no time. */
export function timeIn(scan: PartScan, slot: number): number {
  if (slot === -1) return -1;
  const value = scan.slots[slot]!;
  return scan.kinds[slot] === SLOT_KINDS.time ? value : (readEpoch(value) ?? Number.NaN);
}
