import { field, fieldAt, items, textOf, type Node } from "../manifest/node.js";
import { isMapping } from "../manifest/value.js";
import {
  COMMON_ANNOTATIONS,
  OWN_LABELS,
  SELECTED_LABELS,
  TEMPLATE_LABELS,
  type FieldSpec,
} from "./field-specs.js";
import { idKey, idOf, idsOf, idText, remembering, type Resource, type ResourceId } from "./resource.js";
import { hasVariable, isHarmlessReplacement } from "./harmless.js";
import { namespacesOf } from "./configurations.js";
import { kustomizationAt, kustomizationNamed } from "./in-folder.js";
import { parentOf, resolvedPath } from "./paths.js";
import { jsonPatched } from "./json-patch.js";
import type { AddedLabels, Kustomization, KustomizePatch, Replicas } from "./kustomization.js";
import { PatchFault } from "./strategic-merge.js";
import { NOTHING_SHARED } from "./shared-values.js";
import { merged, patchDocuments } from "./patches.js";
import { targetMatcher } from "./targets.js";
import { inItsScope, withAffix, withNamespace, withPairs } from "./transformers.js";
import { documentsOf, nodesOfFile } from "./file-objects.js";
import { Unbuildable, type BuildDoubt } from "./unbuildable.js";
import { withReplicas } from "./replicas.js";
import { withNewNames } from "./name-references.js";
import { asKustomizePrints } from "./as-written.js";
import type { KustomizeOptions } from "./options.js";

/** What is built. */
export interface KustomizeBuild {
  /** Undefined where nothing can be built. */
  readonly objects: readonly Node[] | undefined;
  /** Why it is not all that is applied: what was not built, or resources that are not there. */
  readonly doubts: readonly BuildDoubt[];
}

/** Kustomizations in kustomizations. */
const MOST_NESTED = 50;

/**
 * Builds a kustomization, as `kustomize build` does as far as policies hang on it: images, ConfigMaps and Secrets are left as
 * they are. Nothing is run and nothing fetched; what takes more is a doubt. Every value has the place where it is
 * written: in a base, a patch or a kustomization.
 * @param path the path of the kustomization itself
 */
export function build(path: string, options: KustomizeOptions): KustomizeBuild {
  return built(options, (builder) => builder.whole(path, kustomizationAt(path, options)));
}

/**
 * Builds what another tool makes of an object of its own, as {@link build} does.
 * @param path where the kustomization would be
 */
export function buildGiven(
  path: string,
  kustomization: Kustomization,
  options: KustomizeOptions,
): KustomizeBuild {
  return built(options, (builder) => builder.whole(path, kustomization));
}

function built(options: KustomizeOptions, run: (builder: Builder) => readonly Node[]): KustomizeBuild {
  const builder = new Builder(options);
  try {
    const objects = run(builder);
    return { objects, doubts: builder.doubts };
  } catch (error) {
    if (!(error instanceof Unbuildable)) throw error;
    return { objects: undefined, doubts: [error.doubt] };
  }
}

class Builder {
  readonly #options: KustomizeOptions;
  /** Resources that are missing from what is built. */
  readonly doubts: BuildDoubt[] = [];
  /** The kustomizations that are being built, the outermost first. */
  readonly #open: string[] = [];

  constructor(options: KustomizeOptions) {
    this.#options = options;
  }

