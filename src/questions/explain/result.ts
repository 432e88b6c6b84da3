import type { RepeatedNote } from "../../cluster/model/repeated-note.js";
import type { AddressSet } from "../../base/net/address-set.js";
import type { Family } from "../../base/net/address.js";
import type { Labels } from "../../cluster/model/labels.js";
import type { LeaningPoint } from "../../semantics/match/profile.js";
import type {
  Implementer,
  MissingController,
  RouteController,
} from "../../cluster/model/route-controllers.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { Outcome } from "../../semantics/evaluate/entry.js";
import type { Protocol, Traffic } from "../../base/net/traffic.js";
import type { ServicePath } from "../../cluster/model/service-path.js";
import type { ResolutionNote } from "../query/resolution.js";
import type { Step } from "../../semantics/evaluate/step.js";
import type { Unsettled } from "../../semantics/match/unsettled.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/** An end of a result, for people and programs. */
export interface ResultEndpoint {
  /** `ns/pod/name`, `ns/deployment/name`, `node/name`, `ip/10.0.0.0/8`, `domain/example.com`. */
  readonly id: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly labels: Labels | undefined;
  /** Its addresses; of a piece of a block, the addresses that this result is about. Empty where unknown. */
  readonly addresses: AddressSet;
  /** The names of the pods that it stands for. */
  readonly pods: readonly string[];
  /** The ids of all that it stands for: pods, templates, nodes, addresses. */
  readonly members: readonly string[];
  /** How it is shown: `shop/web`. */
  readonly shownAs: string;
  /** True where it is all of what was asked for, in its address family. */
  readonly isWhole: boolean;
}

/** One direction of a result. */
export interface ResultSide {
  readonly verdict: Verdict;
  readonly outcomes: readonly Outcome[];
  readonly reasons: readonly Unsettled[];
  readonly steps: readonly Step[];
}

/** One answer: a group of traffic between two ends that the same steps decide. */
export interface Result {
  readonly from: ResultEndpoint;
  readonly to: ResultEndpoint;
  readonly family: Family | undefined;
  readonly traffic: Traffic;
  readonly verdict: Verdict;
  readonly outcomes: readonly Outcome[];
  readonly reasons: readonly (Unsettled | MissingEnd)[];
  /** False where there were too many possibilities to compare: an `unknown` may be definite. */
  readonly isExact: boolean;
  /** The verdict if policies that are refused or could not be read have no effect; undefined where it is the same. */
  readonly withoutMissing: Verdict | undefined;
  readonly egress: ResultSide;
  readonly ingress: ResultSide;
  /** Readings of open points that this verdict rests on: the texts lean one way, and other readings differ (S-V-1). */
  readonly leanings: readonly LeaningPoint[];
  readonly isLoopback: boolean;
  /** True where a pod reaches itself through a Service (S-LOOP-2). */
  readonly isHairpin: boolean;
  /** The way through a Service; undefined where there is none. */
  readonly path: ServicePath | undefined;
  /** Set where a controller makes the flow for a route. */
  readonly route?: ResultRoute;
  /** Where two policies of one priority disagree: the priorities next to it that no policy of their tier has. */
  readonly freePriorities: readonly number[];
}

/** The two ends have no address family in common, nothing is known to stand behind a Service, or a route names none that is there. */
export interface MissingEnd {
  readonly type: "fact";
  readonly code: "no-common-family" | "no-backends" | "no-service" | "no-service-port";
}

/** The route for which a controller makes a flow (S-ING-1). */
export interface ResultRoute {
  readonly ref: ObjectRef;
  /** Why it is not known who the controller is; empty where it is. */
  readonly missing: readonly MissingController[];
}

/** The answer to a question about two endpoints. */
export interface Explanation {
  readonly from: ResultEndpoint;
  readonly to: ResultEndpoint;
  readonly results: readonly Result[];
  /** Of what is sent to a Service: how many of its backends are let be reached on every port that is asked for. */
  readonly backends?: { readonly allowed: number; readonly total: number };
  /** The ports that the destination declares, where none was asked for: what the answer is about first of all. */
  readonly declared?: Traffic | undefined;
  readonly notes: readonly Note[];
}

