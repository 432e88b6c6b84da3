import type { Block } from "../../base/net/address.js";
import type { ObjectRef } from "./object-ref.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Protocol } from "../../base/net/traffic.js";
import type { Selector } from "./selector.js";

/**
 * Which side of a flow decides: egress of the source, or ingress of the destination. Each is walked by itself
 * (S-EV-3).
 */
export type Direction = "egress" | "ingress";

/** Both directions in the order in which they are shown: the way that the traffic goes. */
export const DIRECTIONS: readonly Direction[] = ["egress", "ingress"];

/** The tiers in the order of evaluation; behind the last one, the default allows (S-EV-10). */
export const TIERS = ["Admin", "NetworkPolicy", "Baseline"] as const;

/**
 * An ordered tier (Admin, Baseline) is decided by its first matching rule. The isolating tier (NetworkPolicy) denies
 * what a policy selects unless some rule allows it.
 */
export type Tier = (typeof TIERS)[number];

/** The highest priority that the APIs take, which is the lowest precedence. */
export const LAST_PRIORITY = 1000;

/** What a rule does with what it matches; Allow of v1alpha1 is Accept. */
export type Action = "Accept" | "Deny" | "Pass";

/**
 * Which of the APIs a policy comes from. Only whether two come from one matters, for what two APIs do together is not
 * defined (S-PRI-5); which there are, the table of kinds knows alone.
 */
export type Generation = string;

/** The one form that every kind of policy decodes into. Evaluation knows tiers, never kinds. */
export interface Policy {
  readonly ref: ObjectRef;
  readonly origin: Origin;
  readonly tier: Tier;
  readonly generation: Generation;
  /** Precedence inside an ordered tier, 0 first; undefined where the kind has none. */
  readonly priority: number | undefined;
  /** True where it isolates the pods that it selects; by the design of 2016, their namespace does (S-LEG-1). */
  readonly isolates: boolean;
  readonly subject: PodSelection;
  /** The rules by direction; undefined where the policy does not act in that direction. */
  readonly rules: Readonly<Record<Direction, RuleList | undefined>>;
  /** Rules of a direction that the policy does not act in: they decide nothing, but an implementation may stumble over them. */
  readonly idle?: RuleList;
}

/**
 * The rules of one direction, in the order in which they are written. They are decoded when they are asked for: of a
 * cluster's policies, one flow concerns a few.
 */
export class RuleList {
  /** Isolating tier: the value that isolates the pod (the list, `policyTypes`, or the spec that leaves both out). */
  readonly origin: Origin;
  readonly #decode: () => readonly Rule[];
  #rules: readonly Rule[] | undefined;

  constructor(origin: Origin, decode: () => readonly Rule[]) {
    this.origin = origin;
    this.#decode = decode;
  }

  get rules(): readonly Rule[] {
    this.#rules ??= this.#decode();
    return this.#rules;
  }
}

/**
 * One rule of a policy, in the form that all kinds decode into. It matches where one of its peers and one of its ports
 * do.
 */
export interface Rule {
  /** From 0. */
  readonly index: number;
  readonly name: string | undefined;
  readonly action: Action;
  readonly actionOrigin: Origin | undefined;
  readonly peers: Peers;
  readonly ports: Ports;
  readonly origin: Origin;
  /** The member that is not known, in input that a server has accepted: the rule fails closed (S-FC-1). */
  readonly failsClosed?: Origin;
  /** Set where the action is a word that the API does not know: it acts as Deny for what it matches (S-FC-4). */
  readonly unknownAction?: string;
}

/** A rule of a policy with its direction. */
export interface DirectedRule {
  readonly policy: Policy;
  readonly direction: Direction;
  readonly rule: Rule;
}

/** The peers of a rule: all, or any of some (an empty list matches nothing, as in the 2016 design). */
export type Peers =
  | { readonly all: true }
  | { readonly all: false; readonly items: readonly Peer[]; readonly origin: Origin };

/** What a rule compares the other end with. Several peers of a rule are alternatives. */
export type Peer =
  | PodPeer
  | ComparedPeer
  | { readonly type: "addresses"; readonly block: AddressRange; readonly origin: Origin }
  | { readonly type: "nodes"; readonly selector: Selector; readonly origin: Origin }
  | { readonly type: "domains"; readonly pattern: string; readonly origin: Origin }
  /** Text that the server stores and that matches nothing: a network that is no CIDR. */
  | { readonly type: "nothing"; readonly origin: Origin };

/** Pods on the pod network, by their namespace and labels. */
export interface PodPeer extends PodSelection {
  readonly type: "pods";
}

/** Pods in the namespaces that a comparison with the subject's finds (S-TEN-1…3). */
export interface ComparedPeer {
  readonly type: "compared";
  readonly comparison: NamespaceComparison;
  /** Undefined: every pod of the namespaces. */
  readonly pods: Selector | undefined;
  readonly origin: Origin;
}

/** How a namespace is compared with that of the subject. */
export type NamespaceComparison =
  /** The same one, or any other one (S-TEN-1). */
  | { readonly of: "names"; readonly isSame: boolean }
  /** Both have every one of the labels, with the same values (S-TEN-2). */
  | { readonly of: "same-labels"; readonly keys: readonly string[] }
  /** Both have every one of the labels, one at least with different values (S-TEN-3). */
  | {
      readonly of: "other-labels";
      readonly keys: readonly string[];
      /** True where the KEP's text counts too, by which the namespace has none of them (U-27). */
      readonly isContested: boolean;
    };

/** A CIDR without its exceptions. */
export interface AddressRange {
  readonly text: string;
  readonly block: Block;
  readonly except: readonly { readonly text: string; readonly block: Block; readonly origin: Origin }[];
}

/** Pods in some namespaces; all of them, or those with some labels. */
export interface PodSelection {
  readonly namespaces: NamespaceSelection;
  /** Undefined: every pod of the namespaces. */
  readonly pods: Selector | undefined;
  readonly origin: Origin;
}

/** The policy's own namespace by name, or namespaces by label. */
export type NamespaceSelection =
  | { readonly own: string }
  | { readonly own?: never; readonly selector: Selector };

/** The ports of a rule: all (other protocols included), or any of some (an empty list matches nothing). */
export type Ports =
  | { readonly all: true; /** Set for `ports: []` of v1alpha1 (U-31). */ readonly emptyList?: Origin }
  | { readonly all: false; readonly items: readonly PortMatch[]; readonly origin: Origin };

/**
 * What a rule says of ports: a run of numbers of one protocol, a name that each destination resolves, or text that
 * matches none.
 */
export type PortMatch =
  | {
      readonly type: "range";
      readonly protocol: Protocol;
      readonly first: number;
      readonly last: number;
      readonly origin: Origin;
      /** The written protocol, or where it is missing the item. */
      readonly protocolOrigin: Origin;
      /** Set for `protocol: ""` of v1alpha1 (U-32). */
      readonly emptyProtocol?: true;
      /** Where `endPort` of a NetworkPolicy is written. */
      readonly endPort?: Origin;
    }
  /** A name, resolved on the destination pod; without a protocol, under every protocol that declares it (S-PORT-7). */
  | {
      readonly type: "name";
      readonly name: string;
      readonly protocol: Protocol | undefined;
      readonly origin: Origin;
    }
  /** Text that the server stores and that matches nothing: a reversed range, an unknown protocol (S-PORT-4). */
  | { readonly type: "nothing"; readonly origin: Origin };
