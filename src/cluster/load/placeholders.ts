import { entries, field, items, textOf, type Node } from "../../source/manifest/node.js";
import { textAt } from "../../source/manifest/locate.js";
import { pathOf, type Origin } from "../../source/manifest/origin.js";
import { REPLACED } from "../model/placeholder.js";
import type { ApiObject } from "../admission/request.js";
import type { Problem } from "../problems/problem.js";

/** A word that somebody means to replace by hand; only where a server refuses it, for a label may be such a word. */
const TO_REPLACE =
  /(?<![A-Za-z0-9])(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|CHANGE-?ME|REPLACE-?ME|TEMPLATE|PLACEHOLDER|NAMESPACE|TODO)(?![A-Za-z0-9])/;

/** How much of a refused value is looked at. */
const LONGEST = 300;

/** A policy that has not been filled in yet. */
export interface Placeholder {
  /** As it is written: `${APP}`. */
  readonly text: string;
  readonly at: Origin;
  /** What is wrong with the policy beside. */
  readonly others: readonly Problem[];
}

/**
 * The first placeholder of a policy, in its name, its namespace or its spec.
 * @param problems what is wrong with it: what a placeholder is refused for says nothing about the policy
 */
export function placeholderIn({ node }: ApiObject, problems: readonly Problem[]): Placeholder | undefined {
  // No name, label, address or number may hold one: where nothing is wrong there is none.
  if (problems.length === 0) return undefined;
  const metadata = field(node, "metadata");
  const nodes = [field(metadata, "name"), field(metadata, "namespace"), field(node, "spec")];
  const [first] = nodes.flatMap((each) => [...replacedIn(each)]);
  const refused = problems.filter((each) => each.server !== undefined && isAboutPlaceholder(each));
  const [refusal] = refused;
  const others = problems.filter((each) => !refused.includes(each));
  if (first !== undefined) return { ...first, others };
  if (refusal === undefined || "span" in refusal.at) return undefined;
  const text = placeholderText(refusal) ?? "";
  return { text, at: refusal.at, others };
}

/** Placeholders below a node, keys too; one at most is taken. */
function* replacedIn(node: Node | undefined): Generator<Pick<Placeholder, "text" | "at">> {
  const open = node === undefined ? [] : [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const text = textOf(next);
    const found = text === undefined ? null : REPLACED.exec(text);
    if (found !== null) return yield { text: found[0], at: next.origin };
    const below = entries(next);
    for (const [key, value] of below) {
      const inKey = REPLACED.exec(key);
      if (inKey !== null) return yield { text: inKey[0], at: value.origin };
    }
    open.push(...[...items(next), ...below.map(([, value]) => value)].toReversed());
  }
}

function isAboutPlaceholder(problem: Problem): boolean {
  return placeholderText(problem) !== undefined;
}

/** The placeholder that a server refuses, at its place or in what the server says of it. */
function placeholderText({ at, server = [] }: Problem): string | undefined {
  if ("span" in at) return undefined;
  const values = server.flatMap((line) => REFUSED_VALUE.exec(line.slice(0, LONGEST))?.[1] ?? []);
  const isName = pathOf(at).some((step) => NAMES.has(step));
  for (const text of [textAt(at, LONGEST), ...values]) {
    const found = REPLACED.exec(text) ?? (isName ? TO_REPLACE.exec(text) : null);
    if (found !== null) return found[0];
  }
  return undefined;
}

/** The value in a line of a server; the rest of the line is its own text. */
const REFUSED_VALUE = /(?:Invalid|Unsupported) value: "((?:[^"\\]|\\.)*)/;

/** Fields in which a name, a label or an address stands: elsewhere a word in capitals is a mistake. */
const NAMES: ReadonlySet<string | number> = new Set([
  "metadata",
  "matchLabels",
  "values",
  "cidr",
  "except",
  "networks",
  "domainNames",
  "port",
]);
