import { namespaceText, type Absence, type SelectionProblem, type UnsetName, type Use } from "./absences.js";
import type { Beside } from "./beside.js";
import { firstFew } from "../../cluster/problems/selection.js";
import { isCause, isPositive, typoProblem } from "./typo-problem.js";
import { isMistakenElsewhere, conditionPlace } from "./written.js";
import { isNameKey } from "./name-keys.js";
import { isOfInstaller, isReserved, isReservedKey, SYSTEM_NAMESPACES } from "./system-namespaces.js";
import { isPossible } from "./possible.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import {
  EVERYTHING,
  originFor,
  selectorOf,
  type Requirement,
  type Selector,
} from "../../cluster/model/selector.js";
import { typosIn } from "./typos.js";
import { Vocabulary } from "./vocabulary.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import { oncePer } from "../../base/collections/once-per.js";
import { peersOf, rulesOf } from "../../cluster/model/policy-parts.js";
import type { PodIndex } from "./pod-index.js";
import type { PodSelection, Policy, Rule } from "../../cluster/model/policy.js";
import type { SelectionScope } from "./scope.js";

/** How many namespaces a finding names. */
const NAMED = 3;

/** Asks the selectors of namespaces what they select. */
export class NamespaceFindings {
  readonly unsetNames: UnsetName[] = [];
  readonly #work: Cluster["work"];
  readonly #cluster: Cluster;
  readonly #index: PodIndex;
  readonly #namespaces: Vocabulary;
  readonly #used: ReadonlySet<string>;
  readonly #beside: Beside;
  readonly #absences: Absence[];
  /** True where the input holds Namespaces: without any, nothing can be said of their labels. */
  readonly isKnown: boolean;

  /** @param absences where it notes what the input does not hold */
  constructor(cluster: Cluster, index: PodIndex, beside: Beside, absences: Absence[]) {
    this.#work = cluster.work;
    this.#cluster = cluster;
    this.#index = index;
    this.#namespaces = Vocabulary.ofNamespaces(cluster);
    this.isKnown = [...cluster.namespaces.values()].some(({ isKnown }) => isKnown);
    this.#used = namesInUse(cluster);
    this.#beside = beside;
    this.#absences = absences;
  }

