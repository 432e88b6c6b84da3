import { formatAddress, type Address } from "../../base/net/address.js";
import type { FoundEnd, ReplayEnd } from "./ends.js";
import type { TallyIdentity } from "./identity.js";
import type { Tally } from "./tally.js";
import type { TallyGroup } from "./tally-group.js";

/** The form of tallies that this program writes, and the only one that it reads. */
export const TALLY_VERSION = 1;

/** A log as a tally has it. */
export interface TalliedLog {
  readonly name: string;
  readonly format: string | undefined;
  readonly broken: string | undefined;
}

/** Which part of the logs a tally has counted. */
export interface TallyShard {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/**
 * A tally as values, each a line of JSON: what it is about, then one for each group, then how many these are, for a tally
 * that was cut looks like one of less traffic (`schemas/tally.json`).
 */
export function* tallyValues(
  tally: Tally,
  logs: readonly TalliedLog[],
  shard: TallyShard,
  { states, changes }: TallyIdentity,
): Generator<object> {
  const { counts } = tally;
  yield {
    anpTally: TALLY_VERSION,
    shard,
    states: states.map(({ taken, digest }) => ({ taken: taken ?? null, digest })),
    changes,
    logs: logs.map(({ name, format, broken }) => ({ name, format: format ?? null, broken: broken ?? null })),
    records: counts.records,
    lost: counts.lost,
    first: counts.first ?? null,
    last: counts.last ?? null,
    unjudged: [...counts.unjudged].map(([reason, { count, place }]) => ({ reason, count, ...place })),
    skipped: Object.fromEntries(counts.skipped),
    bad: [...counts.bad.values()],
    seen: Object.fromEntries(counts.seen),
  };
  let groups = 0;
  for (const group of tally.groups) {
    groups++;
    yield groupJson(group);
  }
  yield { groups };
}

function groupJson(group: TallyGroup): object {
  const { from, to, protocol, ports, family, point, fate, isSelf, count, first, last, place, sample, named } =
    group;
  return {
    state: from.state,
    from: endJson(from),
    to: endJson(to),
    protocol: protocol ?? null,
    ports: ports ?? null,
    family: family ?? null,
    point,
    fate,
    isSelf,
    count,
    first: first ?? null,
    last: last ?? null,
    ...place,
    sample: { from: addressJson(sample.from), to: addressJson(sample.to) },
    named: named ?? null,
  };
}

function endJson({ found, isByNode }: ReplayEnd): object {
  return { ...foundJson(found), isByNode };
}

function foundJson(found: FoundEnd): object {
  switch (found.type) {
    case "address":
    case "service":
      return { type: found.type, address: formatAddress(found.address) };
    case "node":
      return { type: found.type, name: found.name, address: addressJson(found.address) };
    case "pod":
    case "workload":
    case "labels":
      return found;
  }
}

function addressJson(address: Address | undefined): string | null {
  return address === undefined ? null : formatAddress(address);
}
