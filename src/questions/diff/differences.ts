import { groupBy } from "../../base/collections/group-by.js";
import { FAMILIES } from "../../base/net/address.js";
import { maySelect } from "../../semantics/evaluate/refused.js";
import { partyOf, mayBePod } from "../../semantics/match/party.js";
import { relevantPolicies } from "../../semantics/evaluate/candidates.js";
import { DIRECTIONS } from "../../cluster/model/policy.js";
import {
  headlessContent,
  namespaceContent,
  nodesContent,
  podBlocksContent,
  policyContent,
  refusedContent,
  settingContent,
} from "./contents.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { EndClass } from "../../semantics/reach/classes.js";
import type { JointClass } from "./joint-classes.js";
import type { Profile } from "../../semantics/match/profile.js";
import type { RefusedPolicy } from "../../cluster/model/objects.js";

/**
 * What two clusters do not have in common, as far as a verdict can hang on it. It tells which walks need no second look:
 * in doubt, one is taken.
 */
export class Differences {
  readonly #changed: readonly ChangedPolicies[];
  readonly #namespaces: ReadonlySet<string>;
  readonly #nodes: boolean;
  readonly #podBlocks: boolean;
  readonly #headless: boolean;
  readonly #setting: boolean;

  constructor(before: Cluster, after: Cluster, profile: Profile) {
    const differs = (contentOf: (cluster: Cluster) => string): boolean =>
      contentOf(before) !== contentOf(after);
    this.#changed = changedPolicies(before, after, profile);
    this.#namespaces = changedNamespaces(before, after);
    this.#nodes = differs(nodesContent);
    this.#podBlocks = differs(podBlocksContent);
    this.#headless = differs(headlessContent);
    this.#setting = differs(settingContent);
  }

  /** True where rules may see an end otherwise than before: as their subject, and as a peer of others. */
  isSeenOtherwise({ before, after, representative, toName, hasMoved }: JointClass): boolean {
    if (this.#setting || hasMoved || before.key !== after.key) return true;
    if (this.#headless && toName !== undefined) return true;
    if (mayBePod(representative) && this.#namespaces.size > 0) return true;
    if (representative.type !== "pod") return this.#nodes;
    if (this.#namespaces.has(representative.namespace)) return true;
    const isAddressKnown = (representative.addresses ?? []).length > 0;
    return representative.hostNetwork ? this.#nodes : this.#podBlocks && !isAddressKnown;
  }

  /** True where other policies may select an end than before, or other rules of them apply to it. */
  isSelectedOtherwise({ before, after }: JointClass): boolean {
    return this.#changed.some((policies) => policies.maySelect(policies.side === "before" ? before : after));
  }
}

/** The policies of one cluster that the other one does not have, or has otherwise. */
class ChangedPolicies {
  readonly side: "before" | "after";
  readonly #cluster: Cluster;
  readonly #profile: Profile;
  readonly #refused: readonly RefusedPolicy[];

  constructor(
    side: "before" | "after",
    cluster: Cluster,
    changed: Pick<Cluster, "policies" | "refused">,
    profile: Profile,
  ) {
    this.side = side;
    // A cluster of its own, so that the index of policies holds these and no others.
    this.#cluster = { ...cluster, policies: changed.policies };
    this.#refused = changed.refused;
    this.#profile = profile;
  }

  maySelect({ representative, toName }: EndClass): boolean {
    if (relevantPolicies(this.#cluster, [representative]).size > 0) return true;
    const party = partyOf(representative);
    return this.#refused.some((refused) =>
      refused.tiers.some((tier) =>
        DIRECTIONS.some((direction) =>
          FAMILIES.some((family) =>
            maySelect(refused, party, direction, tier, {
              cluster: this.#cluster,
              profile: this.#profile,
              family,
              toName,
            }),
          ),
        ),
      ),
    );
  }
}

function changedPolicies(before: Cluster, after: Cluster, profile: Profile): ChangedPolicies[] {
  const policies = withoutCommon(before.policies, after.policies, policyContent);
  const refused = withoutCommon(before.refused, after.refused, refusedContent);
  return [
    new ChangedPolicies("before", before, { policies: policies.before, refused: refused.before }, profile),
    new ChangedPolicies("after", after, { policies: policies.after, refused: refused.after }, profile),
  ];
}

/** What stands on one side only: a policy of which there is one more on one side counts as well. */
function withoutCommon<T>(
  before: readonly T[],
  after: readonly T[],
  contentOf: (item: T) => string,
): { readonly before: T[]; readonly after: T[] } {
  const [first, second] = [groupBy(before, contentOf), groupBy(after, contentOf)];
  const only = (own: Map<string, T[]>, other: Map<string, T[]>): T[] =>
    [...own].flatMap(([content, items]) => (other.get(content)?.length === items.length ? [] : items));
  return { before: only(first, second), after: only(second, first) };
}

function changedNamespaces(before: Cluster, after: Cluster): ReadonlySet<string> {
  const names = new Set([...before.namespaces.keys(), ...after.namespaces.keys()]);
  const [first, second] = [before.namespaces, after.namespaces];
  return new Set(
    [...names].filter((name) => namespaceContent(first.get(name)) !== namespaceContent(second.get(name))),
  );
}
