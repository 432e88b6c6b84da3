import { encode } from "./encode.js";
import { objectsText } from "./summary.js";
import { VERSION } from "../version.js";
import type { Loaded } from "../cluster/load/options.js";

/** More folders than these are not listed. */
const MOST_FOLDERS = 12;

/** A config for what a folder holds. It accepts, excludes and ignores nothing: what does is the author's own choice. */
export function initialConfig(
  files: readonly string[],
  { summary, cluster }: Pick<Loaded, "summary" | "cluster">,
): string {
  const folders = foldersOf(files);
  const pods = cluster.workloads.length > 0;
  return `# What anp ${VERSION} reads, and what counts. Written by anp init, which found
# ${objectsText(summary.objects)}.
# anp lint --print-config FILE shows what holds for one file.

# Read if the command line names nothing${
    folders === undefined
      ? ""
      : `. Manifests are in
# ${folders}`
  }.
sources:
  - .

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

# What is known of the cluster${pods ? "" : " (these manifests have no pods)"}.
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

/** The folders of the first level that hold files; undefined where files stand above them, or there are many. */
function foldersOf(files: readonly string[]): string | undefined {
  const folders = [...new Set(files.map((file) => (file.includes("/") ? (file.split("/")[0] ?? ".") : ".")))];
  if (folders.length === 0 || folders.length > MOST_FOLDERS || folders.includes(".")) return undefined;
  return folders.toSorted().map(encode).join(", ");
}
