import { connectionTargets, targetsBehind, type ConnectionTarget } from "./targets.js";
import { deniedConnection, deniedToReplica, egressDenierOf, type DeniedConnection } from "./connection.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { isInClusterName, lookUpName, type ClusterName } from "../../../cluster/model/cluster-names.js";
import { oncePer, oncePerAsked } from "../../../base/collections/once-per.js";
import { allowsDnsAlone } from "../proofs/one-sided.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { podsBehind } from "../../../cluster/model/services.js";
import { PROTOCOLS, type Protocol } from "../../../base/net/traffic.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { serviceNamed, servicePortNamed } from "../../../cluster/model/route-backends.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { Denier } from "./denier.js";
import type { ConfiguredAddress, SettingsObject } from "../../../cluster/model/configured.js";
import type { PodEndpoint } from "../../../cluster/model/endpoint.js";
import { placeKey } from "../../../source/manifest/origin.js";
import type { Problem, ProblemOf } from "../../../cluster/problems/problem.js";
import type { ServiceObject, ServicePort } from "../../../cluster/model/objects.js";

/** An address, with the ConfigMap (`shop/settings`) that pods take as a whole where it is one of its values. */
interface TakenAddress extends ConfiguredAddress {
  readonly map?: string;
}

/** The addresses that the pods of a workload are configured with, each once: the first setting that gives it stands for it. */
export const configuredAddresses = oncePerAsked(
  // Each policy that selects a workload asks, and its containers are read again for whoever asks.
  (workload: Workload) => workload,
  (cluster: Cluster, { namespace, settings }: Workload): readonly TakenAddress[] => {
    const maps = settingsByName(cluster);
    const all = settings.flatMap(({ own, from }): TakenAddress[] => [
      ...own,
      ...from.flatMap(({ map, key }): readonly TakenAddress[] => {
        const { addresses = [] } = maps.get(`${namespace}/${map}`) ?? {};
        if (key === undefined) return addresses.map((each) => ({ ...each, map: `${namespace}/${map}` }));
        return addresses.filter(({ setting }) => setting === key);
      }),
    ]);
    return [...groupBy(all, ({ host, port }) => `${host}:${port ?? ""}`).values()].map(([first]) => first);
  },
);

const settingsByName = oncePer(
  ({ settings }: Cluster): ReadonlyMap<string, SettingsObject> =>
    new Map(settings.map((each) => [`${each.namespace}/${each.name}`, each])),
);

/** A workload that cannot reach what it is configured with. */
interface BlockedAddress {
  readonly workload: Workload;
  readonly address: ConfiguredAddress;
  readonly meant: Meant;
  readonly denied: DeniedFrom;
  readonly denier: Denier;
}

/**
 * Services that pods are configured with and cannot reach, one finding for each place that denies and each Service. It is at what
 * denies: what stands beside a configured address may be secret.
 */
export function* blockedAddresses(cluster: Cluster): Generator<Problem> {
  yield* asOneWhereSealed([...blockedServices(cluster)]);
}

type BlockedProblem = ProblemOf<"configured-address-blocked">;

/** How many places of other Services are shown. */
const SHOWN = 3;

/** One finding for all that a workload may not connect to by one place, where the pods there do not let it in either: it lacks its own policy. */
function* asOneWhereSealed(found: readonly BlockedProblem[]): Generator<BlockedProblem> {
  const keyOf = ({ facts, related }: BlockedProblem): unknown => {
    const [{ at } = {}] = related ?? [];
    const isOfOne = facts.concerned.count === 1 && facts.egressDenied !== undefined;
    return isOfOne && at !== undefined && "step" in at
      ? JSON.stringify([facts.concerned.first, placeKey(at)])
      : Symbol("alone");
  };
  for (const [first, ...others] of groupBy(found, keyOf).values()) {
    if (others.length === 0) {
      yield first;
      continue;
    }
    const places = others.slice(0, SHOWN).map(({ at }) => ({ at, role: "too" }));
    yield {
      ...first,
      facts: { ...first.facts, more: others.length },
      related: [...(first.related ?? []), ...places],
      flows: [first, ...others].flatMap(({ flows = [] }) => flows),
    };
  }
}

