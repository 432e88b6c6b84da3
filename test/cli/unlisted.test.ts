import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { pod } from "./manifests.js";
import { runAnp } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";

const policy = (name: string, selector: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: ${name}, namespace: shop }\nspec: { podSelector: ${selector} }\n`;

const WEB = "{ matchLabels: { app: web } }";
const FILES: Readonly<Record<string, string>> = {
  "k8s/kustomization.yaml": "resources: [pods.yaml]\n",
  "k8s/pods.yaml": pod("shop", "web"),
  "k8s/np.yaml": policy("web", WEB),
};

async function told(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { stderr } = await runAnp(["lint"], { cwd: folderWith({ ...FILES, ...files }) });
  return stderr.split("\n").filter((line) => line.includes("not listed"));
}

const LINE =
  "k8s/np.yaml is not listed in k8s/kustomization.yaml, beside pods that it selects: whoever applies that leaves it out";

describe("policies that the kustomization beside them does not list", () => {
  it.each([
    ["for pods that it lists", {}],
    ["for every pod", { "k8s/np.yaml": policy("all", "{}") }],
    [
      "though another one uses that one",
      { "prod/kustomization.yaml": "resources: [../k8s]\nnamespace: shop\n" },
    ],
    [
      "in another namespace, which a kustomization may set",
      { "k8s/np.yaml": policy("web", WEB).replace("shop", "other") },
    ],
  ])("are told: %s", async (_, files) => {
    expect(await told(files)).toEqual([LINE]);
  });

  it("are in JSON, too", async () => {
    const cwd = folderWith({ ...FILES, "k8s/np2.yaml": policy("more", WEB) });
    const { stdout } = await runAnp(["lint", "-o", "json"], { cwd });
    const report = JSON.parse(stdout) as { readonly unlisted?: unknown };
    expect(schemaOf("lint")(report)).toEqual([]);
    const kustomization = "k8s/kustomization.yaml";
    expect(report.unlisted).toEqual([
      { file: "k8s/np.yaml", kustomization },
      { file: "k8s/np2.yaml", kustomization },
    ]);
    const listed = { ...FILES, [kustomization]: "resources: [pods.yaml, np.yaml]\n" };
    const other = await runAnp(["lint", "-o", "json"], { cwd: folderWith(listed) });
    expect(Object.keys(JSON.parse(other.stdout) as object)).not.toContain("unlisted");
  });

  it("are told once for a kustomization", async () => {
    expect(await told({ "k8s/np2.yaml": policy("more", WEB) })).toEqual([
      "k8s/np.yaml and 1 more are not listed in k8s/kustomization.yaml, beside pods that they select: whoever applies that leaves them out",
    ]);
  });

  it.each([
    ["that it lists", { "k8s/kustomization.yaml": "resources: [pods.yaml, np.yaml]\n" }],
    ["that another one lists", { "prod/kustomization.yaml": "resources: [../k8s, ../k8s/np.yaml]\n" }],
    [
      "that it names in a comment",
      { "k8s/kustomization.yaml": "resources:\n- pods.yaml\n# applied by hand\n# - np.yaml\n" },
    ],
    ["for other pods", { "k8s/np.yaml": policy("db", "{ matchLabels: { app: db } }") }],
    ["for pods that it doesn't list either", { "k8s/kustomization.yaml": "resources: [others.yaml]\n" }],
    ["of a folder without one", { "k8s/np.yaml": "", "np/np.yaml": policy("web", WEB) }],
    ["beside a Component", { "k8s/kustomization.yaml": "kind: Component\nresources: [pods.yaml]\n" }],
  ])("are not told: policies %s", async (_, files) => {
    expect(await told(files)).toEqual([]);
  });
});
