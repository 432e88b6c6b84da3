import { podOwners } from "../model/workloads.js";
import type { ReadObject } from "./duplicates.js";
import type { ObjectRef } from "../model/object-ref.js";
import type { OwnerRef } from "../model/objects.js";

/** An object that is to be left out. */
export interface DeletedObject {
  /** In lower case. */
  readonly kind: string;
  /** Undefined for a kind without namespaces. */
  readonly namespace: string | undefined;
  readonly name: string;
}

/**
 * Leaves objects out with all that goes with them: what they own, and what is in a namespace that goes.
 * @returns what is left, and which of the objects are not there
 */
export function withoutDeleted(
  read: readonly ReadObject[],
  deleted: readonly DeletedObject[],
): { readonly kept: readonly ReadObject[]; readonly notDeleted: readonly DeletedObject[] } {
  if (deleted.length === 0) return { kept: read, notDeleted: [] };
  const gone = new Set(deleted.map(keyOf));
  const kept = withoutOwned(
    read.filter(({ object: { ref } }) => !keysOf(ref).some((key) => gone.has(key))),
    gone,
  );
  const there = new Set(read.flatMap(({ object: { ref } }) => keysOf(ref)));
  return { kept, notDeleted: deleted.filter((each) => !there.has(keyOf(each))) };
}

/** Itself, and the namespace that it is in. */
function keysOf(ref: ObjectRef): readonly string[] {
  const own = keyOf({ ...ref, kind: ref.kind.toLowerCase() });
  const { namespace } = ref;
  return namespace === undefined
    ? [own]
    : [own, keyOf({ kind: "namespace", namespace: undefined, name: namespace })];
}

/** Owners go before what they own; of a Deployment's pods, the ReplicaSet between them may not be in the input. */
function withoutOwned(read: readonly ReadObject[], gone: Set<string>): readonly ReadObject[] {
  const kept = read.filter(({ object: { ref }, adds }) => {
    const isOwned = ownersIn(adds).some((owner) =>
      gone.has(keyOf({ kind: owner.kind.toLowerCase(), namespace: ref.namespace, name: owner.name })),
    );
    if (isOwned) gone.add(keyOf({ ...ref, kind: ref.kind.toLowerCase() }));
    return !isOwned;
  });
  return kept.length === read.length ? kept : withoutOwned(kept, gone);
}

function ownersIn(adds: ReadObject["adds"]): readonly OwnerRef[] {
  return adds.flatMap((each) => {
    if (each.type === "workload") return each.workload.owner ?? [];
    return each.type === "pod" ? podOwners(each.pod) : [];
  });
}

function keyOf({ kind, namespace, name }: Omit<ObjectRef, "apiVersion">): string {
  return JSON.stringify([kind, namespace ?? "", name]);
}
