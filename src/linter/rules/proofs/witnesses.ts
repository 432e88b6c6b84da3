import { qualifiedName } from "../../../cluster/model/object-ref.js";
import type { AddressSet } from "../../../base/net/address-set.js";
import { BitSet } from "../../../base/collections/bit-set.js";
import { endpointOfAddress } from "../../../questions/query/addresses.js";
import { evaluate } from "../../../semantics/evaluate/evaluate.js";
import { formatAddress, type Family } from "../../../base/net/address.js";
import {
  intersectTraffic,
  isNoTraffic,
  trafficOf,
  OTHER_TRAFFIC,
  type Traffic,
} from "../../../base/net/traffic.js";
import { isJob, jobsLast } from "./jobs.js";
import { isPair } from "../../../semantics/reach/connections.js";
import { NOT_INTERNET } from "../../../base/net/special-ranges.js";
import type { Row } from "../../../semantics/reach/rows.js";
import {
  isAboutNodes,
  mayShareNode,
  nodeRowOf,
  rowsByClass,
  shownAddressOf,
  sharesNode,
  rowWithin,
} from "./witness-rows.js";
import { sampleTraffic, typedName } from "../../../semantics/reach/witness.js";
import type { Direction } from "../../../cluster/model/policy.js";
import { Share } from "../../../base/limits/share.js";
import { mayBePod } from "../../../semantics/match/party.js";
import { UnlistedPods } from "./unlisted.js";
import type { Flow } from "../../../semantics/evaluate/flow.js";
import type { Part } from "../../../semantics/evaluate/evaluate.js";
import type { Endpoint } from "../../../cluster/model/endpoint.js";
import type { EndClass } from "../../../semantics/reach/classes.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Reach } from "../../../semantics/reach/reach.js";
import type { Region } from "../../../semantics/match/region.js";
import { memberBeside, type WalkSubject } from "../../../semantics/reach/walk-subject.js";
import { isDefinite, type Verdict } from "../../../cluster/model/verdict.js";

type SampleTraffic = ReturnType<typeof sampleTraffic>;

/** How many other ends are tried until one has the verdict that is wished for. */
const MAX_TRIED = 64;

/** Of those whose verdict the map does not tell, so many are walked. */
const MAX_WALKED = 2;

/** How many flows of which the map knows no verdict are passed over for one that has one. */
const MAX_OPEN = 8;

/**
 * How many steps may be taken in all for addresses that may be those of pods: each such walk asks all policies about all that
 * the others have told apart.
 */
const MOST_FOR_OPEN = 12_000_000;

/** A flow that would show something. */
interface Candidate {
  /** What the map says; what is answered to whoever asks, where it is mapped. */
  readonly verdict: Verdict;
  readonly isMapped: boolean;
  /** The direction that is meant, where the verdict is not its own. */
  readonly half: Direction | undefined;
  readonly witness: () => FlowWitness;
}

/** What is answered to whoever asks about a flow. */
interface WitnessAnswer {
  /** Undefined where it would take too long to tell. */
  readonly verdict: Verdict | undefined;
  /** Undefined where the verdict is known without its directions, which then are the map's as far as anybody knows. */
  readonly directions?: Pick<Part, Direction>;
}

/** What is asked of a flow, where several would do. */
interface Wish {
  readonly verdict?: Verdict;
  /** The addresses of an end outside of the cluster. */
  readonly addresses?: AddressSet;
}

/** The ends of a flow that would show something, with its traffic. */
interface Shown {
  readonly of: EndClass;
  readonly other: EndClass;
  readonly traffic: Traffic;
}

