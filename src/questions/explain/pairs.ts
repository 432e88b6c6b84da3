import type { EndpointClass } from "./classes.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { Resolved } from "../query/resolution.js";

/** Two classes of endpoints, of which every pair that is meant comes to the same. */
export interface Pair {
  readonly source: EndpointClass;
  readonly destination: EndpointClass;
  /** The same pod on both sides (S-LOOP-1). */
  readonly isLoopback: boolean;
  /** The same pod on both sides, and a Service in between (S-LOOP-2). */
  readonly isHairpin: boolean;
}

/** A pair of classes that stands for some pair of pods; a pod to itself only where nothing else is meant (S-LOOP-3). */
export function pairAtOnce(
  source: EndpointClass,
  destination: EndpointClass,
  from: Resolved,
  to: Resolved,
): Pair[] {
  const pair = { source, destination, isLoopback: false, isHairpin: false };
  const [a] = source.members;
  const [b] = destination.members;
  if (a?.type !== "pod" || b?.type !== "pod" || a.id !== b.id) return [pair];
  const isOnePod =
    a.replicas === 1 || (from.workload === undefined && to.workload === undefined && a.pods.length === 1);
  if (isOnePod) return [{ ...pair, isLoopback: true }];
  // Two replicas: of pods that are in the input, two of one class, else none of this pair.
  const isTemplate = a.pods.length === 0;
  return isTemplate || source.members.length > 1 ? [pair] : [];
}

/**
 * Behind a Service: the pairs of two pods, and by themselves those of a pod with itself, which the Service may choose
 * among others (S-LOOP-2).
 * @param isRewritten false where the Service is headless: then that is a pod which sends to its own address (S-LOOP-1)
 */
export function pairsThroughService(
  source: EndpointClass,
  destination: EndpointClass,
  isRewritten: boolean,
): Pair[] {
  const sources = podIds(source.members);
  const destinations = podIds(destination.members);
  const others = (all: readonly Endpoint[], [only, ...more]: readonly Endpoint[]): Endpoint[] =>
    all.filter((each) => more.length > 0 || each.id !== only?.id || !isOnePod(each));
  const apart: readonly [Endpoint[], Endpoint[]] = [
    others(source.members, destination.members),
    others(destination.members, source.members),
  ];
  const itself: readonly [Endpoint[], Endpoint[]] = [
    source.members.filter(({ id }) => destinations.has(id)),
    destination.members.filter(({ id }) => sources.has(id)),
  ];
  const pair = (
    [a, b]: readonly [Endpoint[], Endpoint[]],
    { isLoopback = false, isHairpin = false }: Partial<Pair>,
  ): Pair[] => {
    const [first, second] = [classOf(a), classOf(b)];
    if (first === undefined || second === undefined) return [];
    return [{ source: first, destination: second, isLoopback, isHairpin }];
  };
  // Behind a headless Service a pod sends to its own address.
  return [...pair(apart, {}), ...pair(itself, isRewritten ? { isHairpin: true } : { isLoopback: true })];
}

function podIds(endpoints: readonly Endpoint[]): ReadonlySet<string> {
  return new Set(endpoints.flatMap((each) => (each.type === "pod" ? [each.id] : [])));
}

/** True for one pod of the input, and for the only replica of a template. */
function isOnePod(endpoint: Endpoint): boolean {
  return endpoint.type === "pod" && (endpoint.pods.length === 1 || endpoint.replicas === 1);
}

function classOf(members: readonly Endpoint[]): EndpointClass | undefined {
  const [representative] = members;
  return representative === undefined ? undefined : { representative, members };
}
