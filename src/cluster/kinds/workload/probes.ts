import { field, fieldAt, items, numberOf, textOf, type Node } from "../../../source/manifest/node.js";
import type { Keep } from "../../../source/manifest/composed.js";
import type { ProbedPort } from "../../model/configured.js";

const PROBES = ["livenessProbe", "readinessProbe", "startupProbe"] as const;

/** The ways in which a kubelet connects; `exec` runs in the container. */
const WAYS = ["httpGet", "tcpSocket", "grpc"] as const;

/** What is read of probes to find out which ports of the pod they ask. */
export const PROBED: Keep = Object.fromEntries(
  PROBES.map((probe) => [
    probe,
    { httpGet: { host: true, port: true }, tcpSocket: { host: true, port: true }, grpc: { port: true } },
  ]),
);

/** The ports that probes of a pod ask on the pod itself: one that names a host asks that instead. */
export function probedPorts(spec: Node | undefined): ProbedPort[] {
  const sidecars = items(field(spec, "initContainers")).filter(
    (each) => textOf(field(each, "restartPolicy")) === "Always",
  );
  return [...items(field(spec, "containers")), ...sidecars].flatMap((container) =>
    PROBES.flatMap((probe) =>
      WAYS.flatMap((way): ProbedPort[] => {
        const action = fieldAt(container, probe, way);
        const written = field(action, "port");
        const port = written === undefined ? undefined : portMeant(written, container);
        if (written === undefined || port === undefined) return [];
        return (textOf(field(action, "host")) ?? "") === "" ? [{ probe, port, origin: written.origin }] : [];
      }),
    ),
  );
}

/** A number, or a name of a port of the same container: the kubelet looks nowhere else. */
function portMeant(written: Node, container: Node): number | undefined {
  const number = numberOf(written);
  if (number !== undefined) return number;
  const name = textOf(written);
  const named = items(field(container, "ports")).find((each) => textOf(field(each, "name")) === name);
  if (named !== undefined) return numberOf(field(named, "containerPort"));
  return name !== undefined && /^\d{1,5}$/.test(name) ? Number(name) : undefined;
}
