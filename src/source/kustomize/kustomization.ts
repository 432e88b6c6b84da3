import { entries, field, items, textOf, type Node } from "../manifest/node.js";
import { isList, isMapping, type Value } from "../manifest/value.js";
import { firstDocument } from "../manifest/first-document.js";
import { rootOrigin } from "../manifest/origin.js";
import { writtenField } from "./parts.js";
import { textField, type BuildDoubt, type BuildDoubtCode } from "./unbuildable.js";
import type { SourceFile, Span } from "../manifest/source.js";

/** What a patch is applied to; each part a pattern, undefined where it is not written. */
export interface PatchSelector {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly annotationSelector?: string;
}

/** A patch that a kustomization applies. */
export interface KustomizePatch {
  /** Where it is written: the path of its file, or its text. */
  readonly at: Node;
  readonly isPath: boolean;
  readonly target?: PatchSelector;
  /** Set where it may change names or kinds of objects. */
  readonly renames?: true;
  /** Set where what it says of labels is taken as text: in `patchesStrategicMerge`, and where it has a target. */
  readonly writesLabels?: true;
}

/** Labels that a kustomization adds. */
export interface AddedLabels {
  readonly pairs: readonly (readonly [string, Node])[];
  /** Where they go: to objects alone, to the pods that they make, or to all that selects pods too. */
  readonly scope: "objects" | "templates" | "selectors";
  /** Set where it names further places of its own. */
  readonly hasOwnFields?: true;
}

/** How many pods the workloads of a name have. */
export interface Replicas {
  readonly name: string;
  readonly count: Node;
}

/** A kustomization, as far as it is read here. */
export interface Kustomization {
  readonly file: SourceFile;
  /** True for a Component: it changes what the kustomization that names it has. */
  readonly isComponent: boolean;
  /** Files and folders, by their paths as they are written. */
  readonly resources: readonly Node[];
  readonly components: readonly Node[];
  readonly strategicPatches: readonly KustomizePatch[];
  readonly patches: readonly KustomizePatch[];
  readonly jsonPatches: readonly KustomizePatch[];
  readonly namespace: Node | undefined;
  readonly namePrefix: Node | undefined;
  readonly nameSuffix: Node | undefined;
  readonly labels: readonly AddedLabels[];
  readonly annotations: readonly (readonly [string, Node])[];
  readonly replicas: readonly Replicas[];
  /** True where variables are written into objects. */
  readonly hasVariables: boolean;
  /** Values that are copied into fields: what says so, or the path of its file. */
  readonly replacements: readonly Node[];
  /** Files that change where kustomize looks for labels, names and variables. */
  readonly configurations: readonly Node[];
  /** True where a generator makes ConfigMaps and Secrets: patches of these find what is not read here. */
  readonly generates: boolean;
  /** Why it cannot be built here, whatever it names. */
  readonly doubts: readonly BuildDoubt[];
}

/** Fields that change nothing of what policies hang on. */
export const HARMLESS_FIELDS: ReadonlySet<string> = new Set([
  "apiVersion",
  "kind",
  "metadata",
  "images",
  "imageTags",
  "generatorOptions",
  "crds",
  "sortOptions",
  "helmGlobals",
]);

/** Fields that more is needed for, where they hold something. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  "helmCharts",
  "helmChartInflationGenerator",
  "generators",
  "transformers",
  "validators",
  "openapi",
]);

/** Fields that are read here. */
export const READ_FIELDS: ReadonlySet<string> = new Set([
  "resources",
  "bases",
  "components",
  "namespace",
  "namePrefix",
  "nameSuffix",
  "labels",
  "commonLabels",
  "commonAnnotations",
  "replicas",
  "patches",
  "patchesStrategicMerge",
  "patchesJson6902",
  "configMapGenerator",
  "secretGenerator",
  "vars",
  "buildMetadata",
  "configurations",
  "replacements",
]);

const HEADER: ReadonlySet<string> = new Set(["apiVersion", "kind"]);

function isInOtherCase(key: string): boolean {
  return [HARMLESS_FIELDS, UNSUPPORTED, READ_FIELDS].some((fields) =>
    [...fields].some((each) => each.toLowerCase() === key.toLowerCase()),
  );
}

