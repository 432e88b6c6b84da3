import { changedPolicies } from "./changed-policies.js";
import { lint } from "../lint/lint.js";
import { pathOf, pointer, type Origin } from "../../source/manifest/origin.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Diagnostic } from "../../cluster/problems/diagnostic.js";
import type { Document } from "../../source/manifest/document.js";
import type { Place } from "../../cluster/problems/problem.js";
import type { Policy } from "../../cluster/model/policy.js";

/** The rules that tell an administrator, or the owner of a namespace, that one policy decides against another. */
const RULES: ReadonlySet<string> = new Set([
  "overridden-by-admin-tier",
  "isolation-bypassed-by-admin-tier",
  "same-priority-conflict",
  "same-priority",
]);

/**
 * The alerts that KEP-2091 asks for, where policies are added or changed: for the administrator, which NetworkPolicies
 * their Admin policy overrides and which policies share its priority; for the owner of a NetworkPolicy, which Admin
 * policies override it. What holds before as well is none.
 */
export function alertsBetween(before: Cluster, after: Cluster): readonly Diagnostic[] {
  const changed = changedPolicies(before, after);
  if (changed.length === 0) return [];
  const concerns = concerning(changed);
  const found = findingsIn(after).filter(concerns);
  if (found.length === 0) return [];
  const known = new Set(findingsIn(before).map(claimOf));
  return found.filter((finding) => !known.has(claimOf(finding)));
}

/** What could not be looked through for lack of time is said too: there may be more. */
function findingsIn(cluster: Cluster): readonly Diagnostic[] {
  const { work } = cluster;
  return lint({ cluster, problems: [] }, { only: RULES, ...(work === undefined ? {} : { work }) })
    .diagnostics;
}

/** Makes a test for findings about one of some policies, or about more than are named. */
function concerning(policies: readonly Policy[]): (finding: Diagnostic) => boolean {
  const roots = new Map<Document, Set<string>>();
  for (const { origin } of policies) {
    const paths = roots.get(origin.document) ?? new Set();
    roots.set(origin.document, paths.add(pointer(pathOf(origin))));
  }
  const isInside = (at: Place): boolean => {
    const paths = roots.get(at.document);
    if (paths === undefined || "span" in at) return false;
    for (let each: Origin | undefined = at; each !== undefined; each = each.parent)
      if (paths.has(pointer(pathOf(each)))) return true;
    return false;
  };
  return ({ category, problem }) => {
    const places = [problem.at, ...(problem.related ?? []).map(({ at }) => at)];
    return category === "input" || namesMore(problem.facts) || places.some(isInside);
  };
}

function namesMore(facts: Diagnostic["problem"]["facts"]): boolean {
  const by = "by" in facts && typeof facts.by === "object" ? facts.by : facts;
  return "more" in by && typeof by.more === "number" && by.more > 0;
}

/** What a finding claims, without the places and the flow that shows it. */
function claimOf({ rule, problem }: Diagnostic): string {
  const facts = Object.entries(problem.facts).filter(([name]) => !SHOWING.has(name));
  return JSON.stringify([rule, problem.object, facts]);
}

/** The facts that only show what others claim. */
const SHOWING: ReadonlySet<string> = new Set(["witness", "scope"]);
