import { oncePer } from "../../base/collections/once-per.js";
import { peersOf } from "../../cluster/model/policy-parts.js";
import { podIndexOf, type PodClass, type PodIndex } from "./pod-index.js";
import { SelectionScopes } from "./scope.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { DirectedRule, PodSelection } from "../../cluster/model/policy.js";

/** The pods that are the destinations of rules: the policy's own for ingress, those of the peers for egress (S-PORT-6). */
class Destinations {
  readonly #index: PodIndex;
  readonly #scopes: SelectionScopes;

  constructor(cluster: Cluster) {
    this.#index = podIndexOf(cluster);
    this.#scopes = new SelectionScopes(cluster, this.#index);
  }

  /** None where the rule is about pods that the input does not hold, too, or about none. */
  of({ policy, direction, rule }: DirectedRule): readonly PodClass[] {
    const listed = peersOf(rule);
    const peers = listed.filter((peer) => peer.type === "pods");
    const isAnyTenant = listed.some(({ type }) => type === "compared");
    const selections: readonly PodSelection[] = direction === "ingress" ? [policy.subject] : peers;
    const mayBeOthers =
      direction === "egress" && (rule.peers.all || isAnyTenant || peers.some((peer) => this.#isOpen(peer)));
    return mayBeOthers ? [] : selections.flatMap((selection) => this.#index.select(selection, policy.tier));
  }

  #isOpen({ namespaces }: PodSelection): boolean {
    return this.#scopes.of(namespaces).isOpen;
  }
}

/** The destinations of a cluster's rules, put together once. */
export const destinationsOf = oncePer((cluster: Cluster) => new Destinations(cluster));
