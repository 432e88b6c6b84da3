import { encode } from "./encode.js";
import { objectsText } from "./summary.js";
import { VERSION } from "../version.js";
import type { LoadSummary } from "../cluster/load/summary.js";

/** More folders than these are not listed. */
const MOST_FOLDERS = 12;

/** So many sets of manifests are listed at the most. */
const MOST_SETS = 12;

/** What `anp init` has found. */
export interface InitialFindings extends Pick<LoadSummary, "objects"> {
  readonly files: readonly string[];
  /** The names of the sets of manifests that are applied together. */
  readonly sets: readonly string[];
  readonly hasPods: boolean;
}

/** A config for what a folder holds. It accepts, excludes and ignores nothing: what does is the author's own choice. */
export function initialConfig({ files, objects, sets, hasPods }: InitialFindings): string {
  const folders = foldersOf(files);
  return `# What anp ${VERSION} reads, and what counts. Written by anp init, which found
# ${objectsText(objects)}.
# anp lint --print-config FILE shows what holds for one file.

# Read if the command line names nothing${
    folders === undefined
      ? ""
      : `. Manifests are in
# ${folders}`
  }.
sources:
  - .
${setsText(sets)}
# What is left out, as in .gitignore.
# exclude:
#   - examples/

# Levels: off, info, warning, error. anp rules lists the rules.
# rules:
#   unnamed-rule: off

# Levels for some paths; the last entry that matches counts.
# overrides:
#   - paths: [legacy/]
#     rules: { removed-api-version: info }

# What is known of the cluster${hasPods ? "" : " (these manifests have no pods)"}.
# cluster:
#   podCidrs: [10.244.0.0/16]
#   serviceCidrs: [10.96.0.0/12]
#   nodeCidrs: [192.168.0.0/16]
#   dnsService: kube-system/kube-dns
#   domain: cluster.local
# bundles: [v0.2.0]
# kubernetesVersion: "1.36"

# The network plugin that enforces the policies; anp plugins lists them.
# plugin: cilium@1.18

# true if the sources hold the whole cluster: what they lack doesn't exist.
complete: false

# Findings that don't count, each with a reason and, if you like, a last day.
# ignore:
#   - rule: sensitive-port-exposed
#     path: bastion/
#     reason: customers log in from anywhere
#     until: 2027-01-31
`;
}

/** How the tree is cut, where it is no single set: a paragraph of comments. */
function setsText(sets: readonly string[]): string {
  if (sets.length < 2) return "";
  const listed = sets.slice(0, MOST_SETS).map((name) => `# - ${encode(name)}\n`);
  const rest = sets.length - listed.length;
  return `
# These are ${sets.length} sets of manifests, each linted as a cluster of its own:
${listed.join("")}${rest === 0 ? "" : `# - and ${rest} more\n`}# anp lint --roots says why. Ask about one of them: anp explain -f NAME.
`;
}

/** The folders of the first level that hold files; undefined where files stand above them, or there are many. */
function foldersOf(files: readonly string[]): string | undefined {
  const folders = [...new Set(files.map((file) => (file.includes("/") ? (file.split("/")[0] ?? ".") : ".")))];
  if (folders.length === 0 || folders.length > MOST_FOLDERS || folders.includes(".")) return undefined;
  return folders.toSorted().map(encode).join(", ");
}
