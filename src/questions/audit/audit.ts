import {
  auditedCluster,
  Exceptions,
  NEW,
  newPods,
  podEnds,
  rowsAmong,
  type NewPods,
  type AuditSource,
} from "./sources.js";
import { besideOf, notShown } from "./beside.js";
import { BrokenBlocks, bypassKey, type BrokenBlock } from "./reasons.js";
import { chunkWitness } from "./witness.js";
import { classesOf, type End, type EndClass } from "../../semantics/reach/classes.js";
import { deciderKey, originOf } from "../../semantics/evaluate/decider.js";
import {
  DirectTraffic,
  isAllowedSomewhere,
  isLaterAmong,
  isLaterNode,
  isUnplaced,
  isWholeClass,
  shownAs,
  targetsKey,
  type Chunk,
  type Target,
  type TargetClass,
} from "./direct.js";
import { Distinctions } from "../../semantics/reach/distinctions.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import { groupBy } from "../../base/collections/group-by.js";
import { Hops } from "./hops.js";
import {
  namedClass,
  resolvedClass,
  USUAL_CLASSES,
  type ClassName,
  type AuditDestination,
  type DestinationClass,
} from "./destinations.js";
import {
  intersectTraffic,
  NO_TRAFFIC,
  subtractTraffic,
  trafficKey,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { Reach } from "../../semantics/reach/reach.js";
import { profileOfCluster } from "../../semantics/plugins/profile-of.js";
import { ServiceWays } from "./service-ways.js";
import { unsettledKey } from "../../semantics/match/world.js";
import type { Audit, AuditedClass, AuditGroup, AuditStatus, Bypass, Missing, OpenTraffic } from "./result.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Endpoint, PodEndpoint } from "../../cluster/model/endpoint.js";
import type { FlowWitness } from "../../cluster/problems/witness.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { Resolved } from "../query/resolution.js";

/** A class that is asked about: by its name, or what a name stands for. */
export type AskedClass = ClassName | { readonly asked: string; readonly resolved: Resolved };

/** What is asked of an audit. */
export interface AuditQuestion {
  /** None for the usual ones. */
  readonly to: readonly AskedClass[];
  /** The pods that are asked about; none for all, those that do not exist yet among them. */
  readonly from: readonly Resolved[];
  readonly except: readonly Resolved[];
  /** Namespaces of which every pod is excepted. */
  readonly exceptNamespaces: readonly string[];
  /** What is asked about; all traffic where it is missing. */
  readonly traffic?: Traffic;
}

/**
 * Tells for each class and each group of pods whether the class is blocked, by what, and what leads round it (S-AUD-1). Every
 * address of a class, every port of TCP, UDP and SCTP and every other protocol, over both families.
 */
export function auditEgress(given: Cluster, question: AuditQuestion): Audit {
  const cluster = auditedCluster(given);
  const distinctions = new Distinctions(cluster);
  return new Auditor(cluster, distinctions, question, classesAsked(cluster, distinctions, question)).audit();
}

/** The classes that a question is about. */
export function classesAsked(
  cluster: Cluster,
  distinctions: Distinctions,
  { to, traffic }: Pick<AuditQuestion, "to" | "traffic">,
): readonly DestinationClass[] {
  const asked = to.length === 0 ? USUAL_CLASSES : to;
  return asked.map((each): DestinationClass => {
    const whole =
      typeof each === "string"
        ? namedClass(cluster, each, distinctions)
        : resolvedClass(cluster, each.asked, each.resolved, distinctions);
    return traffic === undefined ? whole : onTraffic(whole, traffic);
  });
}

/** A class on some traffic alone. */
function onTraffic(of: DestinationClass, traffic: Traffic): DestinationClass {
  const destinations = of.destinations.map((each) => ({
    ...each,
    traffic: intersectTraffic(each.traffic, traffic),
  }));
  return { ...of, destinations };
}

/** What was found for one source and one class. */
interface SourceAnswer extends Omit<AuditGroup, "endpoints" | "open" | "denied" | "witnesses"> {
  /** What is not denied. */
  readonly chunks: readonly Chunk[];
  readonly key: string;
}

class Auditor {
  readonly #cluster: Cluster;
  readonly #classes: readonly DestinationClass[];
  readonly #exceptions: Exceptions;
  readonly #reach: Reach;
  readonly #direct: DirectTraffic;
  readonly #services: ServiceWays;
  readonly #broken: BrokenBlocks;
  readonly #hops: Hops;
  readonly #sources: readonly AuditSource[];
  readonly #targets: ReadonlyMap<DestinationClass, TargetClass>;

  constructor(
    cluster: Cluster,
    distinctions: Distinctions,
    question: AuditQuestion,
    classes: readonly DestinationClass[],
  ) {
    this.#cluster = cluster;
    this.#classes = classes;
    this.#exceptions = new Exceptions(question.except, question.exceptNamespaces);
    const isWhole = question.from.length === 0;
    const future = isWhole ? newPods(cluster, this.#exceptions) : [];
    const named = question.from.flatMap(({ endpoints }) => endpoints);
    const ends = new Set<End>([
      ...podEnds(cluster),
      ...named.flatMap((endpoint): End[] => (isHypothetical(endpoint) ? [{ endpoint }] : [])),
      ...future.map(({ pod }) => ({ endpoint: pod })),
    ]);
    const ofClasses = new Map(
      classes.map((each) => [each, new Map(each.destinations.map((one) => [endOf(one), one]))]),
    );
    for (const each of ofClasses.values()) for (const end of each.keys()) ends.add(end);
    const { placed, unplaced, later } = endsAsked([...ofClasses.values()]);
    const classesToday = classesOf(cluster, ends, distinctions);
    // Pods alone send: what sends from elsewhere would only make what pods let in dear to tell.
    const isSource = ({ representative }: EndClass): boolean => representative.type === "pod";
    const reach = new Reach(cluster, profileOfCluster(cluster), classesToday.map(overBothFamilies), {
      atLimit: "unknown",
      scope: { isSource, isDestination: placed },
    });
    this.#reach = reach;
    this.#targets = new Map(
      classes.map((each) => [
        each,
        targetsOf(each, { classes: reach.classes, classesToday }, ofClasses.get(each)),
      ]),
    );
    this.#direct = new DirectTraffic(cluster, {
      reach,
      unplaced: reach.within({ isSource, isDestination: unplaced }),
      later: reach.within({ isSource, isDestination: later }),
    });
    this.#services = new ServiceWays(cluster, reach);
    this.#broken = new BrokenBlocks(this.#direct, cluster);
    const ids = new Set(named.map(({ id }) => id));
    const isAsked = (pod: PodEndpoint): boolean => (isWhole || ids.has(pod.id)) && !this.#exceptions.has(pod);
    const all = { classes: reach.classes, classesToday };
    this.#sources = [...rowSources(cluster, all, isAsked), ...newSources(reach.classes, future)];
    const everyPod = rowSources(cluster, all, (pod) => !isHypothetical(pod));
    // What pods send each other is walked where a way over them is looked for; such a way leads over pods that exist.
    const pods = new Set(everyPod.map(({ endClass }) => endClass));
    const isPod = (each: EndClass): boolean => pods.has(each);
    this.#hops = new Hops(reach.within({ isSource, isDestination: isPod }), this.#direct, [
      ...onePerClass(everyPod),
    ]);
  }

  audit(): Audit {
    return {
      classes: this.#classes.map((each) => this.#ofClass(each)),
      beside: besideOf(this.#cluster),
      notShown: notShown(this.#cluster),
      excepted: this.#exceptions.count,
    };
  }

  #ofClass(of: DestinationClass): AuditedClass {
    const to = this.#targets.get(of) as TargetClass;
    const found = this.#sources.flatMap((source): AnswerFor[] => {
      const chunks = this.#direct.of(source, to);
      // A pod that is asked about itself sends nothing that policy is about.
      if (chunks.length === 0 && to.targets.length > 0) return [];
      return [{ source, found: this.#find(source, to, chunks) }];
    });
    const groups = [...groupBy(this.#withUnselected(found), (each) => each.found.key).values()].map(
      (alike): AuditGroup => {
        const [first] = alike as [AnswerFor];
        const { key: _key, chunks, ...group } = first.found;
        return {
          ...group,
          endpoints: alike.map(({ source }) => source.id),
          open: chunks.map((chunk) => openOf(chunk, to)),
          denied: chunks.reduce((rest, { traffic }) => subtractTraffic(rest, traffic), askedOf(to)),
          witnesses: witnessesOf(first.source, chunks),
        };
      },
    );
    const parts = shownAs(to, to.targets);
    return { name: of.name, addresses: of.addresses, parts, notes: of.notes, groups };
  }

  #find(source: AuditSource, to: TargetClass, chunks: readonly Chunk[]): SourceAnswer {
    const open = chunks.filter(({ verdict }) => verdict !== "denied");
    const isAllOpen = chunks.length > 0 && chunks.every(({ verdict }) => verdict === "allowed");
    const ways = isAllOpen ? NO_WAYS : this.#services.of(source, to.of);
    const hop = isAllowedSomewhere(chunks) ? undefined : this.#hops.of(source, to, open.length === 0);
    const around = distinctBypasses([...ways.bypasses, ...(hop === undefined ? [] : [hop])]);
    const broken = this.#broken.of(source, chunks, to);
    const missing = distinctMissing([...to.of.missing, ...missingOf(chunks, to), ...ways.missing]);
    const status = statusOf(chunks, around, broken, missing);
    const bypasses = [...broken.bypasses, ...(open.length === 0 ? overridesOf(chunks) : []), ...around];
    const decisive = decisiveOf(chunks, status);
    return {
      status,
      decidedBy: decisive?.by,
      chunks: open,
      bypasses,
      missing,
      key: [
        status,
        decisive === undefined ? "" : deciderKey(decisive.by.decider, decisive.by.direction),
        ...open.map(keyOfOpen),
        ...bypasses.map(bypassKey),
        ...missing.map(missingKey),
      ].join("\n"),
    };
  }

  /** B-16: where nothing is denied, what denies it to others. */
  #withUnselected(all: readonly AnswerFor[]): readonly AnswerFor[] {
    const blocking = new Set(all.flatMap(({ found }) => blocksOf(found)));
    if (blocking.size === 0) return all;
    return all.map(({ source, found }) => {
      if (found.status !== "reachable") return { source, found };
      const { sure } = this.#reach.selections.of(source.endClass);
      const more = [...blocking]
        .filter((policy) => !sure.has(policy))
        .map((policy): Bypass => ({ id: "B-16", policy, at: policy.subject.origin }));
      if (more.length === 0) return { source, found };
      const key = [found.key, ...more.map(bypassKey)].join("\n");
      return { source, found: { ...found, bypasses: [...found.bypasses, ...more], key } };
    });
  }
}

