import { child, rootOrigin } from "../../source/manifest/origin.js";
import { chartDoubt, templatesDoubt } from "./chart.js";
import { collisionProblems, contradictions, duplicateKeyProblems, isSpanInside } from "./contradictions.js";
import { groupBy } from "../../base/collections/group-by.js";
import { field, textOf, type Node } from "../../source/manifest/node.js";
import { folderOf } from "../../base/text/folder-of.js";
import { expand, listProblem, storedObjects, type RawObject } from "./expand.js";
import { ignoredByItems } from "./ignored-by-items.js";
import { isMapping, type Mapping, type Value } from "../../source/manifest/value.js";
import { namelessReason } from "./nameless-policy.js";
import { mayPatchPolicy } from "./patch.js";
import { isNamed, ObjectReader, type Provenance } from "./read-objects.js";
import { namedObjectsIn } from "./named-objects.js";
import { project } from "../../source/manifest/project.js";
import { firstDocument } from "../../source/manifest/first-document.js";
import { readDocuments } from "../../source/manifest/read.js";
import type { AcceptanceJudgement } from "../problems/condition.js";
import { loadedFrom, loadSummary } from "./finish.js";
import { keepingOf } from "./keeping.js";
import { LoadRecord } from "./load-record.js";
import { isAcceptable } from "./acceptance.js";
import { snapshotFacts } from "./snapshot-facts.js";
import { insteadOfObject, missingItems } from "./server-answer.js";
import { suppressingComments } from "./suppressions/comments.js";
import { StoredDocument } from "../../source/manifest/stored-document.js";
import type { Document, DocumentReading, Keeping } from "../../source/manifest/document.js";
import { isOfOtherTools, isTemplate, speaksOfNoObject } from "./other-tools.js";
import { NOT_RENDERED, type LoadSummary, type OtherFile } from "./summary.js";
import type { Input } from "./input.js";
import type { LoadOptions, Loaded } from "./options.js";
import { isDeletion } from "./deletion.js";
import {
  entryOf,
  toldDoubt,
  isKustomization,
  namedByKustomization,
  type PatchTarget,
} from "./kustomization.js";
import type { ReadObject } from "./duplicates.js";
import type { SourceFile } from "../../source/manifest/source.js";
import type { StoredClusters } from "./stored-clusters.js";

/** Reads inputs: files into documents, documents into objects. */
export class Loader {
  readonly #options: LoadOptions;
  readonly #objects: ObjectReader;
  /** Of documents and files; objects have their own problems. */
  readonly #record = new LoadRecord();

  /** @param before what earlier inputs tell of their clusters, which is not told again */
  constructor(options: LoadOptions, before?: StoredClusters) {
    this.#options = options;
    this.#objects = new ObjectReader(options, before);
  }

  /** True where time has run out: the rest was not read. */
  get isLate(): boolean {
    return this.#record.isLate;
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
    const problems = this.#record.problems.filter(isAcceptable);
    const isStrictly = (each: OtherFile): boolean =>
      this.#options.isStrict === true && NOT_RENDERED.has(each.reason);
    const isOpen = problems.length > 0 || this.#objects.hasUndecided || this.#record.other.some(isStrictly);
    if (!isOpen) return;
    if (judged.type === "void") {
      this.#record.problems.push(judged.problem);
      return;
    }
    this.#record.conditions.push(judged.condition);
    this.#objects.dropUndecided();
    this.#record.drop(isAcceptable, isStrictly);
  }

