import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { admitText, serverLines } from "../../../support/api-object.js";
import { CRD_KINDS } from "../../../../src/cluster/admission/bundles.js";
import { definitionsIn } from "../../../../src/cluster/load/definitions.js";
import { newestDefinition } from "../../../support/crd.js";
import type { Definition } from "../../../../src/cluster/admission/crd/definition.js";

interface Case {
  readonly yaml: string;
  readonly server: readonly string[];
}

const CASES = readFileSync(new URL("../../../../fixtures/admission/cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case)
  .filter(({ yaml }) => CRD_KINDS.some((kind) => yaml.includes(kind)));

const CRDS = new Map(
  CRD_KINDS.map((kind): [string, Definition] => {
    const [reading] = definitionsIn({ name: "crd.json", text: newestDefinition(kind) });
    if (reading?.definition === undefined) throw new Error(`${kind}: ${reading?.fault}`);
    return [kind, reading.definition];
  }),
);

describe("what a real server has judged, judged by CRDs", () => {
  it("has the policies that come as CRDs", () => {
    expect(CASES.length).toBeGreaterThan(500);
  });

  it.each(CASES.map(({ yaml, server }, i) => ({ i, yaml, server })))("case $i", ({ yaml, server }) => {
    const admission = admitText(yaml, { crds: CRDS });
    expect(serverLines(admission)).toEqual(server.toSorted());
    expect(admission.stored).toEqual(admitText(yaml).stored);
    // Nothing of a release is somebody else's program.
    expect(admission.checks).toBeUndefined();
    expect(admission.isUndecided).toBeUndefined();
  });
});
