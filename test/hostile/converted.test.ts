import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { aboutLines } from "../../src/report/convert-words.js";
import { casesOf, check } from "../properties/run.js";
import { convertText } from "../../src/report/convert-text.js";
import { diff } from "../../src/questions/diff/diff.js";
import { everywhere } from "../../src/questions/convert/everywhere.js";
import { incompletenessOf } from "../../src/cluster/load/incomplete.js";
import { loadToReload } from "../../src/cluster/load/load.js";
import { PLAIN_VIEW } from "../../src/report/view.js";
import { READ_OPTIONS } from "../support/api-object.js";
import { readDocuments } from "../../src/source/manifest/read.js";
import { runConversion } from "../../src/questions/convert/run.js";
import { TOKENS } from "./tokens.js";
import type { SourceFile } from "../../src/source/manifest/source.js";

const DEMO = "fixtures/migration";

const TEXTS = ["2016/ledger.yaml", "v1beta1/shop.yaml", "v0.1.1/tenants.yaml", "v0.1.8/guardrails.yaml"].map(
  (name) => readFileSync(`${DEMO}/${name}`, "utf8"),
);
const NAMESPACES: SourceFile = {
  name: "namespaces.yaml",
  text: readFileSync(`${DEMO}/cluster/namespaces.yaml`, "utf8"),
};

const mutated = fc
  .tuple(
    fc.constantFrom(...TEXTS),
    fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(9), fc.constantFrom("", ...TOKENS)),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((all, [at, removes, inserts]) => {
      const start = Math.floor(at * all.length);
      return all.slice(0, start) + inserts + all.slice(start + removes);
    }, text),
  );

describe("whatever an older manifest has become", () => {
  it("it is converted or left without an error of ours, and what stays is as it was", () => {
    let converted = 0;
    return check({
      name: "mutated manifests are converted",
      arbitrary: fc.tuple(mutated, fc.boolean()),
      runs: 400,
      holds: async ([text, isLegacy]) => {
        const file: SourceFile = { name: "old.yaml", text };
        const input = await loadToReload(
          [file, NAMESPACES].map((each) => ({ type: "file", file: each, isNamed: true })),
          { ...READ_OPTIONS, purpose: "flows", isLegacy, keepsObjects: true, readsEveryRelease: true },
        );
        const run = await runConversion(input, {
          scope: new Set([file]),
          target: undefined,
          commentOn: aboutLines,
        });
        converted += run.conversions.length;
        const touched = new Set(run.conversions.map(({ origin }) => origin.document.index));
        const after = run.files.get(file)?.text ?? text;
        for (const { document, value } of readDocuments(file)) {
          const { start, end } = document.cut;
          if (!touched.has(document.index)) expect(after).toContain(text.slice(start, end));
          else expect(value).toBeDefined();
        }
        expect(run.files.size).toBe(run.conversions.length === 0 ? 0 : 1);
        const [first, second] = [run.before.cluster, run.after.cluster];
        const compared = diff(first, second);
        const incompleteness = incompletenessOf(run.after);
        const state = { name: "", incompleteness };
        const report = convertText(
          {
            run,
            target: undefined,
            loaded: {
              diff: compared,
              before: state,
              after: state,
              notes: [],
              alerts: [],
              isFailing: () => true,
            },
            differs: compared.changes.length > 0,
            isUndecided: false,
            workloads: 0,
            rollout: undefined,
            everywhere: everywhere(first, second, run.replacements),
            incompleteness,
            outcome: "checked",
          },
          { ...PLAIN_VIEW, width: 100 },
        );
        // eslint-disable-next-line no-control-regex
        for (const line of report) expect(line).not.toMatch(/[\x00-\x1f]/);
      },
    }).then(() => expect(converted).toBeGreaterThan(casesOf(100)));
  });
});
