import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { pod, stream } from "../cli/manifests.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { unsafeIn } from "./program.js";

/** Comments that a patch shows around its lines; a label that it writes. */
const COMMENTS = [
  "\u202eright to left\u202c",
  "\u200bzero width",
  "::error file=x::y",
  "##[add-path]/tmp",
  "##vso[task.setvariable variable=a]b",
  "```",
  "</details><img src=x onerror=alert(1)>",
  "--- a/other.yaml",
  "\ta tab",
];

const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: db, namespace: shop }
spec:
  podSelector: { matchLabels: { app: db } }
  policyTypes: [Ingress]
  ingress:
  - ports:
    - port: 25
`;

const FILES = COMMENTS.map((comment) => `${POLICY}${comment.startsWith("::") ? `#\n` : ""}# ${comment}\n`);

async function suggest(policy: string, ...args: readonly string[]): Promise<Run> {
  const cwd = folderWith({ "pods.yaml": stream(pod("shop", "web"), pod("shop", "db")), "db.yaml": policy });
  const ask = ["explain", "-f", ".", "shop/web", "shop/db", "--port", "5432", "--suggest"];
  return runAnp([...ask, ...args], { cwd, env: { LC_ALL: "C.UTF-8" } });
}

describe.each(FILES.map((file, i) => [JSON.stringify(COMMENTS[i]), file, COMMENTS[i]!] as const))(
  "a patch beside the comment %s",
  (_name, file, comment) => {
    it("commands no terminal and no runner", async () => {
      const { stdout } = await suggest(file);
      expect(stdout).toContain("+    - protocol: TCP");
      expect(unsafeIn(stdout)).toEqual([]);
      expect(stdout).not.toMatch(/##(?:\[|vso\[)|^\s*::/im);
      const isShownAsItIs = stdout.includes(comment) || comment.startsWith("##");
      expect(stdout.includes("patches are shown with escapes")).toBe(!isShownAsItIs);
    });

    it("is exact as JSON", async () => {
      const { stdout } = await suggest(file, "-o", "json");
      expect(unsafeIn(stdout)).toEqual([]);
      const { suggestions } = JSON.parse(stdout) as { suggestions: readonly { patch: string }[] };
      expect(suggestions[0]?.patch).toContain(`\n # ${comment}\n`);
    });

    it("ends no fence of Markdown", async () => {
      const { stdout } = await suggest(file, "-o", "md");
      expect(unsafeIn(stdout)).toEqual([]);
      const lines = stdout.split("\n");
      for (const [i, line] of lines.entries()) {
        const fence = /^(`{3,})diff$/.exec(line)?.[1];
        if (fence === undefined) continue;
        const end = lines.findIndex((each, j) => j > i && each.startsWith(fence));
        expect(lines.slice(end, end + 3)).toEqual([fence, "", "</details>"]);
        expect(lines.slice(i, end).some((each) => each.startsWith("+"))).toBe(true);
      }
    });
  },
);

describe("labels that YAML reads as something else", () => {
  it.each([
    ["yes", "no"],
    ["0x1f", "1e3"],
    ["constructor", "null"],
  ])("%s=%s is written as text", async (key, value) => {
    const web = pod("shop", "web").replace("labels: { app: web }", `labels: { "${key}": "${value}" }`);
    const cwd = folderWith({ "a.yaml": stream(web, pod("shop", "db"), POLICY) });
    const ask = ["explain", "-f", ".", "shop/web", "shop/db", "--port", "5432", "--suggest", "-o", "json"];
    const { stdout } = await runAnp(ask, { cwd });
    const { suggestions } = JSON.parse(stdout) as { suggestions: readonly { patch: string }[] };
    const rule = suggestions.find(({ patch }) => patch.includes("+  - from:"));
    const [, written = ""] = /matchLabels:\n\+\s+(.*)\n/.exec(rule?.patch ?? "") ?? [];
    expect(written.replaceAll('"', "")).toBe(`${key}: ${value}`);
    expect(written).toContain(`"${value}"`);
  });

  it("a label that no selector can name is in none", async () => {
    const web = pod("shop", "web").replace("labels: { app: web }", "labels: { __proto__: constructor }");
    const cwd = folderWith({ "a.yaml": stream(web, pod("shop", "db"), POLICY) });
    const { stdout, code } = await runAnp(
      ["explain", "-f", ".", "shop/web", "shop/db", "--port", "5432", "--suggest"],
      { cwd },
    );
    expect(code).toBe(0);
    expect(stdout).not.toContain("__proto__: constructor");
  });
});
