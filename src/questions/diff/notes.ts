import { repeatedNotes, type RepeatedNote } from "../../cluster/model/repeated-note.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Diff } from "./diff.js";
import type { Family } from "../../base/net/address.js";

/** Something to know beside the changes; facts, the report makes the sentences. */
export type DiffNote =
  /** One side shows no address of a family: flows over it stand on the other side only. */
  | { readonly code: "family-not-compared"; readonly family: Family; readonly only: "before" | "after" }
  /** Objects other than policies that the input has several times and differently: the first counts (S-IN-9). */
  | RepeatedNote
  /** Policies that differ and select no pod of the input. */
  | { readonly code: "selecting-nothing"; readonly policies: readonly ObjectRef[] }
  | { readonly code: "foreign-policies"; readonly kinds: readonly string[] };

/** What is worth knowing beside the changes between two clusters. */
export function diffNotes(before: Cluster, after: Cluster, compared: Diff): DiffNote[] {
  const { onlyBefore, onlyAfter, selectingNothing, hasPods } = compared;
  const notes: DiffNote[] = [
    ...onlyBefore.map((family) => ({ code: "family-not-compared", family, only: "before" }) as const),
    ...onlyAfter.map((family) => ({ code: "family-not-compared", family, only: "after" }) as const),
  ];
  // Where there are no pods at all, the answer itself says so.
  if (hasPods && selectingNothing.length > 0)
    notes.push({ code: "selecting-nothing", policies: selectingNothing.map(({ ref }) => ref) });
  const facts = [before.facts, after.facts];
  notes.push(...repeatedNotes(before, after));
  const kinds = new Set(
    facts.flatMap(({ foreignPolicies }) =>
      foreignPolicies.map(({ apiVersion, kind }) => `${kind} (${apiVersion})`),
    ),
  );
  if (kinds.size > 0) notes.push({ code: "foreign-policies", kinds: [...kinds] });
  return notes;
}
