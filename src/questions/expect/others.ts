import { askedName, rowsOfName, withMembers } from "../matrix/asked-ends.js";
import { AskedTraffic } from "../matrix/asked-traffic.js";
import { classesOf, type End, type EndClass } from "../../semantics/reach/classes.js";
import { connectionsBetween, decidersIn, isPair } from "../../semantics/reach/connections.js";
import { Distinctions } from "../../semantics/reach/distinctions.js";
import { DIRECTIONS } from "../../cluster/model/policy.js";
import { endsOf } from "../../semantics/reach/ends.js";
import { asProblem, exceptedBy, type Excepted } from "./excepted.js";
import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { formatAddress, type Family } from "../../base/net/address.js";
import { futurePods, type FuturePods } from "./future-pods.js";
import { groupBy } from "../../base/collections/group-by.js";
import {
  intersectTraffic,
  isNoTraffic,
  NO_TRAFFIC,
  subtractTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { isDecidedBy } from "./policy-name.js";
import { originOf } from "../../semantics/evaluate/decider.js";
import { ANY_NAMESPACE } from "../audit/sources.js";
import { outcomeOf, possibleOutcomes } from "../audit/judge.js";
import { Reach } from "../../semantics/reach/reach.js";
import { readTraffic } from "../query/traffic.js";
import { rowsOf, type Row } from "../../semantics/reach/rows.js";
import { sampleTraffic, typedName } from "../../semantics/reach/witness.js";
import { sentBehindServices } from "../matrix/behind-services.js";
import { typedEnd, type NamedEnd } from "./ends.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Connection } from "../../semantics/reach/connections.js";
import type { DirectedDecider, ExpectationProblem, Unmet } from "./outcome.js";
import type { Expectation } from "./test-file.js";
import type { Part } from "../../semantics/evaluate/evaluate.js";
import type { Verdict } from "../../cluster/model/verdict.js";
import type { Profile } from "../../semantics/match/profile.js";

/** An expectation of which one side is everything: all pods, those to come, nodes, addresses and names. */
export interface OpenQuestion {
  /** The side that is everything. */
  readonly open: "from" | "to";
  /** The ends of the other side. */
  readonly ends: readonly NamedEnd[];
  /** Ends of the open side of which nothing is expected. */
  readonly except: readonly NamedEnd[];
  readonly expectation: Expectation;
}

/**
 * The traffic between some ends and everything else that does not come to what is expected: proved over all classes of ends,
 * not tried on some. A pod's own node, which no NetworkPolicy keeps away (S-NODE-L1), is left out.
 */
export function othersUnmet(
  cluster: Cluster,
  profile: Profile,
  question: OpenQuestion,
): Attempt<readonly Unmet[], ExpectationProblem> {
  const { open, ends, except, expectation } = question;
  const excepted = exceptedBy(cluster, except, expectation.protocol);
  if (!excepted.ok) return excepted;
  const others = new OpenSide(cluster, profile, question, excepted.value);
  const unmet: Unmet[] = [];
  let pairs = 0;
  for (const named of ends) {
    const asked = trafficOf(cluster, open === "from" ? named : undefined, expectation);
    if (!asked.ok) return asked;
    for (const fixed of others.rowsOf(named)) {
      for (const other of others.rows) {
        const [from, to] = open === "from" ? [other.row, fixed] : [fixed, other.row];
        if (!isPair(from, to) || isItself(from, to)) continue;
        const traffic = subtractTraffic(asked.value.to(to), other.leftOut);
        if (isNoTraffic(traffic)) continue;
        pairs++;
        for (const connection of connectionsBetween(others.reach, from, to)) {
          if (connection.node === "own") continue;
          unmet.push(...unmetIn(others, connection, other, named, traffic, question));
        }
      }
    }
  }
  return pairs === 0 ? failed({ code: "nothing-between" }) : succeeded(unmet);
}

/** True for one pod and itself, and for a name that is only that of itself or of its own node. */
function isItself(from: Row, to: Row): boolean {
  if (!from.isSeveral && from.id === to.id) return true;
  if (to.kind !== "domain") return false;
  return to.endClass.members.every(({ endpoint }) => {
    switch (endpoint.type) {
      case "pod":
        return (
          endpoint.namespace === from.namespace &&
          from.names.length === 1 &&
          endpoint.pods.join() === from.names[0]
        );
      case "node":
        return from.nodes !== "unknown" && from.nodes.has(endpoint.name);
      default:
        return false;
    }
  });
}

/** A row of the open side. */
interface OtherRow {
  readonly row: Row;
  /** Set for pods that do not exist yet. */
  readonly future: FuturePods | undefined;
  /** Traffic of which nothing is expected. */
  readonly leftOut: Traffic;
}

/** The ends of a cluster beside those that a question names, in rows. */
class OpenSide {
  readonly reach: Reach;
  readonly rows: readonly OtherRow[];
  readonly #cluster: Cluster;
  readonly #named: ReadonlyMap<NamedEnd, ReturnType<typeof askedName>>;

  constructor(cluster: Cluster, profile: Profile, { open, ends }: OpenQuestion, excepted: Excepted) {
    this.#cluster = cluster;
    const distinctions = new Distinctions(cluster);
    this.#named = new Map(ends.map((each) => [each, askedName(cluster, each.resolved, distinctions)]));
    const map = endsOf(cluster, distinctions).flatMap((end) => excepted.rest(end));
    const future = new Map(
      futurePods(cluster, excepted.ends, open).map((each): [End, FuturePods] => [
        { endpoint: each.pod },
        each,
      ]),
    );
    const asked = new Set([...this.#named.values()].flatMap((each) => each.ends));
    const isNamed = (each: EndClass): boolean => each.members.some((end) => asked.has(end));
    const scope = open === "from" ? { isDestination: isNamed } : { isSource: isNamed };
    const all = new Set<End>([...map, ...future.keys(), ...asked]);
    this.reach = new Reach(cluster, profile, classesOf(cluster, all, distinctions), {
      scope,
      atLimit: "unknown",
    });
    // What is excepted in part is a row of its own.
    const parts = groupBy(map, (end) => excepted.trafficOf(end));
    const listed = [...parts].flatMap(([leftOut, some]) =>
      this.#rowsAmong(new Set(some), cluster.workloads)
        .filter(({ kind }) => open === "to" || kind !== "domain")
        .map((row): OtherRow => ({ row, future: undefined, leftOut })),
    );
    const toCome = [...future].flatMap(([end, pods]) =>
      this.#rowsAmong(new Set([end]), []).map((row): OtherRow => ({
        row,
        future: pods,
        leftOut: NO_TRAFFIC,
      })),
    );
    this.rows = [...listed, ...toCome];
  }

  #rowsAmong(some: ReadonlySet<End>, workloads: Cluster["workloads"]): Row[] {
    return rowsOf(
      { workloads },
      withMembers(this.reach.classes, (end) => some.has(end)),
    );
  }

  rowsOf(named: NamedEnd): Row[] {
    const asked = this.#named.get(named);
    return asked === undefined ? [] : rowsOfName(asked, this.#cluster, this.reach.classes);
  }
}

