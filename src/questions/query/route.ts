import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { serviceName } from "./service.js";
import { isRouteKind } from "./kind-names.js";
import { nearestNames } from "./suggest.js";
import { parseEndpointName, type EndpointName } from "./name.js";
import { qualifiedName, typedPath } from "../../cluster/model/object-ref.js";
import { routeControllers, type RouteController } from "../../cluster/model/route-controllers.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { ResolutionNote, Unresolved } from "./resolution.js";
import type { RouteObject } from "../../cluster/model/fronts.js";

/** An Ingress, a route or a Gateway as where traffic comes from: its controllers connect to its backends (S-ING-1). */
export interface AskedRoute {
  /** What was named. */
  readonly ref: ObjectRef;
  /** The route that was named, or those that hang on the Gateway that was. */
  readonly routes: readonly ControlledRoute[];
  readonly notes: readonly ResolutionNote[];
}

/** A route with who connects to its backends. */
export interface ControlledRoute {
  readonly route: RouteObject;
  readonly controllers: readonly RouteController[];
}

/** What the name of an Ingress, route or Gateway comes to. */
export type RouteResolution = Attempt<AskedRoute, Unresolved>;

type ObjectName = Extract<EndpointName, { type: "object" }>;

/** True for text that may name an Ingress, a route or a Gateway, by itself. */
export function mayNameRoute(text: string): boolean {
  return routeName(text) !== undefined;
}

function routeName(text: string): ObjectName | undefined {
  const name = parseEndpointName(text, []);
  return name?.type === "object" && isRouteKind(name.kind) ? name : undefined;
}

/**
 * Looks up an Ingress, a route or a Gateway.
 * @param given the namespace of names given without one (`-n`), if it was given
 * @returns undefined for the name of something else
 */
export function resolveRoute(
  cluster: Cluster,
  text: string,
  given: string | undefined,
): RouteResolution | undefined {
  const name = routeName(text);
  if (name === undefined) return undefined;
  const namespace = name.namespace ?? given;
  const all = namedOfKind(cluster, name.kind);
  const inScope = all.filter(({ ref }) => namespace === undefined || ref.namespace === namespace);
  const found = inScope.filter(({ ref }) => ref.name === name.name);
  const other = inNamespaceCalledSo(cluster, name);
  const [only, ...others] = found;
  if (only === undefined)
    return other === undefined ? notFound(cluster, name, namespace, inScope) : undefined;
  if (others.length > 0 || other !== undefined) {
    const workloads = other === undefined ? [] : workloadsCalled(cluster, other).map(({ id }) => id);
    return failed({ code: "ambiguous", name: text, candidates: [...found.map(nameOf), ...workloads] });
  }
  const notes: ResolutionNote[] =
    namespace === undefined
      ? [{ code: "only-in-namespace", name: name.name, namespace: only.ref.namespace ?? "default" }]
      : [];
  return succeeded({ ref: only.ref, routes: only.routes(), notes });
}

/**
 * `ingress/web` is also a pod or workload in a namespace of that name.
 * @returns that name, where the cluster has it; undefined for every other kind
 */
export function inNamespaceCalledSo(
  cluster: Cluster,
  { kind, word, name }: ObjectName,
): Extract<EndpointName, { type: "name" }> | undefined {
  if (word === undefined || !isRouteKind(kind)) return undefined;
  const found = { type: "name", namespace: word, name } as const;
  return workloadsCalled(cluster, found).length > 0 ? found : undefined;
}

/** What can be named instead of a route where an end of traffic is asked for. */
export function routeAsEnd(
  cluster: Cluster,
  { kind, namespace, name }: Pick<ObjectName, "kind" | "namespace" | "name">,
): Extract<Unresolved, { code: "route-as-end" }> {
  const routes = namedOfKind(cluster, kind)
    .filter(({ ref }) => ref.name === name && (namespace === undefined || ref.namespace === namespace))
    .flatMap((each) => each.routes());
  const behind = routes.flatMap(({ route }) => route.backends.map(serviceName));
  return {
    code: "route-as-end",
    kind,
    name,
    behind: [...new Set(behind)],
    connecting: controllerWorkloads({ routes }),
  };
}

/** Whose pods connect to the backends of a route: `edge/nginx`. */
export function controllerWorkloads({ routes }: Pick<AskedRoute, "routes">): string[] {
  const pods = routes.flatMap(({ controllers }) =>
    controllers.flatMap((each) => (each.type === "pods" ? each.pods : [])),
  );
  return [...new Set(pods.map(({ workload }) => qualifiedName(workload)))];
}

function workloadsCalled(
  { workloads }: Cluster,
  { namespace, name }: Extract<EndpointName, { type: "name" }>,
): Cluster["workloads"] {
  return workloads.filter(
    (workload) =>
      workload.namespace === namespace && (workload.name === name || workload.podNames.includes(name)),
  );
}

/** Something that can be named, with the routes that it stands for. */
interface Named {
  readonly ref: ObjectRef;
  routes(): ControlledRoute[];
}

function namedOfKind(cluster: Cluster, kind: string): Named[] {
  const { routes, gateways } = cluster.fronts;
  if (kind === "Gateway") return gateways.map(({ ref }) => ({ ref, routes: () => routesOn(cluster, ref) }));
  return routes
    .filter(({ ref }) => ref.kind === kind)
    .map((route) => ({
      ref: route.ref,
      routes: () => [{ route, controllers: routeControllers(cluster, route) }],
    }));
}

/** The routes that hang on a Gateway, with who connects for that one. */
function routesOn(cluster: Cluster, { namespace = "default", name }: ObjectRef): ControlledRoute[] {
  const implementedBy = { type: "gateways", gateways: [{ namespace, name }] } as const;
  return cluster.fronts.routes
    .filter(
      ({ implementedBy: by }) =>
        by.type === "gateways" &&
        by.gateways.some((each) => each.namespace === namespace && each.name === name),
    )
    .map((route) => ({ route, controllers: routeControllers(cluster, { implementedBy }) }));
}

/** `shop/ingress/web`, as it can be given. */
function nameOf({ ref }: Named): string {
  return typedPath(ref);
}

function notFound(
  { namespaces }: Cluster,
  { kind, name }: ObjectName,
  namespace: string | undefined,
  inScope: readonly Named[],
): RouteResolution {
  if (namespace !== undefined && inScope.length === 0 && !namespaces.has(namespace)) {
    const suggestions = nearestNames(namespace, [...namespaces.keys()]);
    return failed({ code: "no-namespace", namespace, suggestions });
  }
  const suggestions = nearestNames(
    name,
    inScope.map(({ ref }) => ref.name),
  );
  const isNear = ({ ref }: Named): boolean => suggestions.includes(ref.name);
  return failed({
    code: "not-found",
    kind,
    namespace,
    name,
    suggestions: inScope.filter(isNear).map(nameOf),
    others: inScope.filter((each) => !isNear(each)).map(nameOf),
  });
}
