import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { recipe, recipes } from "./workspace.js";

interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions?: unknown;
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
      }
    >
  >;
}

const FILES = [
  ...readdirSync(".github/workflows").map((name) => [
    name,
    readFileSync(`.github/workflows/${name}`, "utf8"),
  ]),
  ...recipes()
    .filter((name) => name.startsWith("github/"))
    .map((name) => [`docs/ci.md ${name}`, recipe(name)]),
] as [string, string][];

/** Texts that whoever opens a pull request or writes a commit chooses. */
const CHOSEN_BY_STRANGERS = /\$\{\{[^}]*github\.(?:event|head_ref|actor)/;

describe.each(FILES)("%s", (_, text) => {
  const workflow = parse(text) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  it("pins the actions of others to commits, and says which version that is", () => {
    const uses = text.split("\n").filter((line) => /^\s*- ?uses:|^\s+uses:/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses)
      expect(line).toMatch(/uses: (?:OWNER\/anp@COMMIT|[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
  });

  it("says which rights it has, and none of them is to write contents", () => {
    expect(Object.keys(workflow.permissions).length).toBeGreaterThan(0);
    expect(workflow.permissions["contents"] ?? "read").toBe("read");
    for (const job of Object.values(workflow.jobs)) expect(job.permissions).toBeUndefined();
  });

  it("pastes nothing into a shell that strangers choose", () => {
    for (const { run = "" } of steps) expect(run).not.toMatch(CHOSEN_BY_STRANGERS);
  });

  it("gives no stranger's pull request a token", () => {
    expect(JSON.stringify(workflow.on)).not.toContain("pull_request_target");
    for (const step of steps)
      if (step.uses?.startsWith("actions/checkout@") === true)
        expect(step).toMatchObject({ with: { "persist-credentials": false } });
  });
});

it("what may write comments checks nothing out and runs nothing of the pull request", () => {
  const { jobs, permissions } = parse(recipe("github/comment.yml")) as Workflow;
  expect(permissions).toEqual({ actions: "read", "pull-requests": "write" });
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  expect(steps.map(({ uses }) => uses?.split("@")[0])).toEqual(["actions/download-artifact", undefined]);
});
