import { nearest } from "../../base/text/nearest.js";
import { RULE_CATEGORIES } from "../rules/categories.js";
import { LEVELS, type Category, type Level } from "../../cluster/problems/diagnostic.js";
import type { Node } from "../../source/manifest/node.js";
import type { RuleLevels } from "./config.js";
import { keyOf } from "../../source/manifest/origin.js";
import type { ProblemCode } from "../../cluster/problems/problem.js";
import type { StrictReader } from "../../cluster/problems/strict-reader.js";

/** Reads `rule-id: level`. */
export function readLevels(node: Node | undefined, reader: StrictReader): RuleLevels {
  const levels = new Map<string, Level | "off">();
  for (const [id, value] of reader.mapping(node, "a mapping of rule ids to levels")) {
    const fault = levelFault(id) ?? ruleFault(id);
    if (fault !== undefined) reader.wrong(keyOf(value.origin), fault);
    // YAML reads `off` as false.
    const level =
      value.value === false ? "off" : [...LEVELS, "off" as const].find((each) => each === value.value);
    if (level === undefined) reader.wrong(value.origin, `expected a level: off, ${LEVELS.join(", ")}`);
    else if (fault === undefined) levels.set(id, level);
  }
  return levels;
}

/** What is wrong with a rule's id. */
export function ruleFault(id: string): string | undefined {
  if (categoryOf(id) !== undefined) return undefined;
  const ids = Object.keys(RULE_CATEGORIES);
  const [meant] = nearest(id, ids);
  const advice = meant === undefined ? "anp rules lists them" : `did you mean ${meant}?`;
  return `unknown rule ${JSON.stringify(id)}: ${advice}`;
}

/** What keeps a config from changing the level of a rule. */
function levelFault(id: string): string | undefined {
  if (id === "gate-loosened") return `only the command line changes the level of ${id}`;
  if (categoryOf(id) !== "input") return undefined;
  return `the level of ${id} can't change, because a file that wasn't read may contain a policy`;
}

/** What keeps findings of a rule from being ignored. */
export function ignoreFault(id: string): string | undefined {
  const category = categoryOf(id);
  if (category === "input")
    return `${id} can't be ignored, because a file that wasn't read may contain a policy`;
  return category === "gate"
    ? `${id} can't be ignored: it is about what keeps findings from counting`
    : undefined;
}

function categoryOf(id: string): Category | undefined {
  return Object.hasOwn(RULE_CATEGORIES, id) ? RULE_CATEGORIES[id as ProblemCode] : undefined;
}
