import { askRefusedIsolating } from "./refused.js";
import { OTHER_TRAFFIC } from "../net/traffic.js";
import { settledRegion, splitAll, splitRegion, splitTraffic, type Region } from "../match/region.js";
import { splitByReading } from "../match/profile.js";
import { splitByRule } from "../match/rule.js";
import { splitBySubject } from "../match/subject.js";
import { possibleNamespaces } from "../match/pods.js";
import { readingOf, settled, type Split, type World } from "../match/world.js";
import type { Entry } from "./entry.js";
import type { Namespace } from "../model/cluster.js";
import type { Policy } from "../model/policy.js";
import type { Walk } from "./walk.js";

const TIER = "NetworkPolicy";

/** A region with the policies that isolate the subject there. */
interface Isolated {
  readonly region: Region;
  readonly by: readonly (Policy | Namespace)[];
}

/**
 * Walks the isolating tier (S-EV-12): a pod that a policy selects in this direction is isolated; then what some rule of
 * some policy matches is allowed, the rest is denied, and Baseline is not asked.
 * @returns the regions in which nothing isolates the subject
 */
export function walkIsolatingTier(walk: Walk, regions: readonly Region[]): readonly Region[] {
  if (regions.length === 0) return [];
  let open: Isolated[] = regions.map((region) => ({ region, by: [] }));
  for (const policy of walk.candidates.NetworkPolicy.policies) open = isolate(walk, policy, open);
  open = isolateByNamespace(walk, open);
  const isolated = open.filter(({ by }) => by.length > 0);
  const free = open.filter(({ by }) => by.length === 0).map(({ region }) => region);
  denyIsolated(walk, allowByRules(walk, isolated));
  return fallThrough(walk, askRefusedIsolating(walk, free));
}

/** Marks where a policy selects the subject. Policies of the 2016 design do not isolate: their namespace does (S-LEG-1). */
function isolate(walk: Walk, policy: Policy, open: readonly Isolated[]): Isolated[] {
  const { subject, context, direction } = walk.side;
  if (policy.generation === "NetworkPolicy2016" || policy.rules[direction] === undefined) return [...open];
  walk.take(open.length);
  return open.flatMap(({ region, by }) => {
    const { matched, missed } = splitRegion(region, (world) =>
      splitBySubject(world, policy, subject, context),
    );
    return [
      ...matched.map((each) => ({ region: each, by: [...by, policy] })),
      ...missed.map((each) => ({ region: each, by })),
    ];
  });
}

function isolateByNamespace(walk: Walk, open: readonly Isolated[]): Isolated[] {
  const { subject, context, direction } = walk.side;
  if (!context.cluster.facts.isLegacy || direction === "egress") return [...open];
  let notAsked = [...open];
  const asked: Isolated[] = [];
  for (const { namespace, isIn } of possibleNamespaces(subject, context.cluster)) {
    walk.take(notAsked.length);
    const rest: Isolated[] = [];
    for (const { region, by } of notAsked) {
      const inside = splitRegion(region, isIn);
      const { matched, missed } = splitAll(inside.matched, (each) =>
        splitRegion(each, (world) => splitByIsolation(world, namespace)),
      );
      asked.push(...matched.map((each) => ({ region: each, by: [...by, namespace] })));
      asked.push(...missed.map((each) => ({ region: each, by })));
      rest.push(...inside.missed.map((each) => ({ region: each, by })));
    }
    notAsked = rest;
  }
  return [...asked, ...notAsked];
}

/** Asks whether the annotation of a namespace isolates its pods (S-NSANN-1). */
function splitByIsolation(world: World, { name, isKnown, isolation2016 }: Namespace): Split {
  if (isKnown) return settled(world, isolation2016 === "DefaultDeny");
  return world.ask({ type: "fact", code: "namespace-isolation", namespace: name });
}

/** Allows what some rule of some policy matches; returns what is left, still isolated. */
function allowByRules(walk: Walk, isolated: readonly Isolated[]): readonly Isolated[] {
  let open = isolated;
  for (const policy of walk.candidates.NetworkPolicy.policies) {
    walk.take(open.length);
    const here = open.filter(({ by }) => by.some((each) => appliesWhere(policy, each)));
    const elsewhere = open.filter((each) => !here.includes(each));
    open = [...elsewhere, ...allowByPolicy(walk, policy, here)];
  }
  return open;
}

function allowByPolicy(walk: Walk, policy: Policy, isolated: readonly Isolated[]): readonly Isolated[] {
  const { direction, subject, context } = walk.side;
  if (policy.generation !== "NetworkPolicy2016") return allowByRulesOf(walk, policy, isolated);
  // Its namespace isolates, whomever it selects: whether it selects the subject is still to be asked.
  if (policy.rules[direction] === undefined) return isolated;
  const here: Isolated[] = [];
  const elsewhere: Isolated[] = [];
  for (const { region, by } of isolated) {
    const { matched, missed } = splitRegion(region, (world) =>
      splitBySubject(world, policy, subject, context),
    );
    here.push(...matched.map((each) => ({ region: each, by })));
    elsewhere.push(...missed.map((each) => ({ region: each, by })));
  }
  return [...elsewhere, ...allowByRulesOf(walk, policy, here)];
}

