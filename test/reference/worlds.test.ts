import { describe, expect, it } from "vitest";
import { explore } from "./worlds.js";

const LIMIT = 1000;
const coin = { name: "coin", values: ["heads", "tails"] };
const die = { name: "die", values: [1, 2, 3, 4, 5, 6] };

describe("explore", () => {
  it("asks nothing and is definite", () => {
    expect(explore(() => true, LIMIT)).toEqual({
      verdict: "allowed",
      outcomes: ["allowed"],
      worlds: 1,
      facts: [],
      choices: [],
    });
  });

  it("is unknown where a fact decides, and splits only as far as it is asked", () => {
    const result = explore((world) => world.holds(die, (value) => value > 4), LIMIT);
    expect(result).toMatchObject({
      verdict: "unknown",
      outcomes: ["allowed", "denied"],
      worlds: 2,
      facts: ["die"],
    });
  });

  it("refines one fact twice", () => {
    const seen = new Set<string>();
    explore((world) => {
      const low = world.holds(die, (value) => value < 3);
      const odd = world.holds(die, (value) => value % 2 === 1);
      seen.add(`${low} ${odd}`);
      return world.holds(die, (value) => value < 3) === low;
    }, LIMIT);
    expect([...seen].toSorted()).toEqual(["false false", "false true", "true false", "true true"]);
  });

  it("gives a fact one value in one world", () => {
    const run = explore((world) => world.value(coin) === world.value(coin), LIMIT);
    expect(run).toMatchObject({ verdict: "allowed", worlds: 2 });
  });

  it("is undefined where the readings differ in one world", () => {
    const run = explore(
      (world) => world.value(coin) === "heads" && world.choose("reading", [true, false]),
      LIMIT,
    );
    expect(run).toMatchObject({ verdict: "undefined", worlds: 2, facts: ["coin"], choices: ["reading"] });
  });

  it("is unknown where each world has one outcome, whatever the reading", () => {
    const run = explore((world) => {
      world.choose("reading", [true, false]);
      return world.value(coin) === "heads";
    }, LIMIT);
    expect(run.verdict).toBe("unknown");
  });

  it("keeps a fact that only one reading asks for apart from the readings", () => {
    // Reading "asks" gives what the coin says, the other reading the same: no world has two outcomes.
    const run = explore((world) => {
      const asks = world.choose("reading", [true, false]);
      return asks ? world.holds(coin, (value) => value === "heads") : world.value(coin) === "heads";
    }, LIMIT);
    expect(run).toMatchObject({ verdict: "unknown", worlds: 2 });
  });

  it("gives up past the limit", () => {
    const facts = Array.from({ length: 20 }, (_, index) => ({ name: `fact ${index}`, values: [0, 1] }));
    const all = () => explore((world) => facts.every((fact) => world.value(fact) < 2), LIMIT);
    expect(all).toThrow("too many worlds");
  });
});
