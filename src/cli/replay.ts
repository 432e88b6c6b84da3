import { addPluginOption } from "./plugin-option.js";
import { addRenderOption, failForRender } from "./render.js";
import { addReplayOptions, failForEngine, shardIn, type ReplayOptions } from "./replay-options.js";
import { addSourceOptions } from "./source-options.js";
import { addOutputOption, keepInputs, parseOutputs, writeReport, writeReports } from "./output.js";
import { addViewOptions } from "./view.js";
import type { ReplayedLog, ReplayReport } from "../report/replay-report.js";
import type { TallyShard } from "../questions/replay/tally-text.js";
import { compareTally } from "../questions/replay/compare.js";
import { count } from "../base/text/count.js";
import { proposalEffects } from "../questions/replay/proposal.js";
import { encodeJsonLine } from "../report/encode.js";
import { endingOf, FINE, incomplete, negative, type Ending } from "./ending.js";
import { loadReplayStates, statesIncompleteness } from "./replay-states.js";
import { mergeTallies, tallyLines, tallyLogs } from "./replay-logs.js";
import { noteConditions } from "./offer-acceptances.js";
import { REPLAY_REPORTERS } from "../report/replay-reporters.js";
import { emptyText, replayFaults } from "../report/replay-words.js";
import { sqlWritingIn, writeSql } from "./replay-sql.js";
import { Tally } from "../questions/replay/tally.js";
import { UsageError } from "./exit.js";
import { wholeNumber, workOf } from "./limits.js";
import { joinedIncompleteness } from "../cluster/load/incomplete.js";
import type { Io } from "./io.js";
import type { Register } from "./register.js";
import type { ReplayFailure } from "./replay-options.js";

const EXAMPLES = `
Examples:
  hubble observe -o json | anp replay - --context prod
  anp replay flows.jsonl --snapshot prod.json.gz
  anp replay flows.jsonl --snapshot mon.json.gz --snapshot tue.json.gz
  anp replay flows.csv -f manifests --fail-on drift
  anp replay flows.jsonl --snapshot prod.json.gz -f manifests/shop --fail-on cut
  anp replay flows.jsonl.gz --format hubble -f manifests -o csv
  anp replay flows.jsonl --snapshot prod.json.gz --shard 0/2
  anp replay flows.csv -f manifests --engine duckdb
  anp replay --sql spark --table log --format plain -f manifests --out-dir sql
  anp replay --merge part-0.jsonl part-1.jsonl --snapshot prod.json.gz`;

/** Registers `anp replay`. */
export const addReplayCommand: Register = (program, io, done) => {
  const command = program
    .command("replay")
    .summary("compare recorded traffic with the policies")
    .description(
      "Reads logs of traffic and compares each record with what the policies say about that half of the flow. Lists what a policy dropped and the policies allow, what passed and they deny, and what they don't settle, each with the deciding line and the likely cause; and the rules that no recorded flow used. With -f beside --snapshot or --context, it shows which recorded flows the change would cut.",
    )
    .argument("[flows...]", "files, plain or packed with gzip, or - for standard input");
  addReplayOptions(command);
  addOutputOption(command, REPLAY_REPORTERS, "text");
  addRenderOption(addSourceOptions(command));
  addPluginOption(command);
  addViewOptions(command);
  command.addHelpText("after", EXAMPLES).action(async (flows: readonly string[], options: ReplayOptions) => {
    done(await runReplay(flows, options, io));
  });
};

