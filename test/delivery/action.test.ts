import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { commitAll, git } from "../input/git-repository.js";
import { recipe, workspace, yamlFile, type Ran, type Workspace } from "./workspace.js";

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly if?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const ACTION = yamlFile<Action>("action.yml");
const BAD = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: shop }
spec: { podselector: {} }
`;

/** Runs the step that calls anp, as a runner does: inputs by their expressions, files of a run in its own folder. */
function runStep(at: Workspace, inputs: Readonly<Record<string, string>> = {}, event = "pull_request"): Ran {
  const step = ACTION.runs.steps.find(({ run }) => run?.includes("action.mjs"))!;
  const env = Object.entries(step.env ?? {}).map(([name, expression]) => {
    const [, input = ""] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression) ?? [];
    return [name, inputs[input] ?? ACTION.inputs[input]!.default] as const;
  });
  return at.run(step.run!, {
    ...Object.fromEntries(env),
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION_PATH: process.cwd(),
    GITHUB_EVENT_NAME: event,
    GITHUB_OUTPUT: `${at.folder}/output`,
    GITHUB_STEP_SUMMARY: `${at.folder}/summary`,
  });
}

describe("the step of the action that runs anp", () => {
  it("annotates the lines, fills the summary, and gives its exit code", () => {
    const at = workspace({ "policies/shop.yaml": BAD });
    const { code, stdout } = runStep(at, { args: "policies\n" });
    expect(code).toBe(1);
    expect(stdout).toContain("::error file=policies/shop.yaml,line=4");
    expect(readFileSync(`${at.folder}/output`, "utf8")).toBe("exit-code=1\n");
    expect(readFileSync(`${at.folder}/summary`, "utf8")).toContain("wrong-case-field");
  });

  it("lints the work tree where nothing is said", () => {
    expect(runStep(workspace({ "a.yaml": BAD })).code).toBe(1);
  });

  it("writes SARIF beside the annotations", () => {
    const at = workspace({ "a.yaml": BAD });
    const { stdout } = runStep(at, { sarif: "found.sarif" });
    expect(stdout).toContain("::error");
    const { runs } = JSON.parse(readFileSync(`${at.folder}/found.sarif`, "utf8")) as {
      runs: { results: { ruleId: string }[] }[];
    };
    expect(runs[0]?.results.map(({ ruleId }) => ruleId)).toContain("wrong-case-field");
  });

  it("takes each line of args as one argument, with Windows' line ends too", () => {
    const at = workspace({ "a b.yaml": BAD });
    expect(runStep(at, { args: "a b.yaml\r\n--rule=wrong-case-field=warning\r\n" }).code).toBe(0);
  });

  it.each(["$(touch taken)", "`touch taken`", "; touch taken", "| touch taken", "&& touch taken"])(
    "gives no shell the argument %s",
    (args) => {
      const at = workspace({ "a.yaml": BAD });
      expect(runStep(at, { args }).code).toBe(2);
      expect(existsSync(`${at.folder}/taken`)).toBe(false);
    },
  );

  it.each(["pull_request_target", "workflow_run", "issue_comment"])("refuses the event %s", (event) => {
    const { code, stdout } = runStep(workspace({ "a.yaml": BAD }), {}, event);
    expect({ code, stdout }).toEqual({
      code: 2,
      stdout: `::error title=anp::the event ${event} gives strangers' files a token: use pull_request\n`,
    });
  });

  it("refuses commands that write or change things", () => {
    const { code, stdout } = runStep(workspace({ "a.yaml": BAD }), { command: "convert" });
    expect({ code, stdout }).toEqual({
      code: 2,
      stdout: "::error title=anp::input command takes lint, diff, explain\n",
    });
  });

  it("refuses SARIF of another command than lint", () => {
    expect(runStep(workspace({}), { command: "diff", sarif: "x" }).stdout).toContain("sarif is for lint");
  });
});

it("no step of the action pastes an input into a shell's text", () => {
  const texts = ACTION.runs.steps.flatMap(({ run }) => run ?? []);
  expect(texts.length).toBeGreaterThan(1);
  for (const text of texts) expect(text).not.toContain("${{");
});

describe("the page's workflows", () => {
  /** The inputs that a recipe gives to the action, for a pull request against `main`. */
  function inputsOf(name: string): Readonly<Record<string, string>> {
    const { jobs } = parse(recipe(name)) as {
      jobs: Record<string, { steps: { uses?: string; with?: Record<string, string> }[] }>;
    };
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const given = steps.find(({ uses }) => uses?.startsWith("OWNER/anp@"))?.with ?? {};
    return Object.fromEntries(
      Object.entries(given).map(([key, text]) => [key, text.replaceAll("${{ github.base_ref }}", "main")]),
    );
  }

  it("lint what they say", () => {
    const inputs = inputsOf("github/lint.yml");
    expect(Object.keys(ACTION.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    const { code, stdout } = runStep(workspace({ "manifests/a.yaml": BAD }), inputs);
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("manifests/a.yaml") });
  });

  it("compare with the branch that a pull request goes to, and leave the comment's text", () => {
    const inputs = inputsOf("github/diff.yml");
    expect(Object.keys(ACTION.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    const at = workspace({});
    cpSync("fixtures/demo", `${at.folder}/manifests`, { recursive: true });
    git(at.folder, ["init", "-q"]);
    commitAll(at.folder);
    git(at.folder, ["update-ref", "refs/remotes/origin/main", "HEAD"]);
    rmSync(`${at.folder}/manifests/shop/policies.yaml`);
    expect(runStep(at, inputs).code).toBe(0);
    expect(readFileSync(`${at.folder}/diff.md`, "utf8")).toMatch(/^\*\*anp diff: .*open/);
  });
});
