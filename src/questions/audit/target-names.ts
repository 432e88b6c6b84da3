import { AddressSet } from "../../base/net/address-set.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import { nameOfAddresses, nameOfPiece } from "../../semantics/reach/address-name.js";
import { targetsKey, type Target, type TargetClass } from "./targets.js";
import type { DestinationClass } from "./destinations.js";

const SHOWN = new WeakMap<TargetClass, Map<string, readonly string[]>>();

/** What some targets are called: addresses together, then nodes and pods by their names. */
export function shownAs(to: TargetClass, targets: readonly Target[]): readonly string[] {
  const known = SHOWN.get(to) ?? new Map<string, readonly string[]>();
  SHOWN.set(to, known);
  const key = targetsKey(targets);
  let names = known.get(key);
  if (names === undefined) known.set(key, (names = namesOf(to, targets)));
  return names;
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
