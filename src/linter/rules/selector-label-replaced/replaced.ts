import { firstFew } from "../../../cluster/problems/selection.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { isAddedTo } from "../../../questions/mistakes/written.js";
import { isWritten, textAt } from "../../../source/manifest/locate.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { pathOf, pointer, type Origin } from "../../../source/manifest/origin.js";
import { selectorsOf } from "../../../cluster/model/policy-parts.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Selector } from "../../../cluster/model/selector.js";

/** A label of a kustomization in the place of another value that a selector has for its key. */
interface Replaced {
  readonly policy: Policy;
  readonly selector: Selector;
  readonly key: string;
  readonly value: string;
  /** The value that is written in the policy; the same where somebody has written both. */
  readonly own: string;
  /** Where the kustomization has it. */
  readonly at: Origin;
}

/** The fields of a kustomization whose labels go into selectors. */
const FIELDS: ReadonlySet<unknown> = new Set(["commonLabels", "labels"]);

/** One finding for each label that makes selectors of policies the same which its policies tell apart. */
export function* replacedLabels(cluster: Cluster): Generator<Problem> {
  const all = cluster.policies.flatMap(replacedIn);
  for (const uses of groupBy(all, ({ at }) => `${at.document.file.name}${pointer(pathOf(at))}`).values()) {
    const same = [...groupBy(uses, ({ selector }) => selector.key).values()]
      .map((alike) => ({ alike, owns: [...new Set(alike.map(({ own }) => own))] }))
      .find(({ owns }) => owns.length > 1);
    if (same === undefined) continue;
    const [first] = same.alike;
    const policies = [...new Set(same.alike.map(({ policy }) => kindAndName(policy.ref)))];
    yield {
      code: "selector-label-replaced",
      facts: {
        key: first.key,
        value: first.value,
        replaced: firstFew(same.owns.flatMap((own) => (own === first.value ? [] : `${first.key}=${own}`))),
        policies: firstFew(policies),
      },
      at: first.at,
      object: first.policy.ref,
    };
  }
}

function replacedIn(policy: Policy): readonly Replaced[] {
  return selectorsOf(policy).flatMap(({ selector, of }) => {
    if (of !== "pods") return [];
    return selector.requirements.flatMap((requirement): readonly Replaced[] => {
      const { key, values, origin: at } = requirement;
      const [value] = values;
      if (at === undefined || value === undefined || !isAddedTo(policy, requirement)) return [];
      if (!FIELDS.has(pathOf(at)[0])) return [];
      const own = writtenValue(selector, key);
      return own === undefined ? [] : [{ policy, selector, key, value, own, at }];
    });
  });
}

/** The value of a label as the policy's own document has it. */
function writtenValue({ origin }: Selector, key: string): string | undefined {
  if (origin === undefined) return undefined;
  // Without the parts that kustomize has put into it.
  const labels: Origin = { document: origin.document, parent: origin, step: "matchLabels", part: "value" };
  const at: Origin = { document: origin.document, parent: labels, step: key, part: "value" };
  return isWritten(at) ? textAt(at).replace(/^(["'])(.*)\1$/, "$2") : undefined;
}
