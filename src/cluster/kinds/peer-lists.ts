/** The field of a rule that lists its peers, by direction: the same in every API. */
export const PEER_LISTS = { ingress: "from", egress: "to" } as const;
