import type { CandidatesByTier } from "./candidates.js";
import type { Ends } from "../match/others.js";
import type { Entry, Leaf, Outcome } from "./entry.js";
import type { Party } from "../match/party.js";
import type { Region } from "../match/region.js";
import type { RuleSide } from "../match/rule.js";

/** One direction of a walk: the subject whose policies are asked, and the other ends. */
export interface WalkSide extends RuleSide {
  readonly subject: Party;
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
  log(entry: Entry): void;
  decide(regions: readonly Region[], outcome: Outcome, by: Entry): void;
}
