import { askedPorts, isAboutEveryPort, type NumberedPort } from "./service-ports.js";
import { backendsOf, isTargetUntold, type Backend, type Listening } from "../../cluster/model/services.js";
import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { groupBy } from "../../base/collections/group-by.js";
import {
  hasPort,
  NO_TRAFFIC,
  PROTOCOLS,
  subtractTraffic,
  trafficOf,
  unionTraffic,
  isNoTraffic,
} from "../../base/net/traffic.js";
import { hostPortsOf, type HostPort } from "../../cluster/model/host-ports.js";
import { portSet } from "../../base/net/port-set.js";
import { refKey } from "../../cluster/model/object-ref.js";
import { trafficFor, type MissingPort, type TrafficQuestion } from "./traffic.js";
import type { AddedBy } from "../../cluster/model/service-path.js";
import type { AskedService } from "./service.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Endpoint, NodeEndpoint, PodEndpoint } from "../../cluster/model/endpoint.js";
import type { Resolved } from "./resolution.js";
import type { ServiceObject, ServicePort } from "../../cluster/model/objects.js";
import type { Traffic } from "../../base/net/traffic.js";

/** Endpoints that are sent traffic in one way: at once, or through one port of a Service. */
export interface TrafficTarget {
  readonly endpoints: readonly Endpoint[];
  /** Undefined where the traffic is sent to the endpoints themselves. */
  readonly through: ThroughService | undefined;
  /** Names of ports that the endpoints may resolve differently. */
  readonly portNames: readonly string[];
  /** What an endpoint is sent. */
  trafficTo(endpoint: Endpoint): Attempt<Traffic, MissingPort>;
}

/** The port of a Service that a target is behind. */
export interface ThroughService {
  readonly asked: AskedService;
  /** Undefined for ports of a headless Service that it does not list: clients send to its pods themselves. */
  readonly port: ServicePort | undefined;
  /** The number that the client sends to: the port's, or on a node its node port. */
  readonly number: number | undefined;
  /** The slice that adds the endpoints to what the Service selects. */
  readonly addedBy?: AddedBy | undefined;
}

/** What a question about a destination comes to: targets, and what of the Services leads nowhere. */
export interface Targets {
  readonly targets: readonly TrafficTarget[];
  /** Ports of Services without any backend, and pods behind one of which it is not known where it leads to on them. */
  readonly empty: readonly EmptyWay[];
  /** Backends that do not declare the port that the Service names (S-VIP-4). */
  readonly skipped: readonly { readonly through: ThroughService; readonly endpoint: Endpoint }[];
  /** Ports of nodes that lead to pods on them. */
  readonly hostPorts: readonly LeadingPort[];
}

/** A port of a Service that leads to nothing that is known. */
export interface EmptyWay extends ThroughService {
  /** The pod behind it on which the target of the port is something that is not known. */
  readonly untoldOn?: PodEndpoint;
}

/** A port of a node that leads to a pod: what is sent to the one may be seen as sent to either (U-5). */
export interface LeadingPort {
  readonly node: NodeEndpoint;
  readonly of: HostPort;
  readonly toNode: TrafficTarget;
  readonly toPod: TrafficTarget;
}

/** Why a destination cannot be sent what is asked about: a Service has no such port. */
export interface MissingServicePort {
  readonly code: "missing-port";
  /** In words: `TCP 8081`, `"http"`. */
  readonly port: string;
  readonly of: { readonly type: "service"; readonly service: ServiceObject };
}

/** Where the traffic of a question goes that is sent to a destination. */
export function trafficTargets(
  cluster: Cluster,
  to: Resolved,
  question: TrafficQuestion,
): Attempt<Targets, MissingServicePort> {
  const { services = [], endpoints } = to;
  const [service] = services;
  if (service !== undefined) return behindServices(services, service, question);
  const nodes = endpoints.filter((each): each is NodeEndpoint => each.type === "node");
  const isNode = nodes.length > 0 && nodes.length === endpoints.length;
  return succeeded(
    isNode ? onNodes(cluster, nodes, question) : { ...NOTHING, targets: [atOnce(endpoints, question)] },
  );
}

