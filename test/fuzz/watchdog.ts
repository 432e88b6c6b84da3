import { Worker } from "node:worker_threads";

/** A run of the program on small files that takes longer hangs. */
const HANGS_AFTER = 120_000;

/** Ends the process where one case takes too long, naming it: the thread that it blocks cannot. */
export class Watchdog {
  readonly #shared = new BigInt64Array(new SharedArrayBuffer(16));
  readonly #worker: Worker;

  constructor(seed: number) {
    const code = `
      const { workerData: { shared, seed, limit } } = require("node:worker_threads");
      setInterval(() => {
        const began = Number(shared[0]);
        if (began === 0 || Date.now() - began < limit) return;
        require("node:fs").writeSync(2, "case " + shared[1] + " of seed " + seed + " hangs\\n");
        process.kill(process.pid, "SIGKILL");
      }, 1000);`;
    this.#worker = new Worker(code, {
      eval: true,
      workerData: { shared: this.#shared, seed, limit: HANGS_AFTER },
    });
    this.#worker.unref();
  }

  begin(index: number): void {
    Atomics.store(this.#shared, 1, BigInt(index));
    Atomics.store(this.#shared, 0, BigInt(Date.now()));
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
