import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";

const needs = (...resources: readonly string[]): string => `resources: [${resources.join(", ")}]\n`;
const CHART = (kind: string) => `apiVersion: v1\nkind: ${kind}\n`;

/** The findings of a run, without what is said below them. */
async function findingsOf(files: Readonly<Record<string, string>>, ...args: string[]): Promise<string> {
  const { stdout } = await runAnp(["lint", ...args], { cwd: folderWith(files) });
  return stdout.slice(0, stdout.search(/^\d+ (?:findings?|errors?|warnings?) /m));
}

/** Kustomizations that lack a file, each another one. */
const lacking = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`${i}/kustomization.yaml`, needs(`gone-${i}.yaml`)]),
  );

describe("parts of the input that are not rendered", () => {
  it("are a list where one thing is to be done about three or more, each with why", async () => {
    const text = await findingsOf({
      ...lacking(2),
      "base/kustomization.yaml": needs("lost.yaml"),
      "on-top/kustomization.yaml": needs("../base"),
      "beside/kustomization.yaml": needs("../base"),
      "remote/kustomization.yaml": needs("https://example.com/a.yaml"),
    });
    expect(text).toBe(`error[not-analysed]: 4 kustomizations are not rendered: what they apply was not read
   0/kustomization.yaml:1:13 needs \`gone-0.yaml\`, which doesn't exist
   1/kustomization.yaml:1:13 needs \`gone-1.yaml\`, which doesn't exist
   beside/kustomization.yaml:1:13 and 1 more: base/kustomization.yaml needs \`lost.yaml\`, which
     doesn't exist
   = help: add what is missing; if it is made somewhere else, render it there:
           \`kubectl kustomize 0 | anp lint -\`
   = rule: anp rules not-analysed

error[not-analysed]: the kustomization is not rendered: what it applies was not read
  ╭─▸ remote/kustomization.yaml:1:13
1 │ resources: [https://example.com/a.yaml]
  │             ^^^^^^^^^^^^^^^^^^^^^^^^^^
   = note: remote/kustomization.yaml needs \`https://example.com/a.yaml\`, which anp doesn't download
   = help: render it first: \`kubectl kustomize remote | anp lint -\`
   = rule: anp rules not-analysed

`);
  });

  it("are findings by themselves where there are two", async () => {
    const text = await findingsOf(lacking(2));
    expect(text.match(/^error\[not-analysed\]: the kustomization is not rendered/gm)).toHaveLength(2);
  });

  it("are all listed with -v, else the first eight", async () => {
    const short = await findingsOf(lacking(10));
    expect(short.match(/^ {3}\d\/kustomization/gm)).toHaveLength(8);
    expect(short).toContain("\n   and 2 more (-v lists them)\n");
    const long = await findingsOf(lacking(10), "-v");
    expect(long.match(/^ {3}\d\/kustomization/gm)).toHaveLength(10);
    expect(long).not.toContain("more (-v");
  });

  it("are listed for charts, with a command that renders one of them", async () => {
    const charts = ["a", "b", "c"].flatMap((name) => [
      [`${name}/Chart.yaml`, `name: ${name}\n`],
      [`${name}/templates/np.yaml`, CHART("NetworkPolicy") + `metadata: {name: {{ .Values.${name} }}}\n`],
    ]);
    expect(await findingsOf(Object.fromEntries(charts) as Record<string, string>)).toContain(
      "   = help: render them first: `helm template a | anp lint -`\n",
    );
  });

  it("are listed with their placeholders", async () => {
    const policy = (name: string) =>
      `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: ${name}, namespace: "\${${name.toUpperCase()}}"}\nspec: {podSelector: {}}\n`;
    const text = await findingsOf({ "a.yaml": policy("a"), "b.yaml": policy("b"), "c.yaml": policy("c") });
    expect(text).toContain(`error[not-analysed]: 3 policies are not rendered: they have placeholders
   a.yaml:3:32 has \`\${A}\`
   b.yaml:3:32 has \`\${B}\`
   c.yaml:3:32 has \`\${C}\`
`);
  });

  it("are findings of their own in JSON", async () => {
    const { stdout } = await runAnp(["lint", "-o", "json"], { cwd: folderWith(lacking(3)) });
    expect((JSON.parse(stdout) as { findings: unknown[] }).findings).toHaveLength(3);
  });
});
