import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { namedAfterCronJobs } from "./cron-jobs.js";
import { originFor } from "../../../cluster/model/selector.js";
import { selectorsOf } from "../../../cluster/model/policy-parts.js";
import { VOLATILE_LABELS } from "../../../cluster/model/volatile-labels.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Looks for labels that controllers and charts change, where a selector asks for one of their values; `Exists` is fine
 * (S-WL-1).
 */
export const volatileLabelInSelector = defineRule({
  id: "volatile-label-in-selector",
  level: "warning",
  category: "risky",
  summary: "a selector with a value that changes with every release",
  rationale:
    "Labels such as `pod-template-hash` change with every rollout, versions and chart names with every release, and the `job-name` of a CronJob's pods with every run. A policy that selects the current value then silently stops selecting its pods.",
  reference: "S-WL-1",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    for (const policy of cluster.policies) {
      yield* namedAfterCronJobs(cluster, policy);
      const ofPods = selectorsOf(policy).filter(({ of }) => of === "pods");
      for (const requirement of ofPods.flatMap(({ selector }) => selector.requirements)) {
        const changesWith = VOLATILE_LABELS.get(requirement.key);
        const [value] = requirement.values;
        const at = originFor(requirement, value);
        // Asking whether the label is there says nothing of its value.
        if (changesWith === undefined || value === undefined || at === undefined) continue;
        const facts = { key: requirement.key, value, changesWith };
        yield { code: "volatile-label-in-selector", facts, at, object: policy.ref };
      }
    }
  },
  word({ key, value, changesWith, cronJob }) {
    if (cronJob !== undefined)
      return {
        message: `no Job of ${code(cronJob)} is called ${code(value)}: the label ${code(key)} changes with every run`,
        label: `its Jobs are called ${code(`${value}-`)} and a number`,
        help: "put a label of your own into the CronJob's pod template, and select by that",
      };
    return {
      message: `the label ${code(key)} changes with every ${changesWith}`,
      label: `${code(value)} is only the current value`,
      help: "select by stable labels, such as `app.kubernetes.io/name`",
    };
  },
});
