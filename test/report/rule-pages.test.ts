import { describe, expect, it } from "vitest";
import { ASCII, PLAIN_VIEW, type View } from "../../src/report/view.js";
import { ruleList, rulePage } from "../../src/report/rule-pages.js";
import { RULES } from "../../src/linter/rules/index.js";

const VIEW: View = { ...PLAIN_VIEW, symbols: ASCII, width: 80 };
const IDS = RULES.map((rule) => [rule.id as string, rule] as const);

describe("the page of a rule", () => {
  it.each(IDS)("%s is less than a screen", (_id, rule) => {
    const lines = [...rulePage(rule, VIEW)];
    expect(lines.length).toBeLessThan(40);
    expect(lines[0]).toMatch(`${rule.id}  (${rule.level}, ${rule.category}: `);
  });

  it.each(IDS)("%s shows each line that makes the good example of the bad one", (_id, { examples }) => {
    const page = [...rulePage({ ...RULES[0]!, examples }, VIEW)];
    const shown = (mark: string): string[] =>
      page.filter((line) => line.startsWith(`  ${mark}`)).map((line) => line.slice(3));
    const before = examples.bad.split("\n");
    const after = examples.good.split("\n");
    expect(shown("-").filter((line) => !before.includes(line))).toEqual([]);
    expect(shown("+").filter((line) => !after.includes(line))).toEqual([]);
    const head = /^(?:apiVersion|kind|metadata):|^ {2}name(?:space)?: |^---$|^$/;
    const news = after.filter((line) => !before.includes(line) && !head.test(line));
    expect(news.filter((line) => !shown("+").includes(line))).toEqual([]);
    const olds = before.filter((line) => !after.includes(line) && !head.test(line));
    expect(olds.filter((line) => !shown("-").includes(line))).toEqual([]);
  });

  it("names the object of each change, and what is added whole begins behind its head", () => {
    const bad = manifest("NetworkPolicy", "a", "  podSelector: {}\n");
    const good = `${bad}---\n${manifest("NetworkPolicy", "b", "  policyTypes: [Egress]\n")}`;
    const page = [...rulePage({ ...RULES[0]!, examples: { bad, good } }, VIEW)].join("\n");
    expect(page).toContain("\n  # NetworkPolicy shop/a\n   spec:\n     podSelector: {}\n");
    expect(page).toContain("\n  # NetworkPolicy shop/b\n  +spec:\n  +  policyTypes: [Egress]\n");
  });

  it("takes one object that is called otherwise for the same one", () => {
    const bad = manifest("NetworkPolicy", "a", "  podSelector: {}\n");
    const good = manifest("NetworkPolicy", "b", "  podSelector: {}\n");
    const page = [...rulePage({ ...RULES[0]!, examples: { bad, good } }, VIEW)].join("\n");
    expect(page).toContain("\n  # NetworkPolicy shop/b\n");
    expect(page).toContain("\n  -  name: a\n  +  name: b\n");
  });
});

function manifest(kind: string, name: string, spec: string): string {
  return `apiVersion: networking.k8s.io/v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: shop\nspec:\n${spec}`;
}

describe("the list of rules", () => {
  it("has each rule once, below its category, within the width", () => {
    const lines = [...ruleList(RULES, VIEW)];
    let category = "";
    const found: string[] = [];
    for (const line of lines) {
      category = /^([a-z-]+): /.exec(line)?.[1] ?? category;
      const id = /^ {2}([a-z0-9-]+) {2}/.exec(line)?.[1];
      if (id !== undefined) found.push(`${category} ${id}`);
    }
    expect(found.toSorted()).toEqual(RULES.map((rule) => `${rule.category} ${rule.id}`).toSorted());
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });
});
