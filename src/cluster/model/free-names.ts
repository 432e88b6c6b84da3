import { groupBy } from "../../base/collections/group-by.js";
import type { Cluster } from "./cluster.js";

/** The longest name that an object of most kinds can have (RFC 1123 subdomain). */
const LONGEST_NAME = 253;

/** The longest that every object can have (RFC 1123 label). */
export const LONGEST_LABEL = 63;

/** The names of one kind, in one namespace or in the cluster, that are taken. */
export class FreeNames {
  readonly #taken: Set<string>;
  readonly #longest: number;

  /** @param longest how many characters a name that is taken may have */
  constructor(taken: Iterable<string>, longest = LONGEST_NAME) {
    this.#taken = new Set(taken);
    this.#longest = longest;
  }

  /** Takes a name, or the next one that is free: `web`, `web-2`. */
  take(wanted: string): string {
    const base = wanted.slice(0, this.#longest);
    let name = base;
    for (let i = 2; this.#taken.has(name); i++) name = withSuffix(base, String(i), this.#longest);
    this.#taken.add(name);
    return name;
  }

  /** Takes the first of some names that is free, or the next one like the last. */
  takeFirst(...wanted: readonly string[]): string {
    return this.take(wanted.find((name) => !this.#taken.has(name)) ?? wanted.at(-1) ?? "");
  }
}

/** The names of the policies of each namespace; what is taken of one stays so. */
export function policyNames(
  { policies, refused }: Pick<Cluster, "policies" | "refused">,
  longest?: number,
): (namespace: string) => FreeNames {
  const known = new Map<string, FreeNames>();
  const taken = groupBy([...policies, ...refused], ({ ref }) => ref.namespace ?? "");
  return (namespace) => {
    let names = known.get(namespace);
    if (names === undefined) {
      const used = (taken.get(namespace) ?? []).map(({ ref }) => ref.name);
      known.set(namespace, (names = new FreeNames(used, longest)));
    }
    return names;
  };
}

/** A name with a word behind it, cut where it would be too long. */
export function withSuffix(name: string, suffix: string, longest = LONGEST_NAME): string {
  return `${name.slice(0, longest - suffix.length - 1).replace(/[-.]+$/, "")}-${suffix}`;
}

/** Text as a part of a name: lower case letters, digits and dashes. */
export function nameWord(text: string): string {
  const word = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return word === "" ? "none" : word;
}
