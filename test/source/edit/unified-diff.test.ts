import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.js";
import { unifiedDiff } from "../../../src/source/edit/unified-diff.js";

const NUMBERS = Array.from({ length: 20 }, (_, i) => `line ${i + 1}\n`);

function numbersWith(changes: Readonly<Record<number, string>>): string {
  return NUMBERS.map((line, i) => changes[i + 1] ?? line).join("");
}

describe("a unified diff", () => {
  it("shows three lines around each change, and counts the changed lines", () => {
    const after = numbersWith({ 2: "second\n", 12: "line 12\nline 12½\n", 20: "" });
    expect(unifiedDiff("k8s/a.yaml", NUMBERS.join(""), after)).toEqual({
      text: [
        "--- a/k8s/a.yaml",
        "+++ b/k8s/a.yaml",
        "@@ -1,5 +1,5 @@",
        " line 1",
        "-line 2",
        "+second",
        " line 3",
        " line 4",
        " line 5",
        "@@ -10,6 +10,7 @@",
        " line 10",
        " line 11",
        " line 12",
        "+line 12½",
        " line 13",
        " line 14",
        " line 15",
        "@@ -17,4 +18,3 @@",
        " line 17",
        " line 18",
        " line 19",
        "-line 20",
        "",
      ].join("\n"),
      changedLines: 4,
    });
  });

  it("says where a last line has no line break", () => {
    expect(unifiedDiff("a", "b", "b\nc")).toEqual({
      text: "--- a/a\n+++ b/a\n@@ -1,1 +1,2 @@\n-b\n\\ No newline at end of file\n+b\n+c\n\\ No newline at end of file\n",
      changedLines: 3,
    });
  });

  it.each([
    ["./k8s/a.yaml", "--- a/k8s/a.yaml"],
    ["/srv/k8s/a.yaml", "--- a/srv/k8s/a.yaml"],
    ['a"b\tc.yaml', '--- "a/a\\"b\\tc.yaml"'],
    ["ä.yaml", '--- "a/\\303\\244.yaml"'],
  ])("names %j", (name, line) => {
    expect(unifiedDiff(name, "a\n", "b\n").text.split("\n")[0]).toBe(line);
  });
});

const NAMES = [
  "a.yaml",
  "k8s/shop policies.yaml",
  'odd/"quoted"\\name.yaml',
  "odd/ä😀.yaml",
  "odd/tab\there.yaml",
];
const TEXTS: readonly (readonly [what: string, before: string, after: string])[] = [
  ["lines", NUMBERS.join(""), numbersWith({ 1: "", 9: "nine\n", 20: "twenty\ntwenty-one\n" })],
  ["CR LF", "a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n"],
  ["a last line without a line break", "a\nb", "a\nb\nc"],
  ["a last line that gets a line break", "a\nb", "a\nb\n"],
  ["an empty string", "", "a\n"],
];

describe.each(["git", "patch"])("%s applies it", (program) => {
  const apply = (folder: string, diff: string): void => {
    const options = program === "git" ? ["apply", "--whitespace=nowarn"] : ["-p1", "--binary", "--silent"];
    execFileSync(program, options, { cwd: folder, input: diff, stdio: ["pipe", "ignore", "inherit"] });
  };

  it.each(TEXTS)("to %s", (_, before, after) => {
    const folder = folderWith({ "a.yaml": before });
    apply(folder, unifiedDiff("a.yaml", before, after).text);
    expect(readFileSync(join(folder, "a.yaml"), "utf8")).toBe(after);
  });

  it("to no file: it is new", () => {
    const folder = folderWith({});
    apply(folder, unifiedDiff("k8s/new.yaml", undefined, "a: b\n").text);
    expect(readFileSync(join(folder, "k8s/new.yaml"), "utf8")).toBe("a: b\n");
  });

  it.each(NAMES)("to a file called %j", (name) => {
    const folder = folderWith({ [name]: "a\n" });
    apply(folder, unifiedDiff(name, "a\n", "b\n").text);
    expect(readFileSync(join(folder, name), "utf8")).toBe("b\n");
  });
});
