import type { Block } from "../../base/net/address.js";
import type { Protocol } from "../../base/net/traffic.js";

/** A label with its value. */
export type Label = readonly [key: string, value: string];

/** A peer that is to be written into a rule. */
export type NewPeer =
  /** Pods of one namespace, which has some labels; all of them, or those with some labels. */
  | {
      readonly type: "pods";
      readonly namespace: string;
      readonly namespaceLabels: readonly Label[];
      readonly labels: readonly Label[];
    }
  | { readonly type: "addresses"; readonly block: Block; readonly except: readonly Block[] }
  | { readonly type: "domain"; readonly name: string };

/** Ports that are to be written into a rule, both ends included. */
export interface NewPort {
  readonly protocol: Protocol;
  readonly first: number;
  readonly last: number;
}
