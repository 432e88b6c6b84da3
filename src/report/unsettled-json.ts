import { factEndKey, type FactEnd } from "../semantics/match/fact-end.js";
import type { MissingEnd } from "../questions/explain/result.js";
import type { Unsettled } from "../semantics/match/unsettled.js";

/** What something hangs on, in JSON: ends by their paths (`shop/deployment/web`, `ip/10.0.0.0/8`). */
export function unsettledJson(unsettled: Unsettled | MissingEnd): Readonly<Record<string, unknown>> {
  if ("sameAs" in unsettled) {
    const { pod, sameAs, ...rest } = unsettled;
    return { ...rest, pod: `${factEndKey(pod)} = ${factEndKey(sameAs)}` };
  }
  return Object.fromEntries(Object.entries(unsettled).map(([key, part]) => [key, partJson(part)]));
}

function partJson(part: string | FactEnd | readonly (string | FactEnd)[]): unknown {
  if (typeof part === "string") return part;
  return "type" in part ? factEndKey(part) : part.map(partJson);
}
