import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { MissingPathError, Walk, type Found, type WalkOptions } from "../../src/input/walk.js";

/** What a walk finds, a line each: `type path`, named files and reasons told. */
function found(cwd: string, paths: readonly string[], options: Partial<WalkOptions> = {}): string[] {
  const walk = new Walk(paths, { cwd, exclude: [], followsLinks: false, ...options });
  return paths.flatMap((path) => [...walk.below(path)].map(line));
}

function line(each: Found): string {
  const { type, path } = each;
  if (type === "file") return `${each.isNamed ? "named" : "file"} ${path}`;
  return type === "refused" ? `${each.reason} ${path}` : `${type} ${path}`;
}

const files = (...names: readonly string[]): string =>
  folderWith(Object.fromEntries(names.map((name) => [name, `# ${name}\n`])));

describe("a folder", () => {
  it("is walked for manifests, in the order of their paths", () => {
    const folder = files(
      "b.yaml",
      "a.yml",
      "c.JSON",
      "B/z.yaml",
      "b/a.yaml",
      "notes.txt",
      "yaml",
      "a/x/y.json",
    );
    expect(found(folder, ["."])).toEqual(
      [
        "file B/z.yaml",
        "file a.yml",
        "file a/x/y.json",
        "file b.yaml",
        "file b/a.yaml",
        "file c.JSON",
      ].toSorted((a, b) => (order(a) < order(b) ? -1 : 1)),
    );
  });

  it("is walked with its hidden files and folders, but for .git and node_modules", () => {
    const folder = files(".a.yaml", ".github/b.yaml", ".git/c.yaml", "x/node_modules/d.yaml", "git/e.yaml");
    expect(found(folder, ["."])).toEqual(["file .a.yaml", "file .github/b.yaml", "file git/e.yaml"]);
  });

  it("is shown as it is named", () => {
    const folder = files("k8s/a.yaml");
    expect(found(folder, ["k8s"])).toEqual(["file k8s/a.yaml"]);
    expect(found(folder, ["./k8s"])).toEqual(["file k8s/a.yaml"]);
    expect(found(join(folder, "k8s"), [".."])).toEqual(["file ../k8s/a.yaml"]);
    expect(found("/", [folder])).toEqual([`file ${folder}/k8s/a.yaml`]);
  });

  it("that is called like a manifest is a folder", () => {
    expect(found(files("a.yaml/b.yaml"), ["."])).toEqual(["file a.yaml/b.yaml"]);
  });

  it("and what is in it are found once", () => {
    const folder = files("k8s/a.yaml", "k8s/b.yaml");
    expect(found(folder, ["k8s/b.yaml", "k8s", ".", "./k8s/../k8s/a.yaml"])).toEqual([
      "named k8s/b.yaml",
      "file k8s/a.yaml",
    ]);
  });

  it("tells charts and kustomizations apart", () => {
    const folder = files(
      "app/Chart.yaml",
      "app/templates/policy.yaml",
      "app/values.yaml",
      "app/crds/c.yaml",
      "base/kustomization.yaml",
      "base/policy.yaml",
      "templates/a.yaml",
    );
    expect(found(folder, ["."])).toEqual([
      "chart app",
      "file app/Chart.yaml",
      "file app/crds/c.yaml",
      "file app/values.yaml",
      "kustomization base/kustomization.yaml",
      "file base/policy.yaml",
      "file templates/a.yaml",
    ]);
  });
});

describe("a file that is named", () => {
  it("is taken whatever it is called", () => {
    const folder = files("policy", "kustomization.yaml", "*.yaml");
    expect(found(folder, ["policy", "kustomization.yaml", "*.yaml"])).toEqual([
      "named policy",
      "named kustomization.yaml",
      "named *.yaml",
    ]);
  });

  it("is not excluded", () => {
    expect(found(files("a.yaml"), ["a.yaml"], { exclude: ["*.yaml"] })).toEqual(["named a.yaml"]);
  });

  it.each(["b.yaml", "a.yaml/b.yaml", "nowhere/*.yaml", "*.json"])("and is not there: %s", (path) => {
    expect(() => found(files("a.yaml"), [path])).toThrow(MissingPathError);
  });
});

