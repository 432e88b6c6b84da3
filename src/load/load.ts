import { collisionProblems, contradictions, duplicateKeyProblems, isInside } from "./contradictions.js";
import { classify, type KindClass } from "../kinds/registry.js";
import { unservedPolicy } from "../kinds/refused-policy.js";
import { unservedProblem } from "../kinds/unserved.js";
import { isNamelessPolicy } from "./nameless-policy.js";
import { withoutDuplicates, type ReadObject } from "./duplicates.js";
import { clusterOf } from "../model/build.js";
import { expand, type RawObject } from "./expand.js";
import { withoutDeleted, type DeletedObject } from "./deleted.js";
import { NEWEST_SERVER } from "../kinds/kind.js";
import { child, rootOrigin } from "../manifest/origin.js";
import { snapshotFacts } from "./snapshot-facts.js";
import { StoredClusters } from "./stored-clusters.js";
import { StoredDocument } from "../manifest/stored-document.js";
import { field, textOf } from "../kinds/node.js";
import { labelTypeProblems } from "../kinds/label-types.js";
import { isMapping } from "../manifest/value.js";
import { mayHoldPolicy } from "./may-hold-policy.js";
import { shortened } from "./shortened.js";
import { readDocuments } from "../manifest/read.js";
import { isServedVersion, unknownVersion } from "../kinds/crd/unknown-version.js";
import type { ApiObject, KindReader, ObjectReading, ReadOptions } from "../kinds/kind.js";
import type { CheckResult, ForeignCheck } from "../kinds/structural/foreign-checks.js";
import type { Cluster, ForeignPolicies, GivenFacts } from "../model/cluster.js";
import { textIn, type Document, type DocumentReading, type Keeping } from "../manifest/document.js";
import type { Input } from "./input.js";
import type { LoadSummary, OtherFile } from "./summary.js";
import type { ObjectRef } from "../model/object-ref.js";
import type { Origin } from "../manifest/origin.js";
import type { InputProblem } from "../diagnostics/facts.js";
import type { Problem } from "../diagnostics/problem.js";
import type { SourceFile } from "../manifest/source.js";
import type { Mapping, Value } from "../manifest/value.js";

export interface LoadOptions extends Omit<
  ReadOptions,
  "kubernetesVersion" | "crds" | "results" | "isUpdate"
> {
  /** CRDs of policy kinds, by kind: they count before those of a cluster, and before a release's. */
  readonly crds?: ReadOptions["crds"];
  /** Runs the checks of CRDs that are programs of others; without it they are not evaluated. */
  readonly runChecks?: RunChecks;
  /** Undefined for the version that the cluster tells, or else the newest. */
  readonly kubernetesVersion: ReadOptions["kubernetesVersion"] | undefined;
  readonly facts?: GivenFacts;
  /** Objects to leave out, as if they had been deleted. */
  readonly deleted?: readonly DeletedObject[];
  /** Asked between documents: true ends the reading, which is then incomplete. */
  readonly isLate?: () => boolean;
}

/** Runs checks where they can be stopped. @returns their results, in the same order */
export type RunChecks = (checks: readonly ForeignCheck[]) => Promise<readonly CheckResult[]>;

/** Everything that was read. */
export interface Loaded {
  readonly cluster: Cluster;
  readonly problems: readonly Problem[];
  readonly summary: LoadSummary;
  /** Of the objects that were to be left out, those that the input does not hold. */
  readonly notDeleted: readonly DeletedObject[];
}

/** Reads inputs one after the other, in their order, and puts the cluster together. */
export async function load(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: LoadOptions,
): Promise<Loaded> {
  const loader = new Loader(options);
  for await (const input of inputs) {
    await loader.add(input);
    if (loader.isLate) break;
  }
  return loader.finish();
}

/** An input that has been loaded, and can be loaded again with other texts in the place of some files. */
export interface Reloadable {
  readonly loaded: Loaded;
  /**
   * Reads nothing anew but what is replaced. What is no file of the input, as the text of an object that a server has
   * stored or a new manifest, is laid over the rest: a server would have to accept it.
   */
  readonly reload: (replaced: ReadonlyMap<SourceFile, SourceFile>) => Promise<Loaded>;
}

