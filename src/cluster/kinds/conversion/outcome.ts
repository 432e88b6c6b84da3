import type { Direction } from "../../model/policy.js";
import type { Origin } from "../../../source/manifest/origin.js";

/** What an object says that the newer kind cannot say. */
export interface Obstacle {
  readonly code:
    /** An action that the API does not know; the server of older releases stores any text (S-FC-4). */
    | "unknown-action"
    /** `namedPort: ""` (S-CNP-4). */
    | "named-port-empty"
    /** Domain names in a rule that denies or passes (S-CNP-2). */
    | "domain-names-without-accept"
    /** `notSameLabels` of the KEP, which two texts read differently (S-TEN-3, U-27). */
    | "contested-comparison"
    /** A selector that the server stores and nothing can build, where its rule would not stay one rule (U-20). */
    | "unbuildable-selector";
  readonly at: Origin;
}

/** Thrown inside of this folder and by who converts, and turned into an answer. */
export class Inconvertible extends Error {
  readonly obstacle: Obstacle;

  constructor(code: Obstacle["code"], at: Origin) {
    super(code);
    this.obstacle = { code, at };
  }
}

/** A part that is left out: it matches nothing, and the newer kind cannot say so. */
export interface Dropped {
  readonly code:
    /** A range whose start lies behind its end (S-PORT-4). */
    | "reversed-range"
    /** A protocol other than TCP, UDP and SCTP (S-PORT-4). */
    | "unknown-protocol"
    /** Text that is no CIDR (V-CR-12). */
    | "no-cidr"
    /** A comparison of no labels at all, which selects nothing. */
    | "no-labels"
    /** `ports: []` or `from: []` of the 2016 design (S-NSANN-3). */
    | "empty-list";
  readonly at: Origin;
  /** The rule that it stands in, from 0. */
  readonly rule: number;
  readonly direction: Direction;
  /** The action of that rule, as written. */
  readonly action: string;
  /** True where nothing is left of the rule. */
  readonly isWholeRule: boolean;
}
