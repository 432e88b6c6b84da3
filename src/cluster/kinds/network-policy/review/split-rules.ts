import { entries, field, items, numberOf, textOf, type Node } from "../../../../source/manifest/node.js";
import type { Found } from "../../../problems/found.js";
import type { WrittenRules } from "./written-rules.js";

/**
 * A rule of peers alone with a rule of ports alone behind it, where one rule with both was meant: a `- ` too many.
 * Only where every such rule of the direction stands in such a pair; and not for DNS, which is let through to everywhere
 * on purpose.
 */
export function splitRuleFindings({ direction, peers, rules }: WrittenRules): Found[] {
  const forms = rules.map((rule) => formOf(rule, peers));
  const seconds = rules.flatMap((rule, i) => (forms[i] === "ports" ? [{ rule, i }] : []));
  const isPaired = seconds.every(({ i }) => forms[i - 1] === "peers");
  if (!isPaired || forms.filter((form) => form === "peers").length !== seconds.length) return [];
  return seconds.flatMap(({ rule, i }): Found[] => {
    const first = rules[i - 1];
    if (first === undefined || isForDns(rule)) return [];
    const related = [{ at: first.origin, role: "peers" }];
    const finding = { code: "rule-split-by-dash", facts: { direction }, related } as const;
    return [{ at: rule.origin, finding }];
  });
}

/** Which of its two lists a rule has, where it has one alone and something in it. */
function formOf(rule: Node, peers: "from" | "to"): "peers" | "ports" | undefined {
  const [only, ...others] = entries(rule);
  if (only === undefined || others.length > 0 || items(only[1]).length === 0) return undefined;
  return only[0] === peers ? "peers" : "ports";
}

function isForDns(rule: Node): boolean {
  return items(field(rule, "ports")).every((item) => {
    const port = field(item, "port");
    return numberOf(port) === 53 || /^(?:dns|domain)(?:-|$)/.test(textOf(port) ?? "");
  });
}
