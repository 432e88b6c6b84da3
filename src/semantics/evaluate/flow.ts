import type { ServicePath } from "../../cluster/model/service-path.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { Family } from "../../base/net/address.js";
import type { Traffic } from "../../base/net/traffic.js";

/** A set of traffic from one endpoint to another, over one address family. */
export interface Flow {
  readonly from: Endpoint;
  readonly to: Endpoint;
  readonly family: Family;
  /** What the destination is sent; behind a Service, its backend. */
  readonly traffic: Traffic;
  readonly way: Way;
}

/** How a flow comes to its destination. */
export type Way =
  /** From one end to another one: of one workload, from one replica to another. */
  | { readonly type: "direct"; readonly toName: NameAsked }
  /** Both ends are the same pod (S-LOOP-1). */
  | { readonly type: "loopback" }
  /** To a backend of a Service. */
  | {
      readonly type: "service";
      readonly path: ServicePath;
      /** True where the backend is the source itself (S-LOOP-2). */
      readonly isHairpin: boolean;
      readonly toName: NameAsked;
    };

/** The name by which a destination was asked for, where it was found by its address. */
type NameAsked = string | undefined;

/** To a destination that was not asked for by a name. */
export const DIRECT: Way = { type: "direct", toName: undefined };
