import type { Action, Policy, Tier } from "../../cluster/model/policy.js";
import type { Decider, RuleDecider } from "./decider.js";
import type { Region } from "../match/region.js";
import type { World } from "../match/world.js";

/** What one direction of a flow can come to. */
export type Outcome = "allowed" | "denied";

/** For which traffic, in which worlds, it is so. */
interface InRegions {
  readonly regions: readonly Region[];
}

/** A rule was asked: where it matched, and where it did not. */
export interface RuleEntry extends RuleDecider {
  readonly matched: readonly Region[];
  /** Matched because it fails closed: there it denies. */
  readonly failedClosed: readonly Region[];
  readonly missed: readonly Region[];
}

/** A policy was asked: where it selects the subject. That decides nothing yet. */
export interface PolicyEntry extends InRegions {
  readonly type: "policy";
  readonly tier: Tier;
  readonly policy: Policy;
}

/** An entry that can decide. */
export type DecidingEntry = RuleEntry | (Exclude<Decider, RuleDecider> & InRegions);

/**
 * What the walk did, in order. Regions say for which traffic, in which world: a chain of steps for one result is the
 * entries that its region meets, so that one evaluation explains every part of a set.
 */
export type Entry = PolicyEntry | DecidingEntry;

/** A region with what it comes to, and the entry that decided. */
export interface Leaf {
  readonly region: Region;
  readonly outcome: Outcome;
  readonly by: DecidingEntry;
}

/** A region that a rule decided. */
export interface Decided {
  readonly region: Region;
  readonly action: Action;
  readonly by: DecidingEntry;
  /** Names the answer where an implementation may choose between several. */
  readonly option: string;
  /** Where it comes of a tie: the worlds in which the rule matches, whichever of the tied policies is chosen (S-PRI-2). */
  readonly covers?: World;
}
