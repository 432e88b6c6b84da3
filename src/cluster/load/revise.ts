import { groupBy } from "../../base/collections/group-by.js";
import { identityOf, type ReadObject } from "./duplicates.js";
import { isInList } from "../kinds/writing/places.js";
import { cutStream } from "../../source/manifest/stream.js";
import { isMapping, type Value } from "../../source/manifest/value.js";
import { rootOrigin, type Origin } from "../../source/manifest/origin.js";
import type { ClusterObject } from "../model/objects.js";
import type { Cluster } from "../model/cluster.js";
import type { Document } from "../../source/manifest/document.js";
import type { Loaded } from "./options.js";
import type { Problem } from "../problems/problem.js";
import type { Provenance } from "./read-objects.js";
import { rawObject, type RawObject } from "./expand.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** What objects of an input would say, and further objects. */
export interface Revision {
  readonly replaced: ReadonlyMap<ReadObject, Value>;
  readonly added: readonly { readonly document: Document; readonly value: Value }[];
}

/** What was read of a text, with how much of it could not be. */
export interface ReadText {
  readonly read: readonly ReadObject[];
  readonly faults: number;
}

/** What reading objects takes, and putting all of them together. */
export interface Revising {
  readonly cluster: Cluster;
  readonly read: readonly ReadObject[];
  /** Reads one object as it would be read in a file. */
  readonly readOne: (raw: RawObject, from: Provenance) => Promise<readonly ReadObject[]>;
  /** Reads a text as a file of the input is read, or as one that is laid over it. */
  readonly readText: (file: SourceFile, isOverlay: boolean) => Promise<ReadText>;
  /** The cluster of some objects, with how many of them are refused or there twice. */
  readonly together: (read: readonly ReadObject[]) => { readonly cluster: Cluster; readonly faults: number };
}

const NOTHING_SAID = { apiVersion: undefined, kind: undefined };

/** Answers what an input would come to if some of its objects said something else, without reading the rest again. */
export class Reviser {
  readonly #input: Revising;
  readonly #byDocument: ReadonlyMap<Document, readonly ReadObject[]>;
  readonly #faults: number;
  /** Kept, for what is tried next is mostly one more object. */
  readonly #known = new WeakMap<object, readonly ReadObject[]>();
  #copies: ReadonlyMap<unknown, readonly ReadObject[]> | undefined;

  constructor(input: Revising, faults: number) {
    this.#input = input;
    this.#faults = faults;
    this.#byDocument = groupBy(input.read, ({ object }) => object.node.origin.document);
  }

  /** The object in which something is written. */
  objectAt(place: Origin): ReadObject | undefined {
    const objects = this.#byDocument.get(place.document) ?? [];
    return objects.find(({ object }) => isInList(object.node.origin, place));
  }

