import { cpuTimeOf } from "../../support/cpu-time.js";
import { describe, expect, it } from "vitest";
import { lint, type LintOptions } from "../../../src/linter/lint/lint.js";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import { TODAY } from "../../support/findings.js";
import type { Level } from "../../../src/cluster/problems/diagnostic.js";

/** A policy with an unnamed rule (info) on line 10, and what stands above and behind that line. */
const policy = (
  above: string,
  behind = "",
  head = "",
): string => `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: tenants${head}
spec:
  tier: Admin
  priority: 10
  subject: { namespaces: {} }
  ingress:
${above}  - action: Deny${behind}
    from: [{ namespaces: { matchLabels: { team: lab } } }]
`;

interface Outcome {
  readonly left: readonly string[];
  readonly suppressed: readonly string[];
}

async function outcome(text: string, options: LintOptions = {}, isStored = false): Promise<Outcome> {
  const input = { type: "file", file: { name: "a.yaml", text }, isNamed: true } as const;
  const loaded = await load([input], { ...READ_OPTIONS, isStored });
  // Where no rule has a name, the finding is told to those who ask for it.
  const levels = new Map<string, Level | "off">([[NAMED, "info"], ...(options.levels ?? [])]);
  const { diagnostics, suppressed } = lint(loaded, { today: TODAY, ...options, levels });
  return {
    left: diagnostics.map(({ rule }) => rule),
    suppressed: suppressed.map(({ diagnostic, suppression }) => `${diagnostic.rule}: ${suppression.reason}`),
  };
}

const NAMED = "unnamed-rule";
const GONE: Outcome = { left: [], suppressed: [`${NAMED}: one rule`] };

describe("a comment", () => {
  it.each<[string, string]>([
    ["above the line", policy("  # anp: ignore[unnamed-rule] one rule\n")],
    ["behind it", policy("", " # anp: ignore[unnamed-rule] one rule")],
    ["without blanks", policy("", " #anp:ignore[unnamed-rule]one rule")],
    ["with a dash in front of the reason", policy("  # anp: ignore[unnamed-rule] -- one rule\n")],
    ["with a last day that is today", policy(`  # anp: ignore[unnamed-rule until ${TODAY}] one rule\n`)],
    ["above other comments", policy("  # anp: ignore[unnamed-rule] one rule\n  # lab\n")],
    ["above an empty line", policy("  # anp: ignore[unnamed-rule] one rule\n\n")],
    ["in a file of CR LF", policy("  # anp: ignore[unnamed-rule] one rule\n").replaceAll("\n", "\r\n")],
    ["behind a separator", `---\n${policy("  # anp: ignore[unnamed-rule] one rule\n")}`],
  ])("%s suppresses", async (_where, text) => {
    expect(await outcome(text)).toEqual(GONE);
  });

  it.each<[string, string, string]>([
    [
      "two lines above",
      policy("").replace("  ingress:", "  # anp: ignore[unnamed-rule] one rule\n  ingress:"),
      "unused-suppression",
    ],
    ["about another rule", policy("  # anp: ignore[allow-all-rule] one rule\n"), "unused-suppression"],
    ["without a reason", policy("  # anp: ignore[unnamed-rule]\n"), "suppression-without-reason"],
    [
      "with punctuation as its reason",
      policy("  # anp: ignore[unnamed-rule] ---\n"),
      "suppression-without-reason",
    ],
    [
      "that is over",
      policy("  # anp: ignore[unnamed-rule until 2026-11-22] one rule\n"),
      "suppression-expired",
    ],
    [
      "with a day that no calendar has",
      policy("  # anp: ignore[unnamed-rule until 2027-02-29] x\n"),
      "invalid-suppression",
    ],
    ["with a misspelt rule", policy("  # anp: ignore[unamed-rule] one rule\n"), "invalid-suppression"],
    ["without brackets", policy("  # anp: ignore unnamed-rule one rule\n"), "invalid-suppression"],
    ["with a misspelt word", policy("  # anp: ingore[unnamed-rule] one rule\n"), "invalid-suppression"],
    ["with an empty name", policy("  # anp: ignore[unnamed-rule,] one rule\n"), "invalid-suppression"],
    ["without an end", policy("  # anp: ignore[unnamed-rule one rule\n"), "invalid-suppression"],
  ])("%s does not", async (_what, text, finding) => {
    const { left, suppressed } = await outcome(text);
    expect(left.toSorted()).toEqual([finding, NAMED].toSorted());
    expect(suppressed).toEqual([]);
  });

  it("names several rules, each of which has to have a finding", async () => {
    const text = policy("  # anp: ignore[unnamed-rule, allow-all-rule] one rule\n");
    expect(await outcome(text)).toEqual({ left: ["unused-suppression"], suppressed: GONE.suppressed });
  });

  it.each([
    ["a block scalar", "  note: |\n    # anp: ignore[unnamed-rule] one rule\n"],
    ["quotes", '  note: "\n    # anp: ignore[unnamed-rule] one rule"\n'],
    ["a plain text", "  note: a\n    b # anp; c#anp: ignore[unnamed-rule] one rule\n"],
  ])("in %s is none", async (_what, annotation) => {
    const text = policy("").replace(
      "  name: tenants\n",
      `  name: tenants\n  annotations:\n  ${annotation.replaceAll("\n ", "\n   ")}`,
    );
    expect(await outcome(text)).toEqual({ left: [NAMED], suppressed: [] });
  });

  it("about AdminNetworkPolicies is none", async () => {
    expect(await outcome(policy("  # anp: the one for the lab\n"))).toEqual({
      left: [NAMED],
      suppressed: [],
    });
  });

  it("has no effect where the command line says so, and is not called unused", async () => {
    const text = policy("  # anp: ignore[unnamed-rule] one rule\n");
    expect(await outcome(text, { noInlineSuppressions: true })).toEqual({ left: [NAMED], suppressed: [] });
  });

  it("is not called unused where its rule does not run", async () => {
    const text = policy("  # anp: ignore[allow-all-rule] one rule\n");
    const only = { levels: new Map([["allow-all-rule", "off"]] as const) };
    expect((await outcome(text, only)).left).toEqual([NAMED]);
  });

  it("cannot suppress what was not read, nor what is said of itself", async () => {
    const broken = `${policy("  # anp: ignore[not-analysed, unused-suppression] all is well\n")}---\nkind: [\n`;
    const { left, suppressed } = await outcome(broken);
    expect(suppressed).toEqual([]);
    expect(left.toSorted()).toEqual(
      ["invalid-suppression", "invalid-suppression", "not-analysed", NAMED].toSorted(),
    );
  });

  it("names no more than 20 rules, and is looked up in bounded time however many there are", async () => {
    const many = Array.from({ length: 21 }, (_, i) => `unnamed-rule${i}`).join();
    expect((await outcome(policy(`  # anp: ignore[${many}] x\n`))).left).toContain("invalid-suppression");
    const names = (i: number): string => Array.from({ length: 20 }, (_, j) => `unnamed-rul-${i}-${j}`).join();
    const comments = Array.from({ length: 2000 }, (_, i) => `  # anp: ignore[${names(i)}] x\n`).join("");
    const seconds = await cpuTimeOf(async () => {
      // More than anybody reads: what is left out makes the run incomplete.
      expect((await outcome(policy(comments))).left).toContain("not-analysed");
    });
    expect(seconds).toBeLessThan(15);
  });

  it("takes time linear in their number, in front of one long line", async () => {
    const comments = "  # anp: ignore[unnamed-rule] one rule\n".repeat(20_000);
    const seconds = await cpuTimeOf(() => outcome(policy(comments, ` # ${"x".repeat(1_000_000)}`)));
    expect(seconds).toBeLessThan(8);
  });
});

