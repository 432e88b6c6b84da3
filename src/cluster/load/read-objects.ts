import { notePlainNamespace } from "../problems/names-namespace.js";
import { isAcceptable } from "./acceptance.js";
import { classify, namesakeOf, type ForeignPart, type KindClass } from "../kinds/registry.js";
import { field, textOf } from "../../source/manifest/node.js";
import { isServedVersion, unknownVersion } from "../admission/crd/unknown-version.js";
import { labelTypeProblems, nameTypeProblems } from "../admission/label-types.js";
import { NEWEST_SERVER } from "../admission/request.js";
import { byIdentity } from "./one-order.js";
import { madePodsOf } from "../kinds/operators/made-pods.js";
import { mayBePolicy } from "../kinds/without-policy.js";
import { policyApiOf } from "../kinds/policy-apis.js";
import { isFragment, isWholeObject } from "./whole-object.js";
import { placeholderIn } from "./placeholders.js";
import { rootOrigin } from "../../source/manifest/origin.js";
import { shortened } from "./shortened.js";
import { StoredClusters } from "./stored-clusters.js";
import { StoredDocument } from "../../source/manifest/stored-document.js";
import { writtenSubject } from "./suppressions/subject.js";
import { suppressingAnnotation } from "./suppressions/annotation.js";
import { holdsPolicy } from "../kinds/policy-writers.js";
import { hasPlaceholder } from "../model/placeholder.js";
import { lackedNamespace } from "../admission/lacked-namespace.js";
import { podTypeProblems } from "../admission/pod-types.js";
import { unservedPolicy } from "../kinds/refused-policy.js";
import { unservedProblem } from "../admission/unserved.js";
import type { Mistyped } from "../admission/structural/mistyped.js";
import type { Problem } from "../problems/problem.js";
import type { ClusterObject } from "../model/objects.js";
import type { ApiObject } from "../admission/request.js";
import type { KindReader, ObjectReading, ReadOptions } from "../kinds/kind.js";
import type { ForeignPolicies } from "../model/cluster.js";
import type { LoadOptions } from "./options.js";
import { kindAndName } from "../model/object-ref.js";
import type { ObjectRef } from "../model/object-ref.js";
import type { RawObject } from "./expand.js";
import type { ReadObject } from "./duplicates.js";
import type { Suppression } from "../problems/suppression.js";

/** An object that says what it is. */
export type NamedObject = RawObject & { readonly apiVersion: string; readonly kind: string };

/** True for an object that says of which API and kind it is. */
export function isNamed(raw: RawObject): raw is NamedObject {
  return raw.apiVersion !== undefined && raw.kind !== undefined;
}

/** Where objects come from. */
export interface Provenance {
  /** True where they replace what stands elsewhere under their names. */
  readonly isOverlay: boolean;
  /** True where a server has stored them. */
  readonly isStored: boolean;
}

/** Policies of another vendor's kind as they are counted. */
interface CountedForeign extends ForeignPolicies {
  readonly ref: ObjectRef;
  readonly mayDecideIn: Set<string> | "all namespaces";
}

/** Reads objects one by one, each as its kind and where it comes from ask for, and keeps what they tell. */
export class ObjectReader {
  readonly read: ReadObject[] = [];
  /** What annotations of objects say for the linter. */
  readonly suppressions: Suppression[] = [];
  readonly clusters: StoredClusters;
  readonly #options: LoadOptions;
  readonly #counts = new Map<string, number>();
  readonly #foreign = new Map<string, CountedForeign>();
  readonly #readers = new Map<string, KindReader>();

  /** @param before what earlier inputs tell of their clusters, which is not told again */
  constructor(options: LoadOptions, before: StoredClusters | undefined) {
    this.#options = options;
    this.clusters = new StoredClusters(before);
  }

