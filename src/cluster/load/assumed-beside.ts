import { assumedObjects, lacks } from "./assumed.js";
import { identities, type ReadObject } from "./duplicates.js";
import { isNamed, ObjectReader } from "./read-objects.js";
import type { LoadOptions } from "./options.js";
import type { StatedCondition } from "../problems/condition.js";

/**
 * What an input lacks and is taken to be there.
 * @param isOfCluster true where some of it is what a server shows
 */
export function assumedBeside(
  read: readonly ReadObject[],
  options: LoadOptions,
  isOfCluster: boolean,
): {
  readonly read: readonly ReadObject[];
  readonly conditions: readonly StatedCondition[];
} {
  const { assumptions = [], facts } = options;
  // Whoever says that the input is the whole cluster, or which Service its DNS is, does not mean another one.
  const wanted = assumptions.filter(
    (each) =>
      facts?.isComplete !== true &&
      !options.isStored &&
      !isOfCluster &&
      (each === "system-namespaces" || facts?.dnsService === undefined) &&
      lacks(each, read),
  );
  const reader = new ObjectReader(options, undefined);
  const conditions: StatedCondition[] = [];
  if (wanted.length === 0) return { read: [], conditions };
  const identity = identities();
  const known = new Set(read.map(({ object }) => identity(object)));
  for (const assumption of wanted) {
    const before = reader.read.length;
    for (const raw of assumedObjects(assumption)) if (isNamed(raw)) reader.addSpare(raw);
    const isNeeded = reader.read.slice(before).some(({ object }) => !known.has(identity(object)));
    if (isNeeded) conditions.push({ type: "assumed", assumption });
  }
  return { read: reader.read, conditions };
}