/** What is asked about some part of a class. */
function askedOf({ targets }: TargetClass): Traffic {
  return targets.reduce((all, { first }) => unionTraffic(all, first.traffic), NO_TRAFFIC);
}

interface AnswerFor {
  readonly source: AuditSource;
  readonly found: SourceAnswer;
}

/** The policies of the Admin tier that block a class for some pods, wholly or in part. */
function blocksOf({ decidedBy, bypasses }: SourceAnswer): Policy[] {
  const steps = [
    ...(decidedBy === undefined ? [] : [decidedBy]),
    ...bypasses.flatMap((each) => (each.id === "B-17" ? [each.by] : [])),
  ];
  return steps.flatMap(({ decider }) =>
    decider.type === "rule" && decider.tier === "Admin" && decider.action === "Deny" ? [decider.policy] : [],
  );
}

const NO_WAYS = { bypasses: [], missing: [] } as const;

/** So many flows of a group are shown at the most. */
const MOST_WITNESSES = 3;

function witnessesOf(source: AuditSource, chunks: readonly Chunk[]): FlowWitness[] {
  const found: FlowWitness[] = [];
  for (const chunk of chunks) {
    if (found.length === MOST_WITNESSES) break;
    const witness = chunkWitness(source, chunk);
    if (witness !== undefined) found.push(witness);
  }
  return found;
}

