import { askRefusedIsolating } from "./refused.js";
import { OTHER_TRAFFIC } from "../../base/net/traffic.js";
import {
  joinPieces,
  joinRegions,
  splitAll,
  splitRegion,
  splitTraffic,
  splitWorlds,
  type Region,
} from "../match/region.js";
import { splitAsRead, splitByReading } from "../match/profile.js";
import { splitByItsWay } from "../match/others.js";
import { splitEachByRule } from "../match/rule.js";
import { subjectKey } from "../match/subject.js";
import { possibleNamespaces } from "../match/pods.js";
import { allOf, anyOf, askedOnce, settled, type AskedOnce } from "../match/split.js";
import { inside, whereItApplies } from "../match/applying.js";
import { selecting } from "./selecting.js";
import { World, type Split } from "../match/world.js";
import type { DecidingEntry, RuleEntry } from "./entry.js";
import type { Namespace } from "../../cluster/model/cluster.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { Walk } from "./walk.js";

const TIER = "NetworkPolicy";

/** What isolates a subject: a policy that selects it, or in the 2016 design its namespace. */
interface Isolator {
  readonly by: Policy | Namespace;
  readonly question: IsolationQuestion;
}

/** Where something isolates a subject: one object for all that select the same. */
interface IsolationQuestion {
  readonly isolates: (world: World) => Split;
  /** True where it does somewhere in a world. */
  readonly isolatesIn: (world: World) => boolean;
  /** True where it does whatever is unsettled. */
  readonly isSure: boolean;
}

function isolationQuestion({ ask, isYesIn }: AskedOnce): IsolationQuestion {
  return { isolates: ask, isolatesIn: isYesIn, isSure: ask(World.ANY).no.length === 0 };
}

/**
 * Walks the isolating tier (S-EV-12): a pod that a policy selects in this direction is isolated; then what some rule of
 * some policy matches is allowed, the rest is denied, and Baseline is not asked.
 * @returns the regions in which nothing isolates the subject
 */
export function walkIsolatingTier(walk: Walk, regions: readonly Region[]): readonly Region[] {
  if (regions.length === 0) return [];
  const asked = isolatorsOf(walk);
  walk.take(asked.length * regions.length);
  const isolators = isolatingIn(regions, asked);
  // Policies that select the same are one question.
  const questions = [...new Set(isolators.map(({ question }) => question))];
  const { matched: isolated, missed: free } = splitWorlds(regions, (world) =>
    anyOf(
      world,
      questions.map(({ isolates }) => isolates),
    ),
  );
  if (isolated.length > 0) denyIsolated(walk, isolators, allowByRules(walk, isolated));
  return fallThrough(walk, askRefusedIsolating(walk, free));
}

/** Policies of the 2016 design do not isolate: their namespace does (S-LEG-1). */
function isolatorsOf(walk: Walk): Isolator[] {
  const { direction } = walk.side;
  const policies = walk.candidates.NetworkPolicy.policies.filter(
    ({ isolates, rules }) => isolates && rules[direction] !== undefined,
  );
  const questions = new Map<string, IsolationQuestion>();
  const bySubject = policies.map((by): Isolator => {
    const key = subjectKey(by);
    const known = questions.get(key);
    if (known !== undefined) return { by, question: known };
    const question = isolationQuestion(selecting(by, walk));
    questions.set(key, question);
    return { by, question };
  });
  return [...bySubject, ...isolatingNamespaces(walk)];
}

function isolatingNamespaces({ side: { subject, context, direction } }: Walk): Isolator[] {
  if (!context.cluster.facts.isLegacy || direction === "egress") return [];
  return possibleNamespaces(subject, context.cluster).map(({ namespace, isIn }) => ({
    by: namespace,
    question: isolationQuestion(
      askedOnce((world) => allOf(world, [isIn, (each) => splitByIsolation(each, namespace)])),
    ),
  }));
}

/** Those that isolate a subject somewhere in some regions. */
function isolatingIn(regions: readonly Region[], isolators: readonly Isolator[]): readonly Isolator[] {
  const answers = new Map<IsolationQuestion, boolean>();
  return isolators.filter(({ question }) => {
    const known = answers.get(question);
    if (known !== undefined) return known;
    const answer = isAnywhere(regions, question);
    answers.set(question, answer);
    return answer;
  });
}

function isAnywhere(regions: readonly Region[], { isolatesIn, isSure }: IsolationQuestion): boolean {
  return isSure ? regions.length > 0 : regions.some(({ world }) => isolatesIn(world));
}

