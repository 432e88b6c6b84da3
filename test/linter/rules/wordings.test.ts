import { describe, expect, it } from "vitest";
import { ruleOf, worded } from "../../support/worded.js";
import type { Wording } from "../../../src/cluster/problems/diagnostic.js";
import type { Problem } from "../../../src/cluster/problems/problem.js";
import type { ProblemFacts } from "../../../src/cluster/problems/facts.js";

const NONE = { first: [], more: 0 } as const;
const bearer = { key: "team", value: "blue", name: "shop" } as const;

/** One and several, pods and namespaces: sentences agree with what they are about. */
describe("the words of a finding", () => {
  it.each([
    ["pods", "selects-nothing", "the selector selects no pod", "no pod in namespace `lab` has `team=bleu`"],
    ["pods", "selects-less", "it selects no pod", "no pod in namespace `lab` has `team=bleu`"],
    [
      "namespaces",
      "selects-nothing",
      "the selector selects no namespace",
      "no namespace in the input has `team=bleu`",
    ],
    [
      "namespaces",
      "excludes-nothing",
      "it excludes no namespace",
      "no namespace in the input has `team=bleu`",
    ],
  ] as const)("of a misspelt label of %s that %s", (of, effect, told, missing) => {
    const facts = {
      part: "value",
      written: "bleu",
      meant: "blue",
      bearer,
      of,
      namespaces: ["lab"],
      effect,
    } as const;
    const { message, label, help } = worded("label-typo", facts);
    expect(message).toBe(`\`bleu\` looks like a misspelling of \`blue\`: ${told}`);
    expect(label).toBe(`${missing}; \`shop\` has \`team=blue\``);
    expect(help).toBe("write `blue`");
  });

  it.each([
    [
      ["ingress"],
      ["shop"],
      "namespace `shop` has policies, but no default-deny for ingress",
      "ingress that no policy restricts is open",
      "[Ingress]",
    ],
    [
      ["egress", "ingress"],
      ["shop"],
      "namespace `shop` has policies, but no default-deny for ingress or egress",
      "ingress and egress that no policy restricts are open",
      "[Ingress, Egress]",
    ],
    [
      ["egress"],
      ["lab", "shop"],
      "2 namespaces have policies, but no default-deny for egress: `lab` and `shop`",
      "egress that no policy restricts is open",
      "[Egress]",
    ],
  ] as const)("of %j of %j without a default-deny", (directions, first, message, label, types) => {
    const namespaces = { first, more: 0 };
    const facts = {
      namespaces,
      directions,
      others: NONE,
      open: NONE,
      idle: NONE,
      isToldAtLabels: false,
      isClosedOtherwise: false,
      isUnset: false,
    };
    const wording = worded("no-default-deny", facts);
    expect([wording.message, wording.label]).toEqual([message, label]);
    expect(wording.help).toContain(`\`policyTypes: ${types}\``);
  });

  it("of a selector with one condition that can't be true, and of one that contradicts another", () => {
    const all = [
      { operator: "DoesNotExist", values: [] },
      { operator: "Exists", values: [] },
    ] as const;
    const told = (conditions: readonly (typeof all)[number][]): Wording =>
      worded("selector-contradiction", { key: "team", conditions, of: "namespaces" });
    expect(told([all[0]]).message).toMatch(
      /^the selector can't match any namespace: .*, but every namespace has it$/,
    );
    expect(told([all[0]]).help).toBe("remove the condition, or use another label");
    expect(told(all).message).toMatch(/^the selector can't match any namespace: .*, but it also requires /);
    expect(told(all).help).toContain("remove one of the conditions");
  });

  it.each([
    [{}, "write an address, `/` and the prefix length: `192.0.2.0/24`, `2001:db8::/32`"],
    [{ corrected: "10.0.0.0/8" }, "write `10.0.0.0/8`"],
    [
      { corrected: "10.0.0.0/8", single: "10.0.0.1/32" },
      "write `10.0.0.0/8` for the block, or `10.0.0.1/32` for the single address",
    ],
  ])("of a CIDR that is refused, with what is known: %j", (known, expected) => {
    const facts = { kind: "NetworkPolicy", cidr: "10.0.0.1/8", fault: "not-a-cidr", ...known };
    expect(worded("invalid-cidr", facts as ProblemFacts["invalid-cidr"]).help).toBe(expected);
  });

  it("of a version that is newer than those that are known, and of one that never was", () => {
    const kind = "NetworkPolicy";
    const served = { apiVersion: "networking.k8s.io/v1", kind };
    const apiVersion = "networking.k8s.io/v2";
    const newer = worded("unserved-kind", { apiVersion, kind, served, isNewer: true });
    expect(newer.message).toBe("this version of anp doesn't know `NetworkPolicy` in `networking.k8s.io/v2`");
    expect(newer.label).toBe("newer than `networking.k8s.io/v1`");
    expect(worded("unserved-kind", { apiVersion, kind, served }).message).not.toContain(
      "this version of anp",
    );
  });

  it("of ports that no pod declares, each with its protocol", () => {
    const facts = { protocol: "TCP", ports: [80, 81], declared: [8080], pod: "shop/web" };
    const { message, label, help } = worded(
      "port-not-declared",
      facts as unknown as ProblemFacts["port-not-declared"],
    );
    expect(message).toBe("no pod that this rule is about declares TCP 80 and TCP 81");
    expect(label).toBe("`shop/web` declares TCP 8080");
    expect(help).toContain("declare these in the containers");
  });

  it("of a limit on items, and of one on the length of a text", () => {
    const facts = { kind: "NetworkPolicy", limit: 2, count: 3 };
    const help = (field: string, unit: string): string | undefined =>
      worded("limits-exceeded", { ...facts, field, unit } as unknown as ProblemFacts["limits-exceeded"]).help;
    expect(help("spec.ingress", "items")).toBe("split the policy, or the rule, in two");
    expect(help("metadata.name", "characters")).toBe("shorten it");
    expect(help("spec.policyTypes", "items")).toBe("list each direction once");
  });
});

/** What is said of a loosened gate weighs as much as it lets through (S-GATE-4). */
it.each([
  ["facts", true, "warning"],
  ["level", true, "error"],
  ["facts", false, "info"],
])("a gate that is loosened by its %s, which counts: %s, is of level %s", (type, counts, level) => {
  const facts = { loosening: { type }, counts } as unknown as ProblemFacts["gate-loosened"];
  expect(ruleOf("gate-loosened").levelOf?.(facts, {} as Problem)).toBe(level);
});
