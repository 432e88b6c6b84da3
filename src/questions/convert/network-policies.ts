import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import {
  asNetworkPolicy,
  defaultDeny,
  NETWORK_POLICY_VERSION,
} from "../../cluster/kinds/conversion/network-policy.js";
import { withoutIsolation } from "../../cluster/kinds/conversion/namespace.js";
import type { Conversion, ConversionNote, Generated, LeftReason } from "./conversion.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { FreeNames } from "../../cluster/model/free-names.js";
import type { Node } from "../../source/manifest/node.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { Policy } from "../../cluster/model/policy.js";

/** What a NetworkPolicy of extensions/v1beta1 becomes, as released with 1.7 (S-MIG-1). */
export function convertNetworkPolicy(node: Node, policy: Policy): Conversion {
  const { ref, origin } = policy;
  const { rewriting } = asNetworkPolicy(node, "released");
  return {
    ref,
    origin,
    policy,
    to: rewriting,
    about: undefined,
    also: [],
    becomes: [{ ...ref, apiVersion: NETWORK_POLICY_VERSION }],
    notes: [],
  };
}

/** The policies that isolate namespaces in the place of annotations: one each, made with the first object that needs it. */
export class IsolatingPolicies {
  readonly #cluster: Cluster;
  readonly #namesIn: (namespace: string) => FreeNames;
  readonly #made = new Set<string>();

  constructor(cluster: Cluster, namesIn: (namespace: string) => FreeNames) {
    this.#cluster = cluster;
    this.#namesIn = namesIn;
  }

  /** True where the annotation isolates a namespace; undefined where the input does not hold the Namespace. */
  isolates(namespace: string): boolean | undefined {
    const found = this.#cluster.namespaces.get(namespace);
    return found?.isKnown === true ? found.isolation2016 === "DefaultDeny" : undefined;
  }

  /** The policy for a namespace that is isolated; none where it is made already. */
  take(namespace: string): readonly { readonly made: Generated; readonly ref: ObjectRef }[] {
    if (this.#made.has(namespace)) return [];
    this.#made.add(namespace);
    const name = this.#namesIn(namespace).take("default-deny-ingress");
    const ref = { apiVersion: NETWORK_POLICY_VERSION, kind: "NetworkPolicy", namespace, name };
    return [{ made: { value: defaultDeny(namespace, name), about: { code: "isolation", namespace } }, ref }];
  }
}

/** What a Namespace becomes whose annotation isolates its pods in the design of 2016. */
export function convertNamespace(node: Node, ref: ObjectRef, isolation: IsolatingPolicies): Conversion {
  const taken = isolation.take(ref.name);
  return {
    ref,
    origin: node.origin,
    policy: undefined,
    to: withoutIsolation(node),
    about: undefined,
    also: taken.map(({ made }) => made),
    becomes: [ref, ...taken.map((each) => each.ref)],
    notes: [{ code: "own-node" }],
  };
}

/**
 * What a NetworkPolicy of the 2016 design becomes. Where its namespace is not isolated it had no effect, and would have
 * one now.
 */
export function convertPolicyOf2016(
  node: Node,
  policy: Policy,
  isolation: IsolatingPolicies,
  /** False where its Namespace is converted too. */
  bringsIsolation: boolean,
): Attempt<Conversion, LeftReason> {
  const { ref, origin } = policy;
  const namespace = ref.namespace ?? "default";
  const isIsolated = isolation.isolates(namespace);
  if (isIsolated === undefined) return failed({ code: "namespace-not-loaded", namespace });
  if (!isIsolated) return failed({ code: "no-effect", namespace });
  const { rewriting, dropped, egress } = asNetworkPolicy(node, "2016");
  const taken = bringsIsolation ? isolation.take(namespace) : [];
  const notes: ConversionNote[] = [
    ...dropped.map((each) => ({ code: "dropped" as const, dropped: each })),
    ...(egress === undefined ? [] : [{ code: "egress-without-effect" as const, at: egress.origin }]),
    ...taken.map(() => ({ code: "own-node" as const })),
  ];
  return succeeded({
    ref,
    origin,
    policy,
    to: rewriting,
    about: undefined,
    also: taken.map(({ made }) => made),
    becomes: [{ ...ref, apiVersion: NETWORK_POLICY_VERSION }, ...taken.map((each) => each.ref)],
    notes,
  });
}
