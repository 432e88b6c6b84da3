import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { askedPorts, isAboutEveryPort, type NumberedPort } from "./service-ports.js";
import {
  backendProtocol,
  distinctBackends,
  serviceNamed,
  servicePortNamed,
} from "../../cluster/model/route-backends.js";
import { backendsOf, BY_ENDPOINTS } from "../../cluster/model/services.js";
import { hasPort, intersectTraffic, isNoTraffic, trafficOf } from "../../base/net/traffic.js";
import { resolve } from "./resolve.js";
import type { Resolved } from "./resolution.js";
import { trafficFor, type TrafficQuestion } from "./traffic.js";
import { serviceName, type AskedService } from "./service.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { ControlledRoute } from "./route.js";
import type { Protocol } from "../../base/net/traffic.js";
import type { ServicePort } from "../../cluster/model/objects.js";
import type { ServiceRef } from "../../cluster/model/fronts.js";

/** One backend of a route, by what its reference comes to. */
export interface RouteLead extends NumberedPort {
  readonly of: ControlledRoute;
  readonly ref: ServiceRef;
  readonly target: LeadTarget;
}

type LeadTarget =
  /** A port of a Service. */
  | { readonly type: "service"; readonly port: ServicePort; readonly asked: AskedService }
  /** A Service that stands for another name: that is what is connected to (S-VIP-2). */
  | { readonly type: "name"; readonly to: Resolved }
  /** The input has no such Service, or the Service no such port, or stands for a name that leads to several things. */
  | { readonly type: "missing"; readonly code: "no-service" | "no-service-port" | "no-backends" };

/** All backends of some routes, those of each route once. */
export function leadsOf(cluster: Cluster, routes: readonly ControlledRoute[]): RouteLead[] {
  return routes.flatMap((of) => {
    const protocol = backendProtocol(of.route);
    const leads = distinctBackends(of.route).map((ref) => leadOf(cluster, of, ref, protocol));
    // A port may be named by its number and by its name.
    const ports = new Set<ServicePort>();
    return leads.filter(({ target }) => {
      if (target.type !== "service") return true;
      const isNew = !ports.has(target.port);
      ports.add(target.port);
      return isNew;
    });
  });
}

function leadOf(cluster: Cluster, of: ControlledRoute, ref: ServiceRef, protocol: Protocol): RouteLead {
  const service = serviceNamed(cluster, ref);
  const lead = {
    of,
    ref,
    port: { name: typeof ref.port === "string" ? ref.port : undefined, protocol },
    number: typeof ref.port === "number" ? ref.port : undefined,
  };
  if (service === undefined) return { ...lead, target: { type: "missing", code: "no-service" } };
  const port = servicePortNamed(service, ref.port, protocol);
  if (service.externalName !== undefined) {
    const resolution = resolve(cluster, serviceName(ref), undefined);
    const target: LeadTarget = resolution.ok
      ? { type: "name", to: resolution.value }
      : { type: "missing", code: "no-backends" };
    return { ...lead, number: lead.number ?? port?.port, target };
  }
  if (port === undefined) return { ...lead, target: { type: "missing", code: "no-service-port" } };
  const backends = backendsOf(cluster, service, BY_ENDPOINTS);
  const asked: AskedService = { service, entrance: undefined, backends };
  return { ...lead, port, number: port.port, target: { type: "service", port, asked } };
}

/** The backends among what is asked for: a Service, or pods and addresses behind some. */
export function leadsTo(leads: readonly RouteLead[], to: Resolved): RouteLead[] {
  const { services } = to;
  if (services !== undefined) {
    const asked = new Set(services.map(({ service }) => service));
    return leads.filter(({ target }) => target.type === "service" && asked.has(target.asked.service));
  }
  const ids = new Set(to.endpoints.map(({ id }) => id));
  return leads.flatMap((lead): RouteLead[] => {
    const { target } = lead;
    if (target.type === "missing") return [];
    if (target.type === "name") return target.to.endpoints.some(({ id }) => ids.has(id)) ? [lead] : [];
    const backends = target.asked.backends.filter(({ endpoint }) => ids.has(endpoint.id));
    return backends.length === 0
      ? []
      : [{ ...lead, target: { ...target, asked: { ...target.asked, backends } } }];
  });
}

/**
 * The backends that some ports mean: those of the Services, or where pods are asked for, those on which they listen.
 * @param to undefined where all backends are meant
 * @returns or the port, in words, that none of them has
 */
export function leadsOn(
  leads: readonly RouteLead[],
  to: Resolved | undefined,
  question: TrafficQuestion,
): Attempt<readonly RouteLead[], string> {
  if (to === undefined || to.services !== undefined || isAboutEveryPort(question)) {
    return askedPorts(leads, question);
  }
  const found = leads.flatMap((lead) => onOwnPorts(lead, question));
  return found.length === 0 ? failed("that is asked for") : succeeded(found);
}

/** The pods of a backend that listen on a port that is asked for. */
function onOwnPorts(lead: RouteLead, question: TrafficQuestion): RouteLead[] {
  const { target, port, number } = lead;
  if (target.type !== "service") {
    const isAsked =
      number !== undefined && hasPort(question.ranges, { protocol: port.protocol, port: number });
    return isAsked ? [lead] : [];
  }
  const backends = target.asked.backends.filter(({ endpoint, portFor }) => {
    const listening = portFor(target.port);
    const asked = trafficFor(question, endpoint);
    if (listening === undefined || !asked.ok) return false;
    const own = trafficOf(listening.protocol, [[listening.port, listening.port]]);
    return !isNoTraffic(intersectTraffic(own, asked.value));
  });
  return backends.length === 0
    ? []
    : [{ ...lead, target: { ...target, asked: { ...target.asked, backends } } }];
}
