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
    read({ ref, node }: ApiObject): ObjectReading {
      const rules = items(field(node, "rules"));
      const connects = CONNECTING.filter((each) => rules.some((rule) => allows(rule, each)));
      // Of a node nothing can be used in a namespace.
      const own = isNamespaced ? connects.filter((each) => !each.startsWith("nodes/")) : connects;
      const detour = { type: "role", ref, connects: own, origin: node.origin } as const;
      return { objects: [{ type: "detour", detour }], problems: [] };
    },
  };
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
