import { isOnlyListed } from "../kinds/stored-kinds.js";
import { child, rootOrigin } from "../../source/manifest/origin.js";
import { chartDoubt, isUnreadableToKubectl, templatesDoubt } from "./chart.js";
import { classify } from "../kinds/registry.js";
import { clusterOf } from "../model/build.js";
import { collisionProblems, contradictions, duplicateKeyProblems, isSpanInside } from "./contradictions.js";
import { groupBy } from "../../base/collections/group-by.js";
import { field, textOf, type Node } from "../../source/manifest/node.js";
import { folderOf } from "../../base/text/folder-of.js";
import { expand, listProblem, storedObjects, type ListProblem, type RawObject } from "./expand.js";
import { ignoredByItems } from "./ignored-by-items.js";
import { inOneOrder } from "./one-order.js";
import { isMapping, type Mapping, type Value } from "../../source/manifest/value.js";
import { isNamelessPolicy } from "./nameless-policy.js";
import { mayPatchPolicy } from "./patch.js";
import { mayHoldPolicy } from "./may-hold-policy.js";
import { ObjectReader, type NamedObject, type Provenance } from "./read-objects.js";
import { namesPolicy } from "../kinds/registry.js";
import { project } from "../../source/manifest/project.js";
import { readDocuments } from "../../source/manifest/read.js";
import { distinctConditions, type AcceptanceJudgement, type StatedCondition } from "../problems/condition.js";
import { assumedObjects, lacks } from "./assumed.js";
import { isAcceptable } from "./acceptance.js";
import { snapshotFacts } from "./snapshot-facts.js";
import { withIgnoreAnnotation } from "./suppressions/annotation.js";
import { suppressingComments } from "./suppressions/comments.js";
import { StoredDocument } from "../../source/manifest/stored-document.js";
import {
  textIn,
  emptyDocument,
  type Document,
  type DocumentReading,
  type Keeping,
} from "../../source/manifest/document.js";
import { NOT_RENDERED, type LoadSummary, type OtherFile } from "./summary.js";
import { withoutDeleted } from "./deleted.js";
import { identities, withoutDuplicates } from "./duplicates.js";
import type { Input } from "./input.js";
import type { RenderDoubt, InputProblem } from "../problems/facts.js";
import type { LoadOptions, Loaded } from "./options.js";
import { isDeletion, withDirective } from "./deletion.js";
import { entryOf, isKustomization, namedByKustomization, type PatchTarget } from "./kustomization.js";
import type { Problem } from "../problems/problem.js";
import type { ReadObject } from "./duplicates.js";
import type { SourceFile, Span } from "../../source/manifest/source.js";
import type { Suppression } from "../problems/suppression.js";
import type { StoredClusters } from "./stored-clusters.js";

/** Reads inputs: files into documents, documents into objects. */
export class Loader {
  readonly #options: LoadOptions;
  readonly #objects: ObjectReader;
  /** What is wrong with documents; objects have their own problems. */
  readonly #problems: Problem[] = [];
  readonly #other: OtherFile[] = [];
  readonly #suppressions: Suppression[] = [];
  readonly #conditions: StatedCondition[] = [];
  #files = 0;
  #documents = 0;
  #late = false;
  #mayMissPolicies = false;

  /** @param before what earlier inputs tell of their clusters, which is not told again */
  constructor(options: LoadOptions, before?: StoredClusters) {
    this.#options = options;
    this.#objects = new ObjectReader(options, before);
  }

  /** True where time has run out: the rest was not read. */
  get isLate(): boolean {
    return this.#late;
  }

  get clusters(): StoredClusters {
    return this.#objects.clusters;
  }

