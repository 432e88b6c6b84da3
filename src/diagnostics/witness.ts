import type { Protocol } from "../net/traffic.js";
import type { Verdict } from "../evaluate/verdict.js";

/** A concrete flow on which `anp explain` shows what a claim says. */
export interface FlowWitness {
  /** As it is typed: `shop/deployment/web`, `203.0.113.7`. */
  readonly from: string;
  readonly to: string;
  readonly protocol: Protocol | "other";
  /** Undefined for protocols without ports. */
  readonly port: number | undefined;
  readonly verdict: Verdict;
  /** The bundle by which the policies are read for it, where it is not the one that was given. */
  readonly bundle?: string;
}
