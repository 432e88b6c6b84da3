import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";
import { unwrapped } from "../support/unwrapped.js";

const SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n";
const POLICY =
  "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: p}\nspec: {podSelector: {}, policyTypes: [Ingres]}\n";

/** Lints a folder with a kustomization of this text. */
const lint = (kustomization: string) =>
  runAnp(["lint", "."], { cwd: folderWith({ "kustomization.yaml": kustomization, "web.yaml": SERVICE }) });

describe("a kustomization that kustomize and kubectl read differently ends no gate green", () => {
  it.each([
    ["a further document", "resources: [web.yaml]\n---\nnamePrefix: b-\n", "kustomization.yaml:3:1"],
    [
      "a further document that doesn't parse",
      "resources: [web.yaml]\n---\nkind: [\n",
      "kustomization.yaml:4:1",
    ],
    ["a key twice", "namePrefix: b-\nnamePrefix: c-\nresources: [web.yaml]\n", "kustomization.yaml:2:1"],
    ["an empty document in front", "---\n---\nresources: [web.yaml]\n", "kustomization.yaml:1:1"],
    ["a text", "../base/kustomization.yaml", "kustomization.yaml:1:1"],
    ["what doesn't parse", "namePrefix: [\nresources: [web.yaml]\n", "kustomization.yaml:3:1"],
  ])("%s", async (_, text, place) => {
    const { code, stdout, stderr } = await lint(text);
    expect(stdout).toContain("error[not-analysed]");
    expect(stdout).toContain(`╭─▸ ${place}`);
    expect(stderr).toContain("exit 3: 1 part of the input was not read");
    expect(code).toBe(3);
  });

  it("reads the manifests behind it", async () => {
    const { code, stdout } = await lint(`resources: [web.yaml]\n---\n${POLICY}`);
    expect(stdout).toContain("kustomization.yaml:6:");
    expect(stdout).toContain("Ingres");
    expect(code).toBe(3);
  });

  it("says of an empty one that another one needs what it is", async () => {
    const cwd = folderWith({
      "kustomization.yaml": "resources: [base]\n",
      "base/kustomization.yaml": "# todo\n",
    });
    const { code, stdout } = await runAnp(["lint", "."], { cwd });
    expect(unwrapped(stdout)).toContain(
      "note: base/kustomization.yaml is empty, or begins with an empty document",
    );
    expect(code).toBe(3);
  });

  it("takes comments behind it for none", async () => {
    const { code, stdout } = await lint("resources: [web.yaml]\n---\n# no more\n");
    expect(stdout).toContain("no findings");
    expect(code).toBe(0);
  });

  it("leaves a template to what renders it", async () => {
    const { code, stderr } = await lint("namePrefix: {{ .prefix }}-\nresources: [web.yaml]\n");
    expect(stderr).toContain("kustomization.yaml is not rendered");
    expect(code).toBe(0);
  });
});
