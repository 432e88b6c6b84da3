import { ANTREA_FLOWS } from "./antrea-flows.js";
import { ANTREA_POLICY_LOG } from "./antrea-policy-log.js";
import { AWS_AGENT } from "./aws-agent.js";
import { CALICO_ENTERPRISE } from "./calico-enterprise.js";
import { CONNTRACK } from "./conntrack.js";
import { GKE } from "./gke.js";
import { GOLDMANE } from "./goldmane.js";
import { HUBBLE } from "./hubble.js";
import { KUBE_NETWORK_POLICIES_LOG } from "./kube-network-policies.js";
import { NETOBSERV } from "./netobserv.js";
import { OVN } from "./ovn.js";
import { PLAIN_LOG } from "./plain.js";
import { TRACE_TCP } from "./trace-tcp.js";
import { VPC_FLOW_LOG } from "./vpc-flow-log.js";
import type { LogFormat } from "./reader.js";

/** Every format of logs that can be read, in the order in which the docs list them. No line is one of two of them. */
export const LOG_FORMATS: readonly LogFormat[] = [
  HUBBLE,
  GOLDMANE,
  CALICO_ENTERPRISE,
  ANTREA_FLOWS,
  ANTREA_POLICY_LOG,
  OVN,
  NETOBSERV,
  AWS_AGENT,
  GKE,
  KUBE_NETWORK_POLICIES_LOG,
  TRACE_TCP,
  CONNTRACK,
  VPC_FLOW_LOG,
  PLAIN_LOG,
];
