import { adminPolicy, lintText } from "../support/findings.js";
import { describe, expect, it } from "vitest";

describe("a peer of an older shape (S-OBJ-3)", () => {
  it.each([
    [
      "namespaces: { namespaceSelector: { matchLabels: { team: lab } } }",
      "write what is in it directly below `namespaces`",
    ],
    ["namespaces: { sameLabels: [team] }", "write one policy for each value of the label"],
    ["namespaces: { notSameLabels: [team] }", "write one policy for each value of the label"],
    ["namespaces: { related: Self }", "write one policy for each namespace"],
    [
      "pods: { namespaces: { namespaceSelector: {} }, podSelector: {} }",
      "move its `namespaceSelector` up, directly below `pods`",
    ],
  ])("{ %s }: %s", async (peer, help) => {
    const found = await lintText(adminPolicy(`ingress: [{ name: a, action: Deny, from: [{ ${peer} }] }]`));
    const helps = found.filter(({ rule }) => rule === "unknown-field").map(({ wording }) => wording.help);
    expect(helps).toEqual([expect.stringContaining(help)]);
  });

  it("says what would be stored: every namespace", async () => {
    const peer = "namespaces: { sameLabels: [team] }";
    const [first] = await lintText(adminPolicy(`ingress: [{ name: a, action: Deny, from: [{ ${peer} }] }]`));
    expect(first?.wording.notes).toEqual([
      "without strict checking the field is dropped, and the selector that is left selects everything",
    ]);
  });

  it("is none to the release that has it", async () => {
    const peer = "namespaces: { sameLabels: [team] }";
    const text = adminPolicy(`ingress: [{ name: a, action: Deny, from: [{ ${peer} }] }]`);
    const found = await lintText(text, { bundles: ["v0.1.1"] });
    expect(found.map(({ rule }) => rule)).not.toContain("unknown-field");
  });
});
