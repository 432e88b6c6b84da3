import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/cli/exit.js";
import { Readable, Writable } from "node:stream";
import { watchRun, type WatchHost } from "../../src/cli/watch.js";
import type { Ending } from "../../src/cli/ending.js";
import type { Io, OutputStream } from "../../src/cli/io.js";
import type { WatchedFiles } from "../../src/cli/watch-files.js";

/** A system in which nothing happens but what a test lets happen. */
class StandIn {
  readonly told: string[] = [];
  readonly opened: string[][] = [];
  closed = 0;
  runs = 0;
  /** What happens in each run, by its number from 1. */
  readonly inRun: Record<number, () => Ending | undefined> = {};
  /** What happens while it waits for quiet, by the number of the wait from 1. */
  readonly inWait: Record<number, () => void> = {};
  waits = 0;
  names = ["/k8s"];
  onChange = (_path: string): void => undefined;
  #listener: (() => void) | undefined;
  readonly #onListen: (() => void)[] = [];

  readonly host: WatchHost = {
    watch: (files, onChange) => {
      this.opened.push([...files.paths]);
      this.onChange = onChange;
      return Promise.resolve({
        add: (paths) => {
          this.told.push(`also ${paths.join()}`);
          return Promise.resolve();
        },
        close: () => {
          this.closed++;
          return Promise.resolve();
        },
      });
    },
    sleep: () => {
      this.inWait[++this.waits]?.();
      return Promise.resolve();
    },
  };

  readonly columns: number | undefined;

  constructor(columns?: number) {
    this.columns = columns;
  }

  get io(): Io {
    const stream = (name: string): OutputStream =>
      Object.assign(
        new Writable({
          decodeStrings: false,
          write: (chunk: string, _encoding, done) => {
            this.told.push(`${name} ${chunk}`);
            done();
          },
        }),
        { isTTY: name === "out" && this.columns !== undefined },
      );
    return {
      stdin: Readable.from([]),
      stdout: stream("out"),
      stderr: stream("err"),
      env: {},
      cwd: () => "/",
      on: (_event, listener) => {
        this.#listener = listener;
        this.#onListen.shift()?.();
      },
      off: () => (this.#listener = undefined),
    };
  }

  /** Has something happen whenever it waits for a change, one after another; at last it is interrupted. */
  start(...events: readonly (() => void)[]): Promise<Ending> {
    this.#onListen.push(...events, () => this.#listener?.());
    const files = (): WatchedFiles => {
      const [first] = this.names;
      if (first === "mistake") throw new UsageError("no config");
      return {
        paths: this.names,
        named: ["/anp.yaml"],
        written: [],
        excludes: () => false,
        followsLinks: false,
      };
    };
    return watchRun(
      {
        files,
        run: (onRead) => {
          const ending = this.inRun[++this.runs]?.();
          onRead([`/base${this.runs}`]);
          return Promise.resolve(ending ?? { code: 0 });
        },
      },
      this.io,
      this.host,
    );
  }
}

const WAITING = "err watching for changes; Ctrl-C ends\n";

describe("watching", () => {
  it("runs once for what changes at once, and ends where it is interrupted", async () => {
    const system = new StandIn();
    const change = (): void => system.onChange("/k8s/a.yaml");
    system.inWait[1] = change;
    system.inWait[2] = change;
    expect(await system.start(change)).toEqual({ code: 130 });
    expect(system.runs).toBe(2);
    expect(system.waits).toBe(3);
    expect(system.closed).toBe(1);
    expect(system.told).toEqual(["also /base1", WAITING, "also /base2", WAITING]);
  });

  it("does not wait for who never stops writing", async () => {
    const system = new StandIn();
    const change = (): void => system.onChange("/k8s/a.yaml");
    for (let i = 1; i <= 100; i++) system.inWait[i] = change;
    await system.start(change);
    expect(system.waits).toBe(20);
    expect(system.runs).toBe(2);
  });

  it("runs again for what changes in a run", async () => {
    const system = new StandIn();
    system.inRun[1] = () => void system.onChange("/k8s/a.yaml");
    await system.start();
    expect(system.runs).toBe(2);
  });

  it("clears the screen of a terminal before each run but the first, and writes nothing of the sort elsewhere", async () => {
    const terminal = new StandIn(80);
    await terminal.start(() => terminal.onChange("/k8s/a.yaml"));
    expect(terminal.told.filter((each) => each.startsWith("out"))).toEqual([
      "out \u001b[2J\u001b[3J\u001b[H",
    ]);
    expect(terminal.told[0]).not.toContain("\u001b");
  });

  it("tells why a run fails and what a change breaks, and goes on", async () => {
    const system = new StandIn();
    system.inRun[1] = () => ({ code: 1, why: "2 errors at --fail-on error" });
    system.inRun[2] = () => {
      throw new UsageError("anp.yaml:1:1: no such \u001b[31mkey", "did you mean rules?");
    };
    const change = (): void => system.onChange("/anp.yaml");
    expect(await system.start(change, change)).toEqual({ code: 130 });
    expect(system.told.filter((each) => !each.startsWith("also") && each !== WAITING)).toEqual([
      "err exit 1: 2 errors at --fail-on error\n",
      String.raw`err anp: anp.yaml:1:1: no such \x1b[31mkey` + "\n",
      "err      did you mean rules?\n",
    ]);
    expect(system.runs).toBe(3);
  });

  it("ends where the first run can't be made, or a run has a bug", async () => {
    const mistaken = new StandIn();
    mistaken.inRun[1] = () => {
      throw new UsageError("file not found: k8s");
    };
    await expect(mistaken.start()).rejects.toThrow("file not found: k8s");
    expect(mistaken.closed).toBe(1);
    const broken = new StandIn();
    broken.inRun[2] = () => {
      throw new Error("invariant: a bug");
    };
    await expect(broken.start(() => broken.onChange("/k8s/a.yaml"))).rejects.toThrow("invariant: a bug");
    expect(broken.closed).toBe(1);
  });

  it("watches what another config names, and what it did while the config has a mistake", async () => {
    const system = new StandIn();
    const config = (name: string) => (): void => {
      system.names = [name];
      system.onChange("/anp.yaml");
    };
    await system.start(config("mistake"), config("/other"), () => system.onChange("/other/a.yaml"));
    expect(system.opened).toEqual([["/k8s"], ["/k8s"], ["/other"]]);
    expect(system.closed).toBe(3);
  });

  it("says that the system watches no more files", async () => {
    const system = new StandIn();
    const failing: WatchHost = {
      ...system.host,
      watch: () => Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" })),
    };
    const files = { paths: [], named: [], written: [], excludes: () => false, followsLinks: false };
    await expect(
      watchRun({ files: () => files, run: () => Promise.resolve({ code: 0 }) }, system.io, failing),
    ).rejects.toThrow("--watch: the system doesn't watch these files (ENOSPC)");
  });
});
