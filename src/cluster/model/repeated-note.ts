import { kindAndName } from "./object-ref.js";
import type { Cluster } from "./cluster.js";

/** Objects other than policies that the input has several times and differently: the first counts (S-IN-9). */
export interface RepeatedNote {
  readonly code: "repeated-objects";
  readonly objects: readonly string[];
  /** The files in which the copies are that count. */
  readonly used: readonly string[];
}

/** Says of which objects of some clusters one copy was used, and in which files these are. */
export function repeatedNotes(...clusters: readonly Pick<Cluster, "facts">[]): readonly RepeatedNote[] {
  const repeated = clusters.flatMap(({ facts }) => facts.repeated);
  if (repeated.length === 0) return [];
  const objects = [...new Set(repeated.map(({ ref }) => kindAndName(ref)))];
  const used = [...new Set(repeated.map(({ used: { document } }) => document.file.name))];
  return [{ code: "repeated-objects", objects, used }];
}
