import { check, Mismatch } from "./run.js";
import { atomsOf, endsOf, FAMILIES, type Atom, type End } from "./questions.js";
import { compareTally, type ReplayResult } from "../../src/questions/replay/compare.js";
import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { evaluate, type Answer } from "../reference/reference.js";
import { LineCutter } from "../../src/source/flows/line-cutter.js";
import { load, requireAccepted } from "./program.js";
import { LOG_FORMATS } from "../../src/source/flows/formats.js";
import { LogParser } from "../../src/source/flows/log-parser.js";
import { Random } from "./generate/random.js";
import { readCluster } from "../reference/objects.js";
import { REFERENCE, STRICT, type Loaded, type Profile } from "../../src/index.js";
import { referenceOptions } from "./reference-options.js";
import { replayJson } from "../../src/report/replay-json.js";
import { REPLAY_OUTCOMES, type ReplayOutcome } from "../../src/questions/replay/outcome.js";
import { smaller } from "./generate/smaller.js";
import { Tally } from "../../src/questions/replay/tally.js";
import { tallyIdentity, type TallyIdentity } from "../../src/questions/replay/identity.js";
import { TallyReader } from "../../src/questions/replay/read-tally.js";
import { tallyValues, type TalliedLog, type TallyShard } from "../../src/questions/replay/tally-text.js";
import { Timeline } from "../../src/questions/replay/state.js";
import { COMPLETE } from "../../src/cluster/load/incomplete.js";
import type { Family } from "../../src/base/net/address.js";
import type { NodeStatus, PodStatus } from "../reference/kubernetes.js";
import type { Verdict } from "../../src/cluster/model/verdict.js";

/** How many records a run has compared, by what the reference makes of them. */
export type ComparedRecords = Record<ReplayOutcome | "not judged", number>;

const RECORDS_PER_CLUSTER = 30;

/** Writes flows of generated clusters as records, and holds what replay makes of them against what the reference says. */
export async function checkRecords(runs: number): Promise<ComparedRecords> {
  const counts: ComparedRecords = { dropped: 0, passed: 0, open: 0, agrees: 0, "not judged": 0 };
  await check({
    name: "recorded traffic",
    arbitrary: scenario,
    runs,
    part: 800,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      const profile = made.spelling % 2 === 0 ? REFERENCE : STRICT;
      holdRecords(made, loaded, profile, counts);
    },
    smaller,
    show: describe,
  });
  return counts;
}

/** The same logs read at once, and in shards that are merged. @returns how many shards had something */
export async function checkShards(runs: number): Promise<number> {
  let shards = 0;
  await check({
    name: "shards of recorded traffic",
    arbitrary: scenario,
    runs,
    part: 850,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      shards += holdShards(made, loaded);
    },
    smaller,
    show: describe,
  });
  return shards;
}

/** A flow as a hook saw it. */
interface Seen {
  readonly from: End;
  readonly to: End;
  readonly family: Family;
  readonly atom: Atom;
  readonly port: number;
  readonly point: "egress" | "ingress" | "connection";
  readonly fate: "allowed" | "denied";
  readonly isLoopback: boolean;
}

function holdRecords(made: Scenario, loaded: Loaded, profile: Profile, counts: ComparedRecords): void {
  const reference = readCluster(made.objects, referenceOptions(made, profile));
  const seen = recordsOf(made);
  const timeline = new Timeline([{ name: "now", cluster: loaded.cluster, profile, taken: undefined }]);
  const expected = seen.map((each): ReplayOutcome => {
    const answer = evaluate(reference, {
      from: each.from.query,
      to: each.to.query,
      family: each.family,
      protocol: each.atom.protocol,
      ...(each.atom.protocol === "other" ? {} : { port: each.port }),
      ...(each.isLoopback ? { loopback: true } : {}),
    });
    return outcomeOf(halfOf(answer, each.point), each.fate);
  });
  // All at once: what is counted together has to come to what each comes to by itself.
  const all = compareTally(tallied(timeline, logsOf(made, seen)));
  const single = seen.map((each) => onlyOutcome(compareTally(tallied(timeline, logsOf(made, [each])))));
  for (const [i, own] of single.entries()) {
    const each = seen[i]!;
    counts[own ?? "not judged"]++;
    if (own === undefined) {
      // An address may be a pod's that has ended, or a node's: nothing is said of it. A pod is always known by its name.
      if (each.from.isPod === true && each.to.isPod === true)
        throw new Mismatch(`${textOf(each)}: not judged`);
      continue;
    }
    if (own !== expected[i]) throw new Mismatch(`${textOf(each)}: ${own}, the reference says ${expected[i]}`);
  }
  for (const outcome of REPLAY_OUTCOMES) {
    const sum = single.filter((own) => own === outcome).length;
    if (all.outcomes[outcome] !== sum)
      throw new Mismatch(`${outcome}: ${all.outcomes[outcome]} counted together, ${sum} one by one`);
  }
}