describe("a glob", () => {
  const folder = files("a.yaml", "b.txt", "k8s/c.yaml", "k8s/deep/d.yaml", "k8s/deep/e.json");

  it.each([
    ["*.yaml", ["named a.yaml"]],
    ["./*.yaml", ["named a.yaml"]],
    ["**/*.yaml", ["named a.yaml", "named k8s/c.yaml", "named k8s/deep/d.yaml"]],
    ["k8s/*/*", ["named k8s/deep/d.yaml", "named k8s/deep/e.json"]],
    ["k8s/?.yaml", ["named k8s/c.yaml"]],
  ])("%s", (glob, expected) => expect(found(folder, [glob])).toEqual(expected));

  it("finds the chart whose templates it would match", () => {
    const chart = files("app/Chart.yaml", "app/values.yaml", "app/templates/net/policy.yaml");
    expect(found(chart, ["**/net/*.yaml"])).toEqual(["chart app"]);
    expect(found(chart, ["*/values.yaml"])).toEqual(["named app/values.yaml"]);
  });

  it("leaves out what is excluded", () => {
    expect(found(folder, ["**/*.yaml"], { exclude: ["k8s/deep"] })).toEqual([
      "named a.yaml",
      "named k8s/c.yaml",
    ]);
  });
});

describe("what is excluded", () => {
  const folder = files("a.yaml", "test/b.yaml", "x/test/c.yaml", "x/d.yaml");

  it.each([
    [["test"], ["file a.yaml", "excluded test", "file x/d.yaml", "excluded x/test"]],
    [["x/**"], ["file a.yaml", "file test/b.yaml", "excluded x"]],
    [["*.yaml"], ["excluded a.yaml", "excluded test/b.yaml", "excluded x/d.yaml", "excluded x/test/c.yaml"]],
    [
      ["d.yaml", "a.*"],
      ["excluded a.yaml", "file test/b.yaml", "excluded x/d.yaml", "file x/test/c.yaml"],
    ],
  ])("%j", (exclude, expected) => expect(found(folder, ["."], { exclude })).toEqual(expected));
});

describe("links", () => {
  it("are refused where they are called like manifests, and passed over elsewhere", () => {
    const folder = files("real/a.yaml");
    symlinkSync("real/a.yaml", join(folder, "b.yaml"));
    symlinkSync("real", join(folder, "folder"));
    expect(found(folder, ["."])).toEqual(["symbolic-link b.yaml", "file real/a.yaml"]);
    expect(found(folder, ["b.yaml", "folder"])).toEqual(["symbolic-link b.yaml", "symbolic-link folder"]);
  });

  it("are followed on request, inside of all folders that are given", () => {
    const folder = files("a/x.yaml", "b/y.yaml", "c/z.yaml");
    symlinkSync("../b", join(folder, "a/b"));
    symlinkSync("../c", join(folder, "a/c"));
    symlinkSync("../c/z.yaml", join(folder, "a/z.yaml"));
    const followsLinks = true;
    expect(found(folder, ["a"], { followsLinks })).toEqual(["file a/x.yaml", "symbolic-link a/z.yaml"]);
    expect(found(folder, ["a", "b"], { followsLinks })).toEqual([
      "file a/b/y.yaml",
      "file a/x.yaml",
      "symbolic-link a/z.yaml",
    ]);
  });

  it("to a folder whose name begins like a given one lead outside", () => {
    const folder = files("a/x.yaml", "a-secret/y.yaml");
    symlinkSync("../a-secret/y.yaml", join(folder, "a/y.yaml"));
    expect(found(folder, ["a"], { followsLinks: true })).toEqual(["file a/x.yaml", "symbolic-link a/y.yaml"]);
  });

  it("in circles end", () => {
    const folder = files("a/x.yaml");
    symlinkSync("..", join(folder, "a/up"));
    symlinkSync("loop.yaml", join(folder, "a/loop.yaml"));
    expect(found(folder, ["."], { followsLinks: true })).toEqual([
      "symbolic-link a/loop.yaml",
      "file a/x.yaml",
    ]);
  });
});

it("a folder that is empty gives nothing", () => {
  const folder = files();
  mkdirSync(join(folder, "empty"));
  expect(found(folder, ["empty"])).toEqual([]);
});

/** A folder's files stand where its name does. */
function order(text: string): string {
  return text.replace("file ", "").replaceAll("/", "\0");
}
