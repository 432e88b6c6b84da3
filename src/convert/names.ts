/** The longest name that an object of these kinds can have (RFC 1123 subdomain). */
const LONGEST = 253;

/** The names of one kind, in one namespace or in the cluster, that are taken. */
export class Names {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** Takes a name, or the next one that is free: `web`, `web-2`. */
  take(wanted: string): string {
    const base = wanted.slice(0, LONGEST);
    let name = base;
    for (let i = 2; this.#taken.has(name); i++) name = withSuffix(base, String(i));
    this.#taken.add(name);
    return name;
  }

  /** Takes the first of some names that is free, or the next one like the last. */
  takeFirst(...wanted: readonly string[]): string {
    return this.take(wanted.find((name) => !this.#taken.has(name)) ?? wanted.at(-1) ?? "");
  }
}

/** A name with a word behind it, cut where it would be too long. */
export function withSuffix(name: string, suffix: string): string {
  return `${name.slice(0, LONGEST - suffix.length - 1).replace(/[-.]+$/, "")}-${suffix}`;
}

/** A label's value as a part of a name: lower case letters, digits and dashes. */
export function nameWord(value: string): string {
  const word = value
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return word === "" ? "none" : word;
}
