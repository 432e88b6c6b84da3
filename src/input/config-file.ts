import { dirname, join } from "node:path";
import { DISK } from "./disk.js";
import { readRegularFile } from "./read-file.js";

/** What is looked for, in each folder. */
export const CONFIG_NAME = "anp.yaml";

/** What people call it by mistake: it would silently do nothing. */
const MISNAMED: readonly string[] = ["anp.yml", ".anp.yaml", ".anp.yml"];

/** A config, or what looks like one. */
export interface FoundConfig {
  /** Absolute. */
  readonly path: string;
  readonly isMisnamed: boolean;
}

/** Further down than that nobody looks whether a file is one. */
const LOOKED_AT = 1 << 16;

/** True for a manifest that has the name by chance, as an AdminNetworkPolicy may: no config has these keys. */
export function isManifest(text: string): boolean {
  return /^apiVersion:/m.test(text) && /^kind:/m.test(text);
}

function holdsManifest(path: string): boolean {
  const { bytes } = readRegularFile(path, LOOKED_AT, false);
  return bytes !== undefined && isManifest(new TextDecoder().decode(bytes));
}

/**
 * The nearest config from a folder upwards, as far as the root of the git work tree; outside of one, in that folder alone: what
 * stands above may be anybody's (`/tmp`).
 */
export function findConfig(folder: string): FoundConfig | undefined {
  for (const each of foldersUpwards(folder)) {
    for (const name of [CONFIG_NAME, ...MISNAMED]) {
      const path = join(each, name);
      // A link is found too: reading it says why it is not followed.
      const { value } = DISK.typeOf(path);
      if (value === undefined || value === "folder" || holdsManifest(path)) continue;
      return { path, isMisnamed: name !== CONFIG_NAME };
    }
  }
  return undefined;
}

/** The root of the git work tree that holds a folder, told by what stands in it: nothing is run. */
export function workTreeRoot(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const { value } = DISK.typeOf(join(at, ".git"));
    if (value === "folder" || value === "file") return at;
    if (dirname(at) === at) return undefined;
  }
}

/** A folder and those above it, as far as the root of its git work tree; outside of one, the folder alone. */
export function foldersUpwards(folder: string): string[] {
  const root = workTreeRoot(folder);
  if (root === undefined) return [folder];
  const folders = [folder];
  for (let at = folder; at !== root; at = dirname(at)) folders.push(dirname(at));
  return folders;
}
