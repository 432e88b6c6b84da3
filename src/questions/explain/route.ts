import { AddressSet } from "../../base/net/address-set.js";
import { ALL_PORTS, portSet } from "../../base/net/port-set.js";
import { backendCount } from "./backends.js";
import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { explain } from "./explain.js";
import { kindAndName, qualifiedName, type ObjectRef, typedPath } from "../../cluster/model/object-ref.js";
import { leadsOf, leadsOn, leadsTo, type RouteLead } from "../query/route-leads.js";
import { NO_COMMON_FAMILY } from "./answers.js";
import { askedEndpoint, resultEndpoint } from "./endpoint.js";
import { routeNotes } from "./route-notes.js";
import { routeSources, type RouteSource } from "./route-sources.js";
import { trafficOf, type Traffic } from "../../base/net/traffic.js";
import type { AskedRoute } from "../query/route.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { ExplainProblem } from "./problem.js";
import type { Explanation, MissingEnd, Note, Result, ResultEndpoint } from "./result.js";
import type { Profile } from "../../semantics/match/profile.js";
import type { Resolved } from "../query/resolution.js";
import type { ServiceRef } from "../../cluster/model/fronts.js";
import type { TrafficQuestion } from "../query/traffic.js";

/** A question about what the controllers of routes connect to. */
export interface RouteQuestion {
  readonly from: AskedRoute;
  /** A Service or pods among the backends; undefined for all of them. */
  readonly to: Resolved | undefined;
  readonly traffic: TrafficQuestion;
  readonly profile: Profile;
}

/**
 * Explains the connections that controllers make for an Ingress, a route or the routes of a Gateway: from their pods to
 * the pods behind each backend (S-ING-1). What clients send to the controllers is another question.
 */
export function explainRoute(
  cluster: Cluster,
  { from, to, traffic, profile }: RouteQuestion,
): Attempt<Explanation, ExplainProblem> {
  const all = leadsOf(cluster, from.routes);
  const leads = to === undefined ? all : leadsTo(all, to);
  if (leads.length === 0) return failed({ code: "no-backend", route: from.ref, backends: namesOf(all) });
  const asked = leadsOn(leads, to, traffic);
  if (!asked.ok) {
    const of = { type: "route", route: from.ref, backends: namesOf(leads) } as const;
    return failed({ code: "missing-port", port: asked.problem, of });
  }
  const explanations: Pick<Explanation, "results" | "notes">[] = [];
  for (const lead of asked.value)
    for (const source of routeSources(lead.of)) {
      const explained = explainLead(cluster, lead, source, profile);
      if (!explained.ok) return explained;
      explanations.push(explained.value);
    }
  const results = explanations.flatMap((each) => each.results);
  const isEveryKnown = results.every((each) => each.to.members.length > 0);
  const end = routeEnd(from.ref);
  return succeeded({
    from: end,
    to:
      to === undefined
        ? { ...end, id: `${end.id}/backends`, kind: "backends", shownAs: "its backends" }
        : askedEndpoint(to, resultEndpoint(cluster, to, to.endpoints)),
    results,
    ...(isEveryKnown ? { backends: backendCount(results) } : {}),
    notes: unique([
      ...from.notes,
      ...(to?.notes ?? []).filter(({ code }) => code !== "service-of-same-name"),
      ...routeNotes(asked.value.map(({ of }) => of)),
      ...explanations.flatMap((each) => each.notes),
    ]),
  });
}

/** The backends of a route, as people call them: `shop/web port 80`. */
function namesOf(leads: readonly RouteLead[]): string[] {
  return [
    ...new Set(
      leads.map(({ ref }) => `${qualifiedName(ref)}${ref.port === undefined ? "" : ` port ${ref.port}`}`),
    ),
  ];
}

function explainLead(
  cluster: Cluster,
  lead: RouteLead,
  source: RouteSource,
  profile: Profile,
): Attempt<Pick<Explanation, "results" | "notes">, ExplainProblem> {
  const { from, isPods, missing } = source;
  const { target, number, port } = lead;
  const route = { ref: lead.of.route.ref, missing };
  const traffic = trafficOf(port.protocol, number === undefined ? ALL_PORTS : portSet([[number, number]]));
  if (target.type === "missing") {
    return succeeded({
      results: [{ ...nowhere(cluster, from, lead.ref, target.code, traffic), route }],
      notes: [],
    });
  }
  const to = target.type === "name" ? target.to : throughService(target, isPods);
  const explained = explain(cluster, { from, to, traffic: { ranges: traffic, names: [] }, profile });
  if (!explained.ok) return explained;
  const { results, notes } = explained.value;
  return succeeded({ results: results.map((each) => ({ ...each, route })), notes });
}

/** The backends of a Service, as a controller connects to them. */
function throughService(
  { asked, port }: Extract<RouteLead["target"], { type: "service" }>,
  isRewritten: boolean,
): Resolved {
  return {
    shownAs: qualifiedName(asked.service.ref),
    kind: "Service",
    workload: undefined,
    endpoints: asked.backends.map(({ endpoint }) => endpoint),
    services: [{ ...asked, routed: { port, isRewritten } }],
    notes: [],
  };
}

/** The answer where the input does not tell to whom a controller would connect. */
function nowhere(
  cluster: Cluster,
  from: Resolved,
  ref: ServiceRef,
  code: MissingEnd["code"],
  traffic: Traffic,
): Result {
  return {
    ...NO_COMMON_FAMILY,
    reasons: [{ type: "fact", code }],
    from: resultEndpoint(cluster, from, from.endpoints),
    to: endNamed("Service", ref.namespace, ref.name, qualifiedName(ref)),
    traffic,
    path: undefined,
    isLoopback: false,
    isHairpin: false,
    freePriorities: [],
  };
}

function routeEnd({ kind, namespace = "default", name }: ObjectRef): ResultEndpoint {
  return endNamed(kind, namespace, name, kindAndName({ kind, namespace, name }));
}

function endNamed(kind: string, namespace: string, name: string, shownAs: string): ResultEndpoint {
  return {
    id: typedPath({ kind, namespace, name }),
    kind,
    namespace,
    name,
    labels: undefined,
    addresses: AddressSet.EMPTY,
    pods: [],
    members: [],
    shownAs,
    isWhole: true,
  };
}

function unique(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()];
}
