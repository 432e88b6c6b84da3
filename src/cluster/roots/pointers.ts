import { emptyMapping } from "../../source/manifest/value.js";
import { expand } from "../load/expand.js";
import { field, fieldAt, isTrue, items, entries, textOf, type Node } from "../../source/manifest/node.js";
import { kustomizationFrom, type Kustomization } from "../../source/kustomize/kustomization.js";
import { readDocuments } from "../../source/manifest/read.js";
import { writtenField, withField } from "../../source/kustomize/parts.js";
import type { RawObject } from "../load/expand.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** A folder that an object of Argo CD or Flux has applied. */
export interface Pointer {
  /** How the object is shown: `Application argocd/shop`. */
  readonly by: string;
  /** True where it is all that the object applies. */
  readonly isWhole: boolean;
  /** The path as it is written, relative to its repository; a pattern where `isPattern` is set. */
  readonly path: string;
  /** The repository that it says the path is in: `https://git.example/shop.git`. */
  readonly repository?: string | undefined;
  readonly isPattern: boolean;
  /** True where what is in folders below is applied too. */
  readonly isDeep: boolean;
  /** The cluster that it goes to; empty for the one that the object is in. */
  readonly cluster: string;
  /** Where objects without a namespace go: Argo CD gives them its destination's, and leaves others alone. */
  readonly namespace?: string;
  /** What is changed on the way. */
  readonly changes?: Kustomization;
}

