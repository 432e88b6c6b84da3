import type { Change } from "../law.js";
import type {
  KubernetesObject,
  NodeStatus,
  PodStatus,
  ServiceSpec,
  ServiceStatus,
} from "../../reference/kubernetes.js";
import { NAMESPACES } from "../generate/universe.js";
import type { Scenario } from "../generate/scenario.js";

/**
 * A pod that nothing in the cluster knows: on no node, owned by nobody, and without an address or with one that is
 * nobody's, of a family that the input shows.
 */
export const addUnrelatedPod: Change = (made, random) => {
  const families = familiesShown(made);
  const own = ["10.0.77.77", "fd00::77:77"].filter((address) => families.has(familyOf(address)));
  const [podIP] = own;
  const labels = { app: random.happens(1, 2) ? "a" : "stranger" };
  const hasAddress = podIP !== undefined && random.happens(1, 2);
  const status = hasAddress ? { status: { podIP, podIPs: own.map((ip) => ({ ip })) } } : {};
  const pod: KubernetesObject = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "stranger", namespace: [...NAMESPACES, "beyond"][random.below(4)]!, labels },
    spec: { containers: [{ ports: [{ name: "http", containerPort: 81 }] }] },
    ...status,
  };
  return { ...made, objects: [...made.objects, pod] };
};

/** The families of the addresses of pods, nodes and Services: what has no address is taken to have them (S-EV-6). */
export function familiesShown({ objects }: Pick<Scenario, "objects">): ReadonlySet<"IPv4" | "IPv6"> {
  return new Set(objects.flatMap(addressesOf).map(familyOf));
}

/** The addresses that an object of the generators has of its own. */
export function addressesOf({ kind, spec, status }: KubernetesObject): readonly string[] {
  switch (kind) {
    case "Pod": {
      const { phase, podIP, podIPs } = (status ?? {}) as PodStatus;
      if (phase === "Succeeded" || !podIP) return [];
      return [podIP, ...(podIPs ?? []).map(({ ip }) => ip!)];
    }
    case "Node":
      return (
        ((status ?? {}) as NodeStatus).addresses
          ?.filter(({ type }) => type !== "Hostname")
          .map(({ address }) => address!) ?? []
      );
    case "Service": {
      const { clusterIP, clusterIPs, externalIPs } = spec as ServiceSpec;
      const balancers = ((status ?? {}) as ServiceStatus).loadBalancer?.ingress ?? [];
      return [
        clusterIP,
        ...(clusterIPs ?? []),
        ...(externalIPs ?? []),
        ...balancers.map(({ ip }) => ip),
      ].filter((address): address is string => typeof address === "string" && address !== "None");
    }
    default:
      return [];
  }
}

export function familyOf(address: string): "IPv4" | "IPv6" {
  return address.includes(":") ? "IPv6" : "IPv4";
}
