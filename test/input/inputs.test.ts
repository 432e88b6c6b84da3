import { execFileSync } from "node:child_process";
import { renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { readInputs } from "../../src/input/inputs.js";
import type { InputLimits } from "../../src/input/limits.js";

const LIMITS: InputLimits = { fileSize: 20, namedJsonSize: 60, files: 3, totalSize: 50 };

/** What the inputs are, a line each: the text of a file, or why there is none. */
function inputs(
  files: Readonly<Record<string, string>>,
  paths: readonly string[],
  limits: Partial<InputLimits> = {},
  stdin: readonly (string | Uint8Array)[] = [],
): Promise<string[]> {
  return inputsIn(folderWith(files), paths, { limits, stdin });
}

interface Circumstances {
  readonly limits?: Partial<InputLimits>;
  readonly stdin?: readonly (string | Uint8Array)[];
  /** Done once, when the first input has been read. */
  readonly meanwhile?: () => void;
}

async function inputsIn(
  cwd: string,
  paths: readonly string[],
  { limits = {}, stdin = [], meanwhile = () => undefined }: Circumstances = {},
): Promise<string[]> {
  const lines: string[] = [];
  const options = {
    paths,
    cwd,
    exclude: ["*.excluded.yaml"],
    followsLinks: false,
    limits: { ...LIMITS, ...limits },
    stdin: stream(stdin),
    stdinName: "stdin",
  };
  for await (const input of readInputs(options)) {
    if (input.type === "file")
      lines.push(`${input.isNamed ? "named " : ""}${input.file.name}: ${input.file.text}`);
    else if (input.type === "other") lines.push(`${input.name} is other: ${input.reason}`);
    else if (input.type === "chart") lines.push(`${input.name} is a chart`);
    else lines.push(`${input.name} is not read: ${input.reason} ${input.detail ?? ""}`.trimEnd());
    if (lines.length === 1) meanwhile();
  }
  return lines;
}

async function* stream(chunks: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* chunks;
}

describe("inputs", () => {
  it("are files in the order of their paths, and standard input where it is named", async () => {
    const files = { "k8s/b.yaml": "b", "k8s/a.yaml": "a", c: "c" };
    expect(await inputs(files, ["c", "-", "k8s"], {}, ["x", Buffer.from("y")])).toEqual([
      "named c: c",
      "named stdin: xy",
      "k8s/a.yaml: a",
      "k8s/b.yaml: b",
    ]);
  });

  it("that are left out are named, with the reason", async () => {
    const files = {
      "a.excluded.yaml": "a",
      "base/kustomization.yaml": "resources: []",
      "chart/Chart.yaml": "c",
      "chart/templates/d.yaml": "d",
    };
    expect(await inputs(files, ["."])).toEqual([
      "a.excluded.yaml is other: excluded",
      "base/kustomization.yaml is other: kustomization",
      "chart is a chart",
      "chart/Chart.yaml: c",
    ]);
  });

  it.each(["kind: NetworkPolicy", "kind: !!binary Tg==", 'kind: "N\\x65"'])(
    "are kustomizations too where they may hold a policy: %s",
    async (text) => {
      expect(await inputs({ "kustomization.yaml": text }, ["."], { fileSize: 100 })).toEqual([
        `kustomization.yaml: ${text}`,
      ]);
    },
  );
});

describe("limits", () => {
  const long = "#".repeat(21);
  const json = `{"a": "${"b".repeat(30)}"}`;

  it("on the size of a file", async () => {
    expect(await inputs({ "a.yaml": long, "b.yaml": long.slice(1) }, ["."])).toEqual([
      "a.yaml is not read: file-too-large 20",
      `b.yaml: ${long.slice(1)}`,
    ]);
  });

  it("are larger for JSON that is named, not for YAML of its name and not for what a walk meets", async () => {
    const files = { "a.json": json, "b.json": long, "c/d.json": json };
    expect(await inputs(files, ["a.json", "b.json", "c"], { totalSize: 100 })).toEqual([
      `named a.json: ${json}`,
      "b.json is not read: file-too-large 20",
      "c/d.json is not read: file-too-large 20",
    ]);
    expect(await inputs({ "a.json": `${json}${json}` }, ["a.json"])).toEqual([
      "a.json is not read: file-too-large 60",
    ]);
  });

  it("on the number of files, said once", async () => {
    const files = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`${name}.yaml`, name]));
    expect(await inputs(files, ["."])).toEqual([
      "a.yaml: a",
      "b.yaml: b",
      "c.yaml: c",
      "d.yaml is not read: too-many-files 3",
    ]);
  });

  it("on all files together, said once", async () => {
    const text = "#".repeat(20);
    const files = { "a.yaml": text, "b.yaml": text, "c.yaml": text, "d.yaml": text };
    expect(await inputs(files, ["."], { files: 9 })).toEqual([
      `a.yaml: ${text}`,
      `b.yaml: ${text}`,
      "c.yaml is not read: total-too-large 50",
    ]);
  });

  it("on standard input: those of a file, or of named JSON", async () => {
    expect(await inputs({}, ["-"], {}, ["#".repeat(10), "#".repeat(11)])).toEqual([
      "stdin is not read: file-too-large 20",
    ]);
    expect(await inputs({}, ["-"], {}, [`\n${json.slice(0, 5)}`, json.slice(5)])).toEqual([
      `named stdin: \n${json}`,
    ]);
    expect(await inputs({}, ["-"], {}, [json, json])).toEqual(["stdin is not read: file-too-large 60"]);
  });
});

