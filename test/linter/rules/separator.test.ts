import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.js";
import { runAnp } from "../../support/run-anp.js";

const policy = (name: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: ${name}\n  namespace: shop\nspec:\n  podSelector: {}\n`;

async function helpOf(text: string): Promise<readonly (string | undefined)[]> {
  const { stdout } = await runAnp(["lint", "-o", "json"], { cwd: folderWith({ "all.yaml": text }) });
  const { findings } = JSON.parse(stdout) as { findings: { rule: string; help?: string }[] };
  return findings.filter(({ rule }) => rule === "not-analysed").map(({ help }) => help);
}

const HELP = "separate documents with a `---` line: this one has too few dashes";

describe("a line of dashes between two documents", () => {
  it.each([
    ["one", "-\n"],
    ["two", "--\n"],
    ["one with a space behind it", "- \n"],
    ["one before a comment", "-\n# the other\n\n"],
    ["one, and breaks of other systems", "-\r\n"],
  ])("%s is told as a separator", async (_, line) => {
    expect(await helpOf(`${policy("a")}${line}${policy("b")}`)).toEqual([HELP]);
  });

  it.each([
    ["no document follows", `${policy("a")}-\n`],
    ["it is an item of a list that is too far left", `${policy("a")}- b\nkind: x\n`],
    ["something else is wrong", `${policy("a")}  x: [\n`],
  ])("nothing is said of separators where %s", async (_, text) => {
    expect(await helpOf(text)).toEqual([undefined]);
  });

  it("three are one", async () => {
    expect(await helpOf(`${policy("a")}---\n${policy("b")}`)).toEqual([]);
  });
});
