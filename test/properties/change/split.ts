import type { Change } from "../law.js";
import type { Random } from "../generate/random.js";
import type { AdminPort, NetworkPolicyPeer, NetworkPolicyPort } from "../../reference/kubernetes.js";
import { bitsOf, blockOf, formatBlock, parseBlock, type Block } from "../../../src/base/net/address.js";
import { withPolicyValues } from "./objects.js";

/** Every CIDR as its two halves; each half of an ipBlock with the exceptions that lie in it. */
export const splitCidrs: Change = (made) =>
  withPolicyValues(made, (value, key) => {
    if (!Array.isArray(value)) return value;
    if (key === "networks") return unlessSame(value, [...new Set((value as string[]).flatMap(splitNetwork))]);
    if (key !== "from" && key !== "to") return value;
    return unlessSame(value, (value as NetworkPolicyPeer[]).flatMap(splitPeer));
  });

function splitNetwork(text: string): readonly string[] {
  const halves = halvesOf(parseBlock(text)!);
  return halves.length === 0 ? [text] : halves.map(formatBlock);
}

function splitPeer(peer: NetworkPolicyPeer): readonly NetworkPolicyPeer[] {
  if (!peer.ipBlock) return [peer];
  const excepts = (peer.ipBlock.except ?? []).map((text) => parseBlock(text)!);
  const halves = halvesOf(parseBlock(peer.ipBlock.cidr)!);
  // An exception is smaller than its CIDR: it lies in one half, or is all of it.
  const left = halves.filter((half) => !excepts.some((except) => isWithin(half, except)));
  if (left.length === 0) return [peer];
  return left.map((half) => {
    const own = excepts.filter((except) => isWithin(except, half)).map(formatBlock);
    return { ipBlock: { cidr: formatBlock(half), ...(own.length === 0 ? {} : { except: own }) } };
  });
}

function halvesOf({ family, first, last, prefix }: Block): readonly Block[] {
  if (prefix === bitsOf(family)) return [];
  return [first, last].map((value) => blockOf({ family, value }, prefix + 1)!);
}

function isWithin(inner: Block, outer: Block): boolean {
  return inner.family === outer.family && outer.first <= inner.first && inner.last <= outer.last;
}

/** Every range of ports as two. */
export const splitPortRanges: Change = (made, random) =>
  withPolicyValues(made, (value, key) => {
    if (!Array.isArray(value) || (key !== "ports" && key !== "protocols")) return value;
    const split = key === "ports" ? splitPort : splitProtocol;
    return unlessSame(
      value,
      value.flatMap((item: object) => split(item, random)),
    );
  });

function splitPort(item: NetworkPolicyPort & AdminPort, random: Random): readonly object[] {
  const { port, endPort, portRange } = item;
  if (typeof port === "number" && typeof endPort === "number" && port < endPort) {
    return twoRanges(port, endPort, random).map(([first, last]) => ({ ...item, port: first, endPort: last }));
  }
  if (!portRange || portRange.start >= portRange.end) return [item];
  return twoRanges(portRange.start, portRange.end, random).map(([start, end]) => ({
    portRange: { ...portRange, start, end },
  }));
}

function splitProtocol(item: object, random: Random): readonly object[] {
  const [entry] = Object.entries(item) as [string, { destinationPort?: { range?: Range } }][];
  const range = entry?.[1].destinationPort?.range;
  if (entry === undefined || range === undefined) return [item];
  return twoRanges(range.start, range.end, random).map(([start, end]) => {
    // A range of a ClusterNetworkPolicy has more than one port.
    const destinationPort = start === end ? { number: start } : { range: { start, end } };
    return { [entry[0]]: { ...entry[1], destinationPort } };
  });
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function twoRanges(first: number, last: number, random: Random): readonly (readonly [number, number])[] {
  const middle = first + random.below(last - first);
  return [
    [first, middle],
    [middle + 1, last],
  ];
}

function unlessSame<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  return after.every((item, index) => item === before[index]) && after.length === before.length
    ? before
    : after;
}
