import type { PolicyApi } from "../../../../src/cluster/kinds/policy-apis.js";

/** The one row that it takes. */
export const TOY: PolicyApi = {
  kind: "ToyNetworkPolicy",
  apiVersions: ["toys.example.com/v3"],
  storedIn: ["toys.example.com/v3"],
  ownsGroup: true,
  isNamespaced: false,
  plural: "toynetworkpolicies",
  shortNames: ["toynp"],
  hasCrd: false,
  generations: ["Toy"],
  tiers: ["Admin"],
  hasPriority: true,
  directionsOf: () => ["ingress"],
  words: "Shut Ajar",
  read: async () => (await import("./reader.js")).READER,
  writer: {
    portList: "doors",
    head: ({ action }) => (action === "Deny" ? { verb: "Shut" } : undefined),
    peer: (peer) => (peer.type === "domain" ? { sign: peer.name } : undefined),
    port: ({ protocol, first }) => `${protocol}/${first}`,
  },
};
