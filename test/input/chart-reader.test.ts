import { describe, expect, it } from "vitest";
import { symlinkSync } from "node:fs";
import { folderWith } from "../support/folder.js";
import { DEFAULT_LIMITS } from "../../src/input/limits.js";
import { readInputs } from "../../src/input/inputs.js";
import type { ChartFolder } from "../../src/cluster/load/chart.js";

type Files = Readonly<Record<string, string>>;

/** The charts of a folder, by name, with what was left out. */
async function charts(
  files: Files,
  {
    links = {},
    exclude = [],
    limits = {},
  }: { links?: Files; exclude?: readonly string[]; limits?: object } = {},
): Promise<Readonly<Record<string, ChartFolder>>> {
  const cwd = folderWith(files);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, `${cwd}/${path}`);
  const found: Record<string, ChartFolder> = {};
  const options = {
    paths: ["."],
    cwd,
    exclude,
    followsLinks: false,
    limits: { ...DEFAULT_LIMITS, ...limits },
    stdin: (async function* () {})(),
    stdinName: "stdin",
  };
  for await (const input of readInputs(options)) if (input.type === "chart") found[input.name] = input.folder;
  return found;
}

describe("a chart", () => {
  it("is read with all templates, values and metadata, and the charts in it", async () => {
    const { app, ...others } = await charts({
      "app/Chart.yaml": "name: app",
      "app/requirements.yaml": "dependencies: []",
      "app/values.yaml": "a: 1",
      "app/values-prod.yml": "a: 2",
      "app/README.md": "# app",
      "app/templates/_helpers.tpl": "helpers",
      "app/templates/NOTES.txt": "notes",
      "app/templates/a.yaml": "a",
      "app/templates/deep/er/b": "b",
      "app/charts/.gitkeep": "",
      "app/charts/db/Chart.yaml": "name: db",
      "app/charts/db/templates/c.yaml": "c",
    });
    expect(others).toEqual({});
    expect(app?.templates.map(({ name, text, isPartial }) => [name, text, isPartial])).toEqual([
      ["app/templates/NOTES.txt", "notes", true],
      ["app/templates/_helpers.tpl", "helpers", true],
      ["app/templates/a.yaml", "a", false],
      ["app/templates/deep/er/b", "b", false],
    ]);
    expect(app?.values.map(({ text }) => text)).toEqual(["a: 2", "a: 1"]);
    expect(app?.metadata.map(({ text }) => text)).toEqual(["name: app", "dependencies: []"]);
    expect(app?.vendored.map(({ templates }) => templates.map(({ name }) => name))).toEqual([
      ["app/charts/db/templates/c.yaml"],
    ]);
    expect(app?.doubt).toBeUndefined();
  });

  it("that has no templates of its own is one with the charts in it", async () => {
    const found = await charts({
      "all/Chart.yaml": "name: all",
      "all/charts/a/Chart.yaml": "name: a",
      "all/charts/a/templates/a.yaml": "a",
      "all/charts/b/Chart.yaml": "name: b",
      "all/charts/b/templates/b.yaml": "b",
    });
    expect(Object.keys(found)).toEqual(["all"]);
    expect(found["all"]?.vendored).toHaveLength(2);
  });

  it("has what is excluded left out", async () => {
    const files = {
      "app/Chart.yaml": "name: app",
      "app/templates/a.yaml": "a",
      "app/templates/tests/b.yaml": "b",
    };
    const { app } = await charts(files, { exclude: ["app/templates/tests"] });
    expect(app?.templates.map(({ name }) => name)).toEqual(["app/templates/a.yaml"]);
  });

  const CHART = { "app/Chart.yaml": "name: app", "app/templates/a.yaml": "a" };

  it.each<readonly [what: string, files: Files, links: Files, code: string, file: string]>([
    ["an archive", { "app/charts/db.tgz": "x" }, {}, "chart-archive", "app/charts/db.tgz"],
    ["another file among charts", { "app/charts/db.yaml": "x" }, {}, "chart-archive", "app/charts/db.yaml"],
    ["a link among charts", { "db/x.yaml": "x" }, { "app/charts": "../db" }, "chart-archive", "app/charts"],
    [
      "a link among templates",
      {},
      { "app/templates/b.yaml": "a.yaml" },
      "chart-link",
      "app/templates/b.yaml",
    ],
    ["a link to values", {}, { "app/values.yaml": "Chart.yaml" }, "chart-link", "app/values.yaml"],
  ])("with %s is in doubt", async (_, files, links, code, file) => {
    const { app } = await charts({ ...CHART, ...files }, { links });
    expect(app?.doubt).toEqual({ code, text: "", file });
  });

  it("that is over a limit is in doubt", async () => {
    for (const limits of [{ fileSize: 2 }, { files: 1 }, { totalSize: 5 }]) {
      const files = { ...CHART, "app/templates/b.yaml": "bcdefgh" };
      expect((await charts(files, { limits }))["app"]?.doubt?.code).toBe("chart-file");
    }
  });
});
