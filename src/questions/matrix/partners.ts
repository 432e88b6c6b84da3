import { isPairOfClasses } from "../../semantics/reach/connections.js";
import { groupBy } from "../../base/collections/group-by.js";
import type { Row } from "../../semantics/reach/rows.js";

/** Which pairs of a map's rows can talk, so that policies have a say in it. */
export class Partners {
  readonly #destinations: readonly Row[];
  readonly #exposed: ReadonlySet<Row>;
  readonly #columnsOfPod: ReadonlyMap<string, readonly number[]>;
  readonly #alike = new Map<string, Uint8Array>();

  /** @param exposed rows of pods that do not exist, which are not compared with each other */
  constructor(destinations: readonly Row[], exposed: ReadonlySet<Row>) {
    this.#destinations = destinations;
    this.#exposed = exposed;
    const columns = destinations.flatMap((row, column) => {
      const pod = singleEndKey(row);
      return pod === undefined ? [] : [{ pod, column }];
    });
    this.#columnsOfPod = new Map(
      [...groupBy(columns, ({ pod }) => pod)].map(([pod, some]) => [pod, some.map(({ column }) => column)]),
    );
  }

  /** True where some end of one row can send something to the other. */
  has(from: Row, to: Row): boolean {
    return this.#mayTalk(from, to) && !isOneEnd(from, to);
  }

  /** True for a row of which two ends like it could talk, whether it stands for two or not. */
  hasLikes(row: Row): boolean {
    return this.#mayTalk(row, row);
  }

  /** For each destination 1 where the source has a pair with it, else 0. */
  of(from: Row): Uint8Array {
    const partners = this.#ofAlike(from).slice();
    for (const column of this.#columnsOfPod.get(singleEndKey(from) ?? "") ?? []) partners[column] = 0;
    return partners;
  }

  /** Only what kind of end a source is tells what it may talk to, but for itself. */
  #ofAlike(from: Row): Uint8Array {
    const { representative, toName } = from.endClass;
    const key = `${representative.type} ${toName !== undefined} ${this.#exposed.has(from)}`;
    let partners = this.#alike.get(key);
    if (partners === undefined) {
      partners = Uint8Array.from(this.#destinations, (to) => (this.#mayTalk(from, to) ? 1 : 0));
      this.#alike.set(key, partners);
    }
    return partners;
  }

  #mayTalk(from: Row, to: Row): boolean {
    return isPairOfClasses(from.endClass, to.endClass) && !(this.#exposed.has(from) && this.#exposed.has(to));
  }
}

/** True for two rows that are the same pod or node, be it once as the workload and once by itself. */
function isOneEnd(from: Row, to: Row): boolean {
  const only = singleEndKey(from);
  return only !== undefined && only === singleEndKey(to);
}

/** The key of a row that is a single pod; undefined for a row that stands for several. */
export function singleEndKey({ isSeveral, namespace, names, id }: Row): string | undefined {
  if (isSeveral) return undefined;
  return JSON.stringify([namespace ?? null, names[0] ?? id]);
}
