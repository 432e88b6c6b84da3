import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));
const ARCHITECTURE = fileURLToPath(new URL("../docs/architecture.md", import.meta.url));

/** The rooms that hold several folders: `src/source/manifest`. The others are folders themselves. */
const ROOMS: ReadonlySet<string> = new Set(["base", "source", "cluster", "semantics", "questions", "linter"]);

/** What each folder may import, type-only imports included; what is not here is forbidden. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  attempt: [],
  collections: [],
  limits: [],
  text: ["net"],
  net: [],
  manifest: ["collections"],
  template: [],
  kustomize: ["collections", "manifest", "text"],
  edit: ["manifest"],
  flows: ["net"],
  model: ["collections", "limits", "manifest", "net"],
  problems: ["collections", "edit", "kustomize", "manifest", "model", "net", "template", "text"],
  match: ["collections", "manifest", "model", "net"],
  plugins: ["attempt", "collections", "match", "model"],
  admission: ["attempt", "collections", "problems", "edit", "manifest", "model", "net", "text"],
  kinds: ["admission", "problems", "edit", "manifest", "model", "net", "text"],
  load: [
    "admission",
    "collections",
    "kinds",
    "kustomize",
    "limits",
    "manifest",
    "model",
    "problems",
    "template",
    "text",
  ],
  roots: ["admission", "collections", "kinds", "kustomize", "load", "manifest", "model", "text"],
  convert: ["attempt", "collections", "problems", "edit", "kinds", "load", "manifest", "match", "model"],
  snapshot: ["collections", "problems", "kinds", "load", "manifest", "model", "net"],
  evaluate: ["collections", "limits", "manifest", "match", "model", "net"],
  reach: ["collections", "evaluate", "limits", "match", "model", "net", "plugins"],
  diff: ["collections", "problems", "evaluate", "limits", "match", "model", "net", "reach"],
  alerts: ["problems", "diff", "lint", "manifest", "model"],
  query: ["attempt", "collections", "match", "model", "net", "text"],
  explain: [
    "attempt",
    "collections",
    "evaluate",
    "manifest",
    "match",
    "model",
    "net",
    "problems",
    "query",
    "reach",
    "plugins",
    "limits",
  ],
  matrix: ["attempt", "collections", "evaluate", "match", "model", "net", "query", "reach", "plugins"],
  audit: [
    "collections",
    "evaluate",
    "limits",
    "manifest",
    "match",
    "model",
    "net",
    "problems",
    "query",
    "reach",
    "plugins",
  ],
  mistakes: [
    "collections",
    "problems",
    "edit",
    "limits",
    "manifest",
    "match",
    "model",
    "net",
    "reach",
    "text",
    "kustomize",
  ],
  suggest: [
    "ask",
    "collections",
    "diff",
    "edit",
    "evaluate",
    "explain",
    "kinds",
    "limits",
    "load",
    "manifest",
    "match",
    "mistakes",
    "model",
    "net",
    "query",
    "reach",
  ],
  rules: [
    "collections",
    "problems",
    "diff",
    "evaluate",
    "limits",
    "manifest",
    "match",
    "mistakes",
    "model",
    "net",
    "query",
    "reach",
    "text",
    "plugins",
  ],
  config: ["admission", "attempt", "manifest", "problems", "rules", "text", "plugins"],
  baseline: ["attempt", "manifest", "model", "problems"],
  gate: ["baseline", "collections", "config", "manifest", "problems", "rules"],
  suppress: ["collections", "manifest", "problems", "rules", "text"],
  lint: [
    "collections",
    "problems",
    "edit",
    "limits",
    "load",
    "manifest",
    "model",
    "roots",
    "rules",
    "plugins",
    "baseline",
    "config",
    "suppress",
  ],
  replay: [
    "attempt",
    "collections",
    "evaluate",
    "explain",
    "flows",
    "limits",
    "match",
    "model",
    "net",
    "plugins",
    "query",
    "reach",
    "diff",
  ],
  tables: ["evaluate", "flows", "limits", "model", "net", "query", "reach", "replay"],
  survey: ["collections", "evaluate", "limits", "matrix", "model", "net", "reach"],
  page: ["matrix", "net", "reach", "text"],
  report: [
    "audit",
    "collections",
    "convert",
    "problems",
    "close",
    "cover",
    "draft",
    "diff",
    "evaluate",
    "expect",
    "explain",
    "kustomize",
    "limits",
    "lint",
    "load",
    "manifest",
    "match",
    "matrix",
    "mistakes",
    "model",
    "mutate",
    "net",
    "page",
    "reach",
    "roots",
    "rules",
    "suggest",
    "suppress",
    "survey",
    "text",
    "plugins",
    "flows",
    "replay",
    "tables",
  ],
  input: [
    "admission",
    "kinds",
    "kustomize",
    "load",
    "manifest",
    "model",
    "problems",
    "roots",
    "template",
    "text",
  ],
  cli: [
    "admission",
    "alerts",
    "ask",
    "audit",
    "baseline",
    "collections",
    "config",
    "convert",
    "problems",
    "close",
    "cover",
    "draft",
    "edit",
    "diff",
    "expect",
    "explain",
    "gate",
    "input",
    "kinds",
    "limits",
    "lint",
    "load",
    "manifest",
    "match",
    "matrix",
    "model",
    "mutate",
    "net",
    "query",
    "report",
    "roots",
    "rules",
    "snapshot",
    "suggest",
    "suppress",
    "survey",
    "text",
    "plugins",
    "flows",
    "replay",
    "tables",
  ],
  expect: [
    "ask",
    "attempt",
    "audit",
    "collections",
    "evaluate",
    "explain",
    "kinds",
    "limits",
    "manifest",
    "match",
    "matrix",
    "model",
    "net",
    "problems",
    "query",
    "reach",
    "text",
  ],
  close: ["attempt", "audit", "collections", "diff", "edit", "model", "net", "plugins", "query", "reach"],
  draft: [
    "collections",
    "diff",
    "evaluate",
    "expect",
    "limits",
    "model",
    "match",
    "mutate",
    "net",
    "query",
    "reach",
    "text",
  ],
  mutate: [
    "collections",
    "diff",
    "evaluate",
    "expect",
    "kinds",
    "limits",
    "manifest",
    "match",
    "model",
    "net",
    "query",
    "reach",
    "text",
  ],
  cover: ["evaluate", "expect", "limits", "manifest", "match", "model", "reach"],
  ask: ["attempt", "audit", "explain", "match", "matrix", "model", "query", "text"],
};

/** The only folders that may touch the machine. */
const IMPURE: ReadonlySet<string> = new Set(["cli", "input"]);

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : path.endsWith(".ts") ? [path] : [];
  });
}