/** Asks whether the annotation of a namespace isolates its pods (S-NSANN-1). */
function splitByIsolation(world: World, { name, isKnown, isolation2016 }: Namespace): Split {
  if (isKnown) return settled(world, isolation2016 === "DefaultDeny");
  return world.ask({ type: "fact", code: "namespace-isolation", namespace: name });
}

/** Allows what some rule of some policy matches; returns what is left, still isolated. */
function allowByRules(walk: Walk, isolated: readonly Region[]): readonly Region[] {
  // Where all are named that allow the same, each is asked about everything, and not only about what is left.
  const whole = walk.side.context.cluster.named === "all" ? isolated : undefined;
  let open = isolated;
  for (const policy of walk.candidates.NetworkPolicy.policies) {
    if (policy.rules[walk.side.direction] === undefined) continue;
    walk.take(open.length + (whole?.length ?? 0));
    open = allowByRulesOf(walk, policy, open, whole);
  }
  return open;
}

/** A policy's rules count where it isolates; those of the 2016 design where the namespace does and they select the subject. */
function splitByApplying(world: World, policy: Policy, walk: Walk): Split {
  const isSubject = selecting(policy, walk).ask;
  if (policy.isolates) return isSubject(world);
  const namespaces = isolatingNamespaces(walk).map(({ question }) => question.isolates);
  return allOf(world, [(each) => anyOf(each, namespaces), isSubject]);
}

function allowByRulesOf(
  walk: Walk,
  policy: Policy,
  isolated: readonly Region[],
  whole: readonly Region[] | undefined,
): readonly Region[] {
  const applying = whereItApplies(whole ?? isolated, (world) => splitByApplying(world, policy, walk));
  if (applying === "nowhere") return isolated;
  walk.log({
    type: "policy",
    tier: TIER,
    policy,
    regions: walk.isExplained ? inside(isolated, applying) : [],
  });
  // Other protocols are open at an isolating policy whatever its rules say (S-ICMP-3), where nothing tells more.
  const hasOthers = (whole ?? isolated).some(({ traffic }) => traffic.other);
  const isJudged = hasOthers && walk.side.context.profile.readings["other-protocol"] === "by-rules";
  const ruled = (regions: readonly Region[]): ReturnType<typeof withoutOthers> =>
    isJudged ? { others: NOWHERE, ports: regions } : withoutOthers(regions);
  const { others, ports } = ruled(isolated);
  const all = whole === undefined ? undefined : ruled(whole).ports;
  let open: readonly Region[] = ports;
  for (const rule of policy.rules[walk.side.direction]?.rules ?? []) {
    walk.take(open.length);
    const { matched, missed: left } = splitEachByRule(open, rule, walk.side, TIER, applying);
    if (matched.length > 0) open = joinPieces(left);
    const entry: RuleEntry = {
      type: "rule",
      tier: TIER,
      policy,
      rule,
      action: "Accept",
      failsClosed: false,
      matched: all === undefined ? matched : splitEachByRule(all, rule, walk.side, TIER, applying).matched,
      failedClosed: NOWHERE,
      missed: walk.isExplained ? inside([...others, ...open], applying) : NOWHERE,
    };
    walk.log(entry);
    walk.decide(matched, "allowed", entry);
  }
  return [...others, ...open];
}

/** The parts of regions that have other protocols, and those that have ports. */
function withoutOthers(regions: readonly Region[]): {
  readonly others: readonly Region[];
  readonly ports: readonly Region[];
} {
  const others: Region[] = [];
  const ports: Region[] = [];
  for (const region of regions) {
    // Most regions have no other protocols: those of the policies before were cut.
    if (!region.traffic.other) {
      ports.push(region);
      continue;
    }
    const { matched, missed } = splitTraffic(region, OTHER_TRAFFIC);
    others.push(...matched);
    ports.push(...missed);
  }
  return { others, ports };
}

const NOWHERE: readonly Region[] = [];

/** Denies what no rule matched, but for the pod's own node, other protocols, and what a refused policy may allow. */
function denyIsolated(walk: Walk, isolators: readonly Isolator[], isolated: readonly Region[]): void {
  const isSettled = isolators.every(({ question }) => question.isSure);
  const all = isolators.map((each) => each.by);
  for (const region of isolated) {
    walk.take(1);
    const denied = askRefusedIsolating(walk, exemptOwnNode(walk, region));
    if (denied.length === 0) continue;
    const by = isSettled ? all : isolatingIn(denied, isolators).map((each) => each.by);
    const entry = isolationEntry(by, denied);
    walk.log(entry);
    for (const each of denied) decideDenied(walk, each, entry);
  }
}

