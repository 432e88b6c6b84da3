import { contentOf, objectsIn, type Clash, type Unit } from "./unit.js";
import { groupBy } from "../../base/collections/group-by.js";
import { identityOf, type ReadObject } from "../load/duplicates.js";
import { kindAndName } from "../model/object-ref.js";

/** An object in a file of a folder. */
interface Placed {
  readonly read: ReadObject;
  /** The names of the folders that lead to it. */
  readonly folders: readonly string[];
}

/**
 * The folders whose objects clash with a sibling's: the same object, and it says something else. Of a file beside folders, the
 * folders are told apart from it.
 * @param units one for each file, with the folders that lead there
 * @returns by the folder's path, what it clashes with
 */
export function clashingFolders(
  units: readonly { readonly unit: Unit; readonly folders: readonly string[] }[],
): ReadonlyMap<string, Clash> {
  const found = new Map<string, Clash>();
  const placed = units.flatMap(({ unit, folders }) =>
    objectsIn(unit).map((read): Placed => ({ read, folders })),
  );
  for (const copies of groupBy(placed, ({ read }) => identityOf(read.object)).values())
    if (copies.length > 1) split(copies, 0, found);
  return found;
}

/** Tells copies of one object apart by the folders at a depth, and then inside of each. */
function split(copies: readonly Placed[], depth: number, found: Map<string, Clash>): void {
  const byText = groupBy(copies, textOf);
  if (byText.size < 2) return;
  const below = copies.filter(({ folders }) => folders.length > depth);
  const children = [...groupBy(below, ({ folders }) => folders[depth] ?? "").values()];
  const isAlone = children.length === 1 && below.length === copies.length;
  for (const child of isAlone ? [] : children) {
    const [first] = child;
    const texts = new Set(child.map(textOf));
    const isOutside = ({ folders }: Placed): boolean => folders[depth] !== first.folders[depth];
    const other =
      texts.size > 1
        ? copies.find(isOutside)
        : [...byText].find(([text]) => !texts.has(text))?.[1].find(isOutside);
    const path = first.folders.slice(0, depth + 1).join("/");
    if (other === undefined || found.has(path)) continue;
    found.set(path, {
      object: kindAndName(first.read.object.ref),
      other: other.folders.slice(0, depth + 1).join("/"),
    });
  }
  for (const child of children) split(child, depth + 1, found);
}

function textOf({ read }: Placed): string {
  return contentOf(read).text;
}