function halfOf(answer: Answer, point: Seen["point"]): Verdict {
  return point === "connection" ? answer.verdict : answer[point].verdict;
}

function outcomeOf(verdict: Verdict, fate: Seen["fate"]): ReplayOutcome {
  if (verdict === "undefined" || verdict === "unknown") return "open";
  if (verdict === fate) return "agrees";
  return fate === "allowed" ? "passed" : "dropped";
}

function onlyOutcome({ outcomes }: ReplayResult): ReplayOutcome | undefined {
  return REPLAY_OUTCOMES.find((each) => outcomes[each] > 0);
}

/** Some flows between pods, and between pods and addresses, as hooks may have seen them. */
function recordsOf(made: Scenario): readonly Seen[] {
  const random = new Random(made.spelling + 1);
  const { sources, destinations } = endsOf(made);
  const isNamed = ({ query }: End): boolean => "pod" in query || "address" in query;
  const [from, to] = [sources.filter(isNamed), destinations.filter(isNamed)];
  const pairs = from.flatMap((a) =>
    to.filter((b) => a.isPod === true || b.isPod === true).map((b) => [a, b] as const),
  );
  const atoms = atomsOf(made);
  const seen: Seen[] = [];
  for (let i = 0; i < RECORDS_PER_CLUSTER && pairs.length > 0; i++) {
    const [a, b] = pairs[random.below(pairs.length)]!;
    const atom = atoms[random.below(atoms.length)]!;
    const families = FAMILIES.filter((family) =>
      [a, b].every((end) => addressOf(made, end, family) !== undefined),
    );
    const family = families[random.below(Math.max(1, families.length))];
    if (family === undefined) continue;
    const port = atom.protocol === "other" ? 0 : atom.port + random.below(atom.last - atom.port + 1);
    seen.push({
      from: a,
      to: b,
      family,
      atom,
      port,
      point: (["egress", "ingress", "connection"] as const)[random.below(3)]!,
      fate: random.below(2) === 0 ? "allowed" : "denied",
      isLoopback: "pod" in a.query && "pod" in b.query && a.query.pod === b.query.pod,
    });
  }
  return seen;
}

/** An address of an end over a family; undefined where nothing tells one. */
function addressOf(made: Scenario, { query }: End, family: Family): string | undefined {
  const isOfFamily = (text: string): boolean => text.includes(":") === (family === "IPv6");
  if ("address" in query) return isOfFamily(query.address) ? query.address : undefined;
  if (!("pod" in query)) return undefined;
  const object = made.objects.find(
    ({ kind, metadata }) =>
      kind === "Pod" && `${metadata?.namespace ?? "default"}/${metadata?.name}` === query.pod,
  );
  const status = object?.status as PodStatus | undefined;
  const all = [...(status?.podIPs ?? []).map(({ ip }) => ip), status?.podIP];
  return all.find((each) => typeof each === "string" && isOfFamily(each)) ?? undefined;
}

