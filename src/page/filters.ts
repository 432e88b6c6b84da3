import { ALL_TRAFFIC, PROTOCOLS, trafficOf, unionTraffic, type Traffic } from "../base/net/traffic.js";
import type { FlowGrid } from "./grid.js";
import type { PairShare } from "../questions/matrix/pair-share.js";

/** What of a map is looked at. */
export interface Filters {
  /** A part of names, or `key=value` of a label. */
  readonly text: string;
  readonly place: string;
  readonly port: string;
  readonly share: PairShare | "";
  /** Leaves out who talks to everybody. */
  readonly hidesHubs: boolean;
}

/** The traffic that a port stands for: `443` of every protocol, `53/udp`; undefined for what is no port. */
export function askedTraffic(port: string): Traffic | undefined {
  if (port.trim() === "") return ALL_TRAFFIC;
  const [, first = "", last = first, word] =
    /^\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?(?:\/(tcp|udp|sctp))?\s*$/i.exec(port) ?? [];
  const range = [Number(first), Number(last || first)] as const;
  if (first === "" || range[0] < 1 || range[1] > 65_535 || range[0] > range[1]) return undefined;
  const protocols = PROTOCOLS.filter((each) => word === undefined || each === word.toUpperCase());
  return protocols.map((each) => trafficOf(each, [range])).reduce(unionTraffic);
}

/** More rows than these are not compared with all others. */
const MOST_COMPARED = 3000;

/** Of the rows that it can talk to, who talks to so many talks to everybody. */
const EVERYBODY = 0.9;

/** The numbers of the rows that filters leave, in their order. */
export function shownRows(
  grid: FlowGrid,
  { text, place, hidesHubs }: Filters,
  asked: Traffic,
): readonly number[] {
  const { rows, places } = grid.data;
  const placeOf = rows.map(() => "");
  for (const { name, first, count } of places) placeOf.fill(name, first, first + count);
  const wanted = text.trim().toLowerCase();
  const shown = rows.flatMap(({ name, labels }, i): number[] => {
    if (place !== "" && placeOf[i] !== place) return [];
    const isMeant =
      wanted === "" ||
      name.toLowerCase().includes(wanted) ||
      labels.some((each) => each.toLowerCase().includes(wanted));
    return isMeant ? [i] : [];
  });
  if (!hidesHubs || shown.length > MOST_COMPARED) return shown;
  const isOpen = (from: number, to: number): boolean => {
    const share = grid.share(from, to, asked);
    return share === "allowed" || share === "part";
  };
  const talksToAll = (
    row: number,
    isPair: (other: number) => boolean,
    isMet: (other: number) => boolean,
  ): boolean => {
    const others = shown.filter((other) => other !== row && isPair(other));
    return others.length > 2 && others.filter(isMet).length >= EVERYBODY * others.length;
  };
  return shown.filter(
    (row) =>
      !talksToAll(
        row,
        (other) => grid.hasPair(row, other),
        (other) => isOpen(row, other),
      ) &&
      !talksToAll(
        row,
        (other) => grid.hasPair(other, row),
        (other) => isOpen(other, row),
      ),
  );
}
