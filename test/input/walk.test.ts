import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { MissingPathError, FileFinder, type FoundPath, type WalkOptions } from "../../src/input/walk.js";

/** What a walk finds, a line each: `type path`, named files and reasons told. */
function found(cwd: string, paths: readonly string[], options: Partial<WalkOptions> = {}): string[] {
  const walk = new FileFinder(paths, { cwd, exclude: [], followsLinks: false, ...options });
  return paths.flatMap((path) => [...walk.below(path)].map(line));
}

function line(each: FoundPath): string {
  const { type, path } = each;
  if (type === "file") return `${each.isNamed ? "named" : "file"} ${path}`;
  return type === "refused" ? `${each.reason} ${path}` : `${type} ${path}`;
}

/** The same with what is told beside the reason. */
function details(cwd: string, path: string): string[] {
  const walk = new FileFinder([path], { cwd, exclude: [], followsLinks: false });
  return [...walk.below(path)].map((each) => `${line(each)} ${each.type === "refused" ? each.detail : ""}`);
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

  it("is walked with its hidden files and folders, but for .git", () => {
    const folder = files(".a.yaml", ".github/b.yaml", ".git/c.yaml", "git/e.yaml");
    expect(found(folder, ["."])).toEqual(["file .a.yaml", "file .github/b.yaml", "file git/e.yaml"]);
  });

  it("is walked however deep it is", () => {
    const folder = files();
    const names = Array<string>(1200).fill("d");
    mkdirSync(join(folder, ...names), { recursive: true });
    writeFileSync(join(folder, ...names, "a.yaml"), "");
    expect(found(folder, ["."])).toEqual([`file ${names.join("/")}/a.yaml`]);
    expect(found(folder, ["**/*.yaml"])).toEqual([`named ${names.join("/")}/a.yaml`]);
    // Deeper than Node's own removal of folders can go
    execFileSync("rm", ["-rf", join(folder, "d")]);
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
      "overlay/Kustomization",
      "templates/Makefile",
      "templates/a.yaml",
    );
    expect(found(folder, ["."])).toEqual([
      "chart app",
      "file app/Chart.yaml",
      "file app/crds/c.yaml",
      "file app/values.yaml",
      "kustomized base/kustomization.yaml",
      "kustomization base/kustomization.yaml",
      "file base/policy.yaml",
      "kustomized overlay/Kustomization",
      "kustomization overlay/Kustomization",
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

  it("on the way to a path that is named are refused like the path, and told", () => {
    const folder = files("tree/k8s/real/a.yaml", "outside/deep/secret.yaml");
    symlinkSync("../../outside", join(folder, "tree/k8s/link"));
    const cwd = join(folder, "tree");
    for (const path of [
      "k8s/link/deep/secret.yaml",
      "./k8s/link/deep/secret.yaml",
      "k8s/real/../link/deep/secret.yaml",
      "../tree/k8s/link/deep/secret.yaml",
      "k8s/link/deep",
      "k8s/link/deep/",
      "k8s/link/*/secret.yaml",
      "k8s/link/deep/*.yaml",
      "k8s/link/nothing.yaml",
    ])
      expect(details(cwd, path)).toEqual([`symbolic-link ${path} k8s/link`]);
    const absolute = join(cwd, "k8s/link/deep/secret.yaml");
    expect(details(cwd, absolute)).toEqual([`symbolic-link ${absolute} ${join(cwd, "k8s/link")}`]);
    expect(details(join(folder, "outside"), absolute)).toEqual([
      `symbolic-link ${absolute} ${join(cwd, "k8s/link")}`,
    ]);
    // A link that is not on the way, for the path leads out of it again
    expect(found(cwd, ["k8s/link/../real/a.yaml"])).toEqual(["named k8s/link/../real/a.yaml"]);
    const followsLinks = true;
    expect(found(cwd, ["k8s/link/deep/secret.yaml"], { followsLinks })).toEqual([
      "named k8s/link/deep/secret.yaml",
    ]);
    expect(found(cwd, ["k8s/link/deep/*.yaml"], { followsLinks })).toEqual([
      "named k8s/link/deep/secret.yaml",
    ]);
    expect(found(cwd, ["k8s/link/**"], { followsLinks })).toEqual(["named k8s/link/deep/secret.yaml"]);
  });

  it("above the working folder are how the caller came there", () => {
    const folder = files("real/k8s/a.yaml");
    symlinkSync("real", join(folder, "link"));
    const cwd = join(folder, "link");
    expect(found(cwd, ["k8s/a.yaml"])).toEqual(["named k8s/a.yaml"]);
    expect(found(cwd, [join(cwd, "k8s")])).toEqual([`file ${join(cwd, "k8s/a.yaml")}`]);
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

describe("node_modules", () => {
  const folder = files(
    "a.yaml",
    "node_modules/b.yaml",
    "x/node_modules/c.yaml",
    "x/node_modules/y/node_modules/d.yaml",
  );

  it.each([
    [["."], {}, ["file a.yaml", "packages node_modules", "packages x/node_modules"]],
    [["x"], {}, ["packages x/node_modules"]],
    [
      ["."],
      { exclude: ["node_modules"] },
      ["file a.yaml", "excluded node_modules", "excluded x/node_modules"],
    ],
    [["*.yaml"], {}, ["named a.yaml"]],
    [["**/*.yaml"], {}, ["named a.yaml", "packages node_modules", "packages x/node_modules"]],
  ] as const)("is left out of a walk, and told: %j %j", (paths, options, expected) =>
    expect(found(folder, paths, options)).toEqual(expected),
  );

  it.each([
    [["node_modules"], ["file node_modules/b.yaml"]],
    [["x/node_modules"], ["file x/node_modules/c.yaml", "file x/node_modules/y/node_modules/d.yaml"]],
    [
      ["**/node_modules/**"],
      [
        "named node_modules/b.yaml",
        "named x/node_modules/c.yaml",
        "named x/node_modules/y/node_modules/d.yaml",
      ],
    ],
    [["node_modules/*.yaml"], ["named node_modules/b.yaml"]],
    [
      [".", "node_modules"],
      ["file a.yaml", "packages node_modules", "packages x/node_modules", "file node_modules/b.yaml"],
    ],
  ] as const)("is read where it is named: %j", (paths, expected) =>
    expect(found(folder, paths)).toEqual(expected),
  );

  it("is no match of a glob by itself", () => {
    expect(() => found(files("node_modules/b.yaml"), ["**/*.yaml"])).toThrow(MissingPathError);
  });
});

it("a folder that is empty is told as such", () => {
  const folder = files();
  mkdirSync(join(folder, "empty"));
  expect(found(folder, ["empty"])).toEqual(["empty empty"]);
  // It is no match of a glob.
  expect(() => found(folder, ["em*"])).toThrow(MissingPathError);
});

/** A folder's files stand where its name does. */
function order(text: string): string {
  return text.replace("file ", "").replaceAll("/", "\0");
}
