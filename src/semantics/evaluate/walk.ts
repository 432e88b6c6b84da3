import type { CandidatesByTier } from "./candidates.js";
import type { Ends } from "../match/others.js";
import type { DecidingEntry, Entry, Leaf, Outcome } from "./entry.js";
import type { Party } from "../match/party.js";
import type { Region } from "../match/region.js";
import type { RuleSide } from "../match/rule.js";
import type { ServicePath } from "../../cluster/model/service-path.js";

/** One direction of a walk: the subject whose policies are asked, and the other ends. */
export interface WalkSide extends RuleSide {
  readonly subject: Party;
  /** True where a pod reaches itself through a Service, which NetworkPolicy leaves open (S-LOOP-2). */
  readonly isHairpin?: boolean;
  /** Of a destination behind a Service: where that leads at all. */
  readonly gate?: Gate;
}

/** What a Service does to traffic before it gets to a backend. */
export interface Gate {
  readonly path: ServicePath;
  readonly source: Party;
}

/** One direction of one flow. */
export interface Side extends WalkSide, Ends {}

/** What a walk came to: leaves that together are all of the traffic in every world, and everything that was asked. */
export interface Walked {
  readonly leaves: readonly Leaf[];
  readonly entries: readonly Entry[];
  readonly candidates: CandidatesByTier;
}

/** What the tiers of one walk share. */
export interface Walk {
  readonly side: WalkSide;
  readonly candidates: CandidatesByTier;
  /** True where the entries are asked later why something is so: then they keep what was not matched, too. */
  readonly isExplained: boolean;
  /**
   * Counts regions that are cut, compared or decided.
   * @throws {LimitReached} where that is more than is allowed
   */
  take(regions: number): void;
  log(entry: Entry): void;
  decide(regions: readonly Region[], outcome: Outcome, by: DecidingEntry): void;
}
