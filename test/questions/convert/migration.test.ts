import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { aboutLines } from "../../../src/report/convert-words.js";
import { diff } from "../../../src/questions/diff/diff.js";
import { everywhere } from "../../../src/questions/convert/everywhere.js";
import { load, loadToReload } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import { rolloutOf } from "../../../src/questions/convert/rollout.js";
import { runAnp } from "../../support/run-anp.js";
import { runConversion, type ConversionRun } from "../../../src/questions/convert/run.js";
import type { Input } from "../../../src/cluster/load/input.js";
import type { LoadOptions } from "../../../src/cluster/load/options.js";
import type { ObjectRef } from "../../../src/cluster/model/object-ref.js";
import type { SourceFile } from "../../../src/source/manifest/source.js";

const DEMO = "fixtures/migration";

const GENERATIONS = [
  { generation: "2016", file: "ledger.yaml", around: false, isLegacy: true },
  { generation: "v1beta1", file: "shop.yaml", around: true, isLegacy: false },
  { generation: "v0.1.1", file: "tenants.yaml", around: true, isLegacy: false },
  { generation: "v0.1.8", file: "guardrails.yaml", around: true, isLegacy: false },
] as const;

type Generation = (typeof GENERATIONS)[number];

function filesIn(folder: string): SourceFile[] {
  const names = readdirSync(`${DEMO}/${folder}`).toSorted();
  return names.map((name) => ({
    name: `${folder}/${name}`,
    text: readFileSync(`${DEMO}/${folder}/${name}`, "utf8"),
  }));
}

function inputsOf(files: readonly SourceFile[]): Input[] {
  return files.map((file) => ({ type: "file", file, isNamed: true }));
}

function optionsOf({ isLegacy }: Pick<Generation, "isLegacy">): LoadOptions {
  return { ...READ_OPTIONS, purpose: "flows", isLegacy, keepsObjects: true, readsEveryRelease: true };
}

async function conversionOf(each: Generation): Promise<ConversionRun> {
  const own = filesIn(each.generation);
  const input = await loadToReload(
    inputsOf([...own, ...(each.around ? filesIn("cluster") : [])]),
    optionsOf(each),
  );
  return runConversion(input, { scope: new Set(own), target: undefined, commentOn: aboutLines });
}

describe.each(GENERATIONS)("the demo of $generation", (each) => {
  const { generation, file, around, isLegacy } = each;

  it("becomes what is written beside it", async () => {
    const args = [generation, ...(around ? ["-f", "cluster"] : []), ...(isLegacy ? ["--legacy"] : [])];
    const { stdout } = await runAnp(["convert", ...args], { cwd: DEMO });
    expect(stdout).toBe(readFileSync(`${DEMO}/converted/${generation}/${file}`, "utf8"));
  });

  it("changes no verdict, once and for all", async () => {
    const run = await conversionOf(each);
    expect(run.conversions.length).toBeGreaterThan(1);
    expect(diff(run.before.cluster, run.after.cluster).changes).toEqual([]);
    const again = await loadToReload(
      inputsOf([...run.files.values(), ...(around ? filesIn("cluster") : [])]),
      optionsOf(each),
    );
    const twice = await runConversion(again, {
      scope: new Set(run.files.values()),
      target: undefined,
      commentOn: aboutLines,
    });
    expect(twice.conversions).toEqual([]);
    expect(twice.left.map(({ ref }) => ref.name)).toEqual(run.left.map(({ ref }) => ref.name));
  });

  it("is proven for any cluster, where nothing hangs on its namespaces", async () => {
    const { before, after, replacements } = await conversionOf(each);
    const proof = everywhere(before.cluster, after.cluster, replacements);
    const reasons = proof.holds ? [] : proof.because.map(({ code }) => code);
    const wanted = { "2016": "isolation-2016", "v0.1.1": "tenants", v1beta1: undefined, "v0.1.8": undefined }[
      generation
    ];
    expect(reasons[0]).toBe(wanted);
  });
});

describe.each(GENERATIONS.filter(({ generation }) => generation.startsWith("v0.1")))(
  "the rollout of $generation",
  (each) => {
    /** The cluster with some of the new policies, and some of the old ones. */
    async function stateWith(
      run: ConversionRun,
      isThere: (ref: ObjectRef) => boolean,
    ): Promise<ConversionRun["before"]> {
      const own = filesIn(each.generation);
      const gone = [...run.before.objects, ...run.after.objects]
        .map(({ object }) => object.ref)
        .filter((ref) => ref.apiVersion.startsWith("policy.") && !isThere(ref));
      return load(inputsOf([...own, ...run.files.values(), ...filesIn("cluster")]), {
        ...optionsOf(each),
        deleted: gone.map(({ kind, namespace, name }) => ({ kind: kind.toLowerCase(), namespace, name })),
      });
    }

    it("changes no verdict at any step, and some where it goes another way", async () => {
      const run = await conversionOf(each);
      const rollout = rolloutOf(run);
      if (rollout === undefined) throw new Error("there is a rollout");
      const { apply, remove } = rollout;
      const changesAt = async (there: readonly ObjectRef[]): Promise<number> => {
        const names = new Set(there.map(nameOf));
        const state = await stateWith(run, (ref) => names.has(nameOf(ref)));
        return diff(run.before.cluster, state.cluster).changes.length;
      };
      for (let step = 0; step <= apply.length; step++)
        expect([step, await changesAt([...remove, ...apply.slice(0, step)])]).toEqual([step, 0]);
      for (let step = 0; step <= remove.length; step++)
        expect([step, await changesAt([...apply, ...remove.slice(step)])]).toEqual([step, 0]);
      if (each.generation !== "v0.1.8") return;
      const backwards = await Promise.all(
        apply.map((_, step) => changesAt([...remove, ...apply.toReversed().slice(0, step)])),
      );
      expect(Math.max(...backwards)).toBeGreaterThan(0);
    });
  },
);

function nameOf({ kind, name }: ObjectRef): string {
  return `${kind}/${name}`;
}
