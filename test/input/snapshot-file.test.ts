import { gzipSync } from "node:zlib";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { MissingPathError } from "../../src/input/walk.js";
import { readSnapshot } from "../../src/input/snapshot-file.js";
import type { InputLimits } from "../../src/input/limits.js";

const LIMITS: InputLimits = { fileSize: 100, namedJsonSize: 1000, files: 1, totalSize: 50 };

/** What is read of a path, in a line. */
async function read(path: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const cwd = folderWith({});
  for (const [name, bytes] of Object.entries(files)) writeFileSync(`${cwd}/${name}`, bytes);
  return readIn(cwd, path);
}

async function readIn(
  cwd: string,
  path: string,
  stdin: readonly (string | Uint8Array)[] = [],
): Promise<string> {
  const inputs: string[] = [];
  const options = {
    limits: LIMITS,
    cwd,
    followsLinks: false,
    stdin: stream(stdin),
    stdinName: "(standard input)",
  };
  for await (const input of readSnapshot(path, options)) {
    if (input.type === "file") {
      const marks = [input.isStored === true ? "stored" : "", input.isNamed ? "named" : ""];
      inputs.push(`${marks.join(" ")} ${input.file.name}: ${input.file.text}`);
    } else if (input.type === "unreadable")
      inputs.push(`${input.name} is not read: ${input.reason} ${input.detail ?? ""}`.trimEnd());
  }
  return inputs.join("\n");
}

async function* stream(chunks: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* chunks;
}

describe("a snapshot's file", () => {
  it("is JSON or YAML that a server has stored", async () => {
    expect(await read("a.json", { "a.json": '{"a":1}' })).toBe('stored named a.json: {"a":1}');
    expect(await read("dump", { dump: "a: 1" })).toBe("stored named dump: a: 1");
  });

  it("is inflated where it is gzip, whatever it is called", async () => {
    expect(await read("a.json", { "a.json": gzipSync("{}") })).toBe("stored named a.json: {}");
    const several = Buffer.concat([gzipSync('{"a":'), gzipSync("1}")]);
    expect(await read("a.gz", { "a.gz": several })).toBe('stored named a.gz: {"a":1}');
  });

  it("may be standard input", async () => {
    const cwd = folderWith({});
    expect(await readIn(cwd, "-", ['{"a":', Buffer.from("2}")])).toBe(
      'stored named (standard input): {"a":2}',
    );
    expect(await readIn(cwd, "-", [gzipSync("{}")])).toBe("stored named (standard input): {}");
    expect(await readIn(cwd, "-", ["x".repeat(600), "x".repeat(600)])).toBe(
      "(standard input) is not read: file-too-large 1000",
    );
  });

  it("has a limit, after it is inflated too", async () => {
    const large = `{"a":"${"x".repeat(990)}"}`;
    expect(await read("a.json", { "a.json": large.slice(0, 900) })).toMatch(/^stored named a\.json: \{/);
    expect(await read("a.json", { "a.json": `${large}    ` })).toBe(
      "a.json is not read: file-too-large 1000",
    );
    expect(await read("a.gz", { "a.gz": gzipSync(`${large}    `) })).toBe(
      "a.gz is not read: file-too-large 1000",
    );
    const bomb = gzipSync(Buffer.alloc(500_000));
    expect(bomb.length).toBeLessThan(LIMITS.namedJsonSize);
    expect(await read("a.gz", { "a.gz": bomb })).toBe("a.gz is not read: file-too-large 1000");
  });

  it("of YAML has the limit of every YAML file", async () => {
    const yaml = `a: ${"x".repeat(200)}`;
    expect(await read("a.yaml", { "a.yaml": yaml })).toBe("a.yaml is not read: file-too-large 100");
    expect(await read("a.gz", { "a.gz": gzipSync(yaml) })).toBe("a.gz is not read: file-too-large 100");
  });

  it("that was cut off is broken", async () => {
    const whole = gzipSync('{"a":1}');
    for (const length of [3, 12, whole.length - 9, whole.length - 1])
      expect(await read("a.gz", { "a.gz": whole.subarray(0, length) })).toMatch(
        /^a\.gz is not read: broken-gzip/,
      );
  });

  it("is a regular file that is there", async () => {
    const cwd = folderWith({ "a.json": "{}" });
    mkdirSync(`${cwd}/folder`);
    symlinkSync("a.json", `${cwd}/link.json`);
    await expect(readIn(cwd, "b.json")).rejects.toBeInstanceOf(MissingPathError);
    expect(await readIn(cwd, "folder")).toBe("folder is not read: not-a-file");
    expect(await readIn(cwd, "link.json")).toBe("link.json is not read: symbolic-link");
  });

  it("is text", async () => {
    expect(await read("a.json", { "a.json": Buffer.from([0x7b, 0xff, 0x7d]) })).toMatch(
      /^a\.json is not read: invalid-utf-8/,
    );
  });
});
