import { pageChain } from "../../src/page/chain.js";
import { check } from "./run.js";
import { Deciders } from "../../src/questions/matrix/deciders.js";
import { describe as describeScenario, scenario } from "./generate/scenario.js";
import { deciderText } from "../../src/report/decider-words.js";
import { expect, it } from "vitest";
import { gridOf, pageReport } from "../support/page.js";
import { load, requireAccepted } from "./program.js";
import { smaller } from "./generate/smaller.js";
import { RuleEffects } from "../../src/questions/survey/rule-effects.js";
import { deciderKey } from "../../src/semantics/evaluate/decider.js";
import { ALL_TRAFFIC as ALL, trafficKey, type Traffic } from "../../src/base/net/traffic.js";
import type { FlowGrid, FlowVariant } from "../../src/page/grid.js";
import type { Matrix, MatrixFlow } from "../../src/questions/matrix/matrix.js";

/** What the browser puts together of walks and classes is what the map says of every pair of rows. */
it("shows of every pair what the map says, and what decides it", () =>
  check({
    name: "the page's data against the map",
    arbitrary: scenario,
    runs: 400,
    part: 171,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      const report = pageReport(loaded.cluster);
      const { matrix } = report.survey;
      const grid = gridOf(report);
      const deciders = new Deciders(matrix);
      for (const [f, from] of matrix.rows.entries())
        for (const [t, to] of matrix.rows.entries()) {
          const flows = matrix.hasPair(from, to) ? matrix.flowsBetween(from, to) : [];
          expect(grid.hasPair(f, t), `${from.id} → ${to.id}`).toBe(matrix.hasPair(from, to));
          const shown = grid.variants(f, t);
          expect(new Set(shown.map((each) => answerKey(grid, each)))).toEqual(new Set(flows.map(flowKey)));
          for (const each of shown) expectDeciders(grid, each, flows, deciders);
        }
    },
    smaller,
    show: describeScenario,
  }));

function answerKey(grid: FlowGrid, { answer }: FlowVariant): string {
  const { allowed, denied, undefined: open, unknown } = grid.answer(answer);
  return [allowed, denied, open, unknown].map((number) => trafficKey(grid.traffic(number))).join(" | ");
}

function flowKey({ slices }: MatrixFlow): string {
  const { allowed, denied, undefined: open, unknown } = slices;
  return [allowed, denied, open, unknown].map((traffic: Traffic) => trafficKey(traffic)).join(" | ");
}

/** The entries that decide in the chains of all parts are those that the map names. */
function expectDeciders(
  grid: FlowGrid,
  variant: FlowVariant,
  flows: readonly MatrixFlow[],
  deciders: Deciders,
): void {
  const same = flows.filter((flow) => flowKey(flow) === answerKey(grid, variant));
  for (const direction of ["egress", "ingress"] as const) {
    const named = new Set(
      same.flatMap((flow) => deciders.of(flow, direction).map((number) => textOf(deciders, number))),
    );
    const parts = grid.parts(variant);
    const steps = parts.flatMap(({ traffic }) => pageChain(variant[direction], traffic, grid));
    const deciding = steps.filter(({ does }) => does === "allows" || does === "denies");
    for (const { entry } of deciding)
      expect([...named], `${direction} ${entry.text}`).toContain(comparable(entry.text));
    // One variant stands for all that come to the same: each of them has something that decides.
    for (const { traffic } of parts)
      expect(
        pageChain(variant[direction], traffic, grid).some(
          ({ does }) => does === "allows" || does === "denies",
        ),
      ).toBe(true);
  }
}

function textOf(deciders: Deciders, number: number): string {
  const step = deciders.steps[number];
  if (step === undefined) throw new Error("invariant: a number of a step");
  return comparable(deciderText(step.decider, step.direction));
}

/** The page says what a rule does once. */
function comparable(text: string): string {
  return text.replace(/ (?:Accept|Deny|Pass),/, ",");
}

it("counts of every pair of places what its pairs come to", () =>
  check({
    name: "counts of places",
    arbitrary: scenario,
    runs: 200,
    part: 172,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      const report = pageReport(loaded.cluster);
      const grid = gridOf(report, "verdicts");
      const { places } = grid.data;
      for (const [f, from] of places.entries())
        for (const [t, to] of places.entries())
          expect(places[f]?.counts[t]).toEqual(countedOneByOne(grid, from, to));
    },
    smaller,
    show: describeScenario,
  }));

type Range = { readonly first: number; readonly count: number };

function countedOneByOne(grid: FlowGrid, from: Range, to: Range): readonly number[] {
  const order = ["allowed", "part", "unknown", "undefined", "denied"];
  const counts = order.map(() => 0);
  for (let a = from.first; a < from.first + from.count; a++)
    for (let b = to.first; b < to.first + to.count; b++) {
      const share = grid.share(a, b, ALL);
      if (share !== undefined) counts[order.indexOf(share)] = (counts[order.indexOf(share)] ?? 0) + 1;
    }
  return counts;
}

it("counts the pairs that a rule decides as the map does, pair by pair", () =>
  check({
    name: "what rules decide",
    arbitrary: scenario,
    runs: 200,
    part: 173,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      const { matrix } = pageReport(loaded.cluster).survey;
      const effects = new RuleEffects(matrix);
      const deciders = new Deciders(matrix);
      const counts = pairsByDecider(matrix, deciders);
      for (const { decider, direction } of deciders.steps) {
        if (decider.type !== "rule") continue;
        expect(effects.pairsOf(decider, direction), deciderText(decider, direction)).toBe(
          counts.get(deciderKey(decider, direction)),
        );
      }
    },
    smaller,
    show: describeScenario,
  }));

function pairsByDecider(matrix: Matrix, deciders: Deciders): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const from of matrix.senders)
    for (const to of matrix.rows) {
      if (!matrix.hasPair(from, to)) continue;
      const flows = matrix.flowsBetween(from, to);
      const numbers = new Set(
        (["egress", "ingress"] as const).flatMap((direction) =>
          flows.flatMap((flow) => deciders.of(flow, direction)),
        ),
      );
      for (const number of numbers) {
        const step = deciders.steps[number];
        if (step === undefined) continue;
        const key = deciderKey(step.decider, step.direction);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  return counts;
}
