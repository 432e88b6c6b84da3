import { changedAt, isAbout, type FieldSpec } from "./field-specs.js";
import { effectiveNamespace, firstIdOf, idOf, type Resource } from "./resource.js";
import { field, textOf, type Node } from "../manifest/node.js";
import { isClusterScoped } from "./cluster-scoped.js";
import { PatchFault, type Count } from "./strategic-merge.js";
import { typeOf } from "./transformers.js";
import { withField } from "./parts.js";

/** Where Services are named that policies hang on; other references decide no traffic. */
const TO_SERVICES: readonly FieldSpec[] = [
  { path: "spec/serviceName", kind: "StatefulSet", group: "apps" },
  { path: "spec/rules/http/paths/backend/serviceName", kind: "Ingress" },
  { path: "spec/backend/serviceName", kind: "Ingress" },
  { path: "spec/rules/http/paths/backend/service/name", kind: "Ingress" },
  { path: "spec/defaultBackend/service/name", kind: "Ingress" },
  { path: "spec/service/name", kind: "APIService", group: "apiregistration.k8s.io" },
  ...["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"].map((kind) => ({
    path: "webhooks/clientConfig/service",
    kind,
    group: "admissionregistration.k8s.io",
  })),
];

/**
 * Writes the new names of Services where they are named.
 * @throws {PatchFault} where several Services may be meant
 */
export function withNewNames(resources: readonly Resource[], count: Count): readonly Resource[] {
  const byOldName = new Map<string, Resource[]>();
  for (const each of resources) {
    if (idOf(each.node).kind !== "Service") continue;
    for (const name of new Set(each.before.filter(({ kind }) => kind === "Service").map((id) => id.name))) {
      count(1);
      const known = byOldName.get(name);
      if (known === undefined) byOldName.set(name, [each]);
      else known.push(each);
    }
  }
  if (byOldName.size === 0) return resources;
  return resources.map((referrer) => {
    const [apiVersion, kind] = typeOf(referrer.node);
    const specs = TO_SERVICES.filter((spec) => isAbout(spec, apiVersion, kind));
    const node = specs.reduce(
      (at, spec) =>
        changedAt(at, spec, (value) => {
          count(1);
          return renamed(value, referrer, byOldName, count);
        }),
      referrer.node,
    );
    return node === referrer.node ? referrer : { ...referrer, node };
  });
}

function renamed(
  at: Node,
  referrer: Resource,
  byOldName: ReadonlyMap<string, readonly Resource[]>,
  count: Count,
): Node {
  const name = textOf(at) ?? textOf(field(at, "name"));
  const isScalar = textOf(at) !== undefined;
  const namespace = isScalar ? undefined : textOf(field(at, "namespace"));
  const all = name === undefined ? [] : (byOldName.get(name) ?? []);
  const inNamespace = all.filter((each) => {
    count(1);
    return (
      namespace === undefined ||
      firstIdOf(each).namespace === namespace ||
      idOf(each.node).namespace === namespace
    );
  });
  const target = meant(inNamespace, referrer, isScalar);
  if (target === undefined) return at;
  const now = idOf(target.node);
  const metadata = field(target.node, "metadata");
  const newName = field(metadata, "name");
  if (newName === undefined) return at;
  if (isScalar) return now.name === name ? at : { value: newName.value, origin: at.origin };
  const newNamespace = field(metadata, "namespace");
  const named = withField(at, "name", {
    value: newName.value,
    origin: field(at, "name")?.origin ?? at.origin,
  });
  return newNamespace === undefined
    ? named
    : withField(named, "namespace", {
        value: newNamespace.value,
        origin: field(at, "namespace")?.origin ?? newNamespace.origin,
      });
}

/** The one object that a reference means; undefined where it means none. */
function meant(candidates: readonly Resource[], referrer: Resource, isScalar: boolean): Resource | undefined {
  const from = idOf(referrer.node);
  const near = isClusterScoped(from)
    ? candidates
    : candidates.filter((each) => effectiveNamespace(idOf(each.node)) === effectiveNamespace(from));
  if (near.length <= 1) return near[0];
  const same = near.filter(
    (each) =>
      String(each.prefixes) === String(referrer.prefixes) &&
      String(each.suffixes) === String(referrer.suffixes),
  );
  const left = same.length > 0 ? same : near;
  const names = new Set(
    left.map(({ node }) => {
      const { name, namespace } = idOf(node);
      return JSON.stringify(isScalar ? name : [name, namespace]);
    }),
  );
  if (names.size > 1) throw new PatchFault(`several Services may be meant by ${from.kind} ${from.name}`);
  return left[0];
}
