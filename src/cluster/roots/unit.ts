import { identityOf, type ReadObject } from "../load/duplicates.js";
import { marshal } from "../admission/go-json/marshal.js";
import { oncePer } from "../../base/collections/once-per.js";
import { kindAndName } from "../model/object-ref.js";
import type { Input } from "../load/input.js";
import type { Loader } from "../load/loader.js";

/** What is certainly applied together: what a kustomization builds, or files. */
export interface Unit {
  /** Its folder, as it is shown. */
  readonly name: string;
  /** The kustomization, by its path; undefined for files. */
  readonly kustomization?: string;
  readonly inputs: readonly Input[];
  /** Set where it is a kustomization that is not built: what it changes is not known. */
  readonly isPartial?: true;
  /** The namespace that an object of Argo CD gives to what names none. */
  readonly namespace?: string;
  /** Set where another program has rendered it: its one input is the output. */
  readonly isRendered?: true;
  /** Inputs that were read, in their order. */
  readonly loaders: readonly Loader[];
}

/** The objects of a unit that may be elsewhere too: no patches, and nothing that has no name yet. */
export function objectsIn({ loaders }: Pick<Unit, "loaders">): readonly ReadObject[] {
  return loaders.flatMap(({ read }) =>
    read.filter(({ isPatch, isSpare }) => isPatch !== true && isSpare !== true),
  );
}

/** What an object says, as one text. */
export const contentOf = oncePer(({ object }: ReadObject): { readonly text: string } => ({
  text: marshal(object.node.value),
}));

/** An object that two places have, and differently. */
export interface Clash {
  readonly object: string;
  readonly other: string;
}

/** What is applied together, as it grows: a unit joins it if none of its objects is there and says something else. */
export class Together {
  readonly units: Unit[] = [];
  readonly #objects = new Map<unknown, { readonly read: ReadObject; readonly unit: Unit }>();

  constructor(units: readonly Unit[] = []) {
    for (const each of units) this.add(each);
  }

  /** The first object of a unit that is there, and differently. */
  clashWith(unit: Unit): Clash | undefined {
    for (const read of objectsIn(unit)) {
      const known = this.#objects.get(identityOf(read.object));
      if (known !== undefined && contentOf(known.read).text !== contentOf(read).text)
        return { object: kindAndName(read.object.ref), other: known.unit.name };
    }
    return undefined;
  }

  /** The first object of a unit that is there already, and says the same: both are forms of one thing. Namespaces are in many. */
  copyOf(unit: Unit): Clash | undefined {
    for (const { object } of objectsIn(unit)) {
      const known = object.ref.kind === "Namespace" ? undefined : this.#objects.get(identityOf(object));
      if (known !== undefined) return { object: kindAndName(object.ref), other: known.unit.name };
    }
    return undefined;
  }

  /** True where one of them comes of a kustomization. */
  get hasKustomization(): boolean {
    return this.units.some(({ kustomization }) => kustomization !== undefined);
  }

  add(unit: Unit): void {
    this.units.push(unit);
    for (const read of objectsIn(unit)) {
      const key = identityOf(read.object);
      if (!this.#objects.has(key)) this.#objects.set(key, { read, unit });
    }
  }
}
