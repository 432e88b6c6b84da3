import type { Tier } from "../cluster/model/policy.js";

/** The tiers as people see them at the start of a line. */
export const TIER_LABELS: Readonly<Record<Tier, string>> = {
  Admin: "Admin tier",
  NetworkPolicy: "NetworkPolicy",
  Baseline: "Baseline tier",
};

/** The width of the column that they stand in. */
export const TIER_WIDTH = 15;