  /** What is wrong with the namespaces of one selection. */
  *problemsOf(use: Use, selector: Selector, scope: SelectionScope): Generator<SelectionProblem> {
    const { policy } = use;
    if (!isPossible(selector) || this.#unsetName(use, selector) || !this.isKnown) return;
    const isNone = scope.namespaces.length === 0;
    const typos = typosIn(selector, this.#namespaces, this.#work);
    for (const typo of typos) yield typoProblem(typo, policy, "namespaces", isNone, []);
    const culprit = this.#namespaceCondition(selector);
    if (!isNone || typos.some(({ requirement }) => isCause(requirement, this.#namespaces))) return;
    if (this.selectsUsed(selector)) return;
    const at = conditionPlace(culprit, selector);
    if (at === undefined || (culprit !== undefined && isMistakenElsewhere(culprit))) return;
    const named =
      culprit?.key === NAMESPACE_NAME_LABEL
        ? undefined
        : culprit?.values.find((value) => this.#cluster.namespaces.get(value)?.isKnown === true);
    const labelledPods = named === undefined ? this.#labelledPods(use, selector) : [];
    if (named === undefined && labelledPods.length === 0 && !this.#cluster.facts.isComplete) {
      if (this.#beside.hasNamespace(selector)) return;
      this.#absences.push({
        policy,
        of: "namespaces",
        name: namespaceText(culprit, selector),
        isOwn: false,
        isSubject: use.is === "subject",
        values: [],
        at,
      });
      return;
    }
    yield {
      code: "namespace-selector-matches-none",
      facts: {
        condition: culprit,
        named,
        values: firstFew(culprit === undefined ? [] : this.#namespaces.values(culprit.key).keys()),
        ...(labelledPods.length === 0 ? {} : { labelledPods }),
      },
      at,
      object: policy.ref,
    };
  }

  /**
   * The namespaces of pods that have the labels which a selector asks namespaces for, where no namespace has any label of these keys, nor
   * may: one that the input does not hold, or a set of manifests beside it.
   */
  #labelledPods({ selection: { origin } }: Use, selector: Selector): readonly string[] {
    const { requirements } = selector;
    const isOfLabels = requirements.length > 0 && requirements.every((each) => each.operator === "In");
    if (!isOfLabels || requirements.some(({ key }) => this.#namespaces.keys.has(key))) return [];
    const pods = this.#index.select(
      { namespaces: { selector: EVERYTHING }, pods: selector, origin },
      "NetworkPolicy",
    );
    const names = [...new Set(pods.map(({ representative }) => representative.namespace))];
    const areKnown = names.every((name) => this.#cluster.namespaces.get(name)?.isKnown === true);
    return areKnown && !this.#beside.hasNamespace(selector) ? names.toSorted().slice(0, NAMED) : [];
  }

  /** The one condition that no namespace fulfils. */
  #namespaceCondition({ requirements }: Selector): Requirement | undefined {
    const impossible = requirements.filter(
      (requirement) => this.#index.namespacesOf({ selector: selectorOf([requirement]) }).length === 0,
    );
    return impossible.length === 1 ? impossible[0] : undefined;
  }

  /** Namespaces that every cluster has, and those that some object is in, are there: the input need not hold them. */
  selectsUsed({ requirements }: Selector): boolean {
    const { namespaces, facts } = this.#cluster;
    return requirements.some(({ key, operator, values }) => {
      if (!facts.isComplete && isReservedKey(key)) return true;
      if (key !== NAMESPACE_NAME_LABEL || operator !== "In") return false;
      return values.some(
        (value) =>
          (SYSTEM_NAMESPACES.includes(value) && !namespaces.has(value)) ||
          (!facts.isComplete && (this.#used.has(value) || isReserved(value))),
      );
    });
  }

  /**
   * Namespaces by a label that people take for their name: only one is set by the server, and no object of the input sets
   * this one.
   */
  #unsetName({ policy, selection }: Use, { requirements }: Selector): boolean {
    if (this.#cluster.facts.isComplete) return false;
    // Who asks for a label of their own beside it labels those namespaces: the value need not be a name.
    const isOfOwn = requirements.some(
      (each) => isPositive(each) && each.key !== NAMESPACE_NAME_LABEL && !isNameKey(each.key),
    );
    let isFound = false;
    for (const requirement of requirements) {
      const { key, operator, values } = requirement;
      if (operator !== "In" || !isNameKey(key)) continue;
      for (const namespace of values) {
        // Who labels namespaces of their own need not have labelled those that an installer makes.
        if ((isOfOwn || this.#namespaces.keys.has(key)) && !isOfInstaller(namespace)) continue;
        const at = originFor(requirement, namespace);
        if (at === undefined || this.#cluster.namespaces.get(namespace)?.isKnown === true) continue;
        if (this.#beside.setsOnNamespace(key, namespace) || isSetByPlatform(key, namespace)) continue;
        if (isNamedBeside(policy, selection, namespace)) continue;
        this.unsetNames.push({ policy, requirement, namespace, at });
        isFound = true;
      }
    }
    return isFound;
  }
}

/** OpenShift's operators label their namespaces with their names: `openshift-ingress` has `name: openshift-ingress`. */
function isSetByPlatform(key: string, namespace: string): boolean {
  return key === "name" && namespace.startsWith("openshift-");
}

/** True where another peer of the same rule selects the same pods of a namespace by the label that it has: one of the two was meant to match. */
function isNamedBeside(policy: Policy, selection: PodSelection, namespace: string): boolean {
  const rule = rulesByPeer(policy).get(selection);
  return rule !== undefined && byAutomaticLabel(rule).has(peerKey(namespace, selection));
}

const rulesByPeer = oncePer(
  (policy: Policy): ReadonlyMap<unknown, Rule> =>
    new Map(rulesOf(policy).flatMap(({ rule }) => peersOf(rule).map((peer) => [peer, rule]))),
);

/** The namespaces that the peers of a rule select by their one automatic label alone, each with the pods there. */
const byAutomaticLabel = oncePer(
  (rule: Rule): ReadonlySet<string> =>
    new Set(
      peersOf(rule).flatMap((peer) => {
        if (peer.type !== "pods" || peer.namespaces.own !== undefined) return [];
        const [only, ...more] = peer.namespaces.selector.requirements;
        const isByName = only?.key === NAMESPACE_NAME_LABEL && only.operator === "In" && more.length === 0;
        return isByName ? only.values.map((name) => peerKey(name, peer)) : [];
      }),
    ),
);

function peerKey(namespace: string, { pods }: PodSelection): string {
  return JSON.stringify([namespace, pods?.key ?? ""]);
}

/** Namespaces that objects of the input are in, or will be: nobody need hold the Namespace too. */
function namesInUse({ madePods, services }: Cluster): ReadonlySet<string> {
  const names = [...madePods.map(({ namespace }) => namespace), ...services.map(({ ref }) => ref.namespace)];
  return new Set(names.flatMap((name) => name ?? []));
}
