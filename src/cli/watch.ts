import { defuse, encode } from "../report/encode.js";
import { INTERRUPTED, type Ending } from "./ending.js";
import { OutputError, UsageError } from "./exit.js";
import { sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { watchFiles, type WatchedFiles, type Watcher } from "./watch-files.js";
import type { Io } from "./io.js";

/** A run that is made again. */
export interface WatchedRun {
  /** What it reads; asked again where one of the named files has changed. @throws {UsageError} where nobody can say */
  readonly files: () => WatchedFiles;
  /** Makes the run and writes its report. @param onRead told of further files that it reads, absolute */
  readonly run: (onRead: (paths: readonly string[]) => void) => Promise<Ending>;
}

/** What watching takes of the system, so that a test can stand in for it. */
export interface WatchHost {
  readonly watch: (files: WatchedFiles, onChange: (path: string) => void) => Promise<Watcher>;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

const HOST: WatchHost = { watch: watchFiles, sleep: (milliseconds) => setTimeout(milliseconds) };

/** Files are quiet where nothing has changed for so many milliseconds: an editor or a checkout writes several. */
const QUIET = 100;

/** Who never stops writing is not waited for: so many times {@link QUIET}. */
const MOST_WAITS = 20;

/**
 * Makes a run, and again whenever what it reads has changed, until it is interrupted. Mistakes that a change makes are told, and the
 * next change may mend them.
 * @throws {UsageError} where the first run cannot be made
 */
export async function watchRun({ files, run }: WatchedRun, io: Io, host = HOST): Promise<Ending> {
  const changes = new FileChanges();
  let watched = files();
  let watcher = await opened(watched, changes, host);
  try {
    for (let isFirst = true; ; isFirst = false) {
      if (!isFirst) clearScreen(io);
      const before = changes.count;
      const added: Promise<void>[] = [];
      await told(() => run((paths) => added.push(watcher.add(paths))), isFirst, io);
      await Promise.all(added);
      io.stderr.write("watching for changes; Ctrl-C ends\n");
      if (changes.count === before && !(await changes.wait(io))) return INTERRUPTED;
      await untilQuiet(changes, host);
      if (!changes.taken().some((path) => isNamed(path, watched))) continue;
      // Another config may name other files, and what has come is watched another way than what was not there.
      watched = orBefore(files, watched);
      await watcher.close();
      watcher = await opened(watched, changes, host);
    }
  } finally {
    await watcher.close();
  }
}

/** Whether a path is one of those that are watched, or one in which it would come. */
function isNamed(path: string, { paths, named }: WatchedFiles): boolean {
  return [...paths, ...named].some((each) => each === path || each.startsWith(path + sep));
}

async function opened(files: WatchedFiles, changes: FileChanges, host: WatchHost): Promise<Watcher> {
  try {
    return await host.watch(files, (path) => changes.add(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `--watch: the system doesn't watch these files${code === undefined ? "" : ` (${code})`}`,
      ...(code === "ENOSPC" || code === "EMFILE"
        ? ["name fewer folders, or raise the system's limit of watched files"]
        : []),
    );
  }
}

/** What is to be watched now; where a mistake keeps that from being known, what was until now. */
function orBefore(files: () => WatchedFiles, before: WatchedFiles): WatchedFiles {
  try {
    return files();
  } catch (error) {
    if (error instanceof UsageError) return before;
    throw error;
  }
}

/** Makes a run; after the first, a mistake ends the run alone. */
async function told(run: () => Promise<Ending>, isFirst: boolean, io: Io): Promise<void> {
  try {
    const ending = await run();
    if ("why" in ending) io.stderr.write(`${defuse(`exit ${ending.code}: ${ending.why}`)}\n`);
  } catch (error) {
    if (isFirst || !(error instanceof UsageError || error instanceof OutputError)) throw error;
    const hints = error instanceof UsageError ? error.hints : [];
    for (const line of [`anp: ${error.message}`, ...hints.map((hint) => `     ${hint}`)])
      io.stderr.write(`${defuse(encode(line))}\n`);
  }
}

async function untilQuiet(changes: FileChanges, host: WatchHost): Promise<void> {
  for (let waits = 0; waits < MOST_WAITS; waits++) {
    const before = changes.count;
    await host.sleep(QUIET);
    if (changes.count === before) return;
  }
}

/** Only a terminal has a screen; what is piped stays one text. */
function clearScreen({ stdout, env }: Io): void {
  if (stdout.isTTY === true && env["TERM"] !== "dumb") stdout.write(CLEAR);
}

/** Erases the screen and what was scrolled away, and goes to its first line. */
const CLEAR = "\u001b[2J\u001b[3J\u001b[H";

/** Counts changes, and waits for the next. */
class FileChanges {
  count = 0;
  #paths = new Set<string>();
  #onNext: (() => void) | undefined;

  add(path: string): void {
    this.count++;
    this.#paths.add(path);
    this.#onNext?.();
  }

  /** What has changed since this was asked before. */
  taken(): readonly string[] {
    const paths = [...this.#paths];
    this.#paths = new Set();
    return paths;
  }

  /** When there is another one; false where the run is interrupted first. While it does not wait, Ctrl-C ends the process. */
  async wait(io: Io): Promise<boolean> {
    let stop = (): void => undefined;
    try {
      return await new Promise<boolean>((done) => {
        this.#onNext = () => done(true);
        stop = () => done(false);
        io.on?.("SIGINT", stop);
      });
    } finally {
      io.off?.("SIGINT", stop);
      this.#onNext = undefined;
    }
  }
}
