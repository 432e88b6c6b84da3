import { admitCustomResource } from "../../src/cluster/admission/crd/admit.js";
import { admitNetworkPolicy } from "../../src/cluster/admission/network-policy/admit.js";
import { field, textOf } from "../../src/source/manifest/node.js";
import { locate } from "../../src/source/manifest/locate.js";
import { readDocuments } from "../../src/source/manifest/read.js";
import { rootOrigin } from "../../src/source/manifest/origin.js";
import type { Admission } from "../../src/cluster/admission/admission.js";
import type { ApiObject } from "../../src/cluster/admission/request.js";
import type { ReadOptions } from "../../src/cluster/kinds/kind.js";
import type { Place } from "../../src/cluster/problems/problem.js";

/** How objects are read where a test says nothing else. */
export const READ_OPTIONS: ReadOptions = {
  purpose: "lint",
  namespace: "default",
  kubernetesVersion: [1, 36],
  bundles: [],
  crds: new Map(),
  isLegacy: false,
  isStored: false,
};

/** The object of a manifest that holds one. */
export function apiObject(text: string): ApiObject {
  const [reading] = readDocuments({ name: "policy.yaml", text });
  if (reading?.value === undefined) throw new Error(`cannot read: ${JSON.stringify(reading?.problem)}`);
  const node = { value: reading.value, origin: rootOrigin(reading.document) };
  const metadata = field(node, "metadata");
  const part = (key: string): string => textOf(field(node, key)) ?? "";
  const name = textOf(field(metadata, "name")) ?? "";
  const namespace = textOf(field(metadata, "namespace")) ?? "default";
  const isNamespaced = part("kind") === "NetworkPolicy";
  const ref = {
    apiVersion: part("apiVersion"),
    kind: part("kind"),
    namespace: isNamespaced ? namespace : undefined,
    name,
  };
  return { ref, node };
}

/** What a server says about the object of a manifest. */
export function admitText(text: string, options: Partial<ReadOptions> = {}): Admission {
  const object = apiObject(text);
  const admit = object.ref.kind === "NetworkPolicy" ? admitNetworkPolicy : admitCustomResource;
  return admit(object, { ...READ_OPTIONS, ...options });
}

/** The text that a place underlines. */
export function underlined(at: Place): string {
  const { start, end } = "span" in at ? at.span : locate(at);
  return at.document.file.text.slice(start, end);
}

/** All lines of the server in an admission, sorted. */
export function serverLines({ problems }: Admission): string[] {
  return problems.flatMap(({ server }) => server ?? []).toSorted();
}
