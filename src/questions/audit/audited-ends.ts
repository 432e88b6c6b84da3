import { FAMILIES } from "../../base/net/address.js";
import { isLaterAmong, isUnplaced } from "./targets.js";
import { NEW, rowsAmong, type AuditSource, type SendingPods } from "./sources.js";
import type { AuditDestination } from "./destinations.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { End, EndClass } from "../../semantics/reach/classes.js";
import type { Endpoint, PodEndpoint } from "../../cluster/model/endpoint.js";

/** For classes of ends, whether they are asked about: of ends with known addresses, of those with any, and of later nodes. */
export function endsAsked(
  classes: readonly ReadonlyMap<End, AuditDestination>[],
): Record<"placed" | "unplaced" | "later", (each: EndClass) => boolean> {
  const found = { placed: new Set<End>(), unplaced: new Set<End>(), later: new Set<End>() };
  for (const each of classes) {
    const all = [...each].map(([end, first]) => ({ end, first }));
    for (const one of all) {
      const isLater = isLaterAmong(one, all);
      found[isLater ? "later" : isUnplaced(one.first.certainty) ? "unplaced" : "placed"].add(one.end);
    }
  }
  const among =
    (ends: ReadonlySet<End>) =>
    ({ members }: EndClass): boolean =>
      members.some((end) => ends.has(end));
  return { placed: among(found.placed), unplaced: among(found.unplaced), later: among(found.later) };
}

/** True for a pod that a question describes by its labels alone. */
export function isHypothetical(endpoint: Endpoint): boolean {
  return endpoint.type === "pod" && endpoint.origin === undefined && endpoint.ports === undefined;
}

/** A part of a class as an end of flows. */
export function endOfDestination({ endpoint, toName }: AuditDestination): End {
  return toName === undefined ? { endpoint } : { endpoint, toName };
}

/** The classes of ends, with the pods as they may be and as they are. */
export interface AuditedClasses {
  readonly classes: readonly EndClass[];
  readonly classesToday: readonly EndClass[];
}

/** Whatever pods have addresses of today: as sources they are asked about over both families. */
export function overBothFamilies(each: EndClass): EndClass {
  return each.representative.type === "pod" ? { ...each, families: FAMILIES } : each;
}

/** The pods of the input that are asked about: a source for each row of pods that nothing tells apart. */
export function rowSources(
  cluster: Cluster,
  { classes, classesToday }: AuditedClasses,
  isAsked: (pod: PodEndpoint) => boolean,
): Extract<AuditSource, { type: "row" }>[] {
  const isOwn = (pod: PodEndpoint): boolean => isAsked(pod) && !pod.id.startsWith(NEW);
  return rowsAmong(cluster, classes, isOwn).map((row) => {
    const endClass = classes[row.endClass.index] as EndClass;
    const { families } = classesToday[row.endClass.index] as EndClass;
    return { type: "row", id: row.id, row, endClass, families };
  });
}

/** Pods that do not exist yet: a source for each namespace in which they may come to be. */
export function newSources(classes: readonly EndClass[], future: readonly SendingPods[]): AuditSource[] {
  const byPod = new Map<Endpoint, EndClass>();
  for (const endClass of classes)
    for (const { endpoint } of endClass.members)
      if (endpoint.id.startsWith(NEW)) byPod.set(endpoint, endClass);
  return future.flatMap((pods): AuditSource[] => {
    const [endClass, bareClass] = [byPod.get(pods.pod), byPod.get(pods.bare)];
    if (endClass === undefined || bareClass === undefined) return [];
    return [{ type: "new", id: pods.id, pods, endClass, bareClass }];
  });
}

/** Of sources that no policy tells apart, the first. */
export function onePerClass<T extends AuditSource>(sources: readonly T[]): Iterable<T> {
  return new Map(sources.toReversed().map((each) => [each.endClass.index, each])).values();
}
