import { kindNamed } from "../questions/query/kind-names.js";
import { POLICY_APIS } from "../cluster/kinds/policy-table.js";
import { STORED_KINDS } from "../cluster/kinds/stored-kinds.js";
import { UsageError } from "./exit.js";
import type { DeletedObject } from "../cluster/load/deleted.js";

/** Reads the values of `--delete`. @throws {UsageError} for what is not `kind/name` or `kind/namespace/name` */
export function deletedObjects(names: readonly string[], namespace: string): DeletedObject[] {
  return names.map((text) => deletedObject(text, namespace));
}

const SHAPE =
  "it takes kind/namespace/name, or kind/name for a kind without namespaces or in the namespace of -n";

function deletedObject(text: string, namespace: string): DeletedObject {
  const parts = text.split("/");
  const [word = "", second = "", third] = parts;
  if (parts.length < 2 || parts.length > 3 || parts.includes(""))
    throw new UsageError(`--delete cannot read ${JSON.stringify(text)}`, SHAPE);
  const kind = (KINDS.get(word.toLowerCase()) ?? kindNamed(word) ?? word).toLowerCase();
  if (!CLUSTER_SCOPED.has(kind))
    return third === undefined ? { kind, namespace, name: second } : { kind, namespace: second, name: third };
  if (third !== undefined) throw new UsageError(`--delete ${text}: ${word} has no namespace`, SHAPE);
  return { kind, namespace: undefined, name: second };
}

/** Kinds by what kubectl calls them beside their own names. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ...STORED_KINDS.map(({ plural, kind }) => [plural, kind] as const),
  ...POLICY_APIS.flatMap(({ kind, shortNames }) => shortNames.map((name) => [name, kind] as const)),
  ["ns", "Namespace"],
]);

const CLUSTER_SCOPED: ReadonlySet<string> = new Set(
  STORED_KINDS.filter(({ isNamespaced }) => !isNamespaced).map(({ kind }) => kind.toLowerCase()),
);
