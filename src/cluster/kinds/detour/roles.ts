import { field, items, textOf, type Node } from "../../../source/manifest/node.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";

/** Subresources through which the API server or the kubelet connects, and not whoever asks (B-18), with the verbs that do. */
const CONNECTING: readonly string[] = [
  "pods/attach",
  "pods/exec",
  "pods/portforward",
  "pods/proxy",
  "services/proxy",
  "nodes/proxy",
];

/** Either of them connects: `get` for WebSocket and for the proxies, `create` for the rest. */
const VERBS: ReadonlySet<string> = new Set(["get", "create"]);

/** Role and ClusterRole: their rules, and nothing of who is bound to them. */
export function roleReader(isNamespaced: boolean): KindReader {
  return {
    isNamespaced,
    isBeside: true,
    keep: {
      apiVersion: true,
      kind: true,
      metadata: { name: true, namespace: true },
      rules: { apiGroups: true, resources: true, verbs: true },
    },
    read({ ref, node }: ApiObject, { isStored, purpose }): ObjectReading {
      const rules = items(field(node, "rules"));
      const connects = CONNECTING.filter((each) => rules.some((rule) => allows(rule, each)));
      // Of a node nothing can be used in a namespace.
      const own = isNamespaced ? connects.filter((each) => !each.startsWith("nodes/")) : connects;
      const detour = { type: "role", ref, connects: own, origin: node.origin } as const;
      if (isStored || purpose !== "lint") return { objects: [{ type: "detour", detour }], problems: [] };
      const role = {
        kind: ref.kind,
        namespace: isNamespaced ? (ref.namespace ?? "default") : undefined,
        name: ref.name,
      };
      const access = { type: "role", role, usesObjects: rules.some(usesObjects) } as const;
      return {
        objects: [
          { type: "detour", detour },
          { type: "access", access },
        ],
        problems: [],
      };
    },
  };
}

/** True for a rule with a verb of objects: `use` is asked by whoever admits a pod, and not by the pod. */
function usesObjects(rule: Node): boolean {
  const verbs = items(field(rule, "verbs")).flatMap((each) => textOf(each) ?? []);
  return items(field(rule, "resources")).length > 0 && verbs.some((verb) => verb !== "use");
}

function allows(rule: Node, subresource: string): boolean {
  const texts = (key: string): string[] => items(field(rule, key)).flatMap((each) => textOf(each) ?? []);
  const [, sub = ""] = subresource.split("/");
  const resources = texts("resources");
  return (
    texts("apiGroups").some((group) => group === "" || group === "*") &&
    texts("verbs").some((verb) => verb === "*" || VERBS.has(verb)) &&
    [subresource, "*", `*/${sub}`].some((each) => resources.includes(each))
  );
}
