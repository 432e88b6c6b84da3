import type { SelectorFault, DropEffect, Violation } from "./violation.js";

/** The facts of each problem for which an API server refuses an object, by code. */
export interface RefusalFacts {
  schema: OfObject & { readonly field: string; readonly violation: Violation };
  cel: OfObject & { readonly field: string; readonly rule: string };
  "unknown-field": UnknownFieldFacts;
  "wrong-case-field": UnknownFieldFacts;
  "label-not-string": {
    readonly part: "label value" | "selector key" | "selector operator" | "selector value";
    readonly written: string;
    readonly actual: "boolean" | "number";
  };
  "limits-exceeded": OfObject & {
    readonly field: string;
    readonly limit: number;
    readonly count: number;
    readonly unit: "items" | "fields" | "characters" | "bytes";
  };
  "invalid-selector": { readonly fault: SelectorFault };
  "invalid-cidr": OfObject & {
    readonly cidr: string;
    readonly fault: "not-a-cidr" | "leading-zeros" | "ipv4-mapped" | "host-bits" | "too-long";
    /** The same block as it should be written, where that is clear. */
    readonly corrected?: string;
    /** The one address that is written, where it may be what was meant. */
    readonly single?: string;
  };
  "except-outside-cidr": { readonly except: string; readonly cidr: string };
  "invalid-port-range": {
    readonly fault: "end-not-above-start" | "end-below-start" | "no-start" | "named-start";
    readonly start?: string;
    readonly end: string;
  };
  "invalid-domain-name": OfObject & {
    readonly name: string;
    readonly fault: "double-wildcard" | "inner-wildcard" | "single-label" | "characters";
  };
  "invalid-action-for-kind": OfObject & {
    readonly action: string;
    readonly kind: string;
    readonly allowed: readonly string[];
    /** The word of this kind for the same action, or the nearest one. */
    readonly meant?: string;
  };
  "named-port-with-ip-peer": OfObject & {
    readonly port: string;
    readonly peer: "networks" | "nodes" | "domainNames" | "ipBlock";
    readonly isRefused: boolean;
  };
  "domain-names-in-baseline": OfObject & { readonly names: readonly string[]; readonly isRefused: boolean };
  "domain-names-without-accept": OfObject & {
    readonly names: readonly string[];
    readonly action: string;
    readonly isRefused: boolean;
  };
  "baseline-not-default": { readonly name: string };
  "removed-api-version": {
    readonly apiVersion: string;
    readonly removedIn: string;
    readonly replacement: string;
  };
}

/** What the facts of a refused object have in common, where another release of its kind may take it. */
interface OfObject {
  /** Releases that accept the object as it is: `v0.1.8/experimental`. */
  readonly acceptedBy?: readonly string[];
}

interface UnknownFieldFacts extends OfObject {
  readonly name: string;
  /** The field that it stands in, `spec.podSelector`; empty at the root. */
  readonly parent: string;
  /** The field that was meant, as far as its name tells. */
  readonly meant?: string;
  /** A field beside it under which it belongs, where only its indentation is wrong. */
  readonly belongsUnder?: string;
  /** True where that is a list: it belongs into an entry. */
  readonly isEntry?: boolean;
  /**
   * The field of another shape that it is, or nearly is, and the releases that have that: `v0.1.0 to v0.1.2`; with the
   * one member that is written below it.
   */
  readonly ofShape?: {
    readonly field: string;
    readonly releases: string;
    readonly holds?: string;
    /** How this shape says the same. */
    readonly instead?: { readonly field: string; readonly keys: readonly string[] };
  };
  readonly effect: DropEffect;
}