  async add(input: Input): Promise<void> {
    const judged = await this.#options.judge?.(input);
    if (judged === undefined) return this.#add(input);
    const own = new Loader(this.#options, this.clusters);
    await own.#add(input);
    own.#apply(judged);
    this.addAllOf(own);
  }

  /** Takes out of what was read what somebody accepts, if there is any. */
  #apply(judged: AcceptanceJudgement): void {
    const problems = this.#problems.filter(isAcceptable);
    const isStrictly = (each: OtherFile): boolean =>
      this.#options.isStrict === true && NOT_RENDERED.has(each.reason);
    const isOpen = problems.length > 0 || this.#objects.hasUndecided || this.#other.some(isStrictly);
    if (!isOpen) return;
    if (judged.type === "void") {
      this.#problems.push(judged.problem);
      return;
    }
    this.#conditions.push(judged.condition);
    this.#objects.dropUndecided();
    remove(this.#problems, isAcceptable);
    remove(this.#other, isStrictly);
    this.#mayMissPolicies = this.#problems.some(({ code }) => code === "not-analysed");
  }

  async #add(input: Input): Promise<void> {
    switch (input.type) {
      case "file":
        if (input.isKustomization === true && isKustomization(input.file))
          return this.#kustomization(input.file, input.isTold ?? false);
        if (input.patches !== undefined) return this.#patch(input.file, input.patches, input.isTold);
        return this.#file(input.file, input.isNamed, {
          isOverlay: input.isOverlay ?? false,
          isStored: input.isStored ?? false,
        });
      case "stored":
        for (const each of input.objects) await this.#storedObject(each);
        return;
      case "built":
        for (const node of input.objects) await this.#built(node, input.isOverlay ?? false);
        return this.#sources(input.objects);
      case "unbuilt":
        return this.#notRead(
          input.file,
          "kustomize-build",
          folderOf(input.file.name),
          entryOf(input.file, input.doubt),
          input.doubt,
        );
      case "cluster":
        this.clusters.names.push(input.name);
        this.clusters.add(input.name, input.facts);
        return;
      case "other":
        this.#other.push({ file: input.name, reason: input.reason });
        return;
      case "chart": {
        const { name, folder, notRendered } = input;
        const doubt = chartDoubt(folder);
        if (doubt === undefined) this.#other.push({ file: name, reason: "chart" });
        else this.#notRead({ name, text: "" }, "helm-template", name, 0, notRendered ?? doubt);
        return;
      }
      case "unreadable": {
        const { name, reason, detail, place = { text: "", at: 0 } } = input;
        this.#notRead({ name, text: place.text }, reason, detail, place.at);
      }
    }
  }

  /** Adds what another one has read, as if its inputs had been read here. */
  addAllOf(other: Loader): void {
    this.#objects.addAllOf(other.#objects);
    for (const each of other.#problems) this.#problems.push(each);
    this.#other.push(...other.#other);
    for (const each of other.#suppressions) this.#suppressions.push(each);
    this.#conditions.push(...other.#conditions);
    this.#files += other.#files;
    this.#documents += other.#documents;
    this.#late ||= other.#late;
    this.#mayMissPolicies ||= other.#mayMissPolicies;
  }

  /** The files that a kustomization takes objects from. */
  #sources(objects: readonly Node[]): void {
    const documents = groupBy(objects, ({ origin }) => origin.document);
    this.#files += new Set([...documents.keys()].map(({ file }) => file)).size;
    if (this.#options.purpose !== "lint") return;
    for (const document of documents.keys()) this.#suppressions.push(...suppressingComments(document));
  }

  /** An object that a kustomization makes: of one that is not asked for, only what it is counts. */
  async #built(node: Node, isOverlay: boolean): Promise<void> {
    this.#documents++;
    const from: Provenance = { isOverlay, isStored: false };
    const [apiVersion, kind] = ["apiVersion", "kind"].map((key) => textOf(field(node, key)));
    const keep = this.#keeping(from).parts(apiVersion, kind);
    const value = keep === "nothing" ? node.value : (project(node.value, keep) ?? node.value);
    await this.#object({ node: { value, origin: node.origin }, apiVersion, kind }, true, from);
  }

  async #storedObject(value: Value): Promise<void> {
    this.#documents++;
    for (const raw of storedObjects(UNNAMED, value)) await this.#object(raw, true, STORED);
  }

  #notRead(
    file: SourceFile,
    reason: InputProblem,
    detail?: string,
    at: number | Span = 0,
    doubt?: RenderDoubt,
  ): void {
    const document = emptyDocument(file);
    this.#mayMissPolicies = true;
    this.#problems.push({
      code: "not-analysed",
      facts: {
        reason,
        ...(detail === undefined ? {} : { detail }),
        ...(doubt === undefined ? {} : { doubt }),
      },
      at: { document, span: typeof at === "number" ? { start: at, end: at } : at },
    });
  }

  /** What a kustomization applies to objects. Of a policy that it changes, nobody knows what it will be. */
  #patch(file: SourceFile, targets: readonly (PatchTarget | undefined)[], isTold = false): void {
    if (!mayPatchPolicy(file, targets)) {
      this.#other.push({ file: file.name, reason: "patch" });
      for (const object of objectsIn(file)) this.#objects.addSpare(object);
      return;
    }
    if (isTold) this.#other.push({ file: file.name, reason: "patch" });
    else this.#notRead(file, "patch");
    this.#patched(file);
  }

  /** Policies that a patch says it is about are not known any more. */
  #patched(file: SourceFile): void {
    for (const object of objectsIn(file)) this.#objects.addPatch(object);
  }

  /** What is not built; where patches stand in it that may change policies, one finding for all of them. */
  #kustomization(file: SourceFile, isTold: boolean): void {
    if (!isTold) this.#other.push({ file: file.name, reason: "kustomization" });
    const patches = namedByKustomization(file).inline.map(({ text, target }) => ({
      target,
      file: { name: `${file.name} (patch)`, text },
    }));
    const ofPolicies = patches.filter((each) => mayPatchPolicy(each.file, [each.target]));
    if (ofPolicies.length === 0) return;
    if (!isTold) this.#notRead(file, "patch");
    for (const each of ofPolicies) this.#patched(each.file);
  }

  async #file(file: SourceFile, isNamed: boolean, from: Provenance): Promise<void> {
    this.#files++;
    const problemsBefore = this.#problems.length;
    const mayMissBefore = this.#mayMissPolicies;
    let hasObject = false;
    const templates: DocumentReading[] = [];
    for (const reading of readDocuments(file, this.#keeping(from))) {
      if (this.#options.isLate?.() === true) {
        this.#late = true;
        return this.#notRead(file, "timeout");
      }
      // An empty document may have text behind it that kubectl drops.
      if (reading.value === null && reading.rest === undefined) continue;
      this.#documents++;
      if (isTemplate(reading)) templates.push(reading);
      else if (await this.#document(reading, from)) hasObject = true;
    }
    const [template] = templates;
    const isNotice = template !== undefined && this.#template(template, isNamed);
    if (hasObject || isNotice) return;
    // Keys that are written twice are wrong in manifests; another tool's files are its own.
    if (!isNamed && this.#problems.slice(problemsBefore).every(isOfOtherTools))
      this.#problems.length = problemsBefore;
    const hasProblem = this.#problems.length > problemsBefore;
    // A file that a walk met and that is no manifest by any reading: mkdocs.yml, tsconfig.json …
    if (hasProblem && !isNamed && !/apiVersion|binary|\\/.test(file.text)) {
      this.#problems.length = problemsBefore;
      this.#mayMissPolicies = mayMissBefore;
      this.#other.push({ file: file.name, reason: "not-yaml" });
    } else if (!hasProblem) this.#other.push({ file: file.name, reason: "no-kubernetes-object" });
  }

  /**
   * A file of which documents do not parse and have actions of a template. Where it writes no policy it is a notice; else
   * one finding, however many documents it has.
   * @returns whether it is a notice
   */
  #template({ document, problem }: DocumentReading, isNamed: boolean): boolean {
    const { file } = document;
    const doubt = templatesDoubt([{ ...file, isPartial: false }]);
    if (doubt === undefined && !isNamed) {
      this.#other.push({ file: file.name, reason: "template" });
      return true;
    }
    this.#mayMissPolicies = true;
    const span = problem?.at ?? { start: 0, end: 0 };
    const facts = { reason: "template", ...(doubt === undefined ? {} : { doubt }) } as const;
    this.#problems.push({ code: "not-analysed", facts, at: { document, span } });
    return false;
  }

  /** What is taken of each object, before it is known to be one. */
  #keeping(from: Provenance): Keeping {
    const { purpose, twins } = this.#options;
    const isLint = purpose === "lint";
    return {
      ...(twins === undefined ? {} : { twins }),
      parts: (apiVersion, kind) => {
        // What lacks one of them may be a policy in a wrong spelling.
        if (apiVersion === undefined || kind === undefined) return true;
        const known = classify(apiVersion, kind);
        if (known.type === "known") {
          if (!this.#objects.reads(known.reader, from)) return "nothing";
          const { keep = true, keepToLint = keep } = known.reader;
          if (keep === true || keepToLint === true || from.isStored) return keep;
          return withDirective(isLint ? withIgnoreAnnotation(keepToLint) : keep);
        }
        const isBeside = known.type === "other" || known.type === "maker" || known.type === "foreign-policy";
        return !isLint && isBeside ? "nothing" : true;
      },
    };
  }

  /** Reads the objects of a document; returns whether it has any. */
  async #document(reading: DocumentReading, from: Provenance): Promise<boolean> {
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
    const broken = value === undefined ? undefined : listProblem(document, value);
    if (broken?.code === "list-at-root") {
      this.#notAnalysed(broken, document);
      return false;
    }
    if (!isMapping(value) || !this.#isSnapshotRead(document, value, from)) return false;
    if (broken !== undefined) {
      this.#notAnalysed(broken, document);
      return false;
    }
    const ignored = ignoredByItems(document, value);
    if (ignored !== undefined) this.#notAnalysed(ignored, document);
    let hasObject = ignored !== undefined;
    const distrusted = contradictions(reading);
    for (const object of expand(document, value)) {
      const isTrusted = !distrusted.some((place) => isSpanInside(place, object.node.origin));
      if (await this.#object(object, isTrusted, from)) hasObject = true;
    }
    if (hasObject && this.#options.purpose === "lint")
      this.#suppressions.push(...suppressingComments(document));
    return hasObject;
  }

  #notAnalysed({ code, at, detail }: ListProblem, document: Document): void {
    const facts = detail === undefined ? { reason: code } : { reason: code, detail };
    this.#problems.push({ code: "not-analysed", facts, at });
    if (mayHoldPolicy(textIn(document))) this.#mayMissPolicies = true;
  }

  /** Reads what a snapshot tells beside its objects; false where that cannot be relied on, and so none of them. */
  #isSnapshotRead(document: Document, list: Mapping, { isStored }: Provenance): boolean {
    const trailer = isStored ? list["snapshot"] : undefined;
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
  async #object(raw: RawObject, isTrusted: boolean, from: Provenance): Promise<boolean> {
    if (!isNamed(raw)) return this.#nameless(raw);
    if (!this.#options.isStored && !from.isStored && isDeletion(raw)) {
      const { name } = raw.node.origin.document.file;
      if (this.#other.at(-1)?.file !== name) this.#other.push({ file: name, reason: "patch" });
      return true;
    }
    await this.#objects.add(raw, isTrusted, from);
    return true;
  }

  /** What speaks of a policy and lacks one of the two fields may have been meant as one. */
  #nameless({ node, listKind = "" }: RawObject): boolean {
    if (!isNamelessPolicy(node.value) && !namesPolicy(listKind)) return false;
    this.#mayMissPolicies = true;
    this.#problems.push({ code: "not-analysed", facts: { reason: "no-api-version" }, at: node.origin });
    return true;
  }

  /** What was not rendered, where that is not to pass. */
  #strictProblems(): Problem[] {
    if (this.#options.isStrict !== true) return [];
    return this.#other
      .filter(({ reason }) => NOT_RENDERED.has(reason))
      .map(({ file: name, reason }) => ({
        code: "not-analysed",
        facts: { reason: "not-rendered", detail: reason },
        at: { document: emptyDocument({ name, text: "" }), span: { start: 0, end: 0 } },
      }));
  }

  /** The objects that were read. */
  get read(): readonly ReadObject[] {
    return this.#objects.read;
  }

  /** What the input lacks and is taken to be there. */
  #assumed(read: readonly ReadObject[]): {
    readonly read: readonly ReadObject[];
    readonly conditions: readonly StatedCondition[];
  } {
    const { assumptions = [], facts } = this.#options;
    // Whoever says that the input is the whole cluster, or which Service its DNS is, does not mean another one.
    const wanted = assumptions.filter(
      (each) =>
        facts?.isComplete !== true &&
        !this.#options.isStored &&
        this.clusters.names.length === 0 &&
        (each === "system-namespaces" || facts?.dnsService === undefined) &&
        lacks(each, read),
    );
    const reader = new ObjectReader(this.#options, undefined);
    const conditions: StatedCondition[] = [];
    if (wanted.length === 0) return { read: [], conditions };
    const identity = identities();
    const known = new Set(read.map(({ object }) => identity(object)));
    for (const assumption of wanted) {
      const before = reader.read.length;
      for (const raw of assumedObjects(assumption)) if (isNamed(raw)) reader.addSpare(raw);
      const isNeeded = reader.read.slice(before).some(({ object }) => !known.has(identity(object)));
      if (isNeeded) conditions.push({ type: "assumed", assumption });
    }
    return { read: reader.read, conditions };
  }

  /** What was read so far. */
  get summary(): LoadSummary {
    const { clusters, counts } = this.#objects;
    return {
      clusters: clusters.names,
      taken: clusters.facts?.taken,
      files: this.#files,
      documents: this.#documents,
      objects: counts,
      other: this.#other,
    };
  }

  /** Puts the cluster together. @param read what counts as read, where it is something else */
  finish(read = this.read): Loaded {
    const { facts } = this.#options;
    const { clusters, foreignPolicies, version } = this.#objects;
    const [major, minor] = version;
    const assumed = this.#assumed(read);
    const { kept, notDeleted } = withoutDeleted(
      [...inOneOrder(read), ...assumed.read],
      this.#options.deleted ?? [],
    );
    const { objects: unique, problems, repeated } = withoutDuplicates(kept);
    const cluster = clusterOf([...unique, ...clusters.missing], {
      facts: {
        ...facts,
        isLegacy: this.#options.isLegacy,
        mayMissPolicies: this.#mayMissPolicies,
        foreignPolicies,
        repeated,
        knowsEveryPod: clusters.facts?.knowsEveryPod ?? false,
        forbidden: (clusters.facts?.forbidden ?? []).filter(({ kind }) => !isOnlyListed(kind)),
      },
      labelsNamespaces: major > 1 || minor >= 21,
    });
    const { work } = this.#options;
    return {
      cluster: work === undefined ? cluster : { ...cluster, work },
      problems: [...this.#problems, ...this.#strictProblems(), ...clusters.problems, ...problems],
      summary: this.summary,
      notDeleted,
      suppressions: [...this.#suppressions, ...this.#objects.suppressions],
      conditions: distinctConditions([...this.#conditions, ...assumed.conditions]),
      objects:
        this.#options.keepsObjects === true
          ? kept.filter(({ isPatch, isSpare }) => isPatch !== true && isSpare !== true)
          : [],
    };
  }
}

/**
 * True for a document that has actions of a template and that kubectl cannot read either, so that nobody applies it as it
 * stands. What is refused here alone may be applied, whatever a template's comment hides of it.
 */
function isTemplate({ document, problem }: DocumentReading): boolean {
  if (problem === undefined || !isUnreadableToKubectl(problem.code)) return false;
  return textIn(document).includes("{{");
}

function remove<T>(all: T[], isGone: (each: T) => boolean): void {
  const kept = all.filter((each) => !isGone(each));
  all.splice(0, all.length, ...kept);
}

/** True for a key that is written twice and says nothing of what an object is. */
function isOfOtherTools(problem: Problem): boolean {
  if (problem.code !== "duplicate-key") return false;
  return !OBJECT_KEYS.has(problem.facts.key.toLowerCase());
}

/** Keys without which, or with which, something is no object. */
const OBJECT_KEYS: ReadonlySet<string> = new Set(["apiversion", "kind", "items"]);

/** What a server has, one by one. */
const STORED: Provenance = { isOverlay: false, isStored: true };

/** Before an object's name is known. */
const UNNAMED: Document = new StoredDocument("", null);

/** What the documents of a file name, as far as they can be read and say nothing twice. */
function* objectsIn(file: SourceFile): Generator<NamedObject> {
  for (const reading of readDocuments(file)) {
    const { document, value } = reading;
    if (!isMapping(value) || contradictions(reading).length > 0) continue;
    for (const object of expand(document, value)) if (isNamed(object)) yield object;
  }
}

function isNamed(raw: RawObject): raw is NamedObject {
  return raw.apiVersion !== undefined && raw.kind !== undefined;
}
