import { acceptancesOf, type ContentSource } from "./acceptances.js";
import { isDomain, normaliseDomain } from "../cluster/model/cluster-names.js";
import { BUNDLE_NAMES, parseBundle } from "../cluster/admission/bundles.js";
import { ASSUMPTIONS, type Assumption } from "../cluster/problems/condition.js";
import { checksInWorker } from "../input/run-checks.js";
import { chosenPlugin } from "./plugin-option.js";
import { deletedObjects } from "./deleted-objects.js";
import { parseBlock, type Block } from "../base/net/address.js";
import { readCrdFiles } from "./crd-files.js";
import { readDnsFile } from "./dns-file.js";
import { workOf } from "./limits.js";
import { UsageError } from "./exit.js";
import type { GivenFacts } from "../cluster/model/cluster.js";
import type { Io } from "./io.js";
import type { NamedFiles } from "./named-file.js";
import type { LoadOptions } from "../cluster/load/options.js";
import type { CommandSourceOptions } from "./source-options.js";

/** How inputs are loaded, from now on until time is out. @throws {UsageError} for options that cannot be read */
export function loadOptions(
  options: CommandSourceOptions,
  purpose: LoadOptions["purpose"],
  io: Io,
  content?: ContentSource,
): LoadOptions {
  const work = workOf(options);
  const { tell } = io;
  if (tell !== undefined)
    work.onLook = (share) => tell(`evaluating: ${(100 * share).toFixed(1)} % of the work limit`);
  const namespace = options.namespace ?? "default";
  const releases = bundles(options.bundle);
  const where: NamedFiles = { cwd: io.cwd(), followsLinks: options.followSymlinks ?? false };
  return {
    purpose,
    namespace,
    kubernetesVersion: kubernetesVersion(options.kubernetesVersion),
    bundles: releases,
    crds: readCrdFiles(options.crd ?? [], releases, where),
    runChecks: checksInWorker(),
    isLegacy: options.legacy ?? false,
    isStored: false,
    ...(options.strictInput === true ? { isStrict: true } : {}),
    assumptions: assumptionsOf(options),
    judge: acceptancesOf(options, io, content).judge,
    deleted: deletedObjects(options.delete ?? [], namespace),
    facts: givenFacts(options, where),
    work,
    isLate: () => work.isOver,
  };
}

function kubernetesVersion(text: string | undefined): readonly [number, number] | undefined {
  if (text === undefined) return undefined;
  const match = /^v?(\d{1,3})\.(\d{1,3})(?:\.\d+)?$/.exec(text);
  if (match === null)
    throw new UsageError(`--kubernetes-version needs a version such as 1.36, not ${JSON.stringify(text)}`);
  return [Number(match[1]), Number(match[2])];
}

function givenFacts(options: CommandSourceOptions, where: NamedFiles): GivenFacts {
  const plugin = chosenPlugin(options);
  return {
    ...(plugin === undefined ? {} : { plugin }),
    ...(options.assume?.includes("none") === true ? { assumesDns: false } : {}),
    podBlocks: blocks(options.podCidr, "--pod-cidr"),
    serviceBlocks: blocks(options.serviceCidr, "--service-cidr"),
    nodeBlocks: blocks(options.nodeCidr, "--node-cidr"),
    ...(options.dns === undefined ? {} : readDnsFile(options.dns, where)),
    ...(options.clusterDomain === undefined ? {} : { clusterDomain: domainNamed(options.clusterDomain) }),
    ...(options.newNamespace === undefined ? {} : { newNamespaces: options.newNamespace }),
    ...(options.dnsService === undefined ? {} : { dnsService: serviceNamed(options.dnsService) }),
  };
}

/** @throws {UsageError} for what cannot be assumed */
function assumptionsOf({ assume = [] }: CommandSourceOptions): readonly Assumption[] {
  if (assume.includes("none") && assume.length > 1)
    throw new UsageError("--assume none and other assumptions can't be combined");
  return assume.flatMap((text) => {
    const known = ASSUMPTIONS.find((each) => each === text);
    if (known === undefined && text !== "none")
      throw new UsageError(
        `--assume needs ${[...ASSUMPTIONS, "none"].join(", ")}, not ${JSON.stringify(text)}`,
      );
    return known ?? [];
  });
}

/** @throws {UsageError} for what is no domain */
function domainNamed(text: string): string {
  const domain = normaliseDomain(text);
  if (!isDomain(domain))
    throw new UsageError(
      `--cluster-domain needs a domain such as cluster.local, not ${JSON.stringify(text)}`,
    );
  return domain;
}

/** @throws {UsageError} for what is not `namespace/name` */
function serviceNamed(text: string): { namespace: string; name: string } {
  const [namespace = "", name = "", ...more] = text.split("/");
  if (namespace === "" || name === "" || more.length > 0)
    throw new UsageError(
      `--dns-service needs NAMESPACE/NAME, such as kube-system/kube-dns, not ${JSON.stringify(text)}`,
    );
  return { namespace, name };
}

/** @throws {UsageError} for a release that does not exist or is not evaluated */
function bundles(names: readonly string[] | undefined): readonly string[] {
  for (const name of names ?? []) {
    if (parseBundle(name) === undefined)
      throw new UsageError(
        `--bundle: unknown release of the policy CRDs ${JSON.stringify(name)}`,
        `releases are ${BUNDLE_NAMES.join(", ")}`,
      );
  }
  return names ?? [];
}

function blocks(texts: readonly string[] | undefined, option: string): Block[] {
  return (texts ?? [])
    .flatMap((list) => list.split(","))
    .map((text) => {
      const block = parseBlock(text.trim());
      if (block === undefined)
        throw new UsageError(`${option} needs a CIDR such as 10.0.0.0/8, not ${JSON.stringify(text)}`);
      return block;
    });
}
