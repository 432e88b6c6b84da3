import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { homebrewFormula, krewManifest } from "../../scripts/release/manifests.mjs";
import { isOwnerSet, PLACEHOLDER, repositoryUrl } from "../../scripts/release/repository.mjs";
import { execFileSync } from "node:child_process";

const ARCHIVE = { url: "https://example.com/v7.8.9/anp-7.8.9.tgz", sha256: "ab".repeat(32) };

describe("the manifests of a release", () => {
  it("krew's names the archive and what it starts", () => {
    const homepage = "https://example.com/anp";
    expect(parse(krewManifest({ version: "7.8.9", homepage, archive: ARCHIVE }))).toMatchObject({
      apiVersion: "krew.googlecontainertools.github.com/v1alpha2",
      kind: "Plugin",
      metadata: { name: "anp" },
      spec: {
        version: "v7.8.9",
        homepage,
        platforms: [
          {
            uri: ARCHIVE.url,
            sha256: ARCHIVE.sha256,
            files: [{ from: "package/*", to: "." }],
            bin: "bin/kubectl-anp.js",
          },
        ],
      },
    });
  });

  it("Homebrew's has every field once", () => {
    const text = homebrewFormula({
      description: "Lints policies",
      homepage: "https://example.com/home",
      license: "Apache-2.0",
      archive: ARCHIVE,
    });
    for (const line of [
      'desc "Lints policies"',
      'homepage "https://example.com/home"',
      `url "${ARCHIVE.url}"`,
      `sha256 "${ARCHIVE.sha256}"`,
      'license "Apache-2.0"',
    ])
      expect(text.split("\n").filter((each) => each.trim() === line)).toHaveLength(1);
  });
});

describe("the repository's address", () => {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
    repository: { url: string };
    homepage: string;
    bugs: string;
  };

  it("is one, in every field", () => {
    expect(manifest.homepage).toBe(repositoryUrl(manifest));
    expect(manifest.bugs).toBe(`${repositoryUrl(manifest)}/issues`);
  });

  it("is a placeholder until somebody sets it, and then the placeholder is nowhere", () => {
    const files = execFileSync("git", ["grep", "-lw", PLACEHOLDER, "--", ":!test", ":!scripts"], {
      encoding: "utf8",
    })
      .split("\n")
      .filter((name) => name !== "");
    if (isOwnerSet(manifest)) expect(files).toEqual([]);
    else {
      console.log(`no owner is set: replace ${PLACEHOLDER} in ${files.join(", ")}`);
      expect(files).toContain("package.json");
    }
  });
});

describe("the image", () => {
  const lines = readFileSync("Dockerfile", "utf8").split("\n");

  it("has no base of its own, and no user with rights", () => {
    expect(lines.filter((line) => line.startsWith("ARG"))).toEqual(["ARG BASE"]);
    expect(lines.filter((line) => line.startsWith("FROM"))).toEqual([
      "FROM ${BASE} AS build",
      "FROM ${BASE}",
    ]);
    expect(lines.findLast((line) => line.startsWith("USER"))).toMatch(/^USER [1-9]\d*:[1-9]\d*$/);
    expect(lines.at(-3)).toBe('ENTRYPOINT ["anp"]');
  });
});
