import { DECIDES_NOTHING } from "./harmless.js";
import { entries, field, isTrue, items, textOf, type Node } from "../manifest/node.js";
import type { FieldSpec } from "./field-specs.js";

/** Where the API server's calls go: what is written there counts, and kustomize renames it by itself. */
const CALLS: ReadonlySet<string> = new Set([
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
]);
const CALLED = "webhooks/clientConfig/service";

/**
 * Where a configuration of transformers has namespaces written besides. Every scaffold of an operator has such files: they tell of
 * CRDs, webhooks and certificates what kustomize knows by itself, or what decides no traffic.
 * @returns undefined where it tells of more than that, which is not built here
 */
export function namespacesOf(configuration: Node): readonly FieldSpec[] | undefined {
  const found: FieldSpec[] = [];
  for (const [key, value] of entries(configuration)) {
    if (key === "images" || key === "replicas" || key === "commonAnnotations") continue;
    if (key === "namespace") {
      const specs = items(value).map(namespaceSpec);
      for (const each of specs) if (each !== undefined && each !== "nothing") found.push(each);
      if (specs.includes(undefined)) return undefined;
    } else if (!isHarmless(key, value)) return undefined;
  }
  return found;
}

function isHarmless(key: string, value: Node): boolean {
  if (key === "nameReference") return items(value).every(isHarmlessReference);
  if (key === "varReference") return items(value).every(isHarmlessVariable);
  return items(value).length === 0;
}

/** Names of most objects decide no traffic; those of Services and Namespaces do, where something that counts names them. */
function isHarmlessReference(reference: Node): boolean {
  const kind = textOf(field(reference, "kind"));
  if (kind === undefined) return false;
  if (kind !== "Service" && kind !== "Namespace") return true;
  return items(field(reference, "fieldSpecs")).every((spec) => {
    const named = textOf(field(spec, "kind")) ?? "";
    if (DECIDES_NOTHING.has(named)) return true;
    return kind === "Service" && CALLS.has(named) && textOf(field(spec, "path")) === `${CALLED}/name`;
  });
}

function isHarmlessVariable(spec: Node): boolean {
  if (DECIDES_NOTHING.has(textOf(field(spec, "kind")) ?? "")) return true;
  return textOf(field(spec, "path")) === "metadata/annotations";
}

function namespaceSpec(spec: Node): FieldSpec | "nothing" | undefined {
  const kind = textOf(field(spec, "kind")) ?? "";
  if (DECIDES_NOTHING.has(kind)) return "nothing";
  const path = textOf(field(spec, "path"));
  if (!CALLS.has(kind) || path !== `${CALLED}/namespace`) return undefined;
  return { path, kind, group: "admissionregistration.k8s.io", create: isTrue(field(spec, "create")) };
}
