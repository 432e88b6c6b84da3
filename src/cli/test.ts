import { addConfigOption, withConfig } from "./config.js";
import { addOutputOption, keepInputs, parseOutputs, writeReports } from "./output.js";
import { addSourceOptions } from "./source-options.js";
import { addTestOptions, type TestOptions } from "./test-options.js";
import { addViewOptions } from "./view.js";
import { askAgain } from "./ask-again.js";
import { asOverlay, readSources, type Sources } from "./sources.js";
import { count } from "../base/text/count.js";
import { countsOf, type TestedFile, type TestReport } from "../report/test-report.js";
import { endingOf, negative, type Ending } from "./ending.js";
import {
  failForFacts,
  failWithoutObjects,
  loadInputs,
  reportLoading,
  type LoadedSources,
} from "./load-sources.js";
import { incompletenessOf, isComplete } from "../cluster/load/incomplete.js";
import { judgeTest, type Judging } from "../questions/expect/judge.js";
import { overlayOf, sourcesOfTests } from "./test-sources.js";
import { placeText } from "../report/place.js";
import { problemText } from "./question-errors.js";
import { PROFILES, REFERENCE } from "../semantics/match/profile.js";
import { readInputs } from "../input/inputs.js";
import { inputOptions } from "./sources.js";
import { shellWord } from "../base/text/shell-word.js";
import { TEST_REPORTERS } from "../report/test-reporters.js";
import { testFiles } from "./test-files.js";
import { UsageError } from "./exit.js";
import type { FlowCommand, ExpectationProblem } from "../questions/expect/outcome.js";
import type { Input } from "../cluster/load/input.js";
import type { Io } from "./io.js";
import type { PolicyTest, TestFile } from "../questions/expect/test-file.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp test
  anp test tests --run 'database' --all
  anp test k8s/shop.anp-test.yaml --snapshot prod.json.gz
  anp test tests -o junit=anp.xml -o text`;

/** Registers `anp test`. */
export const addTestCommand: Register = (program, io, done) => {
  const command = program
    .command("test")
    .summary("check what policies must and must not allow")
    .description(
      "Runs the tests in *.anp-test.yaml files: which flows policies must allow and deny, and who alone may reach what, proved for every pod, future pod and address.",
    )
    .argument("[paths...]", "test files, folders or globs (default: the current folder)");
  addTestOptions(command);
  addOutputOption(command, TEST_REPORTERS, "text; github in GitHub Actions");
  addSourceOptions(command);
  addConfigOption(command);
  addViewOptions(command);
  command.addHelpText("after", EXAMPLES).action(async (paths: readonly string[], options: TestOptions) => {
    done(await runTests(paths, options, io));
  });
};

async function runTests(paths: readonly string[], typed: TestOptions, io: Io): Promise<Ending> {
  const options = withConfig(typed, io);
  const isOnGithub = io.env["GITHUB_ACTIONS"] === "true";
  const outputs = parseOutputs(options.output, TEST_REPORTERS, isOnGithub ? "github" : "text");
  const files = chosen(testFiles(paths.length === 0 ? ["."] : paths, options, io), options);
  const today = new Date().toISOString().slice(0, 10);
  const judging: Judging = {
    profile: PROFILES.get(options.profile ?? REFERENCE.name) ?? REFERENCE,
    namespace: options.namespace,
    today,
  };
  const tested: TestedFile[] = [];
  for (const file of files) {
    const sources = sourcesOfTests(file, options, io);
    const loaded = await loadedFor(file, sources, options, io);
    reportLoading(loaded, options, io, files.length > 1 ? file.file.name : undefined);
    failWithoutObjects(loaded, sources.paths);
    keepInputs(outputs, [...loaded.met, file.file], io);
    tested.push({
      file: file.file,
      outcomes: file.tests.map((test) => judgeTest(loaded.cluster, test, judging)),
      incompleteness: incompletenessOf(loaded),
      explain: (question) => commandFor(question, file, sources, options, io),
    });
  }
  const report: TestReport = {
    files: tested,
    showsAll: options.all ?? false,
    problemText: (problem) => expectationProblem(problem),
  };
  writeReports(report, TEST_REPORTERS, outputs, options, io);
  return endingOfTests(report);
}

/** The tests that `--run` names, in their files. @throws {UsageError} where it names none */
function chosen(files: readonly TestFile[], { run }: TestOptions): readonly TestFile[] {
  if (run === undefined) return files;
  const pattern = regexOf(run);
  const isChosen = ({ name }: PolicyTest): boolean => pattern.test(name);
  const some = files
    .map((file) => ({ ...file, tests: file.tests.filter(isChosen) }))
    .filter(({ tests }) => tests.length > 0);
  if (some.length === 0) throw new UsageError(`no test's name matches --run ${JSON.stringify(run)}`);
  return some;
}