  whole(path: string, kustomization: Kustomization): readonly Node[] {
    this.#isLoose = kustomization.isComponent;
    const built = this.#accumulated(path, kustomization, []);
    const fail = this.#failing(kustomization);
    const count = (steps: number): void => this.#count(steps, kustomization.file.name);
    const named = fail(() => withNewNames(built, count));
    if (this.#hasVariables && named.some(({ node }) => hasVariable(node)))
      throw new Unbuildable("build-field", "vars", kustomization.file.name);
    return named
      .map((each) => asKustomizePrints(inItsScope(each, this.#options), count))
      .filter((node) => !isLocal(node));
  }

  #hasVariables = false;
  /** What configurations say of namespaces: it counts for the kustomization that names them, and for those around it. */
  #namespaceSpecs: readonly FieldSpec[] = [];
  /** True for a Component that is built by itself. */
  #isLoose = false;

  #count(steps: number, file: string): void {
    if (!this.#options.budget.take(steps)) throw new Unbuildable("build-limit", "", file);
  }

  /** Runs what may meet a patch that cannot be applied. */
  #failing({ file }: Kustomization): <T>(call: () => T) => T {
    return (call) => {
      try {
        return call();
      } catch (error) {
        if (!(error instanceof PatchFault)) throw error;
        throw new Unbuildable("build-patch", error.message, file.name);
      }
    };
  }

  /** What a kustomization makes of its resources; a Component of what those before it have made, too. */
  #accumulated(path: string, kustomization: Kustomization, before: readonly Resource[]): readonly Resource[] {
    const { file, doubts } = kustomization;
    if (this.#open.includes(path)) throw new Unbuildable("build-cycle", file.name, file.name);
    if (this.#open.length >= MOST_NESTED) throw new Unbuildable("build-limit", "", file.name);
    const [doubt] = doubts;
    if (doubt !== undefined) throw new Unbuildable(doubt.code, doubt.text, doubt.file, doubt);
    this.#hasVariables ||= kustomization.hasVariables;
    this.#open.push(path);
    const folder = parentOf(path);
    const outside = { specs: this.#namespaceSpecs, hasGenerator: this.#hasGenerator };
    this.#namespaceSpecs = [];
    this.#hasGenerator = kustomization.generates || (kustomization.isComponent && outside.hasGenerator);
    for (const each of kustomization.configurations) this.#readConfiguration(folder, each, file.name);
    for (const each of kustomization.replacements) this.#failForReplacement(folder, each, file.name);
    let all = this.#together(before, folder, kustomization);
    for (const each of kustomization.components) {
      const text = textOf(each) ?? "";
      all = this.#through(text, () => {
        const component = kustomizationNamed(folder, text, kustomization, true, this.#options);
        return this.#accumulated(component.path, component.kustomization, all);
      });
    }
    const result = this.#transformed(folder, kustomization, all);
    this.#namespaceSpecs = [...outside.specs, ...this.#namespaceSpecs];
    this.#hasGenerator ||= outside.hasGenerator;
    this.#open.pop();
    return result;
  }

  /** The values of a file that a kustomization names. @throws {Unbuildable} where they cannot be read */
  #namedValues(folder: string, at: Node, file: string): readonly Node[] {
    const path = resolvedPath(folder, textOf(at) ?? "");
    const found = this.#options.at(path);
    const refuse = (): never => {
      throw new Unbuildable("build-unreadable", textOf(at) ?? "", file);
    };
    if (found.type !== "file") return refuse();
    return documentsOf(found.file, refuse);
  }

  #readConfiguration(folder: string, at: Node, file: string): void {
    for (const each of this.#namedValues(folder, at, file)) {
      const specs = namespacesOf(each);
      if (specs === undefined) throw new Unbuildable("build-field", "configurations", file);
      this.#namespaceSpecs = [...this.#namespaceSpecs, ...specs];
    }
  }

  #failForReplacement(folder: string, at: Node, file: string): void {
    const path = field(at, "path");
    for (const each of path === undefined ? [at] : this.#namedValues(folder, path, file))
      for (const one of items(each).length > 0 ? items(each) : [each])
        if (!isHarmlessReplacement(one)) throw new Unbuildable("build-field", "replacements", file);
  }

  /** All resources of a kustomization, behind those that are there. @throws {Unbuildable} where an object is there twice */
  #together(before: readonly Resource[], folder: string, kustomization: Kustomization): readonly Resource[] {
    const { name } = kustomization.file;
    const all = [...before];
    const known = new Set<string>();
    this.#failForTwice(before, name, known);
    for (const each of kustomization.resources) {
      const text = textOf(each) ?? "";
      const more = this.#through(text, () => this.#resources(folder, text, kustomization));
      this.#failForTwice(more, name, known, text);
      for (const resource of more) all.push(resource);
    }
    return all;
  }

  /** Does what an entry asks for: a doubt about a file behind one of the outermost kustomization says by which. */
  #through<T>(entry: string, read: () => T): T {
    if (this.#open.length > 1) return read();
    const before = this.doubts.length;
    try {
      return read();
    } catch (error) {
      if (error instanceof Unbuildable) error.doubt = { ...error.doubt, via: entry };
      throw error;
    } finally {
      const later = this.doubts.splice(before);
      this.doubts.push(...later.map((doubt) => ({ ...doubt, via: entry })));
    }
  }

  /** @param entry what adds them */
  #failForTwice(all: readonly Resource[], file: string, known = new Set<string>(), entry?: string): void {
    this.#count(all.length, file);
    for (const { node } of all) {
      const id = idOf(node);
      const key = idKey(id);
      if (known.has(key)) throw new Unbuildable("build-conflict", idText(id), file, { entry });
      known.add(key);
    }
  }