/** Finds flows that show what a proof says, as a person would type them. */
export class ProofWitnesses {
  readonly #reach: Reach;
  readonly #rows: ReadonlyMap<EndClass, readonly Row[]>;
  /** The same, those last to which nobody connects. */
  readonly #called: ReadonlyMap<EndClass, readonly Row[]>;
  readonly #ranks: readonly BitSet[];
  readonly #unlisted: UnlistedPods;
  readonly #share: Share;
  /** What was walked for one flow, by its ends and its port. */
  readonly #answers = new Map<string, WitnessAnswer>();
  /** What single addresses are. */
  readonly #endpoints: Readonly<Record<Family, Map<bigint, Endpoint | "service">>> = {
    IPv4: new Map(),
    IPv6: new Map(),
  };

  constructor(reach: Reach) {
    this.#reach = reach;
    this.#share = new Share(reach.cluster.work, MOST_FOR_OPEN);
    this.#unlisted = new UnlistedPods(reach);
    this.#rows = rowsByClass(reach);
    this.#called = new Map([...this.#rows].map(([of, rows]) => [of, jobsLast(rows)]));
    this.#ranks = ranksOf(reach, this.#rows);
  }

  /** The workloads that a class stands for: `shop/web`. */
  workloadsOf(of: EndClass): readonly string[] {
    return (this.#rows.get(of) ?? []).map(qualifiedName);
  }

  /** True for a class of pods to which nobody connects. */
  isOfJobs(of: EndClass): boolean {
    const rows = this.#rows.get(of) ?? [];
    return rows.length > 0 && rows.every(isJob);
  }

  /** A flow in some regions of a direction of a subject: one that is as wished, if there is any. */
  find(
    direction: Direction,
    subject: WalkSubject,
    regions: readonly Region[],
    wish: Wish = {},
  ): FlowWitness | undefined {
    const { family } = subject;
    let mapped: (() => FlowWitness) | undefined;
    let open: (() => FlowWitness) | undefined;
    let tried = 0;
    const later: (() => FlowWitness)[] = [];
    for (const { of, other, traffic } of this.#endsIn(direction, subject, regions)) {
      const [from, to] = direction === "egress" ? [of, other] : [other, of];
      const found = this.#candidate(from, to, family, traffic, { ...wish, shows: direction });
      if (found === undefined) continue;
      // What the map tells is asked first: nothing is walked for it.
      if (!found.isMapped) later.push(found.witness);
      else if (!isAsWished(found, wish) || found.half !== undefined) mapped ??= found.witness;
      else if (wish.verdict !== undefined || isDefinite(found.verdict)) return found.witness();
      else if (open === undefined) open = found.witness;
      // Where nothing is known of one flow, nothing may be of any.
      else if (++tried === MAX_OPEN) break;
    }
    if (open !== undefined) return open();
    let first: FlowWitness | undefined;
    for (const make of later.slice(0, MAX_WALKED)) {
      const witness = make();
      if (isAsWished(witness, wish) && witness.half === undefined) return witness;
      first ??= witness;
    }
    return mapped?.() ?? first;
  }

  /** A flow from one class to another with some of the traffic, of a part of it that is as wished, if there is any. */
  between(
    from: EndClass,
    to: EndClass,
    family: Family,
    traffic: Traffic,
    wish: Wish = {},
  ): FlowWitness | undefined {
    return this.#candidate(from, to, family, traffic, wish)?.witness();
  }

  #candidate(
    from: EndClass,
    to: EndClass,
    family: Family,
    traffic: Traffic,
    wish: Wish & { readonly shows?: Direction },
  ): Candidate | undefined {
    const ends = this.rowsBetween(from, to);
    if (ends === undefined) return undefined;
    const parts = this.#reach
      .flow(from.index, to.index, family)
      .parts.filter((part) => !isNoTraffic(intersectTraffic(part.traffic, traffic)));
    const { shows } = wish;
    const isShown = (each: Part): boolean => shows === undefined || each[shows].verdict === each.verdict;
    const wished = parts.filter((each) => isAsWished(each, wish));
    const part =
      wished.find((each) => isShown(each) && isDefinite(each.verdict)) ??
      wished.find(isShown) ??
      wished[0] ??
      parts.find(isShown) ??
      parts[0];
    if (part === undefined) return undefined;
    const [source, destination] = [rowWithin(ends.from, wish.addresses), rowWithin(ends.to, wish.addresses)];
    const sample = sampleTraffic(intersectTraffic(part.traffic, traffic), to);
    const isMapped = part.isExact && this.#isAsMapped(source, destination, family);
    const halfOf = ({ verdict, directions }: WitnessAnswer): Direction | undefined => {
      const own = shows === undefined ? undefined : (directions ?? part)[shows].verdict;
      return verdict === undefined || own === verdict ? undefined : shows;
    };
    return {
      verdict: part.verdict,
      half: halfOf({ verdict: part.verdict, directions: part }),
      isMapped,
      witness: () => {
        const answer = isMapped
          ? { verdict: part.verdict, directions: part }
          : this.#answerOf(source, destination, family, sample, part);
        const half = halfOf(answer);
        const ends = { from: typedName(source, family), to: typedName(destination, family) };
        return { ...ends, ...sample, verdict: answer.verdict, ...(half === undefined ? {} : { half }) };
      },
    };
  }

  /** True where the map's answer is the one that people get: about no address that may be a pod's, nor about an unknown node. */
  #isAsMapped(from: Row, to: Row, family: Family): boolean {
    const isOpen = [from, to].some((row) => mayBePod(this.#endpointOf(row, family)));
    return !isOpen && (!isAboutNodes(from, to) || (from.nodes !== "unknown" && to.nodes !== "unknown"));
  }

  /**
   * What is answered to whoever asks about one port. The map takes an address to be outside that may be a pod's
   * (S-EV-1a), and a node to be another one than that of a pod whose node is unknown.
   */
  #answerOf(
    from: Row,
    to: Row,
    family: Family,
    { protocol, port = 1 }: SampleTraffic,
    mapped: Part,
  ): WitnessAnswer {
    const traffic = protocol === "other" ? OTHER_TRAFFIC : trafficOf(protocol, [[port, port]]);
    const ends = { from: this.#endpointOf(from, family), to: this.#endpointOf(to, family) };
    const { toName } = to.endClass;
    const flow: Flow = { ...ends, family, traffic, way: { type: "direct", toName } };
    if (this.#isSurelyUnknown(flow, from, to, mapped)) return { verdict: "unknown" };
    // Rules see no more of an end than its class, and whether it may be a pod.
    const classes = [from.endClass, to.endClass].map(({ index }) => index);
    const key = [...classes, mayBePod(flow.from), mayBePod(flow.to), family, protocol, port].join(" ");
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#evaluated(flow);
    this.#answers.set(key, answer);
    return answer;
  }

  #evaluated(flow: Flow): WitnessAnswer {
    const { cluster, profile } = this.#reach;
    const answer = (): WitnessAnswer => {
      const [part] = evaluate(cluster, flow, profile).parts;
      return part === undefined ? { verdict: "unknown" } : { verdict: part.verdict, directions: part };
    };
    const isOpen = mayBePod(flow.from) || mayBePod(flow.to);
    return isOpen ? this.#share.orElse(answer, () => ({ verdict: undefined })) : answer();
  }

  /**
   * True for an address that may be a pod's, where the map's answer is that traffic to it as an address outside is allowed,
   * and some pod that it may be lets nothing through.
   */
  #isSurelyUnknown(
    { from: source, to: destination, family, traffic }: Flow,
    from: Row,
    to: Row,
    mapped: Part,
  ): boolean {
    const isDestination = mayBePod(destination);
    const [address, row] = isDestination ? [destination, from] : [source, to];
    if (!mayBePod(address) || !isOnPodNetwork(row.endClass) || row.endClass.toName !== undefined)
      return false;
    if (mapped.verdict !== "allowed" || !mapped.isExact || traffic.other) return false;
    const direction = isDestination ? "ingress" : "egress";
    return (
      this.#unlisted.isFreeOfChoices && this.#unlisted.isClosed(direction, row.endClass, family, traffic)
    );
  }

  #endpointOf(row: Row, family: Family): Endpoint {
    const { representative } = row.endClass;
    // A name stands for the addresses that DNS gives for it, as it does where a person types it.
    const address = representative.type === "addresses" ? shownAddressOf(row, family) : undefined;
    if (address === undefined) return representative;
    const known = this.#endpoints[address.family].get(address.value);
    const endpoint = known ?? endpointOfAddress(this.#reach.cluster, address, formatAddress(address));
    this.#endpoints[address.family].set(address.value, endpoint);
    return endpoint === "service" ? representative : endpoint;
  }

  /** Lines of the map that stand for two classes, of which some end can talk to some other: not where both are one pod. */
  rowsBetween(from: EndClass, to: EndClass): { readonly from: Row; readonly to: Row } | undefined {
    const isOwnNode = from.isOwnNode || to.isOwnNode;
    for (const source of this.#rows.get(from) ?? []) {
      const destination = this.#called
        .get(to)
        ?.find(
          (row) => isPair(source, row) && (isOwnNode ? mayShareNode(source, row) : !sharesNode(source, row)),
        );
      if (destination !== undefined)
        return {
          from: nodeRowOf(source, destination, isOwnNode),
          to: nodeRowOf(destination, source, isOwnNode),
        };
    }
    return undefined;
  }

  /**
   * The other ends of some regions, those first that tell a reader most, with one of the subject's classes that has flows with
   * it. Last comes what goes to Jobs, or to pods of the same kind, and what another one of them has with the pod that stands for all.
   */
  *#endsIn(direction: Direction, subject: WalkSubject, regions: readonly Region[]): Generator<Shown> {
    const { classes } = this.#reach;
    const idle: Shown[] = [];
    const withItself: Shown[] = [];
    let tried = 0;
    for (const ranked of this.#ranks) {
      for (const { others, traffic } of regions) {
        for (const index of others?.intersect(ranked).members ?? []) {
          if (tried++ === MAX_TRIED) return;
          const other = classes[index] as EndClass;
          const of = memberBeside(subject, other);
          const isIdle = of === other || (direction === "egress" && this.isOfJobs(other));
          if (of === subject.of && isIdle) idle.push({ of, other, traffic });
          else if (of === subject.of) yield { of, other, traffic };
          else if (of !== undefined) withItself.push({ of, other, traffic });
        }
      }
    }
    yield* idle;
    yield* withItself;
  }
}

