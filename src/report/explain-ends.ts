import { groupBy } from "../base/collections/group-by.js";
import { encode } from "./encode.js";
import { formatAddresses } from "../base/net/address-set.js";
import type { Explanation, Result, ResultEndpoint } from "../questions/explain/result.js";
import type { Verdict } from "../cluster/model/verdict.js";

/** How many blocks of addresses are written out. */
const SHOWN_BLOCKS = 3;

/** An end as the answer's first line shows it: `shop/web (Deployment)`. */
export function endText({ shownAs, kind, addresses, pods, isWhole }: ResultEndpoint): string {
  const shown = encode(shownAs);
  switch (kind) {
    case "Node":
    case "Pod":
    case "domain":
    case "address":
    case "controller":
    case "load balancer":
      return shown;
    case "internet":
    case "addresses": {
      if (isWhole) return shown;
      const blocks = formatAddresses(addresses);
      const listed = blocks.slice(0, SHOWN_BLOCKS).join(", ");
      return `${listed}${blocks.length > SHOWN_BLOCKS ? ` and ${blocks.length - SHOWN_BLOCKS} more blocks` : ""} of ${shown}`;
    }
    default:
      return pods.length > 1 ? `${shown} (${kind}, ${pods.length} pods)` : `${shown} (${kind})`;
  }
}

/** Results about the same two ends and family, in their order. */
export function groupByEnds(results: readonly Result[]): Result[][] {
  const groups = groupBy(results, ({ from, to, family }) =>
    JSON.stringify([endText(from), endText(to), family ?? ""]),
  );
  return [...groups.values()];
}

/** How many of what was asked about is allowed: backends of a Service, else parts. */
export function countText({ results, backends }: Pick<Explanation, "results" | "backends">): string {
  const { verdict, allowed } = summaryOf(results);
  const counted =
    backends === undefined || backends.total < 2
      ? { allowed, total: results.length, what: "parts" }
      : { ...backends, what: "backends" };
  return verdict === "mixed"
    ? `${counted.allowed} of ${counted.total} ${counted.what} allowed`
    : `all ${counted.total} ${counted.what}`;
}

/** The verdict that all results share, or "mixed", which never counts as a pass (S-EV-2). */
export function summaryOf(results: readonly Result[]): {
  readonly verdict: Verdict | "mixed";
  readonly allowed: number;
} {
  const verdicts = new Set(results.map(({ verdict }) => verdict));
  const [only] = verdicts;
  const allowed = results.filter(({ verdict }) => verdict === "allowed").length;
  return { verdict: verdicts.size === 1 && only !== undefined ? only : "mixed", allowed };
}
