import type { Cluster } from "./cluster.js";
import type { Listening } from "./services.js";
import type { NodeObject } from "./objects.js";

/** The API server as policy sees it: nodes of the control plane, behind the Service that pods talk to. */
export interface ApiServer {
  readonly nodes: readonly NodeObject[];
  /** The port behind the Service. */
  readonly listening: Listening;
}

/** The Service by which pods ask for the API server. */
export const KUBERNETES_SERVICE = { namespace: "default", name: "kubernetes" } as const;

/** Labels of the nodes that run it; the second one until 1.24. */
export const CONTROL_PLANE: readonly string[] = [
  "node-role.kubernetes.io/control-plane",
  "node-role.kubernetes.io/master",
];

/** Where the API server listens unless Service `kubernetes` says otherwise. */
const USUAL_PORT = 6443;

/** The nodes that are labelled as those of the control plane. */
export function controlPlaneNodes({ nodes }: Pick<Cluster, "nodes">): readonly NodeObject[] {
  return [...nodes.values()].filter(({ labels }) =>
    CONTROL_PLANE.some((label) => labels[label] !== undefined),
  );
}

/** The API server, where the input has nodes of the control plane; that of a hosted control plane is on none. */
export function apiServer({ nodes, services }: Pick<Cluster, "nodes" | "services">): ApiServer | undefined {
  const own = controlPlaneNodes({ nodes }).filter(({ addresses }) => addresses.length > 0);
  if (own.length === 0) return undefined;
  const service = services.find(
    ({ ref }) => ref.namespace === KUBERNETES_SERVICE.namespace && ref.name === KUBERNETES_SERVICE.name,
  );
  const target = service?.ports.find(({ protocol }) => protocol === "TCP")?.target;
  const port = typeof target === "number" ? target : USUAL_PORT;
  return { nodes: own, listening: { protocol: "TCP", port } };
}
