import bad from "./bad.yaml";
import good from "./good.yaml";
import { kindOrigin } from "../../../cluster/problems/object-places.js";
import { defineRule } from "../define.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { DIRECTIONS, type Policy, type Tier } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** One finding for each tier, at the first older policy that meets a newer one (S-PRI-5). */
export const mixedApiGenerations = defineRule({
  id: "mixed-api-generations",
  level: "warning",
  category: "portability",
  summary: "policies of both API versions in one tier",
  rationale:
    "v1alpha1 (AdminNetworkPolicy, BaselineAdminNetworkPolicy) and v1alpha2 (ClusterNetworkPolicy) can be installed together, but the spec doesn't define the order of their policies, or which of them a Pass skips. Where they conflict, the verdict depends on the implementation.",
  reference: "S-PRI-5",
  examples: { bad, good },
  *check({ policies }): Generator<Problem> {
    for (const tier of ["Admin", "Baseline"] as const) {
      const pair = meeting(policies, tier);
      if (pair === undefined) continue;
      yield {
        code: "mixed-api-generations",
        facts: { tier },
        at: kindOrigin(pair.older),
        related: [{ at: kindOrigin(pair.newer), role: "newer" }],
        object: pair.older.ref,
      };
    }
  },
  word({ tier }) {
    return {
      message: `the ${tier} tier has policies of both API versions, and their order is not defined`,
      label: "v1alpha1",
      related: ["v1alpha2"],
      help: "convert the older ones to ClusterNetworkPolicy with `anp convert`",
    };
  },
});

/** The first two policies of a tier, one of each API, that have rules of the same direction. */
function meeting(
  policies: readonly Policy[],
  tier: Tier,
): { readonly older: Policy; readonly newer: Policy } | undefined {
  const [olderOnes = [], ...others] = [
    ...groupBy(
      policies.filter((policy) => policy.tier === tier),
      ({ generation }) => generation,
    ),
  ]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, ofOne]) => ofOne);
  const newerOnes = others.flat();
  for (const older of olderOnes) {
    const newer = newerOnes.find((each) =>
      DIRECTIONS.some((at) => hasRules(older, at) && hasRules(each, at)),
    );
    if (newer !== undefined) return { older, newer };
  }
  return undefined;
}

function hasRules(policy: Policy, direction: (typeof DIRECTIONS)[number]): boolean {
  return (policy.rules[direction]?.rules.length ?? 0) > 0;
}