function* blockedServices(cluster: Cluster): Generator<BlockedProblem> {
  const blocked = cluster.workloads.flatMap((workload) => blockedFor(cluster, workload));
  for (const byPlace of groupBy(blocked, ({ denier }) => denier.at).values()) {
    for (const alike of groupBy(
      byPlace,
      ({ meant, denied }) => `${denied.connection.side} ${meant.key}`,
    ).values()) {
      const [{ workload, address, meant, denied, denier }] = alike;
      const sealed = alike.flatMap((each) => {
        const by = egressDenierOf(cluster, each.denied.connection);
        return by === undefined ? [] : [{ name: qualifiedName(each.workload), by }];
      });
      const [firstSealed] = sealed;
      yield {
        code: "configured-address-blocked",
        facts: {
          concerned: { first: qualifiedName(workload), count: alike.length },
          setting: address.setting,
          host: address.host,
          port: meant.port,
          service: qualifiedName(meant.service.ref),
          listening: denied.target.listening,
          side: denied.connection.side,
          ...(firstSealed === undefined
            ? {}
            : { egressDenied: { first: firstSealed.name, count: sealed.length } }),
        },
        at: denier.at,
        ...(firstSealed === undefined ? {} : { related: [{ at: firstSealed.by.at, role: "denies-egress" }] }),
        object: denier.policy.ref,
        witness: denied.connection.witness,
        flows: alike.map((each) => each.denied.connection.witness),
      };
    }
  }
}

/** Each Service and port once, however often a workload is configured with it. */
function blockedFor(cluster: Cluster, workload: Workload): BlockedAddress[] {
  const told = new Set<string>();
  const addresses = configuredAddresses(cluster, workload);
  const asked = addresses.flatMap((address) => {
    const meant = meantBy(cluster, address, workload);
    if (meant === undefined || told.has(meant.key)) return [];
    told.add(meant.key);
    return [{ address, meant, denied: deniedFrom(cluster, workload, meant.targets) }];
  });
  const all = asked.flatMap(({ denied, ...each }) =>
    denied?.connection.denier === undefined
      ? []
      : [{ ...each, workload, denied, denier: denied.connection.denier }],
  );
  // A ConfigMap for all holds what each of them needs: who takes it, and is let in, is whom an address is for.
  const isForOthers = ({ address: { map }, meant }: (typeof all)[number]): boolean =>
    map !== undefined && isReachedByOne(cluster, map, meant);
  // But who runs to its end runs for something, and of what it takes reaches nothing: the first stands for it. Not where a policy names
  // it to let it out elsewhere.
  const isForNothing = all.length === asked.length && isJob(workload) && all.every(isForOthers);
  if (isForNothing && !isLetOut(cluster, workload)) return all.slice(0, 1);
  return [...all.filter((each) => !isForOthers(each)), ...blockedPeers(cluster, workload, addresses)];
}

/** The pods of a StatefulSet that it is told the names of, several in one setting: each is to connect to the others. */
function blockedPeers(
  cluster: Cluster,
  workload: Workload,
  addresses: readonly ConfiguredAddress[],
): BlockedAddress[] {
  const [pod, ...others] = workload.members;
  if (workload.kind !== "StatefulSet" || pod === undefined || others.length > 0) return [];
  const own = addresses.flatMap((address) => {
    const name = ownPodNamed(cluster, address, workload);
    return name === undefined || address.port === undefined ? [] : [{ address, name, port: address.port }];
  });
  const lists = [...groupBy(own, ({ address, port }) => `${port} ${address.setting}`).values()].filter(
    (list) => new Set(list.map(({ name }) => name.name)).size > 1,
  );
  const byPort = groupBy(lists, ([{ port, name }]) => `${port} ${qualifiedName(name.service.ref)}`);
  return [...byPort.values()].flatMap(([[{ address, name, port }]]): BlockedAddress[] => {
    const { service } = name;
    const listening = { protocol: "TCP", port } as const;
    const connection = deniedToReplica(cluster, pod, listening);
    if (connection?.denier === undefined) return [];
    const target = { listening, pods: [{ workload, pod }] };
    const meant = { service, port, targets: [target], key: `${qualifiedName(service.ref)} peers ${port}` };
    return [{ workload, address, meant, denied: { target, connection }, denier: connection.denier }];
  });
}

function ownPodNamed(
  cluster: Cluster,
  { host }: ConfiguredAddress,
  workload: Workload,
): Extract<ClusterName, { type: "pod" }> | undefined {
  const found = lookUpName(cluster, host, workload.namespace);
  if (found.type !== "found" || found.name.type !== "pod") return undefined;
  return found.name.workload === workload ? found.name : undefined;
}

function isJob({ kind }: Workload): boolean {
  return kind === "Job" || kind === "CronJob";
}

/** True for pods that a policy names, and lets out to more than DNS. */
function isLetOut(cluster: Cluster, workload: Workload): boolean {
  return cluster.policies.some(({ subject, tier, rules: { egress } }) => {
    const isNamed = (subject.pods?.requirements.length ?? 0) > 0;
    if (!isNamed || !(egress?.rules.some((rule) => !allowsDnsAlone(rule)) ?? false)) return false;
    return podIndexOf(cluster)
      .select(subject, tier)
      .some(({ workloads }) => workloads.includes(workload));
  });
}

