import { workloadsByNamespace } from "../../../cluster/model/by-namespace.js";
import { deniedBeside } from "./denied-beside.js";
import { deniesByDefault, policiesIn, sideKey } from "./default-deny.js";
import { isEntryPoint, isUncalled } from "./entry-points.js";
import { firstFew, howMany } from "../../../cluster/problems/selection.js";
import { isHostPod } from "../../../semantics/match/party.js";
import { kindAndName, qualifiedName } from "../../../cluster/model/object-ref.js";
import { nearlyNamed } from "../../../questions/mistakes/nearly-named.js";
import { oncePerAsked } from "../../../base/collections/once-per.js";
import { policiesBeside } from "./beside.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { reviewOf } from "../../../questions/mistakes/review.js";
import { unclaimedIn } from "../../../questions/mistakes/unclaimed.js";
import { tellingWords } from "../../../questions/mistakes/telling-words.js";
import { workloadWords } from "../../../questions/mistakes/meant-for.js";
import type { Some } from "../../../cluster/problems/selection.js";
import type { Cluster, Namespace, Workload } from "../../../cluster/model/cluster.js";
import type { Direction, Policy } from "../../../cluster/model/policy.js";

/** The workloads of a namespace that no policy isolates in a direction, where policies isolate at least twice as many others. */
export interface Forgotten {
  /** By name; at least one. */
  readonly workloads: readonly Workload[];
  /** How many others policies isolate. */
  readonly selected: number;
  /** True where some rule of another tier denies something to one of them. */
  readonly isDeniedInPart: boolean;
}

/**
 * The workloads that seem forgotten: others of their namespace are isolated one by one, and no policy is for all of them.
 * Those on their node's network are no policy's.
 */
export function forgottenIn(
  cluster: Cluster,
  namespace: Namespace,
  direction: Direction,
): Forgotten | undefined {
  if (deniesByDefault(cluster, namespace, direction)) return undefined;
  const selected = isolatedIn(cluster, namespace, direction).size;
  if (selected === 0) return undefined;
  const open = unselectedIn(cluster, namespace, direction);
  // Where many are open, a few were meant to be closed.
  if (2 * open.length > selected) return undefined;
  const workloads = open.filter((workload) => !isExplained(cluster, namespace, workload, direction));
  const denied = deniedBeside(cluster)[direction];
  const isDeniedInPart = workloads.some((workload) => denied.has(workload));
  return workloads.length === 0 ? undefined : { workloads, selected, isDeniedInPart };
}

/**
 * True for what a misspelt selector is for, which is told as such, for what clients from outside are led to, and for what nobody calls if somebody wrote a policy for it that is about the other
 * direction alone: its ingress has been thought of.
 */
function isExplained(
  cluster: Cluster,
  namespace: Namespace,
  workload: Workload,
  direction: Direction,
): boolean {
  if (nearlyNamed(cluster).has(qualifiedName(workload))) return true;
  if (direction === "egress") return false;
  if (isEntryPoint(cluster, workload)) return true;
  return isIsolated(cluster, namespace, workload, "egress") && isUncalled(cluster, workload);
}

function isIsolated(
  cluster: Cluster,
  namespace: Namespace,
  workload: Workload,
  direction: Direction,
): boolean {
  return (
    !deniesByDefault(cluster, namespace, direction) && isolatedIn(cluster, namespace, direction).has(workload)
  );
}

/**
 * The policies of a namespace that are for pods of some labels which are not there, by `kind namespace/name`, if they may be meant for
 * some workloads that are open in some directions: the only one for the only one, or one that is called alike.
 */
export function idlePoliciesFor(
  cluster: Cluster,
  namespace: Namespace,
  workloads: readonly Workload[],
  directions: readonly Direction[],
): Some {
  const all = workloads.length === 0 ? [] : idleIn(cluster, namespace);
  const idle = all.filter(({ rules }) => directions.some((direction) => rules[direction] !== undefined));
  if (idle.length === 1 && workloads.length === 1) return firstFew(idle.map(({ ref }) => kindAndName(ref)));
  const words = new Set(workloads.flatMap(workloadWords));
  const alike = idle.filter(({ ref, subject }) =>
    tellingWords(ref.name, ...(subject.pods?.requirements ?? []).flatMap(({ values }) => values)).some(
      (word) => words.has(word),
    ),
  );
  return firstFew(alike.map(({ ref }) => kindAndName(ref)));
}

/**
 * True where the labels of policies that select nothing are what leaves some workloads open, for all that is known: `absent-from-input`
 * asks at these labels whether the workloads are meant, and who corrects them closes both.
 */
export function isToldAtLabels(
  cluster: Cluster,
  { name }: Namespace,
  workloads: readonly Workload[],
  idle: Some,
): boolean {
  if (howMany(idle) === 0) return false;
  const asked = new Set(unclaimedIn(cluster, name));
  return workloads.every((workload) => asked.has(workload));
}

function idleIn(cluster: Cluster, namespace: Namespace): readonly Policy[] {
  const idle = reviewOf(cluster).absences.filter(
    ({ policy, of, isOwn, isSubject }) =>
      of === "pods" && isOwn && isSubject && policy.ref.namespace === namespace.name,
  );
  return idle.map(({ policy }) => policy);
}

/**
 * The workloads of a namespace that no policy of it isolates in a direction, and that one could; without those that other tiers
 * close.
 */
export function unselectedIn(
  cluster: Cluster,
  namespace: Namespace,
  direction: Direction,
): readonly Workload[] {
  const isolated = isolatedIn(cluster, namespace, direction);
  const denied = deniedBeside(cluster)[direction];
  return (workloadsByNamespace(cluster).get(namespace.name) ?? []).filter(
    (workload) =>
      !isolated.has(workload) && denied.get(workload) !== "all" && isConcerned(workload, direction),
  );
}

/** The workloads that a namespace's policies isolate in a direction, those of sets beside it too. */
const isolatedIn = oncePerAsked(
  sideKey,
  (cluster: Cluster, namespace: Namespace, direction: Direction): ReadonlySet<Workload> => {
    const index = podIndexOf(cluster);
    const isolated = new Set<Workload>();
    const met = new Set<unknown>();
    const policies = [...policiesIn(cluster, namespace), ...policiesBeside(cluster, namespace.name)];
    for (const { tier, subject, rules } of policies) {
      if (rules[direction] === undefined) continue;
      const selected = index.select(subject, tier);
      // Policies that select the same have the same list.
      if (met.has(selected)) continue;
      met.add(selected);
      cluster.work?.take(selected.length);
      for (const { workloads } of selected) for (const workload of workloads) isolated.add(workload);
    }
    return isolated;
  },
);

/** What runs to its end is called by nobody, and policies do not select pods on their node's network. */
function isConcerned({ kind, members }: Workload, direction: Direction): boolean {
  const isCalled = direction === "egress" || (kind !== "Job" && kind !== "CronJob");
  return isCalled && members.some((pod) => !isHostPod(pod));
}
