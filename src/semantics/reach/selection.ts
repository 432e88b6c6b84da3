import { candidatesOf, revisedCandidates, type CandidatesByTier } from "../evaluate/candidates.js";
import { mayBePod, type MatchContext, type Party } from "../match/party.js";
import { oncePer } from "../../base/collections/once-per.js";
import { portNamesOf, portNamesKey } from "./distinctions.js";
import { splitByMissing } from "../evaluate/refused.js";
import { splitBySubject, subjectKey } from "../match/subject.js";
import { World, type Split } from "../match/world.js";
import {
  DIRECTIONS,
  type Direction,
  type Peer,
  type Policy,
  type Rule,
  type Tier,
} from "../../cluster/model/policy.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Endpoint, PodEndpoint } from "../../cluster/model/endpoint.js";
import type { EndClass } from "./classes.js";

/** Which policies select a class, as its subject. */
export interface Selection {
  /** Those that do in some world. */
  readonly policies: ReadonlySet<Policy>;
  /** The same, as a walk asks them. */
  readonly candidates: CandidatesByTier;
  /** Those that do whatever is unsettled. */
  readonly sure: ReadonlySet<Policy>;
  /**
   * The same text for classes that walks do not tell apart as their subjects: the same policies select them in the same
   * worlds, and what rules see of a subject beside that is the same.
   */
  readonly alike: Likeness;
  /** The same for classes that the Admin tier does not tell apart. */
  readonly alikeToAdmin: Likeness;
  /**
   * The same for classes that nothing but NetworkPolicies tells apart; undefined where it is open whether one of those selects
   * the class.
   */
  readonly besides: () => Likeness | undefined;
}

type Likeness = Readonly<Record<Direction, string>>;

/** Finds out which policies select classes; each policy has a number, so that lists of them are short texts. */
export class Selections {
  readonly #numbers = new Map<Policy, number>();
  readonly #shortTexts = new Map<string, string>();
  readonly #byClass: Selection[] = [];
  readonly #byKind = new Map<string, Selection>();
  readonly #partyOf: (of: EndClass) => Party;
  readonly #contextOf: () => MatchContext;
  readonly #spend: (times: number) => void;
  readonly #seesNodes: boolean;

  /**
   * @param spend counts policies that are asked
   * @param seesNodes true where it may be open whether another end is on the node of a subject: then it matters which one that is
   */
  constructor(
    partyOf: (of: EndClass) => Party,
    contextOf: () => MatchContext,
    spend: (times: number) => void,
    seesNodes: boolean,
  ) {
    this.#partyOf = partyOf;
    this.#contextOf = contextOf;
    this.#spend = spend;
    this.#seesNodes = seesNodes;
  }

  of(of: EndClass): Selection {
    return (this.#byClass[of.index] ??= this.#known(of));
  }

  #known(of: EndClass): Selection {
    const { representative } = of;
    if (representative.type === "pod")
      return this.#find(of, (...seen) => this.#likenessOfPod(representative, ...seen));
    const kind = kindOfOther(representative);
    const known = this.#byKind.get(kind);
    if (known !== undefined) return known;
    const found = this.#find(of, () => ({ egress: kind, ingress: kind }));
    this.#byKind.set(kind, found);
    return found;
  }

