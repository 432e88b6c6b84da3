import type { Cluster } from "./cluster.js";
import type { Listening } from "./services.js";
import type { NodeObject } from "./objects.js";

/** The API server as policy sees it: nodes of the control plane, behind the Service that pods talk to. */
export interface ApiServer {
  readonly nodes: readonly NodeObject[];
  /** The port behind the Service. */
  readonly listening: Listening;
}

const SERVICE = { namespace: "default", name: "kubernetes" } as const;

/** Labels of the nodes that run it; the second one until 1.24. */
const CONTROL_PLANE: readonly string[] = [
  "node-role.kubernetes.io/control-plane",
  "node-role.kubernetes.io/master",
];

/** Where the API server listens unless Service `kubernetes` says otherwise. */
const USUAL_PORT = 6443;

/** The API server, where the input has nodes of the control plane; that of a hosted control plane is on none. */
export function apiServer({ nodes, services }: Pick<Cluster, "nodes" | "services">): ApiServer | undefined {
  const own = [...nodes.values()].filter(
    ({ labels, addresses }) =>
      addresses.length > 0 && CONTROL_PLANE.some((label) => labels[label] !== undefined),
  );
  if (own.length === 0) return undefined;
  const service = services.find(
    ({ ref }) => ref.namespace === SERVICE.namespace && ref.name === SERVICE.name,
  );
  const target = service?.ports.find(({ protocol }) => protocol === "TCP")?.target;
  const port = typeof target === "number" ? target : USUAL_PORT;
  return { nodes: own, listening: { protocol: "TCP", port } };
}
