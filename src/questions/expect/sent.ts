import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { readTraffic, type TrafficQuestion } from "../query/traffic.js";
import { leadingPorts } from "./node-ports.js";
import { sentBehindServices } from "../matrix/behind-services.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { ExpectationProblem } from "./outcome.js";
import type { NodeEndpoint } from "../../cluster/model/endpoint.js";
import type { NamedEnd } from "./ends.js";
import { portNumbers, type Traffic } from "../../base/net/traffic.js";

/** Traffic as a test asks about it. */
interface SentTraffic {
  readonly question: TrafficQuestion;
  /** What the pods behind a Service are sent, by their ids. */
  readonly behind: ReadonlyMap<string, Traffic>;
}

/**
 * Reads what a test asks about, and looks up what is sent behind its destination.
 * @param port where the destination comes without one of its own
 */
export function sentTo(
  cluster: Cluster,
  to: NamedEnd | undefined,
  port: string | undefined,
  protocol: string | undefined,
): Attempt<SentTraffic, ExpectationProblem> {
  const question = readTraffic(to?.text.port ?? port, protocol);
  if (!question.ok) return question;
  const leading = to === undefined ? [] : portsOf(cluster, to, question.value);
  if (to !== undefined && leading.length > 0)
    return failed({ code: "port-leads-on", node: to.resolved.shownAs, ports: leading });
  const behind = sentBehindServices(cluster, to === undefined ? [] : [to.resolved], question.value);
  if (behind.ok) return succeeded({ question: question.value, behind: behind.value });
  const { problem } = behind;
  return failed(problem.code === "missing-port" ? { ...problem, to: undefined } : problem);
}

/** The ports of a node that are asked about and lead to pods. */
function portsOf(cluster: Cluster, { resolved }: NamedEnd, question: TrafficQuestion): number[] {
  if (resolved.services !== undefined) return [];
  const nodes = resolved.endpoints.filter((each): each is NodeEndpoint => each.type === "node");
  return portNumbers(leadingPorts(cluster, nodes, question));
}
