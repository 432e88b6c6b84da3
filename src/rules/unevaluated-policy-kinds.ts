import { child } from "../manifest/origin.js";
import { code } from "./words/code.js";
import { defineRule } from "./define.js";
import type { Problem } from "../diagnostics/problem.js";

export const unevaluatedPolicyKinds = defineRule({
  id: "unevaluated-policy-kinds",
  level: "warning",
  category: "portability",
  summary: "policies of a network plugin or mesh, which are not evaluated",
  rationale:
    "Calico, Cilium, Antrea, OVN-Kubernetes, Istio and others have policy kinds of their own. They can change the verdict of any flow, and nothing here reads them: what is said about traffic holds only as far as they leave it alone.",
  reference: "S-IN-10",
  examples: {
    bad: `apiVersion: cilium.io/v2
kind: CiliumNetworkPolicy
metadata:
  name: web
  namespace: shop
spec:
  endpointSelector:
    matchLabels:
      app: web
  ingress:
    - fromEndpoints:
        - matchLabels:
            app: frontend
`,
    good: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: web
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: web
  policyTypes: [Ingress]
  ingress:
    - from:
        - podSelector:
            matchLabels:
              app: frontend
      ports:
        - protocol: TCP
          port: 8080
`,
  },
  *check({ facts }): Generator<Problem> {
    for (const { apiVersion, kind, count, origin } of facts.foreignPolicies) {
      yield {
        code: "unevaluated-policy-kinds",
        facts: { apiVersion, kind, count },
        at: child(origin, "kind"),
      };
    }
  },
  word({ apiVersion, kind, count }) {
    const objects = count === 1 ? "one object" : `${count} objects`;
    return {
      message: `${objects} of kind ${code(kind)} (${code(apiVersion)}) ${count === 1 ? "is" : "are"} not evaluated`,
      label:
        count === 1
          ? "may change what other policies say"
          : "the first; each may change what other policies say",
    };
  },
});
