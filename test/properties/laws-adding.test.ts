import * as fc from "fast-check";
import { it } from "vitest";
import { addUnrelatedPod } from "./change/add.js";
import { changesNothing, CLUSTERS_PER_LAW, expectMet, holdLaw, type Answers } from "./law.js";
import { highestDeny } from "./generate/admin-policies.js";
import { pluginProfiles } from "./plugin-profiles.js";
import { Mismatch } from "./run.js";

/** A Deny for each number that a scenario is spelled with. */
const denies = fc.sample(highestDeny, { seed: 1, numRuns: CLUSTERS_PER_LAW });

it.each([
  ["", undefined],
  [", on any plugin", pluginProfiles],
] as const)("a strictly highest Admin Deny never opens anything%s", async (on, profiles) => {
  let closed = 0;
  await holdLaw(
    `highest Deny${on}`,
    (made) => ({ ...made, objects: [...made.objects, denies[made.spelling % denies.length]!] }),
    (before, after) => {
      closed += countClosed(before, after);
    },
    profiles === undefined ? {} : { profiles },
  );
  expectMet(closed);
});

/** Every outcome that is open afterwards was open before. @returns the number of flows that it closed */
function countClosed(before: Answers, after: Answers): number {
  let closed = 0;
  for (const [flow, answer] of after) {
    const earlier = before.get(flow)!;
    for (const [was, is] of [
      [earlier, answer],
      [earlier.egress, answer.egress],
      [earlier.ingress, answer.ingress],
    ] as const) {
      const isOpened =
        (is.outcomes.includes("allowed") && !was.outcomes.includes("allowed")) ||
        (is.verdict === "allowed" && was.verdict !== "allowed");
      if (isOpened) throw new Mismatch(`${flow}\n  before: ${was.verdict}\n  after:  ${is.verdict}`);
      if (is.verdict === "denied" && was.verdict !== "denied") closed++;
    }
  }
  return closed;
}

/*
 * Unrelated is more than "no policy selects it". The addresses of every pod say which families the cluster has, and an
 * end without an address has those (S-EV-6); an address that a pod has is that pod (S-EV-1a); a pod's status tells an
 * address of its node. So the pod is on no node and has an address that is nobody's, of a family that others have too.
 */
it("an unrelated pod changes no old verdict", () => changesNothing("unrelated pod", addUnrelatedPod));
