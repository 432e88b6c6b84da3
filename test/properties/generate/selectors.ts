import * as fc from "fast-check";
import {
  ADDED_LABELS,
  labelValue,
  maybe,
  NAMESPACE_LABELS,
  NAMESPACE_NAME_LABEL,
  namespaceName,
  NODE_LABELS,
  pick,
  POD_LABELS,
  written,
} from "./universe.js";
import type { LabelSelector, Requirement } from "../../reference/selectors.js";

/** A label with a value that something may have. */
type Label = readonly [key: string, value: string];

function labelOf(keys: readonly string[]): fc.Arbitrary<Label> {
  return fc.tuple(fc.constantFrom(...keys), labelValue);
}

const podLabel = pick<Label>([12, labelOf(POD_LABELS)], [1, labelOf(ADDED_LABELS)]);
const namespaceLabel = pick<Label>(
  [2, labelOf(NAMESPACE_LABELS)],
  [2, fc.tuple(fc.constant(NAMESPACE_NAME_LABEL), namespaceName)],
);
const nodeLabel = labelOf(NODE_LABELS);

export const podSelector = selectorBy(podLabel);
export const namespaceSelector = selectorBy(namespaceLabel);
export const nodeSelector = selectorBy(nodeLabel);

/** A selector of which some asks for nothing: missing and empty members mean the same, which must not show. */
function selectorBy(label: fc.Arbitrary<Label>): fc.Arbitrary<LabelSelector> {
  const one = requirementBy(label);
  return pick<LabelSelector>(
    [4, fc.constantFrom<LabelSelector>({}, { matchLabels: {} }, { matchExpressions: [] })],
    [5, label.map(([key, value]) => ({ matchLabels: { [key]: value } }))],
    [4, one.map((requirement) => ({ matchExpressions: [requirement] }))],
    [
      1,
      fc
        .record({
          matchLabels: fc.array(label, { maxLength: 2 }).map(Object.fromEntries<string>),
          matchExpressions: fc.array(one, { maxLength: 2 }),
        })
        .map((selector): LabelSelector => selector),
    ],
  );
}

function requirementBy(label: fc.Arbitrary<Label>): fc.Arbitrary<Requirement> {
  const values = fc.record({
    labels: fc.array(label, { minLength: 1, maxLength: 2 }),
    operator: fc.constantFrom("In", "NotIn"),
  });
  const existence = fc.record({
    label,
    operator: fc.constantFrom("Exists", "DoesNotExist"),
    values: maybe(fc.constant<string[]>([]), 4),
  });
  return pick<Requirement>(
    [
      3,
      values.map(({ labels, operator }) => ({
        key: labels[0]![0],
        operator,
        values: labels.map(([, value]) => value),
      })),
    ],
    [
      2,
      existence.map(
        ({ label: [key], operator, values }) => written({ key, operator, values }) as Requirement,
      ),
    ],
  );
}

/** Selectors that the server stores in custom resources, and that nobody can build (V-CR-21, U-20). */
export const unbuildable: fc.Arbitrary<LabelSelector> = fc.constantFrom<LabelSelector>(
  { matchExpressions: [{ key: "app", operator: "notIn", values: ["a"] }] },
  { matchExpressions: [{ key: "app", operator: "In" }] },
  { matchExpressions: [{ key: "team", operator: "Exists", values: ["a"] }] },
  { matchLabels: { "not a key": "a" } },
  { matchLabels: { team: "not a value" } },
);
