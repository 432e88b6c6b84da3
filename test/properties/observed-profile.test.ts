import { it } from "vitest";
import { askAll, load, verdictText } from "./program.js";
import { check, isWholeRun, Mismatch } from "./run.js";
import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { observedProfile } from "../../src/semantics/match/observed-profile.js";
import { pairsOf } from "./questions.js";
import { pluginProfiles } from "./plugin-profiles.js";
import { REFERENCE, type Loaded, type Profile, type Result } from "../../src/index.js";
import { smaller } from "./generate/smaller.js";
import type { End } from "./questions.js";

const CASES = 300;

/** Pairs of each cluster, spread over all. */
const PAIRS = 12;

const PROFILES = pluginProfiles.filter(({ name }) => !name.endsWith(", strict"));

it(
  "a profile with the readings that an answer has asked for answers the same",
  { timeout: 600_000 },
  async () => {
    let alike = 0;
    let other = 0;
    await check({
      name: "observed readings",
      arbitrary: scenario,
      runs: CASES,
      part: 400,
      holds: async (made) => {
        const loaded = await load(made);
        const plugin = PROFILES[made.spelling % PROFILES.length]!;
        for (const [from, to] of somePairs(made)) {
          // Each way round: what a plugin's answer has asked for says as much as what the reference's has.
          for (const [first, second] of [
            [REFERENCE, plugin],
            [plugin, REFERENCE],
          ] as const) {
            const isAlike = compare(loaded, from, to, first, second);
            if (isAlike) alike++;
            else other++;
          }
        }
      },
      smaller,
      show: describe,
    });
    console.log(`${alike} answers of a profile with the same readings, ${other} of one with others`);
    if (isWholeRun && (alike < 1000 || other < 1000))
      throw new Mismatch("one kind of profiles was hardly met");
  },
);

/** False for a profile that has another reading of those that were asked for: then nothing is to be compared. */
function compare(loaded: Loaded, from: End, to: End, first: Profile, second: Profile): boolean {
  const { profile, asked } = observedProfile(first);
  const answer = textOf(askAll(loaded, from, to, profile));
  const isAlike = [...asked].every(
    (name) => JSON.stringify(first.readings[name]) === JSON.stringify(second.readings[name]),
  );
  if (!isAlike) return false;
  const expected = textOf(askAll(loaded, from, to, second));
  if (answer !== expected)
    throw new Mismatch(
      `${from.text} -> ${to.text}, asked for ${[...asked].join(", ")}\n` +
        `${first.name}:\n${answer}\n${second.name}:\n${expected}`,
    );
  return true;
}

function textOf(results: readonly Result[]): string {
  return results
    .map((each) => `${each.family} ${JSON.stringify(each.traffic)} ${verdictText(each)}`)
    .join("\n");
}

function somePairs(made: Scenario): readonly (readonly [End, End])[] {
  const all = pairsOf(made);
  const step = Math.max(1, Math.floor(all.length / PAIRS));
  return all.filter((_, at) => at % step === 0);
}
