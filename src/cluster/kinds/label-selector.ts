import { child } from "../../source/manifest/origin.js";
import { entries, field, items, textOf, type Node } from "../../source/manifest/node.js";
import { selectorOf, type Operator, type Requirement, type Selector } from "../model/selector.js";

const OPERATORS: ReadonlySet<string> = new Set<Operator>(["In", "NotIn", "Exists", "DoesNotExist"]);

/**
 * Decodes a LabelSelector that the server has stored: `matchLabels` and `matchExpressions` together (S-SEL-1).
 * @param isUnbuildable true where no implementation can build it (V-CR-21)
 */
export function decodeSelector(node: Node, isUnbuildable = false): Selector {
  const labels = entries(field(node, "matchLabels")).map(([key, value]): Requirement => ({
    key,
    operator: "In",
    // A null value is stored as "" in built-in kinds; in custom ones it is gone before this.
    values: [textOf(value) ?? ""],
    origin: value.origin,
  }));
  const expressions = items(field(node, "matchExpressions")).flatMap(decodeExpression);
  return selectorOf([...labels, ...expressions], node.origin, isUnbuildable);
}

function decodeExpression(node: Node): Requirement[] {
  const operator = textOf(field(node, "operator")) ?? "";
  if (!isOperator(operator)) return [];
  const written = items(field(node, "values"));
  const values = written.map((value) => textOf(value) ?? "");
  return [
    {
      key: textOf(field(node, "key")) ?? "",
      operator,
      values: [...new Set(values)].toSorted(),
      origin: expressionOrigin(node, operator),
      valueOrigins: new Map(written.map((value) => [textOf(value) ?? "", value.origin])),
    },
  ];
}

/** The values, or for Exists and DoesNotExist the key: what a person would change. */
function expressionOrigin(node: Node, operator: Operator): Requirement["origin"] {
  const isAboutValues = operator === "In" || operator === "NotIn";
  return isAboutValues ? child(node.origin, "values", 0) : child(node.origin, "key");
}

function isOperator(text: string): text is Operator {
  return OPERATORS.has(text);
}
