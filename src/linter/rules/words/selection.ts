import { all, any, code } from "./code.js";
import { conditionText } from "./condition.js";
import type { LabelCondition } from "../../../cluster/model/selector.js";
import type { SelectsNoPods, Some } from "../../../cluster/problems/selection.js";

/** `in namespace a`, `in namespaces a and b`, `in the input`. */
export function inNamespaces(namespaces: readonly string[]): string {
  if (namespaces.length === 0) return "in the input";
  return `in namespace${namespaces.length === 1 ? "" : "s"} ${all(namespaces)}`;
}

/** `app=web`, in backticks. */
export function labelText(key: string, value: string): string {
  return code(value === "" ? `${key}=""` : `${key}=${value}`);
}

/** What no pod or namespace fulfils: `no pod in namespace shop has app=crat`. */
export function noneFulfils(what: string, { key, operator, values }: LabelCondition): string {
  const [only, ...more] = values;
  switch (operator) {
    case "In":
      return only !== undefined && more.length === 0
        ? `no ${what} has ${labelText(key, only)}`
        : `no ${what} has ${conditionText(key, { operator, values }).replace(" to be ", " with the value ")}`;
    case "Exists":
      return `no ${what} has a label ${code(key)}`;
    case "NotIn":
      return `every ${what} has ${only !== undefined && more.length === 0 ? labelText(key, only) : `one of these values of ${code(key)}`}`;
    case "DoesNotExist":
      return `every ${what} has a label ${code(key)}`;
  }
}

/** Why a selector selects no pod. */
export function whyNoPods({ condition, namespaces, hasPods, hostPod }: SelectsNoPods): string {
  const where = inNamespaces(namespaces);
  if (!hasPods) return `no pods ${namespaces.length === 0 ? "in these namespaces" : where}`;
  if (hostPod !== undefined) return `${code(hostPod)} has these labels, but uses its node's network`;
  return condition === undefined
    ? `no pod ${where} has all of these`
    : noneFulfils(`pod ${where}`, condition);
}

/** How to fix a selector that selects no pod. */
export function helpForNoPods(facts: SelectsNoPods): string | undefined {
  const { condition, values, otherKey, elsewhere, hostPod } = facts;
  if (hostPod !== undefined)
    return "policies of this tier don't select host-network pods; select its node, or set `hostNetwork: false`";
  if (elsewhere.length > 0) return `pods with these labels are ${inNamespaces(elsewhere)}`;
  if (otherKey !== undefined) return `${code(otherKey.name)} has ${labelText(otherKey.key, otherKey.value)}`;
  if (condition === undefined || condition.operator !== "In" || values.first.length === 0) return undefined;
  return `there, ${code(condition.key)} is ${someText(values)}`;
}

/** `a`, `b` or one of 3 more; with "and", `a`, `b` and 3 more. */
export function someText({ first, more }: Some, joined: "and" | "or" = "or"): string {
  if (more === 0) return joined === "or" ? any(first) : all(first);
  return `${first.map(code).join(", ")} ${joined === "or" ? "or one of" : "and"} ${more} more`;
}
