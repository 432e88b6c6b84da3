import { groupBy } from "../../base/collections/group-by.js";
import { kindAndName, qualifiedName } from "../../cluster/model/object-ref.js";
import type { ControlledRoute } from "../query/route.js";
import type { DomainEndpoint } from "../../cluster/model/endpoint.js";
import type { MissingController } from "../../cluster/model/route-controllers.js";
import type { Resolved } from "../query/resolution.js";

/** Who connects to the backends of a route: the pods of one workload, a load balancer outside, or nobody knows who. */
export interface RouteSource {
  readonly from: Resolved;
  /** True for pods of the input: what they send to a Service may be seen as sent to its address (S-IP-8). */
  readonly isPods: boolean;
  /** Why it is not known who it is; empty where it is. */
  readonly missing: readonly MissingController[];
}

/** Who connects for a route, each workload once. */
export function routeSources({ route, controllers }: ControlledRoute): RouteSource[] {
  const pods = controllers.flatMap((each) => (each.type === "pods" ? each.pods : []));
  const byPod = new Map(pods.map((each) => [each.pod.id, each]));
  const byWorkload = groupBy([...byPod.values()], ({ workload }) => workload);
  const known = [...byWorkload].map(([workload, all]): RouteSource => {
    const isAll = all.length === workload.members.length;
    const from: Resolved = {
      shownAs: qualifiedName(workload),
      kind: workload.kind,
      workload: isAll ? workload : undefined,
      endpoints: all.map(({ pod }) => pod),
      notes: [],
    };
    return { from, isPods: true, missing: [] };
  });
  const missing = controllers.flatMap((each) => (each.type === "unknown" ? [each.missing] : []));
  const isOutside = controllers.some(({ type }) => type === "outside");
  return [
    ...known,
    ...(isOutside ? [{ from: sourceOf(route, "load balancer"), isPods: false, missing: [] }] : []),
    ...(missing.length > 0 ? [{ from: sourceOf(route, "controller"), isPods: false, missing }] : []),
  ];
}

/** A source of which the input tells nothing but whether it may be a pod: its address neither. */
function sourceOf({ ref }: ControlledRoute["route"], kind: "controller" | "load balancer"): Resolved {
  const { namespace = "default", name } = ref;
  const shownAs = `${kind} of ${kindAndName(ref)}`;
  const id = `${kind.replace(" ", "-")}/${namespace}/${ref.kind.toLowerCase()}/${name}`;
  const standsFor = { kind, route: { kind: ref.kind, namespace, name } };
  const mayBePod = kind === "controller";
  const endpoint: DomainEndpoint = { type: "domain", id, name: shownAs, mayBePod, standsFor };
  return { shownAs, kind, workload: undefined, endpoints: [endpoint], notes: [] };
}
