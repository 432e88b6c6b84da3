import { it } from "vitest";
import { familiesShown, familyOf } from "./change/add.js";
import { expectMet, holdLaw, type Answers, type Change } from "./law.js";
import { Mismatch } from "./run.js";
import {
  revealAddressesOfPods,
  revealAll,
  revealLabels,
  revealNames,
  revealNamespaces,
  revealNodes,
  revealNodesOfPods,
  revealOwners,
  revealPorts,
} from "./change/reveal.js";
import { pluginProfiles } from "./plugin-profiles.js";
import { scenario } from "./generate/scenario.js";
import type { Judgement } from "../../src/semantics/evaluate/verdict.js";

/*
 * A fact that becomes known leaves some of the outcomes that were possible and adds none. So what was definite stays, and
 * what was undefined may become definite, for the sources may leave open only what the fact excludes.
 */
const REVEALED: readonly (readonly [string, Change])[] = [
  ["the labels of a namespace", revealNamespaces],
  ["labels that are filled in", revealLabels],
  ["ports of containers that are filled in", revealPorts],
  ["the node of a pod", revealNodesOfPods],
  ["the address of a pod", revealAddressesOfPods],
  ["the nodes", revealNodes],
  ["whose an address is", revealOwners],
  ["what names resolve to", revealNames],
];

it.each(REVEALED)("revealing a missing fact never flips a verdict: %s", async (name, reveal) => {
  let settled = 0;
  await holdLaw(`revealed ${name}`, reveal, (before, after) => {
    settled += countSettled(before, after);
  });
  expectMet(settled);
});

it.each(REVEALED)("nor does it on any plugin: %s", async (name, reveal) => {
  let settled = 0;
  const count = (before: Answers, after: Answers): void => {
    settled += countSettled(before, after);
  };
  await holdLaw(`revealed ${name}, plugins`, reveal, count, { profiles: pluginProfiles });
  expectMet(settled);
});

/*
 * One fact of several leaves a verdict unknown that hangs on the others. With all of them no verdict is unknown, though
 * some are undefined. Templates and pods that are only thought of stay out: labels that a controller adds and ports of
 * containers that nobody has named cannot be told; so do names and addresses of families that the cluster does not have.
 */
const tellable = scenario.map((made) => {
  const objects = made.objects.filter(({ metadata }) => metadata?.name !== "work-0");
  const families = familiesShown({ objects });
  const addresses = made.addresses.filter((address) => families.has(familyOf(address)));
  return { ...made, objects, addresses, hypothetical: undefined, domains: [] };
});

it("revealing every missing fact turns unknown into a definite verdict, and flips none", async () => {
  let settled = 0;
  const compare = (before: Answers, after: Answers): void => {
    settled += countSettled(before, after);
    for (const [flow, { verdict, reasons }] of after) {
      if (verdict === "unknown")
        throw new Mismatch(`${flow} is still unknown: ${reasons.map(({ code }) => code).join(", ")}`);
    }
  };
  await holdLaw("revealed everything", revealAll, compare, { scenarios: tellable });
  expectMet(settled);
});

/** Holds that no flow has a new outcome. @returns the number of flows that are no longer unknown */
function countSettled(before: Answers, after: Answers): number {
  let settled = 0;
  for (const [flow, answer] of after) {
    const earlier = before.get(flow);
    if (earlier === undefined) throw new Mismatch(`${flow} is new`);
    expectRefined(flow, earlier, answer);
    expectRefined(`${flow}, egress`, earlier.egress, answer.egress);
    expectRefined(`${flow}, ingress`, earlier.ingress, answer.ingress);
    if (earlier.verdict === "unknown" && answer.verdict !== "unknown") settled++;
  }
  return settled;
}

function expectRefined(flow: string, before: Judgement, after: Judgement): void {
  const isNew = after.outcomes.some((outcome) => !before.outcomes.includes(outcome));
  if (isNew) throw new Mismatch(`${flow}\n  before: ${before.verdict}\n  after:  ${after.verdict}`);
}
