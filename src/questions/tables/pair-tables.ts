import { ALL_TRAFFIC, isNoTraffic, PROTOCOLS, type Protocol, type Traffic } from "../../base/net/traffic.js";
import { classesOf, type EndClass } from "../../semantics/reach/classes.js";
import { columnsOf, NO_TEXT, type TableCell, type Table } from "./table.js";
import { deciderKey } from "../../semantics/evaluate/decider.js";
import { decidersOf } from "../../semantics/reach/connections.js";
import { evaluate } from "../../semantics/evaluate/evaluate.js";
import { DIRECT, type Way } from "../../semantics/evaluate/flow.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import { FIRST_PORT, LAST_PORT, portSet, subtractPorts, type PortRange } from "../../base/net/port-set.js";
import { FlowVerdicts, halvesOf, mayHave, type Halves } from "../replay/verdicts.js";
import { nodeOf, type Endpoint } from "../../cluster/model/endpoint.js";
import { Numbered } from "./numbered.js";
import { Reach } from "../../semantics/reach/reach.js";
import { nodePortsOf } from "../../cluster/model/services.js";
import { servicesAt } from "../query/service.js";
import { within } from "../replay/compare.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { FoundEnds } from "./found-ends.js";
import type { Outcomes } from "../../semantics/reach/cells.js";
import type { Part } from "../../semantics/evaluate/evaluate.js";
import type { ReplayEnd, StateEnds } from "../replay/ends.js";
import type { ReplayState } from "../replay/state.js";
import type { Work } from "../../base/limits/work.js";

/** What a range of ports of a flow comes to; 0 for a Service that has no backends there, and for a node where a Service has opened it. */
interface Interval {
  readonly protocol: Protocol | undefined;
  readonly ports: PortRange;
  readonly answer: number;
}

/** How two ends are related: a pod and itself, what is on one node, or neither. */
type PairRelation = "self" | "own" | "other";

/** The number of a flow that no pair has: ends of families that they don't have. */
const NO_FLOW = 0;

/** What every pair of classes comes to: pairs of one kind share their intervals. */
export class PairTables {
  readonly #pairs: TableCell[][] = [];
  readonly #flows = new Numbered<readonly Interval[]>();
  readonly #answers = new Numbered<Halves>();
  readonly #classes = new Map<number, { readonly number: number; readonly hasOwn: boolean }>();
  /** By the leaves of both halves of a flow. */
  readonly #known = new WeakMap<Outcomes, WeakMap<Outcomes, number>>();
  #next = 1;

  /** What the numbers of answers stand for, the first one 1. */
  get answers(): readonly Halves[] {
    return this.#answers.values;
  }

  classOf({ number }: ReplayEnd): { readonly number: number; readonly hasOwn: boolean } {
    return this.#classes.get(number) ?? { number: 0, hasOwn: false };
  }

  /** Adds every pair of ends of a state. */
  add(state: ReplayState, ends: StateEnds, index: number, found: FoundEnds, work: Work | undefined): void {
    const cluster = within(state.cluster, work);
    const own = [...found.ends.values()].filter((each) => each.state === index);
    const endpoints = own.flatMap(({ endpoint }) => (endpoint === undefined ? [] : [{ endpoint }]));
    const classes = classesOf(cluster, endpoints, ends.distinctions);
    const seen = classes.filter(({ isOwnNode }) => !isOwnNode);
    const classOf = new Map(
      seen.flatMap((each) => each.members.map(({ endpoint }) => [endpoint, each] as const)),
    );
    const first = this.#next;
    this.#next += seen.length;
    for (const end of own) {
      const endClass = end.endpoint === undefined ? undefined : classOf.get(end.endpoint);
      if (endClass === undefined) continue;
      const hasOwn = endClass.asOwnNode !== undefined;
      this.#classes.set(end.number, { number: first + endClass.index, hasOwn });
    }
    const reach = new Reach(cluster, state.profile, classes, { atLimit: "unknown" });
    for (const from of seen) {
      for (const to of seen)
        for (const family of FAMILIES) this.#pair(reach, from, to, family, [index + 1, first]);
    }
    this.#services(new FlowVerdicts(cluster, state.profile), ends, index, found);
  }

