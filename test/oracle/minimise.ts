/**
 * Makes a text as short as it gets while something holds of it: chunks are left out, of lines first, then of characters,
 * and what is left is made plainer.
 * @param budget how often `holds` may be asked
 */
export async function minimised(
  text: string,
  holds: (text: string) => Promise<boolean>,
  budget = 600,
): Promise<string> {
  const search = new Search(text, holds, budget);
  for (let before = ""; before !== search.best;) {
    before = search.best;
    await search.withoutChunks(linesOf);
    await search.withoutChunks(charactersOf);
    await search.plainer();
  }
  return search.best;
}

class Search {
  best: string;
  readonly #holds: (text: string) => Promise<boolean>;
  #left: number;

  constructor(text: string, holds: (text: string) => Promise<boolean>, budget: number) {
    this.best = text;
    this.#holds = holds;
    this.#left = budget;
  }

  async #isBetter(candidate: string): Promise<boolean> {
    if (candidate === this.best || this.#left <= 0) return false;
    this.#left--;
    if (!(await this.#holds(candidate))) return false;
    this.best = candidate;
    return true;
  }

  async withoutChunks(parts: (text: string) => string[]): Promise<void> {
    for (let size = Math.ceil(parts(this.best).length / 2); size >= 1; size = halved(size)) {
      for (let at = 0; at < parts(this.best).length;) {
        const all = parts(this.best);
        if (!(await this.#isBetter([...all.slice(0, at), ...all.slice(at + size)].join("")))) at += size;
      }
    }
  }

  async plainer(): Promise<void> {
    for (let at = 0; at < this.best.length; at++) {
      const plain = `${this.best.slice(0, at)}a${this.best.slice(at + 1)}`;
      if (/[b-z0-9]/i.test(this.best[at] ?? "")) await this.#isBetter(plain);
    }
  }
}

function halved(size: number): number {
  return size === 1 ? 0 : Math.ceil(size / 2);
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function charactersOf(text: string): string[] {
  return [...text];
}
