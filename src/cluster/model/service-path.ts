import type { Address } from "../../base/net/address.js";
import type { EndpointsObject, ServiceAddressType, ServiceObject, ServicePort } from "./objects.js";
import type { NodeEndpoint } from "./endpoint.js";

/** The way of a flow through a Service: the flow's destination is a backend, its traffic what that is sent (S-VIP-1). */
export interface ServicePath {
  readonly service: ServiceObject;
  /** Undefined where nothing is rewritten: clients of a headless Service send to its pods (S-VIP-2). */
  readonly entrance: Entrance | undefined;
  /** The Service's port; undefined where a headless Service does not list what is sent to. */
  readonly port: ServicePort | undefined;
  /** The number that the client sends to: the port's, or on a node its node port. */
  readonly number: number | undefined;
  /** The slice without which the Service would not lead there. */
  readonly addedBy?: AddedBy | undefined;
}

/** A slice that somebody adds to a Service with a selector: the control plane leaves it alone, and proxies use it. */
export type AddedBy = Pick<EndpointsObject, "ref" | "origin">;

/** What a client sends to: an address of the Service (undefined where nothing tells it), or its port on a node. */
export type Entrance =
  | { readonly type: ServiceAddressType; readonly address: Address | undefined }
  | { readonly type: "node-port"; readonly node: NodeEndpoint | undefined };
