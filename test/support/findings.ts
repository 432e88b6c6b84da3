import { buildTree } from "./build-tree.js";
import { lint, type LintOptions, type LintResult } from "../../src/linter/lint/lint.js";
import { load } from "../../src/cluster/load/load.js";
import { readBaseline } from "../../src/linter/baseline/read-baseline.js";
import { compareSuppressions } from "../../src/linter/gate/new-suppressions.js";
import { readConfig } from "../../src/linter/config/read-config.js";
import { configuredAcceptance, unusedAcceptances } from "../../src/linter/gate/acceptances.js";
import { suppressionLoosenings } from "../../src/linter/gate/loosenings.js";
import { parsePlugin } from "../../src/semantics/plugins/parse.js";
import { READ_OPTIONS, underlined } from "./api-object.js";
import type { ChosenPlugin } from "../../src/cluster/model/chosen-plugin.js";
import type { Diagnostic } from "../../src/cluster/problems/diagnostic.js";
import type { Loaded, LoadOptions } from "../../src/cluster/load/options.js";
import type { Input } from "../../src/cluster/load/input.js";
import type { LintRule } from "../../src/linter/rules/rule.js";
import type { SourceFile } from "../../src/source/manifest/source.js";
import type { ProblemCode } from "../../src/cluster/problems/problem.js";

/** The day on which tests judge what has a last day. */
export const TODAY = "2026-11-23";

/** Lints one file. */
export async function lintText(
  text: string,
  options: Partial<LoadOptions> = {},
  rules: LintOptions = {},
): Promise<readonly Diagnostic[]> {
  const file = { name: "input.yaml", text };
  const loaded = await load([{ type: "file", file, isNamed: true }], { ...READ_OPTIONS, ...options });
  return lint(loaded, { today: TODAY, ...rules }).diagnostics;
}

/** The texts that the findings of one rule underline, in their order. */
export async function placesOf(
  rule: ProblemCode,
  text: string,
  options: Partial<LoadOptions> = {},
  rules: LintOptions = {},
): Promise<string[]> {
  const found = await lintText(text, options, rules);
  return found.filter((each) => each.rule === rule).map(({ problem }) => underlined(problem.at));
}

/** A NetworkPolicy in namespace `shop`, with this spec. */
export function networkPolicy(spec: string, name = "policy"): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: shop }
spec:
${indented(spec)}
`;
}

/** A ClusterNetworkPolicy of the Admin tier for every namespace, with these rules. */
export function clusterPolicy(rules: string, name = "policy", head = "tier: Admin, priority: 50"): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: ${name} }
spec:
${head
  .split(", ")
  .map((line) => `  ${line}\n`)
  .join("")}  subject: { namespaces: {} }
${indented(rules)}
`;
}

/** An AdminNetworkPolicy for every namespace, with these rules. */
export function adminPolicy(rules: string, name = "policy"): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: ${name} }
spec:
  priority: 40
  subject: { namespaces: {} }
${indented(rules)}
`;
}

/** The plugin that `--plugin` takes. */
export function chosen(text: string): ChosenPlugin {
  const parsed = parsePlugin(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  return parsed.value;
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}

/** Lints what a rule's example is: manifests, or the baseline of a run over nothing. */
export async function lintExample(
  file: SourceFile,
  {
    bundle,
    isStored,
    plugin,
    asBaseline,
    asChange,
    asConfig,
    asKustomization,
  }: NonNullable<LintRule["examples"]["reading"]> = {},
): Promise<{ readonly loaded: Loaded; readonly result: LintResult }> {
  const inputs: readonly Input[] =
    asKustomization === true ? [kustomized(file)] : [{ type: "file", file, isNamed: true }];
  const loaded = await load(asBaseline === true || asConfig === true ? [] : inputs, {
    ...READ_OPTIONS,
    bundles: bundle === undefined ? [] : [bundle],
    isStored: isStored ?? false,
    ...(plugin === undefined ? {} : { facts: { plugin: chosen(plugin) } }),
  });
  const read = asConfig === true ? readConfig(file) : undefined;
  const reading = asBaseline === true ? readBaseline(file) : undefined;
  const known = reading?.ok === true ? [{ baseline: reading.value, isPruned: true }] : [];
  const added = asChange === true ? compareSuppressions([], loaded.suppressions).added : [];
  const accepted = (read?.ok === true ? read.value.accept : []).map((each) =>
    configuredAcceptance(each, each.path, true),
  );
  const gate = [
    ...suppressionLoosenings(added, { since: "main", counts: true }),
    ...unusedAcceptances(accepted),
  ];
  return { loaded, result: lint(loaded, { today: TODAY, known, gate }) };
}

/** What a kustomization makes of its resources: the first document of a text, and the others. */
export function kustomized({ text }: SourceFile, more: Readonly<Record<string, string>> = {}): Input {
  const [head = "", ...resources] = text.split(/^---\n/m);
  const [name = ""] = /(?<=resources: \[)[^,\]]+/.exec(head) ?? [];
  const built = buildTree({ "o/kustomization.yaml": head, [`o/${name}`]: resources.join("---\n"), ...more });
  if (built.objects === undefined) throw new Error(JSON.stringify(built.doubts));
  return { type: "built", name: "o", objects: built.objects };
}
