import bad from "./bad.yaml";
import good from "./good.yaml";
import { byPlace } from "../../../cluster/problems/object-places.js";
import { defineRule } from "../define.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { reviewOf } from "../../../questions/mistakes/review.js";
import type { Absence } from "../../../questions/mistakes/absences.js";
import { someText } from "../words/selection.js";
import type { Workload } from "../../../cluster/model/cluster.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import { meantFor } from "../../../questions/mistakes/meant-for.js";
import { firstFew, howMany } from "../../../cluster/problems/selection.js";
import type { Some } from "../../../cluster/problems/selection.js";

/** One note for each file, and each name in the first file that has it (S-NS-2). */
export const absentFromInput = defineRule({
  id: "absent-from-input",
  level: "info",
  category: "risky",
  summary: "selectors of namespaces or pods that are not in the input",
  rationale:
    "A policy selects a namespace or pods that your manifests don't contain. They may be in another repository, or an operator may create them; if they don't exist, the rule allows nothing, or the policy protects nothing. anp reports this only where a workload in the policy's namespace is probably meant: one that no policy selects by its labels and, for a peer, whose name shares a word with the selector (`app: producer` and `kafka-producer`). Add-ons (`prometheus`) and other namespaces are not reported; `--rule absent-from-input=info` reports them all. With `complete: true` in `anp.yaml`, your manifests are the whole cluster, and each such selector is a warning. Each file gets one note, and each name is in one note. Pods that an operator makes of an object in the input (a `Prometheus`, a CloudNativePG `Cluster`) count as present, and so does what another set of manifests of the same tree contains. Misspelt names have rules of their own.",
  reference: "S-NS-2",
  needs: ["pods", "namespaces"],
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    const sorted = reviewOf(cluster).absences.toSorted((a, b) => byPlace(a.policy, b.policy));
    const asked = sorted.map((absence) => ({ ...absence, meant: meantFor(cluster, absence) }));
    const told = new Set<string>();
    // What is reported by default is told apart from what only whoever asks wants to hear of.
    for (const absences of groupBy(asked, keyOfGroup).values()) {
      const fresh = absences.filter((absence) => !told.has(keyOf(absence)));
      const [first] = fresh;
      if (first === undefined) continue;
      yield {
        code: "absent-from-input",
        facts: {
          selectors: fresh.length,
          namespaces: namesOf(fresh, "namespaces"),
          pods: namesOf(fresh, "pods"),
          isElsewhere: !first.isOwn,
          unclaimed: firstFew(new Set(fresh.flatMap(({ meant }) => meant).map(qualifiedName))),
        },
        at: first.at,
        object: first.policy.ref,
      };
      for (const absence of fresh) told.add(keyOf(absence));
    }
  },
  levelOf: ({ isElsewhere, unclaimed }) => (isElsewhere || howMany(unclaimed) === 0 ? "off" : "info"),
  word({ selectors, namespaces, pods, unclaimed }) {
    const what = [named("namespaces", namespaces), named("pods", pods)].filter((text) => text !== undefined);
    const name = selectors === 1 ? "1 selector names" : `${selectors} selectors name`;
    return {
      message: `${name} ${what.join(", and ")} not in these manifests`,
      label: selectors === 1 ? "not in these manifests" : "the first of them",
      ...(howMany(unclaimed) === 0
        ? {}
        : {
            notes: [
              `no policy names ${someText(unclaimed, "and")} by ${howMany(unclaimed) === 1 ? "its labels: is it" : "their labels: are they"} meant?`,
            ],
          }),
      help: "correct the labels, or add the manifests that hold them; if these are the whole cluster, set `complete: true` in `anp.yaml`",
    };
  },
});

/** An absence with the workloads that it may be meant for. */
interface AskedAbsence extends Absence {
  readonly meant: readonly Workload[];
}

function keyOfGroup({ at, meant }: AskedAbsence): string {
  return `${meant.length > 0} ${at.document.file.name}`;
}

const keyOf = ({ of, name, policy }: Absence): string =>
  // The same labels in two namespaces are two sorts of pods.
  JSON.stringify([of, name, of === "pods" ? policy.ref.namespace : ""]);

function namesOf(absences: readonly Absence[], of: Absence["of"]): Some {
  return firstFew(absences.filter((each) => each.of === of).map(({ name }) => name));
}

function named(what: string, names: Some): string | undefined {
  return names.first.length === 0 ? undefined : `${what} (${someText(names, "and")})`;
}
