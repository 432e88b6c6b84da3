import { deciderKey, type Decider } from "../../semantics/evaluate/decider.js";
import { decidersOf } from "../../semantics/reach/connections.js";
import type { ClassFlow } from "../../semantics/reach/reach.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { Matrix, MatrixFlow } from "./matrix.js";
import type { Part } from "../../semantics/evaluate/evaluate.js";

/** Something that decided in a direction, the same one for every pair that it decides. */
interface NumberedDecider {
  readonly direction: Direction;
  readonly decider: Decider;
}

/** Numbers what decides the flows of a map, in the order in which it is met. */
export class Deciders {
  readonly #matrix: Matrix;
  readonly #steps: NumberedDecider[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #byCell = {
    egress: new WeakMap<ClassFlow["egress"], WeakMap<readonly Part[], readonly number[]>>(),
    ingress: new WeakMap<ClassFlow["ingress"], WeakMap<readonly Part[], readonly number[]>>(),
  };

  constructor(matrix: Matrix) {
    this.#matrix = matrix;
  }

  get steps(): readonly NumberedDecider[] {
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
      numbers = ascending(entries.map((decider) => this.#numberOf({ direction, decider })));
      byParts.set(parts, numbers);
    }
    return numbers;
  }

  #numberOf(step: NumberedDecider): number {
    const key = deciderKey(step.decider, step.direction);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#byKey.set(key, this.#steps.length);
    return this.#steps.push(step) - 1;
  }
}

function ascending(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}
