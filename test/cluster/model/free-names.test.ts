import { describe, expect, it } from "vitest";
import { FreeNames, LONGEST_LABEL, nameWord, withSuffix } from "../../../src/cluster/model/free-names.js";

describe("a name that is free", () => {
  it("is the one that is wanted, else the next one", () => {
    const names = new FreeNames(["web", "web-2", "api"]);
    expect([names.take("db"), names.take("web"), names.take("web"), names.take("api")]).toEqual([
      "db",
      "web-3",
      "web-4",
      "api-2",
    ]);
  });

  it("is the first of several, or the next one like the last", () => {
    const names = new FreeNames(["a", "b"]);
    expect([names.takeFirst("a", "c"), names.takeFirst("a", "b"), names.takeFirst("b", "c")]).toEqual([
      "c",
      "b-2",
      "c-2",
    ]);
  });

  it.each([
    [63, LONGEST_LABEL],
    [253, undefined],
  ])("has at most %i characters, and no dash before its number", (length, longest) => {
    const long = `${"x".repeat(length - 3)}-yz`;
    const names = new FreeNames([long], longest);
    const next = names.take(long);
    expect(next).toBe(`${"x".repeat(length - 3)}-2`);
    expect(names.take("z".repeat(300))).toHaveLength(length);
    expect(names.take("z".repeat(300))).toBe(`${"z".repeat(length - 2)}-2`);
  });
});

describe("words of names", () => {
  it.each([
    ["10.0.0.0/8", "10-0-0-0-8"],
    ["*.Example.com", "example-com"],
    ["", "none"],
    ["__", "none"],
  ])("%j", (text, word) => {
    expect(nameWord(text)).toBe(word);
  });

  it("stand behind a name that is cut for them", () => {
    expect(withSuffix("web", "blue")).toBe("web-blue");
    expect(withSuffix("a".repeat(253), "blue")).toBe(`${"a".repeat(248)}-blue`);
  });
});
