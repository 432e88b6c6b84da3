import { emptyDocument, textIn, type Document } from "../../source/manifest/document.js";
import { mayHoldPolicy } from "./may-hold-policy.js";
import type { InputProblem, NotReadFacts, RenderDoubt } from "../problems/not-read.js";
import type { ListProblem } from "./expand.js";
import type { MissingItems } from "./server-answer.js";
import type { OtherFile } from "./summary.js";
import type { Problem } from "../problems/problem.js";
import type { SourceFile, Span } from "../../source/manifest/source.js";
import type { StatedCondition } from "../problems/condition.js";
import type { Suppression } from "../problems/suppression.js";

/** What reading inputs has come to, beside their objects. */
export class LoadRecord {
  /** What is wrong with documents. */
  readonly problems: Problem[] = [];
  readonly other: OtherFile[] = [];
  readonly suppressions: Suppression[] = [];
  readonly conditions: StatedCondition[] = [];
  files = 0;
  documents = 0;
  /** True where time has run out: the rest was not read. */
  isLate = false;
  mayMissPolicies = false;

  /** A file, or a place in it, of which nobody knows what it holds: it may be policies. */
  notRead(
    file: SourceFile,
    reason: InputProblem,
    detail?: string,
    at: number | Span = 0,
    doubt?: RenderDoubt,
  ): void {
    const facts = {
      reason,
      ...(detail === undefined ? {} : { detail }),
      ...(doubt === undefined ? {} : { doubt }),
    };
    const span = typeof at === "number" ? { start: at, end: at } : at;
    this.notDecided(facts, { document: emptyDocument(file), span });
  }

  /** What may hold policies or be one, and was not read. */
  notDecided(facts: NotReadFacts["not-analysed"], at: Problem["at"]): void {
    this.mayMissPolicies = true;
    this.problems.push({ code: "not-analysed", facts, at });
  }

  /** What a list leaves out. */
  notListed({ at, mayBePolicies }: MissingItems): void {
    this.mayMissPolicies ||= mayBePolicies;
    this.problems.push({ code: "not-analysed", facts: { reason: "list-page" }, at });
  }

  /** What is wrong with a document, or with a list of objects in it. */
  notAnalysed({ code, at, detail }: Omit<ListProblem, "at"> & Pick<Problem, "at">, document: Document): void {
    const facts = detail === undefined ? { reason: code } : { reason: code, detail };
    this.problems.push({ code: "not-analysed", facts, at });
    if (mayHoldPolicy(textIn(document))) this.mayMissPolicies = true;
  }

  /** Adds what another one has, as if its inputs had been read here. */
  addAllOf(other: LoadRecord): void {
    for (const each of other.problems) this.problems.push(each);
    this.other.push(...other.other);
    for (const each of other.suppressions) this.suppressions.push(each);
    this.conditions.push(...other.conditions);
    this.files += other.files;
    this.documents += other.documents;
    this.isLate ||= other.isLate;
    this.mayMissPolicies ||= other.mayMissPolicies;
  }

  /** Takes out what counts no more. */
  drop(isProblemGone: (each: Problem) => boolean, isFileGone: (each: OtherFile) => boolean): void {
    remove(this.problems, isProblemGone);
    remove(this.other, isFileGone);
    this.mayMissPolicies = this.problems.some(({ code }) => code === "not-analysed");
  }
}

function remove<T>(all: T[], isGone: (each: T) => boolean): void {
  const kept = all.filter((each) => !isGone(each));
  all.splice(0, all.length, ...kept);
}
