import { parseAllDocuments } from "yaml";
import { aboutLines } from "../../src/report/convert-words.js";
import { check, Mismatch } from "./run.js";
import { describe, type Scenario } from "./generate/scenario.js";
import { expectSameInReference } from "./conversion-reference.js";
import { diff } from "../../src/questions/diff/diff.js";
import { everywhere } from "../../src/questions/convert/everywhere.js";
import { isOlder, toConvert, type Generation, type ToConvert } from "./generate/conversions.js";
import { explainFlow, loadSources, type Loaded, type SourceOptions } from "../../src/index.js";
import { load, loadToReload } from "../../src/cluster/load/load.js";
import { rolloutOf } from "../../src/questions/convert/rollout.js";
import { optionsOf, sourcesOf } from "./program.js";
import { runConversion, type ConversionRun } from "../../src/questions/convert/run.js";
import { Shares } from "./shares.js";
import { smaller } from "./generate/smaller.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { Place } from "../../src/cluster/problems/problem.js";
import type { KubernetesObject } from "../reference/kubernetes.js";
import type { LoadOptions } from "../../src/cluster/load/options.js";
import type { Change, ExampleFlow } from "../../src/questions/diff/group.js";
import type { SourceFile } from "../../src/source/manifest/source.js";

/** What a run has met: notes and reasons of conversions, and how often each of the two proofs could be had. */
export class Met {
  readonly generations = new Map<Generation, { converted: number; left: number; proved: number }>();
  /** How many states between the kinds were tried. */
  steps = 0;
  readonly notes = new Shares("notes", [
    "dropped",
    "empty-ports",
    "policy-split",
    "priority-chosen",
    "read-as",
    "renamed",
    "rules-split",
    "tenants",
  ]);
  readonly left = new Shares(
    "left",
    [
      "contested-comparison",
      "domain-names-without-accept",
      "named-port-empty",
      "namespace-not-loaded",
      "no-effect",
      "no-free-priority",
      "no-tenants",
      "unbuildable-selector",
      "unknown-action",
      "unknown-namespaces",
    ],
    ["not-rewritten", "shared-priority"],
  );

  add(generation: Generation, { conversions, left }: ConversionRun, isProved: boolean): void {
    const met = this.generations.get(generation) ?? { converted: 0, left: 0, proved: 0 };
    met.converted += conversions.length;
    met.left += left.length;
    met.proved += isProved ? 1 : 0;
    this.generations.set(generation, met);
    for (const { notes } of conversions)
      this.notes.add(
        notes.map(({ code }) => code),
        1,
      );
    for (const { reason } of left) this.left.add([reason.code], 1);
  }

  /** What the run met too rarely to have tested it; namespaces isolate in the 2016 design, of which there is no proof. */
  get rare(): string[] {
    const unproved = [...this.generations].filter(([, { proved }]) => proved === 0).map(([each]) => each);
    const untried = this.steps === 0 ? ["steps of rollouts"] : [];
    return [...unproved.filter((each) => each !== "2016"), ...untried, ...this.notes.rare, ...this.left.rare];
  }

  toString(): string {
    const counts = [...this.generations].map(([generation, met]) => `${generation} ${JSON.stringify(met)}`);
    return [...counts, `${this.steps} steps of rollouts`, this.notes.toString(), this.left.toString()].join(
      "\n",
    );
  }
}

/** Holds the laws of conversions: no verdict changes, twice is once, the new server takes it, and it is shown where it can be. */
export async function checkConversions(runs: number, part: number, arbitrary = toConvert): Promise<Met> {
  const met = new Met();
  await check({
    name: `conversion, part ${part}`,
    arbitrary,
    runs,
    part: 400 + part,
    holds: async (each) => holdLaws(each, met),
    smaller: smallerToConvert,
    show: ({ generation, isNamed, made }) =>
      `${generation} ${isNamed ? "named" : "recognised"}\n${describe(made)}`,
  });
  return met;
}

function* smallerToConvert(each: ToConvert): Generator<ToConvert> {
  for (const made of smaller(each.made)) if (made.objects.some(isOlder)) yield { ...each, made };
}

async function holdLaws({ generation, isNamed, made }: ToConvert, met: Met): Promise<void> {
  const files = textsOf(generation, made);
  const options = optionsFor(generation, isNamed, made);
  const run = await convertedOnce(files, options);
  const texts = files.map((file) => run.files.get(file) ?? file);
  try {
    expectNothingLost(made, run);
    expectSameVerdicts(run);
    met.steps += await expectSafeStep(files, run, options, made.spelling);
    await expectIdempotent(texts, options);
    await expectAccepted(texts, run, options);
    met.add(generation, run, expectProof(generation, run));
    if (made.spelling % CASES_PER_REFERENCE === 0) await expectSameByReference(generation, made);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    throw new Mismatch(`${error.message}\nconverted:\n${texts.map(({ text }) => text).join("---\n")}`);
  }
}

/** One of so many clusters is asked of the reference too, before and after. */
const CASES_PER_REFERENCE = 8;