/** Classes that have a row, those first that tell a reader most. */
function ranksOf({ classes }: Reach, rows: ReadonlyMap<EndClass, unknown>): readonly BitSet[] {
  const known = classes.filter((each) => rows.has(each));
  return RANKS.map((isOfRank) =>
    BitSet.of(
      classes.length,
      known.filter(isOfRank).map(({ index }) => index),
    ),
  );
}

const isOnPodNetwork = ({ representative }: EndClass): boolean =>
  representative.type === "pod" && !representative.hostNetwork;

const isOutside = ({ representative }: EndClass): boolean =>
  representative.type === "domain" ||
  (representative.type === "addresses" && !representative.addresses.subtract(NOT_INTERNET).isEmpty);

const isOnNode = ({ representative }: EndClass): boolean =>
  representative.type === "node" || (representative.type === "pod" && representative.hostNetwork);

/** Pods first, then what is outside of the cluster, then nodes, then addresses that may be those of pods. */
const RANKS: readonly ((each: EndClass) => boolean)[] = [
  isOnPodNetwork,
  isOutside,
  isOnNode,
  (each) => !isOnPodNetwork(each) && !isOutside(each) && !isOnNode(each),
];

function isAsWished({ verdict }: { readonly verdict: Verdict | undefined }, wish: Wish): boolean {
  return wish.verdict === undefined || wish.verdict === verdict;
}
