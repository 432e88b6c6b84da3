import { constants } from "node:os";

/** What ends a run from outside. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

type Signal = (typeof SIGNALS)[number];

const cleanups = new Set<() => void>();

/**
 * Has something done before the process ends, however it does: by itself, by a crash, by a signal. It must not wait.
 * @returns takes it back, once it has been done
 */
export function beforeExit(cleanup: () => void): () => void {
  if (cleanups.size === 0) listen();
  cleanups.add(cleanup);
  return () => {
    if (cleanups.delete(cleanup) && cleanups.size === 0) ignore();
  };
}

function listen(): void {
  process.on("exit", cleanUp);
  for (const signal of SIGNALS) process.on(signal, end);
}

function ignore(): void {
  process.off("exit", cleanUp);
  for (const signal of SIGNALS) process.off(signal, end);
}

function cleanUp(): void {
  for (const cleanup of cleanups) cleanup();
  cleanups.clear();
}

/** Ends the process as the signal would have, with the exit code that a shell shows; a host that listens itself decides. */
function end(signal: Signal): void {
  cleanUp();
  ignore();
  if (process.listenerCount(signal) === 0) process.exit(128 + constants.signals[signal]);
}
