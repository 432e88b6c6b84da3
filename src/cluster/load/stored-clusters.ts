import { isOnlyListed } from "../kinds/stored-kinds.js";
import { forbiddenPolicies } from "../kinds/forbidden-policies.js";
import { CRD_KINDS, namedBundle } from "../admission/bundles.js";
import { rootOrigin } from "../../source/manifest/origin.js";
import { emptyDocument } from "../../source/manifest/document.js";
import { StoredDocument } from "../../source/manifest/stored-document.js";
import type { ClusterObject } from "../model/objects.js";
import { ANY_KIND, type ForbiddenKind } from "../model/cluster.js";
import type { Problem } from "../problems/problem.js";
import type { Definition } from "../admission/crd/definition.js";
import type { ObjectRef } from "../model/object-ref.js";
import type { StoredFacts } from "./input.js";

const NONE: ReadonlyMap<string, Definition> = new Map();

/** Schemas that the caller names. */
interface GivenSchemas {
  readonly crds?: ReadonlyMap<string, Definition>;
  readonly bundles: readonly string[];
}

/** What clusters and snapshots of them tell beside their objects. */
export class StoredClusters {
  /** How they are shown: `context prod`. */
  readonly names: string[] = [];
  /** What stands for policies that they do not show. */
  readonly missing: ClusterObject[] = [];
  /** The kinds that they do not show. */
  readonly problems: Problem[] = [];
  readonly #before: StoredClusters | undefined;
  readonly #crds = new Map<string, Definition>();
  readonly #policies = new Set<string>();
  #facts: StoredFacts | undefined;

  /** @param before those of inputs that were read before, elsewhere */
  constructor(before?: StoredClusters) {
    this.#before = before;
  }

  /** The facts of the first one: the others are laid over it. */
  get facts(): StoredFacts | undefined {
    return this.#before?.facts ?? this.#facts;
  }

  /**
   * The CRDs of policy kinds that count, by kind: those that are given before those of a cluster, of which the first one
   * counts here too. Where a release is given for a kind, its CRD does not count.
   */
  crdsBeside({ crds, bundles }: GivenSchemas): ReadonlyMap<string, Definition> {
    const ofClusters = [...this.#definitions()];
    if (ofClusters.length === 0) return crds ?? NONE;
    const counting = new Map(crds ?? NONE);
    for (const each of ofClusters)
      if (!counting.has(each.kind) && namedBundle(each.kind, bundles) === undefined)
        counting.set(each.kind, each);
    return counting;
  }

  *#definitions(): Generator<Definition> {
    if (this.#before !== undefined) yield* this.#before.#definitions();
    yield* this.#crds.values();
  }

  add(name: string, facts: StoredFacts): void {
    this.#facts ??= facts;
    const origin = rootOrigin(new StoredDocument(name, null));
    for (const each of facts.forbidden) {
      if (isOnlyListed(each.kind)) continue;
      this.missing.push(...forbiddenPolicies(each, origin));
      this.problems.push(forbiddenProblem(each, name));
    }
  }

  /** Adds a CRD. */
  define(definition: Definition): void {
    if (!this.#crds.has(definition.kind)) this.#crds.set(definition.kind, definition);
  }

  /** Remembers that a policy of a kind that comes as a CRD is stored. */
  addPolicy(ref: ObjectRef): void {
    if (isOfCrd(ref)) this.#policies.add(nameOf(ref));
  }

  /** True where a policy of such a kind is stored under this name. */
  hasPolicy(ref: ObjectRef): boolean {
    return isOfCrd(ref) && (this.#policies.has(nameOf(ref)) || this.#before?.hasPolicy(ref) === true);
  }

  addAllOf(other: StoredClusters): void {
    for (const each of other.#policies) this.#policies.add(each);
    for (const each of other.#crds.values()) this.define(each);
    this.names.push(...other.names);
    this.missing.push(...other.missing);
    this.problems.push(...other.problems);
    this.#facts ??= other.#facts;
  }
}

/** A cluster has no text of its own. */
function forbiddenProblem({ apiVersion, kind, readIn, why }: ForbiddenKind, name: string): Problem {
  const file = { name, text: "", isStored: true } as const;
  const document = emptyDocument(file);
  const facts = {
    reason: "forbidden",
    detail: kind === ANY_KIND ? apiVersion : kind,
    ...(readIn.length === 0 ? {} : { readIn }),
    ...(why === undefined ? {} : { why }),
  } as const;
  return { code: "not-analysed", facts, at: { document, span: { start: 0, end: 0 } } };
}

function isOfCrd({ kind }: ObjectRef): boolean {
  return CRD_KINDS.some((each) => each === kind);
}

function nameOf({ kind, name }: ObjectRef): string {
  return `${kind} ${name}`;
}
