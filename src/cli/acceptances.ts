import { acceptedPath, isUnbuilt, pathToAccept, type JudgeInput } from "../cluster/load/acceptance.js";
import { configuredAcceptance, judgedContent, type Acceptance } from "../linter/gate/acceptances.js";
import { contentHash, type ContentHash } from "../input/content-hash.js";
import { DISK } from "../input/disk.js";
import { emptyDocument } from "../source/manifest/document.js";
import { oncePer } from "../base/collections/once-per.js";
import { readableFolders } from "../input/work-tree.js";
import { readRegularFile } from "../input/read-file.js";
import { relative, resolve } from "node:path";
import { timeLimit } from "./limits.js";
import { today } from "./runner.js";
import { workTreeRoot } from "../input/config-file.js";
import { UsageError } from "./exit.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { FileSource } from "../input/found-reader.js";
import type { Input } from "../cluster/load/input.js";
import type { Io } from "./io.js";
import type { Problem } from "../cluster/problems/problem.js";

/** Where the content of inputs is read that are accepted unread: the disk, or a git revision. */
export interface ContentSource {
  /** What the names of inputs begin with that no path has: `HEAD:`. */
  readonly prefix: string;
  /** Reads content while a call lasts. */
  readonly withSource: <T>(ask: (source: FileSource) => Promise<T>) => Promise<T>;
}

/** The content as it is now. */
export const ON_DISK: ContentSource = {
  prefix: "",
  withSource: (ask) => ask({ tree: DISK, read: (path, limit) => readRegularFile(path, limit, false) }),
};

/** The content at a git revision. @param prefix what the names of its inputs begin with */
export function contentAt(
  revision: string,
  options: CommandSourceOptions,
  io: Io,
  prefix = "",
): ContentSource {
  const where = { cwd: io.cwd(), env: io.env, revision, signal: AbortSignal.timeout(timeLimit(options)) };
  return {
    prefix,
    withSource: async (ask) => {
      const { withRevision } = await import("../input/git.js");
      return withRevision(where, ask);
    },
  };
}

/** What is accepted, with its absolute path. */
interface PlacedAcceptance {
  readonly path: string;
  readonly acceptance: Acceptance;
}

/** What the command line and the config of a run accept. */
export class Acceptances {
  readonly #entries: readonly PlacedAcceptance[];
  readonly #cwd: string;
  readonly #content: ContentSource;
  /** What a name stands for: a folder may hold a chart and a kustomization, and several may be made of that. */
  readonly #asked = new Map<string, Map<string, Input>>();
  readonly #hashes = new Map<string, Promise<ContentHash>>();

  constructor(entries: readonly PlacedAcceptance[], cwd: string, content: ContentSource) {
    this.#entries = entries;
    this.#cwd = cwd;
    this.#content = content;
  }

  /** Says whether an input may stay unread. */
  readonly judge: JudgeInput = async (input) => {
    const name = acceptedPath(input);
    if (name === undefined) return undefined;
    const path = this.#pathOf(name);
    const asked = this.#asked.get(name) ?? new Map<string, Input>();
    this.#asked.set(name, asked.set(contentKey(name, input), input));
    const entries = this.#entries.filter((each) => each.path === path);
    if (entries.length === 0) return undefined;
    const hash = await this.#hashOf(name, input);
    const day = today();
    const judged = entries.map(({ acceptance }) => judgedContent(acceptance, name, hash, day));
    return judged.find(({ type }) => type === "accepted") ?? judged[0];
  };

  /** What is to be written for an input that was not read, for it to be accepted; nothing where that cannot be. */
  async offers(problem: Problem): Promise<readonly { readonly path: string; readonly sha256: string }[]> {
    const name = pathToAccept(problem);
    if (name === undefined) return [];
    const offers = new Map<string, { readonly path: string; readonly sha256: string }>();
    for (const input of this.#asked.get(name)?.values() ?? []) {
      if ((input.type === "unbuilt") !== isUnbuilt(problem)) continue;
      const { sha256 } = await this.#hashOf(name, input);
      if (sha256 !== undefined) offers.set(sha256, { path: this.#pathOf(name), sha256 });
    }
    return [...offers.values()];
  }

  /** Entries of the config that nothing needed. @param needed the paths of what was accepted or could not be, as they are shown */
  unused(needed: readonly string[]): readonly Acceptance[] {
    const paths = new Set(needed.map((name) => this.#pathOf(name)));
    return this.#entries.flatMap(({ path, acceptance }) =>
      acceptance.by === "config" && !paths.has(path) ? [acceptance] : [],
    );
  }

  #pathOf(name: string): string {
    const { prefix } = this.#content;
    return resolve(this.#cwd, name.startsWith(prefix) ? name.slice(prefix.length) : name);
  }

  #hashOf(name: string, input: Input): Promise<ContentHash> {
    const path = this.#pathOf(name);
    const key = contentKey(name, input);
    const known = this.#hashes.get(key);
    if (known !== undefined) return known;
    const root = readableFolders([path], this.#cwd)[0] ?? workTreeRoot(this.#cwd) ?? this.#cwd;
    const hash = this.#content.withSource((source) => {
      const { tree } = source;
      // A link is none of what is accepted; those on the way to it are how the caller got here.
      const from = tree.typeOf(path).value === "link" ? path : (tree.real(path).value ?? path);
      return contentHash(input.type === "unbuilt" ? input.content : [from], from, root, source);
    });
    this.#hashes.set(key, hash);
    return hash;
  }
}

/** The same for what is made of the same: a folder may hold a chart and a kustomization. */
function contentKey(name: string, input: Input): string {
  return JSON.stringify([name, input.type === "unbuilt" ? input.content : undefined]);
}

/** What a run accepts; the same for all that it loads. @throws {UsageError} for an option that cannot be read */
export function acceptancesOf(
  options: CommandSourceOptions,
  io: Io,
  content: ContentSource = options.content ?? ON_DISK,
): Acceptances {
  const known = madeFor(options);
  const made =
    known.get(content) ??
    new Acceptances(
      [...(options.accept ?? []).map((text) => typedEntry(text, io)), ...configEntries(options, io)],
      io.cwd(),
      content,
    );
  known.set(content, made);
  return made;
}

const madeFor = oncePer((_options: CommandSourceOptions) => new Map<ContentSource, Acceptances>());

/** @throws {UsageError} */
function typedEntry(text: string, io: Io): PlacedAcceptance {
  const [, path = "", sha256] = /^(.*?)(?:=([^=/\\]*))?$/s.exec(text) ?? [];
  if (path === "" || (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)))
    throw new UsageError(
      `--accept needs PATH or PATH=SHA256, not ${JSON.stringify(text)}`,
      "anp lint prints both for what wasn't read",
    );
  const at = { document: emptyDocument({ name: path, text: "" }), span: { start: 0, end: 0 } };
  return {
    path: resolve(io.cwd(), path),
    acceptance: { path, sha256, by: "command line", isReviewed: true, at },
  };
}

function configEntries({ configured }: CommandSourceOptions, io: Io): readonly PlacedAcceptance[] {
  if (configured === undefined) return [];
  const { config, folder, isReviewed = false } = configured;
  return config.accept.map((each) => {
    const path = resolve(folder, each.path);
    return { path, acceptance: configuredAcceptance(each, relative(io.cwd(), path) || ".", isReviewed) };
  });
}
