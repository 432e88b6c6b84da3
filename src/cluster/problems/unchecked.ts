import type { SelectorFault } from "./violation.js";
import type { Verdict } from "../model/verdict.js";

/** The facts of each problem that an API server does not check: it stores the object, which does not do what it says, by code. */
export interface UncheckedFacts {
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
