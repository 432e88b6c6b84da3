import { describe, expect, it } from "vitest";
import { readingOf, type Fact } from "../../../src/semantics/match/unsettled.js";
import { World } from "../../../src/semantics/match/world.js";

const NODE: Fact = { type: "fact", code: "pod-node", pod: { type: "pod", id: "shop/pod/db" } };
const HAIRPIN = readingOf("hairpin");

/** The worlds in which a question is answered with yes and with no. */
function yesAndNo(question: Parameters<World["ask"]>[0], from: World): readonly [World, World] {
  const { yes, no } = from.ask(question);
  return [yes[0]!, no[0]!];
}

describe("the key of worlds", () => {
  const any = World.fresh();
  const [node, noNode] = yesAndNo(NODE, any);
  const [nodeAndReading, nodeAlone] = yesAndNo(HAIRPIN, node);
  const [reading] = yesAndNo(HAIRPIN, any);

  it("is another one for other worlds", () => {
    const all = [any, node, noNode, nodeAndReading, nodeAlone, reading];
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  });

  it("is the same one for the same worlds, whichever question was asked first", () => {
    const [readingAndNode, readingAlone] = yesAndNo(NODE, reading);
    expect(readingAndNode.key).toBe(nodeAndReading.key);
    expect(readingAlone.unite(readingAndNode).key).toBe(reading.key);
    expect(nodeAlone.unite(nodeAndReading).key).toBe(node.key);
  });
});
