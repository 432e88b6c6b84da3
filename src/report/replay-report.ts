import type { Incompleteness } from "../cluster/load/incomplete.js";
import type { LogGap } from "../source/flows/reader.js";
import type { ProposalEffects } from "../questions/replay/proposal.js";
import type { ReplayResult } from "../questions/replay/compare.js";

/** A comparison of recorded traffic with policies as it is reported. */
export interface ReplayReport {
  readonly result: ReplayResult;
  /** What a proposed change does to the traffic, where one was given. */
  readonly effects: ProposalEffects | undefined;
  readonly logs: readonly ReplayedLog[];
  /** The states that records are compared with, in the order of their times. */
  readonly states: readonly ReplayedState[];
  readonly incompleteness: Incompleteness;
  /** Why nothing could have failed, where something was to; in words. */
  readonly empty: string | undefined;
  /** Lines that can't be read: so many are let pass. */
  readonly maxBad: number;
}

/** A log that was read. */
export interface ReplayedLog {
  readonly name: string;
  /** The id of its format; undefined where no line told one. */
  readonly format: string | undefined;
  readonly lacks: readonly LogGap[];
  /** True where it has a format, such as the header of a table, and no record; undefined where tallies of shards don't tell. */
  readonly isWithoutRecords?: boolean;
  /** Why it wasn't read to its end; undefined where it was. */
  readonly broken: string | undefined;
}

/** A state of the cluster, as reports name it. */
export interface ReplayedState {
  readonly name: string;
  readonly taken: number | undefined;
  /** What makes `anp explain` read it: ` --snapshot prod.json.gz`. */
  readonly ask: string;
}

/** How many lines could not be read. */
export function badLines({
  result: { counts },
}: {
  readonly result: Pick<ReplayReport["result"], "counts">;
}): number {
  return [...counts.bad.values()].reduce((sum, { count }) => sum + count, 0);
}
