import { conjunction } from "./describe.js";
import { encode } from "./encode.js";
import type { MissingController } from "../cluster/model/route-controllers.js";
import type { Note, ResultEndpoint } from "../questions/explain/result.js";

/** A source of which the input tells nothing: the controller of a route. */
export function isUnknownController({ kind }: Pick<ResultEndpoint, "kind">): boolean {
  return kind === "controller";
}

/** `Ingress shop/web, class nginx (k8s.io/ingress-nginx): edge/nginx connects to the backends; …`. */
export function controllerText(note: Extract<Note, { code: "route-controller" }>): string {
  const { route, gateway, className, controller } = note;
  const of = controller === undefined || controller === "" ? "" : ` (${encode(controller)})`;
  const by = [
    ...(gateway === undefined ? [] : [`Gateway ${encode(gateway)}`]),
    ...(className === undefined ? [] : [`class ${encode(className)}${of}`]),
  ];
  const who = [encode(route), ...by].join(", ");
  return `${who}: ${connectingText(note)}; this doesn't cover how clients reach the ${note.connecting === "outside" ? "load balancer" : "controller"}`;
}

function connectingText({
  connecting,
  workloads,
  missing,
}: Extract<Note, { code: "route-controller" }>): string {
  switch (connecting) {
    case "pods":
      return `${conjunction(workloads.map(encode))} ${workloads.length === 1 ? "connects" : "connect"} to the backends`;
    case "outside":
      return "an external load balancer connects to the backends";
    case "unknown":
      return `it is unknown what connects to the backends${missing === undefined ? "" : ` (${missingText(missing)})`}`;
  }
}

/** What the input lacks. */
function missingText(missing: MissingController): string {
  switch (missing.code) {
    case "no-class":
      return "it has no `ingressClassName`";
    case "no-gateway":
      return "it has no parent Gateway";
    case "not-in-input":
      return `the input has no ${missing.kind} ${encode(missing.name)}`;
    case "not-known":
      return missing.controller === ""
        ? "its class has no controller"
        : `the pod labels of controller ${encode(missing.controller)} are not known`;
    case "no-pods":
      return `the input has no pods of controller ${encode(missing.controller)}`;
  }
}

/** What to do where the controller is not known. */
export function missingHint(missing: MissingController): string {
  const otherwise = "name the controller's pods";
  switch (missing.code) {
    case "no-class":
    case "no-gateway":
    case "not-known":
      return otherwise;
    case "not-in-input":
      return `load ${missing.kind} ${encode(missing.name)}, or ${otherwise}`;
    case "no-pods":
      return `load the pods of controller ${encode(missing.controller)}, or ${otherwise}`;
  }
}

/** What to ask instead where a load balancer outside of the cluster connects for a route. */
export const LOAD_BALANCER_HINT = "ask from the load balancer's addresses to the pods";
