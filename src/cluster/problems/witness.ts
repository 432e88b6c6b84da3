import type { Direction } from "../model/policy.js";
import type { Protocol } from "../../base/net/traffic.js";
import type { Verdict } from "../model/verdict.js";

/** A concrete flow on which `anp explain` shows what a claim says. */
export interface FlowWitness {
  /** As it is typed: `shop/deployment/web`, `203.0.113.7`. */
  readonly from: string;
  readonly to: string;
  readonly protocol: Protocol | "other";
  /** Undefined for protocols without ports. */
  readonly port: number | undefined;
  /** Undefined where it would take too long to tell: an address may be that of any pod that the input does not hold. */
  readonly verdict: Verdict | undefined;
  /** Set where a finding is about one direction of the flow, and the verdict does not show it: the other one decides too. */
  readonly half?: Direction;
  /** The bundle by which the policies are read for it, where it is not the one that was given. */
  readonly bundle?: string;
}
