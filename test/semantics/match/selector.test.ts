import { describe, expect, it } from "vitest";
import { fulfils, splitBySelector, valuesOf } from "../../../src/semantics/match/selector.js";
import { selectorOf, type Requirement } from "../../../src/cluster/model/selector.js";
import { labelsOf } from "../../../src/cluster/model/labels.js";
import { TextSet } from "../../../src/semantics/match/text-set.js";
import { World } from "../../../src/semantics/match/world.js";

/** Whether a requirement holds where the label is not there, has a value that is named, has another one. */
const ROWS: readonly [Requirement["operator"], readonly [boolean, boolean, boolean]][] = [
  ["In", [false, true, false]],
  ["NotIn", [true, false, true]],
  ["Exists", [false, true, true]],
  ["DoesNotExist", [true, false, false]],
];

describe("a requirement of a selector (S-SEL-1)", () => {
  it.each(ROWS)("%s", (operator, expected) => {
    const values = operator === "In" || operator === "NotIn" ? ["db", "cache"] : [];
    const requirement: Requirement = { key: "app", operator, values, origin: undefined };
    const labels = [undefined, "cache", "web"].map((value) =>
      labelsOf(value === undefined ? [["tier", "back"]] : [["app", value]]),
    );
    const selector = selectorOf([requirement]);
    const known = labels.map((each) => fulfils(requirement, each));
    const asked = labels.map((each) => {
      const { yes, no } = splitBySelector(World.ANY, selector, { labels: each, unsettled: undefined });
      return yes.length > 0 && no.length === 0;
    });
    const possible = valuesOf(requirement);
    const absent = possible.meets(TextSet.ABSENT);
    const present = ["cache", "web"].map((value) => possible.meets(TextSet.of([value])));
    expect({ known, asked, possible: [absent, ...present] }).toEqual({
      known: expected,
      asked: expected,
      possible: expected,
    });
  });
});
