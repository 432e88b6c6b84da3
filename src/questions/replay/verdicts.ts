import { deciderKey, type Decider } from "../../semantics/evaluate/decider.js";
import { DIRECTIONS, type Direction } from "../../cluster/model/policy.js";
import { DIRECT, type Flow, type Way } from "../../semantics/evaluate/flow.js";
import {
  evaluate,
  evaluateDirection,
  type Part,
  type PartDirection,
} from "../../semantics/evaluate/evaluate.js";
import { familiesOf, flowFamilies, type Endpoint } from "../../cluster/model/endpoint.js";
import { OTHER_TRAFFIC, trafficMeets, trafficOf, type Traffic } from "../../base/net/traffic.js";
import { FIRST_PORT, portSet } from "../../base/net/port-set.js";
import { nodePortsOf } from "../../cluster/model/services.js";
import { PortFolds } from "./port-folds.js";
import { ruleKey } from "./rule-key.js";
import { servicesAt } from "../query/service.js";
import { servicePathOf } from "../explain/paths.js";
import { trafficTargets } from "../query/targets.js";
import type { AskedStep, HalfAnswer } from "./judged.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Family } from "../../base/net/address.js";
import type { NotJudged } from "./outcome.js";
import type { Profile } from "../../semantics/match/profile.js";
import type { Walked } from "../../semantics/evaluate/walk.js";
import type { RecordedPoint } from "../../source/flows/record.js";
import type { ReplayEnd } from "./ends.js";
import type { TallyGroup } from "./tally-group.js";

/** What is asked about of a group. */
export type ReplayFlow = Pick<TallyGroup, "from" | "to" | "protocol" | "ports" | "family" | "isSelf">;

/** What the policies make of a flow, half by half. */
export interface Halves {
  readonly egress: HalfAnswer;
  readonly ingress: HalfAnswer;
  readonly both: HalfAnswer;
}

/** The same with what else was asked. */
export interface FlowAnswer extends Halves {
  /** The rules that match it, whether they decide or not, by direction and `ruleKey`. */
  readonly used: Readonly<Record<Direction, ReadonlySet<string>>>;
}

/** Judges flows between ends of one state, each once. */
export class FlowVerdicts {
  readonly #cluster: Cluster;
  readonly #profile: Profile;
  readonly #known = new Map<string, FlowAnswer | undefined>();
  /** Every port: a log may have a thousand that come to the same. */
  readonly #folds: PortFolds;

  constructor(cluster: Cluster, profile: Profile) {
    this.#cluster = cluster;
    this.#folds = PortFolds.in([cluster], FIRST_PORT);
    this.#profile = profile;
  }

