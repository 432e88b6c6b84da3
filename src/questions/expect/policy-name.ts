import { POLICY_APIS } from "../../cluster/kinds/policy-table.js";
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

/** The kind of policy that a word stands for, as kubectl takes it. */
function kindOf(word: string): string | undefined {
  const lower = word.toLowerCase();
  return POLICY_APIS.find(
    ({ kind, plural, shortNames }) =>
      kind.toLowerCase() === lower || plural === lower || shortNames.includes(lower),
  )?.kind;
}
