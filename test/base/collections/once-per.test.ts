import { describe, expect, it } from "vitest";
import { oncePer, oncePerAsked } from "../../../src/base/collections/once-per.js";

describe("what is made once for each object", () => {
  it("is made again for another object, though it is equal", () => {
    let made = 0;
    const numbered = oncePer((_key: object) => ({ number: ++made }));
    const [one, other] = [{}, {}];
    expect([numbered(one), numbered(other), numbered(one)].map(({ number }) => number)).toEqual([1, 2, 1]);
  });
});

describe("what is made once for each object and what it is asked with", () => {
  it("is made again where either differs, and only there", () => {
    const made: string[] = [];
    const joined = oncePerAsked(
      (a: string, b: string) => `${a} ${b}`,
      ({ name }: { readonly name: string }, a: string, b: string) => {
        made.push(`${name} ${a} ${b}`);
        return made.length;
      },
    );
    const [one, other] = [{ name: "one" }, { name: "other" }];
    const asked = [
      joined(one, "x", "y"),
      joined(one, "x", "z"),
      joined(other, "x", "y"),
      joined(one, "x", "y"),
    ];
    expect(asked).toEqual([1, 2, 3, 1]);
    expect(made).toEqual(["one x y", "one x z", "other x y"]);
  });

  it("is kept where it is that there is none", () => {
    let asked = 0;
    const none = oncePerAsked(
      (name: string) => name,
      (_key: object, _name: string): undefined => void asked++,
    );
    const key = {};
    expect([none(key, "a"), none(key, "a"), asked]).toEqual([undefined, undefined, 1]);
  });

  it("is forgotten where making it fails", () => {
    let asked = 0;
    const failing = oncePerAsked(
      (name: string) => name,
      (_key: object, _name: string) => {
        if (++asked === 1) throw new Error("not yet");
        return asked;
      },
    );
    const key = {};
    expect(() => failing(key, "a")).toThrow("not yet");
    expect(failing(key, "a")).toBe(2);
  });
});
