import { field, items, textOf, type Node } from "../../../source/manifest/node.js";
import { fresh, inPlaceOf, old, withEntries } from "./parts.js";
import { Inconvertible, type Dropped } from "./outcome.js";
import { newPeers, type PeerReading } from "./peers.js";
import { newProtocols } from "./protocols.js";
import { PEER_LISTS } from "../peer-lists.js";
import type { Direction } from "../../model/policy.js";
import type { RewrittenEntry, Rewriting } from "../../../source/edit/rewrite/rewriting.js";

/** How many rules, peers and protocols a list of v1alpha2 may have. */
export const MOST_ITEMS = 25;

/** The rules of one direction as those of v1alpha2. */
export interface NewRules {
  readonly rules: readonly Rewriting[];
  readonly dropped: readonly Dropped[];
  /** Rules that are written as several, from 0. */
  readonly split: readonly number[];
  /** The lists of ports that are empty, and so no longer there. */
  readonly emptyLists: readonly Node[];
}

/**
 * The rules of a direction of v1alpha1 as rules of v1alpha2, each with at most as many peers and protocols as these take.
 * @throws {Inconvertible} for what these cannot say
 */
export function newRules(
  list: Node,
  direction: Direction,
  { shape, values }: Pick<PeerReading, "shape" | "values">,
): NewRules {
  const rules: Rewriting[] = [];
  const dropped: Dropped[] = [];
  const split: number[] = [];
  const emptyLists: Node[] = [];
  for (const [index, rule] of items(list).entries()) {
    const action = field(rule, "action");
    const word = textOf(action) ?? "";
    if (!ACTIONS.has(word)) throw new Inconvertible("unknown-action", action?.origin ?? rule.origin);
    const peers = items(field(rule, PEER_LISTS[direction])).map((peer) =>
      newPeers(peer, { shape, values, action: word }),
    );
    const protocols = newProtocols(rule);
    const allPeers = peers.flatMap(({ items: each }) => each);
    const isWholeRule = allPeers.length === 0 || protocols.items?.length === 0;
    for (const each of [...peers.flatMap((peer) => peer.dropped), ...protocols.dropped])
      dropped.push({ ...each, rule: index, direction, action: word, isWholeRule });
    if (isWholeRule) continue;
    if (protocols.emptyList !== undefined) emptyLists.push(protocols.emptyList);
    const parts = chunks(allPeers).flatMap((some) =>
      chunks(protocols.items).map((ports) => ({ peers: some ?? [], ports })),
    );
    if (parts.length > 1) split.push(index);
    rules.push(...parts.map(({ peers: some, ports }, i) => newRule(rule, direction, some, ports, i === 0)));
  }
  return { rules, dropped, split, emptyLists };
}

const ACTIONS: ReadonlyMap<string, string> = new Map([
  ["Allow", "Accept"],
  ["Deny", "Deny"],
  ["Pass", "Pass"],
]);

/** Lists of at most as many items as the API takes; undefined stays as it is. */
function chunks(list: readonly Rewriting[] | undefined): readonly (readonly Rewriting[] | undefined)[] {
  if (list === undefined) return [undefined];
  return Array.from({ length: Math.ceil(list.length / MOST_ITEMS) }, (_, i) =>
    list.slice(i * MOST_ITEMS, (i + 1) * MOST_ITEMS),
  );
}

/** @param isInPlace false for a further part of a rule that is split */
function newRule(
  rule: Node,
  direction: Direction,
  peers: readonly Rewriting[],
  protocols: readonly Rewriting[] | undefined,
  isInPlace: boolean,
): Rewriting {
  const listOf = (list: Node, each: readonly Rewriting[]): Rewriting => {
    const isWhole = each.length === items(list).length && each.every(({ type }) => type === "old");
    if (isWhole) return old(list);
    return { type: "list", ...(isInPlace ? { at: list.origin } : {}), items: each };
  };
  const written = withEntries(rule, (key, value): readonly RewrittenEntry[] | undefined => {
    if (value.value === null) return key === "ports" ? [] : undefined;
    if (key === "action") {
      const word = ACTIONS.get(textOf(value) ?? "") ?? "";
      return word === textOf(value) ? undefined : [inPlaceOf(value, key, fresh(word))];
    }
    if (key === PEER_LISTS[direction]) return [inPlaceOf(value, key, listOf(value, peers))];
    if (key !== "ports") return undefined;
    return protocols === undefined
      ? []
      : [inPlaceOf(value, "protocols", { type: "list", at: value.origin, items: protocols })];
  });
  return isInPlace ? written : withoutPlaces(written);
}

/** The same as something that is written once more, elsewhere. */
function withoutPlaces({ entries }: Rewriting & { readonly type: "mapping" }): Rewriting {
  return { type: "mapping", entries: entries.map(({ key, value }) => ({ key, value: unplaced(value) })) };
}

function unplaced(rewriting: Rewriting): Rewriting {
  switch (rewriting.type) {
    case "old":
    case "new":
      return rewriting;
    case "list":
      return { type: "list", items: rewriting.items.map(unplaced) };
    case "mapping":
      return withoutPlaces(rewriting);
  }
}
