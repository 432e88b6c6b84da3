import type { Environment } from "./find-program.js";

/** A branch that a CI system names, and where. */
export interface TargetBranch {
  readonly branch: string;
  readonly variable: string;
}

/** Where a CI system names the branch that a pull or merge request is to be merged into. */
interface TargetVariable {
  readonly variable: string;
  /** Set where the variable has the branch of any build: it is a target where this one tells of a pull request. */
  readonly within?: string;
}

const TARGET_VARIABLES: readonly TargetVariable[] = [
  // GitHub, Gitea and Forgejo Actions.
  { variable: "GITHUB_BASE_REF" },
  { variable: "CI_MERGE_REQUEST_TARGET_BRANCH_NAME" },
  // Azure Pipelines.
  { variable: "SYSTEM_PULLREQUEST_TARGETBRANCH" },
  { variable: "BITBUCKET_PR_DESTINATION_BRANCH" },
  { variable: "BUILDKITE_PULL_REQUEST_BASE_BRANCH" },
  // Jenkins: multibranch pipelines, then two older plugins.
  { variable: "CHANGE_TARGET" },
  { variable: "ghprbTargetBranch" },
  { variable: "gitlabTargetBranch", within: "gitlabMergeRequestId" },
  // Woodpecker, which sets it for pull requests alone.
  { variable: "CI_COMMIT_TARGET_BRANCH" },
  { variable: "DRONE_TARGET_BRANCH", within: "DRONE_PULL_REQUEST" },
  // Prow.
  { variable: "PULL_BASE_REF", within: "PULL_NUMBER" },
  { variable: "TRAVIS_BRANCH", within: "TRAVIS_PULL_REQUEST" },
  { variable: "APPVEYOR_REPO_BRANCH", within: "APPVEYOR_PULL_REQUEST_NUMBER" },
  { variable: "CIRRUS_BASE_BRANCH", within: "CIRRUS_PR" },
  { variable: "SEMAPHORE_GIT_BRANCH", within: "SEMAPHORE_GIT_PR_NUMBER" },
  { variable: "BITRISEIO_GIT_BRANCH_DEST", within: "BITRISE_PULL_REQUEST" },
  // Codefresh.
  { variable: "CF_PULL_REQUEST_TARGET" },
  // AWS CodeBuild names the pull request in its trigger: `pr/12`.
  { variable: "CODEBUILD_WEBHOOK_BASE_REF", within: "CODEBUILD_WEBHOOK_TRIGGER" },
  { variable: "VELA_PULL_REQUEST_TARGET" },
  // Screwdriver.
  { variable: "PR_BASE_BRANCH_NAME" },
];

/** Of CI systems that tell of a pull request, and not of its target. */
const PULL_REQUEST_VARIABLES: readonly string[] = ["CIRCLE_PULL_REQUEST", "BUDDY_EXECUTION_PULL_REQUEST_ID"];

/** True where a CI system says that this is a pull or merge request. */
export function isPullRequest(env: Environment): boolean {
  return pullRequestTarget(env) !== undefined || PULL_REQUEST_VARIABLES.some((each) => isSet(env[each]));
}

/** The branch that a CI system names: of a pull request its target, else GitLab's default branch, which it has in any job. */
export function namedTarget(env: Environment): TargetBranch | undefined {
  return pullRequestTarget(env) ?? targetIn(env, "CI_DEFAULT_BRANCH");
}

function pullRequestTarget(env: Environment): TargetBranch | undefined {
  for (const { variable, within } of TARGET_VARIABLES) {
    const isOfRequest = within === undefined || isSet(env[within]);
    const target = isOfRequest ? targetIn(env, variable) : undefined;
    if (target !== undefined) return target;
  }
  return undefined;
}

function targetIn(env: Environment, variable: string): TargetBranch | undefined {
  // Azure and CodeBuild write the whole ref.
  const branch = (env[variable] ?? "").replace(/^refs\/heads\//, "");
  return branch === "" ? undefined : { branch, variable };
}

/** Travis and others write `false` for builds of no pull request; CodeBuild has the branch in the trigger of those. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "false" && !/^(?:branch|tag)\//.test(value);
}
