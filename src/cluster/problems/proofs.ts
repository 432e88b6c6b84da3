import type { Direction } from "../model/policy.js";

/** A rule as it is named in words. */
export interface RuleName {
  /** `ClusterNetworkPolicy tenants`. */
  readonly policy: string;
  readonly direction: Direction;
  /** From 1. */
  readonly position: number;
  readonly name: string | undefined;
}

/** Rules behind a claim, those first that matter first; `more` counts those that are not listed. */
export interface RuleNames {
  readonly first: readonly RuleName[];
  readonly more: number;
}

/**
 * For which clusters a claim is proven: any at all, by what the policies say alone; any that has no other policies; or the one
 * of the input. Where a network plugin is named, only as that one enforces them.
 */
export type ProofScope = (
  | { readonly type: "any-cluster" }
  | { readonly type: "policies-alone" }
  | { readonly type: "this-cluster"; readonly workloads: number }
) & { readonly plugin?: string };

/** Which part of a rule a claim is about. */
export type RulePart = "rule" | "peer" | "port";

/** Why a rule comes before another one: both are of one policy, or of one tier, or its tier is asked first. */
export type Precedence = "rules" | "policies" | "tiers";

/** A rule, or a part of one, that others decide first. */
export interface DecidedBefore {
  readonly rule: RuleName;
  readonly part: RulePart;
  readonly by: RuleNames;
  readonly scope: ProofScope;
}

/** The facts of the rules that prove something about all flows of a cluster. */
export interface ProofFacts {
  "shadowed-rule": DecidedBefore & { readonly precedence: Precedence };
  "partially-shadowed-rule": DecidedBefore;
  "overridden-by-admin-tier": DecidedBefore;
  "isolation-bypassed-by-admin-tier": {
    readonly rule: RuleName;
    /** The first policies that isolate some of the pods: `NetworkPolicy shop/db`. */
    readonly isolatedBy: readonly string[];
    /** How many more do. */
    readonly more: number;
    /** How many workloads it opens against their own policies. */
    readonly opened: number;
    readonly scope: ProofScope;
  };
  "baseline-never-reached": {
    readonly policy: string;
    readonly direction: Direction;
    /** How many workloads it selects. */
    readonly selected: number;
    readonly scope: ProofScope;
  };
  "pass-to-nothing": { readonly rule: RuleName; readonly scope: ProofScope };
  "redundant-rule": {
    readonly rule: RuleName;
    readonly by: RuleNames;
    readonly scope: ProofScope;
    /** True where both have the same peers, and the other one more ports: each may have a purpose of its own. */
    readonly isForFewerPorts: boolean;
    /** True for a rule for DNS alone, which is meant to stay when the other one is narrowed. */
    readonly isForDns: boolean;
    /** True where comments say what both are for, and that the other one is open to more. */
    readonly isSaid: boolean;
    /** Further rules that the same one makes redundant, where they are told together. */
    readonly also?: readonly RuleName[];
  };
  "redundant-policy": {
    readonly policy: string;
    /** The policies that do the same together. */
    readonly by: readonly string[];
    readonly more: number;
    readonly scope: ProofScope;
    /** True for one that allows DNS alone: whoever narrows the others means it to stay. */
    readonly isForDns: boolean;
    /** True for one whose name policies of several other namespaces have: each namespace is meant to have such a policy. */
    readonly isOfEach: boolean;
    /** Others that the same policy makes redundant. */
    readonly also?: readonly string[];
  };
  "vacuous-policy": {
    readonly policy: string;
    readonly why: "decided-before" | "leads-where-all-leads" | "not-isolated";
    readonly by: RuleNames;
    readonly scope: ProofScope;
  };
  "allow-all-cancels-deny": {
    readonly policy: string;
    /** Others that the same rule cancels, where they are told together. */
    readonly also?: readonly string[];
    readonly direction: Direction;
    readonly by: RuleName;
    readonly scope: ProofScope;
  };
  "except-reopened": {
    readonly rule: RuleName;
    readonly except: string;
    readonly cidr: string;
    readonly by: RuleNames;
    readonly scope: ProofScope;
  };
  "one-sided-flow": {
    readonly rule: RuleName;
    /** The first workloads that its peer selects (`shop/db`), or where the input has no pods, what selects them (`shop/app=db`). */
    readonly peers: readonly string[];
    readonly morePeers: number;
    /** What denies at the other end: `NetworkPolicy shop/db`. */
    readonly deniedBy: string;
    /** How many other policies deny it to some of the peers. */
    readonly moreDeniers: number;
    /** How many other peers, of any rules, it denies as well. */
    readonly others: number;
    readonly scope: ProofScope;
  };
}
