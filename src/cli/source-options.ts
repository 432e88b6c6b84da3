import { collectValues, collectList } from "./collect.js";
import { MOST_STEPS } from "../base/limits/work.js";
import { DEFAULT_LIMITS } from "../input/limits.js";
import { GROUPS } from "./option-groups.js";
import type { Command } from "commander";

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
  readonly legacy?: boolean;
  readonly maxFileSize?: string;
  readonly maxFiles?: string;
  readonly maxTotalSize?: string;
  readonly timeout?: string;
  readonly maxWork?: string;
  readonly followSymlinks?: boolean;
  readonly strictInput?: boolean;
  readonly verbose?: boolean;
}

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
      "a cluster as anp snapshot or kubectl get -o json|yaml wrote it; -f is laid over it",
      collectValues,
    )
    .option(
      "--context <name>",
      "the live cluster of this kubeconfig context, read-only; -f is laid over it",
      collectValues,
    )
    .option("--kubeconfig <file>", "the kubeconfig to take contexts from")
    .option("-n, --namespace <name>", "namespace of names given without one, and of objects without one")
    .option("--exclude <glob>", "leave files out (repeatable)", collectValues)
    .option(
      "--delete <kind/ns/name>",
      "leave an object out, as if it had been deleted (repeatable)",
      collectValues,
    )
    .option("--stdin-filename <name>", "the name under which standard input is shown")
    .option("--strict-input", "exit 3 for what is not rendered, even where it holds no policy")
    .option("--follow-symlinks", "follow symbolic links that stay inside of the given folders");
  command
    .optionsGroup(GROUPS.facts)
    .option("--kubernetes-version <version>", "version of the API server (default: the cluster's, else 1.36)")
    .option(
      "--bundle <release>",
      "release of the policy CRDs: vX.Y.Z[/standard|experimental], without a channel the experimental one (repeatable)",
      collectValues,
    )
    .option(
      "--crd <file>",
      "CRDs of policy kinds that count instead of a release's (repeatable)",
      collectValues,
    )
    .option("--legacy", "read extensions/v1beta1 as the 2016 design meant it")
    .option("--pod-cidr <cidr>", "where pods' addresses lie (repeatable, or with commas)", collectList)
    .option(
      "--service-cidr <cidr>",
      "where Services' addresses lie (repeatable, or with commas)",
      collectList,
    )
    .option("--node-cidr <cidr>", "where nodes' addresses lie (repeatable, or with commas)", collectList)
    .option("--dns <file>", "JSON or YAML mapping of names to lists of addresses")
    .option("--dns-service <ns/name>", "the Service that pods ask for names, where it is not the usual one")
    .option(
      "--cluster-domain <domain>",
      "the domain below which the cluster's DNS has its names (default: cluster.local)",
    );
  command
    .optionsGroup(GROUPS.limits)
    .option(
      "--timeout <seconds>",
      "how long the run may take: what is not decided until then is unknown",
      "60",
    )
    .option(
      "--max-work <steps>",
      "how much work the run may take, on every machine alike: what is not decided within is unknown",
      String(MOST_STEPS),
    )
    .option("--max-file-size <bytes>", "largest file to read", String(DEFAULT_LIMITS.fileSize))
    .option("--max-files <count>", "how many files to read", String(DEFAULT_LIMITS.files))
    .option("--max-total-size <bytes>", "how much to read in all", String(DEFAULT_LIMITS.totalSize));
  return command
    .optionsGroup(GROUPS.output)
    .option("-v, --verbose", "list every file with what became of it");
}

/** Adds what commands take that are asked about ends by name. */
export function addEndOptions(command: Command): Command {
  return command
    .optionsGroup(GROUPS.facts)
    .option(
      "--new-namespace <name>",
      "a namespace that does not exist yet, for hypothetical pods in it (repeatable)",
      collectValues,
    );
}
