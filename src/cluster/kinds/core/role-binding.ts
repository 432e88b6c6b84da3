import { field, fieldAt, items, textOf } from "../../../source/manifest/node.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";

/** RoleBinding and ClusterRoleBinding, of manifests that are linted: the ServiceAccounts that they name. */
export function roleBindingReader(isNamespaced: boolean): KindReader {
  return {
    isNamespaced,
    isBeside: true,
    keep: {
      apiVersion: true,
      kind: true,
      metadata: { name: true, namespace: true },
      roleRef: { kind: true, name: true },
      subjects: { kind: true, name: true, namespace: true },
    },
    read({ ref, node }: ApiObject, { isStored, purpose }): ObjectReading {
      const [kind, name] = ["kind", "name"].map((each) => textOf(fieldAt(node, "roleRef", each)));
      if (isStored || purpose !== "lint" || kind === undefined || name === undefined)
        return { objects: [], problems: [] };
      const own = isNamespaced ? (ref.namespace ?? "default") : undefined;
      const accounts = items(field(node, "subjects")).flatMap((subject) => {
        const account = textOf(field(subject, "name"));
        const namespace = textOf(field(subject, "namespace")) ?? own;
        const isAccount = textOf(field(subject, "kind")) === "ServiceAccount";
        return isAccount && account !== undefined && namespace !== undefined
          ? [{ namespace, name: account }]
          : [];
      });
      const role = { kind, namespace: kind === "Role" ? own : undefined, name };
      return { objects: [{ type: "access", access: { type: "binding", role, accounts } }], problems: [] };
    },
  };
}
