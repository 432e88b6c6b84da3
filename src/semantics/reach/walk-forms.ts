import { hasUnbuildableSubject } from "../match/subject.js";
import { isUnbuildable } from "../match/effect.js";
import { walkLike, type ClassWalk } from "./class-walk.js";
import type { CandidatesByTier } from "../evaluate/candidates.js";
import type { Entry } from "../evaluate/entry.js";
import type { Party } from "../match/party.js";
import type { PeerGroups } from "./peer-groups.js";
import type { Direction, Policy, Ports, Rule } from "../../cluster/model/policy.js";

/** A subject, as far as its NetworkPolicies are concerned: all of them surely select it. */
export interface FormedSubject {
  readonly party: Party;
  readonly candidates: CandidatesByTier;
  /** The same text for subjects that nothing else tells apart. */
  readonly besides: string;
}

/** A walk, with the NetworkPolicies that it asked. */
interface FormedWalk {
  readonly walk: ClassWalk;
  readonly policies: readonly Policy[];
}

/**
 * Walks of one direction and family by their form. Teams write the same rules about their own pods: where NetworkPolicies
 * match the same of the other ends one by one, their walks come to the same, and only who decides is another one.
 */
export class WalkForms {
  readonly #direction: Direction;
  readonly #groups: PeerGroups;
  readonly #byRule = new Map<Rule, string | undefined>();
  readonly #walks = new Map<string, FormedWalk>();

  constructor(direction: Direction, groups: PeerGroups) {
    this.#direction = direction;
    this.#groups = groups;
  }

  /** @param make walks, where no walk was made that comes to the same */
  walkOf(subject: FormedSubject, make: () => ClassWalk): ClassWalk {
    const form = this.#formOf(subject);
    if (form === undefined) return make();
    const { policies } = subject.candidates.NetworkPolicy;
    const known = this.#walks.get(form);
    if (known !== undefined) return walkLike(known.walk, this.#inPlaceOf(known.policies, policies));
    const walk = make();
    this.#walks.set(form, { walk, policies });
    return walk;
  }

  #formOf({ party, candidates, besides }: FormedSubject): string | undefined {
    let form = besides;
    for (const policy of candidates.NetworkPolicy.policies) {
      if (hasUnbuildableSubject(policy)) return undefined;
      const list = policy.rules[this.#direction];
      form += `\n${policy.isolates} ${list === undefined}`;
      for (const rule of list?.rules ?? []) {
        const own = this.#ruleForm(rule, party);
        if (own === undefined) return undefined;
        form += `;${own}`;
      }
    }
    return form;
  }

  #ruleForm(rule: Rule, party: Party): string | undefined {
    if (this.#byRule.has(rule)) return this.#byRule.get(rule);
    const form = this.#makeForm(rule, party);
    this.#byRule.set(rule, form);
    return form;
  }

  /** Undefined for a rule of which more tells what it matches: seldom used, and not worth to be told apart here. */
  #makeForm(rule: Rule, party: Party): string | undefined {
    const { peers } = rule;
    if (rule.failsClosed !== undefined || (!peers.all && peers.items.some(isUnbuildable))) return undefined;
    const ends = peers.all ? "all" : this.#groups.formOf(peers.items, rule, "NetworkPolicy", party);
    // Most rules are about pods, which others match than those that are asked about.
    if (ends === "none") return ends;
    const ports = portsForm(rule.ports);
    return ends === undefined || ports === undefined ? undefined : `${ends} ${ports}`;
  }

  /** Entries with policies in the place of others, rule by rule; what no NetworkPolicy decides is one entry for all. */
  #inPlaceOf(others: readonly Policy[], policies: readonly Policy[]): (entry: Entry) => Entry {
    const own = new Map<Policy, Policy>(others.map((each, i) => [each, policies[i] as Policy]));
    const ownRule = (other: Policy, rule: Rule): Rule => {
      const at = other.rules[this.#direction]?.rules.indexOf(rule) ?? -1;
      return own.get(other)?.rules[this.#direction]?.rules[at] ?? rule;
    };
    const made = new Map<Entry, Entry>();
    const make = (entry: Entry): Entry => {
      switch (entry.type) {
        case "rule": {
          const policy = own.get(entry.policy);
          return policy === undefined ? entry : { ...entry, policy, rule: ownRule(entry.policy, entry.rule) };
        }
        case "isolation":
          return { ...entry, policies: entry.policies.map((each) => own.get(each) ?? each) };
        default:
          return entry;
      }
    };
    return (entry) => {
      let known = made.get(entry);
      if (known === undefined) made.set(entry, (known = make(entry)));
      return known;
    };
  }
}

/** The same text for ports that are the same traffic of every end; undefined where names or readings tell what they are. */
function portsForm(ports: Ports): string | undefined {
  if (ports.all) return ports.emptyList === undefined ? "all" : undefined;
  const forms: string[] = [];
  for (const item of ports.items) {
    if (item.type !== "range" || item.emptyProtocol === true) return undefined;
    forms.push(`${item.protocol} ${item.first}-${item.last}`);
  }
  return forms.join();
}
