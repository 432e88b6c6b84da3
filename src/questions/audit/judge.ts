import { ANY_DESTINATION, ANY_SOURCE, type FactEnd } from "../../semantics/match/fact-end.js";
import { bothDirections } from "../../semantics/evaluate/verdict.js";
import { CONTROL_PLANE } from "../../cluster/model/api-server.js";
import { joinWorlds, type World } from "../../semantics/match/world.js";
import type { Fact, Unsettled } from "../../semantics/match/unsettled.js";
import { orAtLimit } from "../../base/limits/or-at-limit.js";
import type { AuditSource, NewPods } from "./sources.js";
import { ownerFact } from "../../semantics/match/party.js";
import { TextSet } from "../../semantics/match/text-set.js";
import type { AuditDestination } from "./destinations.js";
import type { Labels } from "../../cluster/model/labels.js";
import type { Leaf, Outcome } from "../../semantics/evaluate/entry.js";
import type { Part } from "../../semantics/evaluate/evaluate.js";

/** What a part of the traffic comes to, and what keeps it from being definite. */
export interface PartOutcome {
  readonly verdict: "allowed" | "denied" | "undefined" | "unknown";
  readonly reasons: readonly Unsettled[];
}

/** An answer to a question about something unsettled. */
type Answer = readonly [Unsettled, TextSet];

/**
 * How a source and a destination are meant where they stand for many. Of pods that do not exist yet every label is possible: what
 * is allowed with some labels is allowed. Addresses outside of the cluster are those of no pod and no node, whatever others
 * among them are.
 */
export interface Meaning {
  /** True for what may be as whoever makes a pod or a namespace wants it. */
  readonly isChosen: (unsettled: Unsettled) => boolean;
  /** What is so. */
  readonly given: readonly Answer[];
  /** What is so for some of what the destination stands for. */
  readonly forSome: readonly Answer[];
  /** Labels with which a new pod is not asked about. */
  readonly excepted: readonly Labels[];
  readonly source: FactEnd;
  /** The same text for the same meaning. */
  readonly key: string;
}

/**
 * @param as.end how walks name the source: any pod of many, or one by itself
 * @param as.nodes nodes on which it is not: what comes to pods on them is asked by itself
 */
export function meaningOf(
  source: AuditSource,
  destination: Pick<AuditDestination, "certainty" | "endpoint">,
  { end = ANY_SOURCE, nodes = [] }: { readonly end?: FactEnd; readonly nodes?: readonly string[] } = {},
): Meaning {
  const { certainty, endpoint } = destination;
  const isOutside = certainty === "outside";
  const isControlPlane = certainty === "control-plane-node" && endpoint.type === "node";
  const forSome: readonly Answer[] = isOutside ? OUTSIDE : [];
  const given: readonly Answer[] = [
    ...(isControlPlane ? [controlPlaneLabel(endpoint.name)] : []),
    ...(nodes.length === 0 ? [] : [otherNode(end, nodes)]),
  ];
  const ofSource = source.type === "new" ? source.id : "";
  return {
    isChosen: source.type === "new" ? (each) => isOfNewPod(each, source.pods, end) : () => false,
    given,
    forSome,
    excepted: source.type === "new" ? source.pods.excepted : [],
    source: end,
    key: `${ofSource} ${isOutside} ${isControlPlane ? endpoint.name : ""} ${nodes.join()}`,
  };
}

/** How pods are meant that do not exist yet, beside an end that is known. @param end how walks name them */
export function newPodsMeaning(pods: NewPods, end: FactEnd): Meaning {
  return {
    isChosen: (each) => isOfNewPod(each, pods, end),
    given: [],
    forSome: [],
    excepted: pods.excepted,
    source: end,
    key: pods.id,
  };
}

const OUTSIDE: readonly Answer[] = [
  [{ type: "fact", code: "node-address", address: ANY_DESTINATION }, TextSet.of(["no"])],
  [ownerFact(ANY_DESTINATION), TextSet.ABSENT],
];

function controlPlaneLabel(node: string): Answer {
  const [label = ""] = CONTROL_PLANE;
  return [{ type: "fact", code: "node-labels", node, label }, TextSet.of([""])];
}

function otherNode(pod: FactEnd, nodes: readonly string[]): Answer {
  return [{ type: "fact", code: "pod-node", pod }, TextSet.PRESENT.subtract(TextSet.of(nodes))];
}

function isOfNewPod(unsettled: Unsettled, { namespace, isNewNamespace }: NewPods, end: FactEnd): boolean {
  switch (unsettled.code) {
    case "pod-labels":
      return isEnd(unsettled.pod, end);
    case "container-ports":
      return isEnd(unsettled.pod, end);
    case "namespace-labels":
      return isNewNamespace && unsettled.namespace === namespace;
    default:
      return false;
  }
}

