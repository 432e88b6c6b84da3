import { cpSync, existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  recipe,
  recipes,
  workspace,
  yamlDocuments,
  yamlFile,
  type Ran,
  type Workspace,
} from "./workspace.js";

/** Prints the demo's files as one stream, as a program that renders does. */
const RENDERS = 'for file in $(find manifests -name "*.yaml" | sort); do cat "$file"; echo ---; done';

function demo(programs: Readonly<Record<string, string>> = {}): Workspace {
  const at = workspace({}, programs);
  cpSync("fixtures/demo", `${at.folder}/manifests`, { recursive: true });
  return at;
}

/** What a recipe's program was called with. */
function recorded(at: Workspace): string {
  return readFileSync(`${at.folder}/calls`, "utf8");
}

/** A program that renders, and remembers how it was called. */
const RECORDS = `echo "$(basename "$0") $*" >> calls\n${RENDERS}`;

describe("docs/ci.md", () => {
  const known = new Map<string, (at: Workspace) => Ran>();
  const runs = (name: string, env: Readonly<Record<string, string>> = {}): void => {
    known.set(name, (at) => at.run(recipe(name), env));
  };
  for (const name of ["gitlab", "helm", "kustomize", "flux"]) runs(name);
  for (const name of ["argocd", "argocd-diff"]) runs(name, { REVISION: "main" });

  it.each([...known])("the commands of %s run", (name, run) => {
    const at = demo({ helm: RECORDS, kubectl: RECORDS, flux: RECORDS, argocd: RECORDS });
    const { code, stdout, stderr } = run(at);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toBe("");
    if (name !== "gitlab")
      expect(recorded(at).split(" ")[0]).toBe(name.split("-")[0]?.replace("kustomize", "kubectl"));
  });

  it("writes GitLab's report and JUnit's", () => {
    const at = demo();
    at.run(recipe("gitlab"));
    expect(Array.isArray(JSON.parse(readFileSync(`${at.folder}/gl-code-quality-report.json`, "utf8")))).toBe(
      true,
    );
    expect(readFileSync(`${at.folder}/anp.xml`, "utf8")).toContain("<testsuite");
  });

  it("has no block of commands that no test runs", () => {
    const commands = recipes().filter((name) => !name.includes("/"));
    expect(commands.toSorted()).toEqual([...known.keys()].toSorted());
  });

  it("Tekton's step runs", () => {
    const { spec } = parse(recipe("tekton/task.yaml")) as {
      spec: { steps: { command: string[]; args: string[] }[]; params: { name: string }[] };
    };
    const [step] = spec.steps;
    expect(step!.args).toEqual(["$(params.paths[*])"]);
    expect(spec.params.map(({ name }) => name)).toEqual(["paths", "image"]);
    expect(demo().run([...step!.command, "manifests"].join(" ")).code).toBe(0);
  });
});

describe("the comment on a pull request", () => {
  const { jobs } = parse(recipe("github/comment.yml")) as {
    jobs: { comment: { steps: { run?: string; env?: Record<string, string> }[] } };
  };
  const step = jobs.comment.steps.find(({ run }) => run !== undefined)!;
  const env = { REPOSITORY: "shop/manifests", COMMIT: "0123abc", FILE: "diff.md", GH_TOKEN: "secret" };

  it("takes its number from GitHub and its text from the file", () => {
    expect(Object.keys(step.env ?? {}).toSorted()).toEqual(Object.keys(env).toSorted());
    const gh = 'echo "gh $*" >> calls; case "$1" in api) echo 17;; pr) cat "$7" > body;; esac';
    const at = workspace({ "diff.md": "### one flow opens $(touch taken)\n" }, { gh });
    const { code } = at.run(step.run!, { ...env, RUNNER_TEMP: at.folder });
    expect(code).toBe(0);
    const calls = recorded(at).split("\n");
    expect(calls[0]).toContain("repos/shop/manifests/commits/0123abc/pulls");
    expect(calls[1]).toBe(
      `gh pr comment 17 --repo shop/manifests --body-file ${at.folder}/body.md --edit-last --create-if-none`,
    );
    expect(readFileSync(`${at.folder}/body.md`, "utf8")).toBe(
      "<!-- anp diff -->\n### one flow opens $(touch taken)\n",
    );
    expect(existsSync(`${at.folder}/taken`)).toBe(false);
  });

  it("is none where the pull request is closed", () => {
    const at = workspace({ "diff.md": "x" }, { gh: 'echo "gh $*" >> calls' });
    expect(at.run(step.run!, { ...env, RUNNER_TEMP: at.folder }).code).toBe(0);
    expect(recorded(at).split("\n")).toHaveLength(2);
  });
});

