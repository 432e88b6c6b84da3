import { check, Mismatch } from "./run.js";
import { compareTally, type ReplayResult } from "../../src/questions/replay/compare.js";
import { deciderKey } from "../../src/semantics/evaluate/decider.js";
import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { folderWith } from "../support/folder.js";
import { addJudged, judgeWithDuckDb, type JudgedLogs } from "../../src/cli/replay-duckdb.js";
import { load, requireAccepted } from "./program.js";
import { LOG_FORMATS } from "../../src/source/flows/formats.js";
import { LogParser } from "../../src/source/flows/log-parser.js";
import { Random } from "./generate/random.js";
import { REFERENCE, STRICT, type Loaded } from "../../src/index.js";
import { smaller } from "./generate/smaller.js";
import { Tally } from "../../src/questions/replay/tally.js";
import { Timeline } from "../../src/questions/replay/state.js";
import { decidersText, writtenLogs, type WrittenLog } from "./recorded-logs.js";
import type { NotJudged, ReplayOutcome } from "../../src/questions/replay/outcome.js";

/** How many records a run has compared, by what became of them. */
export type EngineCounts = Map<ReplayOutcome | NotJudged | "bad", number>;

/** Reads the same generated logs as a replay does and with DuckDB, and compares every row and count. */
export async function checkEngines(runs: number): Promise<EngineCounts> {
  const counts: EngineCounts = new Map();
  await check({
    name: "recorded traffic by two engines",
    arbitrary: scenario,
    runs,
    isSlow: true,
    part: 870,
    holds: async (made) => {
      const random = new Random(made.spelling + 7);
      const loaded = await load(made);
      requireAccepted(loaded);
      const later: Loaded[] = [];
      for (let i = random.below(4); i > 0; i--) later.push(...(await loadedLater(made, random)));
      await holdLogs(made, [loaded, ...later], writtenLogs(made, random), counts);
    },
    smaller,
    show: describe,
  });
  return counts;
}

/** The cluster a while later: some of its pods have ended, and some have addresses that others had. */
async function loadedLater(made: Scenario, random: Random): Promise<readonly Loaded[]> {
  const left = made.objects.filter(({ kind }) => kind !== "Pod" || random.below(3) > 0);
  const pods = left.filter(({ kind }) => kind === "Pod");
  const handed = new Map(pods.map((pod, i) => [pod, pods[(i + 1) % pods.length]]));
  const objects = left.map((each) => {
    const other = random.below(3) === 0 ? handed.get(each) : undefined;
    return other === undefined ? each : { ...each, status: other["status"] };
  });
  const loaded = await load({ ...made, objects });
  return loaded.cluster.workloads.length === 0 ? [] : [loaded];
}

const FIRST = Date.UTC(2026, 10, 23, 8);
/** Between two times at which the cluster is read. */
const WHILE = 10_000;

/** Asks the database about all logs in one run, so that its tables are worked out once. */
async function holdLogs(
  made: Scenario,
  loaded: readonly Loaded[],
  written: readonly WrittenLog[],
  counts: EngineCounts,
): Promise<void> {
  const profile = made.spelling % 2 === 0 ? REFERENCE : STRICT;
  const timeline = (): Timeline =>
    new Timeline(
      loaded.map(({ cluster }, i) => ({ name: `state ${i}`, cluster, profile, taken: FIRST + i * WHILE })),
    );
  const cwd = folderWith(Object.fromEntries(written.map(({ name, text }) => [name, text])));
  const io = { cwd: () => cwd };
  const options = { format: undefined, mostUnpacked: Number.MAX_SAFE_INTEGER, work: undefined };
  const names = written.map(({ name }) => name);
  const streamed = new Tally(timeline());
  for (const [file, log] of written.entries()) readAll(streamed, log, file);
  const counted = new Tally(timeline());
  const judged = await judgeWithDuckDb(counted, names, options, io);
  addJudged(counted, judged);
  const [expected, found] = [compareTally(streamed), compareTally(counted)];
  hold("rows", rowsOf(expected), rowsOf(found));
  hold("counts", countsOf(expected), countsOf(found));
  // The query's own verdicts, which a report of this program doesn't use.
  hold("verdicts", verdictsOf(expected), verdictsIn(judged));
  for (const [outcome, count] of Object.entries(expected.outcomes))
    add(counts, outcome as ReplayOutcome, count);
  for (const [reason, { count }] of expected.counts.unjudged) add(counts, reason, count);
  for (const { count } of expected.counts.bad.values()) add(counts, "bad", count);
}

