import type { Labels } from "../model/labels.js";
import type { ContainerPort } from "../model/endpoint.js";
import type { Tier } from "../model/policy.js";

/** Policies that share a tier and a priority, by two of them. */
export interface SamePriority {
  readonly tier: Tier;
  readonly priority: number;
  /** `ClusterNetworkPolicy lab`: the one at which the finding stands. */
  readonly policy: string;
  readonly other: string;
  /** How many policies have the priority, these two included. */
  readonly count: number;
}

/** A flow that two policies decide differently. */
export interface Witness {
  readonly from: WitnessEnd;
  readonly to: WitnessEnd;
  /** The traffic; undefined where it is all there is. */
  readonly traffic: WitnessTraffic | undefined;
  /** What becomes of it if the policy goes first, and if the other one does. */
  readonly outcome: "allowed" | "denied";
  readonly otherOutcome: "allowed" | "denied";
}

/** A port, every port of a protocol, or the protocols that have none. */
export type WitnessTraffic =
  | { readonly protocol: ContainerPort["protocol"]; readonly port: number | undefined }
  | { readonly protocol: "other" };

/** Something of the input by its name, or a pod that there may be. */
export type WitnessEnd =
  | { readonly type: "existing"; readonly name: string }
  | {
      readonly type: "hypothetical";
      readonly labels: Labels;
      /** Its namespace, where that is in the input; else the labels of one that there may be. */
      readonly namespace: string | undefined;
      readonly namespaceLabels: Labels;
    };