/** Reads a kustomization. What it says that is not understood is among its doubts. */
export function readKustomization(file: SourceFile): Kustomization {
  const { first, later } = firstDocument(file);
  if (first === undefined) return unread(file, null);
  if (!isMapping(first.value)) return unread(file, first.value);
  const doubts: BuildDoubt[] = [];
  const doubt = (code: BuildDoubtCode, text: string, at?: Span): void => {
    doubts.push({ code, text, file: file.name, ...(at === undefined ? {} : { at }) });
  };
  if (first.rest !== undefined) doubt("build-unreadable", file.name, first.rest.at);
  const [twice] = [...first.duplicates, ...first.collisions];
  if (twice !== undefined) doubt("build-key-twice", twice.key, twice.second);
  const [another] = later;
  // What cannot be read is told with its place.
  if (later.some(({ problem }) => problem !== undefined)) doubt("build-unreadable", file.name);
  else if (another !== undefined) {
    const { body } = another.document.cut;
    doubt("build-documents", "", { start: body, end: body });
  }
  const root = { value: first.value, origin: rootOrigin(first.document) };
  // Kustomize calls it empty: an empty list is a field of it, null is none.
  if (entries(root).every(([key, { value }]) => value === null || HEADER.has(key)))
    doubt("build-empty", file.name);
  return new Reader(file, root, doubts).read();
}

/** Reads what an object of another tool adds to a kustomization, which may be nothing. */
export function kustomizationFrom(node: Node): Kustomization {
  return new Reader(node.origin.document.file, node, []).read();
}

/** @param value what stands there, undefined where that cannot be read */
function unread(file: SourceFile, value: Value | undefined): Kustomization {
  const code = value === undefined ? "build-unreadable" : value === null ? "build-empty" : "build-no-fields";
  return {
    file,
    isComponent: false,
    resources: [],
    components: [],
    strategicPatches: [],
    patches: [],
    jsonPatches: [],
    namespace: undefined,
    namePrefix: undefined,
    nameSuffix: undefined,
    labels: [],
    annotations: [],
    replicas: [],
    hasVariables: false,
    replacements: [],
    configurations: [],
    generates: false,
    doubts: [{ code, text: file.name, file: file.name }],
  };
}

/** Reads the fields of one kustomization, and notes what is wrong with them. */
class Reader {
  readonly #file: SourceFile;
  readonly #root: Node;
  readonly #doubts: BuildDoubt[];

  constructor(file: SourceFile, root: Node, doubts: readonly BuildDoubt[]) {
    this.#file = file;
    this.#root = root;
    this.#doubts = [...doubts];
  }

  read(): Kustomization {
    for (const [key, value] of entries(this.#root)) {
      const isEmpty =
        value.value === null ||
        (isList(value.value) && value.value.length === 0) ||
        (isMapping(value.value) && Object.keys(value.value).length === 0);
      if (HARMLESS_FIELDS.has(key) || READ_FIELDS.has(key)) continue;
      if (!UNSUPPORTED.has(key)) this.#doubt(isInOtherCase(key) ? "build-case" : "build-invalid", key);
      else if (!isEmpty) this.#doubt("build-field", key);
    }
    const kind = textOf(field(this.#root, "kind")) ?? "Kustomization";
    if (kind !== "Kustomization" && kind !== "Component") this.#doubt("build-invalid", "kind");
    if (this.#texts("buildMetadata").some(({ value }) => value === "managedByLabel"))
      this.#doubt("build-field", "buildMetadata");
    return {
      file: this.#file,
      isComponent: kind === "Component",
      resources: [...this.#texts("resources"), ...this.#texts("bases")],
      components: this.#texts("components"),
      strategicPatches: this.#texts("patchesStrategicMerge").map((at) => ({
        at,
        isPath: !/\n|:\s/.test(at.value as string),
        writesLabels: true,
      })),
      patches: this.#patches("patches"),
      jsonPatches: this.#patches("patchesJson6902"),
      namespace: this.#text("namespace"),
      namePrefix: this.#text("namePrefix"),
      nameSuffix: this.#text("nameSuffix"),
      labels: [
        ...this.#list("labels").flatMap((each) => this.#labels(each)),
        ...(this.#pairs(this.#root, "commonLabels").length === 0
          ? []
          : [{ pairs: this.#pairs(this.#root, "commonLabels"), scope: "selectors" } as const]),
      ],
      annotations: this.#pairs(this.#root, "commonAnnotations"),
      replicas: this.#list("replicas").flatMap((each) => this.#replicas(each)),
      hasVariables: this.#list("vars").length > 0,
      replacements: this.#list("replacements"),
      configurations: this.#texts("configurations"),
      generates: this.#list("configMapGenerator").length + this.#list("secretGenerator").length > 0,
      doubts: this.#doubts,
    };
  }

  #doubt(code: BuildDoubtCode, text: string): void {
    this.#doubts.push({ code, text, file: this.#file.name });
  }

  #list(key: string): readonly Node[] {
    const list = field(this.#root, key);
    const text = textOf(list);
    if (text !== undefined && text !== "") this.#doubt("build-list", textField(key, text));
    else if (list !== undefined && !isList(list.value)) this.#doubt("build-invalid", key);
    return items(list);
  }

  /** A list of texts. */
  #texts(key: string): readonly Node[] {
    return this.#list(key).filter(({ value }) => {
      if (typeof value !== "string" || value === "") this.#doubt("build-invalid", key);
      return typeof value === "string" && value !== "";
    });
  }

  #text(key: string): Node | undefined {
    const node = field(this.#root, key);
    if (node === undefined || node.value === "") return undefined;
    if (typeof node.value === "string") return node;
    this.#doubt("build-invalid", key);
    return undefined;
  }

  #pairs(of: Node, key: string): readonly (readonly [string, Node])[] {
    const mapping = field(of, key);
    if (mapping !== undefined && !isMapping(mapping.value)) this.#doubt("build-invalid", key);
    return entries(mapping).filter(([, { value }]) => {
      if (typeof value !== "string") this.#doubt("build-invalid", key);
      return typeof value === "string";
    });
  }

