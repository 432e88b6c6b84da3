import {
  addConfigOption,
  sourcesOrConfigured,
  addGateFromOption,
  withReviewedConfig,
} from "./found-config.js";
import { addPluginOption, tellPlugin } from "./plugin-option.js";
import { addMatrixOptions, type MatrixOptions } from "./matrix-options.js";
import { addOutputOption, keepInputs, parseOutputs, writeReports } from "./output.js";
import { addEndOptions, addSourceOptions } from "./source-options.js";
import { failWithoutObjects, loadFromOptions, reportLoading } from "./load-sources.js";
import { addViewOptions } from "./view.js";
import { endingOf, type Ending } from "./ending.js";
import { UsageError } from "./exit.js";
import { incompletenessOf } from "../cluster/load/incomplete.js";
import { inLines } from "../report/reporter.js";
import { matrixDrawn } from "../report/matrix-grid.js";
import { keepYoungGenerationSmall } from "./memory.js";
import { MATRIX_REPORTERS, type MatrixFormat } from "../report/matrix-reporters.js";
import { matrixNotes } from "../questions/matrix/notes.js";
import { matrixOf } from "../questions/matrix/map.js";
import { lookUpMap, readMap } from "../questions/ask/map.js";
import { noteConditions } from "./offer-acceptances.js";
import { orUsageError } from "./question-errors.js";
import { addRenderOption, failForRender } from "./render.js";
import type { Io } from "./io.js";
import type { Matrix } from "../questions/matrix/matrix.js";
import type { MatrixReport } from "../report/matrix-report.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp matrix -f manifests
  anp matrix -f manifests --from 'shop/*' --to payments
  anp matrix -f manifests --to payments/db --exposure
  anp matrix -f manifests --from shop/web --from internet --port 443
  anp matrix --snapshot prod.json.gz --to internet
  anp matrix -f manifests -o csv=flows.csv -o text
  helm template . | anp matrix -f - -o mermaid`;

/** Registers `anp matrix`. */
export const addMatrixCommand: Register = (program, io, done) => {
  const command = program
    .command("matrix")
    .summary("show who reaches whom, on which ports")
    .description(
      "Shows what every workload, node, external address and domain name can send to every other one, and what is undefined or unknown. Private addresses that aren't in the input are assumed external; without any addresses, IPv4 is assumed. ICMP and other protocols are hidden: --protocol other.",
    );
  addMatrixOptions(command);
  addOutputOption(command, MATRIX_REPORTERS, "grid where it fits, else text");
  addRenderOption(addSourceOptions(command));
  addPluginOption(command);
  addGateFromOption(addConfigOption(command));
  addEndOptions(command);
  addViewOptions(command);
  command.addHelpText("after", EXAMPLES).action(async (options: MatrixOptions) => {
    done(await runMatrix(options, io));
  });
};

async function runMatrix(typed: MatrixOptions, io: Io): Promise<Ending> {
  failForRender(typed, []);
  const options = await withReviewedConfig(typed, io, "cluster");
  // A part of the map keeps most of what it makes; the whole map is text that is gone once it is written.
  if (options.from !== undefined || options.to !== undefined) keepYoungGenerationSmall();
  const outputs = parseOutputs(options.output, MATRIX_REPORTERS, "text");
  failForPointless(options, outputs);
  const { from = [], to = [], port, protocol, namespace, exposure = false } = options;
  const read = orUsageError(readMap({ from, to, port, protocol }));
  const sources = sourcesOrConfigured(options, io);
  const names = [...read.from, ...read.to];
  const loaded = await loadFromOptions(options, sources, { purpose: "flows", names }, io);
  reportLoading(loaded, options, io);
  tellPlugin(loaded.cluster, options, io);
  failWithoutObjects(loaded, sources.paths);
  keepInputs(outputs, loaded.met, io);
  const { cluster } = loaded;
  const incompleteness = incompletenessOf(loaded);
  const asked = { ...read, namespace, isExposed: exposure };
  const question = orUsageError(lookUpMap(cluster, asked), incompleteness);
  const map = matrixOf(cluster, question);
  failForUndeclaredPort(map.matrix);
  map.matrix.decide();
  const report: MatrixReport = {
    matrix: map.matrix,
    incompleteness,
    showsDenied: options.all ?? false,
    explains: options.explain ?? false,
    notes: () => matrixNotes(cluster, question, map),
  };
  writeReports(report, options.output === undefined ? DRAWN : MATRIX_REPORTERS, outputs, options, io);
  if (outputs.every(({ format }) => format === "csv")) noteConditions(incompleteness.conditions, io);
  return endingOf(incompleteness);
}

/** Where no format is named: a small map is a grid. */
const DRAWN: typeof MATRIX_REPORTERS = { ...MATRIX_REPORTERS, text: inLines(matrixDrawn) };

/** @throws {UsageError} for options that would do nothing */
function failForPointless(
  { from, to, exposure, explain }: MatrixOptions,
  outputs: readonly { readonly format: MatrixFormat }[],
): void {
  if (exposure === true && from !== undefined && to !== undefined)
    throw new UsageError(
      "--exposure adds pods to the side that isn't named, but both are",
      "remove --from or --to, or name the pod itself: --from shop/app=web",
    );
  if (explain === true && outputs.every(({ format }) => format !== "json"))
    throw new UsageError("--explain only affects -o json");
}

/** @throws {UsageError} for a port name that nothing of the map declares */
function failForUndeclaredPort({ undeclaredPort }: Matrix): void {
  if (undeclaredPort === undefined) return;
  const { name, declared } = undeclaredPort;
  throw new UsageError(
    `no destination declares a port named "${name}"`,
    declared.length === 0
      ? "none of them declares named ports; use a number"
      : `they declare: ${declared.join(", ")}`,
  );
}