function add<K>(counts: Map<K, number>, key: K, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function readAll(tally: Tally, { text }: WrittenLog, file: number): void {
  const parser = new LogParser(LOG_FORMATS, {
    record: (record, line) => tally.record(record, { file, line }),
    skip: (reason) => tally.skip(reason),
    bad: (fault, line) => tally.bad(fault, { file, line }),
    lost: (events) => void (tally.counts.lost += events),
  });
  parser.push(new TextEncoder().encode(text));
  parser.end();
}

function hold(what: string, expected: readonly string[], found: readonly string[]): void {
  const [a, b] = [expected.toSorted(), found.toSorted()];
  const missing = a.filter((each) => !b.includes(each));
  const more = b.filter((each) => !a.includes(each));
  if (missing.length + more.length > 0 || a.length !== b.length)
    throw new Mismatch(
      `${what} differ\nonly streamed:\n${missing.join("\n")}\nonly counted:\n${more.join("\n")}`,
    );
}

/** Everything but which line was the first, and what hangs on it. */
function rowsOf({ rows }: ReplayResult): readonly string[] {
  return rows.map((row) =>
    JSON.stringify([
      row.outcome,
      row.from,
      row.to,
      row.protocol,
      row.ports,
      row.fate,
      row.points,
      row.verdict,
      row.steps.map(({ decider, direction }) => deciderKey(decider, direction)),
      row.reasons,
      row.state,
      row.count,
      row.first,
      row.last,
    ]),
  );
}

function countsOf({ counts, outcomes, unused }: ReplayResult): readonly string[] {
  const bad = [...counts.bad.values()].reduce((sum, { count }) => sum + count, 0);
  return [
    JSON.stringify([counts.records, counts.lost, counts.first, counts.last, outcomes, bad]),
    ...[...counts.unjudged].map(([reason, { count }]) => `${reason} ${count}`),
    ...[...counts.seen].map(([kind, count]) => `${kind} ${count}`),
    `${unused.total} ${unused.rules.map(({ rule }) => rule.index).join()} ${unused.silent.join()} ${unused.dropsOnly.join()}`,
  ];
}

/** Records by what they came to, and why, in words. */
function verdictsOf({ rows, counts }: ReplayResult): readonly string[] {
  const sums = new Map<string, number>();
  for (const row of rows)
    add(
      sums,
      `${row.outcome} ${row.from} ${row.to} ${row.protocol} ${row.ports?.[0]} ${row.fate} ${row.verdict} ${decidersText(row.steps)}`,
      row.count,
    );
  for (const [reason, { count }] of counts.unjudged) add(sums, reason, count);
  return [...sums].map(([key, count]) => `${count} ${key}`);
}

function verdictsIn({ logs, tables }: JudgedLogs): readonly string[] {
  const sums = new Map<string, number>();
  for (const row of logs.flatMap(({ rows }) => rows)) {
    if (["bad-line", "lost-events"].includes(row.not_judged)) continue;
    const isPorted = row.protocol !== "none";
    const halves = tables.answers[row.answer - 1];
    const half = row.point === "egress" || row.point === "ingress" ? halves?.[row.point] : halves?.both;
    const key =
      row.outcome === "not-judged"
        ? row.not_judged
        : `${row.outcome} ${row.from_label} ${row.to_label} ${isPorted ? row.protocol : undefined} ${isPorted ? row.lo_port : undefined} ${row.fate} ${row.verdict} ${decidersText(half?.steps ?? [])}`;
    add(sums, key, row.n);
  }
  return [...sums].map(([key, count]) => `${count} ${key}`);
}
