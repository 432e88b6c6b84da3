import { addressesOf } from "../match/peer.js";
import type { Address } from "../../base/net/address.js";
import type { AddressRange } from "../../cluster/model/policy.js";
import type { EndClass } from "./classes.js";
import type { Split } from "../match/world.js";

/** Classes that differ only in what selectors of pods see, all with one address. */
interface AddressClassView {
  readonly classes: readonly EndClass[];
  readonly of: EndClass;
  readonly address: Address;
  /** Whether a CIDR that holds the address matches; by how the tier reads it, filled in where it is asked. */
  readonly answers: { NetworkPolicy?: Split; Admin?: Split };
}

/** Finds the classes that have an address of a CIDR, of one family. */
export class AddressIndex {
  readonly #known: readonly AddressClassView[];
  readonly #others: readonly (readonly EndClass[])[];

  /**
   * @param views classes that have the same addresses
   * @param addressOf the address of a class, or undefined where it is not known
   */
  constructor(views: readonly (readonly EndClass[])[], addressOf: (of: EndClass) => Address | undefined) {
    const known: AddressClassView[] = [];
    const others: (readonly EndClass[])[] = [];
    for (const classes of views) {
      const of = classes[0] as EndClass;
      const address = addressOf(of);
      if (address === undefined) others.push(classes);
      else known.push({ classes, of, address, answers: {} });
    }
    this.#known = known.toSorted(({ address: a }, { address: b }) => Number(a.value - b.value));
    this.#others = others;
  }

  /** The classes that a range holds, and those of which that is to be asked. */
  within(range: AddressRange): {
    readonly held: readonly AddressClassView[];
    readonly others: readonly (readonly EndClass[])[];
  } {
    const [known, others] = [this.#known, this.#others];
    if (known[0]?.address.family !== range.block.family) return { held: [], others };
    const held = addressesOf(range)
      .runs(range.block.family)
      .flatMap(({ first, last }) => known.slice(firstFrom(known, first), firstFrom(known, last + 1n)));
    return { held, others };
  }
}

/** The place of the first of some views, in their order, with an address that is not below another one. */
function firstFrom(views: readonly AddressClassView[], address: bigint): number {
  let low = 0;
  let high = views.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((views[middle] as AddressClassView).address.value < address) low = middle + 1;
    else high = middle;
  }
  return low;
}
