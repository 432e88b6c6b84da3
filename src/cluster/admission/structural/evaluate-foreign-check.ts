import { asJavascriptPattern } from "./re2.js";
import { celEnvironment, errorWords } from "./cel.js";
import { EvaluationError, type ASTNode } from "@marcbachmann/cel-js";
import type { CheckResult, ForeignCheck } from "./foreign-checks.js";

/**
 * Evaluates a check of somebody else's schema. It may run for ever and take any memory: only for where it can be
 * stopped. What the server would do with what is not known here stays open.
 */
export function evaluateForeignCheck(check: ForeignCheck): CheckResult {
  try {
    if (check.type === "pattern") return { holds: expressionOf(check.pattern).test(check.text) };
    const { messageExpression, self } = check;
    const result = evaluateRule(check);
    if (!("holds" in result) || result.holds || messageExpression === undefined) return result;
    const message = messageOf(messageExpression, self);
    return message === undefined ? result : { holds: false, message };
  } catch {
    return { unevaluated: "unsupported" };
  }
}

/** Failures that rules have on the server too; any other one may be a gap of this evaluator. */
const FAILURES: ReadonlySet<string> = new Set([
  "no_such_key",
  "index_out_of_bounds",
  "division_by_zero",
  "modulo_by_zero",
  "numeric_overflow",
]);

function evaluateRule({ rule, self, isUpdate }: Extract<ForeignCheck, { type: "rule" }>): CheckResult {
  const { evaluate, comparesWithOld } = parsed(rule);
  // Such a rule is about an object that is changed: on creation the server leaves it out.
  if (comparesWithOld) return isUpdate === true ? { unevaluated: "unsupported" } : { holds: true };
  try {
    const holds = evaluate({ self });
    return typeof holds === "boolean" ? { holds } : { unevaluated: "unsupported" };
  } catch (error) {
    if (!(error instanceof EvaluationError) || !FAILURES.has(error.code)) throw error;
    return { error: errorWords(error) };
  }
}

/** As the server does, an expression that fails or makes no line is left aside. */
function messageOf(expression: string, self: unknown): string | undefined {
  try {
    const message = parsed(expression).evaluate({ self });
    return typeof message === "string" && message.trim() !== "" && !message.includes("\n")
      ? message.trim()
      : undefined;
  } catch {
    return undefined;
  }
}

interface ParsedRule {
  readonly evaluate: (variables: { readonly self: unknown }) => unknown;
  readonly comparesWithOld: boolean;
}

const PARSED = new Map<string, ParsedRule>();

/** @throws for text that is no CEL to this evaluator */
function parsed(text: string): ParsedRule {
  const known = PARSED.get(text);
  if (known !== undefined) return known;
  const evaluate = ENVIRONMENT.parse(text);
  let comparesWithOld = false;
  for (const node of nodesOf(evaluate.ast)) {
    if (node.op === "id" && node.args === "oldSelf") comparesWithOld = true;
    if (node.op === "rcall" && node.args[0] === "matches") node.args[0] = MATCHES;
  }
  const rule = { evaluate, comparesWithOld };
  PARSED.set(text, rule);
  return rule;
}

/** Stands for `matches`, which the evaluator gives to JavaScript as it is written. */
const MATCHES = "matchesAsInGo";

const ENVIRONMENT = celEnvironment().registerFunction(
  `string.${MATCHES}(string): bool`,
  (text: string, pattern: string) => expressionOf(pattern).test(text),
);

function* nodesOf(tree: ASTNode): Generator<ASTNode> {
  const open: unknown[] = [tree];
  while (open.length > 0) {
    const each = open.pop();
    if (Array.isArray(each)) open.push(...(each as unknown[]));
    else if (isNode(each)) {
      yield each;
      open.push(each.args);
    }
  }
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === "object" && value !== null && "op" in value && "args" in value;
}

const EXPRESSIONS = new Map<string, RegExp>();

/** @throws for a pattern that JavaScript cannot read, or would read otherwise */
function expressionOf(pattern: string): RegExp {
  const known = EXPRESSIONS.get(pattern);
  if (known !== undefined) return known;
  const written = asJavascriptPattern(pattern);
  if (written === undefined) throw new Error("no pattern of JavaScript");
  const expression = new RegExp(written, "u");
  EXPRESSIONS.set(pattern, expression);
  return expression;
}