function regexOf(text: string): RegExp {
  try {
    return new RegExp(text, "u");
  } catch {
    throw new UsageError(`--run ${JSON.stringify(text)} is not a regular expression`);
  }
}

/** Loads what a file's tests are about, with what exists in them alone. @throws {UsageError} where the cluster has that already */
async function loadedFor(
  file: TestFile,
  sources: Sources,
  options: TestOptions,
  io: Io,
): Promise<LoadedSources> {
  const names = file.tests.flatMap(({ expectations }) =>
    expectations.flatMap(({ from, to, except }) => [...from, ...to, ...except].map(({ text }) => text)),
  );
  async function* inputs(isWhole: boolean): AsyncGenerator<Input> {
    yield* readSources(sources, options, { purpose: "flows", names }, io);
    const overlay = overlayOf(file, io);
    if (overlay.length > 0)
      for await (const input of readInputs(inputOptions(options, overlay, io))) yield asOverlay(input);
    if (isWhole) for (const each of file.newNamespaces) yield namespaceInput(file, each);
  }
  if (file.newNamespaces.length > 0) {
    const { cluster } = await loadInputs(inputs(false), options, "flows", io);
    for (const { name, at } of file.newNamespaces)
      if (cluster.namespaces.get(name)?.isKnown === true)
        throw new UsageError(
          `${placeText(at)}: namespace ${name} exists`,
          "write its name alone: its labels are known",
        );
  }
  const loaded = await loadInputs(inputs(true), options, "flows", io);
  failForFacts(loaded, options);
  return loaded;
}

function namespaceInput({ file }: TestFile, { name, labels }: TestFile["newNamespaces"][number]): Input {
  const object = { apiVersion: "v1", kind: "Namespace", metadata: { name, labels } };
  return {
    type: "file",
    file: { name: `${file.name} (namespace ${name})`, text: JSON.stringify(object) },
    isNamed: true,
    isOverlay: true,
  };
}

/** The command that shows a flow; none where it hangs on a namespace that the tests alone have. */
function commandFor(
  { from, to, port, protocol }: FlowCommand,
  file: TestFile,
  sources: Sources,
  options: TestOptions,
  io: Io,
): string | undefined {
  const isMade = [from, to].some((end) => file.newNamespaces.some(({ name }) => end.startsWith(`${name}/`)));
  if (isMade || sources.paths.includes("-")) return undefined;
  const whole = { ...sources, paths: [...sources.paths, ...overlayOf(file, io)] };
  const words = [
    ...(port === undefined ? [] : ["--port", port]),
    ...(protocol === undefined ? [] : ["--protocol", protocol.toLowerCase()]),
    ...(options.profile === undefined || options.profile === REFERENCE.name
      ? []
      : ["--profile", options.profile]),
  ];
  return `anp explain${askAgain(whole, options)} ${[from, to, ...words].map(shellWord).join(" ")}`;
}

/** Why an expectation cannot be tried. */
function expectationProblem(problem: ExpectationProblem): string {
  switch (problem.code) {
    case "too-many-pairs":
      return `${problem.count} pairs of endpoints, more than ${problem.most}: name fewer, or use "*" for one side`;
    case "no-such-policy":
      return `no policy ${problem.policy} in the input: write KIND/NAME or KIND/NAMESPACE/NAME`;
    case "limit":
      return "not decided within the limits of the run";
    case "nothing-between":
      return "nothing to test: no two different endpoints match";
    default:
      return problemText(problem);
  }
}

/** A test that could not be tried is a mistake, one that fails a negative answer. @throws {UsageError} for the first */
function endingOfTests(report: TestReport): Ending {
  const { failed, error } = countsOf(report);
  const bad = [
    ...(failed > 0 ? [`${count(failed, "test")} failed`] : []),
    ...(error > 0 ? [`${count(error, "test")} could not be tried`] : []),
  ];
  const otherwise = negative(bad);
  const open = report.files.find(({ incompleteness }) => !isComplete(incompleteness));
  return open === undefined ? otherwise : endingOf(open.incompleteness, otherwise);
}