/** The reference sees no nulls, no text that is no CIDR, and no action that is none; and one API where the order of two is open. */
async function expectSameByReference(
  generation: Generation,
  { spelling: _inPlainWords, ...made }: Scenario,
): Promise<void> {
  const written = { ...made, spelling: 0 };
  const files = textsOf(generation, written);
  // The reference reads all objects as of one release.
  const options = optionsFor(generation, true, written);
  const { files: changed, left, conversions, before } = await convertedOnce(files, options);
  const isForeign = conversions.some(({ notes }) =>
    notes.some((note) => note.code === "dropped" && note.dropped.code === "no-cidr"),
  );
  if (left.length > 0 || isForeign || isMixedIn(before.cluster)) return;
  const objects = files.flatMap((file) =>
    parseAllDocuments((changed.get(file) ?? file).text, { version: "1.1" }).map(
      (document): KubernetesObject => document.toJS(),
    ),
  );
  const bundle = SHAPES.get(generation);
  const converted = { ...written, objects };
  const original = { ...written, facts: { ...written.facts, bundle } };
  // Tenants that are not in the input are not covered: a pod of an unlisted namespace may be one of them.
  const isSnapshot = conversions.some(({ notes }) => notes.some(({ code }) => code === "tenants"));
  if (isSnapshot) expectSameInReference(withoutUnlistedPods(original), withoutUnlistedPods(converted));
  else expectSameInReference(original, converted);
}

/** A scenario without what may be, or lead to, pods that are not in the input. */
function withoutUnlistedPods(made: Scenario): Scenario {
  const objects = made.objects.filter(
    ({ kind }) => !["Service", "Endpoints", "EndpointSlice"].includes(kind),
  );
  return { ...made, objects, hypothetical: undefined, addresses: [], domains: [] };
}

/** How peers say which namespaces they mean, where that is not as in the newest releases. */
const SHAPES: ReadonlyMap<Generation, Scenario["facts"]["bundle"]> = new Map([
  ["kep", "kep"],
  ["v0.1.1", "v0.1.1"],
  ["v0.1.2/standard", "v0.1.1"],
]);

/** The texts of a cluster. The places of nulls are those of the newest shape. */
function textsOf(generation: Generation, made: Scenario): SourceFile[] {
  const hasNulls = !isRelease(generation) || generation === "v0.1.8/experimental";
  return sourcesOf(hasNulls ? made : { ...made, facts: { ...made.facts, origin: "stored" } });
}

/** @param isNamed false where the release is to be told from the objects */
function optionsFor(generation: Generation, isNamed: boolean, made: Scenario): LoadOptions {
  return { ...optionsOf(made), bundles: isNamed && isRelease(generation) ? [generation] : [] };
}

function isRelease(generation: Generation): boolean {
  return generation !== "extensions/v1beta1" && generation !== "2016";
}

async function convertedOnce(files: readonly SourceFile[], options: LoadOptions): Promise<ConversionRun> {
  const inputs = files.map((file) => ({ type: "file" as const, file, isNamed: true as const }));
  const input = await loadToReload(inputs, { ...options, keepsObjects: true, readsEveryRelease: true });
  return runConversion(input, { scope: new Set(files), target: undefined, commentOn: aboutLines });
}

/** Every object of an older generation is converted, or named with the reason why not. */
function expectNothingLost(made: Scenario, { conversions, left, before }: ConversionRun): void {
  const older = made.objects.filter(isOlder).length;
  const told = [...conversions, ...left].filter(({ ref }) => ref.kind !== "Namespace").length;
  if (older !== told) throw new Mismatch(`${older} older objects, of which ${told} are told of`);
  const refused = left.filter(({ reason }) => reason.code === "refused");
  if (refused.length > 0)
    // No mismatch: making a case smaller must not lead to one that says nothing.
    throw new Error(
      `generated, but refused: ${JSON.stringify(before.problems.map(({ code, facts, server }) => [code, facts, server]))}`,
    );
  const rejected = left.filter(
    ({ reason, at }) =>
      reason.code === "target-refuses" || (reason.code === "not-rewritten" && !hasAnchors(at)),
  );
  if (rejected.length > 0)
    throw new Mismatch(
      `converted, but not taken: ${JSON.stringify(rejected.map(({ reason }) => ("problems" in reason ? reason.problems.map(({ code, facts, server }) => [code, facts, server]) : reason)))}`,
    );
}

/** A part that is left out may be the one that an alias elsewhere stands for. */
function hasAnchors({ document }: Place): boolean {
  return /&a\d/.test(document.file.text);
}

/**
 * No verdict changes where everything could be converted. Where two APIs meet in a tier, before or after, their order is not
 * defined (U-19): there only flows may change that are not decided on one of the two sides.
 */
