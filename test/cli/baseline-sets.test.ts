import { expect, it } from "vitest";
import { change, commitAll, ENV, git, repositoryWith } from "../input/git-repository.js";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { runAnp } from "../support/run-anp.js";

const KNOWN = ["--baseline", "known.json"];
const ONLY = ["label-typo", "stale-baseline-entry", "gate-loosened"].flatMap((rule) => ["--only", rule]);

/** The overlay of a name: the policy of the base misses its pod where this is called `webb`. */
function overlay(name: string, label: string): Readonly<Record<string, string>> {
  return {
    [`${name}/pod.yaml`]: `apiVersion: v1\nkind: Pod\nmetadata: { name: web, labels: { app: ${label} } }\nspec: { containers: [{ name: a }] }\n`,
    [`${name}/kustomization.yaml`]: "namespace: shop\nresources: [../base, pod.yaml]\n",
  };
}

/** A branch for a change, with a baseline of what there is: the overlay `dev` has a finding, and `prod` has none. */
async function branch(): Promise<string> {
  const cwd = repositoryWith({
    "base/np.yaml":
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: web }\nspec: { podSelector: { matchLabels: { app: web } } }\n",
    "base/kustomization.yaml": "resources: [np.yaml]\n",
    ...overlay("dev", "webb"),
    ...overlay("prod", "web"),
  });
  await update(cwd);
  commitAll(cwd);
  git(cwd, ["checkout", "-q", "-b", "change"]);
  return cwd;
}

async function update(cwd: string): Promise<void> {
  await runAnp(["lint", ".", ...ONLY, ...KNOWN, "--update-baseline"], { cwd, env: ENV });
}

/** The findings as `rule: sets`; of what is said of the baseline, the message. */
async function findings(cwd: string): Promise<readonly string[]> {
  const run = await runAnp(["lint", ".", ...ONLY, ...KNOWN, "-o", "json"], { cwd, env: ENV });
  const json = JSON.parse(run.stdout) as {
    findings: readonly { rule: string; message: string; roots?: readonly string[] }[];
  };
  return json.findings.map(({ rule, message, roots = [] }) =>
    rule === "label-typo" ? `${rule}: ${roots.join(", ")}` : message,
  );
}

interface Written {
  readonly sets?: unknown;
  readonly findings: readonly { readonly sets?: unknown }[];
}

function written(cwd: string): Written {
  return JSON.parse(readFileSync(`${cwd}/known.json`, "utf8")) as Written;
}

it("writes the sets of manifests, and those that have a finding", async () => {
  const cwd = await branch();
  expect(written(cwd)).toMatchObject({ sets: ["dev", "prod"], findings: [{ sets: ["dev"] }] });
});

const GONE_IN_DEV =
  "the baseline knows the finding of `NetworkPolicy shop/web` by `label-typo` in `dev`, where it is gone";

it.each<[what: string, change: (cwd: string) => void, expected: readonly string[]]>([
  ["nothing where nothing has changed", () => undefined, []],
  [
    "what another set that was there has now",
    (cwd) => change(cwd, overlay("prod", "webb")),
    ["label-typo: dev, prod"],
  ],
  ["nothing of a set that is new", (cwd) => change(cwd, overlay("staging", "webb")), []],
  ["nothing of a set whose folder is renamed", (cwd) => renameSync(`${cwd}/dev`, `${cwd}/development`), []],
  [
    "what a new set has together with one that was there",
    (cwd) => change(cwd, { ...overlay("staging", "webb"), ...overlay("prod", "webb") }),
    ["label-typo: dev, prod, staging"],
  ],
  [
    "what has gone from one set to another",
    (cwd) => change(cwd, { ...overlay("dev", "web"), ...overlay("prod", "webb") }),
    [GONE_IN_DEV.replace(" in `dev`, where it", ", which"), "label-typo: prod"],
  ],
  [
    "nothing by a baseline that names no sets",
    (cwd) => {
      const { sets: _, ...old } = written(cwd);
      const plain = { ...old, findings: old.findings.map(({ sets: _own, ...each }) => each) };
      writeFileSync(`${cwd}/known.json`, JSON.stringify(plain));
      commitAll(cwd);
      git(cwd, ["branch", "-q", "-f", "main"]);
      change(cwd, overlay("prod", "webb"));
    },
    [],
  ],
])("reports %s", async (_what, since, expected) => {
  const cwd = await branch();
  since(cwd);
  expect((await findings(cwd)).toSorted()).toEqual(expected.toSorted());
});

it("reports an entry that is gone from one of its sets, and the baseline written anew has it no more", async () => {
  const cwd = await branch();
  change(cwd, overlay("prod", "webb"));
  await update(cwd);
  commitAll(cwd);
  git(cwd, ["branch", "-q", "-f", "main"]);
  change(cwd, overlay("dev", "web"));
  expect(await findings(cwd)).toEqual([GONE_IN_DEV]);
  await update(cwd);
  expect(written(cwd).findings).toMatchObject([{ sets: ["prod"] }]);
  expect(await findings(cwd)).toEqual([]);
});

it("says nothing of an entry whose set is gone while another has it", async () => {
  const cwd = await branch();
  change(cwd, { ...overlay("prod", "webb"), ...overlay("live", "webb") });
  await update(cwd);
  commitAll(cwd);
  git(cwd, ["branch", "-q", "-f", "main"]);
  rmSync(`${cwd}/dev`, { recursive: true });
  expect(await findings(cwd)).toEqual([]);
});

it.each<[what: string, edit: (text: string) => string]>([
  ["an entry names another set", (text) => text.replace('"sets":["dev"]', '"sets":["dev","prod"]')],
  ["an entry names no sets", (text) => text.replace(',"sets":["dev"]', "")],
  ["a set counts as new", (text) => text.replace(',\n    "prod"', "")],
])("tells that the gate is loosened where %s", async (_what, edit) => {
  const cwd = await branch();
  expect(await findings(cwd)).toEqual([]);
  change(cwd, { "known.json": edit(readFileSync(`${cwd}/known.json`, "utf8")) });
  expect(await findings(cwd)).toContainEqual(expect.stringContaining("knows 1 more finding"));
});
