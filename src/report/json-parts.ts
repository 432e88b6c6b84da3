import { formatAddresses } from "../base/net/address-set.js";
import { showPlace } from "./place.js";
import type { Origin } from "../source/manifest/origin.js";
import type { Policy } from "../cluster/model/policy.js";
import type { ResultEndpoint } from "../questions/explain/result.js";
import type { ServiceObject } from "../cluster/model/objects.js";

export function serviceJson({ ref }: ServiceObject): { readonly namespace: string; readonly name: string } {
  return { namespace: ref.namespace ?? "default", name: ref.name };
}

export function endpointJson({
  id,
  kind,
  namespace,
  name,
  labels,
  addresses,
  pods,
}: Omit<ResultEndpoint, "shownAs" | "isWhole" | "members">): Record<string, unknown> {
  return {
    id,
    kind,
    namespace: namespace ?? null,
    name,
    labels: labels ?? {},
    ips: formatAddresses(addresses),
    pods,
  };
}

export function policyJson({ ref, priority }: Pick<Policy, "ref" | "priority">): unknown {
  return {
    apiVersion: ref.apiVersion,
    kind: ref.kind,
    namespace: ref.namespace ?? null,
    name: ref.name,
    priority: priority ?? null,
  };
}

export function originJson(origin: Origin): unknown {
  const { file, isStored, path, start, end } = showPlace(origin);
  if (isStored) return { stored: file, path };
  return { file, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}
