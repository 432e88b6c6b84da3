import type { ContainerPort } from "../../cluster/model/endpoint.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { ServiceObject } from "../../cluster/model/objects.js";

/** Thrown where a port is named that the destination does not declare, or that a Service does not have. */
export class MissingPortError extends Error {
  readonly port: string;
  /** What a pod declares; of a Service, its ports; of a route, its backends. */
  readonly of:
    | { readonly type: "pod"; readonly declared: readonly ContainerPort[] | undefined }
    | { readonly type: "service"; readonly service: ServiceObject }
    | { readonly type: "route"; readonly route: ObjectRef; readonly backends: readonly string[] };

  constructor(port: string, of: MissingPortError["of"]) {
    super(`no ${of.type} port ${port}`);
    this.port = port;
    this.of = of;
  }
}
