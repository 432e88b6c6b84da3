import type { Direction } from "../model/policy.js";
import type { LabelCondition } from "../model/selector.js";
import type { Protocol } from "../../base/net/traffic.js";
import type { Some } from "./selection.js";

/** The facts of problems that compare what a policy says with what was plainly meant. */
export interface IntentFacts {
  "peer-or-instead-of-and": PeerOrInsteadOfAnd;
  "dns-port-never-allowed": {
    /** Missing where the policy does not name it: whoever applies it does. */
    readonly namespace?: string | undefined;
    /** True where policies are for OpenShift, whose DNS listens on another port. */
    readonly isOnOpenshift: boolean;
    /** Where the input has pods there. */
    readonly workloads?: Some;
    /** Where it has none: the names of the policies. */
    readonly policies?: Some;
  };
  /** Of a rule for the namespace of DNS, or for every pod: `isForAll`. */
  "openshift-dns-port": { readonly protocol: Protocol; readonly isForAll?: boolean };
  "host-network-subject": { readonly pods: Some };
  "host-network-peer": { readonly pods: Some };
  "port-not-declared": PortNotDeclared;
  "service-address-as-peer": {
    readonly cidr: string;
    /** `shop/db`; undefined for a block of Service addresses. */
    readonly service: string | undefined;
    readonly labels: readonly string[];
  };
  "selector-matches-all-by-negation": {
    readonly condition: LabelCondition;
    readonly of: "namespaces" | "pods";
    /** A namespace that is meant to be excluded, and is not: its name is one of the values. */
    readonly meant: string | undefined;
  };
  "named-port-ambiguous": {
    readonly port: string;
    /** In order, with a pod that has each: at least two. */
    readonly numbers: readonly { readonly number: number; readonly pod: string }[];
  };
  "domain-name-in-cluster": { readonly name: string };
  "domain-name-too-broad": {
    readonly pattern: string;
    /** A suffix under which anybody can register names, or a host that many share. */
    readonly kind: "public-suffix" | "shared-host";
  };
  "subject-label-editable-by-tenant": { readonly keys: readonly string[] };
}

/** Two peers of which one was meant: what each selects, and what both would together. */
interface PeerOrInsteadOfAnd {
  readonly direction: Direction;
  /** What the two are read as: every pod of these namespaces, or these pods of the own one. */
  readonly namespaces: string;
  readonly pods: string;
  readonly own: string;
  /** The namespaces in which pods have these labels, the first few; none of them the own one. */
  readonly elsewhere: readonly string[];
  /** True where the namespaces are all there are: the other peer then adds nothing. */
  readonly isEveryNamespace: boolean;
}

/** Ports of a rule, and those that its destinations declare. */
interface PortNotDeclared {
  readonly direction: Direction;
  readonly protocol: Protocol;
  /** At least one. */
  readonly ports: readonly number[];
  readonly declared: readonly number[];
  readonly pod: string;
}
