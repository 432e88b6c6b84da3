import type { Direction } from "../model/policy.js";
import type { Some } from "./selection.js";

/** The facts of what no policy restricts, by code: namespaces without a default, workloads that nothing selects. */
export interface ProtectionFacts {
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
    /** True where some rule of another tier denies something to one of the workloads. */
    readonly isDeniedInPart: boolean;
  };
  "egress-unrestricted": {
    readonly namespaces: Some;
    readonly policies: number;
    /** Namespaces with a policy for egress. */
    readonly others: Some;
  };
}
