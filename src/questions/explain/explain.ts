import { answersOfNone, answersTo, hasNoCommonFamily } from "./answers.js";
import { askedEndpoint, resultEndpoint } from "./endpoint.js";
import { backendCount } from "./backends.js";
import { declaredPorts } from "./declared-ports.js";
import { bySourceRanges } from "./source-groups.js";
import { dnsNotes, isAskedByName, nameQuestion } from "./dns.js";
import { EndClasses, type AskedDistinctions, type EndpointClass } from "./classes.js";
import { freePriorities } from "./free-priorities.js";
import { isOnHostNetwork, type Endpoint } from "../../cluster/model/endpoint.js";
import { mergeAnswers, type UnnamedResult } from "./merge.js";
import { notesFor } from "./notes.js";
import { pairAtOnce, pairsThroughService } from "./pairs.js";
import { serviceNotes } from "./service-notes.js";
import { succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { eitherEnd } from "./host-ports.js";
import { trafficTargets, type TrafficTarget } from "../query/targets.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { ExplainProblem } from "./problem.js";
import type { Explanation, Note, Result, ResultEndpoint } from "./result.js";
import type { Profile } from "../../semantics/match/profile.js";
import type { Resolved } from "../query/resolution.js";
import type { TrafficQuestion } from "../query/traffic.js";

/** A question about two endpoints. */
export interface Question {
  readonly from: Resolved;
  readonly to: Resolved;
  readonly traffic: TrafficQuestion;
  readonly profile: Profile;
}

/**
 * Explains the traffic from one endpoint to another: per pair of classes of pods and addresses, per family, per port of a
 * Service, per group of ports that the same steps decide.
 */
export function explain(cluster: Cluster, question: Question): Attempt<Explanation, ExplainProblem> {
  const connection = explainConnection(cluster, question);
  if (!connection.ok) return connection;
  const { value: explanation } = connection;
  return succeeded({
    ...explanation,
    notes: [...explanation.notes, ...namesFirst(cluster, question, explanation.results)],
  });
}

/** The same without what comes before it, where the destination is asked for by name. */
export function explainConnection(
  cluster: Cluster,
  { from, to, traffic, profile }: Question,
): Attempt<Explanation, ExplainProblem> {
  const targets = trafficTargets(cluster, to, traffic);
  if (!targets.ok) return targets;
  const { value: found } = targets;
  // A node's port leads to pods that were not asked for by name.
  const led = [
    ...found.targets.flatMap(({ endpoints }) => endpoints),
    ...found.hostPorts.map(({ of }) => of.pod),
  ];
  const asked = [...from.endpoints, ...to.endpoints, ...led];
  const classes = new EndClasses(cluster, asked);
  const byNode = asked.some(isOnHostNetwork);
  const groups = bySourceRanges(from.endpoints, to);
  const sourcesOf = (apart: AskedDistinctions): EndpointClass[] =>
    groups.flatMap((group) => classes.of(group, apart));
  const ask = (target: TrafficTarget): Attempt<UnnamedResult[], ExplainProblem> => {
    const answers: UnnamedResult[] = [];
    const apart = { byNode, portNames: target.portNames };
    const sources = sourcesOf(apart);
    const destinations = classes.of(target.endpoints, apart);
    for (const source of sources) {
      for (const destination of destinations) {
        const pairs =
          target.through === undefined
            ? pairAtOnce(source, destination, from, to)
            : pairsThroughService(source, destination, !target.through.asked.service.isHeadless);
        for (const pair of pairs) {
          const some = answersTo(cluster, pair, target, to, profile);
          if (!some.ok) return some;
          answers.push(...some.value);
        }
      }
    }
    return succeeded(answers);
  };
  const answers: UnnamedResult[] = [];
  for (const target of found.targets) {
    const some = ask(target);
    if (!some.ok) return some;
    answers.push(...some.value);
  }
  for (const { toNode, toPod } of found.hostPorts) {
    const [node, pod] = [ask(toNode), ask(toPod)];
    if (!node.ok) return node;
    if (!pod.ok) return pod;
    answers.push(...eitherEnd(node.value, pod.value));
  }
  for (const through of found.empty)
    answers.push(...answersOfNone(sourcesOf({ byNode, portNames: [] }), through));
  // Of several addresses, those without a family in common with the other end say nothing.
  const isPossible = answers.some(({ family }) => family !== undefined);
  const possible = isPossible ? answers.filter((each) => !hasNoCommonFamily(each)) : answers;
  const nameSources = endpointNames(cluster, from);
  const nameDestinations = endpointNames(cluster, to);
  const results = mergeAnswers(possible).map(({ sources, destinations, ...answer }): Result => ({
    ...answer,
    from: nameSources(sources),
    to: nameDestinations(destinations),
    freePriorities: freePriorities(cluster, answer),
  }));
  return succeeded({
    from: nameSources(from.endpoints),
    to: askedEndpoint(to, nameDestinations(to.endpoints)),
    results,
    ...(to.services === undefined ? {} : { backends: backendCount(results) }),
    declared: declaredPorts(traffic, to),
    notes: [...notesFor(cluster, from, to, results), ...serviceNotes(cluster, to, found, results)],
  });
}

/** What resolving the destination's name comes to. */
export interface NameAnswer {
  /** The cluster's DNS. */
  readonly to: Resolved;
  readonly explanation: Explanation;
}

/**
 * Explains the question to the cluster's DNS that comes before the connection.
 * @returns undefined where the destination is not asked for by name, or the input has no DNS pods
 */
export function explainName(cluster: Cluster, { from, to, profile }: Question): NameAnswer | undefined {
  if (!resolvesName(from, to)) return undefined;
  const dns = nameQuestion(cluster);
  if (dns === undefined) return undefined;
  const asked = explainConnection(cluster, { from, ...dns, profile });
  return asked.ok ? { to: dns.to, explanation: asked.value } : undefined;
}

function resolvesName(from: Resolved, to: Resolved): boolean {
  return isAskedByName(to) && from.endpoints.some(({ type }) => type === "pod");
}

/** A name has to be resolved first, which is another question. */
function namesFirst(cluster: Cluster, question: Question, results: readonly Result[]): Note[] {
  if (!resolvesName(question.from, question.to)) return [];
  const answer = explainName(cluster, question);
  return dnsNotes(question, results, answer?.to, answer?.explanation.results);
}

/** Names the members of an end; the whole of it once, for most results are about all of it. */
function endpointNames(
  cluster: Cluster,
  resolved: Resolved,
): (members: readonly Endpoint[]) => ResultEndpoint {
  const { endpoints } = resolved;
  const whole = resultEndpoint(cluster, resolved, endpoints);
  const isWhole = (members: readonly Endpoint[]): boolean =>
    members.length === endpoints.length && members.every((each, i) => each === endpoints[i]);
  return (members) => (isWhole(members) ? whole : resultEndpoint(cluster, resolved, members));
}
