import { readingOf, settled, type ChoiceCode, type Split, type World } from "./world.js";

/** How the points are read that the sources leave open but lean on (S-V-1). */
export type LeaningPoint = Extract<
  ChoiceCode,
  | "host-network"
  | "in-cluster-address"
  | "own-node-egress"
  | "baseline-fallthrough-direction"
  | "empty-ports-list"
  | "empty-protocol"
  | "address-rewriting"
>;

/**
 * A record of readings: for each leaning point the answer to its question, or "open" where both answers count.
 * The questions: are host-network pods treated as pods? do CIDRs match in-cluster addresses? is egress to the pod's own
 * node exempt? is Baseline asked although a policy isolates the pod in the other direction? does `ports: []` mean all?
 * does `protocol: ""` mean TCP? are pods behind a Service's cluster address judged by their own address (S-VIP-1)?
 */
export interface Profile {
  readonly name: string;
  readonly readings: Readonly<Record<LeaningPoint, boolean | "open">>;
}

/** What the texts lean to and nearly all implementations do. */
export const REFERENCE: Profile = {
  name: "reference",
  readings: {
    "host-network": false,
    "in-cluster-address": true,
    "own-node-egress": true,
    "baseline-fallthrough-direction": true,
    "empty-ports-list": true,
    "empty-protocol": true,
    "address-rewriting": true,
  },
};

/** Every open point counts with all of its outcomes. */
export const STRICT: Profile = {
  name: "strict",
  readings: {
    "host-network": "open",
    "in-cluster-address": "open",
    "own-node-egress": "open",
    "baseline-fallthrough-direction": "open",
    "empty-ports-list": "open",
    "empty-protocol": "open",
    "address-rewriting": "open",
  },
};

/** The profiles by name. */
export const PROFILES: ReadonlyMap<string, Profile> = new Map(
  [REFERENCE, STRICT].map((each) => [each.name, each]),
);

/** Asks how a profile reads an open point. An implementation reads it the same way everywhere. */
export function splitByReading(world: World, profile: Profile, point: LeaningPoint): Split {
  const reading = profile.readings[point];
  if (reading !== "open") return settled(world, reading);
  return world.ask(readingOf(point));
}
