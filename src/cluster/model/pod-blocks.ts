import { AddressSet } from "../../base/net/address-set.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { Cluster } from "./cluster.js";

/**
 * The families in which pods may have addresses beside the CIDRs of the Nodes: some Node doesn't tell one, or a pod that is known has an
 * address in none, as where the network plugin assigns addresses by itself. What a user says of pods' CIDRs counts.
 */
export const openPodFamilies = oncePer(
  ({ facts, nodes, workloads }: Pick<Cluster, "facts" | "nodes" | "workloads">): ReadonlySet<Family> => {
    const listed = [...nodes.values()];
    const ofNodes = new Set(listed.flatMap(({ podBlocks }) => podBlocks));
    const isGiven = (family: Family): boolean =>
      facts.podBlocks.some((block) => block.family === family && !ofNodes.has(block));
    const asked = FAMILIES.filter(
      (family) => !isGiven(family) && facts.podBlocks.some((block) => block.family === family),
    );
    if (asked.length === 0) return NO_FAMILIES;
    const known = AddressSet.of(facts.podBlocks);
    const beside = workloads.flatMap(({ members }) =>
      members.flatMap((pod) =>
        pod.hostNetwork ? [] : (pod.addresses ?? []).filter((address) => !known.has(address)),
      ),
    );
    return new Set(
      asked.filter(
        (family) =>
          beside.some((address) => address.family === family) ||
          listed.some(({ podBlocks }) => !podBlocks.some((block) => block.family === family)),
      ),
    );
  },
);

const NO_FAMILIES: ReadonlySet<Family> = new Set();
