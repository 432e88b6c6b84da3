import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, utimesSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { pathInside } from "../input/path-inside.js";
import { readRegularFile } from "../input/read-file.js";
import { stageFile } from "./write-file.js";
import type { Io } from "./io.js";

/** Bytes of an entry. */
const MOST_BYTES = 32_000_000;

/** Entries that are kept, the youngest. */
const MOST_ENTRIES = 200;

/** Bytes of all entries that are kept. */
const MOST_BYTES_OF_ALL = 256_000_000;

/** The version of the format of entries. */
const FORMAT = "anp-cache 1";

const ENTRY = /^[0-9a-f]{64}$/;
const TEMPORARY = /^\.anp-[0-9a-f]+\.tmp$/;

/** Files that are left behind by runs that were killed, in milliseconds. */
const STALE = 3_600_000;

/**
 * A folder of the user's own for what runs remember. Whatever is wrong with it, or with an entry, is as if nothing were remembered: no
 * entry is worth a run that fails.
 */
export class CacheFolder {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * The folder of a user, made where it is not there.
   * @param scanned what the run reads, absolute and without links: what stands there is others' too
   * @returns undefined where there is none that nobody else can write
   */
  static of({ env }: Pick<Io, "env">, scanned: readonly string[]): CacheFolder | undefined {
    const base = cacheHome(env);
    if (base === undefined) return undefined;
    try {
      const path = join(base, "anp", "lint");
      if (scanned.some((each) => pathInside(each, realOf(path)) !== undefined)) return undefined;
      mkdirSync(path, { recursive: true, mode: 0o700 });
      return isPrivate(path) ? new CacheFolder(path) : undefined;
    } catch {
      return undefined;
    }
  }

  /** What was remembered. @param key 64 hexadecimal digits */
  read(key: string): unknown {
    const path = join(this.#path, key);
    try {
      if (!isOwn(lstatSync(path))) return undefined;
      const { bytes } = readRegularFile(path, MOST_BYTES, false);
      if (bytes === undefined) return undefined;
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      const end = text.indexOf("\n");
      const body = text.slice(end + 1);
      if (text.slice(0, end) !== headOf(body)) return undefined;
      const value: unknown = JSON.parse(body);
      utimesSync(path, new Date(), new Date());
      return value;
    } catch {
      return undefined;
    }
  }

  /** Remembers a value, and forgets the oldest where there are too many. @param value JSON */
  write(key: string, value: unknown): void {
    const body = JSON.stringify(value);
    if (body.length > MOST_BYTES / 3) return;
    try {
      stageFile(join(this.#path, key), [`${headOf(body)}\n${body}`]).commit();
      this.#prune();
    } catch {
      // A full disk, a folder that was taken away.
    }
  }

  #prune(): void {
    const files = readdirSync(this.#path).map((name) => {
      const { mtimeMs, size } = lstatSync(join(this.#path, name));
      return { name, mtimeMs, size };
    });
    let bytes = 0;
    let count = 0;
    for (const { name, size, mtimeMs } of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
      if (ENTRY.test(name)) {
        bytes += size;
        count++;
        if (count <= MOST_ENTRIES && bytes <= MOST_BYTES_OF_ALL) continue;
      } else if (!TEMPORARY.test(name) || Date.now() - mtimeMs < STALE) continue;
      rmSync(join(this.#path, name), { force: true });
    }
  }
}

function headOf(body: string): string {
  return `${FORMAT} ${createHash("sha256").update(body).digest("hex")}`;
}

/** The folder in which programs of a user may remember things; undefined where the environment names none. */
export function cacheHome(
  env: Io["env"],
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string | undefined {
  const named = env["XDG_CACHE_HOME"] ?? "";
  // A path that is not absolute is to be ignored, says the specification.
  if (isAbsolute(named)) return named;
  if (platform === "win32") return env["LOCALAPPDATA"];
  const own = env["HOME"] ?? home;
  if (!isAbsolute(own)) return undefined;
  return platform === "darwin" ? join(own, "Library", "Caches") : join(own, ".cache");
}

/** True for a folder that only its user can read and write. */
function isPrivate(path: string): boolean {
  const stat = lstatSync(path);
  return stat.isDirectory() && isOwn(stat) && (process.platform === "win32" || (stat.mode & 0o077) === 0);
}

function isOwn({ uid }: { readonly uid: number }): boolean {
  const own = process.getuid?.();
  return own === undefined || uid === own;
}

/** A path without links, as far as it is there. */
function realOf(path: string): string {
  const above = dirname(path);
  try {
    return realpathSync(path);
  } catch {
    return above === path ? path : join(realOf(above), basename(path));
  }
}
