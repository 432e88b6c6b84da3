import { afterAll, beforeAll, expect, vi } from "vitest";
import { traceOfProcess } from "./process-trace.js";
import { watchdogOfProcess } from "./watchdog.js";
import { undoAll } from "./afterwards.js";

/** What a thread that is alive never waits for: no test counts, reads or evaluates for so long without a pause. */
const HANGS_AFTER = 240_000;

const watchdog = watchdogOfProcess(HANGS_AFTER);

// Runs for every test file by itself: a module that files share is loaded once, and so are the hooks in it.
let pulse: NodeJS.Timeout | undefined;
let before: readonly string[] = [];

beforeAll(() => {
  watchdog.turnTo(expect.getState().testPath ?? "a test file");
  pulse = setInterval(() => watchdog.begin(), 1000);
  pulse.unref();
  before = traceOfProcess();
});

afterAll(async () => {
  await undoAll();
  clearInterval(pulse);
  watchdog.rest();
  // Where a test has failed before it did so itself.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // The next file runs in the same process.
  expect(traceOfProcess(), "a file leaves the process as it found it").toEqual(before);
});