/** For classes of ends, whether they are asked about: of ends with known addresses, of those with any, and of later nodes. */
function endsAsked(
  classes: readonly ReadonlyMap<End, AuditDestination>[],
): Record<"placed" | "unplaced" | "later", (each: EndClass) => boolean> {
  const found = { placed: new Set<End>(), unplaced: new Set<End>(), later: new Set<End>() };
  for (const each of classes) {
    const all = [...each].map(([end, first]) => ({ end, first }));
    for (const one of all) {
      const isLater = isLaterAmong(one, all);
      found[isLater ? "later" : isUnplaced(one.first.certainty) ? "unplaced" : "placed"].add(one.end);
    }
  }
  const among =
    (ends: ReadonlySet<End>) =>
    ({ members }: EndClass): boolean =>
      members.some((end) => ends.has(end));
  return { placed: among(found.placed), unplaced: among(found.unplaced), later: among(found.later) };
}

function isHypothetical(endpoint: Endpoint): boolean {
  return endpoint.type === "pod" && endpoint.origin === undefined && endpoint.ports === undefined;
}

function endOf({ endpoint, toName }: AuditDestination): End {
  return toName === undefined ? { endpoint } : { endpoint, toName };
}

/** The classes of ends, with the pods as they may be and as they are. */
interface AuditedClasses {
  readonly classes: readonly EndClass[];
  readonly classesToday: readonly EndClass[];
}

