import { intersectTraffic, isNoTraffic } from "../net/traffic.js";
import { chainOf } from "../evaluate/chain.js";
import { EndClasses, type EndpointClass } from "./classes.js";
import { dnsNote, isAskedByName, nameQuestion } from "./dns.js";
import { evaluate, type Decision, type Part } from "../evaluate/evaluate.js";
import { flowFamilies } from "./families.js";
import { freePriorities } from "./free-priorities.js";
import { mergeAnswers, type Answer } from "./merge.js";
import { notesFor } from "./notes.js";
import { resultEndpoint } from "./endpoint.js";
import { STRICT, type LeaningPoint, type Profile } from "../match/profile.js";
import { trafficFor, type TrafficQuestion } from "../query/traffic.js";
import type { Cluster } from "../model/cluster.js";
import { isOnHostNetwork, type ContainerPort } from "../model/endpoint.js";
import type { Direction } from "../model/policy.js";
import type { Explanation, Note, Result, ResultSide } from "./result.js";
import type { Flow } from "../evaluate/flow.js";
import type { Resolved } from "../query/resolve.js";

/** A question about two endpoints. */
export interface Question {
  readonly from: Resolved;
  readonly to: Resolved;
  readonly traffic: TrafficQuestion;
  readonly profile: Profile;
}

/** Thrown where a port is named that the destination does not declare; the command line words it. */
export class MissingPortError extends Error {
  readonly port: string;
  readonly declared: readonly ContainerPort[] | undefined;

  constructor(port: string, declared: readonly ContainerPort[] | undefined) {
    super(`no container port is called ${port}`);
    this.port = port;
    this.declared = declared;
  }
}

/**
 * Explains the traffic from one endpoint to another: per pair of classes of pods and addresses, per family, per group of
 * ports that the same steps decide.
 * @throws {MissingPortError} where a named port is not declared by the destination
 */
export function explain(cluster: Cluster, { from, to, traffic, profile }: Question): Explanation {
  const asked = [...from.endpoints, ...to.endpoints];
  const classes = new EndClasses(cluster, asked);
  const apart = { byNode: asked.some(isOnHostNetwork), portNames: traffic.names.map(({ name }) => name) };
  const sources = classes.of(from.endpoints, apart);
  const destinations = classes.of(to.endpoints, apart);
  const answers: Answer[] = [];
  for (const source of sources) {
    for (const destination of destinations) {
      const pair = pairOf(source, destination, from, to);
      if (pair !== undefined) answers.push(...answersTo(cluster, pair, to, traffic, profile));
    }
  }
  // Of several addresses, those without a family in common with the other end say nothing.
  const isPossible = answers.some(({ family }) => family !== undefined);
  const possible = isPossible ? answers.filter(({ family }) => family !== undefined) : answers;
  const results = mergeAnswers(possible).map((answer) => resultOf(cluster, answer, from, to));
  return {
    from: resultEndpoint(from, from.endpoints),
    to: resultEndpoint(to, to.endpoints),
    results,
    notes: [...notesFor(cluster, from, to, results), ...dnsNotes(cluster, { from, to, profile }, results)],
  };
}

/** A name that may be reached has to be resolved first, which is another question. */
function dnsNotes(
  cluster: Cluster,
  { from, to, profile }: Omit<Question, "traffic">,
  results: readonly Result[],
): Note[] {
  if (!isAskedByName(to) || !results.some(({ verdict }) => verdict === "allowed")) return [];
  const question = nameQuestion(cluster);
  const answers =
    question === undefined ? undefined : explain(cluster, { from, ...question, profile }).results;
  return [dnsNote(question?.to, answers)];
}

interface Pair {
  readonly source: EndpointClass;
  readonly destination: EndpointClass;
  readonly isLoopback: boolean;
}

