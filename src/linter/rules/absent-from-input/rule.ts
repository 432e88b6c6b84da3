import bad from "./bad.yaml";
import good from "./good.yaml";
import { byPlace } from "../../../cluster/problems/object-places.js";
import { defineRule } from "../define.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { reviewOf, type Absence } from "../../../questions/mistakes/findings.js";
import { someText } from "../words/selection.js";
import { USUAL_NAMESPACES } from "../../../questions/mistakes/system-namespaces.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import { firstFew } from "../../../cluster/problems/selection.js";
import type { Some } from "../../../cluster/problems/selection.js";

/** One note for each file, and each name in the first file that has it (S-NS-2). */
export const absentFromInput = defineRule({
  id: "absent-from-input",
  level: "info",
  category: "risky",
  summary: "selectors of namespaces or pods that are not in the input",
  rationale:
    "Another repository may own what a policy names, or an operator may create it, so this is only a note: one per file, and each name once. If it is nowhere, the rule allows nothing, or the policy protects nothing. Pods that operators make of objects in the input, such as a CloudNativePG `Cluster` or a `Prometheus`, count as present, and so does what another set of manifests of the same tree holds. Names that are nearly right have rules of their own, and namespaces of add-ons alone, such as `ingress-nginx` by its name, are no note, unless a level of your own asks for it (`--rule absent-from-input=info`). If the input is the whole cluster, each selector is reported where it is written, as a warning.",
  reference: "S-NS-2",
  needs: ["pods", "namespaces"],
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    const sorted = reviewOf(cluster).absences.toSorted((a, b) => byPlace(a.policy, b.policy));
    const told = new Set<string>();
    for (const absences of groupBy(sorted, ({ at }) => at.document.file.name).values()) {
      const fresh = absences.filter((absence) => !told.has(keyOf(absence)));
      const [first] = fresh;
      if (first === undefined) continue;
      yield {
        code: "absent-from-input",
        facts: {
          selectors: fresh.length,
          namespaces: namesOf(fresh, "namespaces"),
          pods: namesOf(fresh, "pods"),
          isUsual: fresh.every(isUsual),
        },
        at: first.at,
        object: first.policy.ref,
      };
      for (const absence of fresh) told.add(keyOf(absence));
    }
  },
  levelOf: ({ isUsual }) => (isUsual ? "off" : "info"),
  word({ selectors, namespaces, pods }) {
    const what = [named("namespaces", namespaces), named("pods", pods)].filter((text) => text !== undefined);
    const name = selectors === 1 ? "1 selector names" : `${selectors} selectors name`;
    return {
      message: `${name} ${what.join(", and ")} not in these manifests`,
      label: selectors === 1 ? "not in these manifests" : "the first of them",
      help: "add the manifests that hold them; if these are the whole cluster, set `complete: true` in `anp.yaml`",
    };
  },
});

/** A namespace of add-ons, by the one label that the API server sets: whoever asks for it knows that it is elsewhere. */
function isUsual({ of, name }: Absence): boolean {
  return of === "namespaces" && USUAL_NAMESPACES.has(name);
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
