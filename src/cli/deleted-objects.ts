import { kindNamed } from "../questions/query/kind-names.js";
import { POLICY_APIS } from "../cluster/kinds/policy-table.js";
import { STORED_KINDS } from "../cluster/kinds/stored-kinds.js";
import { UsageError } from "./exit.js";
import type { DeletedObject } from "../cluster/load/deleted.js";

/**
 * Reads the values of `--delete`: `kind/name`, `kind/namespace/name`, or as objects are printed, `namespace/kind/name`.
 * @throws {UsageError} for anything else
 */
export function deletedObjects(names: readonly string[], namespace: string): DeletedObject[] {
  return names.map((text) => deletedObject(text, namespace));
}

const SHAPE =
  "write kind/namespace/name or namespace/kind/name, or kind/name for cluster-scoped kinds and the namespace of -n";

function deletedObject(text: string, namespace: string): DeletedObject {
  const parts = text.split("/");
  if (parts.length < 2 || parts.length > 3 || parts.includes(""))
    throw new UsageError(`invalid --delete ${JSON.stringify(text)}`, SHAPE);
  // As the answers print it, the namespace comes first.
  const isPrinted =
    parts.length === 3 && knownKind(parts[0]) === undefined && knownKind(parts[1]) !== undefined;
  const [word = "", second = "", third] = isPrinted ? [parts[1], parts[0], parts[2]] : parts;
  const kind = (knownKind(word) ?? word).toLowerCase();
  if (!CLUSTER_SCOPED.has(kind))
    return third === undefined ? { kind, namespace, name: second } : { kind, namespace: second, name: third };
  if (third !== undefined) throw new UsageError(`--delete ${text}: ${word} has no namespace`, SHAPE);
  return { kind, namespace: undefined, name: second };
}

function knownKind(word = ""): string | undefined {
  return KINDS.get(word.toLowerCase()) ?? kindNamed(word);
}

/** Kinds by what kubectl calls them beside their own names. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ...STORED_KINDS.flatMap(({ plural, kind }) => [
    [plural, kind] as const,
    [kind.toLowerCase(), kind] as const,
  ]),
  ...POLICY_APIS.flatMap(({ kind, shortNames }) => shortNames.map((name) => [name, kind] as const)),
  ["ns", "Namespace"],
]);

const CLUSTER_SCOPED: ReadonlySet<string> = new Set(
  STORED_KINDS.filter(({ isNamespaced }) => !isNamespaced).map(({ kind }) => kind.toLowerCase()),
);
