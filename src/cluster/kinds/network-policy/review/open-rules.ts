import { child, keyOf } from "../../../../source/manifest/origin.js";
import { emptyList, nullField } from "../../review/nulls.js";
import { entries, field, items, type Node } from "../../../../source/manifest/node.js";
import type { FindingOf } from "../../../problems/problem.js";
import type { Found } from "../../../problems/found.js";
import type { WrittenRules } from "./written-rules.js";

/**
 * Rules and lists without anything in them, which match everything (S-NULL, V-GAP-4, V-GAP-5, V-GAP-6). Each rule is told
 * by the way in which it is open: a null item, an empty list, or no condition at all.
 * @param isOtherClosed whether the policy restricts the other direction
 */
export function openRuleFindings(written: WrittenRules, isOtherClosed: boolean): Found[] {
  return written.rules.flatMap((rule) => {
    const { direction } = written;
    if (rule.value === null)
      return [{ at: rule.origin, finding: { code: "null-rule-allows-all", facts: { direction } } }];
    const empty = emptyLists(rule, written);
    if (empty.length > 0 || entries(rule).length > 0) return empty;
    const facts = { direction, others: written.rules.length - 1, isOtherClosed };
    return [{ at: rule.origin, finding: { code: "allow-all-rule", facts } }];
  });
}

/** True where a direction has a rule without any condition. */
export function hasOpenRule({ rules }: WrittenRules): boolean {
  return rules.some((rule) => entries(rule).length === 0);
}

function emptyLists(rule: Node, { peers, direction }: WrittenRules): Found[] {
  const lists = [peers, "ports"].flatMap((key): Found[] => {
    const empty = emptyList(rule, key);
    if (empty === undefined) return [];
    const matches = key === "ports" ? "ports" : direction === "ingress" ? "sources" : "destinations";
    const { code, facts } = emptyListFinding(key, empty.written, matches);
    const hasPorts = key !== "ports" && items(field(rule, "ports")).length > 0;
    return [{ at: empty.at, finding: { code, facts: hasPorts ? { ...facts, hasPorts } : facts } }];
  });
  return [...lists, ...items(field(rule, "ports")).flatMap(emptyPort)];
}

/** An item of `ports` that says nothing, or whose port has no value: every port of its protocol. */
function emptyPort(item: Node): Found[] {
  if (entries(item).every(([, { value }]) => value === null))
    return [{ at: item.origin, finding: emptyListFinding("ports", "empty-item", "tcp-ports") }];
  if (nullField(item, "port") === undefined) return [];
  const at = keyOf(child(item.origin, "port"));
  return [{ at, finding: emptyListFinding("port", "null", "ports-of-protocol") }];
}

function emptyListFinding(
  field: string,
  written: "empty" | "null" | "empty-item",
  matches: "sources" | "destinations" | "ports" | "tcp-ports" | "ports-of-protocol",
): FindingOf<"empty-list-means-all"> {
  return { code: "empty-list-means-all", facts: { field, written, matches } };
}
