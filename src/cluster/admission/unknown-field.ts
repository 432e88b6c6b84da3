import { fieldPath } from "./validation/field-error.js";
import { nearest } from "../../base/text/nearest.js";
import { child, pathOf, type Origin, type PathStep } from "../../source/manifest/origin.js";
import type { Json } from "../../source/edit/edit.js";
import type { DropEffect } from "../problems/violation.js";
import type { Finding, ProblemOf } from "../problems/problem.js";
import type { UnknownField } from "./go-json/decode.js";

/** Fields that one API version calls so and another one otherwise. */
const RENAMED: ReadonlyMap<string, readonly string[]> = new Map([
  ["ports", ["protocols"]],
  ["protocols", ["ports"]],
  ["namedPort", ["destinationNamedPort"]],
  ["destinationNamedPort", ["namedPort"]],
  ["namespaces", ["namespaceSelector"]],
  ["namespaceSelector", ["namespaces"]],
]);

/**
 * What an unknown field is: a slip of the pen, a field of another version, or one level too far to the left; and what
 * the object does without it (S-IN-4, S-CNP-6).
 * @param isAcceptedWithout false where the object is refused without the field, too
 */
export function unknownFieldFinding(
  object: Origin,
  unknown: UnknownField,
  isAcceptedWithout: boolean,
): Finding {
  const { name, at } = unknown;
  const parent = at.parent ?? object;
  const meant = meantField(unknown);
  const under = belongsUnder(unknown);
  const facts: ProblemOf<"unknown-field">["facts"] = {
    name,
    parent: fieldPath(object, parent),
    ...(meant === undefined ? {} : { meant }),
    ...(under === undefined ? {} : { belongsUnder: under, isEntry: unknown.lists.has(under) }),
    effect: isAcceptedWithout ? dropEffect(pathOf(parent).at(-1), meant, unknown) : "is-refused",
  };
  const isCase = meant !== undefined && meant.toLowerCase() === name.toLowerCase();
  return { code: isCase ? "wrong-case-field" : "unknown-field", facts, ...fixOf(unknown, parent, under) };
}

/** Another key, or the level where it belongs, if nothing else can be meant. */
function fixOf(unknown: UnknownField, parent: Origin, under: string | undefined): Pick<Finding, "fix"> {
  const { name, known, lists, parent: written } = unknown;
  const at = child(parent, name);
  if (under !== undefined) {
    // Two selectors without a dash may be one peer, or two.
    if (lists.has(under) && fieldsBelow(unknown, under).length > 1) return {};
    const value = { [name]: (written[name] ?? null) as Json };
    return {
      fix: [
        { type: "remove", at },
        { type: "set", at: child(parent, under), value: lists.has(under) ? [value] : value },
      ],
    };
  }
  const meant = meantField(unknown);
  if (meant === undefined || written[meant] !== undefined) return {};
  const isAlone = Object.keys(written).length === 1;
  const isCertain = RENAMED.has(name)
    ? name === "namespaceSelector" && isAlone
    : nearest(name, known.keys()).length <= 1;
  return isCertain ? { fix: [{ type: "rename", at, key: meant }] } : {};
}

/** The field that was meant: in another case, under another version's name, or misspelt. */
export function meantField({
  name,
  known,
  parent,
}: Pick<UnknownField, "name" | "known" | "parent">): string | undefined {
  const names = [...known.keys()];
  const inOtherCase = names.find((each) => each.toLowerCase() === name.toLowerCase());
  if (inOtherCase !== undefined) return inOtherCase;
  const free = names.filter((each) => parent[each] === undefined);
  return RENAMED.get(name)?.find((each) => free.includes(each)) ?? nearest(name, free)[0];
}

/** A field beside it that is written without a value and has such a field below it. */
function belongsUnder({ name, known, parent }: UnknownField): string | undefined {
  for (const [key, below] of known) if (parent[key] === null && below.includes(name)) return key;
  return undefined;
}

/** The unknown fields of one mapping that belong under the same field. */
function fieldsBelow({ known, parent }: UnknownField, under: string): readonly string[] {
  const below = known.get(under) ?? [];
  return Object.keys(parent).filter((key) => !known.has(key) && below.includes(key));
}

const SELECTORS: ReadonlySet<PathStep | undefined> = new Set([
  "podSelector",
  "namespaceSelector",
  "namespaces",
  "nodes",
]);

/** The fields of a rule that say for whom it is. */
const PEERS: readonly string[] = ["from", "to"];

/** True for the fields of a NetworkPolicy's rule. */
function isRule(known: UnknownField["known"]): boolean {
  return known.has("ports") && PEERS.some((key) => known.has(key)) && !known.has("action");
}

/** True for a list that is the same as none: whatever is not listed there is not asked for. */
function isEmpty(value: UnknownField["parent"][string] | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/**
 * What the object does when the server drops the field, as it does without strict validation.
 * @param last the last step to the mapping that the field stands in
 */
function dropEffect(
  last: PathStep | undefined,
  meant: string | undefined,
  { name, known, parent }: UnknownField,
): DropEffect {
  if (SELECTORS.has(last)) {
    const hasConditions = [...known.keys()].some((key) => parent[key] !== undefined && parent[key] !== null);
    if (!hasConditions) return "selector-selects-everything";
    // Rules that were written into the selector of who they are for.
    return name === "ingress" || name === "egress" ? "no-rules" : "is-ignored";
  }
  if (isRule(known) && PEERS.every((key) => key === meant || isEmpty(parent[key])))
    return isEmpty(parent["ports"]) ? "matches-everything" : "matches-every-peer";
  switch (meant) {
    case "podSelector":
      return last === "spec" ? "selects-every-pod-of-namespace" : "is-ignored";
    case "from":
    case "to":
      return "matches-every-peer";
    case "ports":
    case "protocols":
      return "matches-every-port";
    case "ingress":
    case "egress":
      return last === "spec" ? "no-rules" : "is-ignored";
    case "namespaceSelector":
      return typeof last === "number" ? "selects-only-own-namespace" : "is-ignored";
    default:
      return "is-ignored";
  }
}
