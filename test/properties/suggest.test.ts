import { expect, it } from "vitest";
import { checkSuggestions } from "./suggest.js";
import { isWholeRun } from "./run.js";

it("every suggestion does what it says", { timeout: 600_000 }, async () => {
  const { suggestions, uncounted, otherFlows, kinds } = await checkSuggestions(500);
  const counts = [...kinds].map(([kind, count]) => `${kind} ${count}`).join(", ");
  console.log(`${suggestions} suggestions, ${uncounted} uncounted, ${otherFlows} other flows: ${counts}`);
  // A cluster with many open questions may take more work than a suggestion is worth.
  expect(uncounted).toBeLessThanOrEqual(1 + suggestions / 50);
  if (!isWholeRun) return;
  for (const kind of MET) expect(kinds.get(kind), kind).toBeGreaterThan(0);
});

/** Kinds of edits that generated clusters ask for; the others have their fixtures. */
const MET = ["add-port", "add-peer", "add-rule", "add-policy", "narrow-ports", "leave-out-label"];
