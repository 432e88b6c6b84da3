/**
 * The longest version, kind or name that is kept whole: a group is at most 253 characters, and so is a name. Those of an
 * object are repeated with everything that is said about it, so that a hostile one could ask for gigabytes.
 */
const LONGEST = 400;

/** A name as it is shown and compared: cut where it is longer than any that a server takes. */
export function shortened(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST)}…`;
}
