import { expect, it } from "vitest";
import { lintText, networkPolicy, placesOf } from "../../support/findings.js";

const WITH = (comment: string): string =>
  networkPolicy(`podSelector: { matchLabels: { app: web } }\npolicyTypes: [Ingress] # ${comment}`);

it.each([
  ["unused-suppression", "anp: ignore[allow-all-rule] public", "allow-all-rule"],
  ["suppression-without-reason", "anp: ignore[allow-all-rule]", "# anp: ignore[allow-all-rule]"],
  [
    "suppression-expired",
    "anp: ignore[allow-all-rule until 2026-01-31] x",
    "# anp: ignore[allow-all-rule until 2026-01-31] x",
  ],
  ["invalid-suppression", "anp: ignore[allow-all-rul] public", "allow-all-rul"],
] as const)("%s underlines what is wrong", async (rule, comment, shown) => {
  expect(await placesOf(rule, WITH(comment))).toEqual([shown]);
});

it("names the rule that was meant", async () => {
  const found = await lintText(WITH("anp: ignore[allow-all-rul] public"));
  expect(found.find(({ rule }) => rule === "invalid-suppression")?.wording.help).toBe(
    "write `allow-all-rule`",
  );
});