interface ImportLine {
  readonly file: string;
  readonly folder: string;
  readonly target: string;
}

function importsOf(path: string): ImportLine[] {
  const text = readFileSync(path, "utf8");
  const file = relative(SRC, path);
  const folder = file.includes("/") ? folderIn(file) : "";
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
  return targets.map((target) => ({ file, folder, target }));
}

/** The folder of a file, from src/: the one in a room, or one that is a room by itself. */
function folderIn(file: string): string {
  const [first = "", second = ""] = file.split("/");
  return ROOMS.has(first) ? second : first;
}

/** The folder that an import line of a file leads to. */
function folderOf(file: string, target: string): string {
  return folderIn(relative(SRC, resolve(SRC, dirname(file), target)));
}

function foldersBelow(folder: string): string[] {
  return readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory());
}

/** Every folder with its room; one that is a room by itself has none. */
function folders(): ReadonlyMap<string, string> {
  const all = foldersBelow(SRC).flatMap((name) =>
    ROOMS.has(name)
      ? foldersBelow(join(SRC, name)).map((each) => [each, name] as const)
      : [[name, name] as const],
  );
  return new Map(all);
}

const IMPORTS = filesBelow(SRC).flatMap(importsOf);

/** The folders of the picture of layers with their rooms, from the bottom up: what is behind imports only what is before. */
function drawnFolders(): (readonly [folder: string, room: string])[] {
  const [, section = ""] = readFileSync(ARCHITECTURE, "utf8").split("## Who imports whom\n");
  const [, picture = ""] = section.split("```\n");
  const lines = picture.split("\n").filter((line) => line.trim() !== "");
  // A line of one folder is its own layer; a longer one begins with the layer's name.
  return lines.toReversed().flatMap((line) => {
    const [first = "", ...folders] = line.split(/[\s→]+/).filter((word) => word !== "");
    return folders.length === 0 ? [[first, first] as const] : folders.map((each) => [each, first] as const);
  });
}

