import { addSnapshotOptions, type SnapshotOptions } from "./snapshot-options.js";
import { Anonymiser } from "../cluster/snapshot/anonymise/anonymiser.js";
import { asUsageError } from "./load-sources.js";
import { clusterRole } from "../cluster/snapshot/cluster-role.js";
import { collectSnapshot, type Collected } from "../cluster/snapshot/collect.js";
import { DEFAULT_LIMITS } from "../input/limits.js";
import { FINE, incomplete, type Ending } from "./ending.js";
import { isOnlyListed } from "../cluster/kinds/stored-kinds.js";
import { forbiddenText } from "../report/incomplete-text.js";
import { UsageError } from "./exit.js";
import { keepInputs } from "./output.js";
import { keyedHash } from "./keyed-hash.js";
import { readSources, sourceName, sourcesIn, type Sources } from "./sources.js";
import { snapshotPieces } from "../cluster/snapshot/pieces.js";
import { snapshotText, unreadText } from "../report/snapshot-text.js";
import { writeSnapshot } from "./write-snapshot.js";
import type { Io } from "./io.js";
import type { Register } from "./register.js";
import type { SnapshotFacts } from "../cluster/load/snapshot-facts.js";

const EXAMPLES = `
Without --snapshot, --context and --kubeconfig it reads the cluster of kubectl's
current context, and changes nothing there.

A snapshot contains names, namespaces, labels, owners, addresses and ports of
pods, nodes, Services, Ingresses and routes, and the policies. It never contains
Secrets, ConfigMaps, environments, arguments, volumes or annotations.

With --anonymize, words are replaced by words of the same length; addresses keep
their common prefixes and their special ranges. The key is random for each run
and never stored.

Examples:
  kubectl get pods,nodes,services,namespaces,networkpolicies -A -o yaml |
    anp snapshot --snapshot - --file cluster.json.gz
  anp snapshot --snapshot cluster.json.gz --anonymize --file to-share.json
  anp snapshot --print-rbac`;

/** Registers `anp snapshot`. */
export const addSnapshotCommand: Register = (program, io, done) => {
  const command = program
    .command("snapshot")
    .summary("save the parts of a cluster that affect policy")
    .description("Saves what the other commands need to know about a cluster in one file, for --snapshot.");
  addSnapshotOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (options: SnapshotOptions) => {
      done(options.printRbac === true ? printRbac(options, io) : await runSnapshot(options, io));
    });
};

function printRbac({ file }: SnapshotOptions, io: Io): Ending {
  if (file !== undefined)
    throw new UsageError("--print-rbac prints a ClusterRole and doesn't write a snapshot", "remove --file");
  io.stdout.write(clusterRole());
  return FINE;
}

async function runSnapshot(options: SnapshotOptions, io: Io): Promise<Ending> {
  const { file, snapshot = [], kubeconfig = [] } = options;
  if (file === undefined) throw new UsageError("missing --file", "name the snapshot: --file cluster.json.gz");
  const sources = sourcesIn(options, []);
  keepInputs(
    [{ file }],
    [...snapshot, kubeconfig].flat().map((name) => ({ name })),
    io,
  );
  const hash = keyedHash(options.reproducible ?? false);
  const anonymiser = options.anonymize === true ? new Anonymiser(hash) : undefined;
  const collected = await collectFrom(sources, options, anonymiser, io);
  if (collected.problems.length > 0) return failUnread(collected, io);
  const { items, leftOut } = collected;
  if (items.counts.size === 0)
    throw new UsageError(
      `nothing in ${sourceName(sources)} belongs in a snapshot`,
      "use a file written by kubectl get -o json or -o yaml",
    );
  const facts = factsOf(collected, sources, options);
  await writeSnapshot(snapshotPieces(items, anonymiser?.facts(facts) ?? facts), file, io);
  const { knowsEveryPod } = facts;
  const spare = facts.forbidden.filter(({ kind }) => isOnlyListed(kind));
  const forbidden = facts.forbidden.filter((each) => !spare.includes(each));
  const isAnonymised = options.anonymize === true;
  const written = { file, counts: items.counts, leftOut, forbidden, spare, knowsEveryPod, isAnonymised };
  for (const line of snapshotText(written)) io.stdout.write(`${line}\n`);
  return forbidden.length === 0 ? FINE : incomplete(forbiddenText(forbidden));
}

async function collectFrom(
  sources: Sources,
  options: SnapshotOptions,
  anonymiser: Anonymiser | undefined,
  io: Io,
): Promise<Collected> {
  const { files, totalSize } = DEFAULT_LIMITS;
  const limited = { ...options, maxFiles: String(files), maxTotalSize: String(totalSize) };
  try {
    const inputs = readSources(sources, limited, { purpose: "snapshot" }, io);
    return await collectSnapshot(inputs, (object) => anonymiser?.object(object) ?? object);
  } catch (error) {
    throw asUsageError(error);
  }
}

/** Nothing is written of an input that was not read as a whole: nobody could see that from the file. */
function failUnread({ problems }: Collected, io: Io): Ending {
  io.stderr.write("anp: nothing written: not everything could be read\n");
  for (const line of unreadText(problems)) io.stderr.write(`     ${line}\n`);
  return incomplete("not everything could be read");
}

function factsOf({ facts }: Collected, { base }: Sources, { reproducible }: SnapshotOptions): SnapshotFacts {
  if (reproducible === true) return { ...facts, taken: undefined };
  if (base?.type !== "context") return facts;
  return { ...facts, taken: new Date().toISOString().replace(/\.\d+Z$/, "Z") };
}
