import { count } from "../base/text/count.js";
import { countsOf, type TestReport } from "./test-report.js";
import { deciderText } from "./decider-words.js";
import { encode } from "./encode.js";
import { kindAndName } from "../cluster/model/object-ref.js";
import { trafficText } from "./describe.js";
import type { AddedBy } from "../cluster/model/service-path.js";
import type { View } from "./view.js";
import type { DirectedDecider, ExpectationOutcome, JudgedTest, Unmet } from "../questions/expect/outcome.js";

/** `expected denied, got ALLOWED: shop/web → 203.0.113.7, TCP 443`. */
export function unmetText(
  { from, to, traffic, verdict, isOtherPolicy, isPastBalancer }: Unmet,
  expected: string,
  { symbols }: Pick<View, "symbols">,
): string {
  const flow = `${encode(from)} ${symbols.arrow} ${encode(to)}, ${trafficText(traffic)}`;
  if (isOtherPolicy) return `${verdict}, but not by that policy: ${flow}`;
  const past = isPastBalancer
    ? ", past the load balancer: loadBalancerSourceRanges doesn't restrict node ports and external addresses"
    : "";
  return `expected ${expected}, got ${verdict.toUpperCase()}: ${flow}${past}`;
}

/** What decided one direction, in a few words. */
export function unmetDeciderText({ direction, decider }: DirectedDecider, { from, to }: Unmet): string {
  return `${direction}: ${deciderText(decider, direction, encode(direction === "egress" ? from : to))}`;
}

/** What leads there beside what a Service selects. */
export function unmetAddedText({ ref }: AddedBy): string {
  return `${encode(kindAndName(ref))} adds it to what the Service selects`;
}

/** `and 3 more flows like it`. */
export function moreText({
  unmet,
  count: all,
}: Extract<ExpectationOutcome, { status: "unmet" }>): string | undefined {
  const more = all - unmet.length;
  return more > 0 ? `and ${count(more, "more flow")}` : undefined;
}

/** Why a test with a todo fails, in words. */
export function todoText({ test, todo }: JudgedTest): string | undefined {
  const { until, why } = test.todo ?? {};
  const reason = why === undefined ? "" : ` (${encode(why)})`;
  switch (todo) {
    case "passes":
      return `it passes now: remove its todo${reason}`;
    case "expired":
      return `its todo ended on ${until ?? ""}${reason}`;
    case undefined:
      return undefined;
  }
}

/** Why a test is known to fail, and until when it may; undefined where its file doesn't say. */
export function todoReason({ todo }: JudgedTest["test"]): string | undefined {
  const { until, why } = todo ?? {};
  const parts = [
    ...(why === undefined ? [] : [encode(why)]),
    ...(until === undefined ? [] : [`until ${until}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** `5 tests: 3 passed, 1 failed, 1 todo`. */
export function totalsText(report: TestReport): string {
  const { passed, failed, todo, error } = countsOf(report);
  const all = passed + failed + todo + error;
  const parts = [
    [passed, "passed"],
    [failed, "failed"],
    [error, error === 1 ? "error" : "errors"],
    [todo, "todo"],
  ] as const;
  const named = parts.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : []));
  return `${count(all, "test")}: ${named.join(", ")}`;
}
