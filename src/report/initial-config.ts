import { objectsText } from "./summary.js";
import { scalarText } from "../source/manifest/print/scalar.js";
import { VERSION } from "../version.js";
import type { Loaded } from "../cluster/load/options.js";

/** More folders than these are one source: the whole tree. */
const MOST_SOURCES = 12;

/** A config for what a folder holds. It accepts, excludes and ignores nothing: what does is the author's own choice. */
export function initialConfig(
  files: readonly string[],
  { summary, cluster }: Pick<Loaded, "summary" | "cluster">,
): string {
  const sources = sourcesOf(files);
  const pods = cluster.workloads.length > 0;
  return `# What anp ${VERSION} reads, and what counts. Written by anp init, which found
# ${objectsText(summary.objects)}.
# anp lint --print-config FILE shows what holds for one file.

# Read if the command line names nothing.
sources:
${sources.map((source) => `  - ${scalarText(source, "block")}\n`).join("")}
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

# true if the sources hold the whole cluster: what they lack doesn't exist.
complete: false

# Findings that don't count, each with a reason and, if you like, a last day.
# ignore:
#   - rule: allow-all-rule
#     path: shop/
#     reason: the shop is public
#     until: 2027-01-31
`;
}

/** The folders of the first level that hold files; the whole tree where files stand above them, or there are many. */
function sourcesOf(files: readonly string[]): readonly string[] {
  const folders = [
    ...new Set(files.map((file) => (file.includes("/") ? (file.split("/")[0] ?? ".") : "."))),
  ].toSorted();
  return folders.length === 0 || folders.length > MOST_SOURCES || folders.includes(".") ? ["."] : folders;
}
