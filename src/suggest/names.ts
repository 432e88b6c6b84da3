import type { Cluster } from "../model/cluster.js";
import type { Direction } from "../model/policy.js";
import type { Resolved } from "../query/resolve.js";

/** The longest name that every object can have (RFC 1123 label). */
const LONGEST = 63;

/** `allow-web-to-db` for what is sent, `allow-db-from-web` for what comes in. */
export function nameOfRule(
  verb: "allow" | "pass" | "deny",
  direction: Direction,
  subject: Resolved,
  other: Resolved,
): string {
  return nameOf([verb, wordOf(subject), direction === "egress" ? "to" : "from", wordOf(other)]);
}

/** `deny-egress-of-web`. */
export function nameOfDenial(direction: Direction, subject: Resolved): string {
  return nameOf(["deny", direction, "of", wordOf(subject)]);
}

/** A name that no NetworkPolicy of a namespace has. */
export function freeName(name: string, namespace: string, { policies, refused }: Cluster): string {
  const taken = new Set(
    [...policies, ...refused].filter(({ ref }) => ref.namespace === namespace).map(({ ref }) => ref.name),
  );
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name.slice(0, LONGEST - String(i).length - 1)}-${i}`;
  return free;
}

/** The name of an end without its namespace. */
function wordOf({ workload, endpoints, shownAs }: Resolved): string {
  const [first] = endpoints;
  if (workload !== undefined) return workload.name;
  return first?.type === "pod" || first?.type === "node" ? first.name : shownAs;
}

/** Words as the name of an object: lower case letters, digits and dashes. */
function nameOf(words: readonly string[]): string {
  const text = words
    .map((word) => word.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"))
    .join("-")
    .replaceAll(/-{2,}/g, "-");
  return text.slice(0, LONGEST).replaceAll(/^-|-$/g, "");
}
