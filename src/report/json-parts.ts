import { formatAddresses } from "../base/net/address-set.js";
import { showPlace } from "./place.js";
import type { AddedBy } from "../cluster/model/service-path.js";
import type { Origin } from "../source/manifest/origin.js";
import type { Policy } from "../cluster/model/policy.js";
import type { ResultEndpoint } from "../questions/explain/result.js";
import type { ServiceObject } from "../cluster/model/objects.js";

/** A Service as all JSON formats name it. */
export function serviceJson({ ref }: ServiceObject): { readonly namespace: string; readonly name: string } {
  return { namespace: ref.namespace ?? "default", name: ref.name };
}

/** The slice that adds something to what a Service selects. */
export function addedByJson({ ref, origin }: AddedBy): unknown {
  return { namespace: ref.namespace ?? "default", name: ref.name, at: originJson(origin) };
}

/**
 * An end of a result as all JSON formats have it: `namespace` is null for ends in none, `labels` is empty where they
 * are unknown.
 */
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

/** A policy as all JSON formats name it; `priority` is null for kinds without one. */
export function policyJson({ ref, priority }: Pick<Policy, "ref" | "priority">): unknown {
  return {
    apiVersion: ref.apiVersion,
    kind: ref.kind,
    namespace: ref.namespace ?? null,
    name: ref.name,
    priority: priority ?? null,
  };
}

/** A place in a file with lines and columns from 1, or the path in an object that a server has stored. */
export function originJson(origin: Origin): unknown {
  const { file, isStored, path, start, end } = showPlace(origin);
  if (isStored) return { stored: file, path };
  return { file, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}
