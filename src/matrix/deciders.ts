import { decidersOf } from "../reach/connections.js";
import type { ClassFlow } from "../reach/reach.js";
import type { Direction } from "../model/policy.js";
import type { Entry } from "../evaluate/entry.js";
import type { Matrix, MatrixFlow } from "./matrix.js";
import type { Part } from "../evaluate/evaluate.js";

/** Something that decided: a rule, an isolation, the default; the same one for every pair that it decides. */
export interface DecidingStep {
  readonly direction: Direction;
  readonly entry: DecidingEntry;
}

/** That a policy was asked decides nothing yet. */
type DecidingEntry = Exclude<Entry, { type: "policy" }>;

/** Numbers what decides the flows of a map, in the order in which it is met. */
export class Deciders {
  readonly #matrix: Matrix;
  readonly #steps: DecidingStep[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #numbers = new Map<object, number>();
  readonly #byCell = {
    egress: new WeakMap<ClassFlow["egress"], WeakMap<readonly Part[], readonly number[]>>(),
    ingress: new WeakMap<ClassFlow["ingress"], WeakMap<readonly Part[], readonly number[]>>(),
  };

  constructor(matrix: Matrix) {
    this.#matrix = matrix;
  }

  get steps(): readonly DecidingStep[] {
    return this.#steps;
  }

  /** The numbers of the steps that decided one direction of the asked traffic, ascending. */
  of({ flows, to }: MatrixFlow, direction: Direction): readonly number[] {
    const [only, ...others] = flows.map((flow) =>
      this.#ofFlow(flow, direction, this.#matrix.partsOf(flow, to)),
    );
    if (only === undefined || others.length === 0) return only ?? [];
    return ascending([only, ...others].flat());
  }

  #ofFlow(flow: ClassFlow, direction: Direction, parts: readonly Part[]): readonly number[] {
    const cell = flow[direction];
    let byParts = this.#byCell[direction].get(cell);
    if (byParts === undefined) this.#byCell[direction].set(cell, (byParts = new WeakMap()));
    let numbers = byParts.get(parts);
    if (numbers === undefined) {
      const entries = parts.flatMap((part) => decidersOf(flow, part)[direction]);
      numbers = ascending(
        entries.flatMap((entry) => (entry.type === "policy" ? [] : [this.#numberOf({ direction, entry })])),
      );
      byParts.set(parts, numbers);
    }
    return numbers;
  }

  #numberOf(step: DecidingStep): number {
    const key = this.#keyOf(step);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#byKey.set(key, this.#steps.length);
    return this.#steps.push(step) - 1;
  }

  /** Equal texts for entries of different walks that are about the same. */
  #keyOf({ direction, entry }: DecidingStep): string {
    switch (entry.type) {
      case "rule":
        return `rule ${this.#identity(entry.rule)} ${failsClosed(entry)}`;
      case "isolation":
        return `isolation ${direction} ${entry.policies.map((policy) => this.#identity(policy)).join()}`;
      case "namespace-isolation":
        return `namespace ${this.#identity(entry.namespace)}`;
      case "refused":
        return `refused ${entry.tier} ${entry.refused === undefined ? "" : this.#identity(entry.refused)}`;
      case "own-node":
        return `own-node ${entry.tier}`;
      case "exempt":
        return `exempt ${entry.why}`;
      case "service":
        return `service ${entry.why} ${this.#identity(entry.service)}`;
      case "limit":
        return "limit";
      case "default":
        return "default";
    }
  }

  #identity(thing: object): number {
    const known = this.#numbers.get(thing);
    if (known !== undefined) return known;
    this.#numbers.set(thing, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** True for a rule that denies because a part of it is not known (S-FC-1). */
export function failsClosed(entry: Extract<Entry, { type: "rule" }>): boolean {
  return entry.failedClosed.length > 0 && entry.matched.length === 0;
}

function ascending(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}
