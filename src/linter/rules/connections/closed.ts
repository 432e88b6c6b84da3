import { ANY_ADDRESS } from "./unknown-source.js";
import { deniedConnection, type DeniedConnection } from "./connection.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { ingressRulesFor, mayBe } from "./ingress-rules.js";
import { isRouted } from "../isolation/entry-points.js";
import { mayBeDecidedByForeign } from "../isolation/foreign.js";
import { nameOrigin } from "../../../cluster/problems/object-places.js";
import { nearlyNamed } from "../../../questions/mistakes/nearly-named.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { policiesBeside } from "../isolation/beside.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { targetsBehind, type ConnectionTarget } from "./targets.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { ServiceObject } from "../../../cluster/model/objects.js";

/**
 * Services that no rule lets anybody reach, in namespaces whose policies let in what may come to other pods: these were forgotten. Not
 * where a policy names the pods: who wrote it thought of them, and of its ports other rules tell.
 */
export function* closedServices(cluster: Cluster): Generator<Problem> {
  const { policies, facts, services } = cluster;
  // Whatever else decides is not asked here.
  if (facts.mayMissPolicies || policies.some(({ tier }) => tier !== "NetworkPolicy")) return;
  for (const service of services) {
    if (!isForPods(cluster, service) || mayBeDecidedByForeign(cluster, service.ref.namespace)) continue;
    const targets = service.ports.flatMap((port) => targetsBehind(cluster, service, port));
    const denied = targets.flatMap((target) => closedTo(cluster, target) ?? []);
    const [first] = denied;
    const [target] = targets;
    if (first === undefined || target === undefined || denied.length < targets.length) continue;
    const namespace = service.ref.namespace ?? "";
    if (!letsOthersIn(cluster, namespace) || mayBeLetInBeside(cluster, namespace)) continue;
    const { denier } = first;
    const witness = (fromPods(cluster, namespace, target) ?? first).witness;
    yield {
      code: "closed-service",
      facts: {
        service: qualifiedName(service.ref),
        ...target.listening,
        ports: new Set(targets.map(({ listening: { protocol, port } }) => `${protocol} ${port}`)).size,
      },
      at: nameOrigin(service),
      object: service.ref,
      ...(denier === undefined ? {} : { related: [{ at: denier.at, role: "denies" }] }),
      witness,
    };
  }
}

/** True for a Service whose clients are pods: not one that is for others, or gives its pods their names. */
function isForPods(cluster: Cluster, service: ServiceObject): boolean {
  const { type, isPublished, isHeadless } = service;
  if (isPublished || isHeadless || type === "ExternalName" || isRouted(cluster, service)) return false;
  return !cluster.fronts.webhooks.some(
    ({ service: { namespace, name } }) => namespace === service.ref.namespace && name === service.ref.name,
  );
}

/** The same connection from pods that are there, which more readers ask about than any address. */
function fromPods(
  cluster: Cluster,
  namespace: string,
  { listening, pods }: ConnectionTarget,
): DeniedConnection | undefined {
  const own = new Set(pods.map(({ workload }) => workload));
  const to = pods.map(({ pod }) => pod);
  for (const workload of cluster.workloads) {
    const [from] = workload.namespace === namespace && !own.has(workload) ? workload.members : [];
    const denied = from && deniedConnection(cluster, [from], to, listening);
    if (denied?.side === "ingress") return denied;
  }
  return undefined;
}

/** What denies the pods of a port to everybody; undefined where a rule is about the port, or a policy about these pods, or nearly so. */
function closedTo(cluster: Cluster, { listening, pods }: ConnectionTarget): DeniedConnection | undefined {
  const meant = nearlyNamed(cluster);
  const isOpenOrNamed = pods.some(
    ({ pod, workload }) =>
      meant.has(qualifiedName(workload)) ||
      ingressRulesFor(cluster, pod).some(
        ({ rule: { ports } }) => ports.all || ports.items.some((each) => mayBe(each, listening)),
      ) ||
      isolatingFor(cluster, pod.id).some(namesPods),
  );
  if (isOpenOrNamed) return undefined;
  return deniedConnection(
    cluster,
    [ANY_ADDRESS],
    pods.map(({ pod }) => pod),
    listening,
  );
}

function namesPods({ subject }: Policy): boolean {
  return (subject.pods?.requirements.length ?? 0) > 0;
}

/** The policies that select a pod, about ingress. */
function isolatingFor(cluster: Cluster, pod: string): readonly Policy[] {
  return isolating(cluster).get(pod) ?? [];
}

const isolating = oncePer((cluster: Cluster): ReadonlyMap<string, readonly Policy[]> => {
  const pairs = cluster.policies
    .filter(({ rules }) => rules.ingress !== undefined)
    .flatMap((policy) =>
      podIndexOf(cluster)
        .select(policy.subject, policy.tier)
        .flatMap(({ pods }) => pods.map(({ id }) => ({ id, policy }))),
    );
  return new Map(
    [...groupBy(pairs, ({ id }) => id)].map(([id, each]) => [id, each.map(({ policy }) => policy)]),
  );
});

/** True where policies of a namespace let in what may come to some of its pods, and name these. */
function letsOthersIn(cluster: Cluster, namespace: string): boolean {
  return cluster.policies.some(
    (policy) =>
      policy.ref.namespace === namespace &&
      namesPods(policy) &&
      (policy.rules.ingress?.rules.length ?? 0) > 0 &&
      podIndexOf(cluster).select(policy.subject, policy.tier).length > 0,
  );
}

function mayBeLetInBeside(cluster: Cluster, namespace: string): boolean {
  return policiesBeside(cluster, namespace).some(({ rules }) => (rules.ingress?.rules.length ?? 0) > 0);
}
