import { Worker } from "node:worker_threads";

/**
 * Ends this process where its thread is blocked for so long, in milliseconds, and says what it was doing: a loop without
 * an end lets no timeout of the test runner's fire.
 */
export class Watchdog {
  readonly #shared = new BigInt64Array(new SharedArrayBuffer(16));
  readonly #worker: Worker;

  /** @param what printed with `%` as the number of {@link begin} */
  constructor(what: string, limit: number) {
    const code = `
      const { parentPort, workerData: { shared, what, limit } } = require("node:worker_threads");
      let doing = what;
      parentPort.on("message", (next) => (doing = next));
      setInterval(() => {
        const began = Number(shared[0]);
        if (began === 0 || Date.now() - began < limit) return;
        require("node:fs").writeSync(2, doing.replace("%", shared[1]) + " hangs\\n");
        process.kill(process.pid, "SIGKILL");
      }, 1000);`;
    this.#worker = new Worker(code, { eval: true, workerData: { shared: this.#shared, what, limit } });
    this.#worker.unref();
  }

  /** Something else is done from now on. @param what as for the constructor */
  turnTo(what: string): void {
    this.#worker.postMessage(what);
    this.begin();
  }

  /** Something begins, or is alive. */
  begin(index = 0): void {
    Atomics.store(this.#shared, 1, BigInt(index));
    Atomics.store(this.#shared, 0, BigInt(Date.now()));
  }

  /** Nothing is done until something begins again. */
  rest(): void {
    Atomics.store(this.#shared, 0, 0n);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

let ofProcess: Watchdog | undefined;

/** The one watchdog of this process, which looks at one thing after another: a thread takes longer to start than most tests. */
export function watchdogOfProcess(limit: number): Watchdog {
  return (ofProcess ??= new Watchdog("nothing", limit));
}
