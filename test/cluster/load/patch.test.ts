import { describe, expect, it } from "vitest";
import { mayPatchPolicy } from "../../../src/cluster/load/patch.js";
import { isKustomization, namedByKustomization } from "../../../src/cluster/load/kustomization.js";

describe("a kustomization", () => {
  it("names files that are patches, and files that are objects", () => {
    const text = `resources: [a.yaml, ../base]
components: [c]
patches:
- path: p1.yaml
- path: p2.yaml
  target: {kind: Deployment, name: web}
- path: p3.yaml
  target: {name: web}
- patch: "- op: remove"
patchesStrategicMerge:
- p4.yaml
- |-
  kind: Pod
patchesJson6902:
- path: p5.yaml
  target: {version: v1, kind: Service, name: web}
`;
    expect(namedByKustomization({ name: "kustomization.yaml", text })).toEqual({
      patches: [
        { path: "p1.yaml", target: undefined },
        { path: "p2.yaml", target: { kind: "Deployment" } },
        { path: "p3.yaml", target: { kind: undefined } },
        { path: "p5.yaml", target: { kind: "Service" } },
        { path: "p4.yaml", target: undefined },
      ],
      inline: [
        { text: "- op: remove", target: undefined },
        { text: "kind: Pod", target: undefined },
      ],
      resources: ["a.yaml", "../base", "c"],
    });
  });

  it.each([
    ["that is none", "patches: a"],
    ["that does not parse", "patches: ["],
    ["with patches that are none", "patches: [a, 1, null, {}, {path: 1}, {path: ''}]"],
  ])("%s names none", (_, text) => {
    expect(namedByKustomization({ name: "kustomization.yaml", text })).toEqual({
      patches: [],
      inline: [],
      resources: [],
    });
  });
});

describe("a kustomization that is not built", () => {
  it.each([
    [
      "that says two things, of which some kustomize take the last",
      "patches: [{path: c}]\npatches: [{path: b}]",
    ],
    [
      "with two documents, of which kustomize takes the first",
      "patches: [{path: b}]\n---\npatches: [{path: c}]",
    ],
  ])("%s names patches", (_, text) => {
    expect(namedByKustomization({ name: "kustomization.yaml", text }).patches).toEqual([
      { path: "b", target: undefined },
    ]);
  });
});

describe("a file with the name of a kustomization", () => {
  it.each<readonly [text: string, isOne: boolean]>([
    ["resources: [a.yaml]", true],
    ["apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n", true],
    ["apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n", true],
    ["apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\n", false],
    ["kind: NetworkPolicy\n", false],
    ["apiVersion: networking.k8s.io/v1\n", false],
    ["apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nitems: []\n", false],
    ["resources: []\n---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\n", true],
    ["apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\n---\nresources: []\n", false],
    ["---\n---\nresources: []\n", true],
    ["resources: []\nresources: [a.yaml]\n", true],
    ["# nothing yet\n", false],
    ["# ours\n---\nresources: []\n", true],
    ["# ours\n---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\n", false],
    ["../base/kustomization.yaml", true],
    ["- a.yaml\n", true],
    ["namePrefix: [\n", true],
    ["namePrefix: {{ .Values.prefix }}-\n", false],
    ["kind: Kustomization\nkind: NetworkPolicy\n", false],
  ])("%j is one: %s", (text, isOne) => {
    expect(isKustomization({ name: "kustomization.yaml", text })).toBe(isOne);
  });
});

const DEPLOYMENT = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2}\n";
const POLICY =
  "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: web}\nspec: {ingress: []}\n";
const REPLICAS = "- {op: replace, path: /spec/replicas, value: 3}\n";

describe("a patch", () => {
  it.each<readonly [what: string, text: string, kinds: readonly (string | undefined | null)[], may: boolean]>(
    [
      ["of a Deployment", DEPLOYMENT, [null], false],
      ["of several", `${DEPLOYMENT}---\n${DEPLOYMENT}`, [null], false],
      ["of a policy", POLICY, [null], true],
      ["of a policy behind others", `${DEPLOYMENT}---\n${POLICY}`, [null], true],
      [
        "of another vendor's, which is not evaluated",
        POLICY.replace("networking.k8s.io/v1", "projectcalico.org/v3"),
        [null],
        false,
      ],
      ["of a misspelt policy", POLICY.replace("NetworkPolicy", "networkpolicy"), [null], true],
      ["in steps, of a Deployment", REPLICAS, ["Deployment"], false],
      ["in steps, of two kinds", REPLICAS, ["(Deployment|StatefulSet)"], false],
      ["in steps, of a policy", REPLICAS, ["NetworkPolicy"], true],
      ["in steps, of a policy among others", REPLICAS, ["Deployment|NetworkPolicy"], true],
      ["in steps, of any kind", REPLICAS, [".*"], true],
      ["in steps, of two targets", REPLICAS, ["Deployment", "NetworkPolicy"], true],
      ["in steps that no policy can take, of objects by their labels", REPLICAS, [undefined], false],
      ["in steps that a policy can take", "- {op: remove, path: /spec/ingress/0}\n", [undefined], true],
      ["in steps at all of an object", '- {op: replace, path: "", value: {}}\n', [undefined], true],
      ["in steps at a name", "- {op: replace, path: /metadata/namespace, value: shop}\n", [undefined], true],
      ["in steps at notes", "- {op: add, path: /metadata/annotations/a, value: b}\n", [undefined], false],
      ["in steps without a path", "- {op: remove}\n", [undefined], true],
      ["of what a target names", "spec: {replicas: 2}\n", ["Deployment"], false],
      ["of what nobody names", "spec: {replicas: 2}\n", [undefined], true],
      ["that is a list", "apiVersion: v1\nkind: List\nitems: []\n", [null], true],
      ["that cannot be read and names a policy", `${POLICY}: [`, [null], true],
      ["that cannot be read and has an escape", 'kind: "\\x50: [', [null], true],
      ["that is empty", "", [null], false],
    ],
  )("%s", (_, text, kinds, may) => {
    const targets = kinds.map((kind) => (kind === null ? undefined : { kind }));
    expect(mayPatchPolicy({ name: "p.yaml", text }, targets)).toBe(may);
  });
});
