import { groupBy } from "../../base/collections/group-by.js";
import { spanOf } from "../../cluster/problems/span-of.js";
import { pathOf, pointer, type Origin } from "../../source/manifest/origin.js";
import type { Document } from "../../source/manifest/document.js";
import type { Place } from "../../cluster/problems/problem.js";
import type { SourceFile } from "../../source/manifest/source.js";
import type { Suppression } from "../../cluster/problems/suppression.js";

type OfLine = Suppression & { readonly covers: { readonly type: "line" } };
type OfObject = Suppression & { readonly covers: { readonly type: "object" } };
type OfFiles = Suppression & { readonly covers: { readonly type: "files" } };

/** Tells which findings are suppressed, and what has suppressed none. */
export class Suppressor {
  readonly #used = new Map<Suppression, Set<string>>();
  /** By file and by where the line begins. */
  readonly #lines: ReadonlyMap<SourceFile, readonly OfLine[]>;
  /** By document and by the path of the object. */
  readonly #objects = new Map<Document, Map<string, OfObject[]>>();
  readonly #files: readonly OfFiles[];

  /** @param suppressions those that have an effect */
  constructor(suppressions: readonly Suppression[]) {
    const ofLines = suppressions.filter((each): each is OfLine => each.covers.type === "line");
    const byFile = groupBy(ofLines, ({ covers }) => covers.document.file);
    this.#lines = new Map(
      [...byFile].map(([file, here]) => [
        file,
        here.toSorted((a, b) => a.covers.line.start - b.covers.line.start),
      ]),
    );
    for (const each of suppressions.filter((one): one is OfObject => one.covers.type === "object")) {
      const { origin } = each.covers;
      const paths = this.#objects.get(origin.document) ?? new Map<string, OfObject[]>();
      this.#objects.set(origin.document, paths);
      const path = pointer(pathOf(origin));
      paths.set(path, [...(paths.get(path) ?? []), each]);
    }
    this.#files = suppressions.filter((each): each is OfFiles => each.covers.type === "files");
  }

  /** What suppresses a finding of a rule at a place: all that do are used by it, the first is told. */
  suppressionOf(rule: string, at: Place): Suppression | undefined {
    const found = [...this.#ofLine(at), ...this.#ofObject(at), ...this.#ofFile(rule, at)].filter(
      ({ rules }) => rules.some(({ id }) => id === rule),
    );
    for (const each of found) {
      const used = this.#used.get(each) ?? new Set();
      this.#used.set(each, used.add(rule));
    }
    return found[0];
  }

  /** True where a finding of the rule has been suppressed by it. */
  isUsed(suppression: Suppression, rule: string): boolean {
    return this.#used.get(suppression)?.has(rule) === true;
  }

  /** Those of the line in which a place begins: the last ones that begin before it, where their line has not ended. */
  *#ofLine(at: Place): Generator<OfLine> {
    const all = this.#lines.get(at.document.file);
    if (all === undefined) return;
    const { start } = spanOf(at);
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle]?.covers.line.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    const last = all[low - 1];
    if (last === undefined || start > last.covers.line.end) return;
    for (let i = low - 1; all[i]?.covers.line.start === last.covers.line.start; i--) yield all[i] as OfLine;
  }

  *#ofObject(at: Place): Generator<OfObject> {
    const paths = this.#objects.get(at.document);
    if (paths === undefined || "span" in at) return;
    for (let origin: Origin | undefined = at; origin !== undefined; origin = origin.parent)
      yield* paths.get(pointer(pathOf(origin))) ?? [];
  }

  #ofFile(rule: string, { document }: Place): readonly OfFiles[] {
    return this.#files.filter(
      ({ rules, covers }) => rules.some(({ id }) => id === rule) && covers.matches(document.file.name),
    );
  }
}
