// The suites that cannot run for want of other people's programs: a fresh machine has Node, npm and git, and no more.
// Where a gate runs, a skipped suite is a failure: `node scripts/skipped-suites.mjs` prints a line for each of them, and
// ends with 1 where there is one. Helm alone is not asked for there: it takes minutes to build, and stand-ins show what it is given.
import { fileURLToPath } from "node:url";
import { missingTools } from "./tools.mjs";

/** What a tool is needed for: whole suites, and those of which some tests need it, which skip themselves. */
const SUITES = {
  kubectl: {
    whole: [
      "test/cli/live-*.test.ts",
      "test/cli/live.test.ts",
      "test/cli/plugin.test.ts",
      "test/input/api/connect.test.ts",
      "test/input/api/failures.test.ts",
      "test/input/api/leaves-nothing.test.ts",
      "test/input/api/read-cluster.test.ts",
      "test/input/api/wrong-answers.test.ts",
      "test/source/kustomize/oracle.test.ts",
    ],
    inPart: ["test/cli/options.test.ts", "test/questions/suggest/stored.test.ts"],
  },
  chromium: { whole: ["test/browser/library.test.ts", "test/browser/page.test.ts"], inPart: [] },
  helm: { whole: ["test/cli/render-helm.test.ts"], inPart: [] },
  go: { whole: ["npm run test:oracle", "npm run test:validation"], inPart: [] },
};

/** The suites that are skipped here, or not run as a whole; `why` says what to install. */
export function skippedSuites(tools = Object.keys(SUITES)) {
  return tools.flatMap((tool) => {
    const { whole, inPart } = SUITES[tool];
    return missingTools([tool]).flatMap((why) => [
      ...whole.map((suite) => ({ suite, why, isWhole: true })),
      ...inPart.map((suite) => ({ suite, why, isWhole: false })),
    ]);
  });
}

/** The line that says so. */
export function skippedLine({ suite, why, isWhole }) {
  return `skipped ${isWhole ? "" : "in part "}${suite}: ${why}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const skipped = skippedSuites(Object.keys(SUITES).filter((tool) => tool !== "helm"));
  for (const each of skipped) process.stdout.write(`${skippedLine(each)}\n`);
  process.exitCode = skipped.length === 0 ? 0 : 1;
}
