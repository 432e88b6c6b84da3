import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { comparedLabels } from "./compared-labels.js";
import { DIRECTIONS, type Direction } from "../../cluster/model/policy.js";
import { fieldAt, type Node } from "../../source/manifest/node.js";
import { MOST_ITEMS, newRules, type NewRules } from "../../cluster/kinds/conversion/rules.js";
import { nameWord } from "../../cluster/model/free-names.js";
import { otherTenants, tenantsIn, unknownNamespaces, type Tenant } from "./tenants.js";
import { rewrittenValue } from "../../source/edit/rewrite/rewriting.js";
import type { About, LeftReason } from "./conversion.js";
import type { AdminPolicySource } from "./admin-policies.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { LabelCondition } from "../../cluster/model/selector.js";
import type { NamespaceLabelValues } from "../../cluster/kinds/conversion/compared.js";
import type { ReadAs } from "../../cluster/kinds/kind.js";

/** Some of the subjects of a policy, with the rules for them, in as many policies as these need. */
export interface Variant {
  /** Undefined where it is the whole policy. */
  readonly about: About | undefined;
  readonly conditions: readonly LabelCondition[];
  /** Goes behind the names of its policies, which tells them from the others; undefined where it is the only one. */
  readonly nameSuffix: string | undefined;
  readonly rules: Readonly<Record<Direction, NewRules | undefined>>;
  /** How many policies that is; none without a rule. */
  readonly parts: number;
}

/**
 * One variant where nothing is compared; else what is left for all others, in as many as it takes, and one for each tenant
 * (S-MIG-16).
 */
export function variantsOf(
  source: AdminPolicySource,
  cluster: Cluster,
): Attempt<readonly Variant[], LeftReason> {
  const { node, policy, readAs } = source;
  const keys = comparedLabels(policy);
  const variant = (
    about: About | undefined,
    conditions: readonly LabelCondition[],
    values: NamespaceLabelValues,
    nameSuffix?: string,
  ): Variant => {
    const rules = rulesFor(node, readAs, values);
    return { about, conditions, nameSuffix, rules, parts: partsOf(rules) };
  };
  if (keys.length === 0) return succeeded([variant(undefined, [], new Map())]);
  const { namespaces } = policy.subject;
  if (namespaces.own !== undefined) throw new Error("invariant: an admin policy selects namespaces by label");
  const unknown = unknownNamespaces(namespaces.selector, keys, cluster);
  if (unknown.length > 0) return failed({ code: "unknown-namespaces", namespaces: unknown });
  const rest = variant(undefined, [], new Map());
  const without = textOf(rest);
  // A tenant for which comparisons find nothing is one of the others.
  const tenants = tenantsIn(namespaces.selector, keys, cluster)
    .map((tenant) => {
      const { conditions, values } = tenant;
      const about: About = { code: "tenant", source: policy.ref, conditions };
      return { tenant, variant: variant(about, conditions, values, nameSuffixOf(tenant)) };
    })
    .filter((each) => textOf(each.variant) !== without);
  if (tenants.length === 0) return failed({ code: "no-tenants", keys });
  const others = otherTenants(
    tenants.map(({ tenant }) => tenant),
    keys,
  ).map((conditions): Variant => {
    const about: About = { code: "other-tenants", source: policy.ref, conditions };
    return { ...rest, about, conditions, nameSuffix: "others" };
  });
  return succeeded([...(rest.parts > 0 ? others : []), ...tenants.map((each) => each.variant)]);
}

function nameSuffixOf({ values }: Tenant): string {
  return [...values.values()].map((value) => nameWord(value ?? "")).join("-");
}

function rulesFor(node: Node, { shape }: ReadAs, values: NamespaceLabelValues): Variant["rules"] {
  const of = (direction: Direction): NewRules | undefined => {
    const list = fieldAt(node, "spec", direction);
    return list === undefined ? undefined : newRules(list, direction, { shape, values });
  };
  return { egress: of("egress"), ingress: of("ingress") };
}

/** How many policies it takes for all rules. */
function partsOf(rules: Variant["rules"]): number {
  const counts = DIRECTIONS.map((direction) => rules[direction]?.rules.length ?? 0);
  return Math.ceil(Math.max(...counts) / MOST_ITEMS);
}

/** What the rules of a variant say. */
function textOf({ rules }: Variant): string {
  return JSON.stringify(DIRECTIONS.map((direction) => rules[direction]?.rules.map(rewrittenValue)));
}