/** Plain lines; of a flow of a node, where one direction was seen, a line that names the node and says its address. */
function logsOf(made: Scenario, seen: readonly Seen[]): readonly string[] {
  const ofNodes = seen.filter(
    ({ from, to, point }) =>
      point !== "connection" && [from, to].some((end) => nodeWith(made, end) !== undefined),
  );
  const others = seen.filter((each) => !ofNodes.includes(each));
  return [
    ...(others.length === 0 ? [] : [csvOf(made, others)]),
    ...(ofNodes.length === 0 ? [] : [netobservOf(made, ofNodes)]),
  ];
}

/** The name of the node that an address is asked for of. */
function nodeWith(made: Scenario, { query }: End): string | undefined {
  if (!("address" in query)) return undefined;
  return made.objects.find(
    ({ kind, status }) =>
      kind === "Node" &&
      (status as NodeStatus | undefined)?.addresses?.some(({ address }) => address === query.address),
  )?.metadata?.name as string | undefined;
}

/** As NetObserv writes it, which names nodes. */
function netobservOf(made: Scenario, seen: readonly Seen[]): string {
  const lines = seen.map(({ from, to, family, atom, port, point, fate }) => {
    const end = (side: "Src" | "Dst", of: End): object => {
      const node = nodeWith(made, of);
      const [namespace, pod] = "pod" in of.query ? of.query.pod.split("/") : [];
      const name = node ?? pod;
      return {
        [`${side}Addr`]: addressOf(made, of, family),
        ...(name === undefined
          ? {}
          : { [`${side}K8S_Type`]: node === undefined ? "Pod" : "Node", [`${side}K8S_Name`]: name }),
        ...(namespace === undefined ? {} : { [`${side}K8S_Namespace`]: namespace }),
      };
    };
    return JSON.stringify({
      ...end("Src", from),
      ...end("Dst", to),
      ...(atom.protocol === "other" ? { IcmpType: 8 } : { DstPort: port }),
      Proto: PROTOCOL_NUMBERS[atom.protocol],
      Flags: atom.protocol === "TCP" ? ["SYN"] : [],
      TimeFlowStartMs: 1_795_420_800_000,
      TimeFlowEndMs: 1_795_420_800_000,
      NetworkEvents: [
        {
          Feature: "acl",
          Type: "NetworkPolicy",
          Action: fate === "allowed" ? "allow" : "drop",
          Direction: point === "egress" ? "Egress" : "Ingress",
        },
      ],
    });
  });
  return lines.join("\n");
}

const PROTOCOL_NUMBERS = { TCP: 6, UDP: 17, SCTP: 132, other: 1 } as const;

const HEADER =
  "source_ip,source_namespace,source_pod,destination_ip,destination_namespace,destination_pod,destination_port,protocol,verdict,direction,reply";

function csvOf(made: Scenario, seen: readonly Seen[]): string {
  const lines = seen.map(({ from, to, family, atom, port, point, fate }) => {
    const ends = [from, to].map((end) => {
      const [namespace = "", name = ""] = "pod" in end.query ? end.query.pod.split("/") : [];
      return `${addressOf(made, end, family)},${namespace},${name}`;
    });
    const protocol = atom.protocol === "other" ? "icmp" : atom.protocol.toLowerCase();
    return `${ends.join(",")},${atom.protocol === "other" ? "" : port},${protocol},${fate},${point},false`;
  });
  return [HEADER, ...lines].join("\n");
}

/** The same as Hubble writes it, whose lines can be divided. */
function hubbleOf(made: Scenario, seen: readonly Seen[]): string {
  const lines = seen.map(({ from, to, family, atom, port, point, fate }, i) => {
    const end = ({ query }: End): object => {
      const [namespace, name] = "pod" in query ? query.pod.split("/") : [];
      return name === undefined ? {} : { namespace, pod_name: name };
    };
    return JSON.stringify({
      flow: {
        time: new Date(1_795_420_800_000 + i * 1000).toISOString(),
        verdict: fate === "allowed" ? "FORWARDED" : "DROPPED",
        ...(fate === "allowed" ? {} : { drop_reason_desc: "POLICY_DENIED" }),
        IP: { source: addressOf(made, from, family), destination: addressOf(made, to, family) },
        l4:
          atom.protocol === "other"
            ? { ICMPv4: { type: 8 } }
            : { [atom.protocol]: { destination_port: port } },
        source: end(from),
        destination: end(to),
        event_type: { type: 5 },
        traffic_direction: point === "connection" ? "TRAFFIC_DIRECTION_UNKNOWN" : point.toUpperCase(),
        is_reply: false,
      },
    });
  });
  return lines.join("\n");
}

