import { hasPlaceholder } from "../../cluster/model/placeholder.js";
import { hasNamespaceField } from "../../cluster/problems/names-namespace.js";
import { textAt } from "../../source/manifest/locate.js";
import { keyOf, type Origin } from "../../source/manifest/origin.js";
import { keyOrigin } from "./typos.js";
import { KUSTOMIZATION_NAMES } from "../../source/kustomize/kustomization.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { Requirement, Selector } from "../../cluster/model/selector.js";
import type { Workload } from "../../cluster/model/cluster.js";

/** Where a condition is written, or the selector as a whole. */
export function conditionPlace(condition: Requirement | undefined, { origin }: Selector): Origin | undefined {
  return condition?.origin ?? (origin === undefined ? undefined : keyOf(origin));
}

/** True for a condition that a kustomization has added to a selector of a policy. */
export function isAddedTo({ origin }: Policy, requirement: Requirement): boolean {
  const file = requirement.origin?.document.file;
  return (
    file !== undefined && file !== origin.document.file && KUSTOMIZATION_NAMES.includes(lastOf(file.name))
  );
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** False where a workload does not say in which namespace it is, or with a placeholder: whoever applies it does. */
export function isPlaced({ origin, namespace }: Workload): boolean {
  return origin !== undefined && hasNamespaceField({ origin }) && !hasPlaceholder(namespace);
}

/** Texts that stand for no value. */
const NULLS: ReadonlySet<string> = new Set(["", "~", "null", "Null", "NULL"]);

/** True for a condition that is not stored as it is written, a null value or a key that is no text: other rules say so. */
export function isMistakenElsewhere(condition: Requirement): boolean {
  const { origin, values } = condition;
  if (origin !== undefined && values.includes("") && NULLS.has(textAt(origin))) return true;
  // Telling what is written takes reading the document again: a word is written as it is stored.
  const key = isOfNoText(condition.key) ? keyOrigin(condition) : undefined;
  return key !== undefined && /^[\w.+~]+$/.test(textAt(key)) && textAt(key) !== condition.key;
}

/** True for what a key that is no text is stored as: a number, a truth value or nothing. */
function isOfNoText(key: string): boolean {
  return key === "" || /^(?:true|false|null|nan|inf)|^[-+.\d]/i.test(key);
}
