import { expect, it } from "vitest";
import { anonymised, anonymisedEnd } from "./change/anonymise.js";
import { check, Mismatch } from "./run.js";
import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { expectMet, expectSame, holdLaw } from "./law.js";
import { pairsOf } from "./questions.js";
import { smaller } from "./generate/smaller.js";
import { WELL_KNOWN_WORDS } from "../../src/cluster/snapshot/anonymise/well-known.js";

it("anonymising a snapshot changes no verdict", () =>
  holdLaw("anonymised", anonymised, expectSame, {
    pairs: (before) =>
      pairsOf(before).map(([from, to]) => [
        [from, to],
        [anonymisedEnd(from), anonymisedEnd(to)],
      ]),
  }));

it("anonymising leaves no name, label, domain or public address as it was", async () => {
  let met = 0;
  await check({
    name: "nothing stays",
    arbitrary: scenario,
    runs: 300,
    holds: (made) => {
      const left = new Set(wordsIn(anonymised(made)));
      const own = wordsIn(made).filter((word) => word.length >= 4 && !WELL_KNOWN_WORDS.has(word));
      met += own.length;
      const found = own.filter((word) => left.has(word));
      if (found.length > 0) throw new Mismatch(`left: ${found.join(" ")}`);
    },
    smaller,
    show: describe,
  });
  expectMet(met);
});

/** The words of the texts and labels of a scenario's objects, and the addresses in the documentation's public ranges. */
function wordsIn({ objects }: Scenario): string[] {
  return objects.flatMap(({ apiVersion: _version, kind: _kind, ...rest }) =>
    [...textsIn(rest, false)].flatMap((text) => {
      const isAddress = /^[0-9a-f.:]+(?:\/\d+)?$/.test(text) && /[.:]/.test(text);
      return text.match(isAddress ? PUBLIC : /[A-Za-z0-9]+/g) ?? [];
    }),
  );
}

/** What private addresses begin with stays. */
const PUBLIC = /^(?:203\.0\.113|2001:db8)[0-9a-f.:]*/;

const LABELS: ReadonlySet<string> = new Set(["labels", "matchLabels", "selector"]);

function* textsIn(value: unknown, areKeysLabels: boolean): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null) return;
  for (const [key, below] of Object.entries(value)) {
    if (areKeysLabels) yield key;
    yield* textsIn(below, LABELS.has(key));
  }
}

it("words of a scenario are found", () => {
  const metadata = { name: "pod-a", labels: { team: "crew" } };
  const objects = [{ apiVersion: "v1", kind: "Pod", metadata, spec: { podIP: "203.0.113.9" } }];
  expect(wordsIn({ objects } as unknown as Scenario)).toEqual(["pod", "a", "team", "crew", "203.0.113.9"]);
});