/** Reads inputs as {@link load} does, and holds what each of them tells. */
export async function loadToReload(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: LoadOptions,
): Promise<Reloadable> {
  const held: { readonly input: Input; readonly loader: Loader }[] = [];
  const before = new StoredClusters();
  for await (const input of inputs) {
    const loader = await loaderOf(input, options, before);
    before.addAllOf(loader.clusters);
    held.push({ input, loader });
    if (loader.isLate) break;
  }
  const together = (loaders: readonly Loader[]): Loaded => {
    const all = new Loader(options);
    for (const each of loaders) all.addAllOf(each);
    return all.finish();
  };
  const { isLate: _ofTheFirstTime, ...ofOthers } = options;
  return {
    loaded: together(held.map(({ loader }) => loader)),
    reload: async (replaced) => {
      const loaders = held.map(({ input, loader }) => {
        const file = input.type === "file" ? replaced.get(input.file) : undefined;
        return file === undefined ? loader : loaderOf({ ...input, file } as Input, ofOthers, before);
      });
      const known = new Set(held.map(({ input }) => (input.type === "file" ? input.file : undefined)));
      const laidOver = [...replaced].flatMap(([original, file]) =>
        known.has(original)
          ? []
          : [loaderOf({ type: "file", file, isNamed: true, isOverlay: true }, ofOthers, before)],
      );
      return together(await Promise.all([...loaders, ...laidOver]));
    },
  };
}

/** @param before what the inputs before this one tell of their clusters, which is not told again */
async function loaderOf(input: Input, options: LoadOptions, before: StoredClusters): Promise<Loader> {
  const loader = new Loader(options, before);
  await loader.add(input);
  return loader;
}

class Loader {
  readonly #options: LoadOptions;
  readonly #read: ReadObject[] = [];
  /** What is wrong with documents; objects have their own problems. */
  readonly #problems: Problem[] = [];
  readonly #counts = new Map<string, number>();
  readonly #foreign = new Map<string, ForeignPolicies>();
  readonly #other: OtherFile[] = [];
  readonly #readers = new Map<string, KindReader>();
  #files = 0;
  #documents = 0;
  #isOverlay = false;
  #isStored = false;
  readonly clusters: StoredClusters;
  #late = false;
  #mayMissPolicies = false;

  constructor(options: LoadOptions, before?: StoredClusters) {
    this.#options = options;
    this.clusters = new StoredClusters(before);
  }

  /** True where time has run out: the rest was not read. */
  get isLate(): boolean {
    return this.#late;
  }

  async add(input: Input): Promise<void> {
    switch (input.type) {
      case "file":
        this.#isOverlay = input.isOverlay ?? false;
        this.#isStored = input.isStored ?? false;
        return this.#file(input.file, input.isNamed);
      case "stored":
        this.#isOverlay = false;
        this.#isStored = true;
        for (const each of input.objects) await this.#storedObject(each);
        return;
      case "cluster":
        this.clusters.names.push(input.name);
        this.clusters.add(input.name, input.facts);
        return;
      case "other":
        this.#other.push({ file: input.name, reason: input.reason });
        return;
      case "unreadable": {
        const { name, reason, detail, place = { text: "", at: 0 } } = input;
        this.#notRead({ name, text: place.text }, reason, detail, place.at);
      }
    }
  }

