import { sourcesOrConfigured } from "./found-config.js";
import { DISK } from "../input/disk.js";
import { endingOf, INTERRUPTED, type Ending } from "./ending.js";
import { globRoot, isGlob } from "../input/glob.js";
import { pagePolicy } from "../report/page/page.js";
import { PageServer } from "./page-server.js";
import { PAGE_TOOLS, pageText } from "./page-tools.js";
import { reportOf } from "./report-source.js";
import { resolve } from "node:path";
import { withConfig } from "./config.js";
import { UsageError } from "./exit.js";
import { watchedFiles } from "./lint-watch.js";
import { watchRun } from "./watch.js";
import { wholeNumber } from "./limits.js";
import type { Io } from "./io.js";
import type { ReportOptions } from "./report-options.js";

/**
 * Serves the page until it is interrupted. Nothing is spawned and nothing is written; nothing but the given files is read.
 * @throws {UsageError} for what is no files, and for a port that is taken
 */
export async function serveReport(typed: ReportOptions, io: Io): Promise<Ending> {
  // Without a PATH no program is found, whatever is read.
  const { PATH: _path, Path: _windows, ...env } = io.env;
  const { stdin, stdout, stderr } = io;
  const confined: Io = { stdin, stdout, stderr, env, cwd: () => io.cwd() };
  const options = confinedTo(withConfig(typed, io), io);
  const server = new PageServer();
  await listening(server, options);
  const run = async (onRead: (paths: readonly string[]) => void): Promise<Ending> => {
    const { report, met } = await reportOf([], options, confined);
    onRead(met.map(({ name }) => resolve(io.cwd(), name)));
    server.show(pageText(report, { isServed: true }), pagePolicy(PAGE_TOOLS, true));
    io.stderr.write(`serving ${server.address}\n`);
    return endingOf(report.incompleteness());
  };
  try {
    if (options.watch === true) {
      const files = (): ReturnType<typeof watchedFiles> => watchedFiles([], typed, io);
      return await watchRun({ files: () => ({ ...files(), written: [] }), run }, io);
    }
    await run(() => undefined);
    io.stderr.write("Ctrl-C ends\n");
    await interrupted(io);
    return INTERRUPTED;
  } finally {
    await server.close();
  }
}

/** @throws {UsageError} for what it takes a program to read, or can be read once */
function confinedTo(options: ReportOptions, io: Io): ReportOptions {
  const { base, paths } = sourcesOrConfigured(options, io);
  if (base?.type === "context")
    throw new UsageError(
      "--serve needs files or a snapshot",
      "save a cluster first: anp snapshot --file prod.json.gz",
    );
  if (paths.includes("-")) throw new UsageError("--serve needs files: standard input ends");
  const roots = paths.flatMap(
    (path) => DISK.real(resolve(io.cwd(), isGlob(path) ? globRoot(path) : path)).value ?? [],
  );
  return { ...options, confinedTo: roots };
}

async function listening(server: PageServer, { port }: ReportOptions): Promise<void> {
  const number = port === undefined ? 0 : wholeNumber(port, "--port");
  if (number > 65_535) throw new UsageError(`--port: invalid port ${number}`);
  try {
    await server.listen(number);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--port: cannot listen on 127.0.0.1:${number} (${code ?? "unknown error"})`);
  }
}

/** Waits for Ctrl-C. */
async function interrupted(io: Io): Promise<void> {
  let stop = (): void => undefined;
  await new Promise<void>((done) => {
    stop = () => done();
    io.on?.("SIGINT", stop);
  });
  io.off?.("SIGINT", stop);
}
