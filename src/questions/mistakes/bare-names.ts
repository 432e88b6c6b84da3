import { oncePer } from "../../base/collections/once-per.js";
import { selectorsOf } from "../../cluster/model/policy-parts.js";
import type { Bearer } from "../../cluster/problems/selection.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Requirement } from "../../cluster/model/selector.js";
import type { Vocabulary } from "./vocabulary.js";

/** What names of pods end in that says of what sort the object is, and not what runs in it. */
const KINDS = /-(?:app|container|daemonset|deploy|deployment|pod|pods|server|service|statefulset|svc)$/;

/** A name without the kind at its end: `db` of `db-pod`. */
function bareName(name: string): string {
  const bare = name.replace(KINDS, "");
  return bare === name ? name : bareName(bare);
}

/**
 * A pod whose label differs from the wanted one in the kind at the end of its name alone: `db` for `db-pod`. Undefined where several
 * do, or where some policy asks for that one too: then both are meant.
 */
export function alikeOf(
  cluster: Cluster,
  { key, operator, values }: Requirement,
  vocabulary: Vocabulary,
): Bearer | undefined {
  const [wanted, ...others] = values;
  if (operator !== "In" || wanted === undefined || others.length > 0) return undefined;
  const bare = bareName(wanted);
  const alike = [...vocabulary.values(key)].filter(([value]) => bareName(value) === bare);
  const [only, ...more] = alike;
  if (only === undefined || more.length > 0) return undefined;
  const [value, name] = only;
  return wantedLabels(cluster).has(labelKey(key, value)) ? undefined : { key, value, name };
}

/** The labels that selectors of pods ask for by their values. */
const wantedLabels = oncePer(
  ({ policies }: Cluster): ReadonlySet<string> =>
    new Set(
      policies
        .flatMap(selectorsOf)
        .flatMap(({ of, selector }) => (of === "pods" ? selector.requirements : []))
        .flatMap(({ key, values }) => values.map((value) => labelKey(key, value))),
    ),
);

function labelKey(key: string, value: string): string {
  return JSON.stringify([key, value]);
}
