import { conjunction } from "../report/describe.js";
import { nearest } from "../base/text/nearest.js";
import { RULES } from "../linter/rules/index.js";
import { UsageError } from "./exit.js";

type KnownRule = (typeof RULES)[number];

/** So many rules with a word of theirs are named. */
const MOST = 6;

/** The rule with an id. @throws {UsageError} for no rule, with those that may be meant */
export function ruleNamed(id: string): KnownRule {
  const rule = RULES.find((each) => each.id === id);
  if (rule !== undefined) return rule;
  const ids = RULES.map((each) => each.id as string);
  const [misspelt] = nearest(id, ids);
  const meant = misspelt === undefined ? ids.filter((each) => hasWord(each, id.toLowerCase())) : [misspelt];
  throw new UsageError(
    `unknown rule "${id}"`,
    meant.length === 0 || meant.length > MOST
      ? "run anp rules for a list"
      : `did you mean ${conjunction(meant, "or")}?`,
  );
}

/** True where words of an id begin with a text: `dns-egress-missing` with `dns`, `dns-egres` and `egress`. */
function hasWord(id: string, text: string): boolean {
  return text !== "" && `-${id}`.includes(`-${text}`);
}