describe("imports point downwards", () => {
  it("reads the import lines of the whole tree", () => {
    expect(IMPORTS.length).toBeGreaterThan(200);
  });

  it("allows no import that nothing needs", () => {
    const used = new Set(IMPORTS.map(({ folder, file, target }) => `${folder} → ${folderOf(file, target)}`));
    const unused = Object.entries(ALLOWED).flatMap(([folder, allowed]) =>
      allowed.map((each) => `${folder} → ${each}`).filter((each) => !used.has(each)),
    );
    expect(unused).toEqual([]);
  });

  it("names only folders that exist, and every folder that does", () => {
    expect(Object.keys(ALLOWED).toSorted()).toEqual([...folders().keys()].toSorted());
    for (const targets of Object.values(ALLOWED))
      for (const target of targets) expect([...folders().keys()]).toContain(target);
  });

  it("has every folder in the room that the picture draws it in", () => {
    expect(new Map(drawnFolders().toSorted())).toEqual(new Map([...folders()].toSorted()));
  });

  it.each(Object.keys(ALLOWED))("%s imports only what the table allows", (folder) => {
    const forbidden = IMPORTS.filter((line) => line.folder === folder && line.target.startsWith("."))
      .map((line) => ({
        ...line,
        to: folderOf(line.file, line.target),
      }))
      .filter(({ to, target }) => !(folder === "admission" && to === ".." && target.includes("/schemas/")))
      .filter(({ to }) => to !== folder && to !== "version.js" && !(ALLOWED[folder] ?? []).includes(to))
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(forbidden).toEqual([]);
  });

  it("imports nothing upwards in the picture of docs/architecture.md", () => {
    const drawn = drawnFolders().map(([folder]) => folder);
    expect(drawn.toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
    const upwards = Object.entries(ALLOWED).flatMap(([folder, allowed]) =>
      allowed
        .filter((each) => drawn.indexOf(each) >= drawn.indexOf(folder))
        .map((each) => `${folder} → ${each}`),
    );
    expect(upwards).toEqual([]);
  });

  it("lets only the command line and the library's door import input", () => {
    const importers = IMPORTS.filter(({ file, target }) => folderOf(file, target) === "input");
    expect(new Set(importers.map(({ folder }) => folder))).toEqual(new Set(["cli", "input", ""]));
  });

  it("lets only cli and input touch the machine", () => {
    const touching = IMPORTS.filter(
      ({ folder, target }) => target.startsWith("node:") && !IMPURE.has(folder),
    ).map(({ file }) => file);
    expect(touching).toEqual([]);
    const impure = /\bprocess\.|\bconsole\.|\bDate\.now|\bperformance\.|\bMath\.random/;
    const using = filesBelow(SRC).filter(
      (path) =>
        !IMPURE.has(relative(SRC, path).split("/")[0] ?? "") && impure.test(readFileSync(path, "utf8")),
    );
    expect(using.map((path) => relative(SRC, path))).toEqual([]);
  });

  it("lets no rule of the linter know where an object keeps its fields", () => {
    const naming = filesBelow(join(SRC, "linter")).filter((path) =>
      /\bchild\(/.test(readFileSync(path, "utf8")),
    );
    expect(naming.map((path) => relative(SRC, path))).toEqual([]);
  });

  it("leaves it to the table of kinds to know which APIs there are", () => {
    const comparing = /\bgeneration\s*[!=]==?\s*"|"\s*[!=]==?\s*\w*\.?generation\b/;
    const files = filesBelow(SRC).filter((path) => comparing.test(readFileSync(path, "utf8")));
    expect(files.map((path) => relative(SRC, path))).toEqual([]);
  });

  it("lets small edits fall back to rewriting, and nothing that both use know either", () => {
    const engineOf = (path: string): string =>
      /^source\/edit\/(splice|rewrite)\//.exec(path)?.[1] ?? "shared";
    const crossing = IMPORTS.filter(({ file }) => file.startsWith("source/edit/")).map(({ file, target }) => {
      const to = relative(SRC, resolve(SRC, dirname(file), target));
      return `${engineOf(file)} → ${engineOf(to)}`;
    });
    expect([...new Set(crossing)].toSorted()).toEqual([
      "rewrite → rewrite",
      "rewrite → shared",
      "shared → shared",
      "splice → rewrite",
      "splice → shared",
      "splice → splice",
    ]);
  });

  it("lets index.ts import everything but cli", () => {
    const lines = IMPORTS.filter(({ file }) => file === "index.ts");
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter(({ target }) => target.startsWith("./cli/"))).toEqual([]);
  });
});
