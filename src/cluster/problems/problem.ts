import type { FlowWitness } from "./witness.js";
import type { DocumentEdit } from "../../source/edit/edit.js";
import type { Document } from "../../source/manifest/document.js";
import type { ObjectRef } from "../model/object-ref.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { ProblemFacts } from "./facts.js";
import type { Span } from "../../source/manifest/source.js";

/** A place in the input: symbolic, or where no value was read, offsets in a document's file. */
export type Place = Origin | { readonly document: Document; readonly span: Span };

/** A code with the facts that its message needs. The code is the id of the rule that words it. */
export type Problem = { readonly [C in ProblemCode]: ProblemOf<C> }[ProblemCode];

/** What is wrong, apart from where: the part of a problem that a check knows. */
export type Finding = { readonly [C in ProblemCode]: FindingOf<C> }[ProblemCode];

/** What a problem may be: the id of a rule of the linter. */
export type ProblemCode = keyof ProblemFacts;

/** The same of one code. */
export interface FindingOf<C extends ProblemCode> {
  readonly code: C;
  readonly facts: ProblemFacts[C];
  /** Further places, each with what it is. */
  readonly related?: readonly RelatedPlace[];
  /** What fixes it, where there is only one way; it may take what is written in a way that cannot be edited. */
  readonly fix?: readonly DocumentEdit[];
  /** What would fix it and changes what is allowed. */
  readonly unsafeFix?: readonly DocumentEdit[];
}

interface RelatedPlace {
  readonly at: Place;
  readonly role: string;
}

/** Something that is wrong with the input, found where it was read: facts and places, no words. */
export interface ProblemOf<C extends ProblemCode> extends FindingOf<C> {
  readonly at: Place;
  /** The object, where there is one. */
  readonly object?: ObjectRef;
  /** The API server's own lines, for what it refuses. */
  readonly server?: readonly string[];
  /** A flow on which the claim shows, for problems about flows. */
  readonly witness?: FlowWitness;
  /** Of a problem about several flows, those of which each shows it, as far as they are known one by one. */
  readonly flows?: readonly FlowWitness[];
}
