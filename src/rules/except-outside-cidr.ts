import { code } from "./words/code.js";
import { defineRule } from "./define.js";

export const exceptOutsideCidr = defineRule({
  id: "except-outside-cidr",
  level: "error",
  category: "rejected",
  summary: "an exception that is not a part of its block",
  rationale:
    "An `except` cuts a smaller block out of `cidr`. One that lies elsewhere, is as large or larger, or belongs to the other address family cuts nothing sensible, and the API server refuses the object as a whole.",
  reference: "V-NP-20",
  examples: {
    bad: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: web-to-office
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: web
  policyTypes: [Egress]
  egress:
    - to:
        - ipBlock:
            cidr: 192.0.2.0/24
            except:
              - 198.51.100.0/28
`,
    good: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: web-to-office
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: web
  policyTypes: [Egress]
  egress:
    - to:
        - ipBlock:
            cidr: 192.0.2.0/24
            except:
              - 192.0.2.16/28
`,
  },
  word({ except, cidr }) {
    return {
      message: `${code(except)} is not a smaller part of ${code(cidr)}`,
      label: "not a part of it",
      related: ["the block"],
      help: `name a block inside of ${code(cidr)} with a longer prefix, or remove it`,
    };
  },
});
