import { besideOf, notShown } from "./beside.js";
import { beyondLimit, SourceAnswers, type SourceAnswer } from "./answers.js";
import { BrokenBlocks, bypassKey } from "./reasons.js";
import { chunkWitness } from "./witness.js";
import { classesOf, type End, type EndClass } from "../../semantics/reach/classes.js";
import { DirectTraffic } from "./direct.js";
import {
  endOfDestination,
  endsAsked,
  isHypothetical,
  newSources,
  onePerClass,
  overBothFamilies,
  rowSources,
} from "./audited-ends.js";
import { Exceptions, newPods, podEnds, withBare, type AuditSource } from "./sources.js";
import { groupBy } from "../../base/collections/group-by.js";
import { Hops } from "./hops.js";
import type { Chunk } from "./chunks.js";
import { askedOf, isWholeClass, targetsOf, type TargetClass } from "./targets.js";
import { NO_TRAFFIC, subtractTraffic } from "../../base/net/traffic.js";
import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { profileOfCluster } from "../../semantics/plugins/profile-of.js";
import { Reach } from "../../semantics/reach/reach.js";
import { ServiceWays } from "./service-ways.js";
import { shownAs } from "./target-names.js";
import type { Audit, AuditedClass, AuditGroup, Bypass, OpenTraffic } from "./result.js";
import type { AuditQuestion } from "./audit.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { DestinationClass } from "./destinations.js";
import type { Distinctions } from "../../semantics/reach/distinctions.js";
import type { FlowWitness } from "../../cluster/problems/witness.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";
import type { Policy } from "../../cluster/model/policy.js";

/** An audit of a cluster, class by class. */
export class Auditor {
  readonly #cluster: Cluster;
  readonly #classes: readonly DestinationClass[];
  readonly #exceptions: Exceptions;
  readonly #reach: Reach;
  readonly #direct: DirectTraffic;
  readonly #answers: SourceAnswers;
  readonly #sources: readonly AuditSource[];
  readonly #targets: ReadonlyMap<DestinationClass, TargetClass>;

