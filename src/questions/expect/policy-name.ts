import { POLICY_APIS } from "../../cluster/kinds/policy-table.js";
import { oncePerAsked } from "../../base/collections/once-per.js";
import { policiesOfStep } from "../../semantics/evaluate/step.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { DirectedDecider } from "./outcome.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";

/** True where a text such as `netpol/shop/web` or `ClusterNetworkPolicy/tenants` names a policy. */
export function refersTo(text: string, { kind, namespace, name }: ObjectRef): boolean {
  const parts = text.split("/");
  const [word = "", ...path] = parts;
  return (
    kindOf(word) === kind &&
    path.join("/") === [...(namespace === undefined ? [] : [namespace]), name].join("/")
  );
}

/** True where a policy of that name is among what decided. */
export function isDecidedBy(deciders: readonly DirectedDecider[], text: string): boolean {
  return deciders.some(({ decider }) => policiesOfStep(decider).some(({ ref }) => refersTo(text, ref)));
}

/** A cluster in which the policies of a name are those that count where others allow the same: policies are additive. */
export function withNamed(cluster: Cluster, text: string): Cluster {
  // What asks for all of them asks for those as well.
  return cluster.named === undefined ? madeNamed(cluster, text) : cluster;
}

const madeNamed = oncePerAsked(
  (text: string) => text,
  (cluster: Cluster, text): Cluster => ({ ...cluster, named: refsOf(cluster, text) }),
);

function refsOf({ policies }: Cluster, text: string): ReadonlySet<ObjectRef> {
  return new Set(policies.flatMap(({ ref }) => (refersTo(text, ref) ? [ref] : [])));
}

/** The kind of policy that a word stands for, as kubectl takes it. */
function kindOf(word: string): string | undefined {
  const lower = word.toLowerCase();
  return POLICY_APIS.find(
    ({ kind, plural, shortNames }) =>
      kind.toLowerCase() === lower || plural === lower || shortNames.includes(lower),
  )?.kind;
}
