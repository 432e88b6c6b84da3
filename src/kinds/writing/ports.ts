import { FIRST_PORT, LAST_PORT } from "../../net/port-set.js";
import type { Generation } from "../../model/policy.js";
import type { Json } from "../../edit/edit.js";
import type { NewPort } from "../../model/new-parts.js";

/** A run of ports as an entry of a rule's list. */
export function writtenPort(port: NewPort, generation: Generation): Json {
  switch (generation) {
    case "NetworkPolicy":
    case "NetworkPolicy2016":
      return networkPolicyPort(port);
    case "AdminNetworkPolicy": {
      const { protocol, first, last } = port;
      return first === last
        ? { portNumber: { protocol, port: first } }
        : { portRange: { protocol, start: first, end: last } };
    }
    case "ClusterNetworkPolicy": {
      const { protocol, first, last } = port;
      const destinationPort = first === last ? { number: first } : { range: { start: first, end: last } };
      return { [protocol.toLowerCase()]: { destinationPort } };
    }
  }
}

/** A missing port is every port. */
function networkPolicyPort({ protocol, first, last }: NewPort): Json {
  if (first === FIRST_PORT && last === LAST_PORT) return { protocol };
  return first === last ? { protocol, port: first } : { protocol, port: first, endPort: last };
}
