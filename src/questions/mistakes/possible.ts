import { ANY_DESTINATION } from "../../semantics/match/fact-end.js";
import { splitBySelector, valuesOf, type LabelView } from "../../semantics/match/selector.js";
import { unknownLabels } from "../../semantics/match/party.js";
import { World } from "../../semantics/match/world.js";
import type { Selector } from "../../cluster/model/selector.js";

/** True for a selector that can be built and does not contradict itself: other rules say where it is not so. */
export function isPossible(selector: Selector): boolean {
  if (selector.unbuildable === true) return false;
  const known = POSSIBLE.get(selector);
  if (known !== undefined) return known;
  const answer = hasSomeLabels(selector);
  POSSIBLE.set(selector, answer);
  return answer;
}

/** Conditions about different keys cannot contradict each other; only several about one are put together. */
function hasSomeLabels(selector: Selector): boolean {
  const { requirements } = selector;
  if (requirements.some((each) => valuesOf(each).isEmpty)) return false;
  const hasOneEach = new Set(requirements.map(({ key }) => key)).size === requirements.length;
  return hasOneEach || splitBySelector(World.ANY, selector, UNKNOWN).yes.length > 0;
}

/** Policies that ask for the same share a selector. */
const POSSIBLE = new WeakMap<Selector, boolean>();

const UNKNOWN: LabelView = unknownLabels((label) => ({
  type: "fact",
  code: "pod-labels",
  pod: ANY_DESTINATION,
  label,
}));
