import { groupBy } from "../../base/collections/group-by.js";
import { factEndKey, type FactEnd } from "./fact-end.js";
import { oncePer } from "../../base/collections/once-per.js";
import { patternsAround } from "./domain.js";
import { unsettledKey, type Fact } from "./unsettled.js";
import type { Split, World } from "./world.js";

type DnsAnswer = Extract<Fact, { code: "dns-answer" }>;

/**
 * Asks whether a name that a rule gives resolves to an address, in the worlds that are possible. What the world held before holds no
 * contradiction: only this answer can bring one.
 */
export function splitByAnswer(world: World, domain: string, address: FactEnd): Split {
  const asked: DnsAnswer = { type: "fact", code: "dns-answer", domain, address };
  const { yes, no } = world.ask(asked);
  const { narrow, wide } = besides(asked, answersIn(world));
  return { yes: inAll(yes, wide, "yes"), no: inAll(no, narrow, "no") };
}

/** The part of worlds in which all of some names resolve, or none of them does. */
function inAll(
  worlds: readonly World[],
  names: readonly DnsAnswer[],
  answer: "yes" | "no",
): readonly World[] {
  const [first] = worlds;
  if (first === undefined || names.length === 0) return worlds;
  let all = first.whole;
  for (const name of names) all = all.ask(name)[answer][0] ?? all;
  return worlds.flatMap((each) => each.intersect(all) ?? []);
}

/**
 * The part of a world without contradictions: what resolves for a name resolves for the patterns that it matches (S-FQ-3).
 * A world that is what others leave may hold some, since they left them out.
 * @param others worlds that it is compared with: a contradiction may lie in facts of which each names only some
 */
export function possibleWorld(world: World, ...others: readonly World[]): World | undefined {
  const met = [world, ...others].flatMap(answersIn);
  return met.length < 2 ? world : world.intersect(consistent(world, met));
}

/** Where no answers contradict each other. Many worlds are about the same names: one for all of those. */
function consistent(world: World, met: readonly DnsAnswer[]): World {
  const names = [...new Set(met.map(unsettledKey))].toSorted().join();
  const known = CONSISTENT(world.origin).get(names);
  if (known !== undefined) return known;
  let found = world.whole;
  for (const [wide, nested] of nestedAmong(met)) {
    const narrow = nested.map((each) => each.narrow);
    const possible = noContradiction(world.whole, wide, narrow);
    found = found.intersect(possible) ?? found;
  }
  CONSISTENT(world.origin).set(names, found);
  return found;
}

const CONSISTENT = oncePer((_origin: object) => new Map<string, World>());

/** Where a name resolves that has every answer of others, or none of those does. */
function noContradiction(whole: World, wide: DnsAnswer, narrow: readonly DnsAnswer[]): World {
  const [none = whole] = inAll([whole], narrow, "no");
  return whole.ask(wide).yes[0]?.unite(none) ?? none;
}

function answersIn({ restricted }: World): DnsAnswer[] {
  return restricted.flatMap((each) => (each.code === "dns-answer" ? [each] : []));
}

interface Nested {
  readonly narrow: DnsAnswer;
  /** About a name that has every answer of the other one. */
  readonly wide: DnsAnswer;
}

/** Questions about names inside of others, by those about the others. */
function nestedAmong(met: readonly DnsAnswer[]): ReadonlyMap<DnsAnswer, readonly Nested[]> {
  const byName = groupBy(met, (each) => namesOf(each).own);
  const nested = met.flatMap((narrow) =>
    namesOf(narrow)
      .around.flatMap((name) => byName.get(name) ?? [])
      .map((wide): Nested => ({ narrow, wide })),
  );
  return groupBy(nested, ({ wide }) => wide);
}

/** Of questions about names those about names that have only answers of one, and those about names that have every one of it. */
function besides(
  asked: DnsAnswer,
  met: readonly DnsAnswer[],
): { readonly narrow: readonly DnsAnswer[]; readonly wide: readonly DnsAnswer[] } {
  const { own, around } = namesOf(asked);
  const narrow: DnsAnswer[] = [];
  const wide: DnsAnswer[] = [];
  for (const each of met) {
    const names = namesOf(each);
    if (names.around.includes(own)) narrow.push(each);
    if (around.includes(names.own)) wide.push(each);
  }
  return { narrow, wide };
}

interface AnswerNames {
  /** The name, with the end of which it is asked. */
  readonly own: string;
  /** Itself and the patterns that match all that it matches: `*.` before each end of it. */
  readonly around: readonly string[];
}

const namesOf = oncePer(({ domain, address }: DnsAnswer): AnswerNames => {
  const end = factEndKey(address);
  const [own = "", ...around] = patternsAround(domain).map((each) => JSON.stringify([end, each]));
  return { own, around: [own, ...around] };
});