/** Something to know beside the verdict; facts, the report makes the sentences. */
export type Note =
  | ResolutionNote
  /** No address is in the input: IPv4 is taken. */
  | { readonly code: "family-assumed" }
  | { readonly code: "namespace-not-in-input"; readonly namespace: string }
  /** A workload of one replica to itself is the pod itself. */
  | { readonly code: "the-pod-itself"; readonly name: string }
  | { readonly code: "no-replicas"; readonly name: string }
  | { readonly code: "no-address-yet"; readonly name: string }
  /** A pod that has been deleted and has not ended yet. */
  | { readonly code: "terminating"; readonly name: string }
  /** Accepted by address: other names on the same address are reachable too (S-FQ-6). */
  | { readonly code: "accepted-by-name" }
  /** Not allowed by its name, which rules that accept other names don't look at (S-FQ-6). */
  | { readonly code: "names-may-share-addresses" }
  /** Accepting a name does not allow the DNS that it needs (S-FQ-4). */
  | { readonly code: "name-must-resolve" }
  | {
      readonly code: "dns-first";
      /** The DNS pods that would be asked: `kube-system/coredns`. */
      readonly to: string;
      readonly from: string;
      /** What UDP 53 and TCP 53 to them come to, each verdict once. */
      readonly verdicts: readonly Verdict[];
      /** The same for each protocol. */
      readonly protocols: readonly { readonly protocol: Protocol; readonly verdicts: readonly Verdict[] }[];
      /** The policies that decided: `ClusterNetworkPolicy allow-dns`. */
      readonly policies: readonly string[];
    }
  /** What a port name that decides resolves to on the destination (U-13). */
  | {
      readonly code: "port-name";
      readonly name: string;
      readonly pod: string;
      readonly ports: readonly { readonly protocol: Protocol; readonly port: number }[];
    }
  | { readonly code: "own-node-ingress" }
  /** An agent on the nodes answers for the metadata address: its traffic is rewritten before policy, on some plugins or all. */
  | { readonly code: "metadata-rewritten"; readonly daemonSet: string }
  /** Who connects to the backends of a route, as far as the input tells; what clients send to it is not asked here. */
  | (Implementer & {
      readonly code: "route-controller";
      readonly route: string;
      readonly connecting: RouteController["type"];
      /** Those whose pods connect. */
      readonly workloads: readonly string[];
      readonly missing?: MissingController;
    })
  /** What a route leads to beside Services. */
  | { readonly code: "backends-of-other-kinds"; readonly route: string; readonly kinds: readonly string[] }
  /** Backends that do not declare the port that a Service names are sent nothing (S-VIP-4). */
  | {
      readonly code: "backends-without-port";
      readonly service: string;
      /** What the pods don't declare, or the name that lists of endpoints don't have. */
      readonly port: string;
      readonly backends: readonly string[];
      /** True where the endpoints are listed, not selected. */
      readonly isListed?: true;
    }
  /** `loadBalancerSourceRanges` restricts a load balancer alone: not the Service's node ports, nor its external addresses. */
  | { readonly code: "ways-around-balancer"; readonly service: string; readonly hasAddresses: boolean }
  /** Which of the backends are used depends on nodes (internalTrafficPolicy, externalTrafficPolicy: Local). */
  | { readonly code: "backends-of-node-only"; readonly service: string; readonly client: "pod" | "outside" }
  /** A node's port leads to a pod on it; whether it does hangs on where the pod runs, if nothing tells. */
  | {
      readonly code: "host-port";
      readonly node: string;
      readonly protocol: Protocol;
      readonly port: number;
      readonly pod: string;
      readonly podPort: number;
      readonly isSure: boolean;
    }
  /** Node ports of Services are asked about as ports of the node unless they are named. */
  | { readonly code: "node-ports-not-followed"; readonly ports: readonly number[] }
  | RepeatedNote
  | { readonly code: "foreign-policies"; readonly kinds: readonly string[] }
  | { readonly code: "two-replicas"; readonly name: string };
