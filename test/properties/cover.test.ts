import { check, Mismatch } from "./run.js";
import { CutRules } from "../../src/questions/cover/cells.js";
import { deciderKey } from "../../src/semantics/evaluate/decider.js";
import { DIRECTIONS } from "../../src/cluster/model/policy.js";
import { describe, scenario } from "./generate/scenario.js";
import { diff } from "../../src/questions/diff/diff.js";
import { expect, it } from "vitest";
import { trafficText } from "../../src/report/describe.js";
import type { Change } from "../../src/questions/diff/group.js";
import { load, requireAccepted } from "./program.js";
import { REFERENCE, STRICT } from "../../src/index.js";
import { smaller } from "./generate/smaller.js";

it("rules that are cut into their entries come to the same", { timeout: 600_000 }, async () => {
  let entries = 0;
  await check({
    name: "rule entries",
    arbitrary: scenario,
    runs: 300,
    part: 710,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      const cut = new CutRules(loaded.cluster);
      entries += cut.cells.length;
      const profile = made.spelling % 2 === 0 ? REFERENCE : STRICT;
      const { changes } = diff(loaded.cluster, cut.cluster, profile);
      const [change] = changes;
      if (change !== undefined)
        throw new Mismatch(`${changes.length} changes where there are none: ${shown(change)}`);
    },
    smaller,
    show: describe,
  });
  console.log(`${entries} rule entries`);
  expect(entries).toBeGreaterThan(0);
});

function shown({ change, from, to, traffic, before, after }: Change): string {
  const ids = (rows: Change["from"]): string => rows.map(({ row }) => row.id).join();
  const answers = [before, after].map(
    ({ verdict, by }) =>
      `${verdict} by ${DIRECTIONS.map((each) => by[each].map((one) => deciderKey(one, each)).join(" ")).join(" and ")}`,
  );
  return `${change} ${ids(from)} -> ${ids(to)} ${trafficText(traffic)}: ${answers.join(" / ")}`;
}
