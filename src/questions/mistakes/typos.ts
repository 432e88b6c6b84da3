import { expressionKeyOrigin } from "../../cluster/problems/object-places.js";
import { keyOf, type Origin } from "../../source/manifest/origin.js";
import { Names } from "./misspelt.js";
import { originFor, type Requirement, type Selector } from "../../cluster/model/selector.js";
import type { Bearer, NamedAs } from "../../cluster/problems/selection.js";
import type { Work } from "../../base/limits/work.js";
import type { Vocabulary } from "./vocabulary.js";

/** A key or value that nothing has, with the one that was meant. */
export interface Typo {
  readonly requirement: Requirement;
  readonly part: "key" | "value";
  readonly written: string;
  readonly meant: string;
  readonly bearer: Bearer;
  readonly at: Origin;
  /** The kind of what is called as the value is, where that is no misspelling. */
  readonly namedAs?: NamedAs;
}

/** Two words are compared letter by letter. */
const STEPS_PER_PAIR = 20;

/**
 * The misspelt keys and values of a selector: nothing has them, and something has one that is nearly the same.
 * @throws {LimitReached} where comparing all of them takes more than the work that is given
 */
export function typosIn({ requirements }: Selector, vocabulary: Vocabulary, work: Work | undefined): Typo[] {
  return requirements.flatMap((requirement) => {
    if (vocabulary.isOpen(requirement.key)) return [];
    const words = vocabulary.keys.size + vocabulary.values(requirement.key).size;
    work?.take(STEPS_PER_PAIR * (requirement.values.length + 1) * words);
    return vocabulary.keys.has(requirement.key)
      ? valueTypos(requirement, vocabulary)
      : keyTypos(requirement, vocabulary);
  });
}

function valueTypos(requirement: Requirement, vocabulary: Vocabulary): Typo[] {
  const { key, values } = requirement;
  const real = vocabulary.values(key);
  return values.flatMap((value) => {
    const meant = real.has(value) ? undefined : vocabulary.meantValue(key, value);
    const at = originFor(requirement, value);
    if (meant === undefined || at === undefined || values.includes(meant)) return [];
    const bearer = { key, value: meant, name: real.get(meant) ?? "" };
    return [{ requirement, part: "value", written: value, meant, bearer, at }];
  });
}

/** A key counts as misspelt only where the one that is nearly the same has the wanted value. */
function keyTypos(requirement: Requirement, vocabulary: Vocabulary): Typo[] {
  const { key, values } = requirement;
  const at = keyOrigin(requirement);
  const candidates = [...vocabulary.keys.keys()].filter(
    (each) => values.length === 0 || sharedValue(vocabulary, each, values) !== undefined,
  );
  const meant = new Names(candidates).meantBy(key);
  if (meant === undefined || at === undefined) return [];
  const [value, name] = sharedValue(vocabulary, meant, values) ??
    [...vocabulary.values(meant)][0] ?? ["", ""];
  return [{ requirement, part: "key", written: key, meant, bearer: { key: meant, value, name }, at }];
}

function sharedValue(
  vocabulary: Vocabulary,
  key: string,
  values: readonly string[],
): readonly [value: string, name: string] | undefined {
  const real = vocabulary.values(key);
  const value = values.find((each) => real.has(each));
  return value === undefined ? undefined : [value, real.get(value) ?? ""];
}

/** Where the key of a condition is written: of `matchLabels` the key itself, of an expression the value of `key`. */
export function keyOrigin({ origin }: Requirement): Origin | undefined {
  const list = origin?.parent;
  if (list?.step === "values" && list.parent !== undefined) return expressionKeyOrigin(list.parent);
  return origin?.step === "key" && typeof list?.step === "number" ? origin : origin && keyOf(origin);
}
