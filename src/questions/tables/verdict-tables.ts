import { addressTable, blockTable, handoverTable } from "./where-ends.js";
import { FoundEnds } from "./found-ends.js";
import { makerTable, nodeTable, podTable } from "./named-ends.js";
import { PairTables } from "./pair-tables.js";
import type { Halves } from "../replay/verdicts.js";
import type { ReplayEnd } from "../replay/ends.js";
import type { Segment, TimeSpan } from "../replay/state.js";
import type { Table } from "./table.js";
import type { Tally } from "../replay/tally.js";
import type { Work } from "../../base/limits/work.js";

/** What a query needs to judge a log where it is. */
export interface VerdictTables {
  /** All but the answers, whose words are a report's. */
  readonly tables: readonly Table<TableName>[];
  /** What the answers of intervals stand for, the first one 1; 0 is a Service without backends, or ends without a way. */
  readonly answers: readonly Halves[];
  /** What the ends of the tables stand for, by their number less 1. */
  readonly ends: ReadonlyMap<number, ReplayEnd>;
  readonly spans: readonly TimeSpan[];
  /** What records without a time are compared with. */
  readonly timeless: Segment;
  /** Where runs of ports begin that are counted with one, ascending; those below the first are by themselves. */
  readonly portStarts: readonly number[];
}

/** The tables that a query reads, by what they are called. */
export type TableName =
  | "pods"
  | "makers"
  | "nodes"
  | "addresses"
  | "blocks"
  | "handovers"
  | "found"
  | "listens"
  | "ends"
  | "families"
  | "pairs"
  | "intervals"
  | "answers";

/**
 * What every pair of ends that a log may have comes to, worked out before the log is read: the same ends and the same walk as in a
 * replay, over all of them at once. Ends are known by name and by address; the labels that a log has of them are not looked at.
 * @param tally counts nothing yet; its states are what is compared with
 * @param work what it may take
 */
export function verdictTables({ timeline, ends, folds }: Tally, work: Work | undefined): VerdictTables {
  const found = new FoundEnds(ends);
  const { spans } = timeline;
  const timeless = timeline.at(undefined);
  const segments = [...new Set([...spans.map(({ segment }) => segment), timeless])];
  const byName = [podTable, makerTable, nodeTable].map((make) => make(segments, ends, found));
  const byAddress = [addressTable, blockTable].map((make) => make(segments, ends, found));
  const pairs = new PairTables();
  for (const [i, state] of timeline.states.entries()) pairs.add(state, ends[i]!, i, found, work);
  return {
    tables: [
      ...byName,
      ...byAddress,
      handoverTable(ends),
      found.foundTable(),
      found.listensTable(),
      found.endsTable((end) => pairs.classOf(end)),
      found.familiesTable(),
      pairs.pairTable(),
      pairs.intervalTable(),
    ],
    answers: pairs.answers,
    ends: found.ends,
    spans,
    timeless,
    portStarts: folds.starts,
  };
}
