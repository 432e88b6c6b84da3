import { lookUpName, normaliseDomain } from "./cluster-names.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { Cluster } from "./cluster.js";

/**
 * How a name of the world outside is typed. A dot at its end keeps the search path of pods, and workloads that are called
 * so, out of it.
 * @returns undefined for what is no such name, however it is typed: a name of the cluster's own DNS, one that a load
 * balancer of the cluster has, one whose last label is a number
 */
export function typedOutside(cluster: Cluster, name: string): string | undefined {
  const normal = normaliseDomain(name);
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/.test(normal) || ownNames(cluster).balancers.has(normal)) return undefined;
  const isWorkload = ownNames(cluster).workloads.has(normal);
  return [...(isWorkload ? [] : [normal]), `${normal}.`].find(
    (each) => lookUpName(cluster, each).type === "outside",
  );
}

/** A name outside of the cluster that a pattern below `*.` matches, and that is none of some others. */
export function nameBelow(
  cluster: Cluster,
  pattern: string,
  taken: ReadonlySet<string> = new Set(),
): string | undefined {
  const suffix = pattern.slice(1);
  // Names of Services and their pods have few labels.
  for (const front of ["any", "any.any", "any.any.any"]) {
    let name = `${front}${suffix}`;
    for (let i = 1; taken.has(name); i++) name = `any-${i}.${front}${suffix}`;
    if (typedOutside(cluster, name) === name) return name;
  }
  return undefined;
}

/** Names with dots that something of the cluster has. */
const ownNames = oncePer(
  ({
    workloads,
    services,
  }: Cluster): { readonly workloads: ReadonlySet<string>; readonly balancers: ReadonlySet<string> } => ({
    workloads: new Set(
      workloads.flatMap(({ name, podNames }) => [name, ...podNames]).filter((each) => each.includes(".")),
    ),
    balancers: new Set(
      services.flatMap(({ balancerNames }) => balancerNames.map((each) => each.toLowerCase())),
    ),
  }),
);