  /** Adds what another one has read, as if its inputs had been read here. */
  addAllOf(other: Loader): void {
    for (const each of other.#read) this.#read.push(each);
    for (const each of other.#problems) this.#problems.push(each);
    this.#other.push(...other.#other);
    for (const [kind, count] of other.#counts) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
    for (const [key, { count, ...foreign }] of other.#foreign) {
      const known = this.#foreign.get(key);
      this.#foreign.set(key, { ...foreign, ...known, count: count + (known?.count ?? 0) });
    }
    this.#files += other.#files;
    this.#documents += other.#documents;
    this.#late ||= other.#late;
    this.#mayMissPolicies ||= other.#mayMissPolicies;
    this.clusters.addAllOf(other.clusters);
  }

  async #storedObject(value: Value): Promise<void> {
    this.#documents++;
    for (const raw of expand(UNNAMED, value)) await this.#object(raw, true);
  }

  #notRead(file: SourceFile, reason: InputProblem, detail?: string, at = 0): void {
    const document: Document = {
      file,
      index: 0,
      cut: { start: 0, end: 0, syntax: "yaml" },
      restoredKeys: [],
    };
    this.#mayMissPolicies = true;
    this.#problems.push({
      code: "not-analysed",
      facts: detail === undefined ? { reason } : { reason, detail },
      at: { document, span: { start: at, end: at } },
    });
  }

  async #file(file: SourceFile, isNamed: boolean): Promise<void> {
    this.#files++;
    const problemsBefore = this.#problems.length;
    const mayMissBefore = this.#mayMissPolicies;
    let hasObject = false;
    for (const reading of readDocuments(file, this.#keeping)) {
      if (this.#options.isLate?.() === true) {
        this.#late = true;
        return this.#notRead(file, "timeout");
      }
      if (reading.value === null) continue;
      this.#documents++;
      if (await this.#document(reading)) hasObject = true;
    }
    if (hasObject) return;
    const hasProblem = this.#problems.length > problemsBefore;
    // A file that a walk met and that is no manifest by any reading: mkdocs.yml, tsconfig.json …
    if (hasProblem && !isNamed && !/apiVersion|binary|\\/.test(file.text)) {
      this.#problems.length = problemsBefore;
      this.#mayMissPolicies = mayMissBefore;
      this.#other.push({ file: file.name, reason: "not-yaml" });
    } else if (!hasProblem) this.#other.push({ file: file.name, reason: "no-kubernetes-object" });
  }

  get #keeping(): Keeping {
    const isLint = this.#options.purpose === "lint";
    return {
      checksTheRest: isLint,
      parts: (apiVersion, kind) => {
        // What lacks one of them may be a policy in a wrong spelling.
        if (apiVersion === undefined || kind === undefined) return true;
        const known = classify(apiVersion, kind);
        if (known.type === "known")
          return this.#reads(known.reader) ? (known.reader.keep ?? true) : "nothing";
        return !isLint && (known.type === "other" || known.type === "foreign-policy") ? "nothing" : true;
      },
    };
  }

  /** Reads the objects of a document; returns whether it has any. */
  async #document(reading: DocumentReading): Promise<boolean> {
    const { document, value, problem, rest } = reading;
    for (const each of [problem, rest]) {
      if (each === undefined) continue;
      const facts =
        each.detail === undefined ? { reason: each.code } : { reason: each.code, detail: each.detail };
      this.#problems.push({ code: "not-analysed", facts, at: { document, span: each.at } });
      if (mayHoldPolicy(textIn(document))) this.#mayMissPolicies = true;
    }
    this.#problems.push(...duplicateKeyProblems(reading));
    this.#problems.push(...collisionProblems(reading));
    if (!isMapping(value) || !this.#isSnapshotRead(document, value)) return false;
    let hasObject = false;
    const distrusted = contradictions(reading);
    for (const object of expand(document, value)) {
      const isTrusted = !distrusted.some((place) => isInside(place, object.node.origin));
      if (await this.#object(object, isTrusted)) hasObject = true;
    }
    return hasObject;
  }

  /** Reads what a snapshot tells beside its objects; false where that cannot be relied on, and so none of them. */
  #isSnapshotRead(document: Document, list: Mapping): boolean {
    const trailer = this.#isStored ? list["snapshot"] : undefined;
    if (trailer === undefined) return true;
    const reading = snapshotFacts(trailer);
    if (reading.problem === undefined) {
      this.clusters.add(document.file.name, reading.facts);
      return true;
    }
    const { problem: reason, detail } = reading;
    const at = child(rootOrigin(document), "snapshot");
    this.#problems.push({ code: "not-analysed", facts: { reason, detail }, at });
    this.#mayMissPolicies = true;
    return false;
  }

  /** Reads an object; returns whether it is one. */
  async #object(raw: RawObject, isTrusted: boolean): Promise<boolean> {
    const { apiVersion, kind, node } = raw;
    if (apiVersion === undefined || kind === undefined) return this.#nameless(raw);
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    const known = classify(apiVersion, kind);
    if (known.type === "foreign-policy") this.#countForeign(apiVersion, kind, node.origin);
    if (known.type === "unserved") {
      const isNamespaced = kind.toLowerCase() === "networkpolicy";
      const object = this.#asStored({ ref: this.#refOf(raw, apiVersion, kind, { isNamespaced }), node });
      const isServed = isServedVersion(object, this.#readOptions);
      const problem = isServed ? unknownVersion(object) : unservedProblem(object, known.served);
      this.#keep(object, [unservedPolicy(object, isServed ? "undecided" : "refused")], [problem]);
      return true;
    }
    const reader = await this.#readerOf(known, `${apiVersion} ${kind}`);
    if (reader === undefined || !this.#reads(reader)) return true;
    const object = this.#asStored({ ref: this.#refOf(raw, apiVersion, kind, reader), node });
    const mistyped = labelTypeProblems(object, reader.labelled ?? []);
    const { objects, problems, definition }: ObjectReading =
      mistyped.length > 0 ? { objects: [], problems: mistyped } : await this.#readingOf(object, reader);
    if (definition !== undefined) this.clusters.define(definition);
    if (!isTrusted) {
      // What the server would refuse even so need not wait until the keys are mended.
      const refusals = problems.filter(({ server }) => server !== undefined);
      this.#keep(object, reader.distrust?.(object, this.#readOptions) ?? [], refusals);
      return true;
    }
    this.#keep(object, objects, problems);
    return true;
  }

  /** Reads an object; once more, where checks of its CRD were to be run first. */
  async #readingOf(object: ApiObject, reader: KindReader): Promise<ObjectReading> {
    if (this.#isStored) this.clusters.addPolicy(object.ref);
    const options = { ...this.#readOptions, isUpdate: this.clusters.hasPolicy(object.ref) };
    const reading = reader.read(object, options);
    const { runChecks } = this.#options;
    if (reading.checks === undefined || runChecks === undefined) return reading;
    return reader.read(object, { ...options, results: await runChecks(reading.checks) });
  }

  #reads({ isOnlyReadStored }: KindReader): boolean {
    return this.#readOptions.isStored || isOnlyReadStored !== true;
  }

  /** What a server has stored is known by its name, wherever it was read. */
  #asStored(object: ApiObject): ApiObject {
    if (!this.#isStored) return object;
    const { ref, node } = object;
    const { value } = node;
    return { ref, node: { value, origin: rootOrigin(new StoredDocument(ref, value)) } };
  }

  get #version(): readonly [number, number] {
    return this.#options.kubernetesVersion ?? this.clusters.facts?.serverVersion ?? NEWEST_SERVER;
  }

  get #readOptions(): ReadOptions {
    return {
      ...this.#options,
      kubernetesVersion: this.#version,
      crds: this.clusters.crdsBeside(this.#options),
      isStored: this.#isStored || this.#options.isStored,
    };
  }

  #keep(object: ApiObject, adds: ReadObject["adds"], problems: ReadObject["problems"]): void {
    this.#read.push({ object, adds, problems, isOverlay: this.#isOverlay });
  }

  #countForeign(apiVersion: string, kind: string, origin: Origin): void {
    const key = `${apiVersion} ${kind}`;
    const known = this.#foreign.get(key) ?? { apiVersion, kind, count: 0, origin };
    this.#foreign.set(key, { ...known, count: known.count + 1 });
  }

  /** What speaks of a policy and lacks one of the two fields may have been meant as one. */
  #nameless({ node }: RawObject): boolean {
    if (!isNamelessPolicy(node.value)) return false;
    this.#mayMissPolicies = true;
    this.#problems.push({ code: "not-analysed", facts: { reason: "no-api-version" }, at: node.origin });
    return true;
  }

  async #readerOf(known: KindClass, key: string): Promise<KindReader | undefined> {
    if (known.type === "known") return known.reader;
    if (known.type !== "policy") return undefined;
    const loaded = this.#readers.get(key) ?? (await known.load());
    this.#readers.set(key, loaded);
    return loaded;
  }

  #refOf(
    { node }: RawObject,
    apiVersion: string,
    kind: string,
    { isNamespaced }: Pick<KindReader, "isNamespaced">,
  ): ObjectRef {
    const metadata = field(node, "metadata");
    const written = textOf(field(metadata, "namespace"));
    const namespace = written === undefined || written === "" ? this.#options.namespace : written;
    const name = textOf(field(metadata, "name")) ?? "";
    return {
      apiVersion,
      kind,
      namespace: isNamespaced ? shortened(namespace) : undefined,
      name: shortened(name),
    };
  }

  finish(): Loaded {
    const { facts } = this.#options;
    const [major, minor] = this.#version;
    const { kept, notDeleted } = withoutDeleted(this.#read, this.#options.deleted ?? []);
    const { objects: unique, problems, repeated } = withoutDuplicates(kept);
    const cluster = clusterOf([...unique, ...this.clusters.missing], {
      facts: {
        ...facts,
        isLegacy: this.#options.isLegacy,
        mayMissPolicies: this.#mayMissPolicies,
        foreignPolicies: [...this.#foreign.values()].toSorted(byKind),
        repeated,
        knowsEveryPod: this.clusters.facts?.knowsEveryPod ?? false,
        forbidden: this.clusters.facts?.forbidden ?? [],
      },
      labelsNamespaces: major > 1 || minor >= 21,
    });
    const objects = new Map([...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return {
      cluster,
      problems: [...this.#problems, ...this.clusters.problems, ...problems],
      summary: {
        clusters: this.clusters.names,
        files: this.#files,
        documents: this.#documents,
        objects,
        other: this.#other,
      },
      notDeleted,
    };
  }
}

/** Before an object's name is known. */
const UNNAMED: Document = new StoredDocument("", null);

function byKind(a: ForeignPolicies, b: ForeignPolicies): number {
  const [left, right] = [`${a.apiVersion} ${a.kind}`, `${b.apiVersion} ${b.kind}`];
  return left < right ? -1 : left > right ? 1 : 0;
}
