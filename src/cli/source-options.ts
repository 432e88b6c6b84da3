import { collectValues, collectList } from "./collect.js";
import { MOST_STEPS } from "../base/limits/work.js";
import { DEFAULT_LIMITS } from "../input/limits.js";
import { GROUPS } from "./option-groups.js";
import type { ContentSource } from "./acceptances.js";
import { Option, type Command } from "commander";
import type { Config } from "../linter/config/config.js";

/** Options that say where the cluster comes from and what is known of it; every command that reads one has them. */
export interface CommandSourceOptions {
  readonly filename?: readonly string[];
  readonly snapshot?: readonly string[];
  readonly context?: readonly string[];
  readonly kubeconfig?: string;
  readonly delete?: readonly string[];
  readonly exclude?: readonly string[];
  readonly stdinFilename?: string;
  readonly namespace?: string;
  readonly dns?: string;
  readonly dnsService?: string;
  readonly clusterDomain?: string;
  readonly newNamespace?: readonly string[];
  readonly podCidr?: readonly string[];
  readonly serviceCidr?: readonly string[];
  readonly nodeCidr?: readonly string[];
  readonly bundle?: readonly string[];
  readonly crd?: readonly string[];
  readonly kubernetesVersion?: string;
  readonly plugin?: string;
  readonly legacy?: boolean;
  readonly maxFileSize?: string;
  readonly maxFiles?: string;
  readonly maxTotalSize?: string;
  readonly timeout?: string;
  readonly maxWork?: string;
  readonly followSymlinks?: boolean;
  readonly strictInput?: boolean;
  readonly verbose?: boolean;
  /** Paths that may stay unread, each with or without `=` and the SHA-256 of its content. */
  readonly accept?: readonly string[];
  /** What is taken to be there where the input lacks it, or `none`. */
  readonly assume?: readonly string[];
  /** True where charts and kustomizations may be rendered by other programs. */
  readonly render?: boolean;
  /** Where the content of what is accepted is read, if not on the disk: no option. */
  readonly content?: ContentSource;
  /** A file, or `none`. */
  readonly config?: string;
  /** Paths beyond which nothing is read, absolute and without links: no option. */
  readonly confinedTo?: readonly string[];
  /** The config of the run, once it is read: no option. */
  readonly configured?: Configured;
}

/** A config with where it stands. */
export interface Configured {
  readonly config: Config;
  /** The folder that its paths begin in; absolute. */
  readonly folder: string;
  /** The path from there of a file, by the name that it is shown by; undefined for files elsewhere. */
  readonly pathOf: (name: string) => string | undefined;
  /** True where it was taken from a revision that the command line names. */
  readonly isReviewed?: true;
  /** True for what it leaves out. @param path absolute */
  readonly excludes: (path: string, isFolder: boolean) => boolean;
}

/** Bytes of a config. */
export const CONFIG_LIMIT = 1_000_000;

/** Adds the options to a command. */
export function addSourceOptions(command: Command): Command {
  command
    .optionsGroup(GROUPS.sources)
    .option(
      "-f, --filename <path>",
      "file, folder or glob to read; - is standard input (repeatable)",
      collectValues,
    )
    .option(
      "--snapshot <file>",
      "a cluster as anp snapshot saves it, or kubectl get -o json|yaml; -f adds or replaces objects",
      collectValues,
    )
    .option(
      "--context <name>",
      "the live cluster of this kubeconfig context, read-only; -f adds or replaces objects",
      collectValues,
    )
    .option("--kubeconfig <file>", "the kubeconfig that has the contexts")
    .option("-n, --namespace <name>", "namespace for names and objects that have none")
    .option("--exclude <glob>", "skip matching files (repeatable)", collectValues)
    .option("--delete <kind/ns/name>", "ignore an object, as if it were deleted (repeatable)", collectValues)
    .option("--stdin-filename <name>", "file name to show for stdin")
    .option("--strict-input", "exit 3 for anything unrendered, even if it contains no policy")
    .option(
      "--accept <path>",
      "accept that a file, chart or kustomization isn't read or rendered; with PATH=SHA256, only while it has this content (repeatable)",
      collectValues,
    )
    .option("--follow-symlinks", "follow symbolic links that stay inside the given folders");
  command
    .optionsGroup(GROUPS.facts)
    .option("--kubernetes-version <version>", "version of the API server (default: the cluster's, else 1.36)")
    .option(
      "--bundle <release>",
      "release of the policy CRDs: vX.Y.Z[/standard|experimental], without a channel the experimental one (repeatable)",
      collectValues,
    )
    .option("--crd <file>", "validate against these CRDs instead of a release's (repeatable)", collectValues)
    .option("--legacy", "read extensions/v1beta1 as the 2016 design meant it")
    .option("--pod-cidr <cidr>", "the pod CIDR (repeatable, or with commas)", collectList)
    .option("--service-cidr <cidr>", "the Service CIDR (repeatable, or with commas)", collectList)
    .option("--node-cidr <cidr>", "the node CIDR (repeatable, or with commas)", collectList)
    .option("--dns <file>", "JSON or YAML mapping of names to addresses, or to their cname and ttl")
    .option("--dns-service <ns/name>", "DNS Service, if not kube-dns")
    .addOption(
      new Option(
        "--assume <what>",
        "assume these exist if the input lacks them: dns (kube-dns), openshift-dns, system-namespaces, or none (repeatable, or with commas)",
      ).argParser(collectList),
    )
    .option("--cluster-domain <domain>", "the cluster's DNS domain (default: cluster.local)");
  command
    .optionsGroup(GROUPS.limits)
    .option("--timeout <seconds>", "time limit; anything undecided by then is unknown", "60")
    .option(
      "--max-work <steps>",
      "work limit, the same on every machine; anything undecided by then is unknown",
      String(MOST_STEPS),
    )
    .option("--max-file-size <bytes>", "largest file to read", String(DEFAULT_LIMITS.fileSize))
    .option("--max-files <count>", "maximum number of files to read", String(DEFAULT_LIMITS.files))
    .option("--max-total-size <bytes>", "maximum bytes to read in total", String(DEFAULT_LIMITS.totalSize));
  return command
    .optionsGroup(GROUPS.output)
    .option("-v, --verbose", "list every file and whether it was read");
}

/** Adds what commands take that are asked about ends by name. */
export function addEndOptions(command: Command): Command {
  return command
    .optionsGroup(GROUPS.facts)
    .option(
      "--new-namespace <name>",
      "a namespace that doesn't exist yet, for hypothetical pods (repeatable)",
      collectValues,
    );
}
