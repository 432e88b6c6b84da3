import { chainOf } from "../../semantics/evaluate/chain.js";
import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { evaluate, type Decision, type Part } from "../../semantics/evaluate/evaluate.js";
import { factEndOf } from "../../semantics/match/fact-end.js";
import { flowFamilies } from "../../cluster/model/endpoint.js";
import { nameOfService } from "../../cluster/model/cluster-names.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import { intersectTraffic, isNoTraffic, NO_TRAFFIC, trafficOf } from "../../base/net/traffic.js";
import { servicePathOf } from "./paths.js";
import { isOfPlugin, withBase, type PluginProfile } from "../../semantics/plugins/profile-of.js";
import { oncePer } from "../../base/collections/once-per.js";
import { portSet } from "../../base/net/port-set.js";
import { isLeaning, STRICT, type LeaningPoint, type Profile } from "../../semantics/match/profile.js";
import type { UnnamedResult } from "./merge.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { ExplainProblem } from "./problem.js";
import type { EndpointClass } from "./classes.js";
import type { Family } from "../../base/net/address.js";
import type { Flow, Way } from "../../semantics/evaluate/flow.js";
import type { Pair } from "./pairs.js";
import type { Resolved } from "../query/resolution.js";
import type { ResultSide } from "./result.js";
import type { ServicePath } from "../../cluster/model/service-path.js";
import type { EmptyWay, TrafficTarget, ThroughService } from "../query/targets.js";

/**
 * The name by which a Service is asked for where that is its own: rules may accept that (S-FQ-5), and only it leads to a headless one
 * (S-VIP-2). Controllers know where the backends of a route are.
 */
function serviceNameOf(through: ThroughService | undefined, cluster: Cluster): string | undefined {
  if (through === undefined) return undefined;
  const { entrance, routed, service } = through.asked;
  return entrance === undefined && routed === undefined ? nameOfService(cluster, service) : undefined;
}

/** What a pair of classes comes to: per family, per group of ports that the same steps decide. */
export function answersTo(
  cluster: Cluster,
  pair: Pair,
  target: TrafficTarget,
  to: Resolved,
  profile: Profile,
): Attempt<UnnamedResult[], ExplainProblem> {
  const source = pair.source.representative;
  const destination = pair.destination.representative;
  const asked = target.trafficTo(destination);
  if (!asked.ok) {
    const { name, declared } = asked.problem;
    const isOneOfSeveral = to.endpoints.length > 1 && destination.type === "pod";
    const pod = isOneOfSeveral ? { pod: qualifiedName(destination) } : {};
    return failed({ code: "missing-port", port: name, of: { type: "pod", declared, ...pod } });
  }
  const { value: sent } = asked;
  const { isLoopback, isHairpin } = pair;
  const ends = {
    sources: pair.source.members,
    destinations: pair.destination.members,
    isLoopback,
    isHairpin,
  };
  const { through } = target;
  const families = flowFamilies(cluster, source, destination).flatMap((family): FamilyPath[] => {
    if (through === undefined) return [{ family, path: undefined }];
    const path = servicePathOf(through, source, family);
    return path === undefined ? [] : [{ family, path }];
  });
  if (families.length === 0)
    return succeeded([{ ...ends, ...NO_COMMON_FAMILY, traffic: sent, path: undefined }]);
  const ownName = destination.type === "domain" ? destination.name : serviceNameOf(through, cluster);
  const toName = to.domain ?? ownName;
  const results = families.flatMap(({ family, path }) => {
    const flow: Flow = {
      from: source,
      to: destination,
      family,
      traffic: sent,
      way: wayOf(pair, path, toName),
    };
    const decision = evaluate(cluster, flow, profile, "unknown");
    const open = openProfile(profile);
    const strict = open === undefined ? undefined : evaluate(cluster, flow, open, "unknown");
    return decision.parts.map((part): UnnamedResult => {
      const { traffic, verdict, outcomes, reasons, isExact } = part;
      const withoutMissing = part.withoutMissing === verdict ? undefined : part.withoutMissing;
      const egress = sideOf(decision, part, "egress");
      const ingress = sideOf(decision, part, "ingress");
      const leanings = strict === undefined ? [] : leaningsOf(part, strict);
      const judged = { verdict, outcomes, reasons, isExact, withoutMissing };
      return { ...ends, family, path, traffic, ...judged, egress, ingress, leanings };
    });
  });
  return succeeded(results);
}

function wayOf(
  { isLoopback, isHairpin }: Pair,
  path: ServicePath | undefined,
  toName: string | undefined,
): Way {
  if (isLoopback) return { type: "loopback" };
  return path === undefined ? { type: "direct", toName } : { type: "service", path, isHairpin, toName };
}

/** A family over which two ends can talk, and the way through a Service over it. */
interface FamilyPath {
  readonly family: Family;
  readonly path: ServicePath | undefined;
}

/** True for two ends that have no address family in common. */
export function hasNoCommonFamily({ reasons }: UnnamedResult): boolean {
  return reasons.some(({ code }) => code === "no-common-family");
}

/** Nothing tells who would be sent what a Service without backends is sent (S-VIP-2). */
export function answersOfNone(sources: readonly EndpointClass[], through: EmptyWay): UnnamedResult[] {
  const { asked, port, number, untoldOn } = through;
  const reason: UnnamedResult["reasons"][number] =
    untoldOn === undefined
      ? { type: "fact", code: "no-backends" }
      : { type: "fact", code: "container-ports", pod: factEndOf(untoldOn), port: String(port?.target ?? "") };
  const traffic =
    port === undefined ? NO_TRAFFIC : trafficOf(port.protocol, portSet([[port.port, port.port]]));
  const path = { service: asked.service, entrance: asked.entrance, port, number };
  return sources.map(({ members }) => ({
    ...NO_COMMON_FAMILY,
    reasons: [reason],
    sources: members,
    destinations: [],
    traffic,
    path,
    isLoopback: false,
    isHairpin: false,
  }));
}

const UNKNOWN_SIDE: ResultSide = {
  verdict: "unknown",
  outcomes: ["allowed", "denied"],
  reasons: [],
  steps: [],
};

/** What is said where no policy can be asked, since two ends have no family in common; of other causes with their reason. */
export const NO_COMMON_FAMILY: Omit<
  UnnamedResult,
  "sources" | "destinations" | "isLoopback" | "isHairpin" | "traffic" | "path"
> = {
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

/** The same profile with every point open that nothing settles; undefined where they are. */
function openProfile(profile: Profile): Profile | undefined {
  if (!isOfPlugin(profile)) return profile === STRICT ? undefined : STRICT;
  return profile.base === STRICT ? undefined : strictOf(profile);
}

const strictOf = oncePer((profile: PluginProfile) => withBase(profile, STRICT));

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
