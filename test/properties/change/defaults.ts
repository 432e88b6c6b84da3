import type { Change } from "../law.js";
import { directionsOf } from "./equivalent.js";
import { is2016, mapValues, withObjects } from "./objects.js";
import type { AdminPort, KubernetesObject, NetworkPolicySpec } from "../../reference/kubernetes.js";

const NAME_LABEL = "kubernetes.io/metadata.name";

/**
 * Every default that a server would store, written into the objects. Not `replicas: 1`: a workload is one pod only where
 * somebody has written that it is (S-LOOP-3).
 */
export const writeDefaults: Change = (made) =>
  withObjects(made, (object) => {
    const inside = mapValues(object, "", withDefaults) as KubernetesObject;
    if (object.kind === "NetworkPolicy" && !is2016(object, made)) return [withPolicyTypes(inside)];
    // Servers before 1.21 did not label namespaces (S-NS-3).
    return [object.kind === "Namespace" && !made.facts.isOldServer ? withNameLabel(inside) : inside];
  });

function withDefaults(value: object, key: string): unknown {
  if (key === "ports") return (value as object[]).map(withProtocol);
  if (key === "pods" && !("namespaceSelector" in value)) return { ...value, namespaceSelector: {} };
  return "containers" in value && !("hostNetwork" in value) ? { ...value, hostNetwork: false } : value;
}

/** An item of a container's ports, or of a policy's in any version. */
function withProtocol(item: AdminPort): object {
  const { namedPort, portNumber, portRange } = item;
  if (typeof namedPort === "string") return item;
  if (portNumber) return { portNumber: { protocol: "TCP", ...portNumber } };
  if (portRange) return { portRange: { protocol: "TCP", ...portRange } };
  return { protocol: "TCP", ...item };
}

function withPolicyTypes(object: KubernetesObject): KubernetesObject {
  const spec = (object.spec ?? {}) as NetworkPolicySpec;
  const policyTypes = directionsOf(spec).map((each) => (each === "ingress" ? "Ingress" : "Egress"));
  return {
    ...object,
    spec: { podSelector: {}, ...spec, ...(spec.policyTypes?.length ? {} : { policyTypes }) },
  };
}

function withNameLabel(object: KubernetesObject): KubernetesObject {
  const labels = { ...object.metadata?.labels, [NAME_LABEL]: object.metadata?.name ?? "" };
  return { ...object, metadata: { ...object.metadata, labels } };
}
