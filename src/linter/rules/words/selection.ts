import { all, any, code } from "./code.js";
import { conditionText } from "./condition.js";
import type { LabelCondition } from "../../../cluster/model/selector.js";
import { howMany } from "../../../cluster/problems/selection.js";
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

/** Policies beside open workloads that select no pod, as a question. */
export function idleNotes(idle: Some, open: number): readonly string[] {
  const policies = howMany(idle);
  if (policies === 0 || open === 0) return [];
  const [select, are] = policies === 1 ? ["selects", "is it"] : ["select", "are they"];
  return [
    `${someText(idle, "and")} ${select} no pod: ${are} meant for ${open === 1 ? "this one" : "these"}?`,
  ];
}

/** Why a selector selects no pod. */
export function whyNoPods({ condition, namespaces, hasPods, hostPod, almost, added }: SelectsNoPods): string {
  const where = inNamespaces(namespaces);
  if (added?.isOfOthers === true && almost !== undefined) return `${code(almost)} doesn't have it`;
  if (!hasPods && added === undefined)
    return `no pods ${namespaces.length === 0 ? "in these namespaces" : where}`;
  if (hostPod !== undefined) return `${code(hostPod)} has these labels, but uses its node's network`;
  return condition === undefined
    ? `no pod ${where} has all of these`
    : noneFulfils(`pod ${where}`, condition);
}

/** What a kustomization does to selectors that select no pod; undefined where none has changed them. */
export function addedText({ condition, added, almost }: SelectsNoPods): string | undefined {
  if (added === undefined || condition === undefined) return undefined;
  const adds = `the kustomization adds ${labelText(condition.key, condition.values[0] ?? "")} to`;
  const many = added.selectors === 1 ? "a selector" : `${added.selectors} selectors`;
  // It may have given the label to all pods of its own.
  if (almost === undefined && added.foreign !== undefined)
    return added.selectors === 1
      ? `${adds} a selector for ${foreignText(added.foreign)}`
      : `${adds} ${many} of policies, one of them for ${foreignText(added.foreign)}`;
  const lacking =
    added.isOfOthers === true
      ? `the pods that ${added.selectors === 1 ? "it is" : "these are"} for don't have it`
      : "no pod has it";
  return `${adds} ${many} of policies, and ${lacking}`;
}

function foreignText(namespace: string): string {
  return `pods in namespace ${code(namespace)}, which nobody labels so`;
}

/** Whose selectors a kustomization changes, and a pod that is not selected by it. */
export function addedNotes({ added, almost }: SelectsNoPods): readonly string[] {
  if (added === undefined) return [];
  return [
    `in ${someText(added.policies, "and")}`,
    ...(almost === undefined ? [] : [`without what it adds, one of them selects ${code(almost)}`]),
    ...(added.foreign === undefined || almost === undefined
      ? []
      : [`one of them is for ${foreignText(added.foreign)}`]),
  ];
}

/** How to fix a selector that selects no pod. */
export function helpForNoPods(facts: SelectsNoPods): string | undefined {
  const { condition, values, otherKey, alike, elsewhere, hostPod, almost, added } = facts;
  if (added !== undefined) {
    const help = "`labels` with `includeSelectors: false` leaves selectors alone";
    // Nobody labels the pods of an installer.
    return almost === undefined || added.isOfOthers === true ? help : `${help}; or give the pods this label`;
  }
  if (hostPod !== undefined)
    return "policies of this tier don't select host-network pods; select its node, or set `hostNetwork: false`";
  if (elsewhere.length > 0) return `pods with these labels are ${inNamespaces(elsewhere)}`;
  if (alike !== undefined)
    return `${code(alike.name)} has ${labelText(alike.key, alike.value)}: write that, if it is meant`;
  if (otherKey !== undefined) return `${code(otherKey.name)} has ${labelText(otherKey.key, otherKey.value)}`;
  if (almost !== undefined && condition !== undefined)
    return `${code(almost)} has all the other labels: give its pods ${code(condition.key)}, or remove it here`;
  if (condition === undefined || condition.operator !== "In" || values.first.length === 0) return undefined;
  return `there, ${code(condition.key)} is ${someText(values)}`;
}

/** `a`, `b` or one of 3 more; with "and", `a`, `b` and 3 more. */
export function someText({ first, more }: Some, joined: "and" | "or" = "or"): string {
  if (more === 0) return joined === "or" ? any(first) : all(first);
  return `${first.map(code).join(", ")} ${joined === "or" ? "or one of" : "and"} ${more} more`;
}
