import { EXIT, NotShownError, OutputError, UsageError, type ExitCode } from "./exit.js";
import { NO_PAGER } from "./pager-option.js";
import { VERSION } from "../version.js";
import { watchStreams } from "./standard-streams.js";
import type { Io } from "./io.js";
import type { ProgramName } from "./program-name.js";

/**
 * Runs a command line and returns its exit code. Nothing but the version is loaded before the arguments ask for it.
 * @param argv the arguments behind the program's name
 * @param name how the program was called, for help and hints
 * @param onLoaded called when the command's code is loaded, before it runs
 */
export async function main(
  argv: readonly string[],
  io: Io,
  name: ProgramName = "anp",
  onLoaded = (): void => {},
): Promise<ExitCode> {
  const streams = watchStreams(io);
  const words = argv[0] === NO_PAGER ? argv.slice(1) : argv;
  const paged =
    io.stdout.isTTY === true ? (await import("./pager.js")).pagedOutput(argv, streams.io) : undefined;
  const output = paged?.io ?? streams.io;
  const isFree = io.stdout.isTTY !== true || paged !== undefined;
  const told =
    io.stderr.isTTY === true ? (await import("./told-progress.js")).toldProgress(output, isFree) : undefined;
  const code = await run(words, told?.io ?? output, name, onLoaded);
  told?.end();
  await paged?.finish();
  if (code === EXIT.bug) return code;
  const fault = await streams.settled();
  if (fault === undefined) return code;
  streams.io.stderr.write(`anp: ${fault}\n`);
  return code === EXIT.ok || code === EXIT.negative ? EXIT.incomplete : code;
}

async function run(
  argv: readonly string[],
  io: Io,
  name: ProgramName,
  onLoaded: () => void,
): Promise<ExitCode> {
  if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
    io.stdout.write(`${VERSION}\n`);
    return EXIT.ok;
  }
  try {
    const { runProgram } = await import("./program.js");
    return await runProgram(argv, io, name, onLoaded);
  } catch (error) {
    return reportFailure(error, argv, io, name);
  }
}

async function reportFailure(
  error: unknown,
  argv: readonly string[],
  io: Io,
  name: ProgramName,
): Promise<ExitCode> {
  const { defuse, encode } = await import("../report/encode.js");
  const { withProgramName } = await import("./program-name.js");
  const line = (text: string): void => void io.stderr.write(`${defuse(encode(text))}\n`);
  const { ClusterError } = await import("../input/api/cluster-error.js");
  if (error instanceof UsageError || error instanceof ClusterError) {
    const about = error instanceof ClusterError && error.cluster !== undefined ? `${error.cluster}: ` : "";
    line(`anp: ${about}${error.message}`);
    for (const hint of error.hints) line(`     ${withProgramName(hint, name)}`);
    const isUnanswered = error instanceof ClusterError && error.reason === "no-answer";
    return isUnanswered || error instanceof NotShownError ? EXIT.incomplete : EXIT.usage;
  }
  const { LimitReached } = await import("../base/limits/work.js");
  if (error instanceof LimitReached) {
    const { limitText } = await import("../report/incomplete-text.js");
    line(`exit ${EXIT.incomplete}: ${limitText(error.limit)}`);
    return EXIT.incomplete;
  }
  if (error instanceof OutputError) {
    line(`anp: ${error.message}`);
    return EXIT.incomplete;
  }
  const message = error instanceof Error ? error.message : String(error);
  line(`anp: internal error: ${message} (please report it with your input; --debug shows where)`);
  if (argv.includes("--debug") && error instanceof Error)
    for (const each of (error.stack ?? "").split("\n")) line(each);
  return EXIT.bug;
}
