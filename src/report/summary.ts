import { count } from "../base/text/count.js";
import { conjunction } from "./describe.js";
import { encode } from "./encode.js";
import type { LoadSummary, OtherFile } from "../cluster/load/summary.js";

/** `context prod and 41 files, 96 objects: 12 NetworkPolicy, 3 ClusterNetworkPolicy; 4 files of other kinds`. */
export function summaryText(summary: LoadSummary): string {
  const { clusters, files, objects } = summary;
  const counted = files === 0 && clusters.length > 0 ? [] : [count(files, "file")];
  return [
    `${conjunction([...clusters.map(encode), ...counted])}, ${objectsText(objects)}`,
    ...leftOut(summary),
  ].join("; ");
}

/** The line that tells what was left out; undefined where nothing was. */
export function leftOutLine(summary: LoadSummary): string | undefined {
  const left = leftOut(summary);
  return left.length === 0 ? undefined : `${left.join("; ")} (-v lists them)`;
}

function leftOut({ other }: LoadSummary): string[] {
  const number = (reason: OtherFile["reason"]): number =>
    other.filter((each) => each.reason === reason).length;
  const [charts, templates, patches] = [number("chart"), number("template"), number("patch")];
  const [excluded, packages] = [number("excluded"), number("node_modules")];
  const [pointers, submodules] = [number("git-lfs"), number("submodule")];
  const others =
    other.length -
    excluded -
    packages -
    charts -
    templates -
    patches -
    pointers -
    submodules -
    ownFiles(other);
  const unrendered = [
    ...(charts > 0 ? [count(charts, "chart")] : []),
    ...(templates > 0 ? [count(templates, "template")] : []),
  ];
  return [
    ...(unrendered.length > 0 ? [`${conjunction(unrendered)} without policies not rendered`] : []),
    ...(patches > 0 ? [`${count(patches, "patch", "patches")} not applied`] : []),
    ...(pointers > 0 ? [`${count(pointers, "pointer")} of Git LFS not fetched`] : []),
    ...(submodules > 0 ? [`${count(submodules, "submodule")} not checked out`] : []),
    ...(others > 0 ? [`${count(others, "file")} without Kubernetes objects`] : []),
    ...(excluded > 0 ? [`${excluded} excluded`] : []),
    ...(packages > 0 ? [`${count(packages, "node_modules folder")} skipped`] : []),
  ];
}

/** Our own config: that it holds no manifests is nothing to tell on every run. */
function ownFiles(other: readonly OtherFile[]): number {
  return other.filter(
    ({ file, reason }) => reason === "no-kubernetes-object" && /(?:^|[/\\])anp\.yaml$/.test(file),
  ).length;
}

/** `96 objects: 12 NetworkPolicy, 3 ClusterNetworkPolicy, 40 Pod and 7 other kinds`: policies first, whatever there is more of. */
export function objectsText(objects: ReadonlyMap<string, number>): string {
  const total = [...objects.values()].reduce((sum, count) => sum + count, 0);
  const kinds = [...objects]
    .toSorted(([kind, a], [other, b]) => Number(isPolicy(other)) - Number(isPolicy(kind)) || b - a)
    .map(([kind, count]) => `${count} ${encode(kind)}`);
  const listed = kinds.length > 6 ? [...kinds.slice(0, 5), `${kinds.length - 5} other kinds`] : kinds;
  return `${count(total, "object")}${kinds.length > 0 ? `: ${conjunction(listed)}` : ""}`;
}

function isPolicy(kind: string): boolean {
  return kind.endsWith("NetworkPolicy");
}

/** The line that tells what was loaded. */
export function summaryLine(summary: LoadSummary): string {
  return `loaded ${summaryText(summary)}`;
}

/** Why a file holds nothing for us. */
export function otherReasonText(reason: OtherFile["reason"]): string {
  switch (reason) {
    case "no-kubernetes-object":
      return "no Kubernetes object";
    case "not-yaml":
      return "not a manifest: it doesn't parse and has no apiVersion";
    case "kustomization":
      return "a kustomization: render it first (kustomize build | anp lint -) to see its patches applied";
    case "patch":
      return "a patch that a kustomization applies to objects that are no policies";
    case "chart":
      return "a chart without policies: render it (helm template | anp lint -) to see its manifests";
    case "template":
      return "a template without policies: render it to see its manifests";
    case "git-lfs":
      return "a pointer of Git LFS: run git lfs pull to read it";
    case "submodule":
      return "a submodule that is not checked out: git submodule update --init";
    case "excluded":
      return "excluded";
    case "node_modules":
      return "skipped: not tracked by git, although kubectl apply -R would read it; name it to read it";
  }
}
