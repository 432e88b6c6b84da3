import { exceptedBy } from "./excepted.js";
import { ANY_NAMESPACE } from "../audit/sources.js";
import { AskedTraffic } from "../matrix/asked-traffic.js";
import { connectionsBetween, isPair, type Connection } from "../../semantics/reach/connections.js";
import { directedDeciders, tellDeciders } from "./deciders.js";
import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { intersectTraffic, isNoTraffic, subtractTraffic, type Traffic } from "../../base/net/traffic.js";
import { isDecidedBy } from "./policy-name.js";
import { judgeNodePorts, nodesLeadingOn, portsOfAll } from "./node-ports.js";
import { openSideOf, type OpenQuestion, type OpenSide, type OtherRow } from "./open-side.js";
import { outcomeOf, possibleOutcomes } from "../audit/judge.js";
import { sampleTraffic, typedName } from "../../semantics/reach/witness.js";
import { sentTo } from "./sent.js";
import { typedBeside } from "./typed-beside.js";
import { typedEnd, type NamedEnd } from "./ends.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Expectation } from "./test-file.js";
import type { ExpectationProblem, FlowCommand } from "./outcome.js";
import type { FuturePods } from "./future-pods.js";
import type { Part } from "../../semantics/evaluate/evaluate.js";
import type { Reach } from "../../semantics/reach/reach.js";
import type { Row } from "../../semantics/reach/rows.js";
import type { OnDecided, Trying } from "./judge.js";
import type { TrafficQuestion } from "../query/traffic.js";
import type { UnmetFlows } from "./unmet-flows.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/**
 * Collects the traffic between some ends and everything else that does not come to what is expected: proved over all classes of
 * ends, not tried on some. A pod's own node, which no NetworkPolicy keeps away (S-NODE-L1), is left out.
 */
export function judgeOthers(
  cluster: Cluster,
  { profile, onDecided, onlyToCome = false }: Pick<Trying, "profile" | "onDecided" | "onlyToCome">,
  question: OpenQuestion,
  unmet: UnmetFlows,
): Attempt<undefined, ExpectationProblem> {
  const excepted = exceptedBy(cluster, question.except, question.expectation.protocol);
  if (!excepted.ok) return excepted;
  const others = openSideOf(cluster, profile, question, excepted.value, onlyToCome);
  const tried = judgeSide(cluster, others, onDecided, question, unmet);
  if (!tried.ok) return tried;
  const isNothing = tried.value === 0 && !onlyToCome && !unmet.isEnough;
  return isNothing ? failed({ code: "nothing-between" }) : succeeded(undefined);
}

/** The same with the open side at hand: how many pairs of rows were looked at. */
export function judgeSide(
  cluster: Cluster,
  others: OpenSide,
  onDecided: OnDecided | undefined,
  question: OpenQuestion,
  unmet: UnmetFlows,
): Attempt<number, ExpectationProblem> {
  const { open, ends, expectation } = question;
  const trying = { profile: others.reach.profile, ...(onDecided === undefined ? {} : { onDecided }) };
  let pairs = 0;
  for (const named of ends) {
    const asked = trafficOf(cluster, open === "from" ? named : undefined, expectation);
    if (!asked.ok) return asked;
    for (const fixed of others.rowsOf(named)) {
      for (const other of others.rows) {
        const [from, to] = open === "from" ? [other.row, fixed] : [fixed, other.row];
        if (!isPair(from, to) || isItself(from, to)) continue;
        const wanted = subtractTraffic(asked.value.traffic.to(to), other.leftOut);
        if (isNoTraffic(wanted)) continue;
        pairs++;
        const nodes = open === "to" ? nodesLeadingOn(cluster, other.row, asked.value.question, wanted) : [];
        const tried = judgeNodePorts(cluster, trying, named, nodes, expectation, unmet);
        if (!tried.ok) return tried;
        const traffic = subtractTraffic(wanted, portsOfAll(nodes));
        if (isNoTraffic(traffic)) continue;
        const isSurelyMet =
          expectation.verdict === "denied" && expectation.by === undefined && onDecided === undefined;
        if (isSurelyMet && isDeniedAt(others.reach, open, fixed, other.row, traffic)) continue;
        for (const connection of connectionsBetween(others.reach, from, to)) {
          if (connection.isOwnNode) continue;
          if (onDecided !== undefined) tellDeciders(others.reach, connection, traffic, onDecided);
          judgeConnection(others, connection, other, { named, traffic, question }, unmet);
          if (unmet.isEnough) return succeeded(pairs);
        }
      }
    }
  }
  return succeeded(pairs);
}

/** True where the direction of the named end denies all that is asked: what the other end's comes to makes no difference then. */
function isDeniedAt(
  reach: Reach,
  open: OpenQuestion["open"],
  { endClass: named }: Row,
  { endClass: other }: Row,
  asked: Traffic,
): boolean {
  if (named.asOwnNode !== undefined || other.asOwnNode !== undefined) return false;
  const direction = open === "from" ? "ingress" : "egress";
  return named.families.every((family) => {
    if (!other.families.includes(family)) return true;
    const { leaves } = reach.walk(direction, named.index, family).cellOf(other.index);
    reach.spend(1);
    return leaves.every(
      ({ outcome, region }) => outcome === "denied" || isNoTraffic(intersectTraffic(region.traffic, asked)),
    );
  });
}

