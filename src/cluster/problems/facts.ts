import type { AcceptanceFault, AcceptedCondition } from "./condition.js";
import type { Action, Direction, Tier } from "../model/policy.js";
import type { ConnectionFacts } from "./connections.js";
import type { IntentFacts } from "./intents.js";
import type { PluginFacts } from "./plugins.js";
import type { ProofFacts, RuleName } from "./proofs.js";
import type { ExposureFacts } from "./exposure.js";
import type {
  AbsentFromInput,
  LabelTypo,
  MatchesNoNamespace,
  SelectsNoPods,
  Some,
  UnresolvedPort,
  UnsetNamespaceLabel,
} from "./selection.js";
import type { SamePriority, Witness } from "./priority.js";
import type { GateFacts } from "./gate.js";
import type { NotReadFacts } from "./not-read.js";
import type { ProtectionFacts } from "./protection.js";
import type { RefusalFacts } from "./refusals.js";
import type { UncheckedFacts } from "./unchecked.js";
import type { Requirement } from "../model/selector.js";

/**
 * The facts of each problem that reading and decoding can raise, by code. The code is the id of the rule that words it;
 * facts are data, English is made in the rule.
 */
export interface ProblemFacts
  extends
    NotReadFacts,
    RefusalFacts,
    UncheckedFacts,
    ProofFacts,
    ExposureFacts,
    ConnectionFacts,
    IntentFacts,
    PluginFacts,
    ProtectionFacts,
    GateFacts {
  "acceptance-without-effect": AcceptanceFault & { readonly by: AcceptedCondition["by"] };
  "duplicate-key": {
    readonly key: string;
    /** Set where a merge behind it brings it again. */
    readonly isMerged?: boolean;
    /** How many objects are in the document, where each begins without a line that separates it. */
    readonly objects?: number;
  };
  "duplicate-object": {
    readonly kind: string;
    /** True for a policy that is evaluated: all of it is compared. */
    readonly isPolicy: boolean;
    /** How often it is there, 2 or more. */
    readonly copies: number;
    /** False where all copies say the same. */
    readonly differs: boolean;
    /** Set where the set has no policy that is evaluated: nothing hangs on which copy counts. */
    readonly isWithoutPolicy?: true;
  };
  "unserved-kind": {
    readonly apiVersion: string;
    readonly kind: string;
    /** The pair that was meant, as far as the kind tells. */
    readonly served?: { readonly apiVersion: string; readonly kind: string };
    /** Set where the version is newer than those that are known: a server may have it. */
    readonly isNewer?: true;
  };
  "label-key-not-string": { readonly written: string; readonly stored: string };

  "absent-from-input": AbsentFromInput;
  "namespace-label-not-automatic": UnsetNamespaceLabel;
  "peer-pods-only-elsewhere": SelectsNoPods;
  "selects-no-pods": SelectsNoPods;
  "peer-selects-no-pods": SelectsNoPods;
  "namespace-selector-matches-none": MatchesNoNamespace;
  "namespace-not-found": {
    readonly namespace: string;
    /** A namespace of the input that is called nearly the same, or that has the pods which the policies select. */
    readonly meant?: string;
    /** Namespaces of the input, the first few. */
    readonly known: readonly string[];
    /** How many policies are in it. */
    readonly policies: number;
  };
  "label-typo": LabelTypo;
  "named-port-unresolved": UnresolvedPort;
  "same-priority": SamePriority;
  "same-priority-conflict": SamePriority & { readonly witness: Witness };
  "unevaluated-policy-kinds": {
    /** Of one vendor; at least one. */
    readonly kinds: readonly { readonly apiVersion: string; readonly kind: string }[];
    /** The policy of Kubernetes that has the same kind, where the group is of no vendor that is known. */
    readonly namesake?: { readonly apiVersion: string; readonly kind: string };
    /** How many objects of any of them there are, in one set of manifests; undefined for several sets, which may share some. */
    readonly count: number | undefined;
    /** Set where they are no policies, and hold some. */
    readonly areWriters?: true;
    /** True where the input has no policy that is evaluated. */
    readonly isAll: boolean;
  };

  "policy-types-omits-direction": { readonly direction: Direction };
  "policy-types-implicit": { readonly adds: "ingress-beside-egress" | "ingress-alone" };
  "deny-egress-written-as-empty-list": {
    readonly written: "empty" | "null";
    readonly hasIngressRules: boolean;
  };
  "empty-list-means-all": {
    readonly field: string;
    readonly written: "empty" | "null" | "empty-item";
    readonly matches: "sources" | "destinations" | "ports" | "tcp-ports" | "ports-of-protocol";
    /** Of a list of peers: true where its rule lists ports, which it would not for nobody. */
    readonly hasPorts?: true;
  };
  "null-rule-allows-all": { readonly direction: Direction };
  "allow-all-rule": {
    readonly direction: Direction;
    /** How many rules stand beside it. */ readonly others: number;
    /** True where the policy restricts the other direction: its name may be about that one. */
    readonly isOtherClosed: boolean;
  };
  "rule-split-by-dash": { readonly direction: Direction };
  "selector-emptied-by-null": {
    /** The field or label that has no value. */
    readonly field: string;
    readonly effect:
      | "selects-every-pod-of-namespace"
      | "selects-every-pod"
      | "selects-own-namespace"
      | "selects-every-namespace"
      | "selects-everything"
      | "last-label-dropped"
      | "label-dropped"
      | "label-empty";
  };
  "selector-contradiction": {
    readonly key: string;
    /** What the key must fulfil at once; one condition alone contradicts what the server always sets. */
    readonly conditions: readonly Pick<Requirement, "operator" | "values">[];
    readonly of: "namespaces" | "pods" | "nodes";
  };
  "volatile-label-in-selector": {
    readonly key: string;
    readonly value: string;
    readonly changesWith: "rollout" | "release" | "run";
    /** `CronJob shop/backup`, where the value is its name, and its Jobs have others with every run. */
    readonly cronJob?: string;
  };
  "protocol-omitted": { readonly port: string; readonly service: "DNS" | "NTP" | "HTTP/3" };
  "cidr-host-bits": { readonly cidr: string; readonly corrected: string; readonly single?: string };
  "non-canonical-cidr": {
    readonly cidr: string;
    readonly corrected: string;
    readonly fault: "leading-zeros" | "ipv4-mapped" | "ipv6-form";
  };
  "namespace-unset": {
    readonly namespace: string;
    /** The namespace of the pods that it selects by their labels. */
    readonly meant: string;
  };
  "legacy-isolation-annotation": {
    readonly annotation: string;
    readonly namespace: string;
    /** True where it asks for isolation. */
    readonly isolates: boolean;
  };
  "empty-policy": { readonly kind: string };
  "unnamed-rule": {
    readonly direction: Direction;
    /** From 1. */
    readonly position: number;
    /** True where other rules of the policy have names. */
    readonly isUsual: boolean;
  };
  "deny-by-name-impossible": { readonly name: string };
  "domain-name-apex": { readonly pattern: string; readonly apex: string };
  "unlabelled-namespaces-not-denied": {
    /** The labels by which tenants are told apart. */
    readonly keys: readonly string[];
    /** True where the KEP's text counts too, by which it is the other way round (S-TEN-3). */
    readonly isContested: boolean;
    readonly direction: Direction;
    /** Namespaces of the input that lack one of the labels. */
    readonly unlabelled: Some;
  };
  "several-baselines": { readonly name: string; readonly first: string };
  "mixed-api-generations": { readonly tier: Tier };
  "ipv6-forgotten": { readonly cidr: string; readonly action: Action; readonly direction: Direction };
  "all-namespaces-not-internet": {
    /** The ports of the first rule, ascending. */
    readonly ports: readonly number[];
    /** The rules of the namespace that are written so. */
    readonly rules: readonly RuleName[];
  };
  "selector-label-replaced": {
    /** The label that a kustomization adds. */
    readonly key: string;
    readonly value: string;
    /** What is written instead: `app=web`. */
    readonly replaced: Some;
    readonly policies: Some;
    /** Workloads that these select now as well; undefined where they have come to select the same pods. */
    readonly others?: Some;
  };
  "workload-namespace-unset": {
    /** Where they go by default. */
    readonly namespace: string;
    /** That of the policies for them. */
    readonly meant: string;
    readonly workloads: Some;
    /** `NetworkPolicy shop/web`. */
    readonly policy: string;
  };
  "api-port-never-allowed": {
    /** `shop/operator`. */
    readonly workloads: Some;
    /** The ServiceAccount of the first of them that was found, and a role that it is bound to: `Role jobs`. */
    readonly account: string;
    readonly role: string;
  };
}
