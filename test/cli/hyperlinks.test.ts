import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { hasHyperlinks, linksFor } from "../../src/cli/hyperlinks.js";
import { pathToFileURL } from "node:url";
import { REVERSED_PORTS } from "./manifests.js";
import { ruleUrl } from "../../src/version.js";
import { runAnp } from "../support/run-anp.js";

const KITTY = { TERM: "xterm-kitty" };
const ESCAPE = "\u001b";
const END = `${ESCAPE}]8;;${ESCAPE}\\`;

describe("links are for terminals that have them", () => {
  it.each<[string, boolean, Readonly<Record<string, string>>, boolean, NodeJS.Platform?]>([
    ["a terminal that nobody knows", true, { TERM: "xterm-256color" }, false],
    ["kitty", true, KITTY, true],
    ["foot", true, { TERM: "foot" }, true],
    ["a pipe", false, KITTY, false],
    ["NO_COLOR", true, { ...KITTY, NO_COLOR: "1" }, false],
    ["an empty NO_COLOR", true, { ...KITTY, NO_COLOR: "" }, true],
    ["a dumb terminal", true, { TERM: "dumb", VTE_VERSION: "7402" }, false],
    ["CI", true, { ...KITTY, CI: "true" }, false],
    ["TeamCity", true, { ...KITTY, TEAMCITY_VERSION: "2026.1" }, false],
    ["a pipe that is forced", false, { FORCE_HYPERLINK: "1" }, true],
    ["CI that is forced", true, { CI: "true", FORCE_HYPERLINK: "true" }, true],
    ["a terminal that is forced not to", true, { ...KITTY, FORCE_HYPERLINK: "0" }, false],
    ["Windows Terminal", true, { WT_SESSION: "4f6e" }, true, "win32"],
    ["the console of Windows", true, {}, false, "win32"],
    ["GNOME Terminal", true, { VTE_VERSION: "7402" }, true],
    ["one that crashes at a link", true, { VTE_VERSION: "5000" }, false],
    ["one before links", true, { VTE_VERSION: "4601" }, false],
    ["iTerm 3.0", true, { TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.0.15" }, false],
    ["iTerm 3.1", true, { TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.1.0" }, true],
    ["WezTerm", true, { TERM_PROGRAM: "WezTerm", TERM_PROGRAM_VERSION: "20240203-110809-5046fc22" }, true],
    ["an old WezTerm", true, { TERM_PROGRAM: "WezTerm", TERM_PROGRAM_VERSION: "20200113-214446" }, false],
    ["VS Code", true, { TERM_PROGRAM: "vscode", TERM_PROGRAM_VERSION: "1.104.2" }, true],
    ["VS Code 1.71", true, { TERM_PROGRAM: "vscode", TERM_PROGRAM_VERSION: "1.71.9" }, false],
    ["Apple's Terminal", true, { TERM_PROGRAM: "Apple_Terminal", TERM_PROGRAM_VERSION: "455" }, false],
  ])("%s", (_name, isTTY, env, expected, platform = "linux") => {
    expect(hasHyperlinks({ isTTY }, env, platform)).toBe(expected);
  });
});

describe("a link", () => {
  const names = [
    "a.yaml",
    "a b;c#d?.yaml",
    "ü %20.yaml",
    `x${ESCAPE}]8;;evil${ESCAPE}\\.yaml`,
    "bell\u0007.yaml",
    "right\u202eleft.yaml",
  ];
  const cwd = folderWith(Object.fromEntries(names.map((name) => [name, ""])));
  const link = linksFor({ isTTY: true }, KITTY, cwd);
  if (link === undefined) throw new Error("no links");

  it.each(names)("leads to the file %j, and nothing in its name ends it", (name) => {
    const text = link("shown", { type: "file", name });
    const [before, start = "", shown, ...end] = text.split(ESCAPE);
    const url = pathToFileURL(`${cwd}/${name}`).href;
    expect([before, start, shown, end]).toEqual(["", `]8;;${url}`, String.raw`\shown`, ["]8;;", "\\"]]);
    expect(url).toMatch(/^[!-~]+$/);
  });

  it("is made of no file that is not there, and of no folder", () => {
    for (const name of ["HEAD:a.yaml", "(standard input)", "."])
      expect(link("shown", { type: "file", name })).toBe("shown");
    expect(link("", { type: "rule", id: "cel" })).toBe("");
  });
});

describe("anp lint", () => {
  const cwd = folderWith({ "a.yaml": REVERSED_PORTS });
  const ARGS = ["lint", "a.yaml", "--only", "invalid-port-range"];

  it("links a rule to its page and a place to its file, and breaks no line for that", async () => {
    const linked = await runAnp(ARGS, { cwd, columns: 80, env: { ...KITTY, FORCE_COLOR: "0" } });
    const plain = await runAnp(ARGS, { cwd, columns: 80, env: { FORCE_COLOR: "0" } });
    const rule = `${ESCAPE}]8;;${ruleUrl("invalid-port-range")}${ESCAPE}\\error[invalid-port-range]${END}`;
    const file = `${ESCAPE}]8;;${pathToFileURL(`${cwd}/a.yaml`).href}${ESCAPE}\\a.yaml:9:34${END}`;
    expect(linked.stdout.split("\n").slice(0, 2)).toEqual([
      expect.stringContaining(`${rule}: \`endPort\``),
      expect.stringContaining(file),
    ]);
    const parts = linked.stdout
      .split(`${ESCAPE}]8;;`)
      .map((part, i) => (i === 0 ? part : part.slice(part.indexOf("\\") + 1)));
    expect(parts.join("")).toBe(plain.stdout);
  });

  it.each([
    ["in a pipe", {}],
    ["without colours", { columns: 80, args: ["--color", "never"] }],
    ["in a file", { columns: 80, args: ["-o", "text=out.txt"] }],
    ["as JSON on a terminal", { columns: 80, args: ["-o", "json"] }],
  ])("links nothing %s", async (_name, { args = [], ...more }: { args?: string[]; columns?: number }) => {
    const { stdout } = await runAnp([...ARGS, ...args], { cwd, env: KITTY, ...more });
    expect(stdout).not.toContain(`${ESCAPE}]8`);
  });
});
