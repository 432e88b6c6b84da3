import { describe, expect, it, vi } from "vitest";
import { folderWith } from "../support/folder.js";
import { main } from "../../src/cli/main.js";
import { Readable, Writable } from "node:stream";
import { SHOP } from "./manifests.js";

/** A stream that remembers what it was shown. */
class Shown extends Writable {
  readonly isTTY: boolean;
  readonly columns = 90;
  readonly rows = 400;
  text = "";

  constructor(isTTY: boolean) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** A run on a machine whose clock goes a second forward each time that somebody looks. */
async function slowRun(
  argv: readonly string[],
  isTTY: boolean,
): Promise<{ code: number; out: string; err: string }> {
  const cwd = folderWith({
    "a.yaml": SHOP,
    "b.yaml": "kind: ConfigMap\napiVersion: v1\nmetadata: { name: a }\n",
  });
  const [stdout, stderr] = [new Shown(false), new Shown(isTTY)];
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 1000));
  try {
    const io = { stdin: Readable.from([]), stdout, stderr, env: {}, cwd: () => cwd };
    const code = await main([...argv, "--timeout", "100000"], io);
    return { code, out: stdout.text, err: stderr.text };
  } finally {
    clock.mockRestore();
  }
}

/** What takes a line away. */
const CLEARED = "\r\u001b[K";

describe("what takes a while", () => {
  it.each([
    ["lint", ["lint", "-f", "."]],
    ["explain", ["explain", "-f", ".", "shop/web", "shop/cart"]],
    ["matrix", ["matrix", "-f", "."]],
    ["diff", ["diff", "a.yaml", "a.yaml"]],
    ["audit", ["audit", "egress", "-f", "."]],
    ["report", ["report", "-f", ".", "--file", "page.html"]],
  ])("anp %s says so on a terminal, takes it away, and nowhere else", async (_name, argv) => {
    const told = await slowRun(argv, true);
    expect(told.err).toContain(CLEARED);
    expect(told.err).toMatch(/reading: \d+|evaluating: |working out /);
    // Whatever comes last, the line of progress is gone.
    expect(told.err.slice(told.err.lastIndexOf(CLEARED))).not.toMatch(/reading:|evaluating:|working out/);
    const quiet = await slowRun(argv, false);
    expect(quiet.err).not.toContain("\u001b");
    expect([quiet.code, quiet.out]).toEqual([told.code, told.out]);
  });
});
