// Where Linux keeps files in memory: a disk takes twenty times as long to write small files and to remove them again.
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";

const FOLDER = "/dev/shm";

/** What has to be free: containers often have 64 MiB there. */
const ENOUGH = 2 ** 30;

/** @returns the folder, where it has room for temporary files and runs scripts that are written there; else nothing */
export function folderInMemory() {
  try {
    const { bavail, bsize } = statfsSync(FOLDER);
    return bavail * bsize >= ENOUGH && runsScripts() ? FOLDER : undefined;
  } catch {
    return undefined;
  }
}

function runsScripts() {
  const folder = mkdtempSync(`${FOLDER}/anp-`);
  try {
    writeFileSync(`${folder}/script`, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    return spawnSync(`${folder}/script`).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
