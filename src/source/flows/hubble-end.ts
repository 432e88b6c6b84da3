import { hubbleAddress } from "./hubble-address.js";
import type { Address } from "../../base/net/address.js";
import type { Fields } from "./fields.js";
import type { RecordedEnd } from "./record.js";

const NAMESPACE_LABELS = "io.cilium.k8s.namespace.labels.";
const OWN_LABELS = "io.cilium.k8s.";

/** An end of a flow: its labels are enough to know a pod as it was then. @throws {BadLine} */
export function hubbleEnd(
  side: "source" | "destination",
  flow: Fields,
  node: string | undefined,
): RecordedEnd {
  return made(flow.object(side), hubbleAddress(flow, side), flow.texts(`${side}_names`), node);
}

function made(
  end: Fields | undefined,
  address: Address | undefined,
  domains: readonly string[],
  node: string | undefined,
): RecordedEnd {
  const labels = end?.texts("labels") ?? [];
  const namespace = end?.text("namespace") ?? "";
  const name = end?.text("pod_name") ?? "";
  if (namespace !== "" && (name !== "" || labels.some((each) => each.startsWith("k8s:")))) {
    const known = labelsIn(labels);
    const [workload] = end?.objects("workloads") ?? [];
    const owner = workload?.text("name");
    return {
      kind: "pod",
      namespace,
      name: name === "" ? undefined : name,
      address,
      workload: owner === undefined ? undefined : { kind: workload?.text("kind"), name: owner },
      labels: known.own,
      namespaceLabels: known.namespace,
    };
  }
  const reserved = new Set(labels.flatMap((each) => (each.startsWith("reserved:") ? [each.slice(9)] : [])));
  if (reserved.has("host")) return { kind: "host", name: node, address, isLocal: true };
  if (reserved.has("remote-node")) return { kind: "host", name: undefined, address, isLocal: false };
  if (address === undefined) return { kind: "unknown" };
  const isOutside = reserved.has("world") || reserved.has("world-ipv4") || reserved.has("world-ipv6");
  return { kind: "address", address, isOutside, domains: domains.map(withoutLastDot) };
}

/** `k8s:app=web` is a label of the pod; namespaces' labels and Cilium's own have prefixes. Undefined where there are none. */
function labelsIn(texts: readonly string[]): {
  readonly own: ReadonlyMap<string, string> | undefined;
  readonly namespace: ReadonlyMap<string, string> | undefined;
} {
  const own = new Map<string, string>();
  const namespace = new Map<string, string>();
  for (const text of texts) {
    if (!text.startsWith("k8s:")) continue;
    const equals = text.indexOf("=");
    const key = text.slice(4, equals === -1 ? text.length : equals);
    const value = equals === -1 ? "" : text.slice(equals + 1);
    if (key.startsWith(NAMESPACE_LABELS)) namespace.set(key.slice(NAMESPACE_LABELS.length), value);
    else if (!key.startsWith(OWN_LABELS) && key !== "io.kubernetes.pod.namespace") own.set(key, value);
  }
  return {
    own: own.size === 0 && namespace.size === 0 ? undefined : own,
    namespace: namespace.size === 0 ? undefined : namespace,
  };
}

function withoutLastDot(name: string): string {
  return (name.endsWith(".") ? name.slice(0, -1) : name).toLowerCase();
}
