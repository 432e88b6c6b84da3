import { POLICY_APIS } from "../../cluster/kinds/policy-table.js";
import { policiesOfStep } from "../../semantics/evaluate/step.js";
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

/** The kind of policy that a word stands for, as kubectl takes it. */
function kindOf(word: string): string | undefined {
  const lower = word.toLowerCase();
  return POLICY_APIS.find(
    ({ kind, plural, shortNames }) =>
      kind.toLowerCase() === lower || plural === lower || shortNames.includes(lower),
  )?.kind;
}
