import { factEndOf } from "../../semantics/match/fact-end.js";
import { originFor, type Requirement, type Selector } from "../../cluster/model/selector.js";
import { podLabels } from "../../semantics/match/party.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { NamedAs } from "../../cluster/problems/selection.js";
import type { PodClass } from "./pod-index.js";
import type { SelectionScope } from "./scope.js";
import type { Typo } from "./typos.js";

/** Pods that belong to something of a name, with that. */
interface Named {
  readonly as: NamedAs;
  readonly pods: PodClass;
}

/**
 * Values of labels that no pod has, each of which is the name of a workload or a Service whose pods have another one: selectors see
 * labels alone, and who writes one by the name of the object means its pods.
 */
export function namedOtherwise({ requirements }: Selector, scope: SelectionScope, cluster: Cluster): Typo[] {
  return requirements.flatMap((requirement) => {
    const { key, operator, values } = requirement;
    const real = scope.vocabulary.values(key);
    if ((operator !== "In" && operator !== "NotIn") || scope.vocabulary.isOpen(key) || real.size === 0)
      return [];
    return values.flatMap((value) =>
      real.has(value) ? [] : (typoOf(requirement, value, namedBy(value, scope, cluster)) ?? []),
    );
  });
}

/** The one value that the pods of a name have for the key; undefined where there are several, or none. */
function typoOf(requirement: Requirement, written: string, named: readonly Named[]): Typo | undefined {
  const { key, values } = requirement;
  const found = new Map(named.flatMap((each) => withValue(each, key)));
  const [only, ...more] = found;
  const at = originFor(requirement, written);
  if (only === undefined || more.length > 0 || at === undefined) return undefined;
  const [meant, { as, pods }] = only;
  if (values.includes(meant)) return undefined;
  const bearer = { key, value: meant, name: pods.name };
  return { requirement, part: "value", written, meant, bearer, at, namedAs: as };
}

function withValue(named: Named, key: string): (readonly [value: string, named: Named])[] {
  const value = labelsOf(named.pods)[key];
  return value === undefined ? [] : [[value, named]];
}

/** The pods of workloads of a name, else those behind Services of that name. */
function namedBy(
  name: string,
  { classes, namespaces }: SelectionScope,
  { services }: Cluster,
): readonly Named[] {
  const own = classes.flatMap((pods): readonly Named[] => {
    const workload = pods.workloads.find((each) => each.name === name);
    return workload === undefined ? [] : [{ as: workload.kind, pods }];
  });
  if (own.length > 0) return own;
  return services
    .filter(({ ref }) => ref.name === name && namespaces.some((each) => each.name === ref.namespace))
    .flatMap(({ ref, selector }) => {
      if (selector === undefined || Object.keys(selector).length === 0) return [];
      return classes.flatMap((pods): readonly Named[] => {
        const labels = labelsOf(pods);
        const isBehind =
          pods.representative.namespace === ref.namespace &&
          Object.entries(selector).every(([key, value]) => labels[key] === value);
        return isBehind ? [{ as: "Service", pods }] : [];
      });
    });
}

function labelsOf({ representative }: PodClass): Readonly<Record<string, string>> {
  return podLabels(representative, factEndOf(representative)).labels;
}