async function runReplay(paths: readonly string[], options: ReplayOptions, io: Io): Promise<Ending> {
  failForRender(options, []);
  const outputs = parseOutputs(options.output, REPLAY_REPORTERS, "text");
  const maxBad = wholeNumber(options.maxBad, "--max-bad");
  const shard = shardIn(options);
  const writing = sqlWritingIn(options, paths);
  if (writing === undefined && paths.length === 0)
    throw new UsageError(
      "missing logs",
      "name the files that hold recorded traffic: anp replay FLOWS -f k8s",
    );
  failForEngine(options);
  if (shard !== undefined && options.output !== undefined)
    throw new UsageError("--shard prints a tally: -o belongs to --merge");
  if (paths.includes("-") && (options.filename ?? []).includes("-"))
    throw new UsageError("standard input can be read only once", "use a file for the logs or the manifests");
  const states = await loadReplayStates(options, io);
  const isGate = !options.failOn.includes("never");
  if (states.proposed === undefined && isGate && options.failOn.includes("cut"))
    throw new UsageError(
      "--fail-on cut needs a change to the cluster",
      "name the cluster with --snapshot or --context, and what changes with -f or --delete",
    );
  keepInputs(outputs, [...states.all.flatMap(({ met }) => met), ...paths.map((name) => ({ name }))], io);
  const tally = new Tally(states.timeline, states.proposed === undefined ? [] : [states.proposed.cluster]);
  if (writing !== undefined) {
    const work = workOf({ ...options });
    if (states.proposed !== undefined)
      throw new UsageError("--sql is about one cluster: a change to it is none", "leave -f and --delete out");
    await writeSql(
      tally,
      writing,
      states.all.flatMap(({ met }) => met),
      work,
      io,
    );
    return endingOf(joinedIncompleteness(statesIncompleteness(states, false), work.limit));
  }
  const logs = await counted(tally, paths, options, shard, io);
  if (shard !== undefined) {
    writeReport(tallyPieces(tallyLines(tally, logs, shard)), undefined, io);
    return FINE;
  }
  // Reading logs takes as long as they are; what is limited is judging them.
  const work = workOf({ ...options });
  const result = compareTally(tally, work);
  const effects = states.proposed === undefined ? undefined : proposalEffects(tally, states.proposed, work);
  const incompleteness = joinedIncompleteness(statesIncompleteness(states, isGate), work.limit);
  const found = { result, effects, logs, states: states.shown, incompleteness, maxBad, empty: undefined };
  const empty = isGate ? emptyText(found, options.failOn.includes("cut")) : undefined;
  const report: ReplayReport = { ...found, empty };
  writeReports(report, REPLAY_REPORTERS, outputs, options, io);
  if (outputs.every(({ format }) => format === "csv")) noteConditions(incompleteness.conditions, io);
  return ending(report, options.failOn);
}

async function counted(
  tally: Tally,
  paths: readonly string[],
  options: ReplayOptions,
  shard: TallyShard | undefined,
  io: Io,
): Promise<readonly ReplayedLog[]> {
  if (options.engine === "duckdb") {
    const { tallyWithDuckDb } = await import("./replay-duckdb.js");
    const mostUnpacked = wholeNumber(options.maxUnpacked, "--max-unpacked");
    const asked = { format: options.format, mostUnpacked, work: workOf({ ...options }) };
    return tallyWithDuckDb(tally, paths, asked, io);
  }
  if (options.merge === true) return mergeTallies(tally, paths, options, io);
  return tallyLogs(tally, paths, options, io, shard);
}

function* tallyPieces(values: Iterable<object>): Generator<string> {
  for (const each of values) yield `${encodeJsonLine(each)}\n`;
}

function ending(report: ReplayReport, failOn: readonly ReplayFailure[]): Ending {
  const { outcomes } = report.result;
  const named = (...any: readonly ReplayFailure[]): boolean =>
    !failOn.includes("never") && any.some((each) => failOn.includes(each));
  const cut = (report.effects?.rows ?? [])
    .filter(({ effect }) => effect !== "freed")
    .reduce((sum, each) => sum + each.count, 0);
  const reasons = [
    ...(named("drift", "dropped") && outcomes.dropped > 0
      ? [`${count(outcomes.dropped, "record", "records")} dropped that policies allow`]
      : []),
    ...(named("drift", "passed") && outcomes.passed > 0
      ? [`${count(outcomes.passed, "record", "records")} passed that policies deny`]
      : []),
    ...(named("open") && outcomes.open > 0
      ? [`${count(outcomes.open, "record", "records")} that policies don't settle`]
      : []),
    ...(named("cut") && cut > 0
      ? [`${count(cut, "record", "records")} that the change doesn't allow any more`]
      : []),
  ];
  const answer = endingOf(report.incompleteness, negative(reasons));
  const faults = [...replayFaults(report), ...(report.empty === undefined ? [] : [report.empty])];
  return faults.length === 0 ? answer : incomplete(faults.join("; "), answer);
}