/** A pair of classes that stands for some pair of pods; a pod to itself only where nothing else is meant (S-LOOP-3). */
function pairOf(
  source: EndpointClass,
  destination: EndpointClass,
  from: Resolved,
  to: Resolved,
): Pair | undefined {
  const [a] = source.members;
  const [b] = destination.members;
  if (a?.type !== "pod" || b?.type !== "pod" || a.id !== b.id)
    return { source, destination, isLoopback: false };
  const isOnePod =
    a.replicas === 1 || (from.workload === undefined && to.workload === undefined && a.pods.length === 1);
  if (isOnePod) return { source, destination, isLoopback: true };
  // Two replicas: of pods that are in the input, two of one class, else none of this pair.
  const isTemplate = a.pods.length === 0;
  return isTemplate || source.members.length > 1 ? { source, destination, isLoopback: false } : undefined;
}

function answersTo(
  cluster: Cluster,
  pair: Pair,
  to: Resolved,
  question: TrafficQuestion,
  profile: Profile,
): Answer[] {
  const source = pair.source.representative;
  const destination = pair.destination.representative;
  const asked = trafficFor(question, destination);
  if ("missing" in asked) throw new MissingPortError(asked.missing, asked.declared);
  const ends = {
    sources: pair.source.members,
    destinations: pair.destination.members,
    isLoopback: pair.isLoopback,
  };
  const families = flowFamilies(cluster, source, destination);
  if (families.length === 0) return [{ ...ends, ...NO_COMMON_FAMILY, traffic: asked.traffic }];
  const toName = to.domain ?? (destination.type === "domain" ? destination.name : undefined);
  return families.flatMap((family) => {
    const flow: Flow = {
      from: source,
      to: destination,
      family,
      traffic: asked.traffic,
      isLoopback: pair.isLoopback,
      ...(toName === undefined ? {} : { toName }),
    };
    const decision = evaluate(cluster, flow, profile);
    const strict = profile === STRICT ? undefined : evaluate(cluster, flow, STRICT);
    return decision.parts.map((part): Answer => {
      const { traffic, verdict, outcomes, reasons, isExact } = part;
      const withoutMissing = part.withoutMissing === verdict ? undefined : part.withoutMissing;
      const egress = sideOf(decision, part, "egress");
      const ingress = sideOf(decision, part, "ingress");
      const leanings = strict === undefined ? [] : leaningsOf(part, strict);
      const judged = { verdict, outcomes, reasons, isExact, withoutMissing };
      return { ...ends, family, traffic, ...judged, egress, ingress, leanings };
    });
  });
}

const UNKNOWN_SIDE: ResultSide = {
  verdict: "unknown",
  outcomes: ["allowed", "denied"],
  reasons: [],
  steps: [],
};

const NO_COMMON_FAMILY: Omit<Answer, "sources" | "destinations" | "isLoopback" | "traffic"> = {
  family: undefined,
  verdict: "unknown",
  outcomes: ["allowed", "denied"],
  reasons: [{ type: "fact", code: "no-common-family" }],
  isExact: true,
  withoutMissing: undefined,
  egress: UNKNOWN_SIDE,
  ingress: UNKNOWN_SIDE,
  leanings: [],
};

function sideOf(decision: Decision, part: Part, direction: Direction): ResultSide {
  const { verdict, outcomes, reasons } = part[direction];
  return { verdict, outcomes, reasons, steps: chainOf(decision, part, direction).steps };
}

function resultOf(
  cluster: Cluster,
  { sources, destinations, ...answer }: Answer,
  from: Resolved,
  to: Resolved,
): Result {
  return {
    ...answer,
    from: resultEndpoint(from, sources),
    to: resultEndpoint(to, destinations),
    freePriorities: freePriorities(cluster, answer),
  };
}

/** The open points that would change a part's verdict if they were read otherwise. */
function leaningsOf(part: Part, strict: Decision): LeaningPoint[] {
  const points = new Set<LeaningPoint>();
  for (const each of strict.parts) {
    const isSameTraffic = !isNoTraffic(intersectTraffic(each.traffic, part.traffic));
    if (each.verdict === part.verdict || !isSameTraffic) continue;
    for (const reason of each.reasons)
      if (reason.type === "choice" && isLeaning(reason.code)) points.add(reason.code);
  }
  return [...points].toSorted();
}

function isLeaning(code: string): code is LeaningPoint {
  return Object.hasOwn(STRICT.readings, code);
}
