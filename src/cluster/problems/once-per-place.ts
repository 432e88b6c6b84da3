import { spanOf } from "./span-of.js";
import type { Problem } from "./problem.js";

/** Problems without those that say the same of the same place: what is written once may be about several objects. */
export function oncePerPlace(problems: readonly Problem[]): readonly Problem[] {
  const known = new Set<string>();
  return problems.filter(({ code, facts, at }) => {
    const { file, index } = at.document;
    const key = JSON.stringify([code, facts, file.name, index, spanOf(at).start]);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