  /** Undefined for what {@link whyUnanswered} has a reason for. */
  of(asked: ReplayFlow): FlowAnswer | undefined {
    const { from, to, protocol, ports, family, isSelf } = asked;
    const port = ports === undefined ? undefined : this.#folds.firstOf(ports[0]);
    const key = `${from.alike} ${to.alike} ${protocol} ${port} ${family} ${isSelf}`;
    if (this.#known.has(key)) return this.#known.get(key);
    const answer = this.#judge(asked);
    this.#known.set(key, answer);
    return answer;
  }

  #judge({ from, to, protocol, ports, family, isSelf }: ReplayFlow): FlowAnswer | undefined {
    const source = from.endpoint;
    if (source === undefined) return undefined;
    const port = ports?.[0] ?? 0;
    const traffic = protocol === undefined ? OTHER_TRAFFIC : trafficOf(protocol, portSet([[port, port]]));
    if (!mayHave(source, family)) return undefined;
    if (to.endpoint !== undefined) {
      if (!mayHave(to.endpoint, family) || this.#isOpened(to.endpoint, traffic)) return undefined;
      const way: Way = isSelf ? { type: "loopback" } : DIRECT;
      return this.#evaluated(source, to.endpoint, traffic, family, way);
    }
    const answers = this.#behind(source, to, traffic, family);
    return answers.length === 0 ? undefined : joined(answers);
  }

  /** True where a Service has opened what is sent to a node: it goes on to a pod, which may be anywhere (S-EV-1a). */
  #isOpened({ type }: Endpoint, traffic: Traffic): boolean {
    return type === "node" && trafficMeets(traffic, nodePortsOf(this.#cluster));
  }

  /** What each backend of a Service is sent. */
  #behind(source: Endpoint, to: ReplayEnd, traffic: Traffic, family: ReplayFlow["family"]): FlowAnswer[] {
    if (to.found.type !== "service") return [];
    const services = servicesAt(this.#cluster, to.found.address);
    const resolved = {
      shownAs: to.label,
      kind: "Service",
      endpoints: services.flatMap(({ backends }) => backends.map(({ endpoint }) => endpoint)),
      services,
      workload: undefined,
      notes: [],
    };
    const targets = trafficTargets(this.#cluster, resolved, { ranges: traffic, names: [] });
    if (!targets.ok) return [];
    return targets.value.targets.flatMap(({ endpoints, through, trafficTo }) =>
      endpoints.flatMap((endpoint) => {
        const sent = trafficTo(endpoint);
        if (!mayHave(endpoint, family)) return [];
        const over = family ?? flowFamilies(this.#cluster, source, endpoint)[0] ?? "IPv4";
        const path = through === undefined ? undefined : servicePathOf(through, source, over);
        if (!sent.ok || path === undefined) return [];
        const isHairpin = endpoint.type === "pod" && endpoint.id === source.id && endpoint.pods.length === 1;
        const way: Way = { type: "service", path, isHairpin, toName: undefined };
        return [this.#evaluated(source, endpoint, sent.value, over, way)];
      }),
    );
  }

  #evaluated(
    from: Endpoint,
    to: Endpoint,
    traffic: Traffic,
    recorded: ReplayFlow["family"],
    way: Way,
  ): FlowAnswer {
    const family = recorded ?? flowFamilies(this.#cluster, from, to)[0] ?? "IPv4";
    return new EvaluatedFlow(this.#cluster, { from, to, family, traffic, way }, this.#profile);
  }
}

/** The answer about one flow. A hook mostly saw one half of it, and each is evaluated when it is asked for. */
class EvaluatedFlow implements FlowAnswer {
  readonly used: FlowAnswer["used"];
  readonly #cluster: Cluster;
  readonly #flow: Flow;
  readonly #profile: Profile;
  readonly #halves = new Map<Direction, EvaluatedHalf>();
  #both: HalfAnswer | undefined;

  /** @param flow of one port or of other protocols */
  constructor(cluster: Cluster, flow: Flow, profile: Profile) {
    this.#cluster = cluster;
    this.#flow = flow;
    this.#profile = profile;
    const usedIn = (direction: Direction): ReadonlySet<string> => this.#half(direction).used;
    this.used = {
      get egress() {
        return usedIn("egress");
      },
      get ingress() {
        return usedIn("ingress");
      },
    };
  }

  get egress(): HalfAnswer {
    return this.#half("egress").answer;
  }

  get ingress(): HalfAnswer {
    return this.#half("ingress").answer;
  }

  get both(): HalfAnswer {
    if (this.#both !== undefined) return this.#both;
    const { parts, walks } = evaluate(this.#cluster, this.#flow, this.#profile, "unknown");
    const [part] = parts;
    if (part === undefined) throw new Error("invariant: traffic has a part");
    const { egress, ingress, both } = halvesOf(part, decidersIn(part));
    this.#halves.set("egress", { answer: egress, used: usedBy(walks.egress, "egress") });
    this.#halves.set("ingress", { answer: ingress, used: usedBy(walks.ingress, "ingress") });
    this.#both = both;
    return both;
  }

  #half(direction: Direction): EvaluatedHalf {
    const known = this.#halves.get(direction);
    if (known !== undefined) return known;
    const half = evaluateDirection(this.#cluster, this.#flow, this.#profile, direction, "unknown");
    const deciders = half.leaves.map((leaf) => leaf.by);
    const made = { answer: halfOf(half, direction, deciders), used: usedBy(half.walk, direction) };
    this.#halves.set(direction, made);
    return made;
  }
}

interface EvaluatedHalf {
  readonly answer: HalfAnswer;
  readonly used: ReadonlySet<string>;
}

/** The rules that matched on a walk. */
function usedBy({ entries }: Walked, direction: Direction): ReadonlySet<string> {
  const keys = entries.flatMap((entry) =>
    entry.type === "rule" && entry.matched.length + entry.failedClosed.length > 0
      ? [ruleKey(entry.policy, direction, entry.rule)]
      : [],
  );
  return new Set(keys);
}

/** Why a flow that has no answer has none. */
export function whyUnanswered({
  from,
  to,
  family,
}: ReplayFlow): Extract<NotJudged, "from-service" | "other-family" | "no-backends" | "node-port"> {
  if (from.endpoint === undefined) return "from-service";
  if (!mayHave(from.endpoint, family)) return "other-family";
  if (to.endpoint === undefined) return "no-backends";
  return mayHave(to.endpoint, family) ? "node-port" : "other-family";
}

/** False for an end that is known to have addresses of the other family alone: a log may say anything of it. */
export function mayHave(endpoint: Endpoint, family: Family | undefined): boolean {
  return family === undefined || (familiesOf(endpoint)?.includes(family) ?? true);
}

/** The half of an answer that a hook saw; both, where nothing says which. */
export function halfSeen(answer: Halves, point: RecordedPoint): HalfAnswer {
  return point === "egress" || point === "ingress" ? answer[point] : answer.both;
}

/** The directions that a hook saw. */
export function directionsSeen(point: RecordedPoint): readonly Direction[] {
  return point === "egress" || point === "ingress" ? [point] : DIRECTIONS;
}

/** The halves of a part of a flow. @param deciders what decided each half */
export function halvesOf(part: Part, deciders: Readonly<Record<Direction, readonly Decider[]>>): Halves {
  const [egress, ingress] = DIRECTIONS.map((direction) =>
    halfOf(part[direction], direction, deciders[direction]),
  ) as [HalfAnswer, HalfAnswer];
  return { egress, ingress, both: bothOf(part, [egress, ingress]) };
}

function halfOf(
  { verdict, reasons }: Pick<PartDirection, "verdict" | "reasons">,
  direction: Direction,
  deciders: readonly Decider[],
): HalfAnswer {
  const steps = distinct(deciders.map((decider) => ({ decider, direction })));
  return { verdict, steps, reasons: codesOf(reasons) };
}

function decidersIn(part: Part): Readonly<Record<Direction, readonly Decider[]>> {
  const by = (direction: Direction): readonly Decider[] => part[direction].leaves.map((leaf) => leaf.by);
  return { egress: by("egress"), ingress: by("ingress") };
}

/** Where both halves allow, what allows in each; where it is denied, what denies. */
function bothOf(part: Part, halves: readonly HalfAnswer[]): HalfAnswer {
  const denying = halves.filter(({ verdict }) => verdict === part.verdict);
  const steps = (part.verdict === "allowed" || denying.length === 0 ? halves : denying).flatMap(
    (each) => each.steps,
  );
  return { verdict: part.verdict, steps, reasons: codesOf(part.reasons) };
}

function codesOf(reasons: readonly { readonly code: string }[]): readonly string[] {
  return [...new Set(reasons.map(({ code }) => code))].toSorted();
}

function distinct(steps: readonly AskedStep[]): readonly AskedStep[] {
  const byKey = new Map(steps.map((step) => [deciderKey(step.decider, step.direction), step]));
  return [...byKey.values()];
}

/** What any of some backends may have been sent: open where they differ, for nobody knows which it was. */
function joined(answers: readonly FlowAnswer[]): FlowAnswer {
  const half = (of: (answer: FlowAnswer) => HalfAnswer): HalfAnswer => {
    const halves = answers.map(of);
    const verdicts = new Set(halves.map(({ verdict }) => verdict));
    const [only] = verdicts;
    const isOne = verdicts.size === 1 && only !== undefined;
    const reasons = [...new Set(halves.flatMap((each) => each.reasons))];
    return {
      verdict: isOne ? only : verdicts.has("unknown") ? "unknown" : "undefined",
      steps: distinct(halves.flatMap(({ steps }) => steps)),
      reasons: isOne ? reasons : [...reasons, "backends-differ"],
    };
  };
  const used = (direction: Direction): ReadonlySet<string> =>
    new Set(answers.flatMap((each) => [...each.used[direction]]));
  // Both halves together first: that evaluates each of them, too.
  const both = half((each) => each.both);
  return {
    egress: half(({ egress }) => egress),
    ingress: half(({ ingress }) => ingress),
    both,
    used: { egress: used("egress"), ingress: used("ingress") },
  };
}
