import { describe, expect, it } from "vitest";
import { judge, type Possibility } from "../../../src/semantics/evaluate/verdict.js";
import { readingOf, type Fact } from "../../../src/semantics/match/unsettled.js";
import { World } from "../../../src/semantics/match/world.js";
import type { FactEnd } from "../../../src/semantics/match/fact-end.js";

const WEB: FactEnd = { type: "pod", id: "shop/pod/web" };
const LABEL: Fact = { type: "fact", code: "pod-labels", pod: WEB, label: "hash" };
const NODE: Fact = { type: "fact", code: "pod-node", pod: { type: "pod", id: "shop/pod/db" } };
const READING = readingOf("host-network");

/** The worlds in which a question is answered with yes and with no. */
function yesAndNo(question: Parameters<World["ask"]>[0], from = World.ANY): readonly [World, World] {
  const { yes, no } = from.ask(question);
  return [yes[0]!, no[0]!];
}

const [label, noLabel] = yesAndNo(LABEL);
const [reading, noReading] = yesAndNo(READING);
const [node, noNode] = yesAndNo(NODE);

const allowed = (world: World): Possibility => ({ outcome: "allowed", world });
const denied = (world: World): Possibility => ({ outcome: "denied", world });

describe("a judgement (S-V-0)", () => {
  it.each([
    ["one possibility", [allowed(World.ANY)], "allowed", []],
    ["one outcome in every world", [denied(label), denied(noLabel)], "denied", []],
    ["a fact decides", [allowed(label), denied(noLabel)], "unknown", ["pod-labels"]],
    ["a reading decides", [allowed(reading), denied(noReading)], "undefined", ["host-network"]],
    [
      "either of two facts decides",
      [allowed(label), allowed(yesAndNo(NODE, noLabel)[0]), denied(yesAndNo(NODE, noLabel)[1])],
      "unknown",
      ["pod-labels", "pod-node"],
    ],
    [
      "with some fact the sources alone leave both",
      [allowed(label), allowed(yesAndNo(READING, noLabel)[0]), denied(yesAndNo(READING, noLabel)[1])],
      "undefined",
      ["host-network", "pod-labels"],
    ],
    [
      "no single fact decides",
      [allowed(yesAndNo(NODE, label)[0]), denied(yesAndNo(NODE, noLabel)[1])],
      "unknown",
      ["pod-labels", "pod-node"],
    ],
  ] as const)("%s", (_, possibilities, verdict, reasons) => {
    const judgement = judge(possibilities);
    expect(judgement.verdict).toBe(verdict);
    expect(judgement.reasons.map(({ code }) => code).toSorted()).toEqual(reasons);
    expect(judgement.isExact).toBe(true);
  });

  it("sorts the outcomes", () => {
    expect(judge([denied(node), allowed(noNode)]).outcomes).toEqual(["allowed", "denied"]);
  });

  it.each([[["b", "a", "c"]], [["a", "b", "c"]], [["c", "b", "a"]]])(
    "tells reasons in one order, whichever of %s was met first",
    (labels) => {
      let all = World.fresh();
      const rest: World[] = [];
      for (const each of labels) {
        const [yes, no] = yesAndNo({ type: "fact", code: "pod-labels", pod: WEB, label: each }, all);
        rest.push(no);
        all = yes;
      }
      const { reasons } = judge([allowed(all), ...rest.map(denied)]);
      expect(reasons.map((each) => "label" in each && each.label)).toEqual(["a", "b", "c"]);
    },
  );

  it("is exact and quick with facts whose worlds nobody could list", () => {
    const labels = Array.from({ length: 40 }, (_, index) => `team-${index}`);
    let rest = World.fresh();
    const possibilities = labels.map((each, index): Possibility => {
      const [yes, no] = yesAndNo({ type: "fact", code: "pod-labels", pod: WEB, label: each }, rest);
      rest = no;
      return index % 2 === 0 ? allowed(yes) : denied(yes);
    });
    const judgement = judge([...possibilities, denied(rest)]);
    expect(judgement.verdict).toBe("unknown");
    expect(judgement.isExact).toBe(true);
    expect(judgement.reasons).toHaveLength(labels.length - 1);
  });
});
