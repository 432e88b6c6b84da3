import type { CandidatesByTier } from "./candidates.js";
import type { Direction } from "../model/policy.js";
import type { Ends } from "../match/rule.js";
import type { Entry, Leaf, Outcome } from "./entry.js";
import type { MatchContext, Party } from "../match/party.js";
import type { Region } from "../match/region.js";

/** One direction of a flow: the subject whose policies are asked, and the other end. */
export interface Side extends Ends {
  readonly direction: Direction;
  readonly subject: Party;
  readonly context: MatchContext;
}

/** What a walk came to: leaves that together are all of the traffic in every world, and everything that was asked. */
export interface Walked {
  readonly leaves: readonly Leaf[];
  readonly entries: readonly Entry[];
  readonly candidates: CandidatesByTier;
}

/** What the tiers of one walk share. */
export interface Walk {
  readonly side: Side;
  readonly candidates: CandidatesByTier;
  log(entry: Entry): void;
  decide(regions: readonly Region[], outcome: Outcome, by: Entry): void;
}
