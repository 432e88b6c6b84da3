import type { Cluster } from "../../cluster/model/cluster.js";
import type { Profile } from "../../semantics/match/profile.js";

/** A cluster as it was at some time. */
export interface ReplayState {
  /** What people call it: a file's name, `context prod`. */
  readonly name: string;
  readonly cluster: Cluster;
  readonly profile: Profile;
  /** When it was read, in milliseconds since 1970; undefined where nothing tells. */
  readonly taken: number | undefined;
}

/** What holds between two of the times at which a cluster was read. */
export interface Segment {
  /** The number of the state that is nearest in time. */
  readonly state: number;
  /** The states around the time: what differs between them is not known for certain. */
  readonly around: readonly number[];
  /** The same number for times of which all of this is the same. */
  readonly key: number;
}

/** The times of a segment, from the end of the one before. */
export interface TimeSpan {
  /** Milliseconds since 1970; undefined for the last one. */
  readonly end: number | undefined;
  /** True where the end belongs to it. */
  readonly isEndIn: boolean;
  readonly segment: Segment;
}

/** Some states of one cluster in the order of their times; those without a time come first. */
export class Timeline {
  readonly states: readonly ReplayState[];
  readonly #times: readonly number[];
  readonly #segments = new Map<number, Segment>();

  constructor(states: readonly ReplayState[]) {
    this.states = states.toSorted((a, b) => (a.taken ?? -Infinity) - (b.taken ?? -Infinity));
    this.#times = this.states.map(({ taken }) => taken ?? -Infinity);
  }

  /** What holds at a time; without one the last state, and it may have been any of them. */
  at(time: number | undefined): Segment {
    const last = this.states.length - 1;
    if (last === 0) return ONLY;
    if (time === undefined) return this.#segment(-1, last, [...this.states.keys()]);
    let after = 0;
    while (after <= last && this.#times[after]! <= time) after++;
    if (after === 0) return this.#segment(0, 0, [0]);
    if (after > last) return this.#segment(2 * last + 2, last, [last]);
    const isBefore = time - this.#times[after - 1]! <= this.#times[after]! - time;
    return this.#segment(2 * after + (isBefore ? 0 : 1), isBefore ? after - 1 : after, [after - 1, after]);
  }

  /**
   * What holds for a record: the state of its last moment, and the states around all of its time. Without a first moment, or a last one
   * after it, it has one moment alone.
   */
  during(first: number | undefined, last: number | undefined): Segment {
    const end = this.at(last ?? first);
    if (first === undefined || last === undefined || !(first < last)) return end;
    const [from = 0] = this.at(first).around;
    const to = end.around.at(-1) ?? from;
    if (end.around.includes(from)) return end;
    const around = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    return this.#segment(end.key + (from + 1) * (2 * this.states.length + 2), end.state, around);
  }

  /** Every segment in the order of its times, the last one without an end; {@link at} without a time is beside them. */
  get spans(): readonly TimeSpan[] {
    const last = this.states.length - 1;
    if (last === 0) return [{ end: undefined, isEndIn: false, segment: ONLY }];
    const spans: TimeSpan[] = [];
    for (const [i, end] of this.#times.entries()) {
      if (i === 0) {
        spans.push({ end, isEndIn: false, segment: this.#segment(0, 0, [0]) });
        continue;
      }
      const middle = (this.#times[i - 1]! + end) / 2;
      const around = [i - 1, i];
      spans.push({ end: middle, isEndIn: true, segment: this.#segment(2 * i, i - 1, around) });
      spans.push({ end, isEndIn: false, segment: this.#segment(2 * i + 1, i, around) });
    }
    return [...spans, { end: undefined, isEndIn: false, segment: this.#segment(2 * last + 2, last, [last]) }];
  }

  #segment(key: number, state: number, around: readonly number[]): Segment {
    const known = this.#segments.get(key);
    if (known !== undefined) return known;
    const made = { key, state, around };
    this.#segments.set(key, made);
    return made;
  }
}

const ONLY: Segment = { key: 0, state: 0, around: [0] };