function tallied(timeline: Timeline, logs: readonly string[], shard?: TallyShard): Tally {
  const tally = new Tally(timeline);
  for (const [file, text] of logs.entries()) {
    const parser = new LogParser(
      LOG_FORMATS,
      {
        record: (record, line) => tally.record(record, { file, line }),
        skip: (reason) => tally.skip(reason),
        bad: (fault, line) => tally.bad(fault, { file, line }),
        lost: (events) => void (tally.counts.lost += events),
      },
      shard === undefined ? undefined : { ...shard, stream: file },
    );
    parser.push(new TextEncoder().encode(text));
    parser.end();
  }
  return tally;
}

const SHARDS = 3;

function holdShards(made: Scenario, loaded: Loaded): number {
  const seen = recordsOf(made);
  if (seen.length === 0) return 0;
  const repeated = Array.from({ length: 3500 }, (_, i) => seen[(i * 7) % seen.length]!);
  const logs = [
    csvOf(made, seen),
    `${hubbleOf(made, repeated)}\ncut {\n`,
    `${csvOf(made, seen.toReversed())}\nno,line\n`,
  ];
  const names: readonly TalliedLog[] = logs.map((_, i) => ({
    name: `${i}.log`,
    format: undefined,
    broken: undefined,
  }));
  const timeline = new Timeline([
    { name: "now", cluster: loaded.cluster, profile: REFERENCE, taken: undefined },
  ]);
  const whole = tallied(timeline, logs);
  const merged = new Tally(timeline);
  let shards = 0;
  for (let index = SHARDS - 1; index >= 0; index--) {
    const part = tallied(timeline, logs, { index, count: SHARDS });
    if (part.counts.records > 0) shards++;
    const reader = new TallyReader(merged, identityOf(merged));
    const cutter = new LineCutter({
      line: (line) => {
        const read = reader.read(line.text(), undefined);
        if (!read.ok) throw new Mismatch(JSON.stringify(read.problem));
      },
      tooLong: () => {
        throw new Mismatch("a tally has a line that is too long");
      },
    });
    const text = [...tallyValues(part, names, { index, count: SHARDS }, identityOf(part))]
      .map((each) => JSON.stringify(each))
      .join("\n");
    cutter.push(new TextEncoder().encode(text));
    cutter.end();
  }
  const [expected, found] = [whole, merged].map((tally) => reportOf(tally));
  if (expected !== found) throw new Mismatch(`merged shards differ from one run:\n${found}\n${expected}`);
  return shards;
}

/** What is reported; counts by reasons in one order, for shards are merged in any. */
function reportOf(tally: Tally): string {
  const logs = [0, 1, 2].map((i) => ({ name: `${i}.log`, format: undefined, lacks: [], broken: undefined }));
  const result = compareTally(tally);
  const report = {
    result,
    effects: undefined,
    logs,
    states: [{ name: "now", taken: undefined, ask: "" }],
    incompleteness: COMPLETE,
    empty: undefined,
    maxBad: 0,
  };
  const json = JSON.parse([...replayJson(report)].join("")) as Record<string, any>;
  const sorted = (list: readonly unknown[]): readonly string[] =>
    list.map((each) => JSON.stringify(each)).toSorted();
  return JSON.stringify({ ...json, notJudged: sorted(json["notJudged"]), bad: sorted(json["bad"]) });
}

function textOf({ from, to, family, atom, port, point, fate }: Seen): string {
  return `${from.text} -> ${to.text} over ${family}, ${atom.protocol} ${port}, ${fate} at ${point}`;
}

function identityOf(tally: Tally): TallyIdentity {
  return tallyIdentity(tally, (pieces) => [...pieces].join(""));
}