  /** How many objects there are of each kind, sorted by kind. */
  get counts(): Map<string, number> {
    return new Map([...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The policies of other vendors, sorted. */
  get foreignPolicies(): ForeignPolicies[] {
    return [...this.#foreign.values()].toSorted(byKind);
  }

  /** Major and minor version of the server that would be asked. */
  get version(): readonly [number, number] {
    return this.#options.kubernetesVersion ?? this.clusters.facts?.serverVersion ?? NEWEST_SERVER;
  }

  /** Adds what another one has read, as if it had been read here. */
  addAllOf(other: ObjectReader): void {
    for (const each of other.read) this.read.push(each);
    for (const each of other.suppressions) this.suppressions.push(each);
    for (const [kind, count] of other.#counts) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
    for (const [key, { count, mayDecideIn, ...foreign }] of other.#foreign) {
      const known = this.#foreign.get(key);
      this.#foreign.set(key, {
        ...foreign,
        ...known,
        count: count + (known?.count ?? 0),
        mayDecideIn: withNamespaces(known, mayDecideIn),
      });
    }
    this.clusters.addAllOf(other.clusters);
  }

  /** True where it is not known what the server makes of some policy. */
  get hasUndecided(): boolean {
    return this.read.some(isUndecided);
  }

  /** Forgets the policies of which that is not known. */
  dropUndecided(): void {
    const kept = this.read.filter((each) => !isUndecided(each));
    this.read.splice(0, this.read.length, ...kept);
  }

  /**
   * Reads an object and keeps what it tells.
   * @param isTrusted false where its text says two things
   */
  async add(raw: NamedObject, isTrusted: boolean, from: Provenance): Promise<void> {
    const { apiVersion, kind, node } = raw;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    const known = classify(apiVersion, kind);
    if (known.type === "foreign-policy") this.#countForeign(raw, known.part, from);
    if (known.type === "writer" && !this.#isStored(from) && holdsPolicy(node.value))
      this.#countForeign(raw, known.part, from, { isWriter: true });
    if (known.type === "unserved") {
      const isNamespaced = kind.toLowerCase() === "networkpolicy";
      const object = asStored({ ref: this.#refOf(raw, { isNamespaced }), node }, from);
      const isServed = isServedVersion(object, this.#readOptions(from));
      const problem = isServed ? unknownVersion(object) : unservedProblem(object, known.served);
      this.#keep(object, [unservedPolicy(object, isServed ? "undecided" : "refused")], [problem], from);
      return;
    }
    if (known.type === "misspelt") {
      // What a server has stored is of a kind that it has.
      if (from.isStored) return;
      const object: ApiObject = { ref: this.#refOf(raw, { isNamespaced: true }), node };
      this.#keep(object, [], [unservedProblem(object, known.served)], from);
      return;
    }
    if (known.type === "maker") return this.#addMadePods(raw, from);
    const reader = await this.#readerOf(known, `${apiVersion} ${kind}`);
    if (!this.#isStored(from) && isFragment(raw)) return;
    if (reader === undefined || !this.reads(reader, from)) return;
    const object = asStored({ ref: this.#refOf(raw, reader), node }, from);
    const ofLabels = labelTypeProblems(object, reader.labelled ?? []);
    // Policies are judged as a whole where they are read.
    const isJudged = ofLabels.length > 0 || reader.distrust !== undefined;
    const ofNames = isJudged ? ofLabels : nameTypeProblems(object);
    const mistyped = ofNames.length > 0 ? ofNames : this.#podTypeProblems(object, reader);
    if (this.#isStored(from) && reader.isNamespaced && reader.distrust === undefined) {
      const lack = lackedNamespace(node);
      if (lack !== undefined) return this.#keepPlaceless(object, lack, from);
    }
    const { objects, problems, definition, readAs }: ObjectReading =
      mistyped.length > 0
        ? { objects: [refusedObject(object)], problems: mistyped }
        : await this.#readingOf(object, reader, from);
    if (definition !== undefined) this.clusters.define(definition);
    if (!isTrusted) {
      // What the server would refuse even so need not wait until the keys are fixed.
      const refusals = problems.filter(({ server }) => server !== undefined);
      const adds = reader.distrust?.(object, this.#readOptions(from)) ?? [refusedObject(object)];
      this.#keep(object, reader.isBeside === true ? [] : adds, refusals, from);
      return;
    }
    const placeholder =
      reader.distrust !== undefined && !this.#isStored(from) && placeholderIn(object, problems);
    if (placeholder !== false && placeholder !== undefined) {
      const { text: detail, at, others } = placeholder;
      const notice = {
        code: "not-analysed",
        facts: { reason: "placeholder", detail },
        at,
        object: object.ref,
      } as const;
      this.#keep(object, [unservedPolicy(object, "undecided")], [notice, ...others], from);
      return;
    }
    if (reader.isBeside === true) this.read.push({ object, adds: objects, problems, ...from, isSpare: true });
    else this.#keep(object, objects, problems, from, readAs);
  }

  /** The linter has nothing to say about what is still to be filled in; answers would rest on it. */
  #podTypeProblems(object: ApiObject, { podSpecs = [] }: KindReader): readonly Problem[] {
    const isLint = this.#options.purpose === "lint";
    return podTypeProblems(
      object,
      podSpecs,
      (value) => isLint && typeof value === "string" && hasPlaceholder(value),
    );
  }

  /** Leaves out what may be in any namespace: no copy of what has the name in one. */
  #keepPlaceless({ ref, node }: ApiObject, lack: Mistyped, from: Provenance): void {
    const object: ApiObject = { ref: { ...ref, namespace: undefined }, node };
    const facts = { reason: "damaged", detail: lack.message } as const;
    const problem: Problem = { code: "not-analysed", facts, at: lack.at, object: object.ref };
    this.#keep(object, [refusedObject(object)], [problem], from);
  }

  /** What operators make matters to the linter alone; an object that is there twice makes the same. */
  #addMadePods(raw: NamedObject, { isOverlay, isStored }: Provenance): void {
    if (this.#options.purpose !== "lint") return;
    const object: ApiObject = { ref: this.#refOf(raw, { isNamespaced: true }), node: raw.node };
    const adds = madePodsOf(object);
    this.read.push({ object, adds, problems: [], isOverlay, isStored, isSpare: true });
  }

  /** Notes that a patch changes a policy of that name: what it will be is not known. */
  addPatch(raw: NamedObject): void {
    if (!mayBePolicy(raw.apiVersion, raw.kind)) return;
    const isNamespaced = policyApiOf(raw.kind)?.isNamespaced ?? true;
    const object: ApiObject = { ref: this.#refOf(raw, { isNamespaced }), node: raw.node };
    const adds = [unservedPolicy(object, "undecided")];
    this.read.push({ object, adds, problems: [], isOverlay: false, isStored: false, isPatch: true });
  }

  /** Reads what is named as a patch, and may be an object that the input has nowhere else. */
  addSpare(raw: NamedObject): void {
    const { apiVersion, kind, node } = raw;
    const known = classify(apiVersion, kind);
    if (known.type !== "known" || !isWholeObject(raw)) return;
    const object: ApiObject = { ref: this.#refOf(raw, known.reader), node };
    const from: Provenance = { isOverlay: false, isStored: false };
    if (!this.reads(known.reader, from)) return;
    const { objects } = known.reader.read(object, this.#readOptions(from));
    this.read.push({ object, adds: objects, problems: [], ...from, isSpare: true });
  }

  /** Reads an object; once more, where checks of its CRD were to be run first. */
  async #readingOf(object: ApiObject, reader: KindReader, from: Provenance): Promise<ObjectReading> {
    if (from.isStored) this.clusters.addPolicy(object.ref);
    const options = { ...this.#readOptions(from), isUpdate: this.clusters.hasPolicy(object.ref) };
    const reading = reader.read(object, options);
    const { runChecks } = this.#options;
    if (reading.checks === undefined || runChecks === undefined) return reading;
    return reader.read(object, { ...options, results: await runChecks(reading.checks) });
  }

  /** True for kinds that are read here: some are only of a server that has stored them. */
  reads({ isOnlyReadStored }: KindReader, from: Provenance): boolean {
    return this.#isStored(from) || isOnlyReadStored !== true;
  }

  #isStored({ isStored }: Provenance): boolean {
    return isStored || this.#options.isStored;
  }

  #readOptions(from: Provenance): ReadOptions {
    return {
      ...this.#options,
      kubernetesVersion: this.version,
      crds: this.clusters.crdsBeside(this.#options),
      isStored: this.#isStored(from),
    };
  }

  #keep(
    object: ApiObject,
    adds: ReadObject["adds"],
    problems: ReadObject["problems"],
    { isOverlay, isStored }: Provenance,
    readAs?: ReadObject["readAs"],
  ): void {
    if (this.#options.purpose === "lint")
      for (const each of suppressingAnnotation(object.node, () => annotated(object)))
        this.suppressions.push(each);
    const how = readAs === undefined ? {} : { readAs };
    this.read.push({ object, adds, problems, isOverlay, isStored, ...how });
  }

  #countForeign(
    raw: NamedObject,
    part: ForeignPart,
    from: Provenance,
    more: Pick<ForeignPolicies, "isWriter"> = {},
  ): void {
    const { apiVersion, kind, node } = raw;
    const isNamespaced = (textOf(field(field(node, "metadata"), "namespace")) ?? "") !== "";
    const { ref, node: shown } = asStored({ ref: this.#refOf(raw, { isNamespaced }), node }, from);
    const key = `${apiVersion} ${kind}`;
    const known = this.#foreign.get(key);
    const isFirst = known === undefined || (from.isStored && byIdentity(ref, known.ref) < 0);
    const first = isFirst ? { ref, origin: shown.origin } : known;
    this.#foreign.set(key, {
      apiVersion,
      kind,
      count: (known?.count ?? 0) + 1,
      mayDecideIn: withNamespaces(known, this.#decidedIn(raw, part)),
      namesake: more.isWriter === true ? undefined : namesakeOf(apiVersion, kind),
      ...more,
      ref: first.ref,
      origin: first.origin,
    });
  }

  /** The namespaces in which a policy of another vendor may decide something. */
  #decidedIn(raw: NamedObject, part: ForeignPart): readonly string[] | "all namespaces" {
    if (part === "decides in the cluster") return "all namespaces";
    if (part === "other") return [];
    return [this.#refOf(raw, { isNamespaced: true }).namespace ?? ""];
  }

  async #readerOf(known: KindClass, key: string): Promise<KindReader | undefined> {
    if (known.type === "known") return known.reader;
    if (known.type !== "policy") return undefined;
    const loaded = this.#readers.get(key) ?? (await known.load());
    this.#readers.set(key, loaded);
    return loaded;
  }

  #refOf(
    { apiVersion, kind, node }: NamedObject,
    { isNamespaced }: Pick<KindReader, "isNamespaced">,
  ): ObjectRef {
    const metadata = field(node, "metadata");
    const written = textOf(field(metadata, "namespace"));
    const namespace = written === undefined || written === "" ? this.#options.namespace : written;
    const name = textOf(field(metadata, "name")) ?? "";
    if (this.#options.purpose === "lint" && written !== undefined) notePlainNamespace(node);
    return {
      apiVersion,
      kind,
      namespace: isNamespaced ? shortened(namespace) : undefined,
      name: shortened(name),
    };
  }
}

function isUndecided({ isPatch, problems }: ReadObject): boolean {
  return isPatch === true || problems.some(isAcceptable);
}

/** What a server has stored is known by its name, wherever it was read. */
function asStored(object: ApiObject, { isStored }: Provenance): ApiObject {
  if (!isStored) return object;
  const { ref, node } = object;
  const { value } = node;
  return { ref, node: { value, origin: rootOrigin(new StoredDocument(ref, value)) } };
}

/** What an object with annotations is called: as it is written, where it is a document of its own. */
function annotated({ ref, node: { origin } }: ApiObject): string {
  const isWritten = origin.parent === undefined && origin.document.file.isStored !== true;
  return isWritten ? writtenSubject(origin.document) : kindAndName(ref);
}

/** The namespaces that some count has, with others: they are added to its own set. */
function withNamespaces(
  known: CountedForeign | undefined,
  others: Iterable<string> | "all namespaces",
): CountedForeign["mayDecideIn"] {
  const own = known?.mayDecideIn ?? new Set();
  if (own === "all namespaces" || others === "all namespaces") return "all namespaces";
  for (const each of others) own.add(each);
  return own;
}

function byKind(a: ForeignPolicies, b: ForeignPolicies): number {
  const [left, right] = [`${a.apiVersion} ${a.kind}`, `${b.apiVersion} ${b.kind}`];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What is left of an object that is no policy and that the server refuses. */
function refusedObject({ ref, node }: ApiObject): ClusterObject {
  return { type: "refused-object", refused: { ref, origin: node.origin } };
}
