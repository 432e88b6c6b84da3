import { Worker } from "node:worker_threads";
import type { CheckResult, ForeignCheck } from "../cluster/admission/structural/foreign-checks.js";
import type { RunChecks } from "../cluster/load/options.js";

/** How long and how large checks may grow. Times in milliseconds. */
export interface CheckLimits {
  /** For all checks of one object. */
  readonly time: number;
  /** For all checks of a run. */
  readonly totalTime: number;
  readonly megabytes: number;
}

const CHECK_LIMITS: CheckLimits = { time: 2000, totalTime: 10_000, megabytes: 64 };

/** How long a worker may take to start, on a busy machine. */
const START = 20_000;

/**
 * Makes what runs the checks of CRDs: programs of others, in one worker that is started with the first of them, and
 * ended where one takes too long or too much memory. Such a check is not run again.
 */
export function checksInWorker(limits: CheckLimits = CHECK_LIMITS): RunChecks {
  const runner = new ChecksRunner(limits);
  return (checks) => runner.run(checks);
}

class ChecksRunner {
  readonly #limits: CheckLimits;
  /** Checks that a worker was ended for, by their text. */
  readonly #stopped = new Map<string, CheckResult>();
  #worker: Worker | undefined;
  #timeLeft: number;

  constructor(limits: CheckLimits) {
    this.#limits = limits;
    this.#timeLeft = limits.totalTime;
  }

  async run(checks: readonly ForeignCheck[]): Promise<readonly CheckResult[]> {
    const known = checks.map((check) => this.#stopped.get(textOf(check)));
    const open = checks.filter((_, i) => known[i] === undefined);
    const results = await this.#runOpen(open);
    let next = 0;
    return known.map((result) => result ?? results[next++] ?? { unevaluated: "not-run" });
  }

  /** Runs checks up to the one that has to be stopped; the results of those behind it are missing. */
  async #runOpen(checks: readonly ForeignCheck[]): Promise<readonly CheckResult[]> {
    if (checks.length === 0 || this.#timeLeft <= 0) return [];
    const worker = await this.#started();
    const begin = performance.now();
    const time = Math.min(this.#limits.time, this.#timeLeft);
    const { results, ending } = await answers(worker, checks, time);
    // A timer may ring a moment before its time.
    this.#timeLeft -= ending === "too-slow" ? time : performance.now() - begin;
    const stopped = checks[results.length];
    if (ending === undefined || stopped === undefined) return results;
    const result: CheckResult = { unevaluated: ending };
    this.#stopped.set(textOf(stopped), result);
    this.#worker = undefined;
    await worker.terminate();
    return [...results, result];
  }

  async #started(): Promise<Worker> {
    if (this.#worker !== undefined) return this.#worker;
    const { default: code } = await import("./checks-worker.js?code");
    const worker = new Worker(code, {
      eval: true,
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.megabytes },
    });
    const { results } = await answers(worker, undefined, START);
    if (results.length === 0) throw new Error("invariant: the worker for checks of CRDs does not start");
    this.#worker = worker.on("error", ignore);
    return worker;
  }
}

/** What a worker dies of when nobody waits for it any more. */
function ignore(): void {}

function textOf(check: ForeignCheck): string {
  return check.type === "pattern" ? check.pattern : check.rule;
}

interface WorkerAnswers {
  readonly results: readonly CheckResult[];
  /** Why the next one did not come. */
  readonly ending?: "too-slow" | "too-large";
}

/**
 * What a worker answers to some checks, within a time.
 * @param checks undefined to wait for its first word
 */
function answers(
  worker: Worker,
  checks: readonly ForeignCheck[] | undefined,
  time: number,
): Promise<WorkerAnswers> {
  const expected = checks?.length ?? 1;
  const results: CheckResult[] = [];
  return new Promise((resolve) => {
    const end = (ending?: WorkerAnswers["ending"]): void => {
      clearTimeout(timer);
      worker.off("message", take).off("error", die).off("exit", die).unref();
      resolve(ending === undefined ? { results } : { results, ending });
    };
    const take = (result: CheckResult): void => {
      results.push(result);
      if (results.length === expected) end();
    };
    const die = (): void => end("too-large");
    const timer = setTimeout(() => end("too-slow"), time);
    worker.on("message", take).on("error", die).on("exit", die);
    worker.ref();
    if (checks !== undefined) worker.postMessage(checks);
  });
}
