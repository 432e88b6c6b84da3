import type { AddressSet } from "../../base/net/address-set.js";
import type { ClassNote, Missing } from "./result.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { ServiceObject } from "../../cluster/model/objects.js";
import type { Traffic } from "../../base/net/traffic.js";

/** The classes that have names, in the order in which help lists them. */
export const CLASS_NAMES = [
  "metadata",
  "nodes",
  "control-plane",
  "api-server",
  "internet",
  "private",
  "link-local",
  "dns",
] as const;

/** A class that has a name. */
export type ClassName = (typeof CLASS_NAMES)[number];

/** What is audited where nothing is named. */
export const USUAL_CLASSES: readonly ClassName[] = ["metadata", "nodes", "api-server", "internet"];

/** True for the name of a class. */
export function isClassName(text: string): text is ClassName {
  return (CLASS_NAMES as readonly string[]).includes(text);
}

/** A part of a class: an end that traffic is sent to, with what is asked about it. */
export interface AuditDestination {
  readonly endpoint: Endpoint;
  readonly toName?: string;
  readonly traffic: Traffic;
  /** As it is shown: `169.254.169.254/32`, `node/a`. */
  readonly shownAs: string;
  /**
   * `settled`: what the input tells is what it is. `outside`: some of its addresses are those of no pod and no node, so that
   * what is so for one of these is so. `later-node`: a node that does not exist yet. `control-plane-node`: the same with the
   * label of the control plane. `name`: any address that a name may come to have. `guess`: where something may be that the
   * input does not show.
   */
  readonly certainty: "settled" | "outside" | "later-node" | "control-plane-node" | "name" | "guess";
}

/** A class of destinations, cut so that no rule tells the addresses of one of them apart. */
export interface DestinationClass {
  readonly name: string;
  /** What its addresses are called all together; undefined where each is named by itself. */
  readonly label?: string;
  readonly addresses: AddressSet;
  readonly destinations: readonly AuditDestination[];
  /** Services through which it is asked for too. */
  readonly services: readonly ServiceObject[];
  /** Names that are known to stand for it, lower case. */
  readonly names: readonly string[];
  readonly notes: readonly ClassNote[];
  /** What the input does not show of the class itself: without it, nothing is proved. */
  readonly missing: readonly Missing[];
}