const NOTHING: Targets = { targets: [], empty: [], skipped: [], hostPorts: [] };

function atOnce(endpoints: readonly Endpoint[], question: TrafficQuestion): TrafficTarget {
  return {
    endpoints,
    through: undefined,
    portNames: question.names.map(({ name }) => name),
    trafficTo: (endpoint) => trafficFor(question, endpoint),
  };
}

function behindServices(
  services: readonly AskedService[],
  first: AskedService,
  question: TrafficQuestion,
): Attempt<Targets, MissingServicePort> {
  const isHeadless = services.every(({ service, routed }) => service.isHeadless && routed === undefined);
  if (isHeadless && !isAboutEveryPort(question) && question.names.length === 0) {
    return succeeded(joined(services.map((asked) => withoutRewriting(asked, question))));
  }
  const candidates = services.flatMap((asked) => {
    const ports = asked.routed === undefined ? asked.service.ports : [asked.routed.port];
    return ports.map((port) => ({ asked, port, number: port.port }));
  });
  const found = askedPorts(candidates, question);
  if (!found.ok) {
    const of = { type: "service", service: first.service } as const;
    return failed({ code: "missing-port", port: found.problem, of });
  }
  return succeeded(joined(found.value.map(behindPort)));
}

/** To a headless Service the client may send to any port: nothing is rewritten (S-VIP-2). */
function withoutRewriting(asked: AskedService, question: TrafficQuestion): Targets {
  const { ranges } = question;
  const [run, ...more] = PROTOCOLS.flatMap((protocol) => ranges[protocol]);
  const number = more.length === 0 && run?.[0] === run?.[1] ? run?.[0] : undefined;
  const through: ThroughService = {
    asked,
    port: asked.service.ports.find(({ protocol, port }) => port === number && ranges[protocol].length > 0),
    number,
  };
  if (asked.backends.length === 0) return { ...NOTHING, empty: [through] };
  const targets = bySlice(through).map((way): TrafficTarget => {
    const endpoints = way.backends.map(({ endpoint }) => endpoint);
    return { ...atOnce(endpoints, question), through: way.through };
  });
  return { ...NOTHING, targets };
}

/** The backends that a Service selects, or that are listed for one without a selector, and those that each slice adds. */
function bySlice<T extends ThroughService>(
  through: T,
): { readonly through: T; readonly backends: Backend[] }[] {
  const groups = groupBy(through.asked.backends, ({ addedBy }) => addedBy);
  return [...groups].map(([addedBy, backends]) => ({
    through: addedBy === undefined ? through : { ...through, addedBy },
    backends,
  }));
}

interface Candidate extends NumberedPort {
  readonly asked: AskedService;
  readonly port: ServicePort;
  readonly number: number;
  readonly addedBy?: AddedBy | undefined;
}

/** The backends of one port, those together that listen on the same one. */
function behindPort(asked: Candidate): Targets {
  const found = bySlice(asked).flatMap(({ through, backends }) =>
    backends.map(({ endpoint, portFor }) => ({ through, endpoint, listening: portFor(asked.port) })),
  );
  const nowhere = found.filter(({ listening }) => listening === undefined);
  const { service } = asked.asked;
  const untold = nowhere.flatMap(({ endpoint }): EmptyWay[] =>
    endpoint.type === "pod" && isTargetUntold(endpoint, service, asked.port)
      ? [{ ...asked, untoldOn: endpoint }]
      : [],
  );
  const untoldPods = new Set<Endpoint | undefined>(untold.map(({ untoldOn }) => untoldOn));
  const skipped = nowhere.filter(({ endpoint }) => !untoldPods.has(endpoint));
  const leading = found.flatMap(({ listening, ...each }) =>
    listening === undefined ? [] : [{ ...each, listening }],
  );
  if (leading.length === 0) return { ...NOTHING, empty: untold.length > 0 ? untold : [asked], skipped };
  const groups = groupBy(leading, ({ through: { addedBy }, listening }) => {
    const slice = addedBy === undefined ? "" : refKey(addedBy.ref);
    return `${listening.protocol} ${listening.port} ${slice}`;
  });
  const targets = [...groups.values()].map((group): TrafficTarget => {
    const [first] = group;
    const { through } = first;
    const traffic = trafficOn(first.listening);
    const endpoints = group.map(({ endpoint }) => endpoint);
    return { endpoints, through, portNames: [], trafficTo: () => succeeded(traffic) };
  });
  return { ...NOTHING, targets, skipped, empty: untold };
}

