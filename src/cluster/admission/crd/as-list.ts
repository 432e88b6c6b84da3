import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import type { Json } from "../../../source/edit/edit.js";
import type { Schema } from "../structural/schema.js";

/** Fields of a port in the KEP's samples (S-ANP-1). */
const PROPOSED_PORT: ReadonlySet<string> = new Set(["protocol", "number"]);

/**
 * The list that was meant where a mapping stands: the mapping as its only item, where all of its fields are those of one,
 * or the ports that the KEP's samples put below `port`; undefined where neither can be.
 * @param schema that of the list
 */
export function meantList(value: Value | undefined, { items }: Schema): Json[] | undefined {
  if (!isMapping(value) || items === undefined) return undefined;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => items.properties.has(key))) return [value as Json];
  return items.properties.has("portNumber") ? proposedPorts(value) : undefined;
}

/** `{port: [{protocol, number}]}` as `[{portNumber: {protocol, port}}]`. */
function proposedPorts(value: Mapping): Json[] | undefined {
  const { port } = value;
  if (!isList(port) || port.length === 0 || Object.keys(value).length > 1) return undefined;
  const ports = port.map(proposedPort);
  return ports.every((each) => each !== undefined) ? ports : undefined;
}

function proposedPort(value: Value): Json | undefined {
  if (!isMapping(value) || Object.keys(value).some((key) => !PROPOSED_PORT.has(key))) return undefined;
  const { protocol, number } = value;
  if (typeof number !== "number") return undefined;
  const portNumber = emptyMapping() as Record<string, Json>;
  if (typeof protocol === "string") portNumber["protocol"] = protocol;
  portNumber["port"] = number;
  return { portNumber };
}
