import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
  >;
}

const TEXT = readFileSync("package-lock.json", "utf8");
const { packages } = JSON.parse(TEXT) as Lockfile;

describe("the lockfile", () => {
  it("has every platform's package: without one of them, `npm ci` refuses to install on any platform", () => {
    const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
  });

  it("names no host", () => {
    expect(TEXT).not.toContain('"resolved"');
  });
});
