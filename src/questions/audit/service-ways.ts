import { AddressSet } from "../../base/net/address-set.js";
import { backendsOf, listedBackends, type Backend } from "../../cluster/model/services.js";
import { evaluate } from "../../semantics/evaluate/evaluate.js";
import { factEndOf } from "../../semantics/match/fact-end.js";
import { formatAddress, FAMILIES, type Address, type Family } from "../../base/net/address.js";
import { meaningOf, outcomeOf, type PartOutcome } from "./judge.js";
import { oncePer } from "../../base/collections/once-per.js";
import { portSet } from "../../base/net/port-set.js";
import { reachableFamilies, type Endpoint } from "../../cluster/model/endpoint.js";
import { routeControllers, type RouteController } from "../../cluster/model/route-controllers.js";
import {
  distinctBackends,
  serviceNamed,
  servicePortNamed,
  backendProtocol,
} from "../../cluster/model/route-backends.js";
import { trafficKey, trafficMeets, trafficOf, type Traffic } from "../../base/net/traffic.js";
import { DIRECT, type Way } from "../../semantics/evaluate/flow.js";
import type { AddedBy, Entrance } from "../../cluster/model/service-path.js";
import type { Bypass, Missing, ServiceWay } from "./result.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import { askedOf } from "./targets.js";
import { knownAddressesOf } from "./destination-ends.js";
import type { DestinationClass } from "./destinations.js";
import type { Reach } from "../../semantics/reach/reach.js";
import type { RouteObject } from "../../cluster/model/fronts.js";
import type { ServiceObject, ServicePort } from "../../cluster/model/objects.js";
import type { AuditSource } from "./sources.js";
import type { Unsettled } from "../../semantics/match/unsettled.js";

/** What ways round a block come to for some pods: those that there are, and what is missing to tell of others. */
export interface Ways {
  readonly bypasses: readonly Bypass[];
  readonly missing: readonly Missing[];
}

/** A way through a Service to something that is in a class. */
interface Lead {
  readonly service: ServiceObject;
  readonly backend: Endpoint;
  readonly addedBy: AddedBy | undefined;
  readonly port: ServicePort;
  readonly traffic: Traffic;
  /** `169.254.169.254:80`. */
  readonly to: string;
}

/** Services that lead round what blocks a class: B-2, B-3, B-4, B-5, and with routes in front of them B-7. */
export class ServiceWays {
  readonly #cluster: Cluster;
  readonly #reach: Reach;
  readonly #evaluated = new Map<string, Map<string, PartOutcome | undefined>>();

  constructor(cluster: Cluster, reach: Reach) {
    this.#cluster = cluster;
    this.#reach = reach;
  }

