import { addConfigOption } from "./found-config.js";
import { withConfig } from "./config.js";
import { addPluginOption } from "./plugin-option.js";
import { addReportOptions, checkReportOptions, type ReportOptions } from "./report-options.js";
import { addDebugOption } from "./view.js";
import { addSourceOptions } from "./source-options.js";
import { endingOf, type Ending } from "./ending.js";
import { defuse, encode } from "../report/encode.js";
import { keepInputs } from "./output.js";
import { pageText } from "./page-tools.js";
import { reportOf } from "./report-source.js";
import { sizeText } from "../report/matrix-words.js";
import { writeWholeFile } from "./write-file.js";
import type { Io } from "./io.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp report -f manifests --file report.html
  anp report --snapshot prod.json.gz --file report.html
  anp report --context prod --file report.html
  anp report -f manifests --serve --watch
  anp report --diff k8s manifests --file change.html
  anp report --diff --git main -f manifests --file change.html`;

/** Registers `anp report`. */
export const addReportCommand: Register = (program, io, done) => {
  const command = program
    .command("report")
    .summary("write one page that shows a whole cluster")
    .description(
      "Writes one HTML file: a map of who reaches whom with what decides each pair, each workload, the policies in the order of precedence, the findings, what is exposed, the egress audit and, with --diff, what a change opens and closes. The file makes no requests and is readable without its script. It contains the text of policies, and only names, labels and ports of other objects. With --serve it is shown on this machine only, to whoever opens the printed address.",
    )
    .argument("[states...]", "with --diff: the state before and the state after, as for anp diff");
  addReportOptions(command);
  addSourceOptions(command);
  addPluginOption(command);
  // Everything at once takes longer than one question.
  command.options.find(({ long }) => long === "--timeout")?.default("300");
  addConfigOption(command);
  addDebugOption(command);
  command.addHelpText("after", EXAMPLES).action(async (states: readonly string[], options: ReportOptions) => {
    done(await runReport(states, options, io));
  });
};

async function runReport(states: readonly string[], typed: ReportOptions, io: Io): Promise<Ending> {
  checkReportOptions(states, typed);
  if (typed.serve === true) {
    const { serveReport } = await import("./report-serve.js");
    return serveReport(typed, io);
  }
  const { file = "" } = typed;
  const options = withConfig(typed, io, "cluster");
  const { report, met } = await reportOf(states, options, io);
  keepInputs([{ file }], met, io);
  const text = pageText(report, { isServed: false });
  writeWholeFile(file, io.cwd(), [text]);
  const size = Math.ceil(Buffer.byteLength(text) / 1000);
  io.stderr.write(
    `${defuse(`wrote ${encode(file)}: ${sizeText(report.survey.matrix, report.survey.matrix.rows)}, ${size} kB`)}\n`,
  );
  return endingOf(report.incompleteness());
}
