import type { Address } from "../../base/net/address.js";
import type { NodeEndpoint } from "./endpoint.js";
import type { ServiceAddressType, ServiceObject, ServicePort } from "./objects.js";

/** The way of a flow through a Service: the flow's destination is a backend, its traffic what that is sent (S-VIP-1). */
export interface ServicePath {
  readonly service: ServiceObject;
  /** Undefined where nothing is rewritten: clients of a headless Service send to its pods (S-VIP-2). */
  readonly entrance: Entrance | undefined;
  /** The Service's port; undefined where a headless Service does not list what is sent to. */
  readonly port: ServicePort | undefined;
  /** The number that the client sends to: the port's, or on a node its node port. */
  readonly number: number | undefined;
}

/** What a client sends to: an address of the Service (undefined where nothing tells it), or its port on a node. */
export type Entrance =
  | { readonly type: ServiceAddressType; readonly address: Address | undefined }
  | { readonly type: "node-port"; readonly node: NodeEndpoint | undefined };