/** True for one pod and itself, and for a name that is only that of itself or of its own node. */
function isItself(from: Row, to: Row): boolean {
  if (!from.isSeveral && from.id === to.id) return true;
  if (to.kind !== "domain") return false;
  return to.endClass.members.every(({ endpoint }) => {
    switch (endpoint.type) {
      case "pod":
        return (
          endpoint.namespace === from.namespace &&
          from.names.length === 1 &&
          endpoint.pods.join() === from.names[0]
        );
      case "node":
        return from.nodes !== "unknown" && from.nodes.has(endpoint.name);
      default:
        return false;
    }
  });
}

/** What is asked of a connection. */
interface AskedOfOthers {
  readonly named: NamedEnd;
  readonly traffic: Traffic;
  readonly question: OpenQuestion;
}

function judgeConnection(
  { reach }: OpenSide,
  { from, to, flow, family }: Connection,
  { row, future }: OtherRow,
  { named, traffic: asked, question: { open, expectation } }: AskedOfOthers,
  unmet: UnmetFlows,
): void {
  const { by } = expectation;
  for (const part of flow.parts) {
    for (const { traffic: some, verdict } of outcomesOf(part, future, expectation.verdict)) {
      const traffic = intersectTraffic(some, asked);
      if (isNoTraffic(traffic)) continue;
      const isVerdict = verdict === expectation.verdict;
      if (isVerdict && by === undefined) continue;
      reach.spend(1);
      const deciders = directedDeciders(flow, part, verdict);
      if (isVerdict && by !== undefined && isDecidedBy(deciders, by.text)) continue;
      unmet.add(() => {
        const name = nameOf(row, future);
        return {
          from: open === "from" ? name : from.shownAs,
          to: open === "from" ? to.shownAs : name,
          traffic,
          verdict,
          deciders,
          isOtherPolicy: isVerdict,
          isPastBalancer: false,
          question:
            future === undefined
              ? typedQuestion(traffic, { from, to, row, family }, named, { open, expectation })
              : undefined,
        };
      });
    }
  }
}

/** The flow as `anp explain` takes it; undefined where no text stands for an end of it. */
function typedQuestion(
  traffic: Traffic,
  { from, to, row, family }: Pick<Connection, "from" | "to" | "family"> & Pick<OtherRow, "row">,
  named: NamedEnd,
  { open, expectation }: Pick<OpenQuestion, "open" | "expectation">,
): FlowCommand | undefined {
  const other = typedBeside(row, row === from ? to : from, family);
  if (other === undefined) return undefined;
  const asked = open === "from" ? (named.text.port ?? expectation.port) : expectation.port;
  const sample = sampleTraffic(traffic, to.endClass);
  const isSaid = sample.protocol === "TCP" || asked?.includes("/") === true;
  const how = {
    protocol: isSaid ? undefined : sample.protocol.toLowerCase(),
    port: asked ?? sample.port?.toString(),
  };
  if (open === "to") return { from: typedEnd(named), to: other, ...how };
  // Without a port, a sample is one of the pods behind a Service: they are named then.
  const isBehind = asked === undefined && named.resolved.services !== undefined;
  return { from: other, to: isBehind ? typedName(to, family) : typedEnd(named), ...how };
}

/** What a part comes to; for pods that do not exist yet by what traffic is meant of them. */
function outcomesOf(
  part: Part,
  future: FuturePods | undefined,
  expected: Verdict,
): readonly Pick<Part, "traffic" | "verdict">[] {
  if (future === undefined) return [part];
  return future.meanings.flatMap(({ traffic, meaning }) => {
    const own = intersectTraffic(part.traffic, traffic);
    if (isNoTraffic(own)) return [];
    // Allowed to one of them is not denied to all, and the other way round.
    if (expected === "denied") return [{ ...outcomeOf(part, meaning), traffic: own }];
    const [outcome, ...others] = possibleOutcomes(part, meaning);
    const isDefinite = outcome !== undefined && others.length === 0;
    return [{ verdict: isDefinite ? outcome : part.verdict, traffic: own }];
  });
}

/** How a row is shown; pods that do not exist yet in words. */
function nameOf(row: Row, future: FuturePods | undefined): string {
  if (future === undefined) return row.shownAs;
  const { id, namespace } = future;
  return id === ANY_NAMESPACE ? "a future pod in a new namespace" : `a future pod in namespace ${namespace}`;
}

/** What is asked about; to a Service, what the pods behind it are sent. @param to the destination, where one is named */
function trafficOf(
  cluster: Cluster,
  to: NamedEnd | undefined,
  { port, protocol }: Expectation,
): Attempt<{ readonly traffic: AskedTraffic; readonly question: TrafficQuestion }, ExpectationProblem> {
  const sent = sentTo(cluster, to, port, protocol);
  if (!sent.ok) return sent;
  const { question, behind } = sent.value;
  return succeeded({ traffic: new AskedTraffic(question, behind), question });
}
