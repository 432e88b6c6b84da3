import { byName } from "../folder-entries.js";
import { join } from "node:path";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import type { FileSource } from "../found-reader.js";

/** More than one chart or kustomization has. */
const MOST_FILES = 5_000;
const MOST_BYTES = 64_000_000;

/**
 * A folder of its own for a program: copies of regular files, and nothing else, so that neither links nor whatever stands beside
 * them can be reached; beside it an empty one, as the program's home.
 */
export class Staging {
  readonly #source: FileSource;
  readonly #folder: string;
  #files = 0;
  #bytes = 0;

  constructor(source: FileSource) {
    this.#source = source;
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), "anp-render-")));
    mkdirSync(this.tree);
    mkdirSync(this.home);
    mkdirSync(this.programs);
  }

  /** Where the copies are. */
  get tree(): string {
    return join(this.#folder, "tree");
  }

  /** Empty. */
  get home(): string {
    return join(this.#folder, "home");
  }

  /** Empty as well: where a program finds other programs. */
  get programs(): string {
    return join(this.#folder, "programs");
  }

  /**
   * Copies the regular files of a folder and of those below it.
   * @param from its path, without links
   * @param to where the copy stands, from the tree
   * @param isLeftOut tells names that are passed over
   * @returns why that is not possible
   */
  async copy(from: string, to: string, isLeftOut: (name: string) => boolean): Promise<string | undefined> {
    const { value: entries } = this.#source.tree.entries(from);
    if (entries === undefined) return `${from} can't be read`;
    mkdirSync(join(this.tree, to), { recursive: true });
    for (const { name, type, closed } of byName(entries)) {
      if (name === ".git" || isLeftOut(name) || closed !== undefined) continue;
      const why =
        type === "folder"
          ? await this.copy(join(from, name), join(to, name), isLeftOut)
          : type === "file"
            ? await this.#copyFile(join(from, name), join(to, name))
            : undefined;
      if (why !== undefined) return why;
    }
    return undefined;
  }

  async #copyFile(from: string, to: string): Promise<string | undefined> {
    if (++this.#files > MOST_FILES) return `it has more than ${MOST_FILES} files`;
    const read = await this.#source.read(from, MOST_BYTES - this.#bytes);
    if (read.bytes === undefined)
      return read.reason === "file-too-large"
        ? `it has more than ${MOST_BYTES} bytes`
        : `${from} can't be read (${read.reason})`;
    this.#bytes += read.bytes.length;
    writeFileSync(join(this.tree, to), read.bytes);
    return undefined;
  }

  /** A message without the paths of this folder. */
  withoutPaths(message: string): string {
    return message.replaceAll(`${this.tree}/`, "").replaceAll(this.tree, ".").replaceAll(this.#folder, "");
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
