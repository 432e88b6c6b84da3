import { describe, expect, it } from "vitest";
import { entryOf } from "../../../src/cluster/load/kustomization.js";
import type { BuildDoubt } from "../../../src/source/kustomize/unbuildable.js";

/** The text at the place, and what is before it on its line. */
function placed(text: string, code: BuildDoubt["code"], what: string, file = "kustomization.yaml"): string {
  const { start, end } = entryOf({ name: "kustomization.yaml", text }, { code, text: what, file });
  return `${text.slice(text.lastIndexOf("\n", start) + 1, start)}[${text.slice(start, end)}]`;
}

const INLINE = `metadata: {name: web}
patches:
- patch: |-
    kind: Deployment
    metadata:
      name: web
`;

describe("the place of what keeps a kustomization from being built", () => {
  it.each([
    [
      "an entry",
      "resources: [base/a.yaml, a.yaml]\n",
      "build-missing",
      "a.yaml",
      "resources: [base/a.yaml, [a.yaml]",
    ],
    ["an object that a patch names", INLINE, "build-no-target", "Deployment web", "      name: [web]"],
    ["one with a namespace", INLINE, "build-no-target", "Deployment shop/web", "      name: [web]"],
    [
      "an object of a strategic patch",
      `namePrefix: web\npatchesStrategicMerge:\n- |-\n  metadata: {name: web}\n`,
      "build-no-target",
      "Service web",
      "  metadata: {name: [web]",
    ],
    [
      "a count",
      "nameSuffix: web\nreplicas: [{name: web, count: 1}]\n",
      "build-no-target",
      "replicas web",
      "replicas: [{name: [web]",
    ],
    [
      "no other object of the name",
      "metadata: {name: web}\npatches: [{path: p.yaml}]\n",
      "build-no-target",
      "Deployment web",
      "[]",
    ],
    ["no patch, where there is none", "metadata: {name: web}\n", "build-no-target", "Deployment web", "[]"],
    [
      "no part of a name",
      INLINE.replace("name: web\n", "name: web-2\n"),
      "build-no-target",
      "Deployment web",
      "[]",
    ],
    [
      "nothing of a comment",
      "patches: [{path: p.yaml}] # for web\n",
      "build-no-target",
      "Deployment web",
      "[]",
    ],
  ] as const)("is that of %s", (_, text, code, what, expected) => {
    expect(placed(text, code, what)).toBe(expected);
  });

  it("is the entry that leads there, where another file is at fault", () => {
    const text = "components: [base]\nresources: [../base, a.yaml]\n";
    const doubt = {
      code: "build-missing",
      text: "a.yaml",
      file: "base/kustomization.yaml",
      via: "../base",
    } as const;
    expect(entryOf({ name: "kustomization.yaml", text }, doubt)).toEqual({ start: 31, end: 38 });
  });

  it("is the beginning, where another file is at fault and nobody says by which entry", () => {
    expect(placed(INLINE, "build-no-target", "Deployment web", "base/kustomization.yaml")).toBe("[]");
  });
});
