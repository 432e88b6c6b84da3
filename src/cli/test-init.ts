import { sourcesOrConfigured } from "./found-config.js";
import { DIRECTIONS } from "../cluster/model/policy.js";
import { DISK } from "../input/disk.js";
import { REFERENCE } from "../semantics/match/profile.js";
import { dirname, relative, resolve } from "node:path";
import { draftFile, type DraftFacts } from "../report/draft-file.js";
import { draftTests } from "../questions/draft/draft.js";
import { endingOf, type Ending } from "./ending.js";
import { failWithoutObjects, loadFromOptions, reportLoading } from "./load-sources.js";
import { incompletenessOf } from "../cluster/load/incomplete.js";
import { LimitReached } from "../base/limits/work.js";
import { profileOf, tellPlugin } from "./plugin-option.js";
import { shellWord } from "../base/text/shell-word.js";
import { UsageError } from "./exit.js";
import { testRoot } from "./test-sources.js";
import { namesBelow, withSlashes } from "../input/path-names.js";
import { writeWholeFile } from "./write-file.js";
import type { Cluster } from "../cluster/model/cluster.js";
import type { Io } from "./io.js";
import type { TestOptions } from "./test-options.js";

/**
 * Writes tests of what holds today: into a new file, or to standard output where none is named.
 * @param typed the options without those of a config, which the tests will be read with too
 * @throws {UsageError} for a file that is there already, and for options about tests that are run
 */
export async function initTests(
  paths: readonly string[],
  options: TestOptions,
  typed: TestOptions,
  io: Io,
): Promise<Ending> {
  const idle = OF_RUNS.find(([key]) => typed[key] !== undefined);
  if (idle !== undefined)
    throw new UsageError(`--init and ${idle[1]} can't be combined`, "write the tests, then run them");
  const [file, ...others] = paths;
  if (others.length > 0) throw new UsageError("--init writes one file", "name the manifests with -f");
  if (file !== undefined && DISK.typeOf(resolve(io.cwd(), file)).value !== undefined)
    throw new UsageError(`${file} is there already`, "name a new file, such as shop.anp-test.yaml");
  if (file !== undefined && !/\.anp-test\.ya?ml$/i.test(file))
    throw new UsageError(
      `${file} would not be found as a test file`,
      "its name has to end in .anp-test.yaml",
    );
  const sources = sourcesOrConfigured(options, io);
  const folder = file === undefined ? io.cwd() : dirname(resolve(io.cwd(), file));
  const isStored = sources.base !== undefined || sources.paths.includes("-");
  const own = isStored ? [] : pathsFrom(folder, sources.paths, io);
  const loaded = await loadFromOptions(options, sources, { purpose: "flows" }, io);
  reportLoading(loaded, options, io);
  tellPlugin(loaded.cluster, options, io);
  failWithoutObjects(loaded, sources.paths);
  const profile = profileOf(options, loaded.cluster);
  const draft = draftWithin(() => draftTests(loaded.cluster, profile), loaded.cluster);
  if (draft.tests.length === 0)
    throw new UsageError("nothing to test: no policy selects a workload of the input");
  const text = draftFile(draft, own, factsOf(typed));
  if (file === undefined) io.stdout.write(text);
  else {
    writeWholeFile(file, io.cwd(), [text]);
    // A test file doesn't say how policies are read.
    const { plugin, profile: named } = typed;
    const how = [
      ...(plugin === undefined ? [] : ["--plugin", plugin]),
      ...(named === undefined || named === REFERENCE.name ? [] : ["--profile", named]),
    ];
    io.stderr.write(`wrote ${file}; next: ${["anp test", ...[file, ...how].map(shellWord)].join(" ")}\n`);
  }
  if (draft.isCut)
    io.stderr.write(
      `anp: the draft isn't whole\n     ${[...factsToName(loaded.cluster), MORE_ROOM].join("; ")}\n`,
    );
  return endingOf(incompletenessOf(loaded));
}

/** Options about tests that are run. */
const OF_RUNS = [
  ["run", "--run"],
  ["all", "--all"],
  ["coverage", "--coverage"],
  ["minCoverage", "--min-coverage"],
  ["mutate", "--mutate"],
  ["minScore", "--min-score"],
  ["output", "-o"],
] as const;

/** What was said of the cluster, as a test file says it: without it the tests would not hold. */
function factsOf({ podCidr, serviceCidr, nodeCidr, dnsService, clusterDomain }: TestOptions): DraftFacts {
  return {
    ...(podCidr === undefined ? {} : { podCidrs: podCidr }),
    ...(serviceCidr === undefined ? {} : { serviceCidrs: serviceCidr }),
    ...(nodeCidr === undefined ? {} : { nodeCidrs: nodeCidr }),
    ...(dnsService === undefined ? {} : { dnsService }),
    ...(clusterDomain === undefined ? {} : { domain: clusterDomain }),
  };
}

/** Paths as a test file in a folder has them. @throws {UsageError} for one that it must not name */
function pathsFrom(folder: string, paths: readonly string[], io: Io): readonly string[] {
  const root = testRoot(folder, io);
  return paths.map((path) => {
    const absolute = resolve(io.cwd(), path);
    if (namesBelow(root, absolute) === undefined)
      throw new UsageError(
        `${path} is outside of ${relative(io.cwd(), root) || "the work tree"}, which a test file must not leave`,
        "write the file beside its manifests",
      );
    return withSlashes(relative(folder, absolute) || ".");
  });
}

function draftWithin<T>(make: () => T, cluster: Cluster): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    throw new UsageError(
      "the limits of a run were reached before any test was drafted",
      [...factsToName(cluster), MORE_ROOM, "name fewer manifests with -f"].join("; "),
    );
  }
}

const MORE_ROOM = "--timeout and --max-work allow more";

/** What would settle a cluster whose policies have addresses that may be pods'. */
function factsToName({ policies, facts }: Cluster): readonly string[] {
  const hasBlock = policies.some((policy) =>
    DIRECTIONS.some((direction) =>
      policy.rules[direction]?.rules.some(
        ({ peers }) => !peers.all && peers.items.some(({ type }) => type === "addresses"),
      ),
    ),
  );
  return hasBlock && facts.podBlocks.length === 0
    ? ["say with --pod-cidr where pods' addresses are: without it any private address may be a pod's"]
    : [];
}