function isEnd(a: FactEnd, b: FactEnd): boolean {
  if (a.type !== b.type || a.isOtherReplica !== b.isOtherReplica) return false;
  return a.type !== "pod" || b.type !== "pod" || a.id === b.id;
}

/** What a part comes to for what a source and a destination stand for; unknown where a limit keeps that from being told. */
export function outcomeOf(part: Part, meaning: Meaning): PartOutcome {
  const reasons = [{ type: "fact", code: "limit" }] as const;
  return orAtLimit(
    () => judged(part, meaning),
    () => ({ verdict: "unknown", reasons }),
  );
}

function judged(part: Part, meaning: Meaning): PartOutcome {
  if (part.verdict === "denied") return DENIED;
  const allowed = worldOf(part, "allowed", meaning);
  if (allowed === undefined) return DENIED;
  if (part.verdict === "allowed") return ALLOWED;
  const denied = worldOf(part, "denied", meaning);
  if (denied === undefined || isAllowedForSome(allowed, denied, meaning)) return ALLOWED;
  const isUndefined = allowed.withoutChoices().intersect(denied.withoutChoices()) !== undefined;
  const hangsOn = part.reasons.filter((each) => !meaning.isChosen(each));
  const reasons = hangsOn.length > 0 ? hangsOn : allowed.conflicts(denied);
  return { verdict: isUndefined ? "undefined" : "unknown", reasons };
}

const ALLOWED: PartOutcome = { verdict: "allowed", reasons: [] };
const DENIED: PartOutcome = { verdict: "denied", reasons: [] };

/** What a part may come to for what is asked about, whatever is chosen, not known or left open. */
export function possibleOutcomes(part: Part, meaning: Meaning): readonly Outcome[] {
  const both: Outcome[] = ["allowed", "denied"];
  return orAtLimit(
    () => both.filter((outcome) => worldOf(part, outcome, meaning) !== undefined),
    () => both,
  );
}

/** Where a part comes to an outcome, of what is asked about. */
function worldOf(part: Part, outcome: Outcome, meaning: Meaning): World | undefined {
  const worlds = bothDirections(part.egress.leaves, part.ingress.leaves)
    .filter((each) => each.outcome === outcome)
    .flatMap(({ world }) => within(world, meaning) ?? []);
  return joinWorlds(worlds)[0];
}

/** True where whoever may choose can choose so that it is allowed, whatever else is not known or left open. */
function isAllowedForSome(allowed: World, denied: World, { isChosen, forSome }: Meaning): boolean {
  const [here, there] = [restricted(allowed, forSome), restricted(denied, forSome)];
  if (here === undefined) return false;
  if (there === undefined) return true;
  const asked = new Set(forSome.map(([unsettled]) => unsettled));
  const open = there.restricted.filter((each) => !isChosen(each) && !asked.has(each));
  const whatever = open.reduce((world, each) => world.without(each), there);
  return here.subtract(whatever) !== undefined;
}

/** The part of a world that is asked about. */
function within(world: World, { given, excepted, source }: Meaning): World | undefined {
  let rest = restricted(world, given);
  for (const labels of excepted) {
    if (rest === undefined) return undefined;
    const like = worldWith(rest, labels, source);
    if (like !== undefined) rest = rest.subtract(like);
  }
  return rest;
}

/** The part of a world in which a new pod has some labels. */
function worldWith(world: World, labels: Labels, pod: FactEnd): World | undefined {
  let like: World | undefined = world;
  for (const [label, value] of Object.entries(labels)) {
    if (like === undefined) return undefined;
    const fact: Fact = { type: "fact", code: "pod-labels", pod, label };
    like = like.split(fact, TextSet.ANY, TextSet.of([value])).yes[0];
  }
  return like;
}

/** True for a leaf that is about what is asked. @param isForSome asks about that for which it is enough that some are so */
export function isAsked({ region }: Leaf, meaning: Meaning, isForSome = false): boolean {
  const world = within(region.world, meaning);
  if (!isForSome) return world !== undefined;
  return restricted(world, meaning.forSome) !== undefined;
}

function restricted(world: World | undefined, answers: readonly Answer[]): World | undefined {
  return answers.reduce((each, [unsettled, answer]) => each?.where(unsettled, answer), world);
}

/** True for what nobody below the Admin tier can undo; what the plugin drops whatever policies say is such a thing too. */
export function isFinal(by: Leaf["by"]): boolean {
  return (
    (by.type === "rule" && by.tier === "Admin") || by.type === "not-carried" || by.type === "own-node-closed"
  );
}
