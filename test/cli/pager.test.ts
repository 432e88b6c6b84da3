import { describe, expect, it } from "vitest";
import { existsSync, readFileSync } from "node:fs";
import { folderWith } from "../support/folder.js";
import { main } from "../../src/cli/main.js";
import { Readable, Writable } from "node:stream";
import { SHOP } from "./manifests.js";

/** A screen of so many lines that remembers what it was shown. */
class Screen extends Writable {
  readonly isTTY: boolean;
  readonly columns = 90;
  readonly rows: number;
  text = "";

  constructor(rows: number, isTTY = true) {
    super({ decodeStrings: false });
    this.rows = rows;
    this.isTTY = isTTY;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** What the screen was shown, and what the pager was given, which keeps it in a file. */
async function shown(
  argv: readonly string[],
  {
    rows = 5,
    isTTY = true,
    env = {},
  }: { rows?: number; isTTY?: boolean; env?: Readonly<Record<string, string>> } = {},
): Promise<{ code: number; screen: string; paged: string | undefined }> {
  const cwd = folderWith({ "a.yaml": SHOP });
  const stdout = new Screen(rows, isTTY);
  const all = { PATH: process.env["PATH"] ?? "", NO_COLOR: "1", PAGER: "cat > paged.txt", ...env };
  const io = { stdin: Readable.from([]), stdout, stderr: new Screen(rows, false), env: all, cwd: () => cwd };
  const code = await main(argv, io);
  const file = `${cwd}/paged.txt`;
  return { code, screen: stdout.text, paged: existsSync(file) ? readFileSync(file, "utf8") : undefined };
}

/** A terminal that shows both streams, and what of it came from where. */
function sharedScreen(): { streams: Record<"stdout" | "stderr", Writable>; shown: () => string } {
  const parts: string[] = [];
  const stream = (name: string): Writable =>
    Object.assign(
      new Writable({
        write(chunk: string | Buffer, _encoding, done) {
          if (chunk.length > 0) parts.push(`[${name}] ${chunk.toString()}`);
          done();
        },
      }),
      { isTTY: true, columns: 90, rows: 5 },
    );
  const streams = { stdout: stream("out"), stderr: stream("error") };
  return { streams, shown: () => parts.join("") };
}

const LONG = ["explain", "-f", "a.yaml", "shop/web", "shop/cart"];

describe("what is longer than the screen", () => {
  it("goes through the pager, whole; the exit code is the run's", async () => {
    const plain = await shown(["--no-pager", ...LONG, "--exit-code"]);
    expect(plain.paged).toBeUndefined();
    expect(plain.screen.split("\n").length).toBeGreaterThan(8);
    const paged = await shown([...LONG, "--exit-code"]);
    expect([paged.screen, paged.code]).toEqual(["", plain.code]);
    expect(paged.paged?.split("\n")).toEqual(plain.screen.split("\n"));
  });

  it.each([
    ["fits", LONG, { rows: 200 }],
    ["goes to no screen", LONG, { isTTY: false }],
    ["is asked for without a pager", ["--no-pager", ...LONG], {}],
    ["has cat for a pager", LONG, { env: { PAGER: "cat" } }],
    ["has no pager at all", LONG, { env: { ANP_PAGER: "" } }],
    ["is on a terminal that can do nothing", LONG, { env: { TERM: "dumb" } }],
    ["has a pager that is not there", LONG, { env: { PAGER: "no-such-pager-here" } }],
    ["is read by a shell", ["completion", "bash"], {}],
  ])("is printed where it %s", async (_what, argv, how) => {
    const { screen, paged } = await shown(argv, how);
    expect([screen.length > 100, paged]).toEqual([true, undefined]);
  });

  it("takes anp's own pager before the usual one", async () => {
    const { paged } = await shown(LONG, {
      env: { ANP_PAGER: "cat > paged.txt", PAGER: "no-such-pager-here" },
    });
    expect(paged).toContain("shop/web");
  });

  it("comes before the reason for the exit code where both go to the same screen", async () => {
    const { streams, shown: onScreen } = sharedScreen();
    const env = { PATH: process.env["PATH"] ?? "", NO_COLOR: "1", PAGER: "no-such-pager-here" };
    const cwd = folderWith({ "a.yaml": SHOP });
    const io = { stdin: Readable.from([]), ...streams, env, cwd: () => cwd };
    expect(await main([...LONG, "--expect", "unknown"], io)).toBe(1);
    expect(onScreen()).toMatch(/^\[out\] [^]*\n\[error\] exit 1: [^\n]*\n$/);
  });

  it("leaves an error where it is if there is no output", async () => {
    const { streams, shown: onScreen } = sharedScreen();
    const env = { PATH: process.env["PATH"] ?? "", NO_COLOR: "1", PAGER: "no-such-pager-here" };
    const io = { stdin: Readable.from([]), ...streams, env, cwd: () => folderWith({}) };
    expect(await main(["lint", "nothing-here"], io)).toBe(2);
    expect(onScreen()).toMatch(/^\[error\] anp: /);
  });
});
