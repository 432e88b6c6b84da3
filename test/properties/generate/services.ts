import * as fc from "fast-check";
import {
  BALANCER_ADDRESS,
  labels,
  maybe,
  namespaceName,
  NODE_ADDRESSES,
  NODE_PORTS,
  OTHER_ADDRESSES,
  pick,
  POD_ADDRESSES,
  POD_LABELS,
  portName,
  portNumber,
  PROTOCOLS,
  SERVED,
  SERVICE_ADDRESSES,
  SOURCE_RANGES,
  written,
} from "./universe.js";
import type { KubernetesObject, ServicePort } from "../../reference/kubernetes.js";
import type { Stack } from "./objects.js";

/** Numbers that are no port of a pod, and those that are. */
const servicePort = pick([2, fc.constantFrom(90, 91)], [1, portNumber]);

const targetPort = pick<number | string | undefined>(
  [3, portNumber],
  [3, portName],
  [1, fc.constant(undefined)],
);

function portOf(index: number, hasNodePort: boolean): fc.Arbitrary<ServicePort> {
  return fc
    .record({
      name: fc.constant(`port-${index}`),
      protocol: pick<string | undefined>([3, fc.constant(undefined)], [1, fc.constantFrom(...PROTOCOLS)]),
      port: servicePort,
      targetPort,
      nodePort: hasNodePort ? fc.constantFrom(NODE_PORTS[index], undefined) : fc.constant(undefined),
    })
    .map((port) => written(port) as ServicePort);
}

const serviceType = pick<string | undefined>(
  [3, fc.constant(undefined)],
  [2, fc.constant("NodePort")],
  [5, fc.constant("LoadBalancer")],
);

/**
 * A Service and, for one without a selector, what lists its endpoints. `db` of namespace shop is called by its names, too:
 * some of the cluster's DNS are headless (S-FQ-5).
 */
export function serviceObjects(index: number, stack: Stack): fc.Arbitrary<KubernetesObject[]> {
  const namespace = index === 0 ? fc.constant("shop") : namespaceName;
  return fc
    .record({
      namespace,
      type: serviceType,
      isHeadless: pick([1, fc.constant(true)], [5, fc.constant(false)]),
      isKnown: pick([2, fc.constant(true)], [1, fc.constant(false)]),
      families: fc.constantFrom(stack, stack.slice(0, 1)),
      selector: pick<Record<string, string> | undefined>(
        [6, fc.constant(SERVED)],
        [2, labels(POD_LABELS)],
        [3, fc.constant(undefined)],
      ),
      isExternal: pick([1, fc.constant(true)], [4, fc.constant(false)]),
      isBalanced: fc.boolean(),
      ranges: maybe(fc.constantFrom(...SOURCE_RANGES), 2),
      policy: pick<string | undefined>([5, fc.constant(undefined)], [1, fc.constant("Local")]),
      ports: fc.tuple(fc.boolean(), portOf(0, true), maybe(portOf(1, true), 2)),
      listed: listed(stack),
      isSlice: fc.boolean(),
    })
    .map((made): KubernetesObject[] => {
      const name = index === 0 ? "db" : `service-${index}`;
      const type = made.isHeadless ? undefined : made.type;
      const ports = made.ports.flatMap((port) => (typeof port === "object" ? [port] : []));
      const ofType = type === undefined ? ports.map(({ nodePort: _none, ...port }) => port) : ports;
      const addresses = made.families.map((family) => SERVICE_ADDRESSES[family][index]!);
      const cluster = made.isKnown ? { clusterIP: addresses[0], clusterIPs: addresses } : {};
      const spec = written({
        type,
        ...(made.isHeadless ? { clusterIP: "None" } : cluster),
        selector: made.selector,
        ports: distinct(ofType),
        externalIPs: made.isExternal && !made.isHeadless ? [EXTERNAL_ADDRESSES[index]] : undefined,
        externalTrafficPolicy: type === undefined ? undefined : made.policy,
        loadBalancerSourceRanges: type === "LoadBalancer" ? made.ranges : undefined,
      });
      const isBalanced = type === "LoadBalancer" && made.isBalanced;
      const status = isBalanced
        ? { loadBalancer: { ingress: [{ ip: BALANCER_ADDRESS[index] }] } }
        : undefined;
      const service = written({
        apiVersion: "v1",
        kind: "Service",
        metadata: { name, namespace: made.namespace },
        spec,
        status,
      }) as KubernetesObject;
      if (made.selector !== undefined && Object.keys(made.selector).length > 0) return [service];
      return [service, endpointsOf(name, made, ofType)];
    });
}

const EXTERNAL_ADDRESSES = ["198.51.100.8", "198.51.100.9"] as const;

/** A port is there once for each protocol. */
function distinct(ports: readonly ServicePort[]): ServicePort[] {
  return ports.filter(
    (port, index) =>
      index === 0 ||
      port.port !== ports[0]!.port ||
      (port.protocol ?? "TCP") !== (ports[0]!.protocol ?? "TCP"),
  );
}

/** Addresses of pods, of nodes and of nobody. */
function listed(stack: Stack): fc.Arbitrary<string[]> {
  const own = stack.flatMap((family) => [...POD_ADDRESSES[family].slice(0, 2), NODE_ADDRESSES[family][0]]);
  const others = OTHER_ADDRESSES.filter((address) => stack.includes(address.includes(":") ? "IPv6" : "IPv4"));
  return fc.uniqueArray(fc.constantFrom(...own, ...others), { minLength: 1, maxLength: 2 });
}

function endpointsOf(
  name: string,
  { namespace, listed: all, isSlice }: { namespace: string; listed: readonly string[]; isSlice: boolean },
  ports: readonly ServicePort[],
): KubernetesObject {
  const listening = ports.map(({ name: own, protocol, targetPort: target, port }) =>
    written({ name: own, protocol: protocol ?? "TCP", port: typeof target === "number" ? target : port }),
  );
  if (!isSlice) {
    const subsets = [{ addresses: all.map((ip) => ({ ip })), ports: listening }];
    return {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { name, namespace },
      subsets,
    } as KubernetesObject;
  }
  const isOfIPv6 = all[0]!.includes(":");
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: `${name}-1`, namespace, labels: { "kubernetes.io/service-name": name } },
    addressType: isOfIPv6 ? "IPv6" : "IPv4",
    endpoints: all
      .filter((address) => address.includes(":") === isOfIPv6)
      .map((each) => ({ addresses: [each] })),
    ports: listening,
  } as KubernetesObject;
}
