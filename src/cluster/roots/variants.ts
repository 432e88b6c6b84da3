import { groupBy } from "../../base/collections/group-by.js";
import { parentOf } from "../../source/kustomize/paths.js";
import { reachedFrom } from "./graph.js";
import { Together } from "./unit.js";
import type { SourceTree } from "./source-tree.js";
import type { Units } from "./units.js";

/**
 * Kustomizations that share a base are several states of one thing: those of one name go together.
 * @returns those that share nothing
 */
export async function addVariants(
  tree: SourceTree,
  tops: readonly string[],
  units: Units,
): Promise<readonly string[]> {
  const bases = new Map(
    tops.map((top) => {
      const node = tree.nodes.get(top);
      const reached = reachedFrom(node?.bases ?? [], tree.nodes, (each) => each.bases);
      return [top, reached] as const;
    }),
  );
  const users = groupBy(
    tops.flatMap((top) => [...(bases.get(top) ?? [])].map((base) => ({ top, base }))),
    ({ base }) => base,
  );
  const sharing = new Set(
    [...users.values()].flatMap((each) => (each.length > 1 ? each.map(({ top }) => top) : [])),
  );
  const variants = tops.filter((top) => sharing.has(top));
  for (const group of groupBy(variants, (top) => baseName(parentOf(top))).values()) {
    const together = new Together();
    const used = new Set<string>();
    for (const top of group) {
      const unit = await units.ofKustomization(top);
      const own = bases.get(top) ?? new Set();
      const isApart =
        unit.isPartial === true ||
        [...own].some((base) => used.has(base)) ||
        together.clashWith(unit) !== undefined;
      if (isApart && together.units.length > 0) {
        tree.add(unit.name, { code: "kustomization" }, [unit]);
        continue;
      }
      together.add(unit);
      for (const base of own) used.add(base);
    }
    const [only, ...more] = together.units;
    if (only === undefined) continue;
    const name = more.length === 0 ? only.name : baseName(only.name);
    tree.add(name, { code: "kustomization" }, together.units);
  }
  return tops.filter((top) => !sharing.has(top));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