  constructor(
    cluster: Cluster,
    distinctions: Distinctions,
    question: AuditQuestion,
    classes: readonly DestinationClass[],
  ) {
    this.#cluster = cluster;
    this.#classes = classes;
    this.#exceptions = new Exceptions(question.except, question.exceptNamespaces);
    const isWhole = question.from.length === 0;
    const future = isWhole ? withBare(cluster, newPods(cluster, this.#exceptions)) : [];
    const named = question.from.flatMap(({ endpoints }) => endpoints);
    const ends = new Set<End>([
      ...podEnds(cluster),
      ...named.flatMap((endpoint): End[] => (isHypothetical(endpoint) ? [{ endpoint }] : [])),
      ...future.flatMap(({ pod, bare }): End[] => [{ endpoint: pod }, { endpoint: bare }]),
    ]);
    const ofClasses = new Map(
      classes.map((each) => [each, new Map(each.destinations.map((one) => [endOfDestination(one), one]))]),
    );
    for (const each of ofClasses.values()) for (const end of each.keys()) ends.add(end);
    const { placed, unplaced, later } = endsAsked([...ofClasses.values()]);
    const classesToday = classesOf(cluster, ends, distinctions);
    // Pods alone send: what sends from elsewhere would only make what pods let in dear to tell.
    const isSource = ({ representative }: EndClass): boolean => representative.type === "pod";
    const reach = new Reach(cluster, profileOfCluster(cluster), classesToday.map(overBothFamilies), {
      atLimit: "unknown",
      scope: { isSource, isDestination: placed },
      sharesForms: true,
    });
    this.#reach = reach;
    this.#targets = new Map(
      classes.map((each) => [
        each,
        targetsOf(each, { classes: reach.classes, classesToday }, ofClasses.get(each)),
      ]),
    );
    this.#direct = new DirectTraffic(cluster, {
      reach,
      unplaced: reach.within({ isSource, isDestination: unplaced }),
      later: reach.within({ isSource, isDestination: later }),
    });
    const ids = new Set(named.map(({ id }) => id));
    const isAsked = (pod: PodEndpoint): boolean => (isWhole || ids.has(pod.id)) && !this.#exceptions.has(pod);
    const all = { classes: reach.classes, classesToday };
    const everyPod = rowSources(cluster, all, (pod) => !isHypothetical(pod));
    // Of a large cluster, to put pods in rows is much of the work: where all are asked about, it is done once.
    const hasExceptions = this.#exceptions.count > 0 || question.exceptNamespaces.length > 0;
    const isEveryPod =
      isWhole && !hasExceptions && !podEnds(cluster).some(({ endpoint }) => isHypothetical(endpoint));
    const asked = isEveryPod ? everyPod : rowSources(cluster, all, isAsked);
    this.#sources = [...asked, ...newSources(reach.classes, future)];
    // What pods send each other is walked where a way over them is looked for; such a way leads over pods that exist.
    const pods = new Set(everyPod.map(({ endClass }) => endClass));
    const isPod = (each: EndClass): boolean => pods.has(each);
    const hops = new Hops(reach.within({ isSource, isDestination: isPod }), this.#direct, [
      ...onePerClass(everyPod),
    ]);
    const services = new ServiceWays(cluster, reach);
    this.#answers = new SourceAnswers({ services, hops, broken: new BrokenBlocks(this.#direct, cluster) });
  }

  audit(): Audit {
    // Pods that exist are asked about first: where a limit ends the run, it is for those that do not that nothing is known.
    const ofRows = new Map(this.#classes.map((each) => [each, this.#answersTo(each, "row")]));
    const classes = this.#classes.map((each) =>
      this.#ofClass(each, [...(ofRows.get(each) ?? []), ...this.#answersTo(each, "new")]),
    );
    return {
      classes,
      beside: besideOf(this.#cluster),
      notShown: notShown(this.#cluster),
      excepted: this.#exceptions.count,
      isWhole: this.#cluster.work?.limit === undefined,
    };
  }

  #ofClass(of: DestinationClass, found: readonly AnswerFor[]): AuditedClass {
    const to = this.#targets.get(of) as TargetClass;
    const groups = [...groupBy(this.#withUnselected(found), (each) => each.found.key).values()].map(
      (alike): AuditGroup => {
        const [first] = alike as [AnswerFor];
        const { key: _key, isWhole: _isWhole, chunks, ...group } = first.found;
        return {
          ...group,
          endpoints: alike.map(({ source }) => source.id),
          open: chunks.map((chunk) => openOf(chunk, to)),
          denied: first.found.isWhole
            ? chunks.reduce((rest, { traffic }) => subtractTraffic(rest, traffic), askedOf(of))
            : NO_TRAFFIC,
          witnesses: witnessesOf(first.source, chunks),
        };
      },
    );
    const parts = shownAs(to, to.targets);
    return { name: of.name, addresses: of.addresses, parts, notes: of.notes, groups };
  }

  /** What a class comes to for all sources of a type. */
  #answersTo(of: DestinationClass, type: AuditSource["type"]): readonly AnswerFor[] {
    const to = this.#targets.get(of) as TargetClass;
    const sources = this.#sources.filter((source) => source.type === type);
    return sources.flatMap((source): AnswerFor[] =>
      orAtLimit(
        () => this.#answerFor(source, to),
        () => [{ source, found: beyondLimit(to) }],
      ),
    );
  }

  #answerFor(source: AuditSource, to: TargetClass): AnswerFor[] {
    const chunks = this.#direct.of(source, to);
    // A pod that is asked about itself sends nothing that policy is about.
    if (chunks.length === 0 && to.targets.length > 0) return [];
    const found = this.#answers.of(source, to, chunks);
    if (!this.#direct.isPartial(chunks)) return [{ source, found }];
    return [{ source, found: { ...found, isWhole: false, key: `${found.key}\nin part` } }];
  }

  /** B-16: where nothing is denied, what denies it to others. */
  #withUnselected(all: readonly AnswerFor[]): readonly AnswerFor[] {
    const blocking = new Set(all.flatMap(({ found }) => blocksOf(found)));
    if (blocking.size === 0) return all;
    return all.map(({ source, found }) => {
      if (found.status !== "reachable") return { source, found };
      const { sure } = this.#reach.selections.of(source.endClass);
      const more = [...blocking]
        .filter((policy) => !sure.has(policy))
        .map((policy): Bypass => ({ id: "B-16", policy, at: policy.subject.origin }));
      if (more.length === 0) return { source, found };
      const key = [found.key, ...more.map(bypassKey)].join("\n");
      return { source, found: { ...found, bypasses: [...found.bypasses, ...more], key } };
    });
  }
}

interface AnswerFor {
  readonly source: AuditSource;
  readonly found: SourceAnswer;
}

/** The policies of the Admin tier that block a class for some pods, wholly or in part. */
function blocksOf({ decidedBy, bypasses }: SourceAnswer): Policy[] {
  const steps = [
    ...(decidedBy === undefined ? [] : [decidedBy]),
    ...bypasses.flatMap((each) => (each.id === "B-17" ? [each.by] : [])),
  ];
  return steps.flatMap(({ decider }) =>
    decider.type === "rule" && decider.tier === "Admin" && decider.action === "Deny" ? [decider.policy] : [],
  );
}

/** So many flows of a group are shown at the most. */
const MOST_WITNESSES = 3;

function witnessesOf(source: AuditSource, chunks: readonly Chunk[]): FlowWitness[] {
  const found: FlowWitness[] = [];
  for (const chunk of chunks) {
    if (found.length === MOST_WITNESSES) break;
    const witness = chunkWitness(source, chunk);
    if (witness !== undefined) found.push(witness);
  }
  return found;
}

function openOf({ targets, families, isOwnNode, traffic, verdict, by }: Chunk, to: TargetClass): OpenTraffic {
  return {
    to: shownAs(to, targets),
    isWhole: isWholeClass(to, targets),
    family: families.length === 1 ? families[0] : undefined,
    isOwnNode,
    traffic,
    verdict: verdict === "denied" ? "unknown" : verdict,
    by,
  };
}
