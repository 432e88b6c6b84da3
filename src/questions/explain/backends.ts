import type { Explanation, Result } from "./result.js";

/** How many backends are allowed on every port, over every family and from every source that is asked for. */
export function backendCount(results: readonly Result[]): NonNullable<Explanation["backends"]> {
  const allowed = new Map<string, boolean>();
  for (const { to, verdict } of results)
    for (const id of to.members) allowed.set(id, (allowed.get(id) ?? true) && verdict === "allowed");
  return { allowed: [...allowed.values()].filter(Boolean).length, total: allowed.size };
}
