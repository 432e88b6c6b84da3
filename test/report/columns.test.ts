import { describe, expect, it } from "vitest";
import { layOut, wrapped, type TextRow } from "../../src/report/columns.js";

/** The lines of some rows, as a report joins their cells. */
function linesOf(rows: readonly TextRow[], room = Infinity): string[] {
  return layOut(rows, room).map(({ text, reason, mark, place }) =>
    [text, reason, mark, place]
      .filter((cell) => cell !== "")
      .join("  ")
      .trimEnd(),
  );
}

describe("columns", () => {
  it("stand below each other, whatever the rows have", () => {
    const rows = [
      { text: "head", mark: "DENIED" },
      { text: "  rule 1", reason: "port 80 is not 443", place: "a.yaml:1:2" },
      { text: "  rule 2 to app=cart", reason: "no label app", mark: "nearest", place: "b.yaml:10:20" },
      { text: "  nothing more" },
    ];
    expect(linesOf(rows)).toEqual([
      "head                                      DENIED",
      "  rule 1              port 80 is not 443           a.yaml:1:2",
      "  rule 2 to app=cart  no label app        nearest  b.yaml:10:20",
      "  nothing more",
    ]);
  });

  it("count the columns that characters take", () => {
    const rows = [
      { text: "漢字", place: "x" },
      { text: "e\u0301a", place: "y" },
    ];
    expect(linesOf(rows)).toEqual(["漢字  x", "e\u0301a    y"]);
  });

  it("put details below a text that is wide, and the reason beside them", () => {
    const long = "from every pod of every namespace with a long name";
    const row = { lead: "Admin tier  ", text: "tenants  rule 3  Deny", detail: long, place: "a.yaml:1:2" };
    expect(linesOf([{ ...row, detail: "from nobody" }])).toEqual([
      "Admin tier  tenants  rule 3  Deny  from nobody  a.yaml:1:2",
    ]);
    expect(linesOf([row])).toEqual([
      "Admin tier  tenants  rule 3  Deny  a.yaml:1:2",
      `              ${long}`,
    ]);
    expect(linesOf([{ ...row, reason: "no such label" }])).toEqual([
      "Admin tier  tenants  rule 3  Deny                                                a.yaml:1:2",
      `              ${long}  no such label`,
    ]);
  });

  it("are no columns in a narrow room: what stands behind the text goes below it", () => {
    const rows = [
      { text: "head", mark: "DENIED" },
      {
        lead: "tier  ",
        text: "cart-from-web  rule 1",
        reason: "port 80 is not 443",
        mark: "< nearest",
        place: "a.yaml:1:2",
      },
    ];
    expect(linesOf(rows, 40)).toEqual([
      "head  DENIED",
      "tier  cart-from-web  rule 1  < nearest",
      "        port 80 is not 443  a.yaml:1:2",
    ]);
    expect(linesOf(rows, 30)).toEqual([
      "head  DENIED",
      "tier  cart-from-web  rule 1",
      "        port 80 is not 443  < nearest",
      "        a.yaml:1:2",
    ]);
  });

  it("are not pushed aside by one text that is very wide", () => {
    const wide = "x".repeat(101);
    expect(
      linesOf([
        { text: "short", place: "a" },
        { text: wide, place: "b" },
      ]),
    ).toEqual(["short  a", wide, "       b"]);
  });
});

describe("wrapped", () => {
  it("breaks at blanks, keeps runs of them, and never loses a word", () => {
    expect(wrapped("  why  one two three four", 14, 7)).toEqual([
      "  why  one two",
      "       three",
      "       four",
    ]);
    expect(wrapped("unbreakable", 4, 2)).toEqual(["unbreakable"]);
    expect(wrapped("a  b", Infinity, 2)).toEqual(["a  b"]);
  });
});

describe("text in lines", () => {
  it.each([
    ["breaks at blanks", "one two three", 8, ["one two", "  three"]],
    ["keeps the blanks in front", "   one two", 8, ["   one", "  two"]],
    [
      "does not break a command that fits",
      "say `anp lint k8s` twice",
      16,
      ["say", "  `anp lint k8s`", "  twice"],
    ],
    ["keeps what touches a command with it", "run (`anp lint k8s`).", 19, ["run", "  (`anp lint k8s`)."]],
    [
      "breaks a command that no line has room for",
      "`anp lint --context prod`",
      14,
      ["`anp lint", "  --context", "  prod`"],
    ],
    [
      "breaks words between backticks that are no command",
      "the `shop and till` is",
      12,
      ["the `shop", "  and till`", "  is"],
    ],
    ["leaves nothing out", "", 8, [""]],
  ])("%s", (_, text, room, lines) => {
    expect(wrapped(text, room, 2)).toEqual(lines);
  });
});
