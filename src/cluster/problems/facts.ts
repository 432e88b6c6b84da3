import type { AcceptanceFault, AcceptedCondition } from "./condition.js";
import type { BuildDoubt } from "../../source/kustomize/unbuildable.js";
import type { DropEffect, SelectorFault, Violation } from "./violation.js";
import type { Action, Direction, Tier } from "../model/policy.js";
import type { ConnectionFacts } from "./connections.js";
import type { IntentFacts } from "./intents.js";
import type { PluginFacts } from "./plugins.js";
import type { ProofFacts, RuleName } from "./proofs.js";
import type { ExposureFacts } from "./exposure.js";
import type { ReadProblemCode } from "../../source/manifest/problem.js";
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
import type { TemplateDoubt } from "../../source/template/doubt.js";
import type { GateLoosening } from "./gate.js";
import type { Suppression } from "./suppression.js";
import type { Requirement } from "../model/selector.js";
import type { Verdict } from "../model/verdict.js";

/**
 * The facts of each problem that reading and decoding can raise, by code. The code is the id of the rule that words it;
 * facts are data, English is made in the rule.
 */
export interface ProblemFacts extends ProofFacts, ExposureFacts, ConnectionFacts, IntentFacts, PluginFacts {
  "not-analysed": {
    readonly reason: ReadProblemCode | InputProblem;
    readonly detail?: string;
    /** Of a kind that is forbidden: the namespaces in which it could be read. */
    readonly readIn?: readonly string[];
    /** Of a kind that a cluster did not show for another reason: what it answered. */
    readonly why?: string;
    /** Of what is not rendered: why it may hold a policy. */
    readonly doubt?: RenderDoubt;
  };
  "acceptance-without-effect": AcceptanceFault & { readonly by: AcceptedCondition["by"] };
  "duplicate-key": {
    readonly key: string;
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

  schema: OfObject & { readonly field: string; readonly violation: Violation };
  cel: OfObject & { readonly field: string; readonly rule: string };
  "unknown-field": UnknownFieldFacts;
  "wrong-case-field": UnknownFieldFacts;
  "label-not-string": {
    readonly part: "label value" | "selector key" | "selector operator" | "selector value";
    readonly written: string;
    readonly actual: "boolean" | "number";
  };
  "limits-exceeded": OfObject & {
    readonly field: string;
    readonly limit: number;
    readonly count: number;
    readonly unit: "items" | "fields" | "characters" | "bytes";
  };
  "invalid-selector": { readonly fault: SelectorFault };
  "invalid-cidr": OfObject & {
    readonly cidr: string;
    readonly fault: "not-a-cidr" | "leading-zeros" | "ipv4-mapped" | "host-bits" | "too-long";
    /** The same block as it should be written, where that is clear. */
    readonly corrected?: string;
    /** The one address that is written, where it may be what was meant. */
    readonly single?: string;
  };
  "except-outside-cidr": { readonly except: string; readonly cidr: string };
  "invalid-port-range": {
    readonly fault: "end-not-above-start" | "end-below-start" | "no-start" | "named-start";
    readonly start?: string;
    readonly end: string;
  };
  "invalid-domain-name": OfObject & {
    readonly name: string;
    readonly fault: "double-wildcard" | "inner-wildcard" | "single-label" | "characters";
  };
  "invalid-action-for-kind": OfObject & {
    readonly action: string;
    readonly kind: string;
    readonly allowed: readonly string[];
    /** The word of this kind for the same action, or the nearest one. */
    readonly meant?: string;
  };
  "named-port-with-ip-peer": OfObject & {
    readonly port: string;
    readonly peer: "networks" | "nodes" | "domainNames" | "ipBlock";
    readonly isRefused: boolean;
  };
  "domain-names-in-baseline": OfObject & { readonly names: readonly string[]; readonly isRefused: boolean };
  "domain-names-without-accept": OfObject & {
    readonly names: readonly string[];
    readonly action: string;
    readonly isRefused: boolean;
  };
  "baseline-not-default": { readonly name: string };
  "removed-api-version": {
    readonly apiVersion: string;
    readonly removedIn: string;
    readonly replacement: string;
  };

  "older-shape-selects-everything": OlderShapeSelectsEverything;

  "unchecked-selector": { readonly fault: SelectorFault };
  "unchecked-port-range": { readonly start: string; readonly end: string };
  "unchecked-protocol": { readonly protocol: string; readonly meant?: string };
  "unchecked-cidr": { readonly cidr: string; readonly corrected?: string };
  "unchecked-action": {
    readonly action: string;
    readonly allowed: readonly string[];
    readonly meant?: string;
  };
  "named-port-empty": { readonly field: string };
  "domain-name-is-address": { readonly name: string };
  "cluster-scoped-namespace": { readonly kind: string; readonly namespace: string };

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
    /** How many objects of any of them there are, in one set of manifests; undefined for several sets, which may share some. */
    readonly count: number | undefined;
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
    readonly changesWith: "rollout" | "release";
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
  "no-default-deny": {
    readonly namespaces: Some;
    readonly directions: readonly Direction[];
    /** Namespaces that have one for these directions. */
    readonly others: Some;
    /** Workloads of the namespaces that no policy isolates in one of these directions. */
    readonly open: Some;
    /** Policies of the first namespace that select no pod, where workloads are open. */
    readonly idle: Some;
    /** True where it is asked at the labels of these policies whether they are meant for all that is open. */
    readonly isToldAtLabels: boolean;
    /** True where one of the namespaces is closed by default in the other direction. */
    readonly isClosedOtherwise: boolean;
    /** True for one namespace that nothing here names: whoever applies the policies does. */
    readonly isUnset: boolean;
  };
  "workload-unprotected": {
    readonly namespace: string;
    /** At least one. */
    readonly directions: readonly Direction[];
    readonly workloads: Some;
    /** Policies of the namespace that select no pod. */
    readonly idle: Some;
    /** True where it is asked at the labels of these policies whether they are meant for the workloads. */
    readonly isToldAtLabels: boolean;
    /** How many others of the namespace policies select. */
    readonly selected: number;
  };
  "egress-unrestricted": {
    readonly namespaces: Some;
    readonly policies: number;
    /** Namespaces with a policy for egress. */
    readonly others: Some;
  };

  "gate-loosened": {
    readonly loosening: GateLoosening;
    /** What the state before is called. */
    readonly since: string;
    /** False where it has no effect. */
    readonly counts: boolean;
  };
  "stale-baseline-entry": {
    readonly rule: string;
    /** Empty for what was in no object. */
    readonly object: string;
    /** How many findings more than there are. */
    readonly missing: number;
  };
  "unused-suppression": { readonly rule: string; readonly by: Suppression["by"] };
  "suppression-without-reason": { readonly rules: readonly string[]; readonly by: Suppression["by"] };
  "suppression-expired": { readonly rules: readonly string[]; readonly until: string };
  "invalid-suppression":
    | { readonly fault: "syntax"; readonly by: Suppression["by"] }
    | { readonly fault: "unknown-rule"; readonly rule: string; readonly meant?: string }
    /** A rule whose findings always count: what was not read, what is wrong with suppressions themselves. */
    | { readonly fault: "input" | "gate"; readonly rule: string };
  "selector-label-replaced": {
    /** The label that a kustomization adds. */
    readonly key: string;
    readonly value: string;
    /** What is written instead: `app=web`; at least two. */
    readonly replaced: Some;
    readonly policies: Some;
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

/** A policy of an older release's shape that a later one stores silently as one about every namespace. */
interface OlderShapeSelectsEverything {
  /** `AdminNetworkPolicy tenants`. */
  readonly policy: string;
  /** A bundle that takes it as it is: `v0.1.1`. */
  readonly bundle: string;
  /** The releases that have its shape: `v0.1.0 to v0.1.2`. */
  readonly shape: string;
  /** The fields that are dropped, by name. */
  readonly fields: readonly string[];
  /** What becomes of the flows of the input; undefined where it has no pods. */
  readonly flows?: ChangedFlows | "too-many";
}

interface ChangedFlows {
  readonly opened: number;
  readonly closed: number;
  /** What becomes of the finding's flow; its own verdict is what was meant. */
  readonly asStored?: Verdict;
}

/** What the facts of a refused object have in common, where another release of its kind may take it. */
interface OfObject {
  /** Releases that accept the object as it is: `v0.1.8/experimental`. */
  readonly acceptedBy?: readonly string[];
}

interface UnknownFieldFacts extends OfObject {
  readonly name: string;
  /** The field that it stands in, `spec.podSelector`; empty at the root. */
  readonly parent: string;
  /** The field that was meant, as far as its name tells. */
  readonly meant?: string;
  /** A field beside it under which it belongs, where only its indentation is wrong. */
  readonly belongsUnder?: string;
  /**
   * The field of another shape that it is, or nearly is, and the releases that have that: `v0.1.0 to v0.1.2`; with the
   * one member that is written below it.
   */
  readonly ofShape?: {
    readonly field: string;
    readonly releases: string;
    readonly holds?: string;
    /** How this shape says the same. */
    readonly instead?: { readonly field: string; readonly keys: readonly string[] };
  };
  readonly effect: DropEffect;
}

/** Why what is not rendered may hold a policy. */
export interface RenderDoubt {
  readonly code: TemplateDoubt["code"] | ChartDoubtCode | BuildDoubt["code"];
  /** A line, a function, a kind, a dependency: what it is about. */
  readonly text: string;
  readonly file: string;
}

type ChartDoubtCode =
  /** A document of this kind: a policy, a list, a Namespace, or one that is not known. */
  | "kind"
  /** A dependency that is not in the chart's folder. */
  | "chart-dependency"
  /** An archive, or another file where charts stand. */
  | "chart-archive"
  /** A link, or what is neither file nor folder. */
  | "chart-link"
  /** A file that cannot be read. */
  | "chart-file"
  /** A value of several lines. */
  | "chart-lines";

/** Why a file was not read at all, or a rule not decided. */
export type InputProblem =
  | "file-too-large"
  | "too-many-files"
  | "total-too-large"
  | "timeout"
  | "not-a-file"
  | "not-readable"
  | "symbolic-link"
  | "invalid-utf-8"
  | "invalid-utf-16"
  | "broken-gzip"
  /** Its facts were written in a form that this program does not know, or do not hold what they should. */
  | "unknown-snapshot-version"
  | "broken-snapshot"
  /** A chart that may hold a policy, once it is rendered. */
  | "helm-template"
  /** A kustomization that takes more than is done here. */
  | "kustomize-build"
  /** A template outside of a chart, of which the same is true. */
  | "template"
  /** What holds no policy and was not rendered, where that is not to pass. */
  | "not-rendered"
  /** A patch of a kustomization that may change a policy. */
  | "patch"
  /** A policy that is not filled in yet. */
  | "placeholder"
  | "no-api-version"
  /** A policy's version that the cluster serves and that is not known here. */
  | "unknown-version"
  /** A CRD's check of a policy that was not evaluated: whether the server takes the policy is not known. */
  | "crd-check-unsupported"
  | "crd-check-too-slow"
  | "crd-check-too-large"
  | "crd-check-not-run"
  /** Of a cluster: whoever asked may not list a kind. */
  | "forbidden"
  /** Not of a file, but of the findings themselves. */
  | "too-many-findings"
  /** Of a rule that would take too long on this input. */
  | "too-much-work"
  | "out-of-time";
