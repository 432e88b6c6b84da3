import { expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";

const POD = "apiVersion: v1\nkind: Pod\nmetadata: { name: web, namespace: shop }\n";

it.each([
  ["an empty mapping", "{}\n"],
  ["no field", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"],
  ["null alone", "resources:\n"],
])("a kustomization with %s is one that kustomize doesn't build", async (_what, text) => {
  const cwd = folderWith({ "k/kustomization.yaml": text, "k/web.yaml": POD });
  const { code, stdout, stderr } = await runAnp(["lint", "k"], { cwd });
  expect(code).toBe(3);
  expect(stdout).toContain("kustomization.yaml is empty");
  expect(stdout + stderr).not.toContain("kubectl kustomize");
});

it.each(["", "# resources: [web.yaml]\n"])(
  "one without any document (%j) is none, and fails what needs it",
  async (text) => {
    const files = { "k/kustomization.yaml": text, "k/web.yaml": POD };
    const alone = await runAnp(["lint", "k"], { cwd: folderWith(files) });
    expect(alone.code).toBe(0);
    const needed = folderWith({ ...files, "all/kustomization.yaml": "resources: [../k]\n" });
    const run = await runAnp(["lint", "."], { cwd: needed });
    expect(run.code).toBe(3);
    expect(run.stdout).toContain("k/kustomization.yaml is empty");
  },
);

it("one with an empty list is built, and applies nothing", async () => {
  const cwd = folderWith({ "k/kustomization.yaml": "resources: []\n", "k/web.yaml": POD });
  expect((await runAnp(["lint", "k"], { cwd })).code).toBe(0);
});

it("what Flux adds to one may be nothing that changes names", async () => {
  const flux = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: shop, namespace: flux-system }
spec:
  path: ./k
  commonMetadata: { labels: { team: blue } }
  sourceRef: { kind: GitRepository, name: fleet }
`;
  const files = { "k/kustomization.yaml": "resources: [web.yaml]\n", "k/web.yaml": POD };
  const { code, stdout } = await runAnp(["lint", "."], { cwd: folderWith({ ...files, "ks.yaml": flux }) });
  expect(stdout).not.toContain("is empty");
  expect(code).toBe(0);
});
