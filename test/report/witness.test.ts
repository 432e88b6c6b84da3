import { describe, expect, it } from "vitest";
import { lintJson } from "../../src/report/lint-json.js";
import { lintReport } from "../support/lint-report.js";
import { lintSarif } from "../../src/report/lint-sarif.js";
import { lintText } from "../../src/report/lint-text.js";
import { PLAIN_VIEW } from "../../src/report/view.js";
import { RULES } from "../../src/linter/rules/index.js";
import { schemaOf } from "../support/schemas.js";
import { witnessCommand, witnessText } from "../../src/report/witness.js";
import type { FlowWitness } from "../../src/cluster/problems/witness.js";

const FLOW: FlowWitness = {
  from: "shop/deployment/web",
  to: "db/statefulset/pg",
  protocol: "TCP",
  port: 5432,
  verdict: "denied",
};

describe("the flow of a finding", () => {
  it.each<[string, Partial<FlowWitness>, string]>([
    ["TCP", {}, "anp explain shop/deployment/web db/statefulset/pg --port 5432"],
    ["UDP", { protocol: "UDP", port: 53 }, "anp explain shop/deployment/web db/statefulset/pg --port 53/udp"],
    [
      "a protocol without ports",
      { protocol: "other", port: undefined },
      "anp explain shop/deployment/web db/statefulset/pg --protocol other",
    ],
    ["an address", { to: "2001:db8::1" }, "anp explain shop/deployment/web 2001:db8::1 --port 5432"],
    [
      "a name that a shell would act on",
      { to: "shop/pod/$(id)" },
      "anp explain shop/deployment/web 'shop/pod/$(id)' --port 5432",
    ],
    [
      "a name with a quote",
      { to: "shop/pod/a'b" },
      "anp explain shop/deployment/web 'shop/pod/a'\\''b' --port 5432",
    ],
  ])("is asked for by a command: %s", (_, change, command) => {
    expect(witnessCommand({ ...FLOW, ...change })).toBe(command);
  });

  it("is a sentence with its verdict", () => {
    expect(witnessText({ ...FLOW, verdict: "undefined" })).toBe(
      "for example (undefined): anp explain shop/deployment/web db/statefulset/pg --port 5432",
    );
  });
});

const bad = RULES.find(({ id }) => id === "one-sided-flow")?.examples.bad ?? "";
const COMMAND = "anp explain shop/pod/web shop/pod/db --port 5432";

describe("every report shows it", () => {
  it("to people only where something can be told of it", async () => {
    const report = await lintReport({ "a.yaml": bad });
    const unknown = {
      ...report,
      diagnostics: report.diagnostics.map((each) => ({
        ...each,
        problem: { ...each.problem, witness: { ...FLOW, verdict: "unknown" as const } },
      })),
    };
    expect([...lintText(unknown, PLAIN_VIEW)].join("\n")).not.toContain("for example");
    expect([...lintSarif(unknown)].join("")).not.toContain("for example");
    expect([...lintJson(unknown)].join("")).toContain('"verdict": "unknown"');
  });

  it("as a note", async () => {
    const report = await lintReport({ "a.yaml": bad });
    const lines = [...lintText(report, { ...PLAIN_VIEW, width: 100 })];
    expect(lines).toContain(`   = note: for example (denied): ${COMMAND}`);
  });

  it("in JSON, with what it is made of", async () => {
    const json = JSON.parse([...lintJson(await lintReport({ "a.yaml": bad }))].join(""));
    const witness = json.findings.find(({ rule }: { rule: string }) => rule === "one-sided-flow").witness;
    expect(witness).toEqual({
      from: "shop/pod/web",
      to: "shop/pod/db",
      protocol: "TCP",
      port: 5432,
      verdict: "denied",
      command: COMMAND,
    });
    const problemsOf = schemaOf("lint");
    expect(problemsOf(json)).toEqual([]);
    witness.verdict = "maybe";
    expect(problemsOf(json)).not.toEqual([]);
  });

  it("behind the message, in SARIF", async () => {
    const { diagnostics } = await lintReport({ "a.yaml": bad });
    const { runs } = JSON.parse(
      [
        ...lintSarif({ suppressed: [], baselined: [], diagnostics, isIncomplete: false, limit: undefined }),
      ].join(""),
    );
    const result = runs[0].results.find(({ ruleId }: { ruleId: string }) => ruleId === "one-sided-flow");
    expect(result.message.text).toMatch(new RegExp(`; for example \\(denied\\): ${COMMAND}$`));
  });

  it("only where there is one", async () => {
    const typo = bad.replace("policyTypes: [Ingress]", "policyTypes: [Ingress]\n  podSelectr: {}");
    const json = JSON.parse([...lintJson(await lintReport({ "a.yaml": typo }))].join(""));
    const others = json.findings.filter(({ rule }: { rule: string }) => rule === "unknown-field");
    expect(others.length).toBeGreaterThan(0);
    for (const finding of others) expect(finding).not.toHaveProperty("witness");
  });
});
