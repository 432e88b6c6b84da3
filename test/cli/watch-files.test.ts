import { describe, expect, it, vi } from "vitest";
import { folderWith } from "../support/folder.js";
import { mkdirSync, writeFileSync } from "node:fs";
import { watchFiles, type WatchedFiles, type Watcher } from "../../src/cli/watch-files.js";

/** Watches until a check holds. */
async function watching(
  files: Pick<WatchedFiles, "paths" | "named">,
  check: (watcher: Watcher, changes: readonly string[]) => Promise<void>,
): Promise<void> {
  const changes: string[] = [];
  const rest = { written: [], excludes: () => false, followsLinks: false };
  const watcher = await watchFiles({ ...files, ...rest }, (path) => changes.push(path));
  try {
    await check(watcher, changes);
  } finally {
    await watcher.close();
  }
}

/** Events come when they come. */
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 20 });

describe("what changes at once", () => {
  it("after a folder is watched is told, where a config is not there", async () => {
    const cwd = folderWith({ "k8s/deep/a.yaml": "a: 1\n" });
    await watching({ paths: [`${cwd}/k8s`], named: [`${cwd}/anp.yaml`] }, async (_watcher, changes) => {
      writeFileSync(`${cwd}/k8s/deep/a.yaml`, "a: 2\n");
      await until(() => expect(changes).toEqual([`${cwd}/k8s/deep/a.yaml`]));
    });
  });

  it("while a file is added is told", async () => {
    const cwd = folderWith({ "k8s/a.yaml": "a: 1\n", "base/b.yaml": "b: 1\n" });
    await watching({ paths: [`${cwd}/k8s`], named: [] }, async (watcher, changes) => {
      const added = watcher.add([`${cwd}/base/b.yaml`]);
      writeFileSync(`${cwd}/base/b.yaml`, "b: 22\n");
      await added;
      expect(changes).toContain(`${cwd}/base/b.yaml`);
    });
  });
});

describe("what is not there", () => {
  it("is told when it comes, and nothing beside it is", async () => {
    const cwd = folderWith({ "k8s/a.yaml": "a: 1\n" });
    const files = { paths: [`${cwd}/k8s`, `${cwd}/base/more`], named: [`${cwd}/anp.yaml`] };
    await watching(files, async (_watcher, changes) => {
      writeFileSync(`${cwd}/other.yaml`, "b: 1\n");
      writeFileSync(`${cwd}/anp.yaml`, "exclude: []\n");
      await until(() => expect(changes).toEqual([`${cwd}/anp.yaml`]));
      mkdirSync(`${cwd}/base`);
      await until(() => expect(changes).toEqual([`${cwd}/anp.yaml`, `${cwd}/base`]));
    });
  });
});
