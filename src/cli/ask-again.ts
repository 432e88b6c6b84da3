import { REFERENCE } from "../semantics/match/profile.js";
import { shellWord } from "../base/text/shell-word.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { Sources } from "./sources.js";

/** Options with one value that say what is read and how, as they are typed. */
const SINGLE = [
  ["kubeconfig", "--kubeconfig"],
  ["config", "--config"],
  ["stdinFilename", "--stdin-filename"],
  ["namespace", "-n"],
  ["dns", "--dns"],
  ["dnsService", "--dns-service"],
  ["clusterDomain", "--cluster-domain"],
  ["kubernetesVersion", "--kubernetes-version"],
  ["plugin", "--plugin"],
] as const;

/** Those that may be given several times. */
const REPEATED = [
  ["delete", "--delete"],
  ["exclude", "--exclude"],
  ["podCidr", "--pod-cidr"],
  ["serviceCidr", "--service-cidr"],
  ["nodeCidr", "--node-cidr"],
  ["bundle", "--bundle"],
  ["crd", "--crd"],
  ["accept", "--accept"],
  ["assume", "--assume"],
] as const;

/** Those without a value. */
const FLAGS = [
  ["legacy", "--legacy"],
  ["followSymlinks", "--follow-symlinks"],
  ["render", "--render"],
] as const;

/**
 * What makes another command read the same input in the same way: ` -f k8s --bundle v0.1.5`, for a shell, with a blank
 * before each word; empty where nothing was named.
 */
export function askAgain({ base, paths, namespace }: Sources, typed: CommandSourceOptions): string {
  const options = namespace === undefined ? typed : { ...typed, namespace };
  const words: string[] = [];
  if (base?.type === "snapshot") words.push("--snapshot", base.path);
  if (base?.type === "context" && base.name !== undefined) words.push("--context", base.name);
  for (const path of paths) words.push("-f", path);
  for (const [key, option] of SINGLE) words.push(...pair(option, options[key]));
  for (const [key, option] of REPEATED)
    for (const each of options[key] ?? []) words.push(...pair(option, each));
  for (const [key, option] of FLAGS) if (options[key] === true) words.push(option);
  return words.map((word) => ` ${shellWord(word)}`).join("");
}

/** What is asked of two ends, as `anp explain` takes it. */
export interface ExplainWords {
  readonly from: string;
  readonly to: string;
  readonly port: string | undefined;
  readonly protocol: string | undefined;
  readonly profile: string | undefined;
  readonly newNamespaces?: readonly string[];
}

/** The command that explains a flow of the same input. */
export function explainCommand(
  { from, to, port, protocol, profile, newNamespaces = [] }: ExplainWords,
  sources: Sources,
  options: CommandSourceOptions,
): string {
  const words = [
    from,
    to,
    ...pair("--port", port),
    ...pair("--protocol", protocol),
    ...pair("--profile", profile === REFERENCE.name ? undefined : profile),
    ...newNamespaces.flatMap((each) => pair("--new-namespace", each)),
  ];
  return `anp explain${askAgain(sources, options)} ${words.map(shellWord).join(" ")}`;
}

function pair(option: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [option, value];
}
