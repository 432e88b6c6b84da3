import { applyRewrites } from "../../source/edit/rewrite/apply.js";
import { convert, type Converted } from "./convert.js";
import { groupBy } from "../../base/collections/group-by.js";
import type { About, LeftReason, ConversionTarget } from "./conversion.js";
import type { DeletedObject } from "../../cluster/load/deleted.js";
import type { Loaded } from "../../cluster/load/options.js";
import { refKey } from "../../cluster/model/object-ref.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { Problem } from "../../cluster/problems/problem.js";
import type { ReadObject } from "../../cluster/load/duplicates.js";
import type { Reloadable } from "../../cluster/load/load.js";
import type { PolicyReplacement } from "./everywhere-order.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** A conversion of files, with the cluster before and after it. */
export interface ConversionRun extends Converted {
  /** The files that change, with what they become. */
  readonly files: ReadonlyMap<SourceFile, SourceFile>;
  readonly before: Loaded;
  readonly after: Loaded;
  /** The policies that stand in the place of each that is converted, as they are read from the new text. */
  readonly replacements: readonly PolicyReplacement[];
}

/** Which objects of an input are converted, into what, and what is written above those that are new. */
export interface RunOptions {
  /** The files whose objects are converted; all else is only looked at. */
  readonly scope: ReadonlySet<SourceFile>;
  /** Undefined for the newest of each kind. */
  readonly target: ConversionTarget | undefined;
  /** The comment above an object that is made, line by line. */
  readonly commentOn: (about: About) => readonly string[];
}

/**
 * Converts the objects of files, writes them, and reads them again. An object whose text cannot be written, or that the
 * server of the newer kind would refuse, is left as it is, and the rest is converted without it.
 * @param input loaded with `keepsObjects` and `readsEveryRelease`
 */
export async function runConversion(
  input: Reloadable,
  { scope, target, commentOn }: RunOptions,
): Promise<ConversionRun> {
  const before = input.loaded;
  const objects = before.objects.filter(({ object }) => scope.has(object.node.origin.document.file));
  const tried = new Map<ReadObject, LeftReason>();
  for (;;) {
    before.cluster.work?.take(STEPS_PER_OBJECT * (objects.length + 1));
    const converted = convert(objects, before.cluster, { target, tried });
    const { files, refused } = written(converted, commentOn);
    const after = await input.reload(files, replacedObjects(converted));
    const made = new Set(files.values());
    const ours = after.objects.filter(({ object }) => made.has(object.node.origin.document.file));
    for (const [read, reason] of [...refused, ...notAdmitted(converted, ours)]) tried.set(read, reason);
    const hasNew = refused.size > 0 || converted.conversions.some(({ read }) => tried.has(read));
    if (!hasNew) return { ...converted, files, before, after, replacements: replacements(converted, ours) };
  }
}

/** What it takes to convert an object, to write it and to read it again; done anew for all where one cannot stay. */
const STEPS_PER_OBJECT = 1000;

/** The texts of the files that change, and the objects of which that is not possible. */
function written(
  { conversions }: Converted,
  commentOn: RunOptions["commentOn"],
): {
  readonly files: ReadonlyMap<SourceFile, SourceFile>;
  readonly refused: ReadonlyMap<ReadObject, LeftReason>;
} {
  const files = new Map<SourceFile, SourceFile>();
  const refused = new Map<ReadObject, LeftReason>();
  for (const [file, ofFile] of groupBy(conversions, ({ origin }) => origin.document.file)) {
    const rewrites = ofFile.map(({ origin, to, about, also }) => ({
      at: origin,
      to,
      comment: about === undefined ? [] : commentOn(about),
      also: also.map(({ value, about: why }) => ({ value, comment: commentOn(why) })),
    }));
    const { text, refused: failures } = applyRewrites(file, rewrites);
    files.set(file, { ...file, text });
    for (const { rewrite, code } of failures) {
      const conversion = ofFile[rewrites.findIndex((each) => each === rewrite)];
      if (conversion !== undefined) refused.set(conversion.read, { code: "not-rewritten", refusal: code });
    }
  }
  return { files, refused };
}

/** Objects of kinds that are replaced by another one are deleted once that stands; a cluster still has them. */
function replacedObjects({ conversions }: Converted): DeletedObject[] {
  return conversions.flatMap(({ ref, becomes }) => {
    const isGone = becomes.every(({ kind }) => kind !== ref.kind);
    return isGone ? [{ kind: ref.kind.toLowerCase(), namespace: ref.namespace, name: ref.name }] : [];
  });
}

/** Conversions of which a server refuses something, with why. */
function notAdmitted(
  { conversions }: Converted,
  ours: readonly ReadObject[],
): ReadonlyMap<ReadObject, LeftReason> {
  const refusals = new Map<string, readonly Problem[]>();
  for (const { object, adds, problems } of ours)
    if (adds.some(({ type }) => type === "refused-policy")) refusals.set(refKey(object.ref), problems);
  return new Map(
    conversions.flatMap(({ read, becomes }) => {
      const problems = becomes.flatMap((ref) => refusals.get(refKey(ref)) ?? []);
      const isRefused = becomes.some((ref) => refusals.has(refKey(ref)));
      return isRefused ? [[read, { code: "target-refuses" as const, problems }]] : [];
    }),
  );
}

function replacements({ conversions }: Converted, ours: readonly ReadObject[]): PolicyReplacement[] {
  const read = new Map(
    ours.flatMap(({ object, adds }) =>
      adds.flatMap((each): [string, Policy][] =>
        each.type === "policy" ? [[refKey(object.ref), each.policy]] : [],
      ),
    ),
  );
  return conversions.flatMap(({ policy: old, becomes }) =>
    old === undefined ? [] : [{ old, by: becomes.flatMap((ref) => read.get(refKey(ref)) ?? []) }],
  );
}
