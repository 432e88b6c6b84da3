import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";
import type { RecordedWorkload } from "../../source/flows/record.js";

/** Letters that Kubernetes makes random ends of names of. */
const RANDOM = "[bcdfghjklmnpqrstvwxz2456789]";

const MADE_BY_ONE = new RegExp(`^(.+)-${RANDOM}{5}$`);

/** A pod's name, by the kinds of workloads that make such names; queries of databases have the same patterns: without backslashes. */
export const MADE_NAMES: readonly { readonly kinds: readonly string[]; readonly name: RegExp }[] = [
  { kinds: ["Deployment"], name: new RegExp(`^(.+)-${RANDOM}{1,10}-${RANDOM}{5}$`) },
  {
    kinds: ["DaemonSet", "ReplicaSet", "ReplicationController", "Job"],
    name: new RegExp(`^(.+)-${RANDOM}{5}$`),
  },
  { kinds: ["StatefulSet"], name: /^(.+)-[0-9]+$/ },
  { kinds: ["CronJob"], name: new RegExp(`^(.+)-[0-9]+-${RANDOM}{5}$`) },
];

/** What names of pods begin with before the random end: of a log that puts pods together. */
const MADE_PREFIXES: readonly { readonly kinds: readonly string[]; readonly name: RegExp }[] = [
  { kinds: ["Deployment"], name: new RegExp(`^(.+)-${RANDOM}{1,10}-$`) },
  { kinds: ["DaemonSet", "ReplicaSet", "ReplicationController", "Job", "StatefulSet"], name: /^(.+)-$/ },
  { kinds: ["CronJob"], name: /^(.+)-[0-9]+-$/ },
];

/**
 * The name of the workload that made a pod, by what controllers write on their pods. Undefined for pods that none of them made, and for logs
 * that leave these labels out.
 */
export function makerByLabels(name: string, labels: ReadonlyMap<string, string>): string | undefined {
  const hash = labels.get("pod-template-hash");
  if (hash !== undefined) {
    const end = name.lastIndexOf(`-${hash}-`);
    if (end > 0) return name.slice(0, end);
  }
  if (labels.get("statefulset.kubernetes.io/pod-name") === name) return /^(.+)-[0-9]+$/.exec(name)?.[1];
  const job = labels.get("batch.kubernetes.io/job-name") ?? labels.get("job-name");
  if (job !== undefined && name.startsWith(`${job}-`)) return job;
  return labels.has("controller-revision-hash") ? MADE_BY_ONE.exec(name)?.[1] : undefined;
}

/** Finds pods and workloads of a cluster by the names that logs give. */
export class PodsByName {
  readonly #pods = new Map<string, PodEndpoint>();
  readonly #workloads = new Map<string, Workload[]>();
  readonly #workloadOf = new Map<PodEndpoint, Workload>();

  constructor({ workloads }: Cluster) {
    for (const workload of workloads) {
      const key = keyOf(workload.namespace, workload.name);
      const named = this.#workloads.get(key);
      if (named === undefined) this.#workloads.set(key, [workload]);
      else named.push(workload);
      for (const member of workload.members) {
        this.#workloadOf.set(member, workload);
        for (const name of member.pods) this.#pods.set(keyOf(workload.namespace, name), member);
      }
    }
  }

  pod(namespace: string, name: string): PodEndpoint | undefined {
    return this.#pods.get(keyOf(namespace, name));
  }

  workloadOf(pod: PodEndpoint): Workload | undefined {
    return this.#workloadOf.get(pod);
  }

  /** The workload that makes pods of such a name, as its log or its name says it; undefined where that may be several. */
  owner(
    namespace: string,
    name: string | undefined,
    recorded: RecordedWorkload | undefined,
  ): Workload | undefined {
    if (recorded !== undefined) {
      const named = this.#named(
        namespace,
        recorded.name,
        recorded.kind === undefined ? undefined : [recorded.kind],
      );
      if (named !== undefined) return named;
      // The owner of the pod itself: the Deployment or CronJob is above it.
      if (recorded.kind === "ReplicaSet") {
        const match = /^(.+)-[a-z0-9]{1,10}$/.exec(recorded.name);
        const above = match?.[1] === undefined ? undefined : this.#named(namespace, match[1], ["Deployment"]);
        if (above !== undefined) return above;
      }
    }
    return name === undefined ? undefined : this.#madeBy(namespace, name, MADE_NAMES);
  }

  /** The workload of that name that makes pods' names of one of {@link MADE_NAMES}; undefined where there are several. */
  maker(namespace: string, base: string, form: (typeof MADE_NAMES)[number]): Workload | undefined {
    return this.#named(namespace, base, form.kinds);
  }

  /** The workload whose pods' names begin so. */
  ownerOfPrefix(
    namespace: string,
    prefix: string | undefined,
    recorded: RecordedWorkload | undefined,
  ): Workload | undefined {
    const known = this.owner(namespace, undefined, recorded);
    if (known !== undefined || prefix === undefined) return known;
    return this.#madeBy(namespace, prefix, MADE_PREFIXES);
  }

  #madeBy(namespace: string, name: string, forms: typeof MADE_NAMES): Workload | undefined {
    const found = new Set<Workload>();
    for (const { kinds, name: form } of forms) {
      const [, of] = form.exec(name) ?? [];
      const workload = of === undefined ? undefined : this.#named(namespace, of, kinds);
      if (workload !== undefined) found.add(workload);
    }
    const [only] = found;
    return found.size === 1 ? only : undefined;
  }

  #named(namespace: string, name: string, kinds: readonly string[] | undefined): Workload | undefined {
    const named = this.#workloads.get(keyOf(namespace, name)) ?? [];
    const fitting = kinds === undefined ? named : named.filter(({ kind }) => kinds.includes(kind));
    const [only, ...others] = fitting;
    return others.length === 0 ? only : undefined;
  }
}

function keyOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
