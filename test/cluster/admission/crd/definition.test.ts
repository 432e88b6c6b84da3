import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { admitText, apiObject, serverLines } from "../../../support/api-object.js";
import { CRD_KINDS } from "../../../../src/cluster/admission/bundles.js";
import { definitionsIn } from "../../../../src/cluster/load/definitions.js";
import { newestDefinition } from "../../../support/crd.js";
import {
  definitionOf,
  servedVersions,
  versionIn,
  type Definition,
} from "../../../../src/cluster/admission/crd/definition.js";

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

describe("a definition of a policy kind", () => {
  const written = (spec: string, apiVersion = "apiextensions.k8s.io/v1"): ReturnType<typeof definitionOf> =>
    definitionOf(
      apiObject(`apiVersion: ${apiVersion}\nkind: CustomResourceDefinition\nspec: ${spec}\n`).node,
    );
  const GROUP = "group: policy.networking.k8s.io, scope: Cluster, names: { kind: AdminNetworkPolicy }";
  const VERSIONS =
    "versions: [{ name: v1alpha1, served: true, schema: { openAPIV3Schema: { type: object } } }, { name: v1, served: false }, { name: v2, served: true }]";

  it("says which versions are served, each by a schema", () => {
    const { value } = written(`{ ${GROUP}, ${VERSIONS} }`) as { value: Definition };
    expect(value.kind).toBe("AdminNetworkPolicy");
    expect(servedVersions(value)).toEqual(["v1alpha1", "v2"]);
    const versionOf = (apiVersion: string): unknown => versionIn(value, apiVersion)?.schema;
    expect(versionOf("policy.networking.k8s.io/v1alpha1")).toEqual({ type: "object" });
    expect(versionOf("policy.networking.k8s.io/v2")).toBeNull();
    expect(versionOf("policy.networking.k8s.io/v1")).toBeUndefined();
    expect(versionOf("policy.networking.k8s.io")).toBeUndefined();
    expect(versionOf("example.com/v1alpha1")).toBeUndefined();
  });

  it("has no schema where everything is kept", () => {
    const { value } = written(`{ preserveUnknownFields: true, ${GROUP}, ${VERSIONS} }`) as {
      value: Definition;
    };
    expect([...value.versions.values()].map(({ schema }) => schema)).toEqual([null, null, null]);
  });

  it.each<readonly [what: string, spec: string, apiVersion: string | undefined, fault: string]>([
    ["of an older version", `{ ${GROUP} }`, "apiextensions.k8s.io/v1beta1", "v1beta1"],
    ["of another version", `{ ${GROUP} }`, "apiextensions.k8s.io/v2", "no-definition"],
    ["of another kind", `{ ${GROUP.replace("AdminN", "N")} }`, undefined, "other-kind"],
    ["of another group", `{ ${GROUP.replace("policy.", "")} }`, undefined, "other-kind"],
    ["in a namespace", `{ ${GROUP.replace("Cluster", "Namespaced")} }`, undefined, "namespaced"],
  ])("is none that can be used %s", (_, spec, apiVersion, fault) => {
    expect(written(spec, apiVersion)).toEqual({ ok: false, problem: fault });
  });

  it("is an object of its kind", () => {
    const { node } = apiObject("apiVersion: apiextensions.k8s.io/v1\nkind: Other\nspec: {}\n");
    expect(definitionOf(node)).toMatchObject({ ok: false, problem: "no-definition" });
  });
});