  /** @param likenessOf told by which policies a class is selected, and what else rules see */
  #find(of: EndClass, likenessOf: (seen: readonly Seen[], beside: SeenBeside) => Likeness): Selection {
    const subject = this.#partyOf(of);
    const context = { ...this.#contextOf(), subject };
    const all = candidatesOf(subject.endpoint, context);
    const { Admin, NetworkPolicy, Baseline } = all;
    const ordered = [...Admin, ...Baseline].flatMap((each) => each.policies);
    const mayDo = [...NetworkPolicy.policies, ...ordered];
    const { refused } = context.cluster;
    this.#spend(mayDo.length + refused.length + 1);
    const policies = new Set<Policy>();
    const sure = new Set<Policy>();
    const seen: Seen[] = [];
    const asked = new Map<string, Split>();
    for (const policy of mayDo) {
      const key = subjectKey(policy);
      const split = asked.get(key) ?? splitBySubject(World.ANY, policy, subject, context);
      asked.set(key, split);
      if (split.yes.length === 0) continue;
      policies.add(policy);
      if (split.no.length === 0) sure.add(policy);
      const text = `${this.#numberOf(policy)}${split.no.length === 0 ? "" : ` ${splitText(split)}`}`;
      seen.push({ tier: policy.tier, text });
    }
    for (const [number, each] of refused.entries()) {
      for (const tier of each.tiers) {
        const split = splitByMissing(World.ANY, each, subject, tier, context);
        if (split.yes.length > 0) seen.push({ tier, text: `refused ${number} ${tier} ${splitText(split)}` });
      }
    }
    const ofAdmin = seen.filter(({ tier }) => tier === "Admin");
    const alike = this.#shortened(likenessOf(seen, vocabularyOf(context.cluster)));
    const alikeToAdmin = this.#shortened(likenessOf(ofAdmin, adminVocabularyOf(context.cluster)));
    const candidates = revisedCandidates(all, (each) => (policies.has(each) ? each : undefined));
    const others = seen.filter(({ tier }) => tier !== "NetworkPolicy");
    const isSettled =
      seen.length - others.length === NetworkPolicy.policies.filter((each) => sure.has(each)).length;
    let besides: Likeness | undefined;
    return {
      policies,
      candidates,
      sure,
      alike,
      alikeToAdmin,
      besides: () =>
        isSettled
          ? (besides ??= this.#shortened(likenessOf(others, vocabularyOf(context.cluster))))
          : undefined,
    };
  }

  #likenessOfPod(
    { namespace, ports, hostNetwork, node }: PodEndpoint,
    seen: readonly Seen[],
    { portNames, compares }: SeenBeside,
  ): Likeness {
    // In the design of 2016 namespaces isolate, and a comparison sees which one it is.
    const space = compares || this.#contextOf().cluster.facts.isLegacy ? namespace : "";
    const on = this.#seesNodes && node !== undefined ? `on ${node}` : node === undefined;
    const text = [space, hostNetwork, on, seen.map((each) => each.text).join()].join("\n");
    const named = ports === undefined ? "?" : portNamesKey(ports, portNames);
    return { egress: text, ingress: `${text} ${named}` };
  }

  /** A number for each text: they name hundreds of policies, and are compared and put together again and again. */
  #shortened({ egress, ingress }: Likeness): Likeness {
    return { egress: this.#shortTextOf(egress), ingress: this.#shortTextOf(ingress) };
  }

  #shortTextOf(text: string): string {
    const known = this.#shortTexts.get(text);
    if (known !== undefined) return known;
    const short = String(this.#shortTexts.size);
    this.#shortTexts.set(text, short);
    return short;
  }

  #numberOf(policy: Policy): number {
    const number = this.#numbers.get(policy) ?? this.#numbers.size;
    this.#numbers.set(policy, number);
    return number;
  }
}

/**
 * What a class is that is no pod of the input. As subjects all of one kind are alike: no policy is asked about nodes and what
 * is outside, and of what may be a pod nothing is known, whichever address it has.
 */
function kindOfOther(endpoint: Exclude<Endpoint, PodEndpoint>): string {
  if (endpoint.type === "node") return "node";
  return mayBePod(endpoint) ? "unlisted" : "outside";
}

/** A policy that selects a class, in what worlds. */
interface Seen {
  readonly tier: Tier;
  readonly text: string;
}

/** What rules see of a subject beside the labels by which policies select it. */
interface SeenBeside {
  readonly portNames: readonly string[];
  /** Whether some of them compare its namespace with others. */
  readonly compares: boolean;
}

function seenBeside(policies: readonly Policy[]): SeenBeside {
  const compares = policies.some((policy) =>
    rulesOf(policy).some(({ peers }) => !peers.all && peers.items.some(isCompared)),
  );
  return { portNames: portNamesOf(policies), compares };
}

const vocabularyOf = oncePer(({ policies }: Cluster) => seenBeside(policies));

const adminVocabularyOf = oncePer(({ policies }: Cluster) =>
  seenBeside(policies.filter(({ tier }) => tier === "Admin")),
);

function rulesOf({ rules }: Policy): readonly Rule[] {
  return DIRECTIONS.flatMap((direction) => rules[direction]?.rules ?? []);
}

function isCompared({ type }: Peer): boolean {
  return type === "compared";
}

function splitText({ yes, no }: Split): string {
  return JSON.stringify([yes.map(({ key }) => key), no.map(({ key }) => key)]);
}