describe("what is no text", () => {
  it("is told with its place", async () => {
    const options = {
      paths: ["-"],
      cwd: ".",
      exclude: [],
      followsLinks: false,
      limits: LIMITS,
      stdin: stream([Buffer.from("é: b\nc: \xff\n", "latin1")]),
      stdinName: "stdin",
    };
    for await (const input of readInputs(options)) {
      expect(input).toEqual({
        type: "unreadable",
        name: "stdin",
        reason: "invalid-utf-8",
        detail: "0",
        place: { text: "\ufffd: b\nc: \ufffd\n", at: 0 },
      });
    }
  });
});

describe("what changes while the inputs are read is read as it is then, or told", () => {
  const WAYS: readonly (readonly [string, (path: (name: string) => string) => void, readonly string[]])[] = [
    [
      "a file that goes",
      (path) => rmSync(path("k8s/z.yaml")),
      ["k8s/z.yaml is not read: not-readable ENOENT"],
    ],
    ["a file that grows", (path) => writeFileSync(path("k8s/z.yaml"), "zz"), ["k8s/z.yaml: zz"]],
    ["a file that shrinks", (path) => truncateSync(path("k8s/z.yaml"), 0), ["k8s/z.yaml: "]],
    [
      "a file that becomes too large",
      (path) => writeFileSync(path("k8s/z.yaml"), "z".repeat(21)),
      ["k8s/z.yaml is not read: file-too-large 20"],
    ],
    [
      "a file that becomes a link",
      (path) => {
        rmSync(path("k8s/z.yaml"));
        symlinkSync(path("secret"), path("k8s/z.yaml"));
      },
      ["k8s/z.yaml is not read: symbolic-link"],
    ],
    [
      "a file that becomes a pipe",
      (path) => {
        rmSync(path("k8s/z.yaml"));
        execFileSync("mkfifo", [path("k8s/z.yaml")]);
      },
      ["k8s/z.yaml is not read: not-a-file"],
    ],
    [
      "a folder that goes",
      (path) => rmSync(path("k8s"), { recursive: true }),
      ["k8s/z.yaml is not read: not-readable ENOENT"],
    ],
    [
      "a folder that becomes a file",
      (path) => {
        renameSync(path("k8s"), path("gone"));
        writeFileSync(path("k8s"), "");
      },
      ["k8s/z.yaml is not read: not-readable ENOTDIR"],
    ],
  ];

  it.each(WAYS)("%s", async (_, change, expected) => {
    const cwd = folderWith({ "k8s/a.yaml": "a", "k8s/z.yaml": "z", secret: "s" });
    const meanwhile = (): void => change((name) => `${cwd}/${name}`);
    expect(await inputsIn(cwd, ["k8s"], { meanwhile })).toEqual(["k8s/a.yaml: a", ...expected]);
  });
});
