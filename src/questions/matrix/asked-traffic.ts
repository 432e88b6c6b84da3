import { ALL_TRAFFIC, NO_TRAFFIC, trafficKey, unionTraffic, type Traffic } from "../../base/net/traffic.js";
import { oncePer } from "../../base/collections/once-per.js";
import { trafficFor, type TrafficQuestion } from "../query/traffic.js";
import type { ContainerPort, Endpoint } from "../../cluster/model/endpoint.js";
import type { Row } from "../../semantics/reach/rows.js";

/** Which traffic a question is about; port names mean what each destination declares. */
export class AskedTraffic {
  readonly #question: TrafficQuestion | undefined;
  readonly #behind: ReadonlyMap<string, Traffic>;
  readonly #known = new Map<string, Traffic>();
  /** Of a destination; the same object for the same traffic. */
  readonly to: (row: Row) => Traffic;

  /**
   * @param question undefined asks about all traffic
   * @param behind what is sent to endpoints, by their ids, that are asked for as what stands behind a Service
   */
  constructor(question: TrafficQuestion | undefined, behind: ReadonlyMap<string, Traffic>) {
    this.#question = question;
    this.#behind = behind;
    const everywhere = question === undefined ? ALL_TRAFFIC : question.ranges;
    const isNamed = question !== undefined && question.names.length > 0;
    const ofRow = isNamed ? oncePer((row: Row) => this.#ofNames(question, row)) : () => everywhere;
    this.to = behind.size === 0 ? ofRow : oncePer((row) => this.#ofServices(row) ?? ofRow(row));
  }

  /** The first port name that none of some destinations declares, with those that they do. */
  undeclared(rows: readonly Row[]): UndeclaredPort | undefined {
    const names = this.#question?.names ?? [];
    if (names.length === 0) return undefined;
    const asked = rows.filter((row) => this.#ofServices(row) === undefined);
    if (asked.length === 0) return undefined;
    const declared = asked.flatMap((row) => endpointsOf(row).flatMap(portsOf));
    const missing = names.find(
      ({ name, protocol }) =>
        !declared.some(
          (port) => port.name === name && (protocol === undefined || port.protocol === protocol),
        ),
    );
    if (missing === undefined) return undefined;
    const others = declared.flatMap(({ name }) => (name === undefined ? [] : [name]));
    return { name: missing.name, declared: [...new Set(others)].toSorted() };
  }

  /** Each port name of the question with the workloads that declare none of that name; of others nothing is said. */
  withoutPort(rows: readonly Row[]): PortlessWorkloads[] {
    const asked = rows.filter((row) => this.#ofServices(row) === undefined);
    return (this.#question?.names ?? []).flatMap((name) => {
      const workloads = asked.flatMap((row) => {
        // What a pod declares that does not exist yet is not known.
        const endpoints = endpointsOf(row).filter((each) => each.type === "pod" && each.ports !== undefined);
        const isWithout = endpoints.every(
          (each) => !trafficFor({ ranges: NO_TRAFFIC, names: [name] }, each).ok,
        );
        return endpoints.length > 0 && isWithout ? [`${row.namespace}/${row.name}`] : [];
      });
      const port = name.protocol === undefined ? name.name : `${name.name}/${name.protocol.toLowerCase()}`;
      return workloads.length === 0 ? [] : [{ port, workloads: [...new Set(workloads)].toSorted() }];
    });
  }

  #ofNames({ ranges, names }: TrafficQuestion, row: Row): Traffic {
    let traffic = ranges;
    for (const endpoint of endpointsOf(row)) {
      for (const name of names) {
        const found = trafficFor({ ranges: NO_TRAFFIC, names: [name] }, endpoint);
        if (found.ok) traffic = unionTraffic(traffic, found.value);
      }
    }
    return this.#same(traffic);
  }

  /** What the endpoints of a row are sent by the Services that they are asked for behind. */
  #ofServices(row: Row): Traffic | undefined {
    const sent = endpointsOf(row).flatMap(({ id }) => this.#behind.get(id) ?? []);
    return sent.length === 0 ? undefined : this.#same(sent.reduce(unionTraffic, NO_TRAFFIC));
  }

  #same(traffic: Traffic): Traffic {
    const key = trafficKey(traffic);
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, traffic);
    return known ?? traffic;
  }
}

/** Workloads that declare no port of a name, as `namespace/name`. */
export interface PortlessWorkloads {
  /** As it was asked for: with its protocol where one was. */
  readonly port: string;
  readonly workloads: readonly string[];
}

/** A port name that no destination declares. */
export interface UndeclaredPort {
  readonly name: string;
  readonly declared: readonly string[];
}

/** The endpoints of a class that a row stands for; others of the class may declare other ports. */
function endpointsOf({ endClass, names, namespace, id }: Row): Endpoint[] {
  const own = new Set(names);
  return endClass.members.flatMap(({ endpoint }) => {
    if (endpoint.type !== "pod" || endpoint.namespace !== namespace) return [];
    const isOwn = own.size === 0 ? endpoint.id === id : endpoint.pods.some((pod) => own.has(pod));
    return isOwn ? [endpoint] : [];
  });
}

function portsOf(endpoint: Endpoint): readonly ContainerPort[] {
  return endpoint.type === "pod" ? (endpoint.ports ?? []) : [];
}
