import { ApiServer, CERTIFICATE, TOKEN, type ApiServerOptions } from "./api-server.js";
import { afterwards } from "./afterwards.js";
import { folderWith } from "./folder.js";
import { readCluster, type ClusterOptions } from "../../src/input/api/read-cluster.js";
import { needsKubectl } from "./needs-kubectl.js";
import type { KubeconfigOptions } from "./api-server/kubeconfig.js";
import type { Mapping, Value } from "../../src/source/manifest/value.js";
import type { StoredFacts } from "../../src/cluster/load/input.js";

/** A server that runs until the tests of the file are over. */
export async function apiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = await ApiServer.start(options);
  afterwards(() => server.close());
  return server;
}

/** A folder with a kubeconfig for a server, which only kubectl reads; the path of the file. Skips the test without it. */
export function kubeconfigFile(server: ApiServer, options: KubeconfigOptions = {}): string {
  needsKubectl();
  return `${folderWith({ config: server.kubeconfig(options) })}/config`;
}

/** What a reading gave. */
export interface Reading {
  /** The names of objects by kind, in their order: `shop/web`. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly objects: readonly Mapping[];
  readonly facts: StoredFacts | undefined;
  /** How the source is shown. */
  readonly shown: readonly string[];
}

/** Options of a reading for tests: little patience, and the environment with another kubeconfig. */
export function readingOptions(kubeconfig: string, others: Partial<ClusterOptions> = {}): ClusterOptions {
  return {
    purpose: "flows",
    cwd: "/",
    env: { ...process.env, KUBECONFIG: kubeconfig },
    roots: [],
    ...others,
    patience: { firstPause: 5, ...others.patience },
  };
}

/** The files of a pod's service account, which the server lets in. */
export const SERVICE_ACCOUNT_FILES = { token: `${TOKEN}\n`, "ca.crt": CERTIFICATE, namespace: "shop" };

/**
 * Options of a reading from inside of a pod, which starts no other process: for what a server answers, whoever carries it.
 * @param files instead of those of the service account
 */
export function podOptions(
  server: ApiServer,
  others: Partial<ClusterOptions> = {},
  files: Readonly<Record<string, string>> = SERVICE_ACCOUNT_FILES,
): ClusterOptions {
  return {
    ...readingOptions("", others),
    env: {
      HOME: folderWith({}),
      PATH: folderWith({}),
      KUBERNETES_SERVICE_HOST: "127.0.0.1",
      KUBERNETES_SERVICE_PORT: String(server.port),
    },
    serviceAccount: folderWith(files),
  };
}

/** Reads a cluster to its end. */
export async function read(options: ClusterOptions): Promise<Reading> {
  const names: Record<string, string[]> = {};
  const objects: Mapping[] = [];
  const shown = new Set<string>();
  let facts: StoredFacts | undefined;
  for await (const input of readCluster(options)) {
    shown.add(input.name);
    if (input.type === "cluster") facts = input.facts;
    else
      for (const object of input.objects as readonly Mapping[]) {
        objects.push(object);
        const kind = String(object["kind"]);
        (names[kind] ??= []).push(nameOf(object));
      }
  }
  return { names, objects, facts, shown: [...shown] };
}

function nameOf({ metadata }: Mapping): string {
  const { namespace, name } = metadata as { readonly namespace?: Value; readonly name?: Value };
  return namespace === undefined ? String(name) : `${String(namespace)}/${String(name)}`;
}
