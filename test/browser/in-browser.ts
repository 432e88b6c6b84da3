import { explainEnds, lookUpFlow, readFlow } from "../../src/questions/ask/flow.js";
import { lint } from "../../src/linter/lint/lint.js";
import { load } from "../../src/cluster/load/load.js";
import { orThrow } from "../../src/questions/ask/question-error.js";
import { REFERENCE } from "../../src/semantics/match/profile.js";
import type { LoadOptions } from "../../src/cluster/load/options.js";

/** What of a run is compared. */
export interface InBrowser {
  readonly findings: readonly string[];
  readonly verdicts: readonly string[];
}

/** Reads, lints and explains some files as the library does, without anything of `input/` and `cli/`. */
export async function readLintExplain(files: Readonly<Record<string, string>>): Promise<InBrowser> {
  const inputs = Object.entries(files).map(
    ([name, text]) => ({ type: "file", file: { name, text }, isNamed: true }) as const,
  );
  const options: Omit<LoadOptions, "isLate" | "purpose"> = {
    namespace: "default",
    kubernetesVersion: [1, 36],
    bundles: [],
    crds: new Map(),
    isLegacy: false,
    isStored: false,
  };
  const linted = await load(inputs, { ...options, purpose: "lint" });
  const { cluster } = await load(inputs, { ...options, purpose: "flows" });
  const { traffic, ...names } = orThrow(
    readFlow({ from: "shop/web", to: "payments/db", port: "5432", protocol: undefined }),
  );
  const ends = orThrow(lookUpFlow(cluster, { ...names, namespace: undefined }));
  if (ends.type === "end") throw new Error("invariant: two ends are asked about");
  const { results } = orThrow(explainEnds(cluster, ends, { traffic, profile: REFERENCE }));
  return {
    findings: lint(linted).diagnostics.map(({ rule, wording }) => `${rule}: ${wording.message}`),
    verdicts: results.map(
      ({ verdict, egress, ingress }) => `${verdict} ${egress.steps.length} ${ingress.steps.length}`,
    ),
  };
}
