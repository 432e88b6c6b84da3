import type { Origin } from "../../source/manifest/origin.js";

/** The operators of label selectors, spelled exactly so (V-LS-8). */
export type Operator = "In" | "NotIn" | "Exists" | "DoesNotExist";

/** One condition on one label. `matchLabels: {k: v}` is `k In [v]` (S-SEL-1). */
export interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  /** Sorted, without repeats; empty for Exists and DoesNotExist. */
  readonly values: readonly string[];
  /** The value that a person would change: the label's value, the first value of the expression, or its key. */
  readonly origin: Origin | undefined;
  /** Where each value is written. */
  readonly valueOrigins?: ReadonlyMap<string, Origin>;
}

/** What a requirement asks for, wherever it is written. */
export type LabelCondition = Pick<Requirement, "key" | "operator" | "values">;

/** A label selector, normalised: all requirements must hold; none at all selects everything. */
export interface Selector {
  readonly requirements: readonly Requirement[];
  /** The same text for selectors that mean the same: what is evaluated once per distinct selector hangs on it. */
  readonly key: string;
  readonly origin: Origin | undefined;
  /** Set where the server has stored a selector that no implementation can build (V-CR-21, U-20). */
  readonly unbuildable?: true;
}

/** Makes a selector of its requirements. */
export function selectorOf(
  requirements: readonly Requirement[],
  origin?: Origin,
  unbuildable = false,
): Selector {
  const key = requirements.map(requirementKey).toSorted().join("\n") + (unbuildable ? "\n!" : "");
  return { requirements, key, origin, ...(unbuildable ? { unbuildable } : {}) };
}

/** Where a requirement speaks about a label's value: at that value, if it names it. */
export function originFor(
  { origin, valueOrigins }: Requirement,
  value: string | undefined,
): Origin | undefined {
  return (value === undefined ? undefined : valueOrigins?.get(value)) ?? origin;
}

/** Selects everything. */
export const EVERYTHING: Selector = selectorOf([]);

function requirementKey({ key, operator, values }: Requirement): string {
  return JSON.stringify([key, operator, ...values]);
}
