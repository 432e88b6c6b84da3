import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.js";
import { runAnp } from "../../support/run-anp.js";

const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web }
spec: { podSelector: {} }
`;
const OVERLAY = "resources: [../base]\nnamespace: dev\n";

interface Finding {
  readonly rule: string;
  readonly notes?: readonly string[];
  readonly file: string;
}

async function findingsIn(
  files: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<{ readonly exit: number; readonly findings: readonly Finding[] }> {
  const { stdout, code } = await runAnp(["lint", "-o", "json", ...options, "."], { cwd: folderWith(files) });
  return { exit: code, findings: (JSON.parse(stdout) as { findings: Finding[] }).findings };
}

describe("a file that can't be read, and the kustomizations that need it", () => {
  const files = {
    "base/kustomization.yaml": "resources: [web.yaml]\n",
    "base/web.yaml": POLICY.replace("spec:", " spec:"),
    "overlays/dev/kustomization.yaml": OVERLAY.replace("../base", "../../base"),
    "overlays/prod/kustomization.yaml": OVERLAY.replace("../base", "../../base").replace("dev", "prod"),
  };

  it("are one finding, at the file", async () => {
    const { exit, findings } = await findingsIn(files);
    expect(exit).toBe(3);
    expect(findings.map(({ rule, file }) => `${rule} ${file}`)).toEqual(["not-analysed base/web.yaml"]);
    expect(findings[0]?.notes?.join("\n")).toContain(
      "it keeps `overlays/dev/kustomization.yaml` and `overlays/prod/kustomization.yaml` from being rendered",
    );
  });

  it("are told by the kustomizations where the file is accepted unread", async () => {
    const { exit, findings } = await findingsIn(files, "--accept", "base/web.yaml");
    expect(exit).toBe(3);
    expect(findings.map(({ file }) => file)).toEqual(["overlays/dev/kustomization.yaml"]);
  });

  it("keep what else is wrong with a kustomization", async () => {
    const remote = "resources: [https://example.com/base]\n";
    const { findings } = await findingsIn({ ...files, "overlays/prod/kustomization.yaml": remote });
    expect(findings.map(({ file }) => file)).toEqual(["base/web.yaml", "overlays/prod/kustomization.yaml"]);
  });
});
