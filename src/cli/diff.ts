import { addConfigOption, addGateFromOption, withReviewedConfig } from "./found-config.js";
import { addPluginOption, tellPlugin } from "./plugin-option.js";
import { isGithub } from "./runner.js";
import {
  addDiffOptions,
  isFailing,
  statesIn,
  type States,
  type DiffOptions,
  type StatesOptions,
} from "./diff-options.js";
import { addOutputOption, appendToFile, keepInputs, parseOutputs, writeReports } from "./output.js";
import { askAgain } from "./ask-again.js";
import { changedPolicies } from "../linter/alerts/changed-policies.js";
import { addSourceOptions } from "./source-options.js";
import { reportLoading } from "./load-sources.js";
import { addViewOptions } from "./view.js";
import { diff, type Diff } from "../questions/diff/diff.js";
import { DIFF_REPORTERS } from "../report/diff-reporters.js";
import { diffNotes } from "../questions/diff/notes.js";
import { count } from "../base/text/count.js";
import { endingOf, incomplete, negative, type Ending } from "./ending.js";
import { incompletenessOf } from "../cluster/load/incomplete.js";
import { PLAIN_VIEW } from "../report/view.js";
import { loadStates, type LoadedState } from "./diff-sources.js";
import { addRenderOption, failForRender } from "./render.js";
import { profileOfCluster } from "../semantics/plugins/profile-of.js";
import { REFERENCE, type Profile } from "../semantics/match/profile.js";
import { FlowUses, rankedByUse } from "../questions/replay/flow-uses.js";
import { replayFaults } from "../report/replay-words.js";
import { Tally } from "../questions/replay/tally.js";
import { tallyLogs } from "./replay-logs.js";
import { Timeline } from "../questions/replay/state.js";
import { UsageError } from "./exit.js";
import { wholeNumber } from "./limits.js";
import { flowCount } from "../questions/diff/group.js";
import type { Cluster } from "../cluster/model/cluster.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";
import type { DiffReport, DiffState } from "../report/diff-report.js";
import type { Io } from "./io.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp diff k8s manifests
  anp diff --git main -f manifests
  anp diff --git HEAD -f manifests -o md=comment.md -o text
  anp diff k8s -f manifests/shop/policies.yaml
  anp diff --context prod -f manifests/shop/policies.yaml --fail-on opened
  anp diff --snapshot prod.json.gz --delete netpol/shop/batch-stays-inside \\
    --fail-on never
  anp diff --context staging --context prod
  anp diff --snapshot prod.json.gz -f manifests/shop --flows flows.jsonl \\
    --fail-on never
  helm template . | anp diff manifests - --fail-on any`;

/** Registers `anp diff`. */
export const addDiffCommand: Register = (program, io, done) => {
  const command = program
    .command("diff")
    .summary("show which flows a change opens or closes")
    .description(
      "Compares two states of a cluster. Lists the flows that open, close, or become undefined or unknown, each with the rule that decides it before and after. Alerts report NetworkPolicies that the Admin tier now overrides, and policies that now share a priority.",
    )
    .argument(
      "[before]",
      "file, folder or glob, or - for standard input; clusters named by options come first; if it is the only state, -f adds or replaces objects",
    )
    .argument("[after]", "the same, for the state after");
  addDiffOptions(command);
  addOutputOption(command, DIFF_REPORTERS, "text; github in GitHub Actions");
  addRenderOption(addSourceOptions(command));
  addPluginOption(command);
  addGateFromOption(addConfigOption(command));
  addViewOptions(command);
  command
    .addHelpText("after", EXAMPLES)
    .action(async (before: string | undefined, after: string | undefined, options: DiffOptions) => {
      done(await runDiff([before, after], options, io));
    });
};

async function runDiff(args: readonly (string | undefined)[], typed: DiffOptions, io: Io): Promise<Ending> {
  failForRender(typed, []);
  const options = await withReviewedConfig(typed, io);
  const outputs = parseOutputs(options.output, DIFF_REPORTERS, isGithub(io) ? "github" : "text");
  const states = statesIn(
    args.flatMap((arg) => arg ?? []),
    options,
  );
  const { before, after } = await loadStates(states, options, io);
  reportLoading(before.loaded, options, io, "before");
  reportLoading(after.loaded, options, io, "after");
  keepInputs(outputs, [...before.loaded.met, ...after.loaded.met], io);
  const [first, second] = [before.loaded.cluster, after.loaded.cluster];
  tellPlugin(first, options, io, "before");
  tellPlugin(second, options, io, "after");
  const profile = commonProfile(first, second);
  const found = diff(first, second, profile);
  const used = await usesOf(before, second, profile, options, io);
  const changes = used === undefined ? found.changes : rankedByUse(found.changes, used.uses);
  const compared = { ...found, changes };
  const report: DiffReport = {
    diff: compared,
    before: stateOf(before, options),
    after: withUncompared(stateOf(after, options), found),
    notes: diffNotes(first, second, compared),
    ask: askAfter(states, typed),
    alerts: await alertsOf(first, second),
    uses: used?.uses,
    isFailing: (change) => isFailing(change, options.failOn),
  };
  writeReports(report, DIFF_REPORTERS, outputs, options, io);
  if (outputs.some(({ format }) => format === "github")) writeJobSummary(report, io);
  const answer = ending(report, options);
  const faults = used?.faults ?? [];
  return faults.length === 0 ? answer : incomplete(faults.join("; "), answer);
}

/** How often the logs that the options name have flows, and why they can't be relied on. */
async function usesOf(
  { name, loaded: { cluster } }: LoadedState,
  after: Cluster,
  profile: Profile,
  options: DiffOptions,
  io: Io,
): Promise<{ readonly uses: FlowUses; readonly faults: readonly string[] } | undefined> {
  const maxBad = wholeNumber(options.maxBad, "--max-bad");
  if (options.flows === undefined) {
    if (options.format !== undefined)
      throw new UsageError("--format is about logs", "name them with --flows");
    return undefined;
  }
  const tally = new Tally(new Timeline([{ name, cluster, profile, taken: undefined }]), [after]);
  const logs = await tallyLogs(tally, options.flows, options, io);
  return { uses: new FlowUses(tally), faults: replayFaults({ logs, maxBad, result: tally }) };
}

/** The profile of both states. @throws {UsageError} for two of different plugins: what they come to can't be compared rule by rule */
export function commonProfile(before: Cluster, after: Cluster): Profile {
  const [first, second] = [before, after].map((each) => profileOfCluster(each));
  if (first?.name !== second?.name)
    throw new UsageError(
      `the two states have different network plugins: ${first?.name ?? ""} before, ${second?.name ?? ""} after`,
      "name one with --plugin",
    );
  return second ?? REFERENCE;
}

/** What makes anp explain read the state afterwards; undefined for files over files, which it cannot lay over one another. */
export function askAfter(states: States, options: StatesOptions): string | undefined {
  switch (states.form) {
    case "two":
      return askAgain(states.after, options);
    case "git":
      return askAgain({ base: undefined, paths: states.paths }, options);
    case "overlay": {
      const { base, paths } = states.base;
      return paths.length === 0 ? askAgain({ base, paths: states.overlay }, options) : undefined;
    }
  }
}

/** What it takes to find them is loaded only where policies differ at all. */
export async function alertsOf(before: Cluster, after: Cluster): Promise<readonly Diagnostic[]> {
  if (changedPolicies(before, after).length === 0) return [];
  const { alertsBetween } = await import("../linter/alerts/alerts.js");
  return alertsBetween(before, after);
}

/** One of the two states, as a report of both names it. */
export function stateOf({ name, loaded }: LoadedState, { failOn }: StatesOptions): DiffState {
  return { name, incompleteness: incompletenessOf(loaded, !failOn.includes("never")) };
}

/** Without a pod, policies that differ change nothing that could be seen: nothing is known, and not that nothing changes. */
export function withUncompared(state: DiffState, { hasPods, selectingNothing }: Diff): DiffState {
  if (hasPods || selectingNothing.length === 0) return state;
  const { incompleteness } = state;
  return {
    ...state,
    incompleteness: {
      ...incompleteness,
      uncompared: selectingNothing.map(({ ref }) => ref),
      // What is done later may reach it.
      get limit() {
        return incompleteness.limit;
      },
    },
  };
}

/** GitHub shows the file that this variable names below the job; steps add to it. */
function writeJobSummary(report: DiffReport, io: Io): void {
  const file = io.env["GITHUB_STEP_SUMMARY"];
  if (file !== undefined && file !== "")
    appendToFile([...DIFF_REPORTERS.md(report, PLAIN_VIEW)].join(""), file, io);
}

/** What was not read may change any flow, whatever the others come to. */
function ending(
  { diff: { changes }, alerts: raised, before, after, isFailing: fails }: DiffReport,
  { failOn }: DiffOptions,
): Ending {
  const failing = changes.filter(fails).reduce((sum, each) => sum + flowCount(each), 0);
  const named = failOn.filter((each) => each !== "alert" && each !== "never").join(", ");
  const isAlerted = failOn.includes("alert") && raised.length > 0;
  const answer = negative([
    ...(failing > 0 ? [`${count(failing, "flow")} at --fail-on ${named}`] : []),
    ...(isAlerted ? [`${count(raised.length, "alert", "alerts")} at --fail-on alert`] : []),
  ]);
  const whole = endingOf(after.incompleteness, answer);
  return endingOf(before.incompleteness, whole);
}
