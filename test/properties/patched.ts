import { Mismatch } from "./run.js";
import type { Source } from "../../src/index.js";

/**
 * The texts that a patch makes of others: by its line numbers alone, every context and removed line compared.
 * @throws {Mismatch} where it does not fit
 */
export function patched(sources: readonly Source[], patch: string): Source[] {
  const parts = patch.split(/^(?=--- a\/)/m);
  return parts.reduce<Source[]>((texts, part) => withPart(texts, part), [...sources]);
}

function withPart(sources: readonly Source[], part: string): Source[] {
  const [, name] = /^--- a\/(.*)\n\+\+\+ b\/\1\n/.exec(part) ?? [];
  const index = sources.findIndex((source) => source.name === name);
  if (index === -1) throw new Mismatch(`the patch names no file: ${part}`);
  const hunks = part.split(/^(?=@@ )/m).slice(1);
  const source = sources[index]!;
  const old = source.text.split(/(?<=\n)/);
  const lines: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const [head = "", ...body] = linesOf(hunk);
    const [, first = "", count = "1"] = /^@@ -(\d+)(?:,(\d+))? /.exec(head) ?? [];
    const start = Number(count) === 0 ? Number(first) : Number(first) - 1;
    lines.push(...old.slice(at, start));
    at = start;
    for (const line of body) {
      if (line.startsWith("+")) lines.push(line.slice(1));
      else {
        if (old[at] !== line.slice(1)) throw new Mismatch(`${JSON.stringify(line)} is not line ${at + 1}`);
        if (line.startsWith(" ")) lines.push(line.slice(1));
        at++;
      }
    }
  }
  return sources.toSpliced(index, 1, { ...source, text: [...lines, ...old.slice(at)].join("") });
}

/** The lines of a hunk; below one that the file does not end with a line break, the patch says so. */
function linesOf(hunk: string): string[] {
  const lines = hunk.split(/(?<=\n)/);
  return lines.flatMap((line, i) => {
    if (line.startsWith("\\")) return [];
    return lines[i + 1]?.startsWith("\\") === true ? [line.replace(/\n$/, "")] : [line];
  });
}