  #pair(
    reach: Reach,
    from: EndClass,
    to: EndClass,
    family: Family,
    [state, first]: readonly [state: number, first: number],
  ): void {
    const isNode = to.representative.type === "node";
    const add = (relation: PairRelation, flow: number): void => {
      const own = isNode ? this.#withoutNodePorts(flow, reach.cluster) : flow;
      this.#pairs.push([state, first + from.index, first + to.index, relation, family, own]);
    };
    if (!mayHave(from.representative, family) || !mayHave(to.representative, family)) return;
    const isTalking = from.families.includes(family) && to.families.includes(family);
    // A walk over all ends leaves out those that don't have the family, and what is outside at both ends.
    const isWalked = isTalking && !(isAddress(from) && isAddress(to));
    const ends = [from.representative, to.representative] as const;
    add(
      "other",
      isWalked
        ? this.#walked(reach, from.index, to.index, family)
        : this.#evaluated(reach, ends, family, DIRECT),
    );
    if (from.asOwnNode !== undefined || to.asOwnNode !== undefined) {
      const own = isWalked ? undefined : onOneNode(from, to);
      if (isWalked)
        add("own", this.#walked(reach, from.asOwnNode ?? from.index, to.asOwnNode ?? to.index, family));
      else if (own !== undefined) add("own", this.#evaluated(reach, own, family, DIRECT));
    }
    if (from === to && from.representative.type === "pod")
      add("self", this.#evaluated(reach, ends, family, { type: "loopback" }));
  }

  #walked(reach: Reach, from: number, to: number, family: Family): number {
    const flow = reach.flow(from, to, family);
    let byIngress = this.#known.get(flow.egress);
    if (byIngress === undefined) this.#known.set(flow.egress, (byIngress = new WeakMap()));
    const known = byIngress.get(flow.ingress);
    if (known !== undefined) return known;
    const number = this.#flowOf(flow.parts, (part) => halvesOf(part, decidersOf(flow, part)));
    byIngress.set(flow.ingress, number);
    return number;
  }

  #evaluated(
    { cluster, profile }: Reach,
    [from, to]: readonly [Endpoint, Endpoint],
    family: Family,
    way: Way,
  ): number {
    const { parts } = evaluate(cluster, { from, to, family, traffic: ALL_TRAFFIC, way }, profile, "unknown");
    return this.#flowOf(parts, (part) => {
      const by = (leaves: Part["egress"]["leaves"]) => leaves.map((leaf) => leaf.by);
      return halvesOf(part, { egress: by(part.egress.leaves), ingress: by(part.ingress.leaves) });
    });
  }

  #flowOf(parts: readonly Part[], halves: (part: Part) => Halves): number {
    return this.#flow(
      parts.flatMap((part) => {
        const answer = this.#answer(halves(part));
        return rangesOf(part.traffic).map((each) => ({ ...each, answer }));
      }),
    );
  }

  /** The same flow, but for the ports that Services have opened on every node. */
  #withoutNodePorts(flow: number, cluster: Cluster): number {
    const opened = nodePortsOf(cluster);
    if (isNoTraffic(opened)) return flow;
    const left = (this.#flows.values[flow - 1] ?? []).flatMap((each): Interval[] =>
      each.protocol === undefined
        ? [each]
        : subtractPorts([each.ports], opened[each.protocol]).map((ports) => ({ ...each, ports })),
    );
    const taken = PROTOCOLS.flatMap((protocol) =>
      opened[protocol].map((ports): Interval => ({ protocol, ports, answer: 0 })),
    );
    return this.#flow([...left, ...taken]);
  }

  #flow(intervals: readonly Interval[]): number {
    return this.#flows.numberOf(JSON.stringify(intervals), () => intervals);
  }

  #answer(answer: Halves): number {
    const half = ({ verdict, steps, reasons }: Halves["both"]): unknown => [
      verdict,
      steps.map(({ decider, direction }) => deciderKey(decider, direction)),
      reasons,
    ];
    const { egress, ingress, both } = answer;
    return this.#answers.numberOf(JSON.stringify([egress, ingress, both].map(half)), () => answer);
  }

  /** Calls to addresses of Services: each port is a way of its own, and a backend that calls itself another one. */
  #services(verdicts: FlowVerdicts, { cluster }: StateEnds, state: number, found: FoundEnds): void {
    const callers = found.plainOf(state).filter(({ endpoint }) => endpoint !== undefined);
    for (const service of found.plainOf(state).filter(({ endpoint }) => endpoint === undefined)) {
      if (service.found.type !== "service") continue;
      const asked = servicesAt(cluster, service.found.address);
      const backends = new Set(asked.flatMap((each) => each.backends.map(({ endpoint }) => endpoint.id)));
      const ports = asked.flatMap((each) => each.service.ports.map(({ port }) => port));
      const number = this.#next++;
      this.#classes.set(service.number, { number, hasOwn: false });
      const known = new Map<string, number>();
      for (const caller of callers)
        for (const family of FAMILIES) {
          if (caller.endpoint !== undefined && !mayHave(caller.endpoint, family)) continue;
          const isBackend = caller.endpoint !== undefined && backends.has(caller.endpoint.id);
          const key = `${family} ${isBackend ? `end ${caller.number}` : this.classOf(caller).number}`;
          const flow = known.get(key) ?? this.#called(verdicts, caller, service, family, ports);
          known.set(key, flow);
          this.#pairs.push([state + 1, caller.number + 1, number, "other", family, flow]);
        }
    }
  }

  #called(
    verdicts: FlowVerdicts,
    from: ReplayEnd,
    to: ReplayEnd,
    family: Family,
    own: readonly number[],
  ): number {
    const answer = (protocol: Protocol | undefined, ports: PortRange | undefined): number => {
      const found = verdicts.of({ from, to, protocol, ports, family, isSelf: false });
      return found === undefined ? 0 : this.#answer(found);
    };
    const listed = portSet(own.map((port): PortRange => [port, port]));
    const intervals = PROTOCOLS.flatMap((protocol): Interval[] => {
      const each = [...new Set(own)].map((port): Interval => {
        const ports: PortRange = [port, port];
        return { protocol, ports, answer: answer(protocol, ports) };
      });
      // Ports that no Service has there are all alike.
      const rest = subtractPorts([[FIRST_PORT, LAST_PORT]], listed);
      const [any] = rest;
      const none = any === undefined ? 0 : answer(protocol, [any[0], any[0]]);
      return [...each, ...rest.map((ports): Interval => ({ protocol, ports, answer: none }))];
    });
    const other: Interval = { protocol: undefined, ports: [0, 0], answer: answer(undefined, undefined) };
    return this.#flow([...intervals, other]);
  }

  pairTable(): Table<"pairs"> {
    return {
      name: "pairs",
      columns: columnsOf(
        "number state",
        "number source",
        "number destination",
        "text relation",
        "text family",
        "number flow",
      ),
      rows: this.#pairs,
    };
  }

  /** Intervals without a gap for each flow and protocol. */
  intervalTable(): Table<"intervals"> {
    const whole: readonly Interval[] = [
      ...PROTOCOLS.map((protocol): Interval => ({ protocol, ports: [FIRST_PORT, LAST_PORT], answer: 0 })),
      { protocol: undefined, ports: [0, 0], answer: 0 },
    ];
    const rows = [whole, ...this.#flows.values].flatMap((intervals, flow) =>
      intervals.map(({ protocol, ports: [lo, hi], answer }): TableCell[] => [
        flow === 0 ? NO_FLOW : flow,
        protocol ?? NO_TEXT,
        lo,
        hi,
        answer,
      ]),
    );
    return {
      name: "intervals",
      columns: columnsOf("number flow", "text protocol", "number lo", "number hi", "number answer"),
      rows,
    };
  }
}

/** Two ends of these classes that are, or are on, one node; undefined where no two are. */
function onOneNode(from: EndClass, to: EndClass): readonly [Endpoint, Endpoint] | undefined {
  const byNode = new Map(to.members.map(({ endpoint }) => [nodeOf(endpoint), endpoint] as const));
  for (const { endpoint } of from.members) {
    const node = nodeOf(endpoint);
    const other = node === undefined ? undefined : byNode.get(node);
    if (other !== undefined) return [endpoint, other];
  }
  return undefined;
}

function isAddress({ representative }: EndClass): boolean {
  return representative.type === "addresses";
}

/** The intervals of some traffic; protocols without ports have the port 0. */
function rangesOf(traffic: Traffic): readonly Omit<Interval, "answer">[] {
  return [
    ...PROTOCOLS.flatMap((protocol) => traffic[protocol].map((ports) => ({ protocol, ports }))),
    ...(traffic.other ? [{ protocol: undefined, ports: [0, 0] as const }] : []),
  ];
}
