import { DIRECTIONS } from "../../cluster/model/policy.js";
import { LAST_PORT, type PortRange } from "../../base/net/port-set.js";
import type { Cluster } from "../../cluster/model/cluster.js";

/** Ports from here on are mostly those of clients, one after another. */
const FIRST_EPHEMERAL = 32_768;

/**
 * The ports that nothing in a cluster tells apart are one: a log may have all of them. Ports that a policy, a Service or a container
 * names stay by themselves; those below the first that is folded, too.
 */
export class PortFolds {
  /** Where runs of ports begin that are counted with one, ascending; ports below the first are by themselves. */
  readonly starts: readonly number[];

  readonly #first: number;

  /** @param starts as {@link starts}, of others */
  private constructor(starts: readonly number[]) {
    this.starts = starts;
    this.#first = starts[0]!;
  }

  /** The same folds as others, by their `starts`. */
  static of(starts: readonly number[]): PortFolds {
    return new PortFolds(starts);
  }

  /** @param from the first port that is folded: by default of those that are mostly clients' */
  static in(clusters: readonly Cluster[], from = FIRST_EPHEMERAL): PortFolds {
    const starts = new Set<number>([from]);
    const add = (first: number, last: number): void => {
      if (last >= from) starts.add(Math.max(first, from)).add(last + 1);
    };
    for (const { policies, services, workloads } of clusters) {
      for (const { rules } of policies)
        for (const direction of DIRECTIONS)
          for (const { ports } of rules[direction]?.rules ?? [])
            for (const item of ports.all ? [] : ports.items)
              if (item.type === "range") add(item.first, item.last);
      for (const service of services)
        for (const { port, target, nodePort } of service.ports)
          for (const each of [port, target, nodePort]) if (typeof each === "number") add(each, each);
      for (const { members } of workloads)
        for (const { ports = [] } of members) for (const { port } of ports) add(port, port);
    }
    starts.delete(LAST_PORT + 1);
    return new PortFolds([...starts].toSorted((a, b) => a - b));
  }

  /** The ports that are counted with one. */
  of(port: number): PortRange {
    if (port < this.#first) return [port, port];
    const run = this.#runOf(port);
    return [this.starts[run]!, (this.starts[run + 1] ?? LAST_PORT + 1) - 1];
  }

  /** The first of them. */
  firstOf(port: number): number {
    return port < this.#first ? port : this.starts[this.#runOf(port)]!;
  }

  /**
   * The same number, from 1, for ports of which a packet's way is told alike: all below those that are mostly clients', and of those each
   * run by itself.
   */
  servedAs(port: number): number {
    return port < this.#first ? 1 : 2 + this.#runOf(port);
  }

  /** The number of the run that a port is in. */
  #runOf(port: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= port) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
