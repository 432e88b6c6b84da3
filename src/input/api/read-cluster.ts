import { ApiClient } from "./api-client.js";
import { ClusterError, wrongAnswer } from "./cluster-error.js";
import { connect, type ClusterChoice } from "./connect.js";
import { DEFAULT_PATIENCE, type Patience } from "./patience.js";
import { Discovery } from "./discovery.js";
import { runInOrder } from "./in-order.js";
import { readJson, type ParsedObject } from "./read-json.js";
import {
  readKind,
  readPluginDefinitions,
  readPolicyDefinitions,
  readSettingsMaps,
  type KindContent,
  type KindReading,
} from "./read-kind.js";
import { wantedKinds } from "./wanted-kinds.js";
import type { ForbiddenKind } from "../../cluster/model/cluster.js";
import type { StoredInput } from "../../cluster/load/input.js";
import type { StoredPurpose } from "../../cluster/kinds/stored-kinds.js";

/** What is read of a live cluster. */
export interface ClusterOptions extends ClusterChoice {
  readonly purpose: StoredPurpose;
  /** Kinds that are needed beside those of the purpose. */
  readonly extraKinds?: readonly string[];
  /**
   * The namespace that is meant where none is named, as kubectl would choose it where it is undefined. It is read where
   * all of them together are forbidden.
   */
  readonly namespace?: string | undefined;
  /** Namespaces that are asked about: they are read then, too. */
  readonly askedNamespaces?: readonly string[];
  /** Ends the reading: the run has a limit of time. */
  readonly signal?: AbortSignal | undefined;
  /** Told now and then what is being read. */
  readonly onProgress?: (text: string) => void;
  readonly patience?: Partial<Patience>;
}

/** How many lists are read at the same time. */
const LISTS_AT_ONCE = 2;

/**
 * Reads a live cluster with nothing but GET: first the CRDs of policies, then its objects, one kind after the other, each
 * as one state of the server has it, and last what is known beside them.
 * @throws {ClusterError} where there is no cluster, or it cannot be read to its end
 */
export async function* readCluster(options: ClusterOptions): AsyncGenerator<StoredInput> {
  const { signal: limit } = options;
  const patience = { ...DEFAULT_PATIENCE, ...options.patience };
  const over = new AbortController();
  const signal = limit === undefined ? over.signal : AbortSignal.any([over.signal, limit]);
  let cluster: string | undefined;
  let close = async (): Promise<void> => undefined;
  try {
    const { name, namespace, transport } = await connect(options, patience.idle, signal);
    cluster = name;
    close = () => transport.close();
    const reading: KindReading = {
      client: new ApiClient(transport, patience, signal),
      patience,
      namespaces: [
        ...new Set([options.namespace ?? namespace ?? "default", ...(options.askedNamespaces ?? [])]),
      ],
      onProgress: options.onProgress ?? (() => undefined),
      isLint: options.purpose === "lint",
    };
    const discovery = await Discovery.of(reading.client);
    const serverVersion = await readVersion(reading.client);
    const forbidden: ForbiddenKind[] = [];
    for await (const content of contents(discovery, reading, options)) {
      if (content.forbidden !== undefined) forbidden.push(content.forbidden);
      if (content.objects.length > 0) yield { type: "stored", name, objects: content.objects };
    }
    const knowsEveryPod = !forbidden.some(({ kind }) => kind === "Pod");
    yield { type: "cluster", name, facts: { serverVersion, knowsEveryPod, forbidden } };
  } catch (error) {
    throw named(limit?.aborted === true && error === limit.reason ? tooLate() : error, cluster);
  } finally {
    over.abort();
    await close();
  }
}

async function* contents(
  discovery: Discovery,
  reading: KindReading,
  { purpose, extraKinds = [] }: ClusterOptions,
): AsyncGenerator<KindContent> {
  const definitions = await readPolicyDefinitions(reading.client, discovery);
  if (definitions.length > 0) yield { objects: definitions };
  if (purpose === "snapshot" || extraKinds.includes("ConfigMap")) {
    const ofPlugins = await readPluginDefinitions(reading.client, discovery);
    if (ofPlugins.length > 0) yield { objects: ofPlugins };
    yield await readSettingsMaps(reading.client);
  }
  const { kinds, unknown } = await wantedKinds(discovery, purpose, extraKinds);
  for (const forbidden of unknown) yield { objects: [], forbidden };
  yield* runInOrder(
    kinds.map((kind) => () => readKind(kind, reading)),
    LISTS_AT_ONCE,
  );
}

/** An error that says which cluster it is about. */
function named(error: unknown, cluster: string | undefined): unknown {
  if (error instanceof ClusterError) error.cluster = cluster;
  return error;
}

function tooLate(): ClusterError {
  return new ClusterError("no-answer", "the cluster did not answer in time", "raise --timeout");
}

/** Major and minor version of the server, of which some write `32+`; undefined where it does not show them. */
async function readVersion(client: ApiClient): Promise<readonly [number, number] | undefined> {
  const path = "/version";
  const { status, body } = await client.get(path);
  if (status !== 200) return undefined;
  const version = readJson(body, path);
  const [major, minor] = [numberIn(version, "major"), numberIn(version, "minor")];
  return major === undefined || minor === undefined ? undefined : [major, minor];
}

/** Undefined for an empty text: servers that were built without their version write that. */
function numberIn(version: ParsedObject, key: string): number | undefined {
  const text = version[key];
  const number = Number.parseInt(String(text), 10);
  if (Number.isInteger(number)) return number;
  if (text === "") return undefined;
  throw wrongAnswer("/version", "something that is no version");
}
