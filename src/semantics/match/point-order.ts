import { factEndKey } from "./fact-end.js";
import { normaliseDomain } from "../../cluster/model/cluster-names.js";
import type { Unsettled } from "./unsettled.js";

/**
 * The same text for points that are to be asked one right after the other; undefined for one that goes by itself. What resolves
 * for a name resolves for the patterns that match it (S-FQ-3): asked apart, every pattern would double all that is asked between.
 */
export function asksWith(unsettled: Unsettled): string | undefined {
  if (unsettled.code !== "dns-answer") return undefined;
  const { domain, address } = unsettled;
  const zone = normaliseDomain(domain).split(".").slice(-LABELS_OF_A_ZONE).join(".");
  return `${zone} ${factEndKey(address)}`;
}

/** What people register, most often: below it stand the names that one pattern matches. */
const LABELS_OF_A_ZONE = 2;
