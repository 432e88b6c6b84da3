import { LONGEST_LABEL, nameWord } from "../../cluster/model/free-names.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { Resolved } from "../query/resolution.js";

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

/** The name of an end without its namespace. */
function wordOf({ workload, endpoints, shownAs }: Resolved): string {
  const [first] = endpoints;
  if (workload !== undefined) return workload.name;
  return first?.type === "pod" || first?.type === "node" ? first.name : shownAs;
}

/** Words as the name of an object. */
function nameOf(words: readonly string[]): string {
  return words.map(nameWord).join("-").slice(0, LONGEST_LABEL).replace(/-$/, "");
}