describe("an annotation", () => {
  const annotated = (value: string): string =>
    policy("", "", `\n  annotations: { anp/ignore: ${JSON.stringify(value)} }`);

  it.each([
    ["[unnamed-rule] one rule", GONE],
    ["ignore[unnamed-rule] one rule", GONE],
    ["[unnamed-rule]", { left: ["suppression-without-reason", NAMED], suppressed: [] }],
    ["unnamed-rule", { left: ["invalid-suppression", NAMED], suppressed: [] }],
    ["", { left: ["invalid-suppression", NAMED], suppressed: [] }],
    [
      "[allow-all-rule] elsewhere\n[unnamed-rule] one rule",
      { left: ["unused-suppression"], suppressed: GONE.suppressed },
    ],
  ])("%j", async (value, expected) => {
    expect(await outcome(annotated(value))).toEqual(expected);
    expect(await outcome(annotated(value), {}, true)).toEqual(expected);
  });

  it("is about its own object alone", async () => {
    const other = policy("")
      .replace("name: tenants", "name: other")
      .replace("priority: 10", "priority: 20")
      .replace("team: lab", "team: web");
    const text = `${annotated("[unnamed-rule] one rule")}---\n${other}`;
    expect(await outcome(text)).toEqual({ left: [NAMED], suppressed: GONE.suppressed });
  });

  it("is about its own item of a list", async () => {
    const item = (name: string, value: string): unknown => ({
      apiVersion: "policy.networking.k8s.io/v1alpha2",
      kind: "ClusterNetworkPolicy",
      metadata: { name, annotations: { "anp/ignore": value } },
      spec: {
        tier: "Admin",
        priority: name.length,
        subject: { namespaces: {} },
        ingress: [{ action: "Deny", from: [{ namespaces: { matchLabels: { team: name } } }] }],
      },
    });
    const items = [item("a", "[unnamed-rule] one rule"), item("bb", "[unnamed-rule]")];
    const text = JSON.stringify({ apiVersion: "v1", kind: "List", items });
    const expected = { left: ["suppression-without-reason", NAMED], suppressed: GONE.suppressed };
    expect(await outcome(text)).toEqual(expected);
    expect(await outcome(text, {}, true)).toEqual(expected);
  });

  it("is read of other objects than policies too", async () => {
    const service = `apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop, annotations: { anp/ignore: "[unnamed-rule] one rule" } }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
`;
    expect(await outcome(service)).toEqual({ left: ["unused-suppression"], suppressed: [] });
  });
});