function allowByRulesOf(walk: Walk, policy: Policy, isolated: readonly Isolated[]): readonly Isolated[] {
  if (isolated.length === 0) return [];
  walk.log({ type: "policy", tier: TIER, policy, regions: isolated.map(({ region }) => region) });
  let open = isolated;
  for (const rule of policy.rules[walk.side.direction]?.rules ?? []) {
    walk.take(open.length);
    const rest: Isolated[] = [];
    const matched: Region[] = [];
    for (const { region, by } of open) {
      // Other protocols are open at an isolating policy whatever its rules say (S-ICMP-3).
      const { matched: others, missed: ports } = splitTraffic(region, OTHER_TRAFFIC);
      const split = splitAll(ports, (each) => splitByRule(each, rule, walk.side, TIER));
      matched.push(...split.matched);
      rest.push(...[...others, ...split.missed].map((each) => ({ region: each, by })));
    }
    const missed = rest.map(({ region }) => region);
    const entry: Entry = {
      type: "rule",
      tier: TIER,
      policy,
      rule,
      action: "Accept",
      matched,
      failedClosed: [],
      missed,
    };
    walk.log(entry);
    walk.decide(matched, "allowed", entry);
    open = rest;
  }
  return open;
}

/** A policy's rules count where it isolates; those of the 2016 design where the namespace does. */
function appliesWhere(policy: Policy, isolatedBy: Policy | Namespace): boolean {
  return policy.generation === "NetworkPolicy2016" ? "isolation2016" in isolatedBy : isolatedBy === policy;
}

/** Denies what no rule matched, but for the pod's own node, other protocols, and what a refused policy may allow. */
function denyIsolated(walk: Walk, isolated: readonly Isolated[]): void {
  const { side } = walk;
  const { direction, context } = side;
  for (const { region, by } of isolated) {
    walk.take(1);
    const own = side.others.splitByOwnNode(region);
    const exempt = splitAll(own.matched, (each) =>
      splitRegion(each, (world) =>
        direction === "ingress"
          ? settled(world, true)
          : splitByReading(world, context.profile, "own-node-egress"),
      ),
    );
    if (exempt.matched.length > 0) {
      const entry: Entry = { type: "own-node", tier: TIER, regions: exempt.matched };
      walk.log(entry);
      walk.decide(exempt.matched, "allowed", entry);
    }
    const denied = askRefusedIsolating(walk, [...own.missed, ...exempt.missed]);
    const entry = isolationEntry(by, denied);
    if (denied.length === 0) continue;
    walk.log(entry);
    for (const each of denied) decideDenied(walk, each, entry);
  }
}

function isolationEntry(by: readonly (Policy | Namespace)[], regions: readonly Region[]): Entry {
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
function decideDenied(walk: Walk, region: Region, entry: Entry): void {
  const { matched: others, missed: ports } = splitTraffic(region, OTHER_TRAFFIC);
  const open = (regions: readonly Region[], code: "other-protocol" | "hairpin"): void => {
    const { matched, missed } = splitAll(regions, (each) =>
      splitRegion(each, (world) => world.ask(readingOf(code))),
    );
    walk.decide(matched, "allowed", entry);
    walk.decide(missed, "denied", entry);
  };
  open(others, "other-protocol");
  if (walk.side.isHairpin !== true) {
    walk.decide(ports, "denied", entry);
    return;
  }
  const { splitByStaying } = walk.side.others;
  const { matched: itself, missed: fromElsewhere } = splitAll(ports, (each) =>
    splitByStaying === undefined ? settledRegion(each, true) : splitByStaying(each),
  );
  open(itself, "hairpin");
  walk.decide(fromElsewhere, "denied", entry);
}

/**
 * Baseline is asked per direction: also about a pod that a policy isolates in the other one. Where that is read
 * otherwise, such a pod is allowed in this direction (S-EV-18).
 */
function fallThrough(walk: Walk, regions: readonly Region[]): readonly Region[] {
  const { subject, context, direction } = walk.side;
  const others = walk.candidates.NetworkPolicy.policies.filter(
    (policy) => policy.rules[direction] === undefined && policy.generation !== "NetworkPolicy2016",
  );
  let open = regions;
  const asked: Region[] = [];
  for (const policy of others) {
    walk.take(open.length);
    const { matched, missed } = splitAll(open, (each) =>
      splitRegion(each, (world) => splitBySubject(world, policy, subject, context)),
    );
    asked.push(...matched);
    open = missed;
  }
  const read = splitAll(asked, (each) =>
    splitRegion(each, (world) => splitByReading(world, context.profile, "baseline-fallthrough-direction")),
  );
  if (read.missed.length > 0) {
    const entry: Entry = { type: "default", regions: read.missed };
    walk.log(entry);
    walk.decide(read.missed, "allowed", entry);
  }
  return [...open, ...read.matched];
}
