import { conjunction } from "../report/describe.js";
import { addConfigOption, addGateFromOption, withReviewedConfig } from "./found-config.js";
import { addOutputOption, keepInputs, parseOutputs, writeReports, type Output } from "./output.js";
import { addSourceOptions } from "./source-options.js";
import { addTestOptions, type TestOptions } from "./test-options.js";
import { addViewOptions } from "./view.js";
import { countedMutants, mergeMutants } from "../questions/mutate/merge.js";
import { judgeMutants, type JudgedMutant } from "../questions/mutate/mutate.js";
import { Progress } from "./progress.js";
import { scoreText } from "../report/test-mutants.js";
import { count } from "../base/text/count.js";
import { countedCells, mergeCells } from "../questions/cover/merge.js";
import { countsOf, titleOf, type TestedFile, type TestGate, type TestReport } from "../report/test-report.js";
import { coverageText } from "../report/test-coverage.js";
import { coverTests, type TestedCells } from "../questions/cover/coverage.js";
import { endingOf, negative, type Ending } from "./ending.js";
import { initTests } from "./test-init.js";
import { isComplete } from "../cluster/load/incomplete.js";
import { isGithub, today } from "./runner.js";
import { judgeTests, loadTests, testsFor, type LoadedTests } from "./test-run.js";
import { problemText } from "./question-errors.js";
import { addPluginOption, profileOf } from "./plugin-option.js";
import { SpareEndpoints } from "./spare-endpoints.js";
import { TEST_REPORTERS, type TestFormat } from "../report/test-reporters.js";
import { testFiles } from "./test-files.js";
import { UsageError } from "./exit.js";
import { watchTests, type OnLoaded } from "./test-watch.js";
import { addRenderOption, failForRender } from "./render.js";
import type { ExpectationProblem } from "../questions/expect/outcome.js";
import type { Io } from "./io.js";
import type { Judging } from "../questions/expect/judge.js";
import type { PolicyTest, TestFile } from "../questions/expect/test-file.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp test
  anp test tests --run 'database' --all
  anp test tests --watch
  anp test --init shop.anp-test.yaml -f k8s
  anp test k8s/shop.anp-test.yaml --snapshot prod.json.gz
  anp test tests --coverage --mutate
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
  addRenderOption(addSourceOptions(command));
  addPluginOption(command);
  addGateFromOption(addConfigOption(command));
  addViewOptions(command);
  command.addHelpText("after", EXAMPLES).action(async (paths: readonly string[], options: TestOptions) => {
    done(await runTests(paths, options, io));
  });
};

async function runTests(paths: readonly string[], typed: TestOptions, io: Io): Promise<Ending> {
  failForRender(typed, typed.watch === true ? ["--watch"] : []);
  const outputs = parseOutputs(typed.output, TEST_REPORTERS, isGithub(io) ? "github" : "text");
  if (typed.watch === true)
    return watchTests(paths, typed, outputs, io, (onLoaded) => runOnce(paths, typed, outputs, io, onLoaded));
  return runOnce(paths, typed, outputs, io);
}

