import { splitBySelector, type LabelView } from "./selector.js";
import type { Requirement, Selector } from "../../cluster/model/selector.js";
import { World, type Split } from "./world.js";

/** What a selector asks for that labels don't have. */
export interface LabelMismatch {
  readonly wanted: Requirement;
  readonly actual: string | undefined;
  /** Set where the input doesn't tell the label: with what is wanted, nobody would have asked. */
  readonly isOpen?: true;
}

/** The first requirement that labels don't fulfil, whatever the input doesn't tell of them; else one that they don't in a world. */
export function failingLabel(selector: Selector, view: LabelView, world: World): LabelMismatch | undefined {
  const split = (each: Requirement, asked: World): Split =>
    splitBySelector(asked, { ...selector, requirements: [each] }, view);
  const surely = selector.requirements.find((each) => split(each, World.ANY).yes.length === 0);
  if (surely !== undefined) return { wanted: surely, actual: view.labels[surely.key] };
  const open = selector.requirements.find((each) => split(each, world).no.length > 0);
  return open && { wanted: open, actual: undefined, isOpen: true };
}
