// What is mutated, and the checks that are to notice it.

/** Tests that need hooks or those before them, replace modules, or look on while functions are called. */
export const LEFT_OUT = new Set([
  "test/cluster/kinds/admin-policies/older-shape.test.ts",
  "test/cluster/kinds/new-kind.test.ts",
  "test/cluster/model/outside-name.test.ts",
  "test/semantics/reach/asked-once.test.ts",
  "test/source/edit/splice/editing.test.ts",
  "test/source/flows/cells.test.ts",
  "test/source/flows/hostile.test.ts",
  "test/source/flows/json-scan.test.ts",
  "test/source/flows/kube-network-policies.test.ts",
  "test/source/flows/parts-reader.test.ts",
]);

/** What policies mean, and how older ones are written anew. */
const MEANING = {
  sources: ["src/semantics", "src/questions/convert"],
  tests: [
    "semantics/evaluate",
    "semantics/match",
    "semantics/plugins",
    "semantics/reach",
    "questions/convert",
    "questions/explain",
    "questions/matrix",
    "cluster/admission",
    "cluster/kinds",
    "cluster/load",
    "linter/rules",
    "truth",
  ],
  properties: [
    "equality-1",
    "equality-older",
    "equality-plugins-1",
    "reach-1",
    "reach-older",
    "reach-plugins",
    "conversion-1",
  ],
};

/** How texts become a cluster. */
const DECODING = {
  sources: ["src/cluster", "src/source"],
  tests: [
    "cluster/admission",
    "cluster/admission/crd",
    "cluster/admission/go-json",
    "cluster/admission/metadata",
    "cluster/admission/network-policy",
    "cluster/admission/structural",
    "cluster/admission/validation",
    "cluster/kinds",
    "cluster/kinds/admin-policies",
    "cluster/kinds/core",
    "cluster/kinds/detour",
    "cluster/kinds/front",
    "cluster/kinds/network-policy",
    "cluster/kinds/operators",
    "cluster/kinds/plugins",
    "cluster/kinds/workload",
    "cluster/load",
    "cluster/model",
    "source/edit",
    "source/edit/rewrite",
    "source/edit/splice",
    "source/kustomize",
    "source/flows",
    "source/manifest",
    "source/manifest/print",
    "source/template",
    "linter/rules",
    "questions/convert",
    "questions/explain",
    "truth",
  ],
  properties: ["equality-1", "equality-older", "conversion-1"],
};

/** What the linter finds. */
const RULES = {
  sources: ["src/linter", "src/questions/mistakes"],
  tests: [
    "linter/alerts",
    "linter/baseline",
    "linter/config",
    "linter/lint",
    "linter/rules",
    "linter/suppress",
  ],
  properties: ["proofs", "connections"],
};

const AREAS = [MEANING, DECODING, RULES];

/** What is mutated where nobody says. */
export const MUTATED = MEANING.sources;

/** The folders of tests and the properties for some files and folders: those of each area that one of them is of. */
export function checksFor(paths) {
  const areas = AREAS.filter(({ sources }) =>
    sources.some((source) => paths.some((path) => isIn(path, source) || isIn(source, path))),
  );
  return {
    tests: [...new Set(areas.flatMap(({ tests }) => tests))],
    properties: [...new Set(areas.flatMap(({ properties }) => properties))],
  };
}

function isIn(path, folder) {
  return path === folder || path.startsWith(`${folder}/`);
}