/** A node itself, but for the ports that are asked for and that Services, or pods on it, have opened on it (S-EV-1a). */
function onNodes(cluster: Cluster, nodes: readonly NodeEndpoint[], question: TrafficQuestion): Targets {
  if (isAboutEveryPort(question)) return { ...NOTHING, targets: [atOnce(nodes, question)] };
  const opened = cluster.services.flatMap((service) =>
    service.ports.flatMap((port) => {
      const number = port.nodePort;
      const isAsked =
        number !== undefined && hasPort(question.ranges, { protocol: port.protocol, port: number });
      return isAsked ? [{ service, port, number }] : [];
    }),
  );
  const held = hostPortsOf(cluster).filter(({ protocol, number }) =>
    hasPort(question.ranges, { protocol, port: number }),
  );
  const through = opened.flatMap(({ service, port, number }) => {
    const backends = backendsOf(cluster, service);
    return nodes.map((node) =>
      behindPort({ asked: { service, entrance: { type: "node-port", node }, backends }, port, number }),
    );
  });
  const byServices = opened
    .map(({ port: { protocol }, number }) => trafficOn({ protocol, port: number }))
    .reduce(unionTraffic, NO_TRAFFIC);
  const left = { ...question, ranges: subtractTraffic(question.ranges, byServices) };
  const onEach = nodes.map((node) => onNode(node, held, left));
  const isAlike = onEach.every(({ hostPorts }) => hostPorts.length === 0);
  return joined([...through, ...(isAlike ? [{ ...NOTHING, targets: ownTarget(nodes, left) }] : onEach)]);
}

/** One node: ports that lead to pods on it, and the rest. */
function onNode(node: NodeEndpoint, held: readonly HostPort[], question: TrafficQuestion): Targets {
  const hostPorts = held
    .filter(({ pod }) => pod.node === undefined || pod.node === node.name)
    .map((of): LeadingPort => {
      const { pod, protocol, number, port } = of;
      const sent = (to: number): TrafficQuestion => ({
        ranges: trafficOn({ protocol, port: to }),
        names: [],
      });
      return { node, of, toNode: atOnce([node], sent(number)), toPod: atOnce([pod], sent(port)) };
    });
  const taken = hostPorts
    .map(({ of: { protocol, number } }) => trafficOn({ protocol, port: number }))
    .reduce(unionTraffic, NO_TRAFFIC);
  const rest = { ...question, ranges: subtractTraffic(question.ranges, taken) };
  return { ...NOTHING, hostPorts, targets: ownTarget([node], rest) };
}

/** What is left for nodes themselves, where something is. */
function ownTarget(nodes: readonly NodeEndpoint[], left: TrafficQuestion): readonly TrafficTarget[] {
  const isLeft = !isNoTraffic(left.ranges) || left.names.length > 0;
  return isLeft ? [atOnce(nodes, left)] : [];
}

function trafficOn({ protocol, port }: Listening): Traffic {
  return trafficOf(protocol, portSet([[port, port]]));
}

function joined(all: readonly Targets[]): Targets {
  return {
    targets: all.flatMap(({ targets }) => targets),
    empty: all.flatMap(({ empty }) => empty),
    skipped: all.flatMap(({ skipped }) => skipped),
    hostPorts: all.flatMap(({ hostPorts }) => hostPorts),
  };
}
