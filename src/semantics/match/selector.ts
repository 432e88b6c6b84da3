import { TextSet } from "./text-set.js";
import { allOf, settled } from "./split.js";
import type { Fact } from "./unsettled.js";
import type { Split, World } from "./world.js";
import type { Labels } from "../../cluster/model/labels.js";
import type { Requirement, Selector } from "../../cluster/model/selector.js";

/**
 * The values of a label with which a requirement holds (S-SEL-1): NotIn holds for a missing label, In never does,
 * not even for the empty value.
 */
export function valuesOf(requirement: Requirement): TextSet {
  const known = VALUES.get(requirement);
  if (known !== undefined) return known;
  const values = valuesFor(requirement);
  VALUES.set(requirement, values);
  return values;
}

/** A rule is asked about many ends: its sets are made once, and so are their texts. */
const VALUES = new WeakMap<Requirement, TextSet>();

function valuesFor({ operator, values }: Requirement): TextSet {
  switch (operator) {
    case "In":
      return TextSet.of(values);
    case "NotIn":
      return TextSet.of(values).complement;
    case "Exists":
      return TextSet.PRESENT;
    case "DoesNotExist":
      return TextSet.ABSENT;
  }
}

/** True where labels that are all known fulfil a requirement. */
export function fulfils(requirement: Requirement, labels: Labels): boolean {
  const value = labels[requirement.key];
  switch (requirement.operator) {
    case "In":
      return value !== undefined && requirement.values.includes(value);
    case "NotIn":
      return value === undefined || !requirement.values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
  }
}

/** True where labels that are all known fulfil every requirement. */
export function selects(selector: Selector, labels: Labels): boolean {
  return selector.requirements.every((requirement) => fulfils(requirement, labels));
}

/**
 * Labels of which some may be unsettled.
 * `unsettled` says for a key that the labels do not settle which fact would, and which values it can have.
 */
export interface LabelView {
  readonly labels: Labels;
  readonly unsettled:
    | ((key: string) => { readonly fact: Fact; readonly domain: TextSet } | undefined)
    | undefined;
}

/** Asks whether a selector selects labels, in a world. */
export function splitBySelector(world: World, selector: Selector, view: LabelView): Split {
  const { unsettled } = view;
  if (unsettled === undefined) return settled(world, selects(selector, view.labels));
  return allOf(
    world,
    selector.requirements.map((requirement) => (each: World): Split => {
      const open = unsettled(requirement.key);
      if (open === undefined) return settled(each, fulfils(requirement, view.labels));
      return each.split(open.fact, open.domain, valuesOf(requirement));
    }),
  );
}
