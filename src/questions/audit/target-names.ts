import { AddressSet } from "../../base/net/address-set.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import { nameOfAddresses, nameOfPiece } from "../../semantics/reach/address-name.js";
import { oncePer } from "../../base/collections/once-per.js";
import { targetsKey, type Target, type TargetClass } from "./targets.js";
import type { DestinationClass } from "./destinations.js";

/** The names of targets of a class, by the targets, and by what they are. */
interface Shown {
  readonly byTargets: Map<string, readonly string[]>;
  readonly byText: Map<string, readonly string[]>;
}

const shownIn = oncePer((_to: TargetClass): Shown => ({ byTargets: new Map(), byText: new Map() }));

/** What some targets are called: addresses together, then nodes and pods by their names. Of one class, one list for the same names. */
export function shownAs(to: TargetClass, targets: readonly Target[]): readonly string[] {
  const { byTargets, byText } = shownIn(to);
  const key = targetsKey(targets);
  const known = byTargets.get(key);
  if (known !== undefined) return known;
  const made = namesOf(to, targets);
  const text = made.join("\n");
  const names = byText.get(text) ?? made;
  byText.set(text, names);
  byTargets.set(key, names);
  return names;
}

/** Lists of as many names are told apart by a number: their texts are long, and each is asked for with each pod. */
const MANY_NAMES = 8;

let counted = 0;

const numberOf = oncePer((_names: readonly string[]) => ({ number: counted++ }));

/** Equal texts for the same names, as they are shown of one class. */
export function namesKey(names: readonly string[]): string {
  return names.length < MANY_NAMES ? names.join("\n") : `list ${numberOf(names).number}`;
}

function namesOf({ of }: TargetClass, targets: readonly Target[]): readonly string[] {
  const all = targets.flatMap(({ destinations }) => destinations);
  const outside = all.flatMap(({ endpoint, toName }) =>
    endpoint.type === "addresses" && toName === undefined ? [endpoint.addresses] : [],
  );
  const rest = all.filter(({ endpoint, toName }) => endpoint.type !== "addresses" || toName !== undefined);
  const union = AddressSet.unionOf(outside);
  const blocks = FAMILIES.flatMap((family) => {
    const own = union.only(family);
    if (own.isEmpty) return [];
    const whole = wholeOf(of, family);
    return of.label === undefined ? nameOfAddresses(own) : nameOfPiece(own, whole, of.label);
  });
  return [...new Set([...blocks, ...rest.map((each) => each.shownAs)])];
}

const WHOLES = new WeakMap<DestinationClass, Map<Family, AddressSet>>();

function wholeOf(of: DestinationClass, family: Family): AddressSet {
  const known = WHOLES.get(of) ?? new Map<Family, AddressSet>();
  WHOLES.set(of, known);
  let whole = known.get(family);
  if (whole === undefined) {
    const all = of.destinations.flatMap(({ endpoint, toName }) =>
      endpoint.type === "addresses" && toName === undefined ? endpoint.addresses.only(family).blocks() : [],
    );
    known.set(family, (whole = AddressSet.of(all)));
  }
  return whole;
}