async function runOnce(
  paths: readonly string[],
  typed: TestOptions,
  outputs: readonly Output<TestFormat>[],
  io: Io,
  onLoaded: OnLoaded = () => undefined,
): Promise<Ending> {
  const options = await withReviewedConfig(typed, io);
  if (options.init === true) return initTests(paths, options, typed, io);
  const files = chosen(testFiles(paths.length === 0 ? ["."] : paths, options, io), options);
  const each = files.flatMap((file) =>
    file.environments
      .filter((environment) => testsFor(file, environment).length > 0)
      .map((environment) => ({ file, environment })),
  );
  const isCovering = isAsked(options.coverage, options.minCoverage, outputs, ["cobertura", "lcov"]);
  const isMutating = isAsked(options.mutate, options.minScore, outputs, ["stryker"]);
  const tested: TestedFile[] = [];
  const covered: { readonly title: string; readonly tested: TestedCells }[] = [];
  const mutated: { readonly title: string; readonly judged: readonly JudgedMutant[] }[] = [];
  const spare = new SpareEndpoints();
  for (const { file, environment } of each) {
    const tests = await loadTests(file, environment, options, io, each.length > 1);
    onLoaded(tests);
    keepInputs(outputs, [...tests.loaded.met, file.file], io);
    const judging: Judging = {
      profile: profileOf(options, tests.cluster),
      namespace: options.namespace,
      today: today(),
    };
    spare.failIfNowhere(tests, options.namespace);
    const result = judgeTests(tests, judging);
    tested.push(result);
    if (isCovering)
      covered.push({ title: titleOf(result), tested: coverTests(tests.cluster, tests.tests, judging) });
    if (isMutating) mutated.push({ title: titleOf(result), judged: mutantsOfTests(tests, judging, io) });
  }
  const mutants = isMutating ? mergeMutants(mutated) : undefined;
  const coverage = isCovering ? mergeCells(covered) : undefined;
  const report: TestReport = {
    files: tested,
    showsAll: options.all ?? false,
    coverage,
    mutants,
    gates: [
      ...(coverage === undefined ? [] : coverageGates(coverage, options)),
      ...(mutants === undefined ? [] : scoreGates(mutants, options)),
    ],
    problemText: expectationProblem,
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

function isAsked(
  isNamed: boolean | undefined,
  least: number | undefined,
  outputs: readonly Output<TestFormat>[],
  formats: readonly TestFormat[],
): boolean {
  return isNamed === true || least !== undefined || outputs.some(({ format }) => formats.includes(format));
}

function mutantsOfTests(
  { cluster, tests, file }: LoadedTests,
  judging: Judging,
  io: Io,
): readonly JudgedMutant[] {
  const progress = new Progress(io.stderr);
  try {
    const onMutant = (done: number): void => progress.show(`${file.file.name}: ${done} changes tried`);
    return judgeMutants(cluster, tests, judging, { onMutant });
  } finally {
    progress.clear();
  }
}

function scoreGates(judged: readonly JudgedMutant[], { minScore }: TestOptions): TestGate[] {
  if (minScore === undefined) return [];
  const { killed, all } = countedMutants(judged);
  const share = { least: minScore, isMet: killed * 100 >= minScore * all, all };
  return [gate("mutation score", scoreText(judged), share, "no change to notice")];
}

/** A share that is wanted. Nobody asks for one of nothing: then the policies aren't among the sources. */
function gate(
  name: TestGate["name"],
  found: string,
  { least, isMet: isEnough, all }: { readonly least: number; readonly isMet: boolean; readonly all: number },
  nothing: string,
): TestGate {
  const isEmpty = all === 0 && least > 0;
  const isMet = isEnough && !isEmpty;
  const message = isMet ? found : `${found}; at least ${least} % wanted`;
  return { name, message, why: isEmpty ? `${name}: ${nothing}` : `${name} under ${least} %`, isMet };
}

function coverageGates(coverage: TestedCells, { minCoverage }: TestOptions): TestGate[] {
  if (minCoverage === undefined) return [];
  const { covered, all } = countedCells(coverage);
  const isMet = coverage.isWhole && covered * 100 >= minCoverage * all;
  const share = { least: minCoverage, isMet, all };
  return [gate("coverage", coverageText(coverage), share, "no rule entry to cover")];
}

/** Why an expectation cannot be tried. */
function expectationProblem(problem: ExpectationProblem): string {
  switch (problem.code) {
    case "too-many-pairs":
      return `${problem.count} pairs of endpoints, more than ${problem.most}: name fewer, or use "*" for one side`;
    case "no-such-policy":
      return `no policy ${problem.policy} in the input: write KIND/NAME or KIND/NAMESPACE/NAME`;
    case "port-leads-on": {
      const [ports, lead] = problem.ports.length === 1 ? ["port", "leads"] : ["ports", "lead"];
      return `${ports} ${conjunction(problem.ports.map(String))} of ${problem.node} ${lead} to pods (node port or hostPort): name the Service or the pods behind it`;
    }
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
    ...report.gates.filter(({ isMet }) => !isMet).map(({ why }) => why),
  ];
  const otherwise = negative(bad);
  const open = report.files.find(({ incompleteness }) => !isComplete(incompleteness));
  return open === undefined ? otherwise : endingOf(open.incompleteness, otherwise);
}
