// What `npm run test:quick` leaves to `npm test`: suites that take seconds each, and that few changes are about.

/** Files and folders of tests. */
export const LATER = [
  // How much CPU and memory a run takes.
  "test/base/limits/growth.test.ts",
  // A page in a browser.
  "test/browser",
  // What no person writes: spoilt texts, and how much a run takes of them.
  "test/hostile",
  "test/report/hostile-names.test.ts",
  // The program between other programs, in processes of its own.
  "test/cli/completion.test.ts",
  "test/cli/ending.test.ts",
  "test/cli/lint-cache.test.ts",
  "test/cli/lint-watch.test.ts",
  "test/cli/live.test.ts",
  "test/cli/live-routes.test.ts",
  "test/cli/live-snapshot.test.ts",
  "test/cli/plugin.test.ts",
  "test/cli/piped.test.ts",
  "test/cli/process.test.ts",
  "test/cli/render.test.ts",
  "test/cli/test-watch.test.ts",
  "test/delivery",
  "test/input/api",
  "test/input/git.test.ts",
  "test/input/render/run-limited.test.ts",
  "test/library/package.test.ts",
  "test/scripts/new-rule.test.ts",
  "test/source/kustomize/oracle.test.ts",
  // Every option of every command, and recorded sessions.
  "test/cli/crd.test.ts",
  "test/cli/help.test.ts",
  "test/cli/options.test.ts",
  "test/cli/writing.test.ts",
  "test/docs/readme.test.ts",
  // Records of traffic: a database that answers as a replay does, and millions of lines by their bytes.
  "test/cli/replay-engine.test.ts",
  "test/properties/replay-engine.test.ts",
  "test/properties/replay-repeats.test.ts",
  "test/properties/replay-threads.test.ts",
  "test/source/flows/cells.test.ts",
  "test/source/flows/hostile.test.ts",
  "test/source/flows/json-scan.test.ts",
  "test/source/flows/parts-reader.test.ts",
  // Definitions that are changed again and again, and reports of many clusters against their schemas.
  "test/cluster/admission/crd/mutated-definition.test.ts",
  "test/cluster/admission/crd/schemas.test.ts",
  "test/cluster/admission/mutated.test.ts",
  "test/report/explain-schema.test.ts",
  "test/report/lint-junit.test.ts",
  "test/report/lint-sarif.test.ts",
  "test/report/lint-schema.test.ts",
  "test/report/matrix-schema.test.ts",
  "test/report/replay-schema.test.ts",
  "test/cluster/admission/crd/definition.test.ts",
  // Many runs of commands on trees of manifests.
  "test/cli/accept.test.ts",
  "test/cli/accept-content.test.ts",
  "test/cli/baseline-sets.test.ts",
  "test/cli/gate.test.ts",
  "test/cli/gate-rules.test.ts",
  "test/cli/printed-commands.test.ts",
  "test/cli/roots.test.ts",
  "test/cli/test-init.test.ts",
  "test/questions/suggest/stored.test.ts",
  // What is said wherever a limit is reached.
  "test/questions/audit/limits.test.ts",
  "test/questions/explain/limits.test.ts",
  // The program loaded once more, with another kind of policy.
  "test/cluster/kinds/new-kind.test.ts",
  // Properties of which a case takes long.
  "test/properties/audit.test.ts",
  "test/properties/laws-revealing.test.ts",
  "test/properties/mutants.test.ts",
  "test/properties/suggest.test.ts",
  "test/properties/ties.test.ts",
  "test/properties/unblock.test.ts",
  // Further parts of properties, each of which has a first one, and those of older and fewer policies.
  "test/properties/conversion-2.test.ts",
  "test/properties/conversion-proof.test.ts",
  "test/properties/conversion-tenants.test.ts",
  "test/properties/equality-2.test.ts",
  "test/properties/equality-3.test.ts",
  "test/properties/equality-4.test.ts",
  "test/properties/equality-older.test.ts",
  "test/properties/equality-plugins-2.test.ts",
  "test/properties/reach-2.test.ts",
  "test/properties/reach-3.test.ts",
  "test/properties/reach-4.test.ts",
  "test/properties/reach-older.test.ts",
];

/** The same for vitest: of a folder all that is in it. */
export const LATER_GLOBS = LATER.map((path) => (path.endsWith(".ts") ? path : `${path}/**`));

/** The line that says so. */
export const LATER_LINE = `left to npm test: ${LATER.map((path) => path.replace(/^test\/|\.test\.ts$/g, "")).join(", ")}`;
