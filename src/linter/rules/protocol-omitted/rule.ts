import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import type { ProblemFacts } from "../../../cluster/problems/facts.js";

/**
 * Raised for ports of DNS, NTP and, towards the outside, HTTP/3 without a protocol, unless the direction writes UDP
 * for the same port (S-PORT-1).
 */
export const protocolOmitted = defineRule({
  id: "protocol-omitted",
  level: "info",
  category: "misleading",
  summary: "a port without a protocol that commonly uses UDP",
  rationale:
    "A port without a protocol means TCP. DNS uses UDP first, and NTP and HTTP/3 use only UDP: the rule doesn't match them. Port 443 is reported only to who asks for it (`--rule protocol-omitted=info`): few mean HTTP/3.",
  reference: "S-PORT-1",
  foundBy: ["kinds/review/tcp-only-ports.ts"],
  examples: { bad, good },
  levelOf: ({ service }) => (service === "HTTP/3" ? "off" : "info"),
  noFix: "Whether TCP is meant as well is not in the text.",
  word({ port, service }) {
    return {
      message: `port ${code(port)} without a protocol means TCP only; ${USES[service]}`,
      label: "TCP only",
      help: HELP[service],
    };
  },
});

type Service = ProblemFacts["protocol-omitted"]["service"];

const USES: Readonly<Record<Service, string>> = {
  DNS: "DNS uses UDP first",
  NTP: "NTP uses UDP",
  "HTTP/3": "HTTP/3 uses UDP",
};

const HELP: Readonly<Record<Service, string>> = {
  DNS: "list the port twice, with `protocol: UDP` and `protocol: TCP`",
  NTP: "add `protocol: UDP`",
  "HTTP/3": "add `protocol: TCP` if TCP is enough; for HTTP/3, list the port again with `protocol: UDP`",
};
