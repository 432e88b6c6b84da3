import { succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { oncePer } from "../../base/collections/once-per.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import type { AskedService } from "./service.js";
import type { Endpoint, PodEndpoint } from "../../cluster/model/endpoint.js";
import type { Workload } from "../../cluster/model/cluster.js";

/** What a name stands for: the endpoints behind it, which policies may tell apart. */
export interface Resolved {
  /** How the endpoint is shown: `shop/web`, `10.0.0.0/8`, `internet`. */
  readonly shownAs: string;
  /** Its kind for people: Deployment, Node … */
  readonly kind: string;
  /** All of them, those behind Services too. */
  readonly endpoints: readonly Endpoint[];
  /** The Services through which some of the endpoints are reached; only what is sent to can have any. */
  readonly services?: readonly AskedService[];
  /** The workload, where it is one: its own replicas are told apart from it. */
  readonly workload: Workload | undefined;
  /** Set where the destination was asked for by name and found by its address. */
  readonly domain?: string;
  readonly notes: readonly ResolutionNote[];
}

/** What is worth saying about how a name was understood; none of these changes the answer. */
export type ResolutionNote =
  /** A bare name that only one namespace has. */
  | { readonly code: "only-in-namespace"; readonly name: string; readonly namespace: string }
  /** A pod that is shown as the workload that owns it. */
  | { readonly code: "shown-as-owner"; readonly pod: string; readonly owner: string }
  /** A name that a Service has and no pod or workload. */
  | { readonly code: "is-a-service"; readonly name: string }
  /** A Service that only stands for another name (S-VIP-2). */
  | { readonly code: "external-name"; readonly service: string; readonly name: string }
  /** A name of the cluster's DNS: what it leads to is asked about (S-FQ-5). */
  | { readonly code: "name-of-service"; readonly name: string; readonly service: string }
  | { readonly code: "name-of-pod"; readonly name: string; readonly pod: string }
  /** A workload or pod is called like a Service that leads to other ports. */
  | {
      readonly code: "service-of-same-name";
      readonly name: string;
      /** As it can be typed: `payments/svc/api`. */
      readonly service: string;
      /** `443 → 8443`. */
      readonly ports: readonly string[];
    }
  /** What `--dns` answers for a name, where that is more than addresses (S-FQ-6). */
  | {
      readonly code: "dns-answer";
      readonly name: string;
      /** The names that it stands for, one after the other. */
      readonly chain: readonly string[];
      readonly addresses: readonly string[];
      /** In seconds; null where nothing tells. */
      readonly ttl: number | null;
    }
  /** Addresses of Services inside of a block are left out. */
  | { readonly code: "service-addresses-left-out"; readonly count: number };

/** Why a name stands for nothing; facts for the message. */
export type Unresolved =
  | { readonly code: "not-a-name"; readonly text: string }
  | { readonly code: "invalid-address"; readonly text: string }
  /** Policies never see by which name something is called that sends. */
  | { readonly code: "domain-as-source"; readonly name: string }
  /** A name below the cluster's domain that has no form of one. */
  | { readonly code: "not-a-cluster-name"; readonly name: string; readonly clusterDomain: string }
  | {
      readonly code: "not-found";
      readonly kind: string | undefined;
      readonly namespace: string | undefined;
      readonly name: string;
      readonly suggestions: readonly string[];
      readonly others: readonly string[];
    }
  /** Nothing of the input is in the namespace of a hypothetical pod, though the input tells which namespaces there are. */
  | { readonly code: "new-namespace"; readonly namespace: string; readonly suggestions: readonly string[] }
  | { readonly code: "no-namespace"; readonly namespace: string; readonly suggestions: readonly string[] }
  | { readonly code: "ambiguous"; readonly name: string; readonly candidates: readonly string[] }
  /** Traffic comes from pods, never from a Service. */
  | { readonly code: "service-as-source"; readonly name: string; readonly behind: readonly string[] }
  /** A name with addresses of Services and others, or an ExternalName that stands for another one. */
  | { readonly code: "several-destinations"; readonly name: string; readonly service: string }
  /** An ExternalName that stands for an address: no server of DNS answers with it (S-VIP-2). */
  | { readonly code: "alias-of-address"; readonly service: string; readonly address: string }
  | { readonly code: "nothing-in-block"; readonly text: string }
  /** An Ingress or route says who connects; it is no end of traffic itself (S-ING-1). */
  | {
      readonly code: "route-as-end";
      readonly kind: string;
      readonly name: string;
      /** What it leads to, and whose pods connect: `shop/svc/web`, `edge/nginx`. */
      readonly behind: readonly string[];
      readonly connecting: readonly string[];
    };

/** What a name comes to: endpoints, or why it has none. */
export type Resolution = Attempt<Resolved, Unresolved>;

/** What stands for endpoints that no Service leads to, as what a name comes to. */
export function found(...made: Parameters<typeof resolvedEnds>): Resolution {
  return succeeded(resolvedEnds(...made));
}

/** What stands for endpoints that no Service leads to. */
export function resolvedEnds(
  as: { shownAs: string; kind: string; workload?: Workload },
  endpoints: readonly Endpoint[],
  notes: readonly ResolutionNote[] = [],
): Resolved {
  return { shownAs: as.shownAs, kind: as.kind, workload: as.workload, endpoints, notes };
}

/** A workload with all of its pods. */
export function resolvedWorkload(workload: Workload, notes: readonly ResolutionNote[] = []): Resolved {
  const as = { shownAs: qualifiedName(workload), kind: workload.kind, workload };
  return resolvedEnds(as, workload.members, notes);
}

/** One pod, by itself. */
export function podFound(
  pod: PodEndpoint,
  shownAs: string,
  notes: readonly ResolutionNote[] = [],
): Resolution {
  return found({ shownAs, kind: pod.kind }, [aloneOf(pod)], notes);
}

/** A pod by itself, the same one each time: what was found out about it holds for the next question too. */
const aloneOf = oncePer((pod: PodEndpoint): PodEndpoint => ({ ...pod, replicas: 1 }));
