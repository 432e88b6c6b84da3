import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tmpdir } from "node:os";

const made: string[] = [];

/** A new folder with some files, removed when the tests of the file are over. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "anp-test-"));
  made.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Removes what the tests of a file have made. */
export function removeFolders(): void {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
}
