import { groupBy } from "../../base/collections/group-by.js";
import { normaliseDomain } from "../../cluster/model/cluster-names.js";
import { factEndKey, type FactEnd } from "./fact-end.js";
import { oncePer } from "../../base/collections/once-per.js";
import { unsettledKey, type Fact, type Split, type World } from "./world.js";

type DnsAnswer = Extract<Fact, { code: "dns-answer" }>;

/** A question about a name, and one about a name that has every answer of it. */
type Nested = readonly [narrow: DnsAnswer, wide: DnsAnswer];

/** Asks whether a name that a rule gives resolves to an address, in the worlds that are possible. */
export function splitByAnswer(world: World, domain: string, address: FactEnd): Split {
  const asked: DnsAnswer = { type: "fact", code: "dns-answer", domain, address };
  const { yes, no } = world.ask(asked);
  // What the world held before holds no contradiction that was not there: only this answer can bring one.
  const nested = nestedWith(asked, answersIn(world));
  const possible = (each: World): World[] => {
    const left = withoutContradictions(each, nested);
    return left === undefined ? [] : [left];
  };
  return { yes: yes.flatMap(possible), no: no.flatMap(possible) };
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
  const found = withoutContradictions(world.whole, nestedAmong(met));
  if (found === undefined)
    throw new Error("invariant: where no name resolves, no answers contradict each other");
  CONSISTENT(world.origin).set(names, found);
  return found;
}

const CONSISTENT = oncePer((_origin: object) => new Map<string, World>());

function withoutContradictions(world: World, nested: readonly Nested[]): World | undefined {
  let left: World | undefined = world;
  for (const [narrow, wide] of nested) {
    for (const each of left?.ask(narrow).yes.flatMap((known) => known.ask(wide).no) ?? [])
      left = left?.subtract(each);
  }
  return left;
}

function answersIn({ restricted }: World): DnsAnswer[] {
  return restricted.flatMap((each) => (each.code === "dns-answer" ? [each] : []));
}

/** Each question about a name beside those about names that have every answer of it. */
function nestedAmong(met: readonly DnsAnswer[]): Nested[] {
  if (met.length < 2) return [];
  const byName = groupBy(met, (each) => namesOf(each).own);
  return met.flatMap((narrow) =>
    namesOf(narrow)
      .around.flatMap((name) => byName.get(name) ?? [])
      .filter(({ domain }) => domain !== narrow.domain)
      .map((wide): Nested => [narrow, wide]),
  );
}

/** The same for one of them beside others. */
function nestedWith(asked: DnsAnswer, met: readonly DnsAnswer[]): Nested[] {
  const { own, around } = namesOf(asked);
  return met.flatMap((each): Nested[] => {
    if (each.domain === asked.domain) return [];
    const names = namesOf(each);
    return [
      ...(around.includes(names.own) ? [[asked, each] as const] : []),
      ...(names.around.includes(own) ? [[each, asked] as const] : []),
    ];
  });
}

interface AnswerNames {
  /** The name, with the end of which it is asked. */
  readonly own: string;
  /** Itself and the patterns that match all that it matches: `*.` before each end of it. */
  readonly around: readonly string[];
}

const namesOf = oncePer(({ domain, address }: DnsAnswer): AnswerNames => {
  const name = normaliseDomain(domain);
  const end = factEndKey(address);
  const labels = name.split(".");
  const patterns = labels.slice(1).map((_, at) => `*.${labels.slice(at + 1).join(".")}`);
  const [own = "", ...around] = [...new Set([name, ...patterns])].map((each) => JSON.stringify([end, each]));
  return { own, around: [own, ...around] };
});