function unmetIn(
  { reach }: OpenSide,
  { from, to, flow, family }: Connection,
  { row, future }: OtherRow,
  named: NamedEnd,
  asked: Traffic,
  { open, expectation }: OpenQuestion,
): Unmet[] {
  const name = nameOf(row, future);
  const other = future === undefined ? typedOther(row, row === from ? to : from, family) : undefined;
  const askedPort = open === "from" ? (named.text.port ?? expectation.port) : expectation.port;
  // Without a port, a sample is one of the pods behind a Service: they are named then.
  const isSampledBehind = askedPort === undefined && named.resolved.services !== undefined;
  const ends =
    open === "from"
      ? {
          from: name,
          to: to.shownAs,
          typed: [other, isSampledBehind ? typedName(to, family) : typedEnd(named)] as const,
        }
      : { from: from.shownAs, to: name, typed: [typedEnd(named), other] as const };
  return flow.parts.flatMap((part) =>
    outcomesOf(part, future, expectation.verdict).flatMap(({ traffic: some, verdict }): Unmet[] => {
      const traffic = intersectTraffic(some, asked);
      if (isNoTraffic(traffic)) return [];
      const { by } = expectation;
      const isVerdict = verdict === expectation.verdict;
      if (isVerdict && by === undefined) return [];
      reach.spend(1);
      const deciders = directedDeciders(flow, part, verdict);
      if (isVerdict && by !== undefined && isDecidedBy(deciders, by.text)) return [];
      const sample = sampleTraffic(traffic, to.endClass);
      const [typedFrom, typedTo] = ends.typed;
      const isTyped = typedFrom !== undefined && typedTo !== undefined;
      const port = askedPort ?? sample.port?.toString();
      const isTcp = sample.protocol === "TCP" || askedPort?.includes("/") === true;
      const protocol = isTcp ? undefined : sample.protocol.toLowerCase();
      return [
        {
          from: ends.from,
          to: ends.to,
          traffic,
          verdict,
          deciders,
          isOtherPolicy: isVerdict,
          question: isTyped ? { from: typedFrom, to: typedTo, protocol, port } : undefined,
        },
      ];
    }),
  );
}