describe("the component for GitLab", () => {
  interface Component {
    readonly spec: { readonly inputs: Readonly<Record<string, { readonly default: string }>> };
  }
  const [head, body] = yamlDocuments("templates/lint.yml") as [
    Component,
    { "anp-lint": { script: string[]; artifacts: { when: string; reports: Record<string, string> } } },
  ];
  const job = body["anp-lint"];

  function filledIn(inputs: Readonly<Record<string, string>>): string {
    return job.script
      .join("\n")
      .replaceAll(
        /\$\[\[ inputs\.(\w+) \]\]/g,
        (_, name: string) => inputs[name] ?? head.spec.inputs[name]!.default,
      );
  }

  it("installs the package, lints, and leaves the reports that it names", () => {
    const at = demo({ npm: 'echo "npm $*" >> calls' });
    const { code } = at.run(filledIn({ paths: "manifests", options: "--rule unnamed-rule=off" }));
    expect(code).toBe(0);
    expect(recorded(at)).toBe(
      `npm install --global --ignore-scripts ${head.spec.inputs["package"]!.default}\n`,
    );
    for (const path of Object.values(job.artifacts.reports))
      expect(existsSync(`${at.folder}/${path}`)).toBe(true);
    expect(job.artifacts.when).toBe("always");
  });

  it("installs the version that this is", () => {
    const { version } = yamlFile<{ version: string }>("package.json");
    expect(head.spec.inputs["package"]!.default).toBe(`anp@${version}`);
    expect(recipe("gitlab/include.yml")).toContain(`/lint@${version}`);
    expect(recipe("pre-commit/config.yaml")).toContain(`rev: v${version}`);
  });
});

describe("the hooks of pre-commit", () => {
  const hooks =
    yamlFile<{ id: string; entry: string; files: string; pass_filenames: boolean; language: string }[]>(
      ".pre-commit-hooks.yaml",
    );
  const hook = (id: string): (typeof hooks)[number] => hooks.find((each) => each.id === id)!;

  it.each(hooks.map(({ id }) => id))("%s runs on manifests, and on all of them", (id) => {
    const { files, pass_filenames: passes, language } = hook(id);
    expect({ passes, language }).toEqual({ passes: false, language: "node" });
    for (const name of ["a/b.yaml", "c.yml", "d.json"]) expect(name).toMatch(new RegExp(files));
    for (const name of ["README.md", "yaml/notes.txt"]) expect(name).not.toMatch(new RegExp(files));
  });

  it("anp-lint runs as the page configures it", () => {
    const { repos } = parse(recipe("pre-commit/config.yaml")) as {
      repos: { hooks: { id: string; args: string[] }[] }[];
    };
    const [{ id, args }] = repos[0]!.hooks as [{ id: string; args: string[] }];
    expect(demo().run([hook(id).entry, ...args].join(" ")).code).toBe(0);
  });

  it("anp-fix fixes", () => {
    const rule = "src/linter/rules/wrong-case-field";
    const at = workspace({ "a.yaml": readFileSync(`${rule}/bad.yaml`, "utf8") });
    expect(at.run(hook("anp-fix").entry).code).toBe(0);
    expect(readFileSync(`${at.folder}/a.yaml`, "utf8")).toContain("podSelector");
  });
});
