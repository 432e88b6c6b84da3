/** What an implementation does where it leaves the texts, or they leave it open; one property for each thing. */

/** Points that the texts lean on: the answer, or "open" where both count. */
export type Leaning = "U-3" | "U-4" | "U-5" | "U-8" | "U-10" | "U-31" | "U-32";

export type Answer = boolean | "open";

export interface Practice {
  readonly answers?: Partial<Readonly<Record<Leaning, Answer>>>;
  /** Kinds of policy that do nothing. */
  readonly ignoredKinds?: readonly string[];
  /** An AdminNetworkPolicy or ClusterNetworkPolicy with a higher number does nothing. */
  readonly lastPriority?: number;
  readonly ignoresEndPort?: boolean;
  /** A rule of an ordered tier with a port name has every port. */
  readonly namesMeanEveryPort?: boolean;
  /** A NetworkPolicy with a port name does nothing. */
  readonly namesVoidPolicy?: boolean;
  /** An egress port name of several numbers matches nothing. */
  readonly namesMustAgree?: boolean;
  /** Peers of which rules fail closed, or for which the whole policy does nothing. */
  readonly nodePeers?: "fail closed" | "void";
  readonly domainPeers?: "fail closed" | "void" | "void unless accepted";
  readonly closedPassIsNothing?: boolean;
  readonly dropsSctp?: boolean;
  readonly nodesInBlocks?: boolean;
  readonly networksAreOutside?: boolean;
  /** Of the pod's own node only root gets in, or nobody does whom the rules don't let in. */
  readonly onOwnNode?: "root" | "by rules";
  readonly toItself?: Readonly<Record<"egress" | "ingress", "by rules" | "allowed" | "free" | undefined>>;
  readonly otherProtocols?: "by rules" | "free";
  readonly afterRewriting?: boolean;
  /** Egress rules see Services, by their selectors and where the port is that of their pods. */
  readonly seesServices?: boolean;
  readonly tiesByName?: boolean;
  readonly nodePortsAreFree?: boolean;
  readonly hostPodsArePeers?: boolean;
  /** A direction that no policy restricts is denied, as one that a policy without rules isolates (U-26). */
  readonly closedByDefault?: boolean;
  /** What a pod sends to its own node is dropped behind its policies. */
  readonly ownNodeIsClosed?: boolean;
}

/** What the texts lean to (S-V-1). */
export const LEANINGS: Readonly<Record<Leaning, boolean>> = {
  "U-3": false, // host pods are seen as pods
  "U-4": true, // CIDRs match addresses of the cluster
  "U-5": true, // a pod behind a cluster address is judged by its own
  "U-8": true, // the own node is exempt from egress isolation
  "U-10": true, // Baseline is asked per direction
  "U-31": true, // `ports: []` is every port
  "U-32": true, // `protocol: ""` is TCP
};
