import { practiceOf } from "./practice-of.js";
import { REFERENCE, STRICT, type Profile } from "../../src/index.js";
import type { Cluster } from "../reference/cluster.js";
import type { Scenario } from "./generate/scenario.js";

/** What the reference is told beside the objects of a scenario. */
export function referenceOptions({ facts }: Scenario, profile: Profile): Cluster["options"] {
  const { bundle, podCidrs, nodeCidrs, dns, isLegacy, isOldServer } = facts;
  return {
    profile: profile === STRICT || profile.name.endsWith(", strict") ? "strict" : "reference",
    ...(profile === STRICT || profile === REFERENCE ? {} : { practice: practiceOf(profile) }),
    legacy: isLegacy,
    labelsNamespaces: !isOldServer,
    podCidrs,
    nodeCidrs,
    ...(bundle === undefined ? {} : { shape: bundle === "kep" ? ("KEP" as const) : ("A" as const) }),
    ...(dns === undefined ? {} : { dns }),
  };
}
