import { describe, expect, it } from "vitest";
import { isPullRequest, namedTarget } from "../../src/input/target-branch.js";

describe("the branch that a pull request is to be merged into", () => {
  it.each<readonly [system: string, env: Readonly<Record<string, string>>, variable: string]>([
    ["GitHub, Gitea, Forgejo", { GITHUB_BASE_REF: "release" }, "GITHUB_BASE_REF"],
    [
      "GitLab",
      { CI_DEFAULT_BRANCH: "main", CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "release" },
      "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
    ],
    ["Azure", { SYSTEM_PULLREQUEST_TARGETBRANCH: "refs/heads/release" }, "SYSTEM_PULLREQUEST_TARGETBRANCH"],
    ["Bitbucket", { BITBUCKET_PR_DESTINATION_BRANCH: "release" }, "BITBUCKET_PR_DESTINATION_BRANCH"],
    ["Buildkite", { BUILDKITE_PULL_REQUEST_BASE_BRANCH: "release" }, "BUILDKITE_PULL_REQUEST_BASE_BRANCH"],
    ["Jenkins", { CHANGE_ID: "7", CHANGE_TARGET: "release" }, "CHANGE_TARGET"],
    ["Jenkins, ghprb", { ghprbPullId: "7", ghprbTargetBranch: "release" }, "ghprbTargetBranch"],
    [
      "Jenkins, GitLab plugin",
      { gitlabMergeRequestId: "7", gitlabTargetBranch: "release" },
      "gitlabTargetBranch",
    ],
    ["Woodpecker", { CI_COMMIT_TARGET_BRANCH: "release" }, "CI_COMMIT_TARGET_BRANCH"],
    ["Drone", { DRONE_PULL_REQUEST: "7", DRONE_TARGET_BRANCH: "release" }, "DRONE_TARGET_BRANCH"],
    ["Prow", { PULL_NUMBER: "7", PULL_BASE_REF: "release" }, "PULL_BASE_REF"],
    ["Travis", { TRAVIS_PULL_REQUEST: "7", TRAVIS_BRANCH: "release" }, "TRAVIS_BRANCH"],
    [
      "AppVeyor",
      { APPVEYOR_PULL_REQUEST_NUMBER: "7", APPVEYOR_REPO_BRANCH: "release" },
      "APPVEYOR_REPO_BRANCH",
    ],
    ["Cirrus", { CIRRUS_PR: "7", CIRRUS_BASE_BRANCH: "release" }, "CIRRUS_BASE_BRANCH"],
    ["Semaphore", { SEMAPHORE_GIT_PR_NUMBER: "7", SEMAPHORE_GIT_BRANCH: "release" }, "SEMAPHORE_GIT_BRANCH"],
    [
      "Bitrise",
      { BITRISE_PULL_REQUEST: "7", BITRISEIO_GIT_BRANCH_DEST: "release" },
      "BITRISEIO_GIT_BRANCH_DEST",
    ],
    ["Codefresh", { CF_PULL_REQUEST_TARGET: "release" }, "CF_PULL_REQUEST_TARGET"],
    [
      "CodeBuild",
      { CODEBUILD_WEBHOOK_TRIGGER: "pr/7", CODEBUILD_WEBHOOK_BASE_REF: "refs/heads/release" },
      "CODEBUILD_WEBHOOK_BASE_REF",
    ],
    ["Vela", { VELA_PULL_REQUEST_TARGET: "release" }, "VELA_PULL_REQUEST_TARGET"],
    ["Screwdriver", { PR_BASE_BRANCH_NAME: "release" }, "PR_BASE_BRANCH_NAME"],
  ])("is named by %s", (_system, env, variable) => {
    expect(namedTarget(env)).toEqual({ branch: "release", variable });
    expect(isPullRequest(env)).toBe(true);
  });

  it.each<readonly [system: string, env: Readonly<Record<string, string>>]>([
    ["GitHub", { GITHUB_BASE_REF: "" }],
    ["Drone", { DRONE_TARGET_BRANCH: "release" }],
    ["Prow", { PULL_BASE_REF: "release" }],
    ["Travis", { TRAVIS_PULL_REQUEST: "false", TRAVIS_BRANCH: "release" }],
    ["AppVeyor", { APPVEYOR_REPO_BRANCH: "release" }],
    ["Semaphore", { SEMAPHORE_GIT_PR_NUMBER: "", SEMAPHORE_GIT_BRANCH: "release" }],
    ["Jenkins, GitLab plugin", { gitlabTargetBranch: "release" }],
    ["CodeBuild", { CODEBUILD_WEBHOOK_TRIGGER: "branch/fix", CODEBUILD_WEBHOOK_BASE_REF: "refs/heads/fix" }],
    ["CircleCI", { CIRCLE_PULL_REQUEST: "" }],
  ])("is none in a build of a branch by %s", (_system, env) => {
    expect(namedTarget(env)).toBeUndefined();
    expect(isPullRequest(env)).toBe(false);
  });

  it("is not known in a pull request of CircleCI and Buddy", () => {
    for (const env of [
      { CIRCLE_PULL_REQUEST: "https://git.example/7" },
      { BUDDY_EXECUTION_PULL_REQUEST_ID: "7" },
    ]) {
      expect(namedTarget(env)).toBeUndefined();
      expect(isPullRequest(env)).toBe(true);
    }
  });

  it("is the default branch in other jobs of GitLab, which are no merge requests", () => {
    const env = { CI_DEFAULT_BRANCH: "trunk" };
    expect(namedTarget(env)).toEqual({ branch: "trunk", variable: "CI_DEFAULT_BRANCH" });
    expect(isPullRequest(env)).toBe(false);
  });
});
