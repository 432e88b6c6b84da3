import { BUILD, VERSION } from "../version.js";
import { CacheFolder } from "./cache-folder.js";
import { createHash, type Hash } from "node:crypto";
import { DISK } from "../input/disk.js";
import { resolve } from "node:path";
import type { Ending } from "./ending.js";
import type { FetchedAt, FetchFile } from "../cluster/roots/tree-files.js";
import type { InputTree } from "./tree.js";
import type { Io, OutputStream } from "./io.js";

/** What a run has come to: all that it wrote. */
export interface RememberedRun {
  /** What it wrote to standard error before its reports. */
  readonly before: string;
  /** The text of each output, in their order. */
  readonly outputs: readonly string[];
  /** The job's summary, where it has one. */
  readonly summary?: string;
  /** What it wrote to standard error behind its reports. */
  readonly after: string;
  readonly ending: Ending;
}

/** A remembered run with what it read on the way, beside what was named. */
interface CacheEntry extends RememberedRun {
  /** Each path that was looked for, with the hash of what was there. */
  readonly reads: readonly (readonly [path: string, hash: string])[];
}

/** What a run rests on beside the inputs: whatever may change a byte of what it writes. JSON. */
export type RunFacts = Readonly<Record<string, unknown>>;

/** Remembers runs of which all that they rest on is the same. */
export class LintCache {
  readonly #folder: CacheFolder;
  readonly #key: string;
  readonly #reads = new Map<string, string>();
  readonly #fetch: FetchFile | undefined;
  /** The inputs, with what is read on the way noted. */
  readonly tree: InputTree;

  private constructor(folder: CacheFolder, key: string, tree: InputTree) {
    this.#folder = folder;
    this.#key = key;
    this.#fetch = tree.fetch;
    this.tree =
      tree.fetch === undefined
        ? tree
        : { ...tree, fetch: (path) => this.#noted(path, tree.fetch as FetchFile) };
  }

  /**
   * The cache of a run.
   * @param paths what the run is told to read
   * @returns undefined where there is none to rely on, or the run rests on what nobody can compare
   */
  static of(tree: InputTree, facts: RunFacts, paths: readonly string[], io: Io): LintCache | undefined {
    // What could not be read may read otherwise the next time.
    if (tree.inputs.some(({ type }) => type !== "file" && type !== "other" && type !== "chart"))
      return undefined;
    const scanned = paths.flatMap((path) => DISK.real(resolve(io.cwd(), path)).value ?? []);
    const folder = CacheFolder.of(io, scanned);
    if (folder === undefined) return undefined;
    const hash = createHash("sha256");
    feed(hash, { VERSION, BUILD, node: process.version, facts, inputs: tree.inputs });
    return new LintCache(folder, hash.digest("hex"), tree);
  }

  /** What the same run has come to before. */
  async find(): Promise<RememberedRun | undefined> {
    const entry = this.#folder.read(this.#key);
    if (!isEntry(entry)) return undefined;
    for (const [path, hash] of entry.reads) {
      if (this.#fetch === undefined || hashOf(await this.#fetch(path)) !== hash) return undefined;
    }
    return entry;
  }

  /** Remembers a run. One that is not whole may end otherwise the next time. */
  remember(run: RememberedRun): void {
    const entry: CacheEntry = { ...run, reads: [...this.#reads] };
    this.#folder.write(this.#key, entry);
  }

  async #noted(path: string, fetch: FetchFile): Promise<FetchedAt> {
    const found = await fetch(path);
    this.#reads.set(path, hashOf(found));
    return found;
  }
}

function hashOf(value: unknown): string {
  const hash = createHash("sha256");
  feed(hash, value);
  return hash.digest("hex");
}

/** Feeds a value to a hash so that no two values feed the same: each part has its type and length before it. */
function feed(hash: Hash, value: unknown): void {
  if (Array.isArray(value)) {
    hash.update(`[${value.length}]`);
    for (const each of value) feed(hash, each);
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, each]) => each !== undefined);
    hash.update(`{${entries.length}}`);
    for (const [key, each] of entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      feed(hash, key);
      feed(hash, each);
    }
  } else if (typeof value === "string") hash.update(`"${Buffer.byteLength(value)}"`).update(value);
  else hash.update(`<${String(value)}>`);
}

function isEntry(value: unknown): value is CacheEntry {
  if (typeof value !== "object" || value === null) return false;
  const { reads, before, after, outputs, summary, ending } = value as Partial<
    Record<keyof CacheEntry, unknown>
  >;
  const isText = (each: unknown): boolean => typeof each === "string";
  return (
    [before, after, summary ?? ""].every(isText) &&
    Array.isArray(outputs) &&
    outputs.every(isText) &&
    Array.isArray(reads) &&
    reads.every((each) => Array.isArray(each) && each.length === 2 && each.every(isText)) &&
    isEnding(ending)
  );
}

function isEnding(value: unknown): value is Ending {
  if (typeof value !== "object" || value === null) return false;
  const { code, why } = value as { code?: unknown; why?: unknown };
  return (code === 0 && why === undefined) || (code === 1 && typeof why === "string");
}

/** Passes on what is written to standard error, and keeps it. */
export function keepingStderr(io: Io): { readonly io: Io; readonly taken: () => string } {
  let text = "";
  const stderr = new Proxy(io.stderr, {
    get: (stream: OutputStream, key: keyof OutputStream) => {
      if (key !== "write") {
        const value = stream[key] as unknown;
        return typeof value === "function" ? (value.bind(stream) as unknown) : value;
      }
      return (chunk: string) => {
        text += chunk;
        return stream.write(chunk);
      };
    },
  });
  const taken = (): string => {
    const before = text;
    text = "";
    return before;
  };
  return { io: { ...io, cwd: () => io.cwd(), stderr }, taken };
}