  /** @returns undefined where a server would refuse what an object then says, or the input would hold it twice */
  async revised(revision: Revision): Promise<Cluster | undefined> {
    const replaced = new Map<ReadObject, readonly ReadObject[]>();
    for (const [old, value] of revision.replaced) {
      const read = await this.#read(old.object.node.origin, value, old.isOverlay, old.object.ref);
      if (faultsOf(read) > faultsOf([old])) return undefined;
      replaced.set(old, read);
    }
    const added: ReadObject[] = [];
    for (const { document, value } of revision.added) {
      const read = await this.#read(
        rootOrigin(document),
        value,
        document.file.isStored === true,
        NOTHING_SAID,
      );
      if (faultsOf(read) > 0) return undefined;
      added.push(...read);
    }
    return this.#withPolicies(replaced, added) ?? this.#withObjects(replaced, added);
  }

  /**
   * The cluster as it is with other texts of some files: what their documents say that have changed is read anew, in the
   * way in which files are read.
   * @returns undefined where something is refused, cannot be read, or is there twice
   */
  async reloaded(files: ReadonlyMap<SourceFile, SourceFile>): Promise<Cluster | undefined> {
    const gone = new Set<ReadObject>();
    const added: ReadObject[] = [];
    let faults = 0;
    for (const [original, edited] of files) {
      const { isStored } = original;
      const old = this.#input.read.filter(({ object }) => object.node.origin.document.file === original);
      // Beside a cluster, a text is laid over what the server has stored.
      const isOver = isStored === true || old.some(({ isOverlay }) => isOverlay);
      const changed = isStored === true ? undefined : changedDocuments(original, edited);
      for (const each of old)
        if (changed === undefined || changed.old.has(each.object.node.origin.document.index)) gone.add(each);
      for (const text of changed?.texts ?? [edited.text]) {
        const { read, faults: found } = await this.#input.readText({ ...edited, text }, isOver);
        added.push(...read);
        faults += found;
      }
    }
    faults -= faultsOf([...gone]);
    if (faults > 0) return undefined;
    const { cluster, faults: now } = this.#input.together([
      ...this.#input.read.filter((each) => !gone.has(each)),
      ...added,
    ]);
    return now > this.#faults ? undefined : cluster;
  }

  /** @param inherited what the object is where it doesn't say so: its list does (S-IN-1) */
  async #read(
    origin: Origin,
    value: Value,
    isOverlay: boolean,
    inherited: Pick<RawObject, "apiVersion" | "kind">,
  ): Promise<readonly ReadObject[]> {
    const key = isMapping(value) ? value : undefined;
    const known = key && this.#known.get(key);
    if (known !== undefined) return known;
    const raw = rawObject({ value, origin }, inherited);
    // A server would have to accept it, also where it has stored what it replaces.
    const isOver = isOverlay || origin.document.file.isStored === true;
    const read = await this.#input.readOne(raw, { isOverlay: isOver, isStored: false });
    if (key !== undefined) this.#known.set(key, read);
    return read;
  }

  /** Policies that are there once can be put into the cluster; undefined for all else. */
  #withPolicies(
    replaced: ReadonlyMap<ReadObject, readonly ReadObject[]>,
    added: readonly ReadObject[],
  ): Cluster | undefined {
    const { cluster } = this.#input;
    const policies = new Map<unknown, ClusterObject>();
    for (const [old, read] of replaced) {
      const [was, now] = [onlyPolicy([old]), onlyPolicy(read)];
      if (was === undefined || now === undefined || this.#countOf(old) > 1) return undefined;
      policies.set(was.policy, now);
    }
    const further = added.map((each) => onlyPolicy([each]));
    if (further.some((each) => each === undefined) || added.some((each) => this.#countOf(each) > 0))
      return undefined;
    const revised = cluster.policies.map((policy) => {
      const now = policies.get(policy);
      return now?.type === "policy" ? now.policy : policy;
    });
    return { ...cluster, policies: [...revised, ...further.flatMap((each) => each?.policy ?? [])] };
  }

  #withObjects(
    replaced: ReadonlyMap<ReadObject, readonly ReadObject[]>,
    added: readonly ReadObject[],
  ): Cluster | undefined {
    const read = [...this.#input.read.flatMap((each) => replaced.get(each) ?? [each]), ...added];
    const { cluster, faults } = this.#input.together(read);
    return faults > this.#faults ? undefined : cluster;
  }

  #countOf({ object }: ReadObject): number {
    this.#copies ??= groupBy(this.#input.read, (each) => identityOf(each.object));
    return this.#copies.get(identityOf(object))?.length ?? 0;
  }
}

/** The documents that differ: which there were, and the texts that there are. */
function changedDocuments(
  original: SourceFile,
  edited: SourceFile,
): { readonly old: ReadonlySet<number>; readonly texts: readonly string[] } {
  const [before, after] = [original, edited].map((file) =>
    cutStream(file).map(({ start, end }) => file.text.slice(start, end)),
  ) as [string[], string[]];
  const isChanged = (_: string, i: number): boolean => before[i] !== after[i];
  return {
    old: new Set(before.flatMap((text, i) => (isChanged(text, i) ? [i] : []))),
    texts: after.filter(isChanged),
  };
}

function onlyPolicy(read: readonly ReadObject[]): Extract<ClusterObject, { type: "policy" }> | undefined {
  const [first, ...others] = read.flatMap(({ adds }) => adds);
  return first?.type === "policy" && others.length === 0 ? first : undefined;
}

function faultsOf(read: readonly ReadObject[]): number {
  const refused = read.flatMap(({ adds }) => adds.filter(({ type }) => type === "refused-policy"));
  return read.flatMap(({ problems }) => problems.filter(isFault)).length + refused.length;
}

/** How often a server refuses something, something could not be read, or is there twice. */
export function faultsIn({ problems, cluster }: Pick<Loaded, "problems" | "cluster">): number {
  return problems.reduce((sum, each) => sum + faultsAt(each), 0) + cluster.refused.length;
}

/** A problem is one fault, but each copy of an object is one. */
function faultsAt(problem: Problem): number {
  return problem.code === "duplicate-object" ? problem.facts.copies - 1 : Number(isFault(problem));
}

function isFault({ server, code }: Problem): boolean {
  return server !== undefined || code === "not-analysed";
}
