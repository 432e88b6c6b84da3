import { asOverlay, inputOptions, readSources } from "./sources.js";
import { explainCommand } from "./ask-again.js";
import {
  failForFacts,
  failWithoutObjects,
  loadTree,
  reportLoading,
  type LoadedSources,
} from "./load-sources.js";
import { incompletenessOf } from "../cluster/load/incomplete.js";
import { judgeTest, type Judging } from "../questions/expect/judge.js";
import { encode } from "../report/encode.js";
import { MissingPathError } from "../input/walk.js";
import { placeText } from "../report/place.js";
import { tellPlugin } from "./plugin-option.js";
import { readInputs } from "../input/inputs.js";
import { sourcesOfTests, type TestSources } from "./test-sources.js";
import { UsageError } from "./exit.js";
import { withNamespaces } from "../questions/expect/new-namespaces.js";
import type { Cluster } from "../cluster/model/cluster.js";
import type { TestEnvironment, PolicyTest, TestFile } from "../questions/expect/test-file.js";
import type { FetchFile } from "../cluster/roots/tree-files.js";
import type { FlowCommand } from "../questions/expect/outcome.js";
import type { Input } from "../cluster/load/input.js";
import type { Io } from "./io.js";
import { titleOf, type TestedFile } from "../report/test-report.js";
import type { TestOptions } from "./test-options.js";

/** A test file with its cluster in one environment. */
export interface LoadedTests {
  readonly file: TestFile;
  readonly environment: TestEnvironment;
  /** Those of the file that are about this environment. */
  readonly tests: readonly PolicyTest[];
  readonly of: TestSources;
  readonly loaded: LoadedSources;
  /** The cluster with what exists in the tests alone. */
  readonly cluster: Cluster;
  readonly explain: (question: FlowCommand) => string | undefined;
}

/** Loads what the tests of a file are about in an environment. @throws {UsageError} where the cluster has what is said to be new */
export async function loadTests(
  file: TestFile,
  environment: TestEnvironment,
  typed: TestOptions,
  io: Io,
  isOneOfMany: boolean,
): Promise<LoadedTests> {
  const options = withFacts(typed, environment);
  const of = sourcesOfTests(file, environment, options, io);
  const loaded = await loadedFor(file, of, options, io);
  reportLoading(
    loaded,
    options,
    io,
    isOneOfMany ? titleOf({ file: file.file, environment: environment.name }) : undefined,
  );
  tellPlugin(loaded.cluster, options, io);
  failWithoutObjects(loaded, of.sources.paths);
  const made = withNamespaces(loaded.cluster, file.newNamespaces);
  if (!made.ok) {
    const { name, at } = made.problem;
    throw new UsageError(
      `${placeText(at)}: namespace ${name} exists`,
      "write its name alone: its labels are known",
    );
  }
  return {
    file,
    environment,
    tests: testsFor(file, environment),
    of,
    loaded,
    cluster: made.value,
    explain: (question) => commandFor(question, file, of, options),
  };
}

/** The tests of a file that are about an environment. */
export function testsFor({ tests }: TestFile, { name }: TestEnvironment): readonly PolicyTest[] {
  return tests.filter(({ environments }) => name === undefined || (environments?.includes(name) ?? true));
}

/** Tries the tests of a file. */
export function judgeTests(of: LoadedTests, judging: Judging): TestedFile {
  const { file, environment, tests, loaded, cluster, explain } = of;
  return {
    file: file.file,
    environment: environment.name,
    outcomes: tests.map((test) => judgeTest(cluster, test, judging)),
    incompleteness: incompletenessOf(loaded, true),
    explain,
  };
}

/** What the options say of the cluster counts before what the file says. */
function withFacts(options: TestOptions, { facts }: TestEnvironment): TestOptions {
  if (facts === undefined) return options;
  const { podCidrs, serviceCidrs, nodeCidrs, dnsService, domain } = facts;
  const some = (texts: readonly string[]): readonly string[] | undefined =>
    texts.length === 0 ? undefined : texts;
  const given = {
    podCidr: options.podCidr ?? some(podCidrs),
    serviceCidr: options.serviceCidr ?? some(serviceCidrs),
    nodeCidr: options.nodeCidr ?? some(nodeCidrs),
    dnsService: options.dnsService ?? dnsService,
    clusterDomain: options.clusterDomain ?? domain,
  };
  return {
    ...options,
    ...(Object.fromEntries(Object.entries(given).filter(([, each]) => each !== undefined)) as TestOptions),
  };
}

async function loadedFor(
  file: TestFile,
  { sources, overlay }: TestSources,
  options: TestOptions,
  io: Io,
): Promise<LoadedSources> {
  const names = file.tests.flatMap(({ expectations }) =>
    expectations.flatMap(({ from, to, except }) => [...from, ...to, ...except].map(({ text }) => text)),
  );
  async function* inputs(onFetch: (fetch: FetchFile) => void): AsyncGenerator<Input> {
    try {
      yield* readSources(sources, options, { purpose: "flows", names }, io, onFetch);
      if (overlay.length > 0)
        for await (const input of readInputs(inputOptions(options, overlay, io))) yield asOverlay(input);
    } catch (error) {
      throw missingSource(error, file, options);
    }
  }
  const paths = [...sources.paths, ...overlay];
  const loaded = await loadTree(inputs, { options, paths }, "flows", io);
  failForFacts(loaded, options);
  return loaded;
}

/** A path that the test file names as one that is missing there; any other error as it is. */
function missingSource(error: unknown, { file }: TestFile, { filename = [] }: TestOptions): unknown {
  if (!(error instanceof MissingPathError) || filename.includes(error.path)) return error;
  return new UsageError(
    `${encode(file.name)}: ${error.message}`,
    "sources and overlays are relative to the folder of the test file",
  );
}

/** The command that shows a flow; none where it hangs on a namespace that the tests alone have. */
function commandFor(
  { from, to, port, protocol }: FlowCommand,
  file: TestFile,
  { sources, overlay }: TestSources,
  options: TestOptions,
): string | undefined {
  const isMade = [from, to].some((end) => file.newNamespaces.some(({ name }) => end.startsWith(`${name}/`)));
  if (isMade || sources.paths.includes("-")) return undefined;
  const whole = { ...sources, paths: [...sources.paths, ...overlay] };
  return explainCommand({ from, to, port, protocol, profile: options.profile }, whole, options);
}
