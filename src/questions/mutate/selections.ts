import { selectorOf, type Operator, type Requirement, type Selector } from "../../cluster/model/selector.js";
import type { Mutation } from "./mutants.js";
import type { NamespaceSelection, PodSelection } from "../../cluster/model/policy.js";

/** The operator that holds where another one does not. */
const OPPOSITE: Readonly<Record<Operator, Operator>> = {
  In: "NotIn",
  NotIn: "In",
  Exists: "DoesNotExist",
  DoesNotExist: "Exists",
};

/** A selector without one of its conditions, and with the opposite of one. One that cannot be built stays as it is. */
export function* mutatedSelector(selector: Selector): Generator<Mutation<Selector>> {
  const { requirements, origin, unbuildable } = selector;
  if (unbuildable === true) return;
  for (const requirement of requirements) {
    const at = requirement.origin ?? origin;
    if (at === undefined) continue;
    const replaced = (by: readonly Requirement[]): Selector =>
      selectorOf(
        requirements.flatMap((each) => (each === requirement ? by : [each])),
        origin,
      );
    const operator = OPPOSITE[requirement.operator];
    yield { mutator: "drop-label", at, replacement: undefined, to: replaced([]) };
    yield {
      mutator: "negate-label",
      at,
      replacement: operator,
      to: replaced([{ ...requirement, operator }]),
    };
  }
}

/** Some pods in some namespaces, with one condition changed. */
export function* mutatedSelection<T extends PodSelection>(selection: T): Generator<Mutation<T>> {
  const { namespaces, pods } = selection;
  for (const each of mutatedNamespaces(namespaces))
    yield { ...each, to: { ...selection, namespaces: each.to } };
  if (pods === undefined) return;
  for (const each of mutatedSelector(pods)) yield { ...each, to: { ...selection, pods: each.to } };
}

function* mutatedNamespaces(namespaces: NamespaceSelection): Generator<Mutation<NamespaceSelection>> {
  if (namespaces.own !== undefined) return;
  for (const each of mutatedSelector(namespaces.selector)) yield { ...each, to: { selector: each.to } };
}
