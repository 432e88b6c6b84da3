import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";

/** A kind of objects that lead traffic of pods out of the cluster elsewhere, or as somebody else. */
export interface EgressGatewayKind {
  readonly kind: string;
  readonly plural: string;
  readonly apiVersions: readonly string[];
  readonly isNamespaced: boolean;
}

/** Those that are known (B-12). Of EgressIP and NetNamespace, which other vendors' policies are too, only that they are there counts. */
export const EGRESS_GATEWAYS: readonly EgressGatewayKind[] = [
  of("CiliumEgressGatewayPolicy", "ciliumegressgatewaypolicies", ["cilium.io/v2", "cilium.io/v2alpha1"]),
  of("Egress", "egresses", ["crd.antrea.io/v1beta1", "crd.antrea.io/v1alpha2"]),
  of("EgressGatewayPolicy", "egressgatewaypolicies", ["projectcalico.org/v3"]),
  of("AdminPolicyBasedExternalRoute", "adminpolicybasedexternalroutes", ["k8s.ovn.org/v1"]),
  { ...of("EgressService", "egressservices", ["k8s.ovn.org/v1"]), isNamespaced: true },
  { ...of("EgressRouter", "egressrouters", ["network.operator.openshift.io/v1"]), isNamespaced: true },
  { ...of("VpcEgressGateway", "vpc-egress-gateways", ["kubeovn.io/v1"]), isNamespaced: true },
];

function of(kind: string, plural: string, apiVersions: readonly string[]): EgressGatewayKind {
  return { kind, plural, apiVersions, isNamespaced: false };
}

/** Reads nothing of it but that it is there. */
export function egressGatewayReader(isNamespaced: boolean): KindReader {
  return {
    isNamespaced,
    isBeside: true,
    keep: { apiVersion: true, kind: true, metadata: { name: true, namespace: true } },
    read({ ref, node }: ApiObject): ObjectReading {
      const detour = { type: "egress-gateway", ref, origin: node.origin } as const;
      return { objects: [{ type: "detour", detour }], problems: [] };
    },
  };
}
