/** Label selectors: S-SEL-1, S-NULL, and which of them cannot be built (U-20). */

export interface Requirement {
  readonly key?: string | null;
  readonly operator?: string | null;
  readonly values?: readonly (string | null)[] | null;
}

export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string | null>> | null;
  readonly matchExpressions?: readonly (Requirement | null)[] | null;
}

/** Answers whether the predicate is true of the value of a label, which is undefined where the label is absent. */
export type Labels = (key: string, predicate: (value: string | undefined) => boolean) => boolean;

/** Built-in kinds store a null label value as ""; custom resources delete the entry (S-IN-7, S-NULL). */
export type StoredNull = "empty" | "deleted";

interface Term {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

function terms(selector: LabelSelector, storedNull: StoredNull): Term[] {
  const result: Term[] = [];
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    if (value === null && storedNull === "deleted") continue;
    result.push({ key, operator: "In", values: [value ?? ""] }); // matchLabels k: v is In [v] (S-SEL-1)
  }
  for (const item of selector.matchExpressions ?? []) {
    const values = (item?.values ?? []).map((value) => value ?? "");
    result.push({ key: item?.key ?? "", operator: item?.operator ?? "", values });
  }
  return result;
}

/** Whether every requirement holds; an empty selector selects everything (S-SEL-1, S-SEL-3). */
export function selects(selector: LabelSelector, labels: Labels, storedNull: StoredNull): boolean {
  return terms(selector, storedNull).every((term) => labels(term.key, (value) => satisfies(term, value)));
}

function satisfies(term: Term, value: string | undefined): boolean {
  switch (term.operator) {
    case "In":
      return value !== undefined && term.values.includes(value);
    case "NotIn":
      return value === undefined || !term.values.includes(value); // an absent key matches (S-SEL-1)
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    default:
      throw new Error(`selector operator ${term.operator} cannot be evaluated`);
  }
}

export function isEmpty(selector: LabelSelector, storedNull: StoredNull): boolean {
  return terms(selector, storedNull).length === 0;
}

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

const built = new WeakMap<LabelSelector, boolean>();

/** Whether a custom resource's selector, which no server checks, passes V-LS-1 to V-LS-9 (V-CR-21, U-20). */
export function canBeBuilt(selector: LabelSelector): boolean {
  const known = built.get(selector) ?? isValid(selector);
  built.set(selector, known);
  return known;
}

function isValid(selector: LabelSelector): boolean {
  return terms(selector, "deleted").every(
    (term) => isLabelKey(term.key) && takesItsValues(term) && term.values.every(isLabelValue),
  );
}

function takesItsValues(term: Term): boolean {
  if (term.operator === "In" || term.operator === "NotIn") return term.values.length > 0; // V-LS-6
  if (term.operator === "Exists" || term.operator === "DoesNotExist") return term.values.length === 0; // V-LS-7
  return false; // V-LS-8
}

function isLabelKey(key: string): boolean {
  const parts = key.split("/");
  const name = parts.at(-1)!;
  if (parts.length > 2 || name.length > 63 || !NAME.test(name)) return false; // V-LS-1, -2, -4
  return parts.length === 1 || (parts[0]!.length <= 253 && SUBDOMAIN.test(parts[0]!)); // V-LS-3
}

function isLabelValue(value: string): boolean {
  return value === "" || (value.length <= 63 && NAME.test(value)); // V-LS-5
}

/** Every value that any selector below `value` asks for, by label key: the classes that policies can tell apart. */
export function mentionedValues(
  value: unknown,
  found = new Map<string, Set<string>>(),
): Map<string, Set<string>> {
  if (typeof value !== "object" || value === null) return found;
  const selector = value as LabelSelector;
  if (isObject(selector.matchLabels) || Array.isArray(selector.matchExpressions)) {
    for (const term of terms(selector, "empty")) {
      const values = found.get(term.key) ?? new Set<string>();
      found.set(term.key, values);
      for (const item of term.values) values.add(item);
    }
  }
  for (const child of Object.values(value)) mentionedValues(child, found);
  return found;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
