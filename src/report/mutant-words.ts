import { encode } from "./encode.js";
import { specPath, itemPath } from "./cell-words.js";
import { changedTraffic } from "./diff-words.js";
import { policyText } from "./describe.js";
import type { ChangedFlow } from "../questions/diff/diff.js";
import type { Mutant, Mutator } from "../questions/mutate/mutants.js";
import type { View } from "./view.js";

/** What a mutator does to what is written in a place, in words. */
const MUTATOR_WORDS: Readonly<Record<Mutator, (place: string, replacement: string) => string>> = {
  "drop-policy": () => "without the policy",
  "drop-direction": (place) => `without ${place}`,
  "drop-rule": (place) => `without ${place}`,
  "drop-peer": (place) => `without ${place}`,
  "drop-port": (place) => `without ${place}`,
  "drop-except": (place) => `without ${place}`,
  "drop-label": (place) => `without ${place}`,
  "negate-label": (place, to) => `${place}: ${to}`,
  "widen-block": (place, to) => `${place}: ${to}`,
  "widen-ports": (place, to) => `${place}: ${to}`,
  "and-to-or": (place) => `${place} as two peers`,
  "swap-action": (place, to) => `${place}: ${to}`,
  "swap-priority": (_, to) => `with priority ${to}`,
};

/** `NetworkPolicy payments/db without ingress[0].from[1]`. */
export function mutantText(mutant: Mutant): string {
  return `${policyText(mutant.policy.ref)} ${mutationText(mutant)}`;
}

/** The same without the policy. */
export function mutationText({ mutator, at, replacement, direction }: Mutant): string {
  const isItem = mutator === "drop-peer" || mutator === "drop-port";
  const place = mutator === "drop-direction" ? (direction ?? "") : isItem ? itemPath(at) : specPath(at);
  return MUTATOR_WORDS[mutator](place, encode(replacement ?? ""));
}

/** `shop/mail → shop/cart, TCP 22: denied → allowed`. */
export function changedFlowText(
  { from, to, slice }: ChangedFlow,
  { symbols: { arrow } }: Pick<View, "symbols">,
): string {
  const flow = `${encode(from.row.shownAs)} ${arrow} ${encode(to.row.shownAs)}, ${changedTraffic(slice)}`;
  return `${flow}: ${slice.before.verdict} ${arrow} ${slice.after.verdict}`;
}
