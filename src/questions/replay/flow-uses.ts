import { earliest, latest } from "./counting.js";
import type { Tally } from "./tally.js";
import type { TallyGroup } from "./tally-group.js";
import { formatAddress } from "../../base/net/address.js";
import type { Change } from "../diff/group.js";
import type { JointRow } from "../diff/joint-rows.js";
import { hasPort, type Traffic } from "../../base/net/traffic.js";
import type { ReplayEnd } from "./ends.js";

/** How often recorded traffic had some flows. */
export interface FlowUse {
  /** Records that passed, and that were dropped, by whatever policy. */
  readonly passed: number;
  readonly dropped: number;
  readonly first: number | undefined;
  readonly last: number | undefined;
}

/** Some flows that a change is about. */
export interface UsedFlows {
  readonly from: readonly JointRow[];
  readonly to: readonly JointRow[];
  readonly traffic: Traffic;
  readonly family: Change["family"];
}

const UNUSED: FlowUse = { passed: 0, dropped: 0, first: undefined, last: undefined };

/** Tells how often flows between rows of a diff were recorded. */
export class FlowUses {
  /** Groups by the keys of both of their ends. */
  readonly #groups = new Map<string, Map<string, TallyGroup[]>>();
  readonly #addresses: { readonly end: ReplayEnd; readonly key: string }[] = [];

  constructor(tally: Tally) {
    const seen = new Set<ReplayEnd>();
    for (const group of tally.groups) {
      const [from, to] = [keyOf(group.from), keyOf(group.to)];
      const byTo = this.#groups.get(from) ?? new Map<string, TallyGroup[]>();
      this.#groups.set(from, byTo);
      const groups = byTo.get(to);
      if (groups === undefined) byTo.set(to, [group]);
      else groups.push(group);
      for (const end of [group.from, group.to]) {
        if (end.found.type !== "address" || seen.has(end)) continue;
        seen.add(end);
        this.#addresses.push({ end, key: keyOf(end) });
      }
    }
  }

  of({ from, to, traffic, family }: UsedFlows): FlowUse {
    const targets = [...new Set(to.flatMap((row) => this.#keysOf(row)))];
    let use = UNUSED;
    for (const source of new Set(from.flatMap((row) => this.#keysOf(row)))) {
      const byTo = this.#groups.get(source);
      if (byTo === undefined) continue;
      for (const target of targets)
        for (const group of byTo.get(target) ?? [])
          if (isAmong(group, traffic, family)) use = added(use, group);
    }
    return use;
  }

  /** The keys of the ends that a row stands for. */
  #keysOf({ row, ends, of, addresses }: JointRow): readonly string[] {
    if (of.representative.type === "addresses")
      return this.#addresses.flatMap(({ end, key }) =>
        end.found.type === "address" && addresses.has(end.found.address) ? [key] : [],
      );
    if (of.representative.type === "node") return row.names.map((name) => `node ${name}`);
    return ends.flatMap(({ before: { end }, workload }) => {
      const { endpoint } = end;
      if (endpoint.type !== "pod") return [];
      const own = endpoint.pods.map((name) => `pod ${endpoint.namespace}/${name}`);
      return own.length === 0 ? [`workload ${workload?.id ?? endpoint.id}`] : own;
    });
  }
}

function keyOf({ found }: ReplayEnd): string {
  switch (found.type) {
    case "pod":
      return `pod ${found.namespace}/${found.name}`;
    case "workload":
      return `workload ${found.id}`;
    case "node":
      return `node ${found.name}`;
    case "address":
    case "service":
      return `${found.type} ${formatAddress(found.address)}`;
    case "labels":
      return `labels ${found.namespace} ${found.name}`;
  }
}

function isAmong({ protocol, ports, family }: TallyGroup, traffic: Traffic, of: Change["family"]): boolean {
  if (of !== undefined && family !== undefined && of !== family) return false;
  if (protocol === undefined || ports === undefined) return traffic.other;
  return hasPort(traffic, { protocol, port: ports[0] });
}

function added(use: FlowUse, { fate, count, first, last }: TallyGroup): FlowUse {
  const isPassed = fate === "allowed" || fate === "would-drop";
  return {
    passed: use.passed + (isPassed ? count : 0),
    dropped: use.dropped + (isPassed ? 0 : count),
    first: earliest(use.first, first),
    last: latest(use.last, last),
  };
}

/** The changes of a diff with those first that recorded traffic had most, within each kind; others stay in their order. */
export function rankedByUse(changes: readonly Change[], uses: FlowUses): readonly Change[] {
  const used = new Map(changes.map((change) => [change, uses.of(change)]));
  const weight = (change: Change): number => {
    const { passed = 0, dropped = 0 } = used.get(change) ?? {};
    return passed + dropped;
  };
  const kinds = [...new Set(changes.map(({ change }) => change))];
  return changes.toSorted(
    (a, b) => kinds.indexOf(a.change) - kinds.indexOf(b.change) || weight(b) - weight(a),
  );
}