  #resources(folder: string, text: string, kustomization: Kustomization): readonly Resource[] {
    const path = resolvedPath(folder, text);
    const found = this.#options.at(path);
    const { name } = kustomization.file;
    if (found.type === "file") {
      return nodesOfFile(found.file, () => {
        throw new Unbuildable("build-unreadable", found.file.name, name);
      }).map((node): Resource => {
        this.#count(1, name);
        return { node, before: [], prefixes: [], suffixes: [], shared: NOTHING_SHARED };
      });
    }
    const depth = this.#open.length;
    try {
      const inner = kustomizationNamed(folder, text, kustomization, false, this.#options);
      return this.#accumulated(inner.path, inner.kustomization, []);
    } catch (error) {
      if (!(error instanceof Unbuildable) || !ABSENT.has(error.doubt.code)) throw error;
      // The others are built all the same: what they are is known.
      this.#open.length = depth;
      this.doubts.push(error.doubt);
      return [];
    }
  }

  /** The changes of a kustomization, in kustomize's order. */
  #transformed(folder: string, from: Kustomization, resources: readonly Resource[]): readonly Resource[] {
    const fail = this.#failing(from);
    const { name } = from.file;
    const count = (steps: number): void => this.#count(steps, name);
    const each = (change: (resource: Resource) => Resource, cost = 1): void => {
      count(all.length * cost);
      all = fail(() => all.map(change));
    };
    let all = resources;
    for (const patch of [...from.strategicPatches, ...from.patches])
      all = fail(() => this.#patched(folder, patch, from, all));
    const { namespace, namePrefix, nameSuffix, labels, annotations } = from;
    if (namespace !== undefined) {
      each((resource) => withNamespace(resource, namespace, this.#namespaceSpecs));
      this.#failForTwice(all, name);
    }
    if (namePrefix !== undefined)
      each((resource) => withAffix(resource, namePrefix, "prefix"), lengthOf(namePrefix));
    if (nameSuffix !== undefined)
      each((resource) => withAffix(resource, nameSuffix, "suffix"), lengthOf(nameSuffix));
    for (const { pairs, scope } of labels)
      if (pairs.length > 0)
        each((resource) => withPairs(resource, pairs, LABEL_SPECS[scope], count), pairs.length);
    if (annotations.length > 0)
      each((resource) => withPairs(resource, annotations, COMMON_ANNOTATIONS, count), annotations.length);
    for (const patch of from.jsonPatches) all = fail(() => this.#patched(folder, patch, from, all));
    for (const replicas of from.replicas) all = this.#withReplicas(replicas, from, all);
    return all;
  }

  #withReplicas(replicas: Replicas, from: Kustomization, all: readonly Resource[]): readonly Resource[] {
    this.#count(all.length, from.file.name);
    const changed = withReplicas(all, replicas);
    if (changed === undefined && !this.#mayLack)
      throw new Unbuildable("build-no-target", `replicas ${replicas.name}`, from.file.name);
    return changed ?? all;
  }

  #patched(
    folder: string,
    patch: KustomizePatch,
    from: Kustomization,
    all: readonly Resource[],
  ): readonly Resource[] {
    const { target, renames } = patch;
    const documents = patchDocuments(folder, patch, from, this.#options);
    const { name: file } = from.file;
    if (renames === true) throw new Unbuildable("build-field", "patches.options", file);
    const matches = target === undefined ? undefined : targetMatcher(target);
    if (target !== undefined && matches === undefined)
      throw new Unbuildable("build-patch", `target ${JSON.stringify(target)}`, file);
    const count = (steps: number): void => this.#count(steps, file);
    const [first] = documents;
    if (first === undefined) throw new Unbuildable("build-patch", "an empty patch", file);
    if (!isMapping(first.value)) {
      if (matches === undefined || documents.length > 1)
        throw new Unbuildable("build-patch", "a JSON patch without a target", file);
      return all.map((resource) => {
        count(1);
        if (!matches(resource)) return resource;
        const before = remembering(resource);
        return {
          ...before,
          node: jsonPatched(asKustomizePrints(resource.node, count), first, count),
          shared: NOTHING_SHARED,
        };
      });
    }
    for (const each of documents) {
      const { kind, name } = idOf(each);
      if (kind === "" || name === "")
        throw new Unbuildable("build-patch", "a patch without kind or name", file);
    }
    if (matches !== undefined && documents.length > 1)
      throw new Unbuildable("build-patch", "a target for several patches", file);
    return documents.reduce((before, each) => {
      if (matches !== undefined)
        return before.flatMap((resource) => {
          count(1);
          return matches(resource) ? merged(resource, each, count) : [resource];
        });
      const found = this.#targetOf(each, before, from);
      return before.flatMap((resource) => (resource === found ? merged(resource, each, count) : [resource]));
    }, all);
  }

  /** The one object that a patch is about, by what it is or was called. */
  #targetOf(patch: Node, all: readonly Resource[], from: Kustomization): Resource | undefined {
    const id = idOf(patch);
    const key = idKey(id);
    this.#count(all.length, from.file.name);
    const found = all.filter((each) => idsOf(each).some((known) => idKey(known) === key));
    if (found.length === 1) return found[0];
    // What a generator makes is not read, nor what is not here; and what nothing uses has nobody's objects to patch.
    const isMissing = this.#mayLack || this.#generates(id);
    if (found.length === 0 && isMissing) return undefined;
    throw new Unbuildable("build-no-target", idText(id), from.file.name);
  }

  /** True where objects may be missing that are there in the end. */
  get #mayLack(): boolean {
    return this.doubts.length > 0 || this.#isLoose;
  }

  #generates({ kind }: ResourceId): boolean {
    return this.#hasGenerator && (kind === "ConfigMap" || kind === "Secret");
  }

  #hasGenerator = false;
}

/** Resources that may be left out: what is built of the others is as it would be with them. */
const ABSENT: ReadonlySet<string> = new Set([
  "build-missing",
  "build-no-kustomization",
  "build-outside",
  "build-remote",
]);

const LABEL_SPECS: Readonly<Record<AddedLabels["scope"], readonly FieldSpec[]>> = {
  objects: OWN_LABELS,
  templates: TEMPLATE_LABELS,
  selectors: SELECTED_LABELS,
};

/** What a text in names costs: each object that has it is told apart by it. */
function lengthOf(node: Node): number {
  return 1 + Math.ceil((textOf(node) ?? "").length / 64);
}

/** True for what is there for kustomize alone. */
function isLocal(node: Node): boolean {
  const annotation = field(fieldAt(node, "metadata", "annotations"), "config.kubernetes.io/local-config");
  return annotation !== undefined && annotation.value !== "false";
}
