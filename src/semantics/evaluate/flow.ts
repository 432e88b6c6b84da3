import type { ServicePath } from "../../cluster/model/service-path.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { Family } from "../../base/net/address.js";
import type { Traffic } from "../../base/net/traffic.js";

/** A set of traffic from one endpoint to another, over one address family. */
export interface Flow {
  readonly from: Endpoint;
  readonly to: Endpoint;
  readonly family: Family;
  readonly traffic: Traffic;
  /** The name by which the destination was asked for, where it was found by its address. */
  readonly toName?: string;
  /** True where both ends are the same pod (S-LOOP-1): not two replicas of one workload. */
  readonly isLoopback?: boolean;
  /** The way through a Service, where the destination is a backend of one; the traffic is what the backend is sent. */
  readonly path?: ServicePath;
  /** A pod to itself through a Service (S-LOOP-2). */
  readonly isHairpin?: boolean;
}