function expectSameVerdicts(
  { before, after, left }: Pick<ConversionRun, "before" | "after" | "left">,
  step = "",
): void {
  const { changes } = diff(before.cluster, after.cluster);
  const isMixed = step === "" && (isMixedIn(before.cluster) || isMixedIn(after.cluster));
  const isOpen = ({ verdict }: Change["before"]): boolean => verdict === "undefined" || verdict === "unknown";
  const change = changes.find(
    (each) =>
      !(isMixed && (isOpen(each.before) || isOpen(each.after))) &&
      [before, after].every((loaded) => isExactIn(loaded, each.witness)),
  );
  if (change === undefined) return;
  const { from, to, protocol, port } = change.witness;
  throw new Mismatch(
    `${step}${from} -> ${to} ${protocol} ${port ?? ""}: ${change.before.verdict} > ${change.after.verdict}; left: ${left.map(({ ref, reason }) => `${ref.name} ${reason.code}`).join(", ")}`,
  );
}

/**
 * While both kinds are installed, new policies come by precedence, and then the old ones go the other way round: at no step does
 * a verdict change (S-MIG-20). Tries one step, before all new ones are there or after.
 * @returns how many steps were tried
 */
async function expectSafeStep(
  files: readonly SourceFile[],
  run: ConversionRun,
  options: LoadOptions,
  choice: number,
): Promise<number> {
  const rollout = rolloutOf(run);
  if (rollout === undefined || run.left.length > 0 || isMixedIn(run.before.cluster)) return 0;
  const { apply, remove } = rollout;
  const step = choice % (apply.length + remove.length);
  const applied = apply.slice(0, step);
  const left = remove.slice(Math.max(0, step - apply.length));
  const there = new Set([...applied, ...left].map(({ kind, name }) => `${kind} ${name}`));
  const gone = [...apply, ...remove].filter(({ kind, name }) => !there.has(`${kind} ${name}`));
  const inputs = [...files, ...run.files.values()].map((file) => ({
    type: "file" as const,
    file,
    isNamed: true as const,
  }));
  const state = await load(inputs, {
    ...options,
    readsEveryRelease: true,
    deleted: gone.map(({ kind, name }) => ({ kind: kind.toLowerCase(), namespace: undefined, name })),
  });
  expectSameVerdicts({ before: run.before, after: state, left: [] }, `step ${step} of the rollout: `);
  return 1;
}

/** True where no flow between two ends has too many possibilities to compare, of which the program says so (S-V-0). */
function isExactIn(loaded: Loaded, { from, to }: ExampleFlow): boolean {
  const results = [
    { from, to },
    { from, to, protocol: "other" },
  ].flatMap((asked) => explainFlow(loaded, asked).results);
  return results.every(({ isExact }) => isExact);
}

function isMixedIn({ policies }: Cluster): boolean {
  return (["Admin", "Baseline"] as const).some(
    (tier) =>
      new Set(policies.filter((each) => each.tier === tier).map(({ generation }) => generation)).size > 1,
  );
}

/** What has been converted has nothing left to be converted. */
async function expectIdempotent(texts: readonly SourceFile[], options: LoadOptions): Promise<void> {
  const again = await convertedOnce(texts, options);
  const changed = [...again.files].find(([file, next]) => file.text !== next.text);
  if (changed !== undefined)
    throw new Mismatch(`converted once more:\n${changed[0].text}\nis\n${changed[1].text}`);
}

/** A server with the CRDs of the newest release takes everything that is made, in each channel that has its fields. */
async function expectAccepted(
  texts: readonly SourceFile[],
  { conversions }: ConversionRun,
  options: SourceOptions,
): Promise<void> {
  const hasExperimental = texts.some(({ text }) => /\b(?:nodes|domainNames)\b/.test(text));
  for (const bundle of [undefined, "v0.2.0/experimental", ...(hasExperimental ? [] : ["v0.2.0/standard"])]) {
    const bundles = bundle === undefined ? [] : [bundle];
    const { cluster, problems } = await loadSources(texts, { ...options, isLegacy: false, bundles });
    const made = new Set(conversions.flatMap(({ becomes }) => becomes.map((ref) => JSON.stringify(ref))));
    const refused = cluster.refused.find(({ ref }) => made.has(JSON.stringify(ref)));
    if (refused !== undefined)
      throw new Mismatch(
        `${bundle ?? "default"} refuses ${refused.ref.kind} ${refused.ref.name}: ${JSON.stringify(problems.map(({ code, facts, server }) => [code, facts, server]))}`,
      );
  }
}

/** Where nothing stands against it, no cluster decides a flow differently. */
function expectProof(generation: Generation, run: ConversionRun): boolean {
  const { before, after, replacements, left, conversions } = run;
  const result = everywhere(before.cluster, after.cluster, replacements);
  if (result.holds) return conversions.length > 0;
  const isExpanded = conversions.some(({ notes }) => notes.some(({ code }) => code === "tenants"));
  const isMixed = isMixedIn(before.cluster) || isMixedIn(after.cluster);
  if (generation !== "2016" && left.length === 0 && !isExpanded && !isMixed)
    throw new Mismatch(
      `not shown for any cluster: ${JSON.stringify(result.because.map((doubt) => doubt.code))}`,
    );
  return false;
}
