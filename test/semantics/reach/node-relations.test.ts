import { describe, expect, it } from "vitest";
import { nodeRelations, type EndNodes } from "../../../src/semantics/reach/node-relations.js";

const on = (nodes: readonly string[] | "unknown", hasOwn = false): EndNodes<string> => ({
  nodes: nodes === "unknown" ? nodes : new Set(nodes),
  hasOwn,
});

/** A node, or a pod on its network, is seen otherwise by a pod that is on it (S-NODE-L4). */
describe("whether ends are on one node", () => {
  it.each<readonly [what: string, a: EndNodes<string>, b: EndNodes<string>, expected: readonly string[]]>([
    ["two pods of one node: nobody sees that", on(["n1"]), on(["n1"]), ["other"]],
    ["a pod and its node", on(["n1"]), on(["n1"], true), ["own"]],
    ["a node and a pod on it", on(["n2"], true), on(["n2"]), ["own"]],
    ["a pod and another node", on(["n1"]), on(["n2"], true), ["other"]],
    ["pods of several nodes, and one of these", on(["n1", "n2"]), on(["n2"], true), ["own", "other"]],
    ["a pod, and several nodes with its own", on(["n2"]), on(["n2", "n3"], true), ["own", "other"]],
    ["several of each, with one in common", on(["n1", "n2"]), on(["n2", "n3"], true), ["own", "other"]],
    ["several of each, with none in common", on(["n1", "n2"]), on(["n3", "n4"], true), ["other"]],
    ["pods of which no node is known", on("unknown"), on(["n1"], true), ["other"]],
    ["a node, and pods of which none is known", on(["n1"], true), on("unknown"), ["other"]],
  ])("%s", (_, a, b, expected) => {
    expect(nodeRelations(a, b)).toEqual(expected);
  });
});
