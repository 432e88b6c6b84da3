import {
  intersectTraffic,
  isNoTraffic,
  NO_TRAFFIC,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { isAboutEveryPort } from "../query/service-ports.js";
import { judgeBetween } from "./flows.js";
import { nodePortsOn } from "../../cluster/model/services.js";
import { succeeded } from "../../base/attempt/attempt.js";
import type { Asked } from "../ask/problem.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Expectation } from "./test-file.js";
import type { NamedEnd } from "./ends.js";
import type { NodeEndpoint } from "../../cluster/model/endpoint.js";
import type { Row } from "../../semantics/reach/rows.js";
import type { TrafficQuestion } from "../query/traffic.js";
import type { Trying } from "./judge.js";
import type { UnmetFlows } from "./unmet-flows.js";

/** The asked ports of some nodes that lead to pods: what policies make of it is no answer about the nodes (S-EV-1a). */
export function leadingPorts(
  cluster: Cluster,
  nodes: readonly NodeEndpoint[],
  question: TrafficQuestion,
): Traffic {
  if (isAboutEveryPort(question)) return NO_TRAFFIC;
  const ports = nodes.map((node) => nodePortsOn(cluster, node)).reduce(unionTraffic, NO_TRAFFIC);
  return intersectTraffic(ports, question.ranges);
}

/** A node with the asked ports of it that lead to pods. */
export interface LeadingNode {
  readonly node: NodeEndpoint;
  readonly ports: Traffic;
}

/** The nodes of a row, each with such ports of it as are asked about. */
export function nodesLeadingOn(
  cluster: Cluster,
  { endClass }: Row,
  question: TrafficQuestion,
  asked: Traffic,
): LeadingNode[] {
  if (endClass.representative.type !== "node") return [];
  return endClass.members.flatMap(({ endpoint: node }): LeadingNode[] =>
    node.type === "node"
      ? [{ node, ports: intersectTraffic(leadingPorts(cluster, [node], question), asked) }]
      : [],
  );
}

/** The ports that lead to pods on each of some nodes: none of these has them for itself. */
export function portsOfAll(nodes: readonly LeadingNode[]): Traffic {
  const [first, ...others] = nodes.map(({ ports }) => ports);
  return first === undefined ? NO_TRAFFIC : others.reduce(intersectTraffic, first);
}

/** Judges what is sent to such ports of nodes where it goes. */
export function judgeNodePorts(
  cluster: Cluster,
  trying: Pick<Trying, "profile" | "onDecided">,
  from: NamedEnd,
  nodes: readonly LeadingNode[],
  expectation: Expectation,
  unmet: UnmetFlows,
): Asked<undefined> {
  const { port, protocol, at } = expectation;
  for (const { node, ports } of nodes) {
    if (unmet.isEnough) break;
    if (isNoTraffic(ports)) continue;
    const to: NamedEnd = {
      text: { text: `node/${node.name}`, port: undefined, at },
      resolved: { shownAs: node.id, kind: "Node", endpoints: [node], workload: undefined, notes: [] },
      isOneOfMany: false,
    };
    const traffic = { ranges: ports, names: [] };
    const tried = judgeBetween(cluster, trying, { from, to, traffic, port, protocol }, expectation, unmet);
    if (!tried.ok) return tried;
  }
  return succeeded(undefined);
}