  of(source: AuditSource, to: DestinationClass): Ways {
    const found: Ways[] = [
      ...this.#leadsTo(to).map((lead) => this.#through(source, lead)),
      ...this.#published(to).map((bypass) => ({ bypasses: [bypass], missing: [] })),
      ...this.#takenOver(to).map(([service, address]) =>
        this.#atAddress(source, service, address, askedOf(to)),
      ),
      ...this.#aliasesOf(to).map((service) => this.#byName(source, to, service)),
      ...this.#routesTo(to),
    ];
    return {
      bypasses: found.flatMap((each) => each.bypasses),
      missing: found.flatMap((each) => each.missing),
    };
  }

  readonly #addressesOf = oncePer((to: DestinationClass): AddressSet =>
    AddressSet.unionOf([to.addresses, ...to.destinations.map(({ endpoint }) => knownAddressesOf(endpoint))]),
  );

  /** B-2: Services with addresses that somebody has listed for them, with those that are in a class. */
  readonly #leadsTo = oncePer((to: DestinationClass): readonly Lead[] => {
    const wanted = this.#addressesOf(to);
    return this.#cluster.services
      .filter(({ type }) => type !== "ExternalName")
      .flatMap((service) =>
        listedBackends(this.#cluster, service, { isHeadless: false })
          .filter(({ endpoint }) => isIn(endpoint, wanted))
          .flatMap((backend) => leadsOf(service, backend))
          .filter(({ traffic }) => trafficMeets(traffic, askedOf(to))),
      );
  });

  #through(source: AuditSource, lead: Lead): Ways {
    const { service, backend, addedBy, port, traffic } = lead;
    // The addresses behind a headless Service are sent to as they are.
    if (service.isHeadless) return NONE;
    const address = service.addressesOf.cluster;
    const outcome = this.#worst(
      source,
      backend,
      (family): Sent => {
        const own = address.find((each) => each.family === family);
        const entrance: Entrance = { type: "cluster", address: own };
        return { traffic, way: throughService(service, entrance, port) };
      },
      `B-2 ${serviceKey(service)} ${port.protocol} ${port.port} ${lead.to}`,
    );
    const at = addedBy?.origin ?? service.origin;
    return wayOf(outcome, { id: "B-2", service: service.ref, at, to: lead.to, addedBy });
  }

  /** B-5: from outside of the cluster no policy of pods is asked. */
  readonly #published = oncePer((to: DestinationClass): readonly Bypass[] => {
    // Whoever is outside reaches the internet anyway.
    if (to.name === "internet") return [];
    const leads = this.#leadsTo(to).filter(({ service }) => service.isPublished);
    return leads.map(({ service, addedBy, to: address }) => ({
      id: "B-5",
      service: service.ref,
      at: addedBy?.origin ?? service.origin,
      to: address,
      addedBy,
      verdict: "outside",
    }));
  });

  /** B-4: Services that take over an address of a class. */
  readonly #takenOver = oncePer((to: DestinationClass): readonly (readonly [ServiceObject, Address])[] => {
    const wanted = this.#addressesOf(to);
    return this.#cluster.services.flatMap((service) =>
      service.addressesOf.external
        .filter((address) => wanted.has(address))
        .map((address): readonly [ServiceObject, Address] => [service, address]),
    );
  });

  /** @param asked what is asked about, as it is sent to the address: the Service's ports */
  #atAddress(source: AuditSource, service: ServiceObject, address: Address, asked: Traffic): Ways {
    const to = formatAddress(address);
    const base = { id: "B-4", service: service.ref, at: service.origin } as const;
    const backends = backendsOf(this.#cluster, service, { isHeadless: false });
    const ports = service.ports.filter(({ protocol, port }) =>
      trafficMeets(asked, trafficOf(protocol, portSet([[port, port]]))),
    );
    const ways = backends.flatMap((backend) =>
      ports.flatMap((port): Ways[] => {
        const listening = backend.portFor(port);
        if (listening === undefined) return [];
        const traffic = trafficOf(listening.protocol, portSet([[listening.port, listening.port]]));
        const key = `B-4 ${serviceKey(service)} ${to} ${port.protocol} ${port.port} ${backend.endpoint.id}`;
        const entrance: Entrance = { type: "external", address };
        const outcome = this.#worst(
          source,
          backend.endpoint,
          (family) =>
            family === address.family ? { traffic, way: throughService(service, entrance, port) } : undefined,
          key,
        );
        return [wayOf(outcome, { ...base, to: `${to}:${port.port}`, addedBy: backend.addedBy })];
      }),
    );
    const bypasses = ways.flatMap((each) => each.bypasses.flatMap((way) => (way.id === "B-4" ? [way] : [])));
    return {
      bypasses: bypasses.toSorted(byVerdict).slice(0, 1),
      missing: ways.flatMap(({ missing }) => missing),
    };
  }

  /** B-3: Services that stand for a name of a class, or for a name that has one of its addresses. */
  readonly #aliasesOf = oncePer((to: DestinationClass): readonly ServiceObject[] => {
    // Every name outside is one of the internet: what is sent there by name is what is sent there.
    if (to.name === "internet") return [];
    const wanted = this.#addressesOf(to);
    const { dns } = this.#cluster.facts;
    return this.#cluster.services.filter(({ externalName }) => {
      if (externalName === undefined) return false;
      const name = externalName.toLowerCase().replace(/\.$/, "");
      return to.names.includes(name) || (dns?.get(name) ?? []).some((each) => wanted.has(each));
    });
  });

  /** What is sent by the name is sent to the address, but rules may allow the name (S-FQ-1). */
  #byName(source: AuditSource, to: DestinationClass, service: ServiceObject): Ways {
    const name = (service.externalName ?? "").toLowerCase().replace(/\.$/, "");
    const singles = to.destinations.filter(
      ({ endpoint }) => endpoint.type === "addresses" && endpoint.addresses.onlyAddress !== undefined,
    );
    const way: Way = { type: "direct", toName: name };
    const outcomes = singles.flatMap(({ endpoint, traffic }) => {
      const key = `B-3 ${name} ${endpoint.id} ${trafficKey(traffic)}`;
      return this.#worst(source, endpoint, () => ({ traffic, way }), key) ?? [];
    });
    const outcome = outcomes.toSorted(byVerdict)[0];
    return wayOf(outcome, { id: "B-3", service: service.ref, at: service.origin, to: name });
  }

  /** B-7: a controller connects to what a route leads to, and not who asks for it. */
  readonly #routesTo = oncePer((to: DestinationClass): readonly Ways[] => {
    const leads = this.#leadsTo(to);
    const aliases = this.#aliasesOf(to);
    return this.#cluster.fronts.routes.flatMap((route) =>
      distinctBackends(route).flatMap((ref): Ways[] => {
        const service = serviceNamed(this.#cluster, ref);
        if (service === undefined) return [];
        const port = servicePortNamed(service, ref.port, backendProtocol(route));
        const through = leads.filter(
          (lead) => lead.service === service && (port === undefined || lead.port === port),
        );
        const isAlias = aliases.includes(service);
        if (through.length === 0 && !isAlias) return [];
        return routeControllers(this.#cluster, route).map((controller) =>
          this.#byController(route, service, controller, through, isAlias ? to : undefined),
        );
      }),
    );
  });

  #byController(
    route: RouteObject,
    service: ServiceObject,
    controller: RouteController,
    leads: readonly Lead[],
    alias: DestinationClass | undefined,
  ): Ways {
    const base = { id: "B-7", route: route.ref, at: route.origin, service: service.ref } as const;
    if (controller.type !== "pods") {
      const why = controller.type === "outside" ? "outside" : controller.missing;
      return { bypasses: [], missing: [{ code: "controller", route: route.ref, why }] };
    }
    const byAlias = alias === undefined ? [] : [...alias.destinations];
    for (const { pod, workload } of controller.pods) {
      const sends = [
        ...leads.map(({ backend, traffic, to }) => ({ backend, traffic, to })),
        ...byAlias.map(({ endpoint, traffic, shownAs }) => ({ backend: endpoint, traffic, to: shownAs })),
      ];
      for (const { backend, traffic, to } of sends) {
        const isOpen = this.#familiesOf(backend).some((family) =>
          evaluate(
            this.#cluster,
            { from: pod, to: backend, family, traffic, way: DIRECT },
            this.#reach.profile,
            "unknown",
          ).parts.some(({ verdict }) => verdict !== "denied"),
        );
        if (isOpen) return { bypasses: [{ ...base, controller: workload.id, to }], missing: [] };
      }
    }
    return NONE;
  }

  #familiesOf(endpoint: Endpoint): readonly Family[] {
    return endpoint.type === "domain" ? FAMILIES : reachableFamilies(this.#cluster, endpoint);
  }

  /** The best that some traffic comes to, over each family of what it is sent to; undefined where all of it is denied. */
  #worst(
    source: AuditSource,
    to: Endpoint,
    sent: (family: Family) => Sent | undefined,
    key: string,
  ): PartOutcome | undefined {
    // What a pod may send hangs on the policies that select it; pods as destinations also see who sends.
    const alike =
      source.type === "new" || to.type === "pod"
        ? `${source.type === "new" ? source.id : ""} ${source.endClass.index}`
        : this.#reach.selections.of(source.endClass).alike.egress;
    const known = this.#evaluated.get(key) ?? new Map<string, PartOutcome | undefined>();
    this.#evaluated.set(key, known);
    if (known.has(alike)) return known.get(alike);
    const from = source.type === "new" ? source.pods.pod : source.endClass.representative;
    const meaning = meaningOf(source, { certainty: "settled", endpoint: to }, { end: factEndOf(from) });
    const outcomes = this.#familiesOf(to).flatMap((family): PartOutcome[] => {
      const asked = sent(family);
      if (asked === undefined) return [];
      const { parts } = evaluate(
        this.#cluster,
        { from, to, family, ...asked },
        this.#reach.profile,
        "unknown",
      );
      return parts.map((part) => outcomeOf(part, meaning));
    });
    const [worst] = outcomes.toSorted(byVerdict);
    const outcome = worst?.verdict === "denied" ? undefined : worst;
    known.set(alike, outcome);
    return outcome;
  }
}

