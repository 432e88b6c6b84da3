import type { Concerned } from "./exposure.js";
import type { IntentFacts } from "./intents.js";
import type { LoadBalancerSourceLost } from "./connections.js";
import type { ProofFacts } from "./proofs.js";

/** What a finding owes to a network plugin: which it is, `cilium 1.20`, and the row of its table that says so. */
export interface ByPlugin {
  readonly plugin: string;
  readonly row: string;
}

/** The facts of problems that a network plugin makes of a policy, by code. */
export interface PluginFacts {
  "policy-kind-not-enforced": ByPlugin & { readonly kind: string; readonly count: number };
  "priority-out-of-plugin-range": ByPlugin & { readonly priority: number; readonly last: number };
  "end-port-unsupported": ByPlugin & { readonly port: number; readonly endPort: number };
  "sctp-unsupported": ByPlugin;
  "ip-block-covers-pods": ByPlugin & {
    readonly cidr: string;
    /** A pod, or a pod CIDR, of which it holds some. */
    readonly covered: string;
  };
  "ip-block-covers-nodes": ByPlugin & { readonly cidr: string; readonly covered: string };
  "ip-block-covers-services": ByPlugin & IntentFacts["service-address-as-peer"];
  "api-server-by-ip-block": ByPlugin & { readonly cidr: string; readonly node: string };
  "host-pod-peer": ByPlugin &
    IntentFacts["host-network-peer"] & {
      /** True where the peer lets in all of the nodes that the pods are on, false where it lets in nobody. */
      readonly takesNodes: boolean;
    };
  "local-dns-not-allowed": { readonly daemonSet: string; readonly address: string };
  "node-port-bypass": ByPlugin & { readonly service: string; readonly policy: string };
  "client-ip-hidden": ByPlugin & LoadBalancerSourceLost;
  "except-cancels-allow": ByPlugin & ProofFacts["except-reopened"];
  "service-selector-mismatch": ByPlugin & {
    readonly service: string;
    /** The label that the rule asks for and the Service's selector lacks; or the two ports that differ. */
    readonly why:
      | { readonly type: "label"; readonly label: string }
      | { readonly type: "port"; readonly port: number; readonly target: number | string };
  };
  "named-port-conflict": ByPlugin & { readonly port: string };
  "probe-port-blocked": ByPlugin & {
    readonly probe: string;
    readonly port: number;
    /** The workloads that are probed, at what denies them. */
    readonly concerned: Concerned;
  };
  "pod-start-window": ByPlugin;
  "existing-connections": ByPlugin;
  "foreign-policy-order": ByPlugin & {
    readonly kinds: readonly string[];
    readonly count: number;
  };
}
