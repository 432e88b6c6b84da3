import { askAgain } from "./ask-again.js";
import { basesIn } from "./sources.js";
import { aboutLines } from "../report/convert-words.js";
import {
  addConvertOptions,
  destinationIn,
  type ConvertOptions,
  type Destination,
} from "./convert-options.js";
import {
  addOutputOption,
  keepInputs,
  outputStream,
  parseOutputs,
  writeReport,
  type Output,
} from "./output.js";
import { addSourceOptions } from "./source-options.js";
import { addViewOptions, viewFor } from "./view.js";
import { CONVERT_REPORTERS, type ConvertFormat } from "../report/convert-reporters.js";
import { diff } from "../questions/diff/diff.js";
import { diffNotes } from "../questions/diff/notes.js";
import { everywhere } from "../questions/convert/everywhere.js";
import { count } from "../base/text/count.js";
import { endingOf, negative, type Ending } from "./ending.js";
import { UsageError } from "./exit.js";
import { failWithoutObjects, reportLoading } from "./load-sources.js";
import { incompletenessOf } from "../cluster/load/incomplete.js";
import { loadToConvert } from "./convert-sources.js";
import { rolloutOf } from "../questions/convert/rollout.js";
import { runConversion, type ConversionRun } from "../questions/convert/run.js";
import { manifestsFor, writeManifests, type ManifestWriting } from "./write-manifests.js";
import { filesText } from "./files-text.js";
import { fileAccessOf } from "./replace-file.js";
import type { ConvertReport } from "../report/convert-report.js";
import type { Io } from "./io.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp convert manifests --check
  anp convert k8s/admin -f k8s/namespaces.yaml
  anp convert k8s --out-dir converted
  anp convert manifests/admin --context prod --in-place
  kubectl get adminnetworkpolicies -o yaml |
    anp convert - --context prod --file policies.yaml
  anp convert k8s --legacy --to networking.k8s.io/v1 --in-place`;

/** Registers `anp convert`. */
export const addConvertCommand: Register = (program, io, done) => {
  const command = program
    .command("convert")
    .summary("convert older policies to the newest API, and prove that nothing changes")
    .description(
      "Converts NetworkPolicies of extensions/v1beta1 to networking.k8s.io/v1, and AdminNetworkPolicies and BaselineAdminNetworkPolicies of every release to ClusterNetworkPolicies. Before writing anything it compares the verdict of every flow, for your cluster and for any cluster. Whatever can't be converted stays unchanged, with the reason. Comments and everything else in the files are kept.",
    )
    .argument(
      "[paths...]",
      "files, folders or globs to convert; - is standard input (default: the current folder). Objects from -f, --snapshot and --context are read, not converted",
    );
  addConvertOptions(command);
  addOutputOption(
    command,
    CONVERT_REPORTERS,
    "text; goes to standard error if the manifests go to standard output",
  );
  addSourceOptions(command);
  addViewOptions(command);
  command.addHelpText("after", EXAMPLES).action(async (paths: readonly string[], options: ConvertOptions) => {
    done(await runConvert(paths, options, io));
  });
};

async function runConvert(paths: readonly string[], options: ConvertOptions, io: Io): Promise<Ending> {
  const destination = destinationIn(options);
  const outputs = outputsFor(options, destination);
  if (paths.includes("-") && (destination.type === "in-place" || destination.type === "folder"))
    throw new UsageError("standard input has no file to write to", "write to standard output or --file");
  const converted = paths.length === 0 ? ["."] : paths;
  const { input, scope, loaded } = await loadToConvert(converted, options, io);
  failWithoutObjects(loaded, converted);
  keepInputs(outputs, loaded.met, io);
  reportLoading(loaded, options, io);
  const run = await runConversion(input, { scope, target: options.to, commentOn: aboutLines });
  const report = reportOn(run, options, destination, converted);
  const writings = report.outcome === "written" ? manifestsFor(destination, run, scope, io) : [];
  const files = writings.map((each) => ({ file: each.type === "replaced" ? undefined : each.file }));
  keepInputs(files, loaded.met, io, "use --in-place to edit them");
  for (const { format, file } of outputs) {
    const isAside = file === undefined && destination.type === "stdout";
    const view = viewFor(options, isAside ? io.stderr : outputStream(file, io), io.env);
    const pieces = CONVERT_REPORTERS[format](report, view);
    if (isAside) for (const piece of pieces) io.stderr.write(piece);
    else writeReport(pieces, file, io);
  }
  writeManifests(writings, fileAccessOf(converted, options, io), io);
  const written = writings.flatMap(writtenTo);
  if (written.length > 0) io.stderr.write(`wrote ${count(written.length, "file")}: ${filesText(written)}\n`);
  return ending(report, options, destination);
}

/** The file that a text was written to; none for standard output. */
function writtenTo(writing: ManifestWriting): string[] {
  if (writing.type === "replaced") return [writing.file.name];
  return writing.file === undefined ? [] : [writing.file];
}

/** The report goes to standard error where the manifests go to standard output. */
function outputsFor(options: ConvertOptions, { type }: Destination): Output<ConvertFormat>[] {
  const outputs = parseOutputs(options.output, CONVERT_REPORTERS, "text");
  const isMixed = outputs.some(({ format, file }) => format === "json" && file === undefined);
  if (type === "stdout" && isMixed)
    throw new UsageError(
      "the manifests and the JSON report can't both go to standard output",
      "give one of them a file: --file policies.yaml, or -o json=report.json",
    );
  return outputs;
}

function reportOn(
  run: ConversionRun,
  options: ConvertOptions,
  { type }: Destination,
  converted: readonly string[],
): ConvertReport {
  const { acceptDifferences } = options;
  const { before, after, replacements } = run;
  const incompleteness = incompletenessOf(after, true);
  const compared = diff(before.cluster, after.cluster);
  const proof = everywhere(before.cluster, after.cluster, replacements);
  const differs = !proof.holds && compared.changes.length > 0;
  const isUndecided = !proof.holds && incompleteness.limit !== undefined;
  const isWithheld = (differs || isUndecided) && acceptDifferences !== true;
  const outcome = type === "nowhere" ? "checked" : isWithheld ? "withheld" : "written";
  // The state afterwards can be asked about only where it stands in the place of the other one.
  const isReadAgain = outcome === "written" && type === "in-place";
  const [base] = basesIn(options, converted);
  const paths = [...converted, ...(options.filename ?? [])];
  return {
    run,
    target: options.to,
    loaded: {
      diff: compared,
      before: { name: "before", incompleteness: incompletenessOf(before, true) },
      after: { name: "after", incompleteness },
      notes: diffNotes(before.cluster, after.cluster, compared),
      alerts: [],
      isFailing: () => acceptDifferences !== true,
      ask: isReadAgain ? askAgain({ base, paths }, options) : undefined,
    },
    differs,
    isUndecided,
    workloads: after.cluster.workloads.length,
    rollout: rolloutOf(run),
    everywhere: proof,
    incompleteness,
    outcome,
  };
}

/** What was not read may hold policies, so that the proof is not whole, whatever it says. */
function ending(
  { run, differs, incompleteness }: ConvertReport,
  { acceptDifferences }: ConvertOptions,
  { type }: Destination,
): Ending {
  const older = type === "nowhere" ? run.conversions.length : 0;
  const answer = negative([
    ...(older > 0 ? [`${count(older, "object needs", "objects need")} converting (--check)`] : []),
    ...(run.left.length > 0 ? [`${count(run.left.length, "object", "objects")} can't be converted`] : []),
    ...(differs && acceptDifferences !== true
      ? ["verdicts would change (--accept-differences writes anyway)"]
      : []),
  ]);
  return endingOf(incompleteness, answer);
}
