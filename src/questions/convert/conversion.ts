import type { LabelCondition } from "../../cluster/model/selector.js";
import type { Direction, Policy } from "../../cluster/model/policy.js";
import type { Dropped, Obstacle } from "../../cluster/kinds/conversion/outcome.js";
import type { Json, RefusalCode } from "../../source/edit/edit.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Place, Problem } from "../../cluster/problems/problem.js";
import type { Rewriting } from "../../source/edit/rewrite/rewriting.js";

/** What objects of older generations can become. */
export const TARGETS = ["networking.k8s.io/v1", "ClusterNetworkPolicy"] as const;

/** One of these; where none is asked for, each object becomes the newest of its kind. */
export type ConversionTarget = (typeof TARGETS)[number];

/** An object of an older generation, and what becomes of it. */
export interface Conversion {
  readonly ref: ObjectRef;
  readonly origin: Origin;
  /** What it says; undefined for a Namespace. */
  readonly policy: Policy | undefined;
  /** What stands in its place. */
  readonly to: Rewriting;
  readonly about: About | undefined;
  /** Objects that are made beside it. */
  readonly also: readonly Generated[];
  /** All of them, the one in its place first. */
  readonly becomes: readonly ObjectRef[];
  readonly notes: readonly ConversionNote[];
}

/** An object that is made. */
export interface Generated {
  readonly value: Json;
  readonly about: About;
}

/** What a reader of the new manifests has to know about an object of them. */
export type About =
  /** One of several policies, for more rules than one may have. */
  | { readonly code: "part"; readonly source: ObjectRef; readonly number: number; readonly of: number }
  /** For the namespaces whose labels have these values; other values that come up later are not covered. */
  | {
      readonly code: "tenant" | "other-tenants";
      readonly source: ObjectRef;
      readonly conditions: readonly LabelCondition[];
    }
  /** In the place of the annotation of a Namespace. */
  | { readonly code: "isolation"; readonly namespace: string };

/** What is worth knowing about a conversion. */
export type ConversionNote =
  /** It has the shape of an older release. */
  | { readonly code: "read-as"; readonly release: string }
  | ({ readonly code: "dropped" } & { readonly dropped: Dropped })
  /** Rules (from 0) with more peers or ports than one may have, which are now several. */
  | { readonly code: "rules-split"; readonly direction: Direction; readonly rules: readonly number[] }
  /** More rules than one policy may have: several, of these priorities. */
  | { readonly code: "policy-split"; readonly priorities: readonly number[] }
  /** Comparisons of labels are written out for the values that the namespaces of the input have. */
  | { readonly code: "tenants"; readonly keys: readonly string[]; readonly policies: number }
  | { readonly code: "renamed"; readonly to: string }
  /** The kind had none. */
  | { readonly code: "priority-chosen"; readonly priority: number }
  /** `ports: []` is read as all ports (U-31). */
  | { readonly code: "empty-ports"; readonly at: Origin }
  /** Only the experimental channel has these fields. */
  | { readonly code: "experimental"; readonly fields: readonly string[] }
  /** The design of 2016 let in the kubelet; now the whole node is. */
  | { readonly code: "own-node" }
  /** Rules that the design of 2016 does not have. */
  | { readonly code: "egress-without-effect"; readonly at: Origin };

/** An object of an older generation that stays as it is, and why. */
export interface Left {
  readonly ref: ObjectRef;
  readonly at: Place;
  readonly reason: LeftReason;
}

/**
 * Why an object stays as it is. None of these is an error: the report lists them, and the run says that something is
 * left.
 */
export type LeftReason =
  | { readonly code: Obstacle["code"] }
  /** The API server refuses it as it is. */
  | { readonly code: "refused"; readonly problems: readonly Problem[] }
  /** The server of the newer kind would refuse what it becomes. */
  | { readonly code: "target-refuses"; readonly problems: readonly Problem[] }
  /** The input has it several times. */
  | { readonly code: "repeated" }
  /** It compares labels, and the input has no namespace that it selects and that has them. */
  | { readonly code: "no-tenants"; readonly keys: readonly string[] }
  /** It compares labels, and those of some namespaces are not known. */
  | { readonly code: "unknown-namespaces"; readonly namespaces: readonly string[] }
  /** It needs more policies than there are free priorities behind its own. */
  | { readonly code: "no-free-priority"; readonly priority: number; readonly needed: number }
  /** It needs several policies, and another one has its priority: of two parts, one would no longer be tied with it. */
  | { readonly code: "shared-priority"; readonly priority: number; readonly with: ObjectRef }
  /** Its namespace is not isolated: it had no effect, and would isolate pods now. */
  | { readonly code: "no-effect"; readonly namespace: string }
  /** Whether its namespace is isolated is not known. */
  | { readonly code: "namespace-not-loaded"; readonly namespace: string }
  /** Its text cannot be written safely. */
  | { readonly code: "not-rewritten"; readonly refusal: RefusalCode };