/** True where some workload that takes all of a ConfigMap reaches what is meant. */
function isReachedByOne(cluster: Cluster, map: string, { targets }: Meant): boolean {
  const takers = takersOf(cluster).get(map) ?? [];
  cluster.work?.take(takers.length);
  return takers.some((each) => deniedFrom(cluster, each, targets) === undefined);
}

/** The workloads that take all of a ConfigMap, by `namespace/name`. */
const takersOf = oncePer(({ workloads }: Cluster): ReadonlyMap<string, readonly Workload[]> => {
  const taken = workloads.flatMap((workload) =>
    workload.settings.flatMap(({ from }) =>
      from.flatMap(({ map, key }) =>
        key === undefined ? [{ workload, map: `${workload.namespace}/${map}` }] : [],
      ),
    ),
  );
  return new Map(
    [...groupBy(taken, ({ map }) => map)].map(([map, each]) => [map, each.map(({ workload }) => workload)]),
  );
});

/** What a configured address leads to. */
interface Meant {
  readonly service: ServiceObject;
  readonly port: number;
  readonly targets: readonly ConnectionTarget[];
  readonly key: string;
}

/** The pods behind a Service that an address names; undefined where it names none, or the workload itself. */
function meantBy(cluster: Cluster, address: ConfiguredAddress, workload: Workload): Meant | undefined {
  // A pod tries its search path first: a Service of its own namespace.
  const own = serviceNamed(cluster, { namespace: workload.namespace, name: address.host });
  const found = own === undefined ? namedIn(cluster, address, workload) : { service: own, pod: undefined };
  if (found === undefined || found.service.type === "ExternalName") return undefined;
  const { service, pod } = found;
  const port = portMeant(service, address.port);
  const number = port?.port ?? (service.isHeadless ? address.port : undefined);
  if (number === undefined) return undefined;
  const all = targetsOf(cluster, service, port, number);
  const targets = pod === undefined ? all : all.flatMap((each) => onlyPod(each, pod));
  // What pods are told about themselves they need not connect to.
  const isOwn = targets.some(({ pods }) => pods.some((each) => each.workload === workload));
  if (targets.length === 0 || isOwn) return undefined;
  return { service, port: number, targets, key: `${qualifiedName(service.ref)} ${pod?.id ?? ""} ${number}` };
}

/** A Service of any namespace, or one pod of a headless one. */
function namedIn(
  cluster: Cluster,
  { host }: ConfiguredAddress,
  { namespace }: Workload,
): { readonly service: ServiceObject; readonly pod: PodEndpoint | undefined } | undefined {
  const found = lookUpName(cluster, host, namespace);
  if (found.type !== "found" || found.name.type === "address") return undefined;
  const { name } = found;
  return { service: name.service, pod: name.type === "pod" ? name.pod : undefined };
}

/** The Service's port that an address means; without one, its only one. */
function portMeant(service: ServiceObject, number: number | undefined): ServicePort | undefined {
  if (number === undefined) return service.ports.length === 1 ? service.ports[0] : undefined;
  const protocols: readonly Protocol[] = PROTOCOLS;
  return protocols.flatMap((each) => servicePortNamed(service, number, each) ?? [])[0];
}

/** The pods of a headless Service are reached on their own ports, whatever the Service says of them. */
function targetsOf(
  cluster: Cluster,
  service: ServiceObject,
  port: ServicePort | undefined,
  number: number,
): ConnectionTarget[] {
  if (!service.isHeadless) return port === undefined ? [] : targetsBehind(cluster, service, port);
  const protocol = port?.protocol ?? "TCP";
  return connectionTargets(podsBehind(cluster, service), () => ({ protocol, port: number }));
}

function onlyPod({ listening, pods }: ConnectionTarget, { id }: PodEndpoint): ConnectionTarget[] {
  const own = pods.filter(({ pod }) => pod.id === id);
  return own.length === 0 ? [] : [{ listening, pods: own }];
}

interface DeniedFrom {
  readonly target: ConnectionTarget;
  readonly connection: DeniedConnection;
}

/** The first of the denied connections, where no pod of a workload reaches any of the pods that are meant. */
function deniedFrom(
  cluster: Cluster,
  { members }: Workload,
  targets: readonly ConnectionTarget[],
): DeniedFrom | undefined {
  const denied = targets.map((target): DeniedFrom | undefined => {
    const ends = target.pods.map(({ pod }) => pod);
    const connection = deniedConnection(cluster, members, ends, target.listening);
    return connection && { target, connection };
  });
  return denied.every((each) => each !== undefined) ? denied[0] : undefined;
}

/** True for a name of the world outside: with a dot in it, and nothing of the cluster. */
export function isOutsideName(
  cluster: Cluster,
  { host }: ConfiguredAddress,
  { namespace }: Workload,
): boolean {
  if (!host.includes(".") || isInClusterName(host, cluster.facts)) return false;
  return lookUpName(cluster, host, namespace).type === "outside";
}
