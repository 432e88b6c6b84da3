import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import type { NamespaceSelection } from "../../cluster/model/policy.js";

/** The one namespace of a selection: the policy's own, or that of a name; undefined for any other. */
export function namespaceNamed(namespaces: NamespaceSelection): string | undefined {
  if (namespaces.own !== undefined) return namespaces.own;
  const [first, ...more] = namespaces.selector.requirements;
  const isName = first?.key === NAMESPACE_NAME_LABEL && first.operator === "In" && first.values.length === 1;
  return isName && more.length === 0 ? first.values[0] : undefined;
}
