import { isMapping, type Value } from "../../../source/manifest/value.js";
import { listIn, textValueIn, valueIn } from "../../../source/manifest/node.js";
import { portNumberOf } from "../core/ports.js";
import { portNameErrors } from "../../admission/validation/names.js";
import { PROTOCOLS, type Protocol } from "../../../base/net/traffic.js";
import type { ContainerPort } from "../../model/endpoint.js";

/**
 * Ports of containers and of init containers that keep running; names resolve to nothing else (S-WL-4).
 * @returns undefined where names may resolve to others than are written: no server takes a port with a name (`${PORT}`, a mask), or
 * what stands in the place of a list
 */
export function containerPorts(spec: Value | undefined): readonly ContainerPort[] | undefined {
  const found: ContainerPort[] = [];
  for (const key of ["containers", "initContainers"]) {
    if (!isListOfMappings(valueIn(spec, key))) return undefined;
    for (const container of listIn(spec, key)) {
      const runs = key === "containers" || keepsRunning(container);
      const ports = runs === false ? [] : portsOf(container);
      if (ports === undefined) return undefined;
      if (runs === "untold" && ports.some(({ name }) => name !== undefined)) return undefined;
      found.push(...ports);
    }
  }
  return found;
}

/** Whether an init container is a sidecar: others have ended before the pod is there. */
function keepsRunning(container: Value): boolean | "untold" {
  const policy = valueIn(container, "restartPolicy") ?? undefined;
  if (policy === undefined || policy === "Never" || policy === "OnFailure") return false;
  return policy === "Always" ? true : "untold";
}

/** The ports of a container; undefined where one of them has a name and is not known. */
function portsOf(container: Value): readonly ContainerPort[] | undefined {
  if (!isListOfMappings(valueIn(container, "ports"))) return undefined;
  const ports = listIn(container, "ports").map(containerPort);
  return ports.includes("untold") ? undefined : ports.filter((each) => typeof each === "object");
}

/** True for a list of mappings, and for one that is missing. */
function isListOfMappings(value: Value | undefined): boolean {
  if (value === undefined || value === null) return true;
  return Array.isArray(value) && value.every((each: Value) => isMapping(each));
}

/** A port as a server stores it; undefined for one that nobody can name, "untold" for one that has a name and is not known. */
function containerPort(port: Value): ContainerPort | "untold" | undefined {
  const written = valueIn(port, "name");
  const name = typeof written === "string" && written !== "" ? written : undefined;
  const hasName = written !== undefined && written !== null && written !== "";
  const number = portNumberOf(valueIn(port, "containerPort"));
  const protocol = valueIn(port, "protocol") ?? "TCP";
  const isTold =
    number !== undefined &&
    isProtocol(protocol) &&
    (!hasName || (name !== undefined && portNameErrors(name).length === 0));
  if (!isTold) return hasName ? "untold" : undefined;
  const host = valueIn(port, "hostPort");
  const isOpened = typeof host === "number" && host > 0 && !isLoopback(textValueIn(port, "hostIP"));
  return { name, protocol, port: number, ...(isOpened ? { hostPort: host } : {}) };
}

/** What is bound to an address of the node's own loopback is no port of the node. */
function isLoopback(address: string | undefined): boolean {
  return address === "::1" || address?.startsWith("127.") === true;
}

function isProtocol(value: Value): value is Protocol {
  return PROTOCOLS.some((protocol) => protocol === value);
}
