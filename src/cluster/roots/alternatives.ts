import { contentOf, objectsIn, type Unit } from "./unit.js";
import { groupBy } from "../../base/collections/group-by.js";
import { identityOf, type ReadObject } from "../load/duplicates.js";
import { kindAndName } from "../model/object-ref.js";
import { parentOf } from "../../source/kustomize/paths.js";
import { policyApiOf } from "../kinds/policy-apis.js";
import { tellsOfTest } from "./tests.js";
import type { RootReason } from "./root.js";

/** A file by itself. */
export interface SingleFile {
  /** Its path. */
  readonly path: string;
  readonly unit: Unit;
}

/** An object in a file. */
interface Placed {
  readonly read: ReadObject;
  readonly file: SingleFile;
}

/** Two files that differ may be a slip of somebody who copied; three that differ are examples, tests or versions. */
const FEWEST = 3;

/**
 * Files beside one another that are applied one at a time: of a folder in which so many files say different things of one object, or in
 * which a test has its files, those that contradict another file, and those that hold policies alone. What else is there, such as the
 * workloads that they are about, is not told apart.
 * @param files each with its own unit, in their order
 * @returns by the file's path, why it is a set of its own
 */
export function alternativeFiles(files: readonly SingleFile[]): ReadonlyMap<string, RootReason> {
  const found = new Map<string, RootReason>();
  for (const beside of groupBy(files, ({ path }) => parentOf(path)).values()) {
    const contradicting = contradictingIn(beside);
    if (beside.some(tellsOfTest)) {
      const apart = new Set(contradicting.flat().map(({ file }) => file));
      for (const file of beside)
        if (apart.has(file) || holdsPoliciesAlone(file)) found.set(file.path, { code: "test" });
      continue;
    }
    const example = contradicting.find((copies) => versionsIn(copies) >= FEWEST);
    if (example === undefined) {
      for (const [path, reason] of alternativeTemplates(beside)) found.set(path, reason);
      continue;
    }
    const apart = new Set(contradicting.flat().map(({ file }) => file));
    for (const file of beside)
      if (apart.has(file) || holdsPoliciesAlone(file)) found.set(file.path, reasonOf(example));
  }
  return found;
}

/** OpenShift Templates are processed one at a time: two that say different things of one object are two sets. */
function alternativeTemplates(beside: readonly SingleFile[]): ReadonlyMap<string, RootReason> {
  const contradicting = contradictingIn(beside.filter(isTemplate)).filter((copies) => versionsIn(copies) > 1);
  return new Map(
    contradicting.flatMap((copies) => copies.map(({ file }) => [file.path, reasonOf(copies)] as const)),
  );
}

type Copies = readonly [Placed, ...Placed[]];

/** The copies of each object of which some files say different things. */
function contradictingIn(files: readonly SingleFile[]): readonly Copies[] {
  const placed = files.flatMap((file) => objectsIn(file.unit).map((read): Placed => ({ read, file })));
  return [...groupBy(placed, ({ read }) => identityOf(read.object)).values()].filter(
    (copies) => copies.length > 1 && groupBy(copies, textOf).size > 1,
  );
}

function reasonOf(copies: Copies): RootReason {
  const [first] = copies;
  return { code: "alternative", object: kindAndName(first.read.object.ref), versions: versionsIn(copies) };
}

function isTemplate({ unit }: SingleFile): boolean {
  const [input] = unit.inputs;
  return input?.type === "file" && /^["']?kind["']?:\s*["']?Template["']?\s*$/m.test(input.file.text);
}

/** A file as it is shown. */
export function shownFileName({ path, unit }: SingleFile): string {
  const [input] = unit.inputs;
  return input?.type === "file" ? input.file.name : path;
}

/** How many versions of an object are in files of their own. */
function versionsIn(copies: readonly Placed[]): number {
  const files = new Set(copies.map(({ file }) => file));
  return Math.min(files.size, groupBy(copies, textOf).size);
}

function holdsPoliciesAlone({ unit }: SingleFile): boolean {
  const objects = objectsIn(unit);
  return objects.length > 0 && objects.every(({ object }) => policyApiOf(object.ref.kind) !== undefined);
}

function textOf({ read }: Placed): string {
  return contentOf(read).text;
}
