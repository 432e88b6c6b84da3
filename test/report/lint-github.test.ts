import { describe, expect, it } from "vitest";
import { lintGithub } from "../../src/report/lint-github.js";
import { lintReport, reversedPorts } from "../support/lint-report.js";
import type { Diagnostic, Level } from "../../src/cluster/problems/diagnostic.js";

async function findingIn(file: string): Promise<Diagnostic> {
  const { diagnostics } = await lintReport({ [file]: reversedPorts("a") });
  const finding = diagnostics.find(({ rule }) => rule === "invalid-port-range");
  if (finding === undefined) throw new Error("no finding");
  return finding;
}

/** So many findings of each level, told apart by their messages: `error 1`, `error 2` … */
async function findings(counts: Readonly<Partial<Record<Level, number>>>): Promise<Diagnostic[]> {
  const finding = await findingIn("a.yaml");
  return Object.entries(counts).flatMap(([level, count]) =>
    Array.from({ length: count }, (_, i) => ({
      ...finding,
      level: level as Level,
      wording: { message: `${level} ${i + 1}` },
    })),
  );
}

describe("workflow commands", () => {
  it("place a finding, with how to mend it", async () => {
    const [line] = lintGithub({
      suppressed: [],
      baselined: [],
      diagnostics: [await findingIn("k8s/a.yaml")],
    });
    const column = (reversedPorts("a").split("\n")[6] ?? "").indexOf("80 }") + 1;
    expect(line).toBe(
      `::error file=k8s/a.yaml,line=7,endLine=7,col=${column},endColumn=${column + 2},title=anp invalid-port-range::` +
        "`endPort` `80` is below `port` `90`%0Ahelp: swap the two",
    );
  });

  it("escape what would end a property or a command", async () => {
    const finding = await findingIn("a,b:c%\n::error::.yaml");
    const wording = { message: "100 %\r\n::set-output name=x::y" };
    const lines = [...lintGithub({ suppressed: [], baselined: [], diagnostics: [{ ...finding, wording }] })];
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\r\n]/);
    expect(lines[0]).toContain("file=a%2Cb%3Ac%25\\n%3A%3Aerror%3A%3A.yaml,");
    expect(lines[0]).toContain("::100 %25\\r\\n::set-output name=x::y");
  });

  it("are at most 10 a level, the worst level first", async () => {
    const lines = [
      ...lintGithub({
        suppressed: [],
        baselined: [],
        diagnostics: await findings({ info: 10, warning: 11, error: 30 }),
      }),
    ];
    const levels = lines.map((line) => line.slice(2, line.indexOf(" ")));
    expect(levels).toEqual([
      ...Array.from({ length: 10 }, () => "error"),
      ...Array.from({ length: 10 }, () => "warning"),
      ...Array.from({ length: 10 }, () => "notice"),
    ]);
    expect(lines[8]).toMatch(/::error 9$/);
    expect(lines[9]).toBe("::error title=anp::21 more findings at this level: see the job summary");
    expect(lines[19]).toBe("::warning title=anp::2 more findings at this level: see the job summary");
    expect(lines[29]).toMatch(/::info 10$/);
  });
});