  /** Kustomize takes keys in any case, and no others: what is not written as usual is not read here. */
  #failForOthers(node: Node, key: string, known: readonly string[]): void {
    for (const [name] of entries(node))
      if (!known.includes(name)) this.#doubt("build-invalid", `${key}.${name}`);
  }

  #labels(node: Node): readonly AddedLabels[] {
    this.#failForOthers(node, "labels", ["pairs", "includeSelectors", "includeTemplates", "fields"]);
    const pairs = this.#pairs(node, "pairs");
    const isSet = (key: string): boolean => {
      const value = field(node, key)?.value;
      if (value !== undefined && typeof value !== "boolean") this.#doubt("build-invalid", `labels.${key}`);
      return value === true;
    };
    const [selectors, templates] = [isSet("includeSelectors"), isSet("includeTemplates")];
    if (items(field(node, "fields")).length > 0) this.#doubt("build-field", "labels.fields");
    return [{ pairs, scope: selectors ? "selectors" : templates ? "templates" : "objects" }];
  }

  #replicas(node: Node): readonly Replicas[] {
    this.#failForOthers(node, "replicas", ["name", "count"]);
    const [name, count] = [textOf(field(node, "name")), field(node, "count")];
    const isRead = count === undefined || Number.isInteger(count.value);
    if (name === undefined || !isRead) this.#doubt("build-invalid", "replicas");
    return [{ name: name ?? "", count: count ?? { value: 0, origin: node.origin } }];
  }

  #patches(key: string): readonly KustomizePatch[] {
    return this.#list(key).flatMap((node): KustomizePatch[] => {
      const [path, patch] = [this.#patchText(node, "path"), this.#patchText(node, "patch")];
      const at = path ?? patch;
      if (at === undefined || (path !== undefined && patch !== undefined)) {
        this.#doubt("build-invalid", key);
        return [];
      }
      this.#failForOthers(node, key, ["path", "patch", "target", "options"]);
      const target = this.#target(node, key);
      if (key === "patchesJson6902" && target?.name === undefined)
        this.#doubt("build-invalid", `${key}.target`);
      const renames = entries(field(node, "options")).some(([, { value }]) => value !== false);
      return [
        {
          at,
          isPath: path !== undefined,
          ...(target === undefined ? {} : { target, writesLabels: true }),
          ...(renames ? { renames: true } : {}),
        },
      ];
    });
  }

  #patchText(node: Node, key: string): Node | undefined {
    const text = field(node, key);
    if (text === undefined || text.value === "") return undefined;
    if (typeof text.value === "string") return text;
    this.#doubt("build-invalid", key);
    return undefined;
  }

  #target(node: Node, key: string): PatchSelector | undefined {
    const target = writtenField(node, "target");
    if (target === undefined || target.value === null) return undefined;
    const known: Record<string, string> = {};
    for (const [name, { value }] of entries(target)) {
      if (value === null || value === "") continue;
      if (typeof value !== "string" || !TARGET_KEYS.has(name)) this.#doubt("build-invalid", `${key}.target`);
      else known[name] = value;
    }
    return known;
  }
}

const TARGET_KEYS: ReadonlySet<string> = new Set([
  "group",
  "version",
  "kind",
  "name",
  "namespace",
  "labelSelector",
  "annotationSelector",
]);

/** The names that a kustomization may have in its folder. */
export const KUSTOMIZATION_NAMES: readonly string[] = [
  "kustomization.yaml",
  "kustomization.yml",
  "Kustomization",
];
