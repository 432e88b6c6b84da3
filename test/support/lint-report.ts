import { lint } from "../../src/linter/lint/lint.js";
import { load } from "../../src/cluster/load/load.js";
import { READ_OPTIONS } from "./api-object.js";
import { lintExample, TODAY } from "./findings.js";
import { RULES } from "../../src/linter/rules/index.js";
import type { LintReport } from "../../src/report/lint-report.js";
import type { LintRule } from "../../src/linter/rules/rule.js";

/** What `anp lint` reports about texts, by the names of their files. */
export async function lintReport(
  files: Readonly<Record<string, string>>,
  { bundle, isStored }: NonNullable<LintRule["examples"]["reading"]> = {},
): Promise<LintReport> {
  const inputs = Object.entries(files).map(([name, text]) => ({
    type: "file" as const,
    file: { name, text },
    isNamed: true,
  }));
  const bundles = bundle === undefined ? [] : [bundle];
  const loaded = await load(inputs, { ...READ_OPTIONS, bundles, isStored: isStored ?? false });
  const { diagnostics, suppressed, baselined, skipped, limit } = lint(loaded, { today: TODAY });
  const isIncomplete = diagnostics.some(({ category }) => category === "input");
  return { diagnostics, suppressed, baselined, skipped, summary: loaded.summary, isIncomplete, limit };
}

/** The bad example of every rule, as its own input. */
export const BAD_EXAMPLES: readonly (readonly [string, () => Promise<LintReport>])[] = RULES.map((rule) => [
  rule.id,
  async () => {
    const file = { name: `examples/${rule.id}.yaml`, text: rule.examples.bad };
    const { loaded, result } = await lintExample(file, rule.examples.reading);
    const isIncomplete = result.diagnostics.some(({ category }) => category === "input");
    return { ...result, summary: loaded.summary, isIncomplete };
  },
]);

/** A NetworkPolicy whose ports are reversed: one finding, on its seventh line. */
export function reversedPorts(name: string, start = 90, end = 80): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: shop }
spec:
  podSelector: { matchLabels: { app: ${name} } }
  policyTypes: [Ingress]
  ingress: [{ ports: [{ port: ${start}, endPort: ${end} }], from: [{ podSelector: { matchLabels: { app: web } } }] }]
`;
}
