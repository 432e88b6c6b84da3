import { factEndKey, type FactEnd } from "./fact-end.js";
import type { Family } from "../../base/net/address.js";

/**
 * Something that a verdict may hang on and that is not settled. A *fact* is true or false in the cluster and missing
 * from the input; a *choice* is left open by the sources, so that two correct implementations may differ (S-V-0).
 */
export type Unsettled = Fact | Choice;

/** The label that a fact is about. */
interface LabelOf {
  readonly label: string;
  /** What stands in the place of its value, which no server takes: `${APP}`. */
  readonly written?: string;
  /** What stands in the place of a key, which may be this one: `${KEY}`. */
  readonly writtenKey?: string;
}

/** Something that is true or false in the cluster and missing from the input: a verdict that hangs on it is unknown. */
export type Fact =
  | ({
      readonly type: "fact";
      readonly code: "namespace-labels";
      /** Its name; or the end that may be a pod, for the namespace that it would be in. */
      readonly namespace: string | FactEnd;
    } & LabelOf)
  | ({ readonly type: "fact"; readonly code: "pod-labels"; readonly pod: FactEnd } & LabelOf)
  /** Of a node by its name, or of the one that an end is or is on. */
  | ({
      readonly type: "fact";
      readonly code: "node-labels";
      readonly node: string | FactEnd;
    } & LabelOf)
  | { readonly type: "fact"; readonly code: "pod-address"; readonly pod: FactEnd; readonly family: Family }
  | { readonly type: "fact"; readonly code: "pod-node"; readonly pod: FactEnd }
  /** Whether two pods are on one node, of neither of which it is known. */
  | { readonly type: "fact"; readonly code: "pod-node"; readonly pod: FactEnd; readonly sameAs: FactEnd }
  | { readonly type: "fact"; readonly code: "container-ports"; readonly pod: FactEnd; readonly port: string }
  /** Whether an address is a pod's that the input does not hold, and which. */
  | { readonly type: "fact"; readonly code: "address-owner"; readonly address: FactEnd }
  /** Whether an address is a node's, where the input holds no Node. */
  | { readonly type: "fact"; readonly code: "node-address"; readonly address: FactEnd }
  | {
      readonly type: "fact";
      readonly code: "domain-address";
      /** The end that is the name. */
      readonly domain: FactEnd;
      readonly family: Family;
    }
  /** Whether a name that a rule gives resolves to an address. */
  | { readonly type: "fact"; readonly code: "dns-answer"; readonly domain: string; readonly address: FactEnd }
  /** The address of a Service that the server has not assigned yet. */
  | {
      readonly type: "fact";
      readonly code: "service-address";
      readonly service: string;
      readonly family: Family;
    }
  /** The address that a source has behind a load balancer or a node that has put its own in its place. */
  | { readonly type: "fact"; readonly code: "source-address"; readonly family: Family }
  /** Whether a label that two namespaces have has the same value on both. */
  | {
      readonly type: "fact";
      readonly code: "same-label";
      readonly label: string;
      /** By name or as of a pod that an end may be, in the order of the alphabet. */
      readonly namespaces: readonly [string | FactEnd, string | FactEnd];
    }
  /** Whether the annotation of the 2016 design isolates a namespace that is not in the input. */
  | { readonly type: "fact"; readonly code: "namespace-isolation"; readonly namespace: string }
  /** What policies would do that the API server refuses, or that the input has several times and differently. */
  | {
      readonly type: "fact";
      readonly code: "refused-policy" | "undecided-policy" | "repeated-policy";
      readonly policies: readonly string[];
    }
  /** What policies of kinds do that a cluster does not let be listed, or that could not be listed for another reason. */
  | {
      readonly type: "fact";
      readonly code: "forbidden-policies" | "unlisted-policies";
      readonly policies: readonly string[];
    }
  /** What is in documents that could not be read. */
  | { readonly type: "fact"; readonly code: "not-analysed" }
  /** What a walk would have come to that a limit ended: no fact of the cluster, but unknown like one. */
  | { readonly type: "fact"; readonly code: "limit" };

/**
 * A point that the sources leave open: a verdict that hangs on it is undefined, for two correct implementations may
 * differ.
 */
export type Choice = {
  readonly type: "choice";
  readonly code: ChoiceCode;
  /** Tells choices of one code apart: the tied group and its direction; "" where one reading counts everywhere. */
  readonly of: string;
};

/** The points that the sources leave open; each is one of section "under-specified points". */
export type ChoiceCode =
  | "equal-priority"
  | "mixed-api-generations"
  | "host-network"
  | "in-cluster-address"
  | "own-node-egress"
  | "own-node-ingress"
  | "other-protocol"
  | "baseline-fallthrough-direction"
  | "unbuildable-selector"
  | "not-same-labels"
  | "deny-by-name"
  | "fqdn-in-cluster"
  | "empty-ports-list"
  | "empty-protocol"
  | "address-rewriting"
  | "source-rewriting"
  | "load-balancer-path"
  | "host-port"
  | "hairpin";

/** True for a fact about a label that the input has, with a placeholder or a mask in the place of its key or value. */
export function hasWrittenLabel(unsettled: { readonly code: string }): boolean {
  return (
    ("written" in unsettled && unsettled.written !== undefined) ||
    ("writtenKey" in unsettled && unsettled.writtenKey !== undefined)
  );
}

/** An open point that an implementation reads alike wherever it meets it. */
export function readingOf(code: ChoiceCode): Choice {
  let reading = READINGS.get(code);
  if (reading === undefined) READINGS.set(code, (reading = { type: "choice", code, of: "" }));
  return reading;
}

/** Walks ask for them again and again: one object for each has one text. */
const READINGS = new Map<ChoiceCode, Choice>();

/** A stable text for what is unsettled: equal texts are one variable, with one value in the whole evaluation. */
export function unsettledKey(unsettled: Unsettled): string {
  const known = KEYS.get(unsettled);
  if (known !== undefined) return known;
  const key = JSON.stringify(Object.values(unsettled).map(keyOfPart));
  KEYS.set(unsettled, key);
  return key;
}

function keyOfPart(part: string | FactEnd | readonly (string | FactEnd)[]): unknown {
  if (typeof part === "string") return part;
  return "type" in part ? factEndKey(part) : part.map(keyOfPart);
}

/** What is unsettled is asked for its text again and again: where worlds are compared, a tenth of the time. */
const KEYS = new WeakMap<Unsettled, string>();