interface Sent {
  readonly traffic: Traffic;
  readonly way: Way;
}

const NONE: Ways = { bypasses: [], missing: [] };

const ORDER: readonly string[] = ["outside", "allowed", "undefined", "unknown", "denied"];

function byVerdict(a: { readonly verdict?: string }, b: { readonly verdict?: string }): number {
  return ORDER.indexOf(a.verdict ?? "") - ORDER.indexOf(b.verdict ?? "");
}

function wayOf(outcome: PartOutcome | undefined, bypass: Omit<ServiceWay, "verdict">): Ways {
  if (outcome === undefined || outcome.verdict === "denied") return NONE;
  const { verdict, reasons } = outcome;
  return { bypasses: [{ ...bypass, verdict }], missing: missingOf(verdict, reasons, bypass.to) };
}

function missingOf(verdict: string, reasons: readonly Unsettled[], to: string): Missing[] {
  return verdict === "allowed" ? [] : [{ code: "unsettled", reasons, to: [to], isWhole: false }];
}

function throughService(service: ServiceObject, entrance: Entrance, port: ServicePort): Way {
  return {
    type: "service",
    path: { service, entrance, port, number: port.port },
    isHairpin: false,
    toName: undefined,
  };
}

function serviceKey({ ref }: ServiceObject): string {
  return `${ref.namespace}/${ref.name}`;
}

function isIn(endpoint: Endpoint, wanted: AddressSet): boolean {
  if (endpoint.type === "domain") return false;
  const own =
    endpoint.type === "addresses" ? endpoint.addresses : AddressSet.ofEach(endpoint.addresses ?? []);
  return own.meets(wanted);
}

function leadsOf(service: ServiceObject, { endpoint, portFor, addedBy }: Backend): Lead[] {
  return service.ports.flatMap((port): Lead[] => {
    const listening = portFor(port);
    if (listening === undefined) return [];
    const traffic = trafficOf(listening.protocol, portSet([[listening.port, listening.port]]));
    const to = `${nameOf(endpoint)}:${listening.port}`;
    return [{ service, backend: endpoint, addedBy, port, traffic, to }];
  });
}

function nameOf(endpoint: Endpoint): string {
  return endpoint.type === "pod" ? endpoint.id : endpoint.name;
}