  async #add(input: Input): Promise<void> {
    switch (input.type) {
      case "file":
        if (input.isKustomization === true && isKustomization(input.file))
          return this.#kustomization(input.file, input.isTold ?? false, input.isOverlay ?? false);
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
        return this.#record.notRead(
          input.file,
          "kustomize-build",
          folderOf(input.file.name),
          entryOf(input.file, input.doubt),
          toldDoubt(input.doubt),
        );
      case "cluster":
        this.clusters.names.push(input.name);
        this.clusters.add(input.name, input.facts);
        return;
      case "other":
        this.#record.other.push({ file: input.name, reason: input.reason });
        return;
      case "chart": {
        const { name, folder, notRendered } = input;
        const doubt = chartDoubt(folder);
        if (doubt === undefined) this.#record.other.push({ file: name, reason: "chart" });
        else this.#record.notRead({ name, text: "" }, "helm-template", name, 0, notRendered ?? doubt);
        return;
      }
      case "unreadable": {
        const { name, reason, detail, place = { text: "", at: 0 } } = input;
        this.#record.notRead({ name, text: place.text }, reason, detail, place.at);
      }
    }
  }

  /** Adds what another one has read, as if its inputs had been read here. */
  addAllOf(other: Loader): void {
    this.#objects.addAllOf(other.#objects);
    this.#record.addAllOf(other.#record);
  }

  /** The files that a kustomization takes objects from. */
  #sources(objects: readonly Node[]): void {
    const documents = groupBy(objects, ({ origin }) => origin.document);
    this.#record.files += new Set([...documents.keys()].map(({ file }) => file)).size;
    if (this.#options.purpose !== "lint") return;
    for (const document of documents.keys()) this.#record.suppressions.push(...suppressingComments(document));
  }

  /** An object that a kustomization makes: of one that is not asked for, only what it is counts. */
  async #built(node: Node, isOverlay: boolean): Promise<void> {
    this.#record.documents++;
    const from: Provenance = { isOverlay, isStored: false };
    const [apiVersion, kind] = ["apiVersion", "kind"].map((key) => textOf(field(node, key)));
    const keep = this.#keeping(from).parts(apiVersion, kind);
    const value = keep === "nothing" ? node.value : (project(node.value, keep) ?? node.value);
    await this.#object({ node: { value, origin: node.origin }, apiVersion, kind }, true, from);
  }

  async #storedObject(value: Value): Promise<void> {
    this.#record.documents++;
    for (const raw of storedObjects(UNNAMED, value)) await this.#object(raw, true, STORED);
  }

  /** What a kustomization applies to objects. Of a policy that it changes, nobody knows what it will be. */
  #patch(file: SourceFile, targets: readonly (PatchTarget | undefined)[], isTold = false): void {
    if (!mayPatchPolicy(file, targets)) {
      this.#record.other.push({ file: file.name, reason: "patch" });
      for (const object of namedObjectsIn(file)) this.#objects.addSpare(object);
      return;
    }
    if (isTold) this.#record.other.push({ file: file.name, reason: "patch" });
    else this.#record.notRead(file, "patch");
    this.#patched(file);
  }

  /** Policies that a patch says it is about are not known any more. */
  #patched(file: SourceFile): void {
    for (const object of namedObjectsIn(file)) this.#objects.addPatch(object);
  }

  /** What is not built; where patches stand in it that may change policies, one finding for all of them. */
  async #kustomization(file: SourceFile, isTold: boolean, isOverlay: boolean): Promise<void> {
    if (!isTold) this.#record.other.push({ file: file.name, reason: "kustomization" });
    const { first, later } = firstDocument(file);
    const broken = first?.problem === undefined ? [] : [first];
    // Whoever applies the file itself applies what stands behind the kustomization.
    const behind = [...broken, ...later];
    if (behind.length > 0) await this.#documents(file, behind, true, { isOverlay, isStored: false });
    const patches = namedByKustomization(file).inline.map(({ text, target }) => ({
      target,
      file: { name: `${file.name} (patch)`, text },
    }));
    const ofPolicies = patches.filter((each) => mayPatchPolicy(each.file, [each.target]));
    if (ofPolicies.length === 0) return;
    if (!isTold) this.#record.notRead(file, "patch");
    for (const each of ofPolicies) this.#patched(each.file);
  }

  #file(file: SourceFile, isNamed: boolean, from: Provenance): Promise<void> {
    this.#record.files++;
    return this.#documents(file, readDocuments(file, this.#keeping(from)), isNamed, from);
  }

  async #documents(
    file: SourceFile,
    readings: Iterable<DocumentReading>,
    isNamed: boolean,
    from: Provenance,
  ): Promise<void> {
    const problemsBefore = this.#record.problems.length;
    const mayMissBefore = this.#record.mayMissPolicies;
    let hasObject = false;
    const templates: DocumentReading[] = [];
    for (const reading of readings) {
      if (this.#options.isLate?.() === true) {
        this.#record.isLate = true;
        return this.#record.notRead(file, "timeout");
      }
      // An empty document may have text behind it that kubectl drops.
      if (reading.value === null && reading.rest === undefined) continue;
      this.#record.documents++;
      if (isTemplate(reading)) templates.push(reading);
      else if (await this.#document(reading, from, isNamed)) hasObject = true;
    }
    const [template] = templates;
    const isNotice = template !== undefined && this.#template(template, isNamed);
    if (hasObject || isNotice) return;
    // Keys that are written twice are wrong in manifests; another tool's files are its own.
    if (!isNamed && this.#record.problems.slice(problemsBefore).every(isOfOtherTools))
      this.#record.problems.length = problemsBefore;
    const hasProblem = this.#record.problems.length > problemsBefore;
    // What a walk met is another tool's.
    if (hasProblem && !isNamed && speaksOfNoObject(file)) {
      this.#record.problems.length = problemsBefore;
      this.#record.mayMissPolicies = mayMissBefore;
      this.#record.other.push({ file: file.name, reason: "not-yaml" });
    } else if (!hasProblem) this.#record.other.push({ file: file.name, reason: "no-kubernetes-object" });
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
      this.#record.other.push({ file: file.name, reason: "template" });
      return true;
    }
    const span = problem?.at ?? { start: 0, end: 0 };
    const facts = { reason: "template", ...(doubt === undefined ? {} : { doubt }) } as const;
    this.#record.notDecided(facts, { document, span });
    return false;
  }

  #keeping(from: Provenance): Keeping {
    return keepingOf(this.#options, from, (reader) => this.#objects.reads(reader, from));
  }

  /** Reads the objects of a document; returns whether it has any. */
  async #document(reading: DocumentReading, from: Provenance, isNamed: boolean): Promise<boolean> {
    const { document, value, problem, rest } = reading;
    for (const each of [problem, rest])
      if (each !== undefined)
        this.#record.notAnalysed({ ...each, at: { document, span: each.at } }, document);
    this.#record.problems.push(...duplicateKeyProblems(reading));
    this.#record.problems.push(...collisionProblems(reading));
    const broken = value === undefined ? undefined : listProblem(document, value);
    if (broken?.code === "list-at-root") {
      this.#record.notAnalysed(broken, document);
      return false;
    }
    if (!isMapping(value) || !this.#isSnapshotRead(document, value, from)) return false;
    if (broken !== undefined) {
      this.#record.notAnalysed(broken, document);
      return false;
    }
    const ignored = ignoredByItems(document, value);
    if (ignored !== undefined) this.#record.notAnalysed(ignored, document);
    const missing = missingItems(document, value);
    if (missing !== undefined) this.#record.notListed(missing);
    let hasObject = ignored !== undefined || missing !== undefined;
    const distrusted = contradictions(reading);
    for (const object of expand(document, value)) {
      const isTrusted = !distrusted.some((place) => isSpanInside(place, object.node.origin));
      if (await this.#object(object, isTrusted, from)) hasObject = true;
      // What a walk meets may be what some program's tests are fed with.
      const answer = isNamed || from.isStored ? insteadOfObject(object) : undefined;
      if (answer !== undefined) this.#record.notDecided(answer, answer.at);
    }
    if (hasObject && this.#options.purpose === "lint")
      this.#record.suppressions.push(...suppressingComments(document));
    return hasObject;
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
    this.#record.notDecided({ reason, detail }, at);
    return false;
  }

  /** Reads an object; returns whether it is one. */
  async #object(raw: RawObject, isTrusted: boolean, from: Provenance): Promise<boolean> {
    if (!isNamed(raw)) return this.#nameless(raw);
    if (!this.#options.isStored && !from.isStored && isDeletion(raw)) {
      const { name } = raw.node.origin.document.file;
      if (this.#record.other.at(-1)?.file !== name) this.#record.other.push({ file: name, reason: "patch" });
      return true;
    }
    await this.#objects.add(raw, isTrusted, from);
    return true;
  }

  /** What speaks of a policy and lacks one of the two fields may have been meant as one. */
  #nameless(raw: RawObject): boolean {
    const reason = namelessReason(raw);
    if (reason !== undefined) this.#record.notDecided({ reason }, raw.node.origin);
    return reason !== undefined;
  }

  /** The objects that were read. */
  get read(): readonly ReadObject[] {
    return this.#objects.read;
  }

  /** What was read so far. */
  get summary(): LoadSummary {
    return loadSummary(this.#objects, this.#record);
  }

  /** Puts the cluster together. @param read what counts as read, where it is something else */
  finish(read = this.read): Loaded {
    return loadedFrom(read, this.#objects, this.#record, this.#options);
  }
}

/** What a server has, one by one. */
const STORED: Provenance = { isOverlay: false, isStored: true };

/** Before an object's name is known. */
const UNNAMED: Document = new StoredDocument("", null);
