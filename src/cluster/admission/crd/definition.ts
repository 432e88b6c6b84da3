import { failed, succeeded, type Attempt } from "../../../base/attempt/attempt.js";
import { CRD_KINDS, type CrdKind } from "../bundles.js";
import { field, fieldAt, isTrue, items, textOf, type Node } from "../../../source/manifest/node.js";
import type { Value } from "../../../source/manifest/value.js";

/** The group whose CRDs are read. */
export const POLICY_GROUP = "policy.networking.k8s.io";

/** What a CustomResourceDefinition says of a policy kind: it takes the place of the bundle's schemas. */
export interface Definition {
  readonly kind: CrdKind;
  /** By name: `v1alpha2`. */
  readonly versions: ReadonlyMap<string, DefinedVersion>;
}

/** One version of a CRD. */
export interface DefinedVersion {
  readonly isServed: boolean;
  /** Its `openAPIV3Schema` as it is written; null where it has none. */
  readonly schema: Value;
}

/** Why an object is no definition that can be used. */
export type DefinitionFault = "no-definition" | "v1beta1" | "other-kind" | "namespaced";

/** Reads a CustomResourceDefinition of one of the policy kinds. */
export function definitionOf(node: Node): Attempt<Definition, DefinitionFault> {
  const apiVersion = textOf(field(node, "apiVersion"));
  if (textOf(field(node, "kind")) !== "CustomResourceDefinition") return failed("no-definition");
  if (apiVersion === "apiextensions.k8s.io/v1beta1") return failed("v1beta1");
  if (apiVersion !== "apiextensions.k8s.io/v1") return failed("no-definition");
  const spec = field(node, "spec");
  const kind = CRD_KINDS.find((each) => each === textOf(fieldAt(spec, "names", "kind")));
  if (kind === undefined || textOf(field(spec, "group")) !== POLICY_GROUP) return failed("other-kind");
  if (textOf(field(spec, "scope")) !== "Cluster") return failed("namespaced");
  const keepsEverything = isTrue(field(spec, "preserveUnknownFields"));
  const versions = items(field(spec, "versions")).map((version): [string, DefinedVersion] => {
    const schema = fieldAt(version, "schema", "openAPIV3Schema")?.value ?? null;
    return [
      textOf(field(version, "name")) ?? "",
      { isServed: isTrue(field(version, "served")), schema: keepsEverything ? null : schema },
    ];
  });
  return succeeded({ kind, versions: new Map(versions) });
}

/** The version of an `apiVersion`; undefined where it is not served. */
export function versionIn({ versions }: Definition, apiVersion: string): DefinedVersion | undefined {
  const [group, name = ""] = apiVersion.split("/");
  const version = group === POLICY_GROUP ? versions.get(name) : undefined;
  return version?.isServed === true ? version : undefined;
}

/** The names of the versions that are served. */
export function servedVersions({ versions }: Definition): string[] {
  return [...versions].flatMap(([name, { isServed }]) => (isServed ? [name] : []));
}
