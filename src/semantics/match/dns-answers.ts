import { groupBy } from "../../base/collections/group-by.js";
import { normaliseDomain } from "../../cluster/model/cluster-names.js";
import { factEndKey, type FactEnd } from "./fact-end.js";
import type { Fact, Split, World } from "./world.js";

type DnsAnswer = Extract<Fact, { code: "dns-answer" }>;

/** Asks whether a name that a rule gives resolves to an address, in the worlds that are possible. */
export function splitByAnswer(world: World, domain: string, address: FactEnd): Split {
  const { yes, no } = world.ask({ type: "fact", code: "dns-answer", domain, address });
  const possible = (each: World): World[] => {
    const left = possibleWorld(each);
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
  let left: World | undefined = world;
  for (const [narrow, wide] of nestedAnswers([world, ...others])) {
    for (const each of left?.ask(narrow).yes.flatMap((known) => known.ask(wide).no) ?? [])
      left = left?.subtract(each);
  }
  return left;
}

/** Each question about a name beside those about names that have every answer of it. */
function nestedAnswers(worlds: readonly World[]): (readonly [DnsAnswer, DnsAnswer])[] {
  const met = worlds.flatMap(({ restricted }) =>
    restricted.flatMap((each) => (each.code === "dns-answer" ? [each] : [])),
  );
  if (met.length < 2) return [];
  const byName = groupBy(met, ({ address, domain }) => keyOf(address, normaliseDomain(domain)));
  return met.flatMap((narrow) =>
    namesAround(narrow.domain)
      .flatMap((name) => byName.get(keyOf(narrow.address, name)) ?? [])
      .filter(({ domain }) => domain !== narrow.domain)
      .map((wide) => [narrow, wide] as const),
  );
}

/** The names that match all that a name or pattern matches: itself, and `*.` before each end of it. */
function namesAround(pattern: string): readonly string[] {
  const name = normaliseDomain(pattern);
  const labels = name.split(".");
  return [...new Set([name, ...labels.slice(1).map((_, at) => `*.${labels.slice(at + 1).join(".")}`)])];
}

function keyOf(address: FactEnd, name: string): string {
  return JSON.stringify([factEndKey(address), name]);
}
