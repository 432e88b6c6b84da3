import { incompleteJson } from "./incomplete-json.js";
import { encodeJson } from "./encode.js";
import { endpointJson, originJson, policyJson } from "./json-parts.js";
import { unsettledJson } from "./unsettled-json.js";
import type { DirectionOverview, SelectingPolicy } from "../questions/explain/overview.js";
import type { OverviewReport } from "./explain-report.js";
import type { Direction } from "../cluster/model/policy.js";

/** The version of this format; its schema is `schemas/explain-endpoint.json`. */
const FORMAT_VERSION = 1;

/** The policies of an endpoint as JSON. */
export function* overviewJson({
  overviews,
  incompleteness,
}: Pick<OverviewReport, "overviews" | "incompleteness">): Generator<string> {
  const json = {
    version: FORMAT_VERSION,
    ...incompleteJson(incompleteness),
    endpoints: overviews.map(({ endpoint, directions, unenforced }) => ({
      endpoint: endpointJson(endpoint),
      ...(unenforced === undefined ? {} : { unenforced: unenforced.policies.map(policyJson) }),
      ...Object.fromEntries(directions.map((each) => [each.direction, directionJson(each)])),
    })),
  };
  yield encodeJson(json);
}

function directionJson({ direction, exempt, tiers, rest }: DirectionOverview): unknown {
  return {
    exempt: exempt ?? null,
    tiers: tiers.map(({ tier, policies, refused }) => ({
      tier,
      policies: policies.map((each) => selectingJson(each, direction)),
      refused: refused.map(policyJson),
    })),
    rest,
  };
}

function selectingJson({ policy, unsettled }: SelectingPolicy, direction: Direction): unknown {
  const list = policy.rules[direction];
  return {
    policy: policyJson(policy),
    dependsOn: unsettled.map(unsettledJson),
    rules: (list?.rules ?? []).map(({ index, name, action, origin }) => ({
      index,
      name: name ?? null,
      action: action.toLowerCase(),
      at: originJson(origin),
    })),
    at: list === undefined ? null : originJson(list.origin),
  };
}
