import { describe, expect, it } from "vitest";
import { pluginRefusal, renderCheck } from "../../../src/source/kustomize/render-check.js";

const check = (text: string): ReturnType<typeof renderCheck> =>
  renderCheck({ name: "kustomization.yaml", text });

const PLUGIN = "apiVersion: builtin\nkind: LabelTransformer\nmetadata: { name: a }\nlabels: { tier: web }\n";

describe("what a kustomization names", () => {
  it("is told where kustomize opens a path", () => {
    const text = `
resources: [a.yaml, ../base]
bases: [../old]
components: [../component]
crds: [crd.yaml]
configurations: [names.yaml]
openapi: { path: schema.json }
patchesStrategicMerge: [strategic.yaml, "kind: Pod\\nmetadata: {name: x}"]
patches: [{ path: patch.yaml }, { patch: "- op: remove" }]
patchesJson6902: [{ path: json.yaml, target: { kind: Pod, name: x } }]
replacements: [{ path: replacement.yaml }]
configMapGenerator: [{ name: c, files: [one.txt, key=two.txt], envs: [three.env], env: four.env, literals: [a=https://example.com] }]
secretGenerator: [{ name: s, files: [five.txt] }]
generators: [generator.yaml]
transformers: [transformer.yaml, "apiVersion: builtin\\nkind: PrefixTransformer\\nprefix: a-"]
validators: [validator.yaml]
commonAnnotations: { about: "https://example.com/a" }
images: [{ name: "registry.example/a", newTag: "1" }]
`;
    expect(check(text)).toEqual({
      resources: ["a.yaml", "../base", "../old", "../component"],
      plugins: ["generator.yaml", "transformer.yaml", "validator.yaml"],
      files: [
        "crd.yaml",
        "names.yaml",
        "strategic.yaml",
        "patch.yaml",
        "json.yaml",
        "replacement.yaml",
        "schema.json",
        "one.txt",
        "two.txt",
        "three.env",
        "four.env",
        "five.txt",
      ],
    });
  });

  it.each([
    [
      "a base that is fetched over HTTP",
      "resources: ['https://example.com/a.yaml']",
      "https://example.com/a.yaml",
    ],
    ["a base in a git repository", "resources: ['git@example.com:a/b']", "git@example.com:a/b"],
    ["a base on a known host", "resources: [github.com/a/b]", "github.com/a/b"],
    ["a base with a revision", "bases: ['example.com/a?ref=main']", "example.com/a?ref=main"],
    ["a folder with a repository's name", "resources: [a.git]", "a.git"],
    ["a path that a host may be part of", "resources: ['host:a']", "host:a"],
    ["a path with an empty part, which separates a repository", "resources: [a//b]", "a//b"],
    ["a remote component", "components: ['ssh://example.com/a']", "ssh://example.com/a"],
    ["a remote patch", "patches: [{ path: 'https://example.com/p' }]", "https://example.com/p"],
    ["a remote strategic patch", "patchesStrategicMerge: ['https://example.com/p']", "https://example.com/p"],
    ["a remote JSON patch", "patchesJson6902: [{ path: 'http://example.com/p' }]", "http://example.com/p"],
    ["a remote replacement", "replacements: [{ path: 'https://example.com/r' }]", "https://example.com/r"],
    ["a remote CRD", "crds: ['https://example.com/c']", "https://example.com/c"],
    ["a remote configuration", "configurations: ['https://example.com/c']", "https://example.com/c"],
    ["a remote schema", "openapi: { path: 'https://example.com/s' }", "https://example.com/s"],
    [
      "a remote file of a generator",
      "configMapGenerator: [{ files: ['a=https://example.com/f'] }]",
      "https://example.com/f",
    ],
    ["remote variables", "secretGenerator: [{ envs: ['https://example.com/e'] }]", "https://example.com/e"],
    ["a remote transformer", "transformers: ['https://example.com/t']", "https://example.com/t"],
    ["an absolute path", "resources: [/etc/a.yaml]", "absolute path /etc/a.yaml"],
    ["a home", "resources: [~/a.yaml]", "absolute path ~/a.yaml"],
    ["a chart", "helmCharts: [{ name: a }]", "it has helmCharts"],
    [
      "an older chart",
      "helmChartInflationGenerator: [{ chartName: a }]",
      "it has helmChartInflationGenerator",
    ],
    ["where charts are", "helmGlobals: { chartHome: a }", "it has helmGlobals"],
    ["a field that nobody knows", "fetch: [a]", "the unknown field fetch"],
    ["a path that is none", "resources: [{ a: b }]", "resources holds something else than a path"],
    ["two documents", "resources: [a]\n---\nresources: [b]\n", "not one document"],
    ["a key that is there twice", "resources: [a]\nresources: [b]\n", "can't be read"],
    ["text that is no YAML", "resources: [", "can't be read"],
  ])("is refused for %s", (_what, text, refusal) => {
    expect(check(text)).toEqual({ refusal: expect.stringContaining(refusal) });
  });

  it("is not refused for what is there and empty", () => {
    expect(check("helmCharts: []\nhelmGlobals: null\nresources: null\n")).toMatchObject({ resources: [] });
  });
});

describe("a plugin", () => {
  it("may be one of kustomize's own", () => {
    expect(pluginRefusal({ name: "t.yaml", text: `${PLUGIN}---\n${PLUGIN}` })).toBeUndefined();
  });

  it.each([
    [
      "a container",
      PLUGIN.replace(
        "name: a",
        "name: a, annotations: { config.kubernetes.io/function: 'container: {image: a}' }",
      ),
      "has annotations",
    ],
    ["a program", PLUGIN.replace("builtin", "example.com/v1"), "the plugin example.com/v1 LabelTransformer"],
    [
      "what inflates charts",
      PLUGIN.replace("LabelTransformer", "HelmChartInflationGenerator"),
      "HelmChartInflationGenerator",
    ],
    ["no kind", "apiVersion: builtin\n", "the plugin builtin"],
    ["a remote file", `${PLUGIN}path: https://example.com/p\n`, "https://example.com/p, which is remote"],
    ["a remote file of a key", `${PLUGIN}files: [a=https://example.com/p]\n`, "which is remote"],
    ["a list", "- a\n", "something else than objects"],
  ])("is refused that is or has %s", (_what, text, refusal) => {
    expect(pluginRefusal({ name: "t.yaml", text })).toContain(refusal);
    expect(check(`transformers: [${JSON.stringify(`${text}\n`)}]`)).toEqual({
      refusal: expect.stringContaining(refusal),
    });
  });
});