/** Allows between a pod and its own node what no isolation is about; returns the rest. */
function exemptOwnNode(walk: Walk, region: Region): readonly Region[] {
  const { others, direction, context } = walk.side;
  const own = others.splitByOwnNode(region);
  const exempt = splitAll(own.matched, (each) =>
    splitRegion(each, (world) =>
      direction === "ingress"
        ? splitAsRead(world, context.profile.readings["own-node-ingress"], "own-node-ingress")
        : splitByReading(world, context.profile, "own-node-egress"),
    ),
  );
  if (exempt.matched.length > 0) {
    const entry: DecidingEntry = { type: "own-node", tier: TIER, regions: exempt.matched };
    walk.log(entry);
    walk.decide(exempt.matched, "allowed", entry);
  }
  return [...own.missed, ...exempt.missed];
}

/** Decides what no policy restricts (U-26): where an implementation denies that, as isolation without a rule would. */
export function decideByDefault(walk: Walk, regions: readonly Region[]): void {
  if (regions.length === 0) return;
  if (walk.side.context.profile.readings.unrestricted === "allowed") {
    const entry: DecidingEntry = { type: "default", regions };
    walk.log(entry);
    walk.decide(regions, "allowed", entry);
    return;
  }
  const denied = regions.flatMap((each) => exemptOwnNode(walk, each));
  if (denied.length === 0) return;
  const entry: DecidingEntry = { type: "default-deny", regions: denied };
  walk.log(entry);
  for (const each of denied) decideDenied(walk, each, entry);
}

function isolationEntry(by: readonly (Policy | Namespace)[], regions: readonly Region[]): DecidingEntry {
  const policies = by.filter((each): each is Policy => !("isolation2016" in each));
  const namespace = by.find((each): each is Namespace => "isolation2016" in each);
  if (policies.length > 0 || namespace === undefined)
    return { type: "isolation", tier: TIER, policies, regions };
  return { type: "namespace-isolation", tier: TIER, namespace, regions };
}

/**
 * Protocols other than TCP, UDP and SCTP may be allowed or denied by an isolating policy (U-7), and so may what a pod sends
 * to itself through a Service (U-6).
 */
function decideDenied(walk: Walk, region: Region, entry: DecidingEntry): void {
  const { readings } = walk.side.context.profile;
  const { matched: others, missed: ports } = splitTraffic(region, OTHER_TRAFFIC);
  const open = (
    regions: readonly Region[],
    code: "other-protocol" | "hairpin",
    reading: "other-protocol" | "hairpin-egress" | "hairpin-ingress",
  ): void => {
    if (regions.length === 0) return;
    const practice = readings[reading];
    const answer = practice === "open" ? practice : practice === "allowed";
    const { matched, missed } = splitAll(regions, (each) =>
      splitRegion(each, (world) => splitAsRead(world, answer, code)),
    );
    walk.decide(matched, "allowed", entry);
    walk.decide(missed, "denied", entry);
  };
  open(others, "other-protocol", "other-protocol");
  if (walk.side.isHairpin !== true) {
    walk.decide(ports, "denied", entry);
    return;
  }
  // What leaves the cluster and comes back is no way to itself.
  const { matched: itself, missed: fromElsewhere } = splitAll(ports, (each) =>
    splitByItsWay(walk.side.others, each),
  );
  open(itself, "hairpin", `hairpin-${walk.side.direction}`);
  walk.decide(fromElsewhere, "denied", entry);
}

/**
 * Baseline is asked per direction: also about a pod that a policy isolates in the other one. Where that is read
 * otherwise, such a pod is allowed in this direction (S-EV-18).
 */
function fallThrough(walk: Walk, regions: readonly Region[]): readonly Region[] {
  const { context, direction } = walk.side;
  const others = walk.candidates.NetworkPolicy.policies.filter(
    (policy) => policy.rules[direction] === undefined && policy.isolates,
  );
  let open = regions;
  const asked: Region[] = [];
  for (const policy of others) {
    walk.take(open.length);
    const { matched, missed } = splitWorlds(open, selecting(policy, walk).ask);
    asked.push(...matched);
    open = missed;
  }
  const read = splitAll(joinRegions(asked), (each) =>
    splitRegion(each, (world) => splitByReading(world, context.profile, "baseline-fallthrough-direction")),
  );
  decideByDefault(walk, read.missed);
  return joinRegions([...open, ...read.matched]);
}