/** Reads the objects of Argo CD and Flux in a text that apply folders. */
export function pointersIn(file: SourceFile): readonly Pointer[] {
  if (!/argoproj\.io\/|kustomize\.toolkit\.fluxcd\.io\//.test(file.text)) return [];
  const found: Pointer[] = [];
  for (const { document, value } of readDocuments(file)) {
    if (value === undefined || value === null) continue;
    for (const object of expand(document, value)) found.push(...pointersOf(object));
  }
  return found;
}

function pointersOf({ node, apiVersion = "", kind = "" }: RawObject): readonly Pointer[] {
  const metadata = field(node, "metadata");
  const name = textOf(field(metadata, "name")) ?? "";
  const namespace = textOf(field(metadata, "namespace"));
  const by = `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
  const spec = field(node, "spec");
  if (spec === undefined) return [];
  if (apiVersion.startsWith("kustomize.toolkit.fluxcd.io/") && kind === "Kustomization")
    return fluxPointers(spec, by);
  if (apiVersion.startsWith("argoproj.io/") && kind === "Application") return argoPointers(spec, by);
  if (apiVersion.startsWith("argoproj.io/") && kind === "ApplicationSet") return setPointers(spec, by);
  return [];
}

/** Fields of a Flux Kustomization that change what is in its folder, by those of a kustomization. */
const FLUX_FIELDS: ReadonlyMap<string, string> = new Map([
  ["targetNamespace", "namespace"],
  ["namePrefix", "namePrefix"],
  ["nameSuffix", "nameSuffix"],
  ["patches", "patches"],
  ["patchesStrategicMerge", "patchesStrategicMerge"],
  ["patchesJson6902", "patchesJson6902"],
  ["components", "components"],
]);

function fluxPointers(spec: Node, by: string): readonly Pointer[] {
  const path = textOf(field(spec, "path")) ?? "./";
  const secret = textOf(fieldAt(spec, "kubeConfig", "secretRef", "name"));
  let changes: Node = { value: emptyMapping(), origin: spec.origin };
  for (const [from, to] of FLUX_FIELDS) {
    const value = writtenField(spec, from);
    if (value !== undefined) changes = withField(changes, to, value);
  }
  const labels = fieldAt(spec, "commonMetadata", "labels");
  const isChanged = entries(changes).length > 0 || labels !== undefined;
  const kustomization = kustomizationFrom(changes);
  return [
    {
      by,
      isWhole: true,
      path,
      isPattern: false,
      isDeep: true,
      cluster: secret ?? "",
      ...(isChanged
        ? {
            changes: {
              ...kustomization,
              labels: labels === undefined ? [] : [{ pairs: entries(labels), scope: "objects" }],
            },
          }
        : {}),
    },
  ];
}

function argoPointers(spec: Node, by: string): readonly Pointer[] {
  const destination = field(spec, "destination");
  const cluster = clusterOf(destination);
  const namespace = textOf(field(destination, "namespace")) ?? "";
  const sources = [field(spec, "source"), ...items(field(spec, "sources"))].filter(
    (each) => each !== undefined,
  );
  const isWhole = sources.length === 1;
  return sources.flatMap((source): Pointer[] => {
    const path = textOf(field(source, "path"));
    if (path === undefined) return [];
    const isDeep = isTrue(fieldAt(source, "directory", "recurse"));
    return [
      {
        by,
        isWhole,
        path,
        repository: textOf(field(source, "repoURL")),
        isPattern: false,
        isDeep,
        cluster,
        ...(namespace === "" ? {} : { namespace }),
        ...argoChanges(field(source, "kustomize"), by),
      },
    ];
  });
}

/** Fields of an Application's `kustomize` that do the same around a kustomization as in it, where Argo CD writes them. */
const AROUND: ReadonlySet<string> = new Set(["namespace", "replicas"]);

/** Fields of it that change nothing of what policies hang on, or say how others are applied. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  "version",
  "images",
  "commonAnnotations",
  "commonAnnotationsEnvsubst",
  "forceCommonAnnotations",
  "forceCommonLabels",
  "labelWithoutSelector",
  "labelIncludeTemplates",
  "ignoreMissingComponents",
  "kubeVersion",
  "apiVersions",
]);

/** What an Application changes in its kustomization. Argo CD writes it into that one, which is not done here: it is a doubt. */
function argoChanges(kustomize: Node | undefined, by: string): Pick<Pointer, "changes"> {
  if (kustomize === undefined) return {};
  let around: Node = { value: emptyMapping(), origin: kustomize.origin };
  const others: string[] = [];
  for (const [key, node] of entries(kustomize)) {
    if (AROUND.has(key)) around = withField(around, key, node);
    else if (!WITHOUT_EFFECT.has(key)) others.push(key);
  }
  if (entries(around).length + others.length === 0) return {};
  const changes = kustomizationFrom(around);
  const { name } = kustomize.origin.document.file;
  const doubts = others.map(
    (key) => ({ code: "build-field", text: `kustomize.${key} of ${by}`, file: name }) as const,
  );
  return { changes: { ...changes, doubts: [...changes.doubts, ...doubts] } };
}

const IN_CLUSTER: ReadonlySet<string> = new Set(["", "in-cluster", "https://kubernetes.default.svc"]);

function clusterOf(destination: Node | undefined): string {
  const cluster =
    textOf(field(destination, "name")) ?? textOf(field(destination, "server"))?.replace(/\/$/, "") ?? "";
  return IN_CLUSTER.has(cluster) ? "" : cluster;
}

/** The Applications of an ApplicationSet, as far as its generators say them: folders in git, and lists. */
function setPointers(spec: Node, by: string): readonly Pointer[] {
  const template = fieldAt(spec, "template", "spec");
  if (template === undefined) return [];
  // What other generators come to is not known.
  const plain = argoPointers(template, by).map((each) => ({ ...each, isWhole: false }));
  return items(field(spec, "generators")).flatMap((generator) => {
    const folders = items(fieldAt(generator, "git", "directories")).filter(
      (each) => !isTrue(field(each, "exclude")),
    );
    const elements = items(fieldAt(generator, "list", "elements"));
    return plain.flatMap((pointer): Pointer[] => [
      ...folders.flatMap((each): Pointer[] => {
        const path = textOf(field(each, "path")) ?? "";
        const whole = PLACEHOLDER_OF_PATH.test(pointer.path);
        return whole ? [{ ...pointer, path, isPattern: true }] : [];
      }),
      ...elements.map((each) => ({
        ...pointer,
        path: filled(pointer.path, each),
        cluster: clusterName(filled(pointer.cluster, each)),
        ...(pointer.namespace === undefined ? {} : { namespace: filled(pointer.namespace, each) }),
      })),
    ]);
  });
}

const PLACEHOLDER_OF_PATH = /^\{\{\s*(?:path|\.path\.path)\s*\}\}$/;

function clusterName(text: string): string {
  return IN_CLUSTER.has(text.replace(/\/$/, "")) ? "" : text;
}

/** A text with the values of an element in the place of `{{name}}` and `{{.name}}`. */
function filled(text: string, element: Node): string {
  return text.replaceAll(/\{\{\s*\.?([\w.]{1,99})\s*\}\}/g, (all, name: string) => {
    const value = fieldAt(element, ...name.split("."))?.value;
    return typeof value === "string" || typeof value === "number" ? String(value) : all;
  });
}