/** What a part comes to; for pods that do not exist yet by what traffic is meant of them. */
function outcomesOf(
  part: Part,
  future: FuturePods | undefined,
  expected: Verdict,
): readonly Pick<Part, "traffic" | "verdict">[] {
  if (future === undefined) return [part];
  return future.meanings.flatMap(({ traffic, meaning }) => {
    const own = intersectTraffic(part.traffic, traffic);
    if (isNoTraffic(own)) return [];
    // Allowed to one of them is not denied to all, and the other way round.
    if (expected === "denied") return [{ ...outcomeOf(part, meaning), traffic: own }];
    const [outcome, ...others] = possibleOutcomes(part, meaning);
    const isDefinite = outcome !== undefined && others.length === 0;
    return [{ verdict: isDefinite ? outcome : part.verdict, traffic: own }];
  });
}

/** An end of a row as `anp explain` takes it: of nodes one that the other end is not on, for that is what is asked about. */
function typedOther(row: Row, beside: Row, family: Family | undefined): string | undefined {
  if (row.kind !== "Node" || beside.nodes === "unknown") return typedName(row, family);
  for (const { endpoint } of row.endClass.members) {
    if (endpoint.type !== "node" || beside.nodes.has(endpoint.name)) continue;
    const address = endpoint.addresses.find((each) => family === undefined || each.family === family);
    if (address !== undefined) return formatAddress(address);
  }
  return undefined;
}

/** How a row is shown; pods that do not exist yet in words. */
function nameOf(row: Row, future: FuturePods | undefined): string {
  if (future === undefined) return row.shownAs;
  const { id, namespace } = future;
  return id === ANY_NAMESPACE ? "a future pod in a new namespace" : `a future pod in namespace ${namespace}`;
}

/** What leads to a verdict: of a definite one, what comes to it. */
function directedDeciders(
  flow: Connection["flow"],
  part: Part,
  verdict: Unmet["verdict"],
): DirectedDecider[] {
  return DIRECTIONS.flatMap((direction) => {
    const { leaves } = part[direction];
    const isDefinite = verdict === "allowed" || verdict === "denied";
    const some = isDefinite ? leaves.filter(({ outcome }) => outcome === verdict) : leaves;
    return decidersIn(flow[direction], some).map((decider) => ({
      direction,
      decider,
      at: originOf(decider, direction),
    }));
  });
}

/** What is asked about; to a Service, what the pods behind it are sent. @param to the destination, where one is named */
function trafficOf(
  cluster: Cluster,
  to: NamedEnd | undefined,
  { port, protocol }: Expectation,
): Attempt<AskedTraffic, ExpectationProblem> {
  const question = readTraffic(to?.text.port ?? port, protocol);
  if (!question.ok) return question;
  const behind = sentBehindServices(cluster, to === undefined ? [] : [to.resolved], question.value);
  if (!behind.ok) return failed(asProblem(behind.problem));
  return succeeded(new AskedTraffic(question.value, behind.value));
}
