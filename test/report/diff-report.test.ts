import { COMPLETE } from "../../src/cluster/load/incomplete.js";
import { describe, expect, it } from "vitest";
import { diffOf } from "../questions/diff/changes.js";
import { diffGithub } from "../../src/report/diff-github.js";
import { diffMarkdown } from "../../src/report/diff-markdown.js";
import { diffText } from "../../src/report/diff-text.js";
import { namespace, pod, stream } from "../cli/manifests.js";
import { PLAIN_VIEW } from "../../src/report/view.js";
import { deciderLines } from "../../src/report/diff-words.js";
import type { ClusterAnswer } from "../../src/questions/diff/slices.js";
import type { DiffReport } from "../../src/report/diff-report.js";

async function report(
  before: string,
  after: string,
  isFailing: DiffReport["isFailing"] = () => false,
): Promise<DiffReport> {
  const diff = await diffOf(before, after);
  const state = (name: string): DiffReport["before"] => ({ name, incompleteness: COMPLETE });
  return { diff, before: state("main"), after: state("the working tree"), notes: [], alerts: [], isFailing };
}

/** So many pods, each closed by a policy of its own to all but one of the others. */
function closedPods(count: number): { readonly before: string; readonly after: string } {
  const names = Array.from({ length: count }, (_, i) => `app-${String(i).padStart(4, "0")}`);
  const pods = stream(namespace("shop"), ...names.map((name) => pod("shop", name)));
  const policies = names.map(
    (name, i) => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: shop }
spec:
  podSelector: { matchLabels: { app: ${name} } }
  ingress: [{ from: [{ podSelector: { matchLabels: { app: ${names[(i + 1) % count]} } } }] }]
`,
  );
  return { before: pods, after: stream(pods, ...policies) };
}

function lengthOf(lines: Iterable<string>): number {
  return new TextEncoder().encode([...lines].map((line) => `${line}\n`).join("")).length;
}

describe("the comment on a pull request", () => {
  it("has what opens first, and all of the table's cells", async () => {
    const { before, after } = closedPods(3);
    const lines = [...diffMarkdown(await report(after, before))];
    expect(lines[0]).toBe("**anp diff: 6 flows open** (`main` → `the working tree`)");
    const rows = lines.filter((line) => line.startsWith("| `"));
    // Each pod's policy has closed it to two ends of three; with the third one only other protocols were open.
    expect(rows).toHaveLength(3);
    expect(lines).toContain("- only for ICMP and other protocols: 3 flows open");
    for (const row of rows) expect(row.split(" | ")).toHaveLength(5);
    expect(lines).not.toContain("</details>");
  });

  it("folds all but the first changes of a kind away", async () => {
    const { before, after } = closedPods(14);
    const lines = [...diffMarkdown(await report(before, after))];
    const fold = lines.findIndex((line) => line.startsWith("<details><summary>4 more changes</summary>"));
    expect(lines.slice(0, fold).filter((line) => line.startsWith("| `"))).toHaveLength(10);
    expect(lines.slice(fold).filter((line) => line.startsWith("| `"))).toHaveLength(4);
    expect(lines.filter((line) => line === "</details>")).toHaveLength(1);
  });

  it("stays below what GitHub takes, and says how many changes it leaves out", async () => {
    const { before, after } = closedPods(250);
    const whole = await report(before, after);
    const lines = [...diffMarkdown(whole)];
    const shown = lines.filter((line) => line.startsWith("| `")).length;
    expect(lengthOf(lines)).toBeLessThanOrEqual(60_000);
    expect(lengthOf(lines)).toBeGreaterThan(50_000);
    expect(lines.join("\n")).toContain(
      `${250 - shown} more changes of this kind are omitted; \`-o json\` has them all.`,
    );
    expect(lines.filter((line) => line === "</details>")).toHaveLength(1);
  });
});

describe("workflow commands", () => {
  it("are errors for what fails the run, at the rule that decides now, and at most ten a level", async () => {
    const { before, after } = closedPods(14);
    const failing = [...diffGithub(await report(before, after, ({ change }) => change === "closed"))];
    expect(failing).toHaveLength(10);
    expect(failing[0]).toMatch(
      /^::error file=1\.yaml,line=\d+,endLine=\d+,col=\d+,(?:endColumn=\d+,)?title=anp diff%3A closed::/,
    );
    expect(failing[9]).toBe("::error title=anp::5 more changes at this level: see the job summary");
    const fine = [...diffGithub(await report(before, after))];
    expect(fine.every((line) => line.startsWith("::notice "))).toBe(true);
    const opened = [...diffGithub(await report(after, before))];
    // What decides now is the default, which stands nowhere.
    expect(opened[0]).toMatch(
      /^::warning title=anp diff%3A opened::.*%0Aafter: allowed, no policy restricts its ingress%0Aother protocols .*$/,
    );
  });
});

describe("text", () => {
  const view = PLAIN_VIEW;

  it("says in its first line what has changed, and nothing else where nothing has", async () => {
    const { before, after } = closedPods(3);
    expect([...diffText(await report(before, before), view)]).toEqual(["no flow changes"]);
    expect([...diffText(await report(before, stream(before, pod("shop", "till"))), view)]).toEqual([
      "no flow changes; 1 endpoint is new",
      "",
      "  new   shop/till  reaches 3 workloads and outside; reached by 3 workloads and outside",
    ]);
    const [first] = diffText(await report(before, after), view);
    expect(first).toBe("6 flows close");
  });

  it("tells in one line what changes of other protocols alone, in either direction", async () => {
    const { before } = closedPods(2);
    const open = stream(
      before,
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: open, namespace: shop }\nspec: { podSelector: {}, ingress: [{}] }\n",
    );
    const lines = async (old: string, now: string): Promise<string[]> => [
      ...diffText(await report(old, now), view),
    ];
    expect(await lines(before, open)).toEqual([
      "no flow of TCP, UDP or SCTP changes",
      "",
      "  note  only for ICMP and other protocols: 4 flows become undefined",
    ]);
    expect((await lines(open, before)).at(-1)).toBe(
      "  note  only for ICMP and other protocols: 4 flows open",
    );
  });

  it("names what decided once, in however many worlds it does", () => {
    const limit = { type: "limit", at: undefined } as const;
    const answer = {
      verdict: "unknown",
      verdicts: { egress: "unknown", ingress: "allowed" },
      by: { egress: [limit, limit, { ...limit }], ingress: [] },
    } as unknown as ClusterAnswer;
    expect(deciderLines(answer, ["egress"])).toHaveLength(1);
  });

  it("names a few ends of a change and counts the others", async () => {
    const { before } = closedPods(9);
    const shut = stream(
      before,
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: shut, namespace: shop }\nspec: { podSelector: {}, policyTypes: [Ingress] }\n",
    );
    const lines = [...diffText(await report(before, shut), view)];
    expect(lines[2]).toBe(
      "CLOSED  0.0.0.0/0, shop/app-0000, shop/app-0001, shop/app-0002 and 6 more → shop/app-0000, shop/app-0001, shop/app-0002, shop/app-0003 and 5 more  TCP, UDP and SCTP, all ports  (81 flows)",
    );
    expect(lines).toContain("  also    other protocols (ICMP …): allowed before, undefined after");
    expect(lines.filter((line) => /^[A-Z]/.test(line))).toHaveLength(1);
  });
});
