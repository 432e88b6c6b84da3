import bad from "./bad.yaml";
import good from "./good.yaml";
import { all, code } from "../words/code.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { orderRow } from "../plugins/kinds.js";
import { kindOrigin } from "../../../cluster/problems/object-places.js";
import type { ForeignPolicies } from "../../../cluster/model/cluster.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** One finding for all policy kinds of one vendor, at the first object, with how many there are (S-IN-10). */
export const unevaluatedPolicyKinds = defineRule({
  id: "unevaluated-policy-kinds",
  level: "warning",
  category: "portability",
  summary: "policies of a network plugin or mesh, which anp doesn't evaluate",
  rationale:
    "Calico, Cilium, AWS, Istio and others have their own policy kinds, and Kyverno and others write policies. anp reads neither: its verdicts hold only without them. Where one may allow or isolate, nothing is reported as blocked or open.",
  reference: "S-IN-10",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    // Of a known plugin, foreign-policy-order says more.
    const hasEnds = cluster.workloads.length > 0 || cluster.policies.length > 0;
    const others = cluster.facts.foreignPolicies.filter(
      // Where nothing is evaluated, what is written into clusters is nothing to say.
      (each) => orderRow(cluster, each) === undefined && (each.isWriter !== true || hasEnds),
    );
    for (const alike of groupBy(others, vendorOf).values()) {
      const [{ origin, namesake, isWriter }] = alike as [ForeignPolicies];
      yield {
        code: "unevaluated-policy-kinds",
        facts: {
          kinds: alike.map(({ apiVersion, kind }) => ({ apiVersion, kind })),
          ...(namesake === undefined ? {} : { namesake }),
          ...(isWriter === true ? { areWriters: true } : {}),
          count: alike.reduce((sum, { count }) => sum + count, 0),
          isAll: cluster.policies.length === 0 && cluster.refused.length === 0,
        },
        at: kindOrigin({ origin }),
      };
    }
  },
  together: {
    isOfAnySet: true,
    causeOf: ({ facts }) => facts.kinds.map(vendorOf)[0],
    merged([first, ...others]) {
      const all = [first, ...others].flatMap(({ facts }) => facts.kinds);
      const kinds = new Map(all.map((each) => [`${each.apiVersion} ${each.kind}`, each]));
      return {
        ...first,
        facts: {
          ...first.facts,
          kinds: [...kinds.values()],
          count: undefined,
          isAll: [first, ...others].every(({ facts }) => facts.isAll),
        },
      };
    },
  },
  word({ kinds, count, isAll, namesake, areWriters }) {
    const objects = count === undefined ? "objects" : count === 1 ? "one object" : `${count} objects`;
    const names = [...groupBy(kinds, ({ kind }) => kind)].map(
      ([kind, versions]) => `${code(kind)} (${all(versions.map(({ apiVersion }) => apiVersion))})`,
    );
    return {
      message: `${objects} of kind${names.length === 1 ? "" : "s"} ${conjunction(names)} ${count === 1 ? "is" : "are"} not evaluated`,
      label: isAll
        ? "the input has no other policy"
        : count === 1
          ? "may change verdicts"
          : "the first one; each may change verdicts",
      ...(areWriters === true
        ? { notes: ["a controller writes the policies in it; they are not read"] }
        : isAll
          ? { notes: ["so nothing is checked here, and verdicts are those of a cluster without policies"] }
          : {}),
      ...(namesake !== undefined
        ? {
            help: `if you mean the ${code(namesake.kind)} of Kubernetes, write ${code(`apiVersion: ${namesake.apiVersion}`)}`,
          }
        : isAll
          ? { help: "to turn this off, set `unevaluated-policy-kinds: off` under `rules` in `anp.yaml`" }
          : {}),
    };
  },
});

/** `istio.io`, of `security.istio.io/v1`. */
function vendorOf({ apiVersion }: Pick<ForeignPolicies, "apiVersion">): string {
  const [group = ""] = apiVersion.split("/");
  return group.split(".").slice(-2).join(".");
}
