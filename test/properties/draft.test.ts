import { casesOf, check, Mismatch } from "./run.js";
import { describe, scenario } from "./generate/scenario.js";
import { draftFile } from "../../src/report/draft-file.js";
import { draftTests } from "../../src/questions/draft/draft.js";
import { expect, it } from "vitest";
import { judgeTest } from "../../src/questions/expect/judge.js";
import { load, requireAccepted } from "./program.js";
import { readTestFile } from "../../src/questions/expect/read-test-file.js";
import { REFERENCE } from "../../src/index.js";
import { smaller } from "./generate/smaller.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { PolicyTest } from "../../src/questions/expect/test-file.js";

const RUNS = 200;
const JUDGING = { profile: REFERENCE, namespace: undefined, today: "2026-11-23" };

it("a draft holds, and misses each policy that it does not name", { timeout: 600_000 }, async () => {
  let count = 0;
  await check({
    name: "drafts",
    arbitrary: scenario,
    runs: RUNS,
    part: 730,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      const { cluster } = loaded;
      const draft = draftTests(cluster, REFERENCE);
      if (draft.tests.length === 0) return;
      count += draft.tests.length;
      const read = readTestFile({ name: "a.anp-test.yaml", text: draftFile(draft, ["a.yaml"]) });
      if (!read.ok) throw new Mismatch(read.problem.map(({ message }) => message).join("; "));
      const bad = read.value.tests.find((each) => statusOf(cluster, each) !== "passed");
      if (bad !== undefined) throw new Mismatch(`does not hold: ${bad.name}`);
      for (const policy of cluster.policies) {
        if (draft.unnoticed.includes(policy)) continue;
        const without = { ...cluster, policies: cluster.policies.filter((each) => each !== policy) };
        if (read.value.tests.every((each) => statusOf(without, each) === "passed"))
          throw new Mismatch(`no test misses ${policy.ref.name}`);
      }
    },
    smaller,
    show: describe,
  });
  console.log(`${count} drafted tests`);
  // Some clusters have nothing to draft.
  if (casesOf(RUNS) >= 10) expect(count).toBeGreaterThan(0);
});

function statusOf(cluster: Cluster, test: PolicyTest): string {
  return judgeTest(cluster, test, JUDGING).status;
}