/** Whatever pods have addresses of today: as sources they are asked about over both families. */
function overBothFamilies(each: EndClass): EndClass {
  return each.representative.type === "pod" ? { ...each, families: FAMILIES } : each;
}

/** The classes of ends that a class of destinations is made of; those that are meant differently are apart. */
function targetsOf(
  of: DestinationClass,
  { classes, classesToday }: AuditedClasses,
  destinations: ReadonlyMap<End, AuditDestination> | undefined,
): TargetClass {
  const targets = classes.flatMap((endClass): Omit<Target, "number">[] => {
    if (endClass.isOwnNode) return [];
    const own = endClass.members.flatMap((end) => destinations?.get(end) ?? []);
    const groups = groupBy(own, ({ certainty, traffic }) => `${certainty} ${trafficKey(traffic)}`);
    const { families } = classesToday[endClass.index] as EndClass;
    return [...groups.values()].map((each) => ({
      endClass,
      families,
      destinations: each,
      first: each[0] as AuditDestination,
      trafficKey: trafficKey((each[0] as AuditDestination).traffic),
      size: { IPv4: sizeOf(each, "IPv4"), IPv6: sizeOf(each, "IPv6") },
    }));
  });
  const order = new Map(of.destinations.map((each, i) => [each, i]));
  const placeOf = ({ first }: Pick<Target, "first">): number => order.get(first) ?? 0;
  const sorted = targets.toSorted((a, b) => placeOf(a) - placeOf(b));
  return { of, targets: sorted.map((each, number) => ({ ...each, number })) };
}

/** How many addresses some destinations have; what has a name, or a place in the cluster, counts as one. */
function sizeOf(destinations: readonly AuditDestination[], family: Family): number {
  return destinations.reduce((sum, { endpoint }) => {
    if (endpoint.type !== "addresses") return sum + 1;
    const runs = endpoint.addresses.runs(family);
    return runs.reduce((all, { first, last }) => all + Number(last - first + 1n), sum);
  }, 0);
}

function rowSources(
  cluster: Cluster,
  { classes, classesToday }: AuditedClasses,
  isAsked: (pod: PodEndpoint) => boolean,
): Extract<AuditSource, { type: "row" }>[] {
  const isOwn = (pod: PodEndpoint): boolean => isAsked(pod) && !pod.id.startsWith(NEW);
  return rowsAmong(cluster, classes, isOwn).map((row) => {
    const endClass = classes[row.endClass.index] as EndClass;
    const { families } = classesToday[row.endClass.index] as EndClass;
    return { type: "row", id: row.id, row, endClass, families };
  });
}

function newSources(classes: readonly EndClass[], future: readonly NewPods[]): AuditSource[] {
  const byPod = new Map<Endpoint, EndClass>();
  for (const endClass of classes)
    for (const { endpoint } of endClass.members)
      if (endpoint.id.startsWith(NEW)) byPod.set(endpoint, endClass);
  return future.flatMap((pods): AuditSource[] => {
    const endClass = byPod.get(pods.pod);
    return endClass === undefined ? [] : [{ type: "new", id: pods.id, pods, endClass }];
  });
}

function onePerClass<T extends AuditSource>(sources: readonly T[]): Iterable<T> {
  return new Map(sources.toReversed().map((each) => [each.endClass.index, each])).values();
}

/** What all of it comes to (S-AUD-1): nothing that is undefined or unknown counts as blocked. */
function statusOf(
  chunks: readonly Chunk[],
  around: readonly Bypass[],
  { isUnblocked, bypasses }: BrokenBlock,
  missing: readonly Missing[],
): AuditStatus {
  if (isAllowedSomewhere(chunks)) return isUnblocked || bypasses.length === 0 ? "reachable" : "bypassed";
  if (around.some(leadsThere)) return "bypassed";
  if (around.length > 0 || missing.length > 0 || chunks.some(({ verdict }) => verdict !== "denied"))
    return "undecided";
  return chunks.length > 0 && chunks.every(({ isByAdmin }) => isByAdmin) ? "blocked" : "overridable";
}

