import { field } from "../../../source/manifest/node.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";

/** v1 ServiceAccount, of manifests that are linted: one whose token pods do not get by themselves. */
export const ACCOUNT: KindReader = {
  isNamespaced: true,
  isBeside: true,
  keep: {
    apiVersion: true,
    kind: true,
    metadata: { name: true, namespace: true },
    automountServiceAccountToken: true,
  },
  read({ ref, node }: ApiObject, { isStored, purpose }): ObjectReading {
    const isUnmounted = field(node, "automountServiceAccountToken")?.value === false;
    if (isStored || purpose !== "lint" || !isUnmounted) return { objects: [], problems: [] };
    const account = { namespace: ref.namespace ?? "default", name: ref.name };
    return { objects: [{ type: "access", access: { type: "unmounted-account", account } }], problems: [] };
  },
};
