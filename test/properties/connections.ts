import { ANYBODY } from "../../src/linter/rules/connections/unknown-source.js";
import { check, Mismatch } from "./run.js";
import { deniedConnection, type DeniedConnection } from "../../src/linter/rules/connections/connection.js";
import { describe, scenario } from "./generate/scenario.js";
import { DIRECT } from "../../src/semantics/evaluate/flow.js";
import { evaluate } from "../../src/semantics/evaluate/evaluate.js";
import { explainFlow, REFERENCE, type Loaded } from "../../src/index.js";
import {
  flowFamilies,
  isOnHostNetwork,
  nodeOf,
  reachableFamilies,
  type Endpoint,
} from "../../src/cluster/model/endpoint.js";
import { load } from "./program.js";
import { nodeEndpoint } from "../../src/cluster/model/address-owners.js";
import { smaller } from "./generate/smaller.js";
import { trafficOf } from "../../src/base/net/traffic.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { Listening } from "../../src/cluster/model/services.js";

/** How often something was found to be denied. */
export interface Found {
  denied: number;
  toAnybody: number;
}

/** Holds what rules about connections take for denied against every single flow of generated clusters. */
export async function checkConnections(part: number, runs: number): Promise<Found> {
  const found: Found = { denied: 0, toAnybody: 0 };
  await check({
    name: `connections, part ${part}`,
    arbitrary: scenario,
    runs,
    part: part + 400,
    holds: async (made) => {
      const loaded = await load(made);
      const { cluster } = loaded;
      const ends = endsOf(cluster);
      for (const to of ends) {
        const listening = portOf(to);
        requireSame(loaded, ends, to, listening, found);
        requireDeniedToAll(cluster, ends, to, listening, found);
      }
    },
    smaller,
    show: describe,
  });
  return found;
}

function endsOf({ workloads, nodes }: Cluster): Endpoint[] {
  return [
    ...workloads.flatMap(({ members }) => members),
    ...[...nodes.values()].flatMap((node) =>
      node.addresses.map((address) => nodeEndpoint(node.name, [address], node)),
    ),
  ];
}

function portOf(to: Endpoint): Listening {
  const [declared] = to.type === "pod" ? (to.ports ?? []) : [];
  return { protocol: declared?.protocol ?? "TCP", port: declared?.port ?? 80 };
}

/** Many sources are denied exactly if each of them is; what stands for them is denied by the program too. */
function requireSame(
  loaded: Loaded,
  ends: readonly Endpoint[],
  to: Endpoint,
  listening: Listening,
  found: Found,
): void {
  const { cluster } = loaded;
  const sources = ends.filter(({ id }) => id !== to.id);
  for (const some of [sources, ...sources.map((each) => [each])]) {
    if (some.length === 0) continue;
    const denied = deniedConnection(cluster, some, [to], listening);
    const each = some.every((from) => isDenied(cluster, from, to, listening));
    if (each !== (denied !== undefined))
      throw new Mismatch(`${some.map(({ id }) => id).join()} -> ${to.id}: each is denied: ${each}`);
    if (denied === undefined) continue;
    found.denied++;
    requireWitness(loaded, denied);
  }
}

function isDenied(cluster: Cluster, from: Endpoint, to: Endpoint, { protocol, port }: Listening): boolean {
  const families = flowFamilies(cluster, from, to);
  const traffic = trafficOf(protocol, [[port, port]]);
  const parts = families.flatMap(
    (family) => evaluate(cluster, { from, to, family, traffic, way: DIRECT }, REFERENCE).parts,
  );
  return families.length > 0 && parts.every(({ verdict }) => verdict === "denied");
}

function requireWitness(loaded: Loaded, { witness }: DeniedConnection): void {
  const { from, to, protocol, port } = witness;
  const { results } = explainFlow(loaded, { from, to, protocol: protocol.toLowerCase(), port: String(port) });
  if (!results.some(({ verdict }) => verdict === "denied"))
    throw new Mismatch(`${from} -> ${to} ${port} is ${results.map(({ verdict }) => verdict).join()}`);
}

/** What is denied to anybody is denied to each, but for what is on the destination's own node. */
function requireDeniedToAll(
  cluster: Cluster,
  ends: readonly Endpoint[],
  to: Endpoint,
  listening: Listening,
  found: Found,
): void {
  const isDeniedToAll = isDenied(cluster, ANYBODY, to, listening);
  if ((deniedConnection(cluster, [ANYBODY], [to], listening) !== undefined) !== isDeniedToAll)
    throw new Mismatch(`a flow from anybody to ${to.id} is denied: ${isDeniedToAll}`);
  if (!isDeniedToAll) return;
  found.toAnybody++;
  for (const from of ends) {
    if (from.id === to.id || mayBeOwnNode(from, to)) continue;
    const families = reachableFamilies(cluster, from);
    if (!reachableFamilies(cluster, to).some((each) => families.includes(each))) continue;
    if (!isDenied(cluster, from, to, listening))
      throw new Mismatch(`denied to anybody, and not to ${from.id} -> ${to.id}`);
  }
}

function mayBeOwnNode(from: Endpoint, to: Endpoint): boolean {
  const [own, other] = [nodeOf(to), nodeOf(from)];
  return isOnHostNetwork(from) && (own === undefined || other === undefined || own === other);
}
