import type { Address, Family } from "../../base/net/address.js";
import type { PortRange } from "../../base/net/port-set.js";
import type { Protocol } from "../../base/net/traffic.js";
import type { RecordedPoint, RecordedRule } from "../../source/flows/record.js";
import type { ReplayEnd } from "./ends.js";

/** Where a record is: the number of its file in the order of the call, from 0, and its line, from 1; 0 where a database has counted. */
export interface RecordPlace {
  readonly file: number;
  readonly line: number;
}

/** What of a record is compared; `dropped` by a policy, `would-drop` where it isn't enforced yet. */
export type ComparedFate = "allowed" | "dropped" | "would-drop" | "dropped-somehow";

/** Records that nothing tells apart: they are judged once. */
export interface TallyGroup {
  readonly from: ReplayEnd;
  readonly to: ReplayEnd;
  /** Undefined for ICMP and other protocols without ports. */
  readonly protocol: Protocol | undefined;
  readonly ports: PortRange | undefined;
  /** Undefined where the log has no addresses. */
  readonly family: Family | undefined;
  readonly point: RecordedPoint;
  readonly fate: ComparedFate;
  /** True for a pod that reaches itself. */
  readonly isSelf: boolean;
  count: number;
  first: number | undefined;
  last: number | undefined;
  /** The first of them, in the order of files and lines. */
  place: RecordPlace;
  /** Its addresses at that place, of ends that are nothing but an address. */
  sample: AddressSample;
  /** What the log named at that place as deciding. */
  named: RecordedRule | undefined;
}

/** The addresses of a record whose ends stand for many. */
export interface AddressSample {
  readonly from: Address | undefined;
  readonly to: Address | undefined;
}

/** Every hook that a record may be of, in the order of their numbers in keys. */
export const RECORDED_POINTS: readonly RecordedPoint[] = ["egress", "ingress", "connection", "unknown"];

/** Every {@link ComparedFate}, in the order of their numbers in keys. */
export const COMPARED_FATES: readonly ComparedFate[] = [
  "allowed",
  "dropped",
  "would-drop",
  "dropped-somehow",
];

const PORTED: readonly (Protocol | undefined)[] = [undefined, "TCP", "UDP", "SCTP"];

const FAMILY_NUMBERS: readonly (Family | undefined)[] = [undefined, "IPv4", "IPv6"];

/** What a group is beside its ends, as one number. */
export function kindOf(
  port: number,
  protocol: Protocol | undefined,
  family: Family | undefined,
  point: RecordedPoint,
  fate: ComparedFate,
  isSelf: boolean,
): number {
  let kind = port * PORTED.length + PORTED.indexOf(protocol);
  kind = kind * FAMILY_NUMBERS.length + FAMILY_NUMBERS.indexOf(family);
  kind = kind * RECORDED_POINTS.length + RECORDED_POINTS.indexOf(point);
  kind = kind * COMPARED_FATES.length + COMPARED_FATES.indexOf(fate);
  return kind * 2 + (isSelf ? 1 : 0);
}

/** What {@link kindOf} has put together. */
export function kindFrom(
  kind: number,
): Pick<TallyGroup, "protocol" | "family" | "point" | "fate" | "isSelf"> & { readonly port: number } {
  let left = kind;
  const next = (count: number): number => {
    const own = left % count;
    left = Math.floor(left / count);
    return own;
  };
  const isSelf = next(2) === 1;
  const fate = COMPARED_FATES[next(COMPARED_FATES.length)]!;
  const point = RECORDED_POINTS[next(RECORDED_POINTS.length)]!;
  const family = FAMILY_NUMBERS[next(FAMILY_NUMBERS.length)];
  const protocol = PORTED[next(PORTED.length)];
  return { port: left, protocol, family, point, fate, isSelf };
}
