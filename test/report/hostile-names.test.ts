import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../properties/run.js";
import { codeSpan, inline } from "../../src/report/markdown.js";
import { encode } from "../../src/report/encode.js";
import { githubCommands } from "../../src/report/github-annotations.js";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";

const SCREENFUL = 2000;

describe("a name longer than a screen", () => {
  it("is cut, with how much is left out", () => {
    const shown = encode("n".repeat(1_000_000));
    expect(shown.length).toBeLessThanOrEqual(SCREENFUL);
    expect(shown).toMatch(/^n{1970}… \(998030 more\)$/);
  });

  it("stays as it is where it fills the screen just so", () => {
    expect(encode("n".repeat(SCREENFUL))).toBe("n".repeat(SCREENFUL));
  });

  it("is cut however it is made up, and no more the second time", () =>
    check({
      name: "long texts are cut",
      arbitrary: fc.tuple(
        fc.string({ unit: "binary", minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 5000 }),
      ),
      runs: 300,
      holds: ([part, times]) => {
        const shown = encode(part.repeat(times));
        expect(shown.length).toBeLessThanOrEqual(SCREENFUL);
        expect(encode(shown)).toBe(shown);
      },
    }));

  it.each(["text", "compact", "github", "sarif", "gitlab", "junit", "md"])(
    "fills no report: %s",
    async (format) => {
      const name = "n".repeat(500_000);
      const text = `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: ${name}, namespace: shop }\nspec: { podSelector: { matchLabels: { a: ${name} } } }\n`;
      const { stdout } = await runAnp(["lint", ".", "-o", format], { cwd: folderWith({ "a.yaml": text }) });
      const longest = Math.max(...stdout.split("\n").map((line) => line.length));
      expect(longest).toBeLessThan(20_000);
    },
  );
});

describe("GitHub makes links of nothing that came from content", () => {
  it.each([
    ["an address", "see https://evil.example/a?b=c", "see https:&#47;/evil.example/a?b=c"],
    ["another scheme", "ftp://evil.example", "ftp:&#47;/evil.example"],
    ["one without a scheme", "www.evil.example WWW.evil", "www&#46;evil.example WWW&#46;evil"],
    ["a link", "[a](javascript:b)", "\\[a\\](javascript:b)"],
    ["an image", "![a](//evil)", "!\\[a\\](//evil)"],
    ["an issue", "#12 GH-12", "\\#12 GH&#45;12"],
    ["somebody", "@all a@b.example", "&#64;all a&#64;b.example"],
    ["a tag", "<a href=//evil>", "&lt;a href=//evil>"],
  ])("%s", (_, text, shown) => expect(inline(text)).toBe(shown));

  it("whatever the text", () =>
    check({
      name: "no autolinks",
      arbitrary: fc
        .array(
          fc.constantFrom(
            "http",
            "https",
            "ftp",
            ":",
            "/",
            "//",
            "www",
            "WWW",
            ".",
            "a",
            "@",
            "#",
            "1",
            "gh-",
            "<",
            "[",
            "]",
            "(",
            ")",
            "`",
            "|",
            " ",
          ),
        )
        .map((parts) => parts.join("")),
      runs: 2000,
      holds: (text) => {
        expect(inline(text)).not.toMatch(/:\/\/|\bwww\.|@|(?<![\\&])[[#<|`]|\bgh-\d/i);
        // What is read of it is the text
        expect(read(inline(text))).toBe(text);
        expect(codeSpan(text)).toMatch(/^`/);
      },
    }));

  function read(markdown: string): string {
    return markdown
      .replaceAll("&#47;", "/")
      .replaceAll("&#46;", ".")
      .replaceAll("&#45;", "-")
      .replaceAll("&#64;", "@")
      .replaceAll("&lt;", "<")
      .replaceAll("&amp;", "&")
      .replaceAll(/\\([\\`*_[\]#|~+>-])/g, "$1");
  }
});

describe("annotations", () => {
  it("have the line breaks that are ours, and show those of names", () => {
    const lines = ["policy `a\nerror: all is well`", "help: b\r\nc"];
    const [command] = githubCommands([{ level: "error", title: "t\n,:", lines, at: undefined }], "findings");
    expect(command).toBe("::error title=t\\n%2C%3A::policy `a\\nerror: all is well`%0Ahelp: b\\r\\nc");
  });

  it("are one command in one line, whatever is in them", () =>
    check({
      name: "annotations",
      arbitrary: fc.record({
        title: fc.string({ unit: "binary" }),
        lines: fc.array(fc.string({ unit: "binary" }), { maxLength: 3 }),
      }),
      runs: 1000,
      holds: ({ title, lines }) => {
        const [command = ""] = githubCommands(
          [{ level: "warning", title, lines, at: undefined }],
          "findings",
        );
        expect(command).toMatch(/^::warning title=[^:,]*::[^\n\r]*$/);
        const message = command.slice(command.indexOf("::", 2) + 2);
        expect(message.split("%0A")).toHaveLength(Math.max(1, lines.length));
      },
    }));
});

describe("cells of CSV", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["＝1+1", "'＝1+1"],
    ["a;=1+1", "a;'=1+1"],
    ["a; ＠b", "a; '＠b"],
    [" -1", " '-1"],
  ])("%s", async (name, cell) => {
    const pod = (podName: string, ip: string): object => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: podName, namespace: "" + name },
      spec: { containers: [] },
      status: { podIP: ip },
    });
    const cwd = folderWith({
      "a.json": [pod("web", "10.0.0.1"), pod("cart", "10.0.0.2")]
        .map((each) => JSON.stringify(each))
        .join("\n"),
    });
    const { stdout } = await runAnp(["matrix", "-f", "a.json", "-o", "csv"], { cwd });
    const first = stdout.split("\n").find((line) => line.includes("1.1") || line.includes(cell)) ?? stdout;
    expect(first).toContain(cell);
    expect(stdout).not.toMatch(/(?:^|[;,"])\s*[=+\-@＝＋－＠]/m);
  });
});
