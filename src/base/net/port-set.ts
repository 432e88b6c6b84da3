/** A run of ports, both ends included. */
export type PortRange = readonly [first: number, last: number];

/** Sorted, disjoint, non-adjacent runs of ports from 1 to 65535. */
export type PortSet = readonly PortRange[];

/** The lowest port that a rule can name; port 0 is no port of traffic. */
export const FIRST_PORT = 1;

/** The highest port: ports have 16 bits. */
export const LAST_PORT = 65535;

/** The empty set, one value for all. */
export const NO_PORTS: PortSet = [];

/** 1 to 65535 as one run; the same value always, so that operations see it without comparing runs. */
export const ALL_PORTS: PortSet = [[FIRST_PORT, LAST_PORT]];

/** The union of runs; an empty run (first > last) adds nothing. */
export function portSet(ranges: Iterable<PortRange>): PortSet {
  const sorted = [...ranges].filter(([first, last]) => first <= last).toSorted((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [first, last] of sorted) {
    const previous = joined.at(-1);
    if (previous === undefined || first > previous[1] + 1) joined.push([first, last]);
    else if (last > previous[1]) previous[1] = last;
  }
  return joined;
}

/** The ports in both sets; one pass over the runs of both. */
export function intersectPorts(a: PortSet, b: PortSet): PortSet {
  if (a === ALL_PORTS || a === b) return b;
  if (b === ALL_PORTS) return a;
  if (a.length === 0 || b.length === 0) return NO_PORTS;
  const result: PortRange[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [aFirst, aLast] = a[i] as PortRange;
    const [bFirst, bLast] = b[j] as PortRange;
    const first = Math.max(aFirst, bFirst);
    const last = Math.min(aLast, bLast);
    if (first <= last) result.push([first, last]);
    if (aLast < bLast) i++;
    else j++;
  }
  return result;
}

/** True for sets of the same ports. */
export function samePorts(a: PortSet, b: PortSet): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    const [aFirst, aLast] = a[i] as PortRange;
    const [bFirst, bLast] = b[i] as PortRange;
    if (aFirst !== bFirst || aLast !== bLast) return false;
  }
  return true;
}

/** True where two sets have a port in common. */
export function portsMeet(a: PortSet, b: PortSet): boolean {
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [aFirst, aLast] = a[i] as PortRange;
    const [bFirst, bLast] = b[j] as PortRange;
    if (aFirst <= bLast && bFirst <= aLast) return true;
    if (aLast < bLast) i++;
    else j++;
  }
  return false;
}

/** The ports of `a` that `b` does not have. */
export function subtractPorts(a: PortSet, b: PortSet): PortSet {
  if (a.length === 0 || b.length === 0) return a;
  if (a === b || b === ALL_PORTS) return NO_PORTS;
  return intersectPorts(a, complementPorts(b));
}

/** The ports of either set, with neighbouring runs joined. */
export function unionPorts(a: PortSet, b: PortSet): PortSet {
  if (a.length === 0 || a === b) return b;
  if (b.length === 0) return a;
  const joined: [number, number][] = [];
  let last: [number, number] | undefined;
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const left = a[i];
    const right = b[j];
    const isLeft = right === undefined || (left !== undefined && left[0] <= right[0]);
    const [first, end] = (isLeft ? left : right) as PortRange;
    if (isLeft) i++;
    else j++;
    if (last === undefined || first > last[1] + 1) joined.push((last = [first, end]));
    else if (end > last[1]) last[1] = end;
  }
  return joined;
}

function complementPorts(set: PortSet): PortSet {
  const result: PortRange[] = [];
  let from = FIRST_PORT;
  for (const [first, last] of set) {
    if (first > from) result.push([from, first - 1]);
    from = last + 1;
  }
  if (from <= LAST_PORT) result.push([from, LAST_PORT]);
  return result;
}

/** True for ports 1 to 65535. */
export function isEveryPort(ports: PortSet): boolean {
  const [only] = ports;
  return ports === ALL_PORTS || (ports.length === 1 && only?.[0] === FIRST_PORT && only[1] === LAST_PORT);
}
