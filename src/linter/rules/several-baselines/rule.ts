import bad from "./bad.yaml";
import good from "./good.yaml";
import { nameOrigin } from "../../../cluster/problems/object-places.js";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Told for each BaselineAdminNetworkPolicy beside the first with another name (U-23). */
export const severalBaselines = defineRule({
  id: "several-baselines",
  level: "error",
  category: "never-works",
  summary: "more than one BaselineAdminNetworkPolicy",
  rationale:
    "A cluster has one BaselineAdminNetworkPolicy, named `default`, so it has no priority. With a second one, the order is not defined; a server that checks the CRD refuses any other name.",
  reference: "U-23",
  examples: {
    reading: { isStored: true },
    bad,
    good,
  },
  *check({ policies }): Generator<Problem> {
    const baselines = policies.filter(({ ref }) => ref.kind === "BaselineAdminNetworkPolicy");
    const [first] = baselines;
    for (const baseline of baselines) {
      const { ref } = baseline;
      // The same name twice is one object twice.
      if (first === undefined || ref.name === first.ref.name) continue;
      yield {
        code: "several-baselines",
        facts: { name: ref.name, first: first.ref.name },
        at: nameOrigin(baseline),
        related: [{ at: nameOrigin(first), role: "first" }],
        object: ref,
      };
    }
  },
  word({ name, first }) {
    return {
      message: `${code(name)} is a second BaselineAdminNetworkPolicy, besides ${code(first)}`,
      label: "a cluster has only one",
      related: ["another one"],
      help: "move its rules into `default`, in the order they should apply",
    };
  },
});
