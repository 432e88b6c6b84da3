import { field, fieldAt, items, textOf, type Node } from "../../../source/manifest/node.js";
import { parseAddress, type Address } from "../../../base/net/address.js";
import { portNumber, protocolOf } from "./ports.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";
import type { ClusterObject, EndpointsPort } from "../../model/objects.js";
import type { Keep } from "../../../source/manifest/composed.js";

const SERVICE_LABEL = "kubernetes.io/service-name";
/** Who keeps a slice; the controllers of the control plane leave those of others alone, and proxies use all of them. */
const KEEPER_LABEL = "endpointslice.kubernetes.io/managed-by";
const CONTROL_PLANE = /^endpointslice(?:mirroring)?-controller\.k8s\.io$/;
const PORTS: Keep = { name: true, protocol: true, port: true };

/** v1 Endpoints: addresses behind the Service of the same name, ready or not (S-SVC-1). */
export const ENDPOINTS: KindReader = {
  isNamespaced: true,
  keep: {
    apiVersion: true,
    kind: true,
    metadata: { name: true, namespace: true },
    subsets: { addresses: { ip: true }, notReadyAddresses: { ip: true }, ports: PORTS },
  },
  read({ ref, node }: ApiObject): ObjectReading {
    const objects = items(field(node, "subsets")).map((subset): ClusterObject => {
      const listed = ["addresses", "notReadyAddresses"].flatMap((key) => items(field(subset, key)));
      const addresses = addressesIn(listed.map((each) => field(each, "ip")));
      const ports = items(field(subset, "ports")).flatMap(endpointsPort);
      const { namespace = "default", name } = ref;
      const of = { ref, origin: node.origin, namespace, service: name, isKept: true };
      return { type: "endpoints", endpoints: { ...of, addresses, ports } };
    });
    return { objects, problems: [] };
  },
};

/** discovery.k8s.io EndpointSlice: addresses behind the Service that its label names, ready or not (S-SVC-1). */
export const ENDPOINT_SLICE: KindReader = {
  isNamespaced: true,
  keep: {
    apiVersion: true,
    kind: true,
    metadata: { name: true, namespace: true, labels: { [SERVICE_LABEL]: true, [KEEPER_LABEL]: true } },
    addressType: true,
    endpoints: { addresses: true },
    ports: PORTS,
  },
  read({ ref, node }: ApiObject): ObjectReading {
    const service = textOf(fieldAt(node, "metadata", "labels", SERVICE_LABEL));
    if (service === undefined) return { objects: [], problems: [] };
    const addresses = addressesIn(
      items(field(node, "endpoints")).flatMap((each) => items(field(each, "addresses"))),
    );
    const ports = items(field(node, "ports")).flatMap(endpointsPort);
    const { namespace = "default" } = ref;
    const isKept = CONTROL_PLANE.test(textOf(fieldAt(node, "metadata", "labels", KEEPER_LABEL)) ?? "");
    const of = { ref, origin: node.origin, namespace, service, isKept };
    return { objects: [{ type: "endpoints", endpoints: { ...of, addresses, ports } }], problems: [] };
  },
};

/** What is no address is left out: a slice of host names leads nowhere that can be told. */
function addressesIn(nodes: readonly (Node | undefined)[]): Address[] {
  return nodes.flatMap((each) => parseAddress(textOf(each) ?? "") ?? []);
}

/** A port that can be used. A port without a number stands for whatever the Service's target is, and is left out. */
function endpointsPort(node: Node): EndpointsPort[] {
  const port = portNumber(field(node, "port"));
  const protocol = protocolOf(field(node, "protocol"));
  if (port === undefined || protocol === undefined) return [];
  const name = textOf(field(node, "name"));
  return [{ name: name === "" ? undefined : name, protocol, port }];
}
