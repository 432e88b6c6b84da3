import { conjunction } from "./describe.js";
import { encode } from "./encode.js";
import { withMore } from "../base/text/list.js";
import type { Annotation } from "./github-annotations.js";
import type { AcceptedCondition, Assumption, StatedCondition } from "../cluster/problems/condition.js";

/** How many conditions are named. */
const SHOWN = 4;

/**
 * What answers rest on: `accepted unread: charts/shop (no policies, until 2027-01-31); assumed: …`; encoded, undefined where on
 * nothing.
 */
export function conditionsText(conditions: readonly StatedCondition[]): string | undefined {
  const accepted = conditions.flatMap((each) => (each.type === "accepted" ? [acceptedText(each)] : []));
  const assumed = conditions.flatMap((each) => (each.type === "assumed" ? [ASSUMED[each.assumption]] : []));
  const shown = accepted.slice(0, SHOWN);
  const parts = [
    ...(accepted.length === 0 ? [] : [`accepted unread: ${withMore(shown, accepted.length - shown.length)}`]),
    ...(assumed.length === 0 ? [] : [`assumed: ${conjunction(assumed)}`]),
  ];
  return parts.length === 0 ? undefined : parts.join("; ");
}

const ASSUMED: Readonly<Record<Assumption, string>> = {
  dns: "cluster DNS is kube-dns in kube-system",
  "openshift-dns": "cluster DNS is dns-default in openshift-dns",
  "system-namespaces": "system namespaces have no labels but their names",
};

function acceptedText({ path, reason, until }: AcceptedCondition): string {
  const about = [
    ...(reason === undefined ? [] : [encode(reason)]),
    ...(until === undefined ? [] : [`until ${until}`]),
  ];
  return `${encode(path)}${about.length === 0 ? "" : ` (${about.join(", ")})`}`;
}

/** Why a gate does not take conditions: `charts/shop is accepted by the config alone …`; encoded. */
export function unreviewedText(conditions: readonly AcceptedCondition[]): string {
  const shown = conditions.slice(0, SHOWN).map(({ path }) => encode(path));
  const more = conditions.length - shown.length;
  const names = more > 0 ? withMore(shown, more) : conjunction(shown);
  return `only the config accepts ${names} unread, which whoever changes the input can change too (--gate-from REV takes the config of a reviewed revision; --accept PATH accepts it here)`;
}

/** The same as what GitHub shows of a run. */
export function conditionAnnotations(conditions: readonly StatedCondition[], title: string): Annotation[] {
  const text = conditionsText(conditions);
  return text === undefined
    ? []
    : [{ level: "info", title, lines: [`on condition: ${text}`], at: undefined }];
}

/** Conditions as a field of a report in JSON; none where there are none. */
export function conditionsJson(conditions: readonly StatedCondition[]): {
  readonly conditions?: readonly unknown[];
} {
  return conditions.length === 0 ? {} : { conditions: conditions.map(conditionJson) };
}

function conditionJson(condition: StatedCondition): unknown {
  if (condition.type === "assumed") return condition;
  const { type, path, sha256, reason, until, by, isReviewed } = condition;
  return {
    type,
    path,
    sha256,
    ...(reason === undefined ? {} : { reason }),
    ...(until === undefined ? {} : { until }),
    by,
    reviewed: isReviewed,
  };
}