function leadsThere(bypass: Bypass): boolean {
  if (bypass.id === "B-8") return !bypass.isOpen;
  return !("verdict" in bypass) || bypass.verdict === "allowed" || bypass.verdict === "outside";
}

/** Of what comes to a status, the part that shows it best. */
function decisiveOf(chunks: readonly Chunk[], status: AuditStatus): Chunk | undefined {
  const is = (...verdicts: readonly Chunk["verdict"][]): Chunk | undefined =>
    chunks.find(({ verdict }) => verdicts.includes(verdict));
  switch (status) {
    case "reachable":
    case "bypassed":
      return is("allowed") ?? is("denied") ?? chunks[0];
    case "undecided":
      return is("undefined", "unknown") ?? is("denied") ?? chunks[0];
    case "overridable":
      return chunks.find(({ verdict, isByAdmin }) => verdict === "denied" && !isByAdmin);
    case "blocked":
      return chunks[0];
  }
}

function openOf({ targets, families, isOwnNode, traffic, verdict, by }: Chunk, to: TargetClass): OpenTraffic {
  return {
    to: shownAs(to, targets),
    isWhole: isWholeClass(to, targets),
    family: families.length === 1 ? families[0] : undefined,
    isOwnNode,
    traffic,
    verdict: verdict === "denied" ? "unknown" : verdict,
    by,
  };
}

function keyOfOpen({ verdict, traffic, by, isOwnNode, targets, families }: Chunk): string {
  const to = targetsKey(targets);
  const step = deciderKey(by.decider, by.direction);
  return [verdict, trafficKey(traffic), step, isOwnNode, ...families, to].join(" ");
}

/** B-15: what is denied by NetworkPolicies or in the Baseline tier can be allowed by others. */
function overridesOf(chunks: readonly Chunk[]): Bypass[] {
  const found = chunks.flatMap(({ isByAdmin, by: { decider, direction } }): Bypass[] => {
    if (isByAdmin) return [];
    const at = originOf(decider, direction);
    switch (decider.type) {
      case "isolation":
        return [{ id: "B-15", at, tier: "NetworkPolicy", policies: decider.policies }];
      case "namespace-isolation":
      case "default-deny":
        return [{ id: "B-15", at, tier: "NetworkPolicy", policies: [] }];
      case "rule":
        return decider.tier === "Baseline"
          ? [{ id: "B-15", at, tier: "Baseline", policies: [decider.policy] }]
          : [];
      default:
        return [];
    }
  });
  return distinctBypasses(found);
}

function distinctBypasses(all: readonly Bypass[]): Bypass[] {
  return [...new Map(all.toReversed().map((each) => [bypassKey(each), each])).values()].toReversed();
}

/** What keeps some traffic from being decided, in the words of the class. */
function missingOf(chunks: readonly Chunk[], to: TargetClass): Missing[] {
  const isSure = chunks.some(({ certainty, verdict }) => certainty === "settled" && verdict !== "denied");
  const hasNodes = chunks.some(({ certainty }) => certainty === "settled");
  return chunks.flatMap(({ verdict, reasons, targets, certainty }): Missing[] => {
    if (verdict === "denied") return [];
    if (!isSure && isLaterNode({ certainty }) && hasNodes) return [{ code: "later-nodes" }];
    if (verdict === "allowed") return [];
    if (certainty === "name") return [{ code: "addresses-of-name", name: to.of.name }];
    return [{ code: "unsettled", reasons, to: shownAs(to, targets), isWhole: isWholeClass(to, targets) }];
  });
}

function distinctMissing(all: readonly Missing[]): Missing[] {
  return [...new Map(all.map((each) => [missingKey(each), each])).values()];
}

function missingKey(missing: Missing): string {
  switch (missing.code) {
    case "unsettled":
      return ["unsettled", ...missing.reasons.map(unsettledKey), ...missing.to].join("\n");
    case "no-backends":
      return `no-backends ${missing.service}`;
    case "addresses-of-name":
      return `addresses-of-name ${missing.name}`;
    case "controller":
      return JSON.stringify([missing.code, missing.route, missing.why]);
    default:
      return missing.code;
  }
}
