import { readFileSync } from "node:fs";

const SCHEMAS = new URL("../../schemas/policy.networking.k8s.io/", import.meta.url);

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** What a CRD has beside its schema. */
interface DefinitionParts {
  readonly kind: string;
  readonly version: string;
  readonly schema: Json;
  readonly isServed?: boolean;
}

/** A CustomResourceDefinition with one version, as JSON. */
export function definition({ kind, version, schema, isServed = true }: DefinitionParts): string {
  const plural = `${kind.toLowerCase().slice(0, -1)}ies`;
  return `${JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.policy.networking.k8s.io` },
    spec: {
      group: "policy.networking.k8s.io",
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      scope: "Cluster",
      versions: [{ name: version, served: isServed, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  })}\n`;
}

const RELEASES = {
  ClusterNetworkPolicy: ["v1alpha2", "v0.2.0"],
  AdminNetworkPolicy: ["v1alpha1", "v0.1.8"],
  BaselineAdminNetworkPolicy: ["v1alpha1", "v0.1.8"],
} as const;

export type PolicyKind = keyof typeof RELEASES;

/** The newest release's CRD of a kind, experimental channel, with the rules of proposals, as a cluster would have it. */
export function newestDefinition(kind: PolicyKind, change: (schema: JsonObject) => Json = same): string {
  const [version, release] = RELEASES[kind];
  const schema = structural(
    readSchema(`${kind.toLowerCase()}-${release}-experimental.json`),
    `${kind.toLowerCase()}-${release}-experimental.json`,
  );
  return definition({ kind, version, schema: change(schema as JsonObject) });
}

function same(schema: JsonObject): Json {
  return schema;
}

function readSchema(name: string): JsonObject {
  return JSON.parse(readFileSync(new URL(name, SCHEMAS), "utf8")) as JsonObject;
}

/** Keywords that our files have and CRDs do not. */
const LEFT_OUT: ReadonlySet<string> = new Set(["$schema", "$id", "$defs", "title", "const", "proposal"]);

/** A schema of ours as a CRD's `openAPIV3Schema`: nothing but what it says, in one piece. */
function structural(node: Json, file: string): Json {
  if (Array.isArray(node)) return node.map((each: Json) => structural(each, file));
  if (typeof node !== "object" || node === null) return node;
  const { $ref } = node as JsonObject;
  if (typeof $ref === "string") {
    const [target = "", pointer = ""] = $ref.split("#");
    const name = target === "" ? file : target;
    const found = pointer
      .split("/")
      .slice(1)
      .reduce<Json>((each, step) => (each as JsonObject)[step] ?? null, readSchema(name));
    return structural(found, name);
  }
  const entries = Object.entries(node as JsonObject).filter(
    ([key, value]) => !LEFT_OUT.has(key) && !(key === "additionalProperties" && value === false),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, structural(value, file)]));
}

/** Adds rules in CEL to the spec of a schema. */
export function withRules(...rules: readonly JsonObject[]): (schema: JsonObject) => Json {
  return (schema) => withSpec(schema, (spec) => ({ ...spec, "x-kubernetes-validations": rules }));
}

/** Changes a property of the spec of a schema. */
export function withProperty(name: string, change: Json): (schema: JsonObject) => Json {
  return (schema) =>
    withSpec(schema, (spec) => ({
      ...spec,
      properties: { ...(spec["properties"] as JsonObject), [name]: change },
    }));
}

function withSpec(schema: JsonObject, change: (spec: JsonObject) => Json): Json {
  const properties = schema["properties"] as JsonObject;
  return { ...schema, properties: { ...properties, spec: change(properties["spec"] as JsonObject) } };
}
